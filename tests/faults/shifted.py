"""``klondaily`` on a machine whose clock is set back by an hour whenever the process gets SIGUSR1."""

import signal
import sys
import time

import time_machine

from app.cli.main import main

HOUR = 3600


def set_back(*_: object) -> None:
    time_machine.travel(time.time() - HOUR, tick=True).start()


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, set_back)
    sys.exit(main())
