"""The example of docs/api.md plays against a real server."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.faults.serving import Server
from tests.waiting import HANGS

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "docs" / "example_player.py"


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["vegas-3", "standard-1"])
def test_the_example_plays_a_game_to_its_end(tmp_path: Path, rules: str):
    server = Server(tmp_path)
    server.start()
    try:
        site = f"http://127.0.0.1:{server.port}"
        page = httpx.post(f"{site}/tokens", data={"label": "example"}).text
        token = page.partition("<code>")[2].partition("</code>")[0]
        environ = os.environ | {"KLONDAILY": site, "TOKEN": token}
        done = subprocess.run(
            [sys.executable, EXAMPLE, rules], env=environ, capture_output=True, text=True, timeout=HANGS, check=False
        )
    finally:
        server.close()
    assert done.returncode == 0, done.stderr
    status, _, _, moves, _ = done.stdout.split()
    assert status in ("won", "lost")
    assert int(moves) > 0
    (row,) = server.rows("SELECT * FROM games")
    assert (row["status"], row["by_program"], row["rules"]) == (status, 1, rules)


def test_it_is_as_short_as_promised():
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 34
