"""The picture in README: a real game on a real server, some moves in. `python -m tools.screenshot` writes it."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

from app.game.deal import deal_from_code
from app.game.law import legal_moves, play
from app.game.moves import Move, parse_move
from app.game.position import Position, deal_position
from app.game.rules import rule_set

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "table.png"
RULES = "standard-1"
CODE = "1"  # the same deal in every picture
MOVES = 30
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb"]


@contextmanager
def server() -> Iterator[str]:
    """The address of an installation of its own, gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        given = {"KLONDAILY_DATA": folder, "KLONDAILY_PREPARE": "no", "KLONDAILY_LOG_LEVEL": "error"}
        command = [sys.executable, "-m", "app", "serve", "--port", "0"]
        process = subprocess.Popen(command, cwd=ROOT, env=os.environ | given, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()
            process.wait()


def some_moves() -> list[str]:
    """The first moves of a greedy player: whatever gains, and else a card from the stock."""
    rules = rule_set(RULES)
    position = deal_position(deal_from_code(CODE), rules)
    texts = []
    for _ in range(MOVES):
        gains = (move for move in legal_moves(position, rules) if is_gain(position, move))
        move = next(gains, parse_move("draw"))
        texts.append(move.text)
        position = play(position, rules, move).position
    return texts


def is_gain(position: Position, move: Move) -> bool:
    if move.text.startswith("W-") or move.text.endswith("-F"):
        return True
    if not move.text.startswith("T"):
        return False
    column = position.columns[int(move.text[1]) - 1]
    return bool(column.down) and len(column.up) == move.count


def form(address: str) -> dict[str, str]:
    return {"origin": address, "content-type": "application/x-www-form-urlencoded"}


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
        dealt = urlencode({"rules": RULES, "code": CODE})
        answer = page.request.post(f"{address}/games", data=dealt, headers=form(address))
        played = {"version": "0", "entry": some_moves()}
        page.request.post(f"{answer.url}/play", data=urlencode(played, doseq=True), headers=form(address))
        page.goto(answer.url)
        page.wait_for_timeout(1000)  # until nothing flies any more
        PICTURE.parent.mkdir(exist_ok=True)
        page.screenshot(path=PICTURE)
        browser.close()
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
