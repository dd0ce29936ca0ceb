"""Kills a server under load, by default 50 times: ``python -m tests.faults.kills [KILLS] [postgresql]``.

The tests do the same a few times only. Says how many answered moves were looked at, and how soon it was up again.
"""

import sys
import tempfile
from pathlib import Path

from tests.databases import Postgres
from tests.faults.load import kill_under_load
from tests.faults.serving import Server


def main(arguments: list[str]) -> None:
    kills = next((int(text) for text in arguments if text.isdigit()), 50)
    with tempfile.TemporaryDirectory(prefix="klondaily-kills-") as name:
        folder = Path(name)
        postgres = Postgres(folder / "postgres") if "postgresql" in arguments else None
        url = postgres.address(postgres.create(postgres.template)) if postgres else ""
        (folder / "server").mkdir()
        server = Server(folder / "server", url)
        server.start()
        try:
            killed = kill_under_load(server, kills)
        finally:
            server.close()
            if postgres:
                postgres.stop()
    print(f"{kills} kills, {killed.answers} answered moves, all there; nothing half, nothing twice")
    for what in ("seconds", "cpu"):
        times = sorted(getattr(each, what) for each in killed.up_again)
        print(f"up again ({what}): {times[len(times) // 2]:.2f}, at most {times[-1]:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
