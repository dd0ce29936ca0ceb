"""Proofs that a deal can be won: a line of moves with the rules that it wins by, checked by the law alone."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from app.game.deal import Deal
from app.game.errors import IllegalMoveError, InvalidMoveError
from app.game.law import play
from app.game.moves import Move, parse_move
from app.game.position import Position, deal_position
from app.game.rules import RuleSet, rule_set


class Proof(NamedTuple):
    """What proves a deal that was drawn from the installation's secret.

    ``line`` wins by the rule set ``rules``, its moves blank-separated; ``solver`` is the version that found it. The
    deal is candidate ``salt`` for the deal number ``serial`` of that rule set, both from 0.
    """

    rules: str
    solver: int
    serial: int
    salt: int
    line: str

    @property
    def text(self) -> str:
        """JSON, round-tripping through :meth:`parse`."""
        return json.dumps(self._asdict(), separators=(",", ":"))

    @staticmethod
    def parse(text: str) -> "Proof":
        """Read what :attr:`text` has written; raises ``ValueError`` or ``TypeError`` for anything else."""
        return Proof(**json.loads(text))

    def wins(self, deal: Deal) -> bool:
        """Tell whether the line wins ``deal``."""
        return line_wins(deal, rule_set(self.rules), self.line)


def line_wins(deal: Deal, rules: RuleSet, line: str) -> bool:
    """Tell whether the moves of ``line``, blank-separated, can all be played from the deal and end in a win."""
    try:
        return wins(deal_position(deal, rules), rules, map(parse_move, line.split()))
    except InvalidMoveError:
        return False


def wins(position: Position, rules: RuleSet, moves: Iterable[Move]) -> bool:
    """Tell whether ``moves`` can all be played, and the game is won at their end."""
    try:
        for move in moves:
            position = play(position, rules, move).position
    except IllegalMoveError:
        return False
    return position.is_won
