"""`klondaily deal`: print a deal."""

import argparse
from typing import Any

from app.cli.errors import CommandError
from app.game.deal import deal_from_code, new_code, parse_code
from app.game.errors import InvalidDealError


def add_parser(commands: Any) -> None:
    command = commands.add_parser("deal", help="print a deal: the code's, or a new one with its code")
    command.add_argument("--code", help="a deal code, decimal digits")


def run(arguments: argparse.Namespace) -> int:
    """With a code: its deal. Without: a new deal, a blank, its code."""
    if arguments.code is None:
        code = new_code()
        print(deal_from_code(code).text, code)
        return 0
    try:
        print(deal_from_code(parse_code(arguments.code)).text)
    except InvalidDealError:
        raise CommandError(f"--code: no deal code: {arguments.code!r}") from None
    return 0
