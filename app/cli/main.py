"""`klondaily COMMAND …`: finds the commands, runs one, and ends without a traceback."""

import argparse
import os
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import app.cli
from app import __version__
from app.cli.errors import WRONG_USE, CommandError
from app.config import SettingError

_BROKEN_PIPE = 141  # what a shell reports for a program that a closed pipe ended
_INTERRUPTED = 130
_OUR_FAULT = 70


class _Parser(argparse.ArgumentParser):
    """Takes no shortened options, and says what is wrong in one line, without the usage before it."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"{self.prog}: {' '.join(message.split())} (see {self.prog} --help)\n")


def parser() -> argparse.ArgumentParser:
    whole = _Parser(prog="klondaily", description="Klondike solitaire on a server of your own.")
    whole.add_argument("--version", action="version", version=f"klondaily {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in pkgutil.iter_modules(app.cli.__path__):
        command = import_module(f"app.cli.{module.name}")
        if hasattr(command, "add_parser"):
            command.add_parser(commands)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, 1 where an input line failed, 2 for wrong use."""
    try:
        chosen = parser().parse_args(arguments)
        status = import_module(f"app.cli.{_module(chosen.command)}").run(chosen)
        sys.stdout.flush()
        return int(status)
    except (CommandError, SettingError) as error:
        return _say(str(error), error.status if isinstance(error, CommandError) else WRONG_USE)
    except BrokenPipeError:
        # Python flushes standard output once more when it ends: into nothing, or it would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as error:  # noqa: BLE001 (the edge of the command line)
        return _say(f"unexpected {type(error).__name__}: {error}", _OUR_FAULT)


def _module(command: str) -> str:
    """`import` is a word of Python's, so that command's module is `import_`."""
    return "import_" if command == "import" else command.replace("-", "_")


def _say(message: str, status: int) -> int:
    print(f"klondaily: {' '.join(message.split())}", file=sys.stderr)
    return status
