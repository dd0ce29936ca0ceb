"""A second, slow and plain reading of R2 that shares nothing with the product: lists of two-letter words.

It judges one move at a time, straight from the sentences of the rules, and knows no list of legal moves.
"""

from itertools import pairwise

RANKS = "A23456789TJQK"


class Table:
    """Stock, waste, foundations by suit, columns of ``[card, is_up]``, and the pass."""

    def __init__(self, position_text: str) -> None:
        piles, pass_text = position_text.split(" ")
        stock, waste, tops, *columns = piles.split("/")
        self.running_pass = int(pass_text)
        self.stock = words(stock)
        self.waste = words(waste)
        self.up = {
            suit: words("".join(r + suit for r in RANKS[: RANKS.find(top) + 1]))
            for suit, top in zip("CDHS", tops, strict=True)
        }
        self.columns = []
        for column in columns:
            down, _, up = column.partition("|")
            self.columns.append([[card, False] for card in words(down)] + [[card, True] for card in words(up)])

    @property
    def text(self) -> str:
        tops = "".join(pile[-1][0] if pile else "-" for pile in self.up.values())
        columns = []
        for column in self.columns:
            down = "".join(card for card, is_up in column if not is_up)
            up = "".join(card for card, is_up in column if is_up)
            columns.append(f"{down}|{up}" if column else "")
        return "/".join(["".join(self.stock), "".join(self.waste), tops, *columns]) + f" {self.running_pass}"


def words(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def red(card: str) -> bool:
    return card[1] in "DH"


def follows(card: str, upper: str) -> bool:
    return RANKS.index(card[0]) + 1 == RANKS.index(upper[0]) and red(card) != red(upper)


def goes_up(table: Table, card: str) -> bool:
    return len(table.up[card[1]]) == RANKS.index(card[0])


def goes_on(table: Table, card: str, target: int) -> bool:
    column = table.columns[target]
    return follows(card, column[-1][0]) if column else card[0] == "K"


def make(position_text: str, move: str, *, draw: int, passes: int | None, partial_runs: bool) -> str | None:
    """Return the position after ``move``, or ``None`` where a rule forbids it."""
    table = Table(position_text)
    if move == "draw":
        if not table.stock:
            return None
        for _ in range(draw):
            if table.stock:
                table.waste.append(table.stock.pop(0))
        return table.text
    if move == "redeal":
        if table.stock or not table.waste or (passes is not None and table.running_pass >= passes):
            return None
        table.stock, table.waste = table.waste, []
        table.running_pass += 1
        return table.text
    source, _, rest = move.partition("-")
    target, _, count = rest.partition("x")
    taken = _take(table, source, int(count or 1), partial_runs or target == "F")
    if taken is None or not _put(table, taken, source, target):
        return None
    for column in table.columns:
        if column:
            column[-1][1] = True
    return table.text


def _take(table: Table, source: str, count: int, partial_runs: bool) -> list[str] | None:
    if source == "W":
        return [table.waste.pop()] if table.waste else None
    if source[0] == "F":
        return [table.up[source[1]].pop()] if table.up[source[1]] else None
    column = table.columns[int(source[1]) - 1]
    if count > len(column) or not all(is_up for _, is_up in column[-count:]):
        return None
    run = [card for card, _ in column[-count:]]
    if any(not follows(lower, upper) for upper, lower in pairwise(run)):
        return None
    more = column[: len(column) - count]
    if not partial_runs and more and more[-1][1] and follows(run[0], more[-1][0]):
        return None
    del column[-count:]
    return run


def _put(table: Table, run: list[str], source: str, target: str) -> bool:
    if target == "F":
        if source[0] == "F" or not goes_up(table, run[0]):
            return False
        table.up[run[0][1]].append(run[0])
        return True
    if source == target or not goes_on(table, run[0], int(target[1]) - 1):
        return False
    table.columns[int(target[1]) - 1] += [[card, True] for card in run]
    return True
