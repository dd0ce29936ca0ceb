"""`klondaily solve`: whether deals or positions can be won, and how."""

import argparse
import json
from typing import Any

from app.cli.lines import answer_lines
from app.cli.moves import position_of, rules_of
from app.game.deal import read_line
from app.game.position import Position, deal_position
from app.game.rules import RuleSet
from app.solver.shorten import shorten
from app.solver.solving import DEFAULT_BUDGET, solve_warming


def add_parser(commands: Any) -> None:
    command = commands.add_parser("solve", help="read one deal or position a line, print whether and how it is won")
    command.add_argument("--rules", required=True, metavar="KEY", help="a rule set, such as standard-3")
    how = f"default {DEFAULT_BUDGET}; a search ends with the step that is past it, and says all that it took"
    command.add_argument("--budget", type=_nodes, default=DEFAULT_BUDGET, metavar="NODES", help=how)
    command.add_argument("--position", action="store_true", help="the lines are positions, not deals")


def run(arguments: argparse.Namespace) -> int:
    rules = rules_of(arguments.rules)

    def read(line: str) -> Position:
        return position_of(line, rules) if arguments.position else deal_position(read_line(line), rules)

    return answer_lines(lambda line: answer(read(line), rules, arguments.budget))


def answer(position: Position, rules: RuleSet, budget: int) -> str:
    """Return the JSON line for one position."""
    verdict = solve_warming(position, rules, budget)
    moves = shorten(position, rules, verdict.moves) if verdict.moves else ()
    return json.dumps(
        {
            "verdict": verdict.verdict,
            "moves": " ".join(move.text for move in moves),
            "nodes": verdict.nodes,
            "seconds": round(verdict.seconds, 6),
        }
    )


def _nodes(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 1 << 40:
        raise argparse.ArgumentTypeError(f"not a number of nodes above 0: {text!r}")
    return int(text)
