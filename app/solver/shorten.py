"""Shorter lines for people: fewer entries, the same win."""

from dataclasses import replace
from typing import NamedTuple

from app.game.cards import CARDS, Card
from app.game.errors import IllegalMoveError
from app.game.law import play
from app.game.moves import Move
from app.game.position import Position
from app.game.proof import wins
from app.game.rules import RuleSet
from app.solver.engine import Cancel
from app.solver.lines import BrokenLineError, Player
from app.solver.solving import solve

#: Nodes for each search with fewer redeals.
SEARCH_BUDGET = 20_000
#: Fewer redeals are tried so many times, from none at all on.
SEARCHES = 4


class _Intent(NamedTuple):
    """What a card move is for, whatever has to be drawn or carried for it."""

    card: Card
    goes_up: bool
    parent: Card | None


def shorten(
    position: Position, rules: RuleSet, moves: tuple[Move, ...], cancel: Cancel | None = None
) -> tuple[Move, ...]:
    """Return a line that wins from ``position`` as ``moves`` does, with as few entries as a cheap pass reaches.

    Most entries of a line are draws, and most draws come from going through the stock once more for one card.
    So the game is searched again with fewer redeals, and what is found is relieved of every move that it also
    wins without. Deterministic; takes tens of thousands of nodes and about a hundred replays.
    """
    best = _tidied(position, rules, moves)
    redeals = sum(move.kind == "redeal" for move in best)
    for allowed in range(min(redeals, SEARCHES)):
        tight = replace(rules, passes=position.pass_number + allowed)
        verdict = solve(position, tight, SEARCH_BUDGET, cancel)
        if verdict.verdict == "winnable":
            line = _tidied(position, rules, verdict.moves)
            best = min(best, line, key=len)
            break
    return best


def _tidied(position: Position, rules: RuleSet, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    moves = without_loops(position, rules, moves)
    if not rules.partial_runs:
        return moves
    intents = _intents(position, rules, moves)
    best = _replayed(position, rules, intents, moves)
    at = len(intents) - 1
    while at >= 0:
        fewer = intents[:at] + intents[at + 1 :]
        line = _replayed(position, rules, fewer, ())
        if line and len(line) <= len(best):
            intents, best = fewer, line
        at -= 1
    return without_loops(position, rules, best)


def without_loops(position: Position, rules: RuleSet, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Leave out what leads back to a position that was there before."""
    # With free redeals the number of the pass is no part of what matters.
    pass_counts = rules.passes is not None
    line: list[Move] = []
    first: dict[Position, int] = {}
    for move in (None, *moves):
        if move is not None:
            position = play(position, rules, move).position
            line.append(move)
        key = position if pass_counts else position._replace(pass_number=1)
        if key in first:
            del line[first[key] :]
            first = {before: at for before, at in first.items() if at <= first[key]}
        else:
            first[key] = len(line)
    return tuple(line)


def _intents(position: Position, rules: RuleSet, moves: tuple[Move, ...]) -> list[_Intent]:
    intents = []
    for move in moves:
        if move.kind not in ("draw", "redeal"):
            intents.append(_intent(position, move))
        position = play(position, rules, move).position
    return intents


def _intent(position: Position, move: Move) -> _Intent:
    match move.kind:
        case "W-F" | "W-T":
            card = position.waste[-1]
        case "F-T":
            card = CARDS[4 * (position.foundations[move.source] - 1) + move.source]
        case _:
            card = position.columns[move.source].up[-move.size]
    if move.kind in ("W-F", "T-F"):
        return _Intent(card, True, None)
    target = position.columns[move.target].up
    return _Intent(card, False, target[-1] if target else None)


def _replayed(
    position: Position, rules: RuleSet, intents: list[_Intent], otherwise: tuple[Move, ...]
) -> tuple[Move, ...]:
    """Return the moves that carry out ``intents`` to a win, or ``otherwise`` where they do not lead to one."""
    player = Player(position, rules)
    try:
        for intent in intents:
            if not _is_done(player, intent):
                if intent.goes_up:
                    player.put_up(intent.card)
                else:
                    player.put_on(intent.card, intent.parent)
    except (IllegalMoveError, BrokenLineError):
        return otherwise
    moves = tuple(player.moves)
    return moves if wins(position, rules, moves) else otherwise


def _is_done(player: Player, intent: _Intent) -> bool:
    card = intent.card
    if intent.goes_up:
        return player.position.foundations[card.suit] >= card.rank
    column = player.find(card)
    if column < 0:
        return False
    up = player.position.columns[column].up
    at = up.index(card)
    if at:
        return up[at - 1] is intent.parent
    return intent.parent is None and not player.position.columns[column].down
