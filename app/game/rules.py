"""Rule sets as rows of data (R3)."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Final, Literal

from app.game.errors import InvalidRulesError

Scoring = Literal["standard", "vegas", "castles"]
Table = Literal["standard", "vegas", "open", "castle", "free-castle", "daily"]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything in which one table differs from another.

    ``passes`` counts runs through the stock, ``None`` is unlimited (R2.9). ``undo_cost`` and
    ``hint_cost`` are points, 0 is free, ``None`` means not allowed. ``seconds`` is a level's time
    limit. ``level`` is the castle level or 0. ``ranked`` tells that a game of this table can be on a
    leaderboard. ``options`` names the suffixes that the key may carry.
    """

    key: str
    table: Table
    draw: int
    passes: int | None = None
    scoring: Scoring = "standard"
    timed: bool = True
    undo_cost: int | None = 0
    hint_cost: int | None = 0
    partial_runs: bool = True
    open: bool = False
    level: int = 0
    seconds: int | None = None
    finishes_itself: bool = False
    ranked: bool = False
    limited: bool = False
    options: tuple[str, ...] = ()

    def __hash__(self) -> int:
        # The key names all of them; caches of every move are asked by it.
        return hash(self.key)

    @property
    def crowns(self) -> int:
        """The redeals that a limited table allows."""
        return 0 if self.passes is None else self.passes - 1


_CASTLE_LEVELS: Final = ((1, 500, 5), (2, 500, 4), (3, 400, 3), (4, 400, 2), (5, 300, 1))
_FREE: Final = ("untimed", "wholeruns")


def _tables(draw: int) -> list[RuleSet]:
    """Return the tables at which one card is drawn, or three."""
    return [
        RuleSet(f"standard-{draw}", "standard", draw, options=_FREE),
        RuleSet(f"standard-{draw}-limited", "standard", draw, passes=draw, limited=True, options=_FREE),
        RuleSet(f"vegas-{draw}", "vegas", draw, passes=draw, scoring="vegas", options=("wholeruns",)),
        RuleSet(f"open-{draw}", "open", draw, open=True, options=_FREE),
        RuleSet(f"daily-standard-{draw}", "daily", draw, undo_cost=5, hint_cost=10, ranked=True),
        RuleSet(
            f"daily-vegas-{draw}",
            "daily",
            draw,
            passes=draw,
            scoring="vegas",
            undo_cost=None,
            hint_cost=None,
            ranked=True,
        ),
    ]


def _castles(level: int, seconds: int, passes: int) -> list[RuleSet]:
    """Return a level of the castles, and the same without its clock."""
    castle = RuleSet(
        f"castle-{level}",
        "castle",
        1,
        passes=passes,
        scoring="castles",
        level=level,
        seconds=seconds,
        undo_cost=None,
        hint_cost=None,
        finishes_itself=True,
        ranked=True,
    )
    free = replace(
        castle,
        key=f"free-castle-{level}",
        table="free-castle",
        timed=False,
        seconds=None,
        undo_cost=5,
        hint_cost=10,
        ranked=False,
        options=("wholeruns",),
    )
    return [castle, free]


_ROWS: Final = (*_tables(1), *_tables(3), *chain.from_iterable(_castles(*limits) for limits in _CASTLE_LEVELS))
RULE_SETS: Final = {row.key: row for row in _ROWS}
ALL_KEYS: Final = tuple(sorted(RULE_SETS))


@lru_cache(maxsize=256)
def rule_set(key: str) -> RuleSet:
    """Return the rule set that ``key`` names, options included (``standard-3+untimed``).

    The returned row's key has its options in one order. Raises :class:`InvalidRulesError`.
    """
    base, *options = key.split("+")
    row = RULE_SETS.get(base)
    if row is None:
        raise InvalidRulesError("unknown_rules", key)
    if len(set(options)) != len(options) or any(option not in row.options for option in options):
        raise InvalidRulesError("no_such_option", key)
    full_key = "+".join([base, *sorted(options)])
    return replace(
        row,
        key=full_key,
        timed=row.timed and "untimed" not in options,
        partial_runs="wholeruns" not in options,
    )
