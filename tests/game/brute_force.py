"""R8.3 by the letter: search every sequence of legal moves for one that gains. And tables to try it on."""

import random
from itertools import pairwise

from app.game.cards import CARDS
from app.game.law import legal_moves, play
from app.game.position import EMPTY_COLUMN, Column, Position


class TooLargeError(Exception):
    """The search would take too long; nothing is known."""


def gains(before, after, gain_base):
    """Tell whether the move between two positions gains by R8.3."""

    def hidden(position):
        return sum(len(column.down) for column in position.columns)

    def unplayed(position):
        return len(position.stock) + len(position.waste)

    return hidden(after) < hidden(before) or unplayed(after) < unplayed(before) or sum(after.foundations) > gain_base


def is_stuck_by_the_letter(position, rules, gain_base, limit=20_000):
    if position.is_won:
        return False
    seen = {position}
    todo = [position]
    while todo:
        here = todo.pop()
        for move in legal_moves(here, rules):
            after = play(here, rules, move).position
            if gains(here, after, gain_base):
                return False
            # Which column is which decides nothing, and neither does the number of a pass where none is the last.
            after = after._replace(
                columns=tuple(sorted(after.columns, key=str)),
                pass_number=after.pass_number if rules.passes else 1,
            )
            if after not in seen:
                if len(seen) >= limit:
                    raise TooLargeError
                seen.add(after)
                todo.append(after)
    return True


def random_table(rng: random.Random, rules) -> Position:
    """Return any table that obeys the form of a position, mostly late ones, reachable in play or not."""
    low = rng.choice([0, 2, 4, 6, 8, 9, 10])
    heights = [min(13, max(0, low + rng.randint(-2, 3))) for _ in range(4)]
    rest = [card for card in CARDS if card.rank > heights[card.suit]]
    rng.shuffle(rest)
    unplayed = rng.choice([0, 0, 1, 2, 3, 5, 8, rng.randint(0, 24)])
    cut = rng.randint(0, unplayed)
    stock, waste, rest = rest[:unplayed][:cut], rest[:unplayed][cut:], rest[unplayed:]
    columns = []
    piles = rng.randint(1, 7)
    parts = [[] for _ in range(piles)]
    for card in rest:
        parts[rng.randrange(piles)].append(card)
    for part in parts:
        columns.append(_random_column(rng, part, rules))
    _join_runs(rng, columns)
    columns += [EMPTY_COLUMN] * (7 - len(columns))
    rng.shuffle(columns)
    passes = rules.passes or 3
    return Position(tuple(stock), tuple(waste), tuple(heights), tuple(columns), rng.randint(1, passes))


def _random_column(rng, part, rules):
    if not part:
        return EMPTY_COLUMN
    if rules.open:
        return Column((), tuple(part))
    down = len(part) - 1 if rng.random() < 0.5 else rng.randint(0, len(part) - 1)
    kept = [part[down]]
    # What does not follow in sequence goes face down below, so that the face-up part is one run.
    below = part[:down]
    for card in part[down + 1 :]:
        if card.fits_on(kept[-1]):
            kept.append(card)
        else:
            below.append(card)
    return Column(tuple(below), tuple(kept))


def _join_runs(rng, columns):
    """Hang some columns' face-up runs on others, as play does, so that long runs and twins are common."""
    for _ in range(rng.randint(0, 8)):
        a, b = rng.randrange(len(columns)), rng.randrange(len(columns))
        if a == b or not columns[a].up or not columns[b].up:
            continue
        run = columns[a].up
        start = next((i for i, card in enumerate(run) if card.fits_on(columns[b].up[-1])), None)
        if start is None or any(not later.fits_on(sooner) for sooner, later in pairwise(run[start:])):
            continue
        columns[b] = Column(columns[b].down, columns[b].up + run[start:])
        down, up = columns[a].down, run[:start]
        if not up and down:
            down, up = down[:-1], down[-1:]
        columns[a] = Column(down, up) if up else EMPTY_COLUMN
