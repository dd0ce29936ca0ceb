"""`klondaily import`: read a deal of another program, print ours."""

import argparse
from typing import Any

from app.cli.errors import BAD_LINE, CommandError
from app.cli.lines import opened
from app.game.errors import InvalidDealError
from app.game.foreign import LONGEST_TEXT, read_deal
from app.web.input_errors import told


def add_parser(commands: Any) -> None:
    command = commands.add_parser("import", help="read a deal in our or another program's format, print ours")
    command.add_argument(
        "file", metavar="FILE", help="klondaily deal, Solvitaire, Klondike-Solver, PySolFC or KPat; - is standard input"
    )


def run(arguments: argparse.Namespace) -> int:
    with opened(arguments.file) as stream:
        raw = stream.read(LONGEST_TEXT + 1)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"{arguments.file}: not UTF-8 at byte {error.start}", BAD_LINE) from None
    try:
        print(read_deal(text).text)
    except InvalidDealError as error:
        raise CommandError(f"{arguments.file}: {told(error, text)}", BAD_LINE) from None
    return 0
