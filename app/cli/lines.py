"""Line by line from standard input or a file to standard output, however long the input is."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

from app.cli.errors import BAD_LINE, CommandError

# No deal, position or record of a real game comes near it; without a limit one endless line would fill the memory.
LONGEST_LINE = 4 * 1024 * 1024


def input_lines(file: str | None = None) -> Iterator[tuple[int, str]]:
    """Number (1 first) and text of each line that is not blank; `file` None or "-" is standard input."""
    with _opened(file) as stream:
        number = 0
        while line := stream.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise CommandError(f"line {number}: longer than {LONGEST_LINE} bytes", BAD_LINE)
            text = line.decode("utf-8", errors="replace").strip()
            if text:
                yield number, text


def _opened(file: str | None) -> AbstractContextManager[BinaryIO]:
    if file is None or file == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise CommandError(f"cannot read {file}: {error.strerror}") from None


def answer_lines(answer: Callable[[str], str], file: str | None = None) -> int:
    """Print `answer(line)` for each line; a ValueError is that line's own failure. Returns the exit status."""
    status = 0
    for number, line in input_lines(file):
        try:
            print(answer(line), flush=True)  # a program may wait for it before it asks on
        except ValueError as error:
            report(number, error)
            status = BAD_LINE
    return status


def report(number: int, error: ValueError) -> None:
    """One line on standard error about one line of input."""
    text = " ".join(str(error).split())
    print(f"klondaily: line {number}: {text}", file=sys.stderr)
