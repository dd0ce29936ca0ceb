"""A search by the letter of the rules: every legal move from every position, nothing left out.

Written from rules.md alone and sharing no code with the solver or the law, so that a common misreading
would have to be made twice. Only for small positions.
"""

from app.game.position import Position
from app.game.rules import RuleSet

Cards = tuple[tuple[int, int], ...]
#: stock, waste, foundations, columns of (down, up), redeals left (-1: without end).
Table = tuple[Cards, Cards, tuple[int, ...], tuple[tuple[Cards, Cards], ...], int]


def table_of(position: Position, rules: RuleSet) -> Table:
    def plain(cards):
        return tuple((card.rank, card.suit) for card in cards)

    left = -1 if rules.passes is None else max(rules.passes - position.pass_number, 0)
    columns = tuple((plain(column.down), plain(column.up)) for column in position.columns)
    return plain(position.stock), plain(position.waste), position.foundations, columns, left


def is_red(suit: int) -> bool:
    return suit in (1, 2)


def hangs(card: tuple[int, int], parent: tuple[int, int]) -> bool:
    return card[0] == parent[0] - 1 and is_red(card[1]) != is_red(parent[1])


def fits(card: tuple[int, int], column: tuple[Cards, Cards]) -> bool:
    return hangs(card, column[1][-1]) if column[1] else card[0] == 13


def after_taking(column: tuple[Cards, Cards], count: int) -> tuple[Cards, Cards]:
    down, up = column[0], column[1][:-count]
    if not up and down:
        return down[:-1], down[-1:]
    return down, up


def raised(foundations: tuple[int, ...], suit: int, by: int) -> tuple[int, ...]:
    return tuple(height + (by if at == suit else 0) for at, height in enumerate(foundations))


def placed(columns, target: int, column):
    return (*columns[:target], column, *columns[target + 1 :])


def successors(table: Table, draw: int, partial_runs: bool) -> list[tuple[str, Table]]:  # noqa: C901
    """Return every legal move's text and the table after it."""
    stock, waste, foundations, columns, left = table
    found = []
    if stock:
        found.append(("draw", (stock[draw:], waste + stock[:draw], foundations, columns, left)))
    elif waste and left != 0:
        found.append(("redeal", (waste, (), foundations, columns, left - 1 if left > 0 else left)))
    if waste:
        card = waste[-1]
        if foundations[card[1]] == card[0] - 1:
            found.append(("W-F", (stock, waste[:-1], raised(foundations, card[1], 1), columns, left)))
        for target, column in enumerate(columns):
            if fits(card, column):
                after = placed(columns, target, (column[0], (*column[1], card)))
                found.append((f"W-T{target + 1}", (stock, waste[:-1], foundations, after, left)))
    for source, column in enumerate(columns):
        up = column[1]
        if not up:
            continue
        card = up[-1]
        if foundations[card[1]] == card[0] - 1:
            after = placed(columns, source, after_taking(column, 1))
            found.append((f"T{source + 1}-F", (stock, waste, raised(foundations, card[1], 1), after, left)))
        for count in range(1, len(up) + 1):
            if count > 1 and not hangs(up[-count + 1], up[-count]):
                break
            whole = count == len(up) or not hangs(up[-count], up[-count - 1])
            if not whole and not partial_runs:
                continue
            for target, other in enumerate(columns):
                if target != source and fits(up[-count], other):
                    after = placed(columns, source, after_taking(column, count))
                    after = placed(after, target, (other[0], other[1] + up[-count:]))
                    times = f"x{count}" if count > 1 else ""
                    found.append((f"T{source + 1}-T{target + 1}{times}", (stock, waste, foundations, after, left)))
    for suit, height in enumerate(foundations):
        for target, column in enumerate(columns):
            if height and fits((height, suit), column):
                after = placed(columns, target, (column[0], (*column[1], (height, suit))))
                name = f"F{'CDHS'[suit]}-T{target + 1}"
                found.append((name, (stock, waste, raised(foundations, suit, -1), after, left)))
    return found


def can_win(position: Position, rules: RuleSet, limit: int) -> bool | None:
    """Tell whether a win can be reached; None when more than ``limit`` tables had to be seen."""
    table = table_of(position, rules)
    seen = {without_order(table)}
    todo = [table]
    while todo:
        here = todo.pop()
        if sum(here[2]) == 52:
            return True
        # The order decides nothing but how soon a win is seen: cards that go up are looked at first.
        after_moves = successors(here, rules.draw, rules.partial_runs)
        for _, after in sorted(after_moves, key=lambda move: sum(move[1][2])):
            key = without_order(after)
            if key not in seen:
                seen.add(key)
                todo.append(after)
        if len(seen) > limit:
            return None
    return False


def without_order(table: Table) -> Table:
    """Which column is which changes nothing."""
    return (*table[:3], tuple(sorted(table[3])), table[4])
