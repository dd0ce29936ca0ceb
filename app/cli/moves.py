"""`klondaily moves`: the legal moves of positions."""

import argparse
from typing import Any

from app.cli.errors import CommandError
from app.cli.lines import answer_lines
from app.game.errors import InvalidPositionError, InvalidRulesError
from app.game.law import legal_moves
from app.game.position import Position, parse_position
from app.game.rules import RuleSet, rule_set


def add_parser(commands: Any) -> None:
    command = commands.add_parser("moves", help="read one position a line, print its legal moves")
    command.add_argument("--rules", required=True, metavar="KEY", help="a rule set, such as standard-3")


def run(arguments: argparse.Namespace) -> int:
    """One line of moves for each position; a line that holds none is answered by an empty one."""
    rules = rules_of(arguments.rules)
    return answer_lines(lambda line: moves_text(position_of(line, rules), rules), failed="")


def moves_text(position: Position, rules: RuleSet) -> str:
    return " ".join(sorted(move.text for move in legal_moves(position, rules)))


def position_of(text: str, rules: RuleSet) -> Position:
    """Read a position of a game by these rules; raises InvalidPositionError, also for a pass that they do not allow."""
    position = parse_position(text)
    if rules.passes is not None and position.pass_number > rules.passes:
        raise InvalidPositionError("no_such_pass", str(position.pass_number))
    return position


def rules_of(key: str) -> RuleSet:
    try:
        return rule_set(key)
    except InvalidRulesError:
        raise CommandError(f"--rules: no rule set: {key!r}") from None
