"""Points for events (R4, R5, R6). Sums are cut at 0 one event at a time where a table does so (R4.1)."""

from typing import Final, NamedTuple

from app.game.law import Event
from app.game.rules import RuleSet

STANDARD_POINTS: Final = {
    "waste_to_column": 5,
    "waste_to_foundation": 10,
    "column_to_foundation": 10,
    "turn_up": 5,
    "foundation_to_column": -15,
}
REDEAL_POINTS: Final = {1: -100, 3: -20}
TICK_MS: Final = 10_000
TICK_POINTS: Final = -2
VEGAS_STAKE: Final = 52
VEGAS_CARD: Final = 5
BONUS: Final = 700_000
BONUS_AFTER_SECONDS: Final = 30
CROWN_POINTS: Final = 250
UP: Final = ("waste_to_foundation", "column_to_foundation")


class Points(NamedTuple):
    """A running total: ``score``, clock ``ticks`` already charged, and the columns (bits 0…6) paid for (R6.2)."""

    score: int
    ticks: int
    emptied: int


def start_points(rules: RuleSet) -> Points:
    """Return what a fresh deal stands at (R5.1: a Vegas game begins with its stake gone)."""
    return Points(-VEGAS_STAKE if rules.scoring == "vegas" else 0, 0, 0)


def _cuts_at_zero(rules: RuleSet) -> bool:
    return rules.scoring == "standard" or rules.table == "free-castle"


def add(rules: RuleSet, score: int, points: int) -> int:
    """Return the total after one event: never below zero where the table says so (R4.1)."""
    total = score + points
    return max(total, 0) if _cuts_at_zero(rules) else total


def charge_ticks(rules: RuleSet, points: Points, clock_ms: int) -> Points:
    """Apply the clock ticks due at ``clock_ms`` (R4: −2 for every full 10 seconds)."""
    if rules.scoring != "standard" or not rules.timed:
        return points
    due = clock_ms // TICK_MS
    if due <= points.ticks:
        return points
    # Only ever subtracting, so that cutting once equals cutting after each tick.
    return points._replace(score=max(points.score + TICK_POINTS * (due - points.ticks), 0), ticks=due)


def score_events(rules: RuleSet, points: Points, events: tuple[Event, ...], clock_ms: int) -> Points:
    """Apply a move's events in their order; the ticks due must have been charged before."""
    score, ticks, emptied = points
    for event in events:
        match rules.scoring:
            case "standard":
                score = add(rules, score, _standard(rules, event))
            case "vegas":
                score += _direction(event) * VEGAS_CARD
            case "castles":
                worth, emptied = _castles(rules, event, emptied, clock_ms)
                score = add(rules, score, worth)
    return Points(score, ticks, emptied)


def win_bonus(rules: RuleSet, clock_ms: int) -> int:
    """Return the bonus for a win after so long at a Standard table (R4.2)."""
    seconds = clock_ms // 1000
    if rules.scoring != "standard" or not rules.timed or seconds <= BONUS_AFTER_SECONDS:
        return 0
    return BONUS // seconds


def score_win(rules: RuleSet, score: int, clock_ms: int, pass_number: int) -> int:
    """Return the total with what a win adds (R4.2, R6.3)."""
    if rules.scoring != "castles":
        return score + win_bonus(rules, clock_ms)
    unused = rules.crowns - (pass_number - 1)
    return score + seconds_left(rules, clock_ms) * rules.level + CROWN_POINTS * rules.level * unused


def seconds_left(rules: RuleSet, clock_ms: int) -> int:
    """Return the whole seconds left of a level, 0 where nothing counts down."""
    return 0 if rules.seconds is None else max(rules.seconds * 1000 - clock_ms, 0) // 1000


def _standard(rules: RuleSet, event: Event) -> int:
    if event.kind == "redeal":
        return REDEAL_POINTS[rules.draw]
    return STANDARD_POINTS.get(event.kind, 0)


def _direction(event: Event) -> int:
    if event.kind in UP:
        return 1
    return -1 if event.kind == "foundation_to_column" else 0


def _castles(rules: RuleSet, event: Event, emptied: int, clock_ms: int) -> tuple[int, int]:
    if event.kind == "column_emptied":
        bit = 1 << event.column
        if emptied & bit:
            return 0, emptied
        return seconds_left(rules, clock_ms), emptied | bit
    rank = event.card.rank if event.card else 0
    return _direction(event) * rank * rules.level, emptied
