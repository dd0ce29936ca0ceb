"""`klondaily replay`: play records again and say where each ends."""

import argparse
import json
from typing import Any

from app.cli.errors import BAD_LINE
from app.cli.lines import Line, input_lines, report
from app.game.record import InvalidEntryError, Record, ReplayError, replay
from app.game.state import Game
from app.web.input_errors import told


def add_parser(commands: Any) -> None:
    command = commands.add_parser("replay", help="read one record a line (JSON), print where each game ends")
    command.add_argument("file", nargs="?", metavar="FILE", help="instead of standard input")


def run(arguments: argparse.Namespace) -> int:
    """One line of JSON for each record; one that fails has its `error` there and a line on standard error."""
    status = 0
    for line in input_lines(arguments.file):
        game, error = _replayed(line)
        if error is not None:
            report(line.number, told(error))
            status = BAD_LINE
        print(json.dumps(_outcome(game, error)), flush=True)
    return status


def _replayed(line: Line) -> tuple[Game | None, ValueError | None]:
    """Return the game as far as it goes, ``None`` where there is none, and what stopped it."""
    trouble: ValueError | None = None
    try:
        record = Record.parse(line.text())
    except InvalidEntryError as error:
        record, trouble = error.before, error
    except ValueError as error:
        return None, error
    try:
        return replay(record), trouble
    except ReplayError as error:
        return error.game, error


def _outcome(game: Game | None, error: ValueError | None) -> dict[str, Any]:
    state = game.state if game else None
    return {
        "position": state.position.text if state else None,
        "score": state.score if state else None,
        "status": state.status if state else None,
        "moves": state.moves if state else None,
        "error": told(error) if error is not None else None,
    }
