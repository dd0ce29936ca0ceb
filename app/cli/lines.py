"""Line by line from standard input or a file to standard output, however long the input is."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, NamedTuple

from app.cli.errors import BAD_LINE, CommandError
from app.web.input_errors import told

# No deal, position or record of a real game comes near it; without a limit one endless line would fill the memory.
LONGEST_LINE = 4 * 1024 * 1024


class Line(NamedTuple):
    """One line of input that is not blank; ``number`` counts all lines, from 1."""

    number: int
    raw: bytes

    def text(self) -> str:
        """Return the line without its white space; raise ValueError where it is too long or no UTF-8."""
        if len(self.raw) > LONGEST_LINE:
            raise ValueError(f"longer than {LONGEST_LINE} bytes")
        try:
            return self.raw.decode("utf-8-sig" if self.number == 1 else "utf-8").strip()
        except UnicodeDecodeError as error:
            raise ValueError(f"not UTF-8 at byte {error.start}") from None


def input_lines(file: str | None = None) -> Iterator[Line]:
    """Yield each line that is not blank; `file` None or "-" is standard input."""
    with opened(file) as stream:
        number = 0
        while raw := stream.readline(LONGEST_LINE + 1):
            number += 1
            ends = raw.endswith(b"\n")
            if len(raw) > LONGEST_LINE or not raw.isspace():
                yield Line(number, raw)
            while not ends and (rest := stream.readline(LONGEST_LINE)):
                ends = rest.endswith(b"\n")


def opened(file: str | None) -> AbstractContextManager[BinaryIO]:
    """Return the file, or standard input for None and "-"; raise CommandError where it cannot be read."""
    if file is None or file == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise CommandError(f"cannot read {file}: {error.strerror}") from None


def answer_lines(answer: Callable[[str], str], file: str | None = None, failed: str | None = None) -> int:
    """Print `answer(line)` for each line; a ValueError is that line's own failure. Returns the exit status.

    `failed` is printed for a line that fails, so that answers stay in step with the lines; None prints nothing.
    """
    status = 0
    for line in input_lines(file):
        text = ""
        try:
            text = line.text()
            print(answer(text), flush=True)  # a program may wait for it before it asks on
        except ValueError as error:
            report(line.number, told(error, text))
            status = BAD_LINE
            if failed is not None:
                print(failed, flush=True)
    return status


def report(number: int, trouble: str) -> None:
    """One line on standard error about one line of input."""
    print(f"klondaily: line {number}: {' '.join(trouble.split())}", file=sys.stderr)
