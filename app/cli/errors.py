"""How a command says that it cannot go on."""

WRONG_USE = 2
BAD_LINE = 1
FAILED = 1


class CommandError(Exception):
    """Ends a command: its text is the one line on standard error, `status` the exit status."""

    def __init__(self, message: str, status: int = WRONG_USE) -> None:
        self.status = status
        super().__init__(message)
