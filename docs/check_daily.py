"""Check a day's deal: that it is the one that was promised, and that it is won on all four boards.

    python docs/check_daily.py klondaily-2026-11-29.json [NUMBER] [RECORD.json ...]

The file is the one from the day's page; NUMBER is what was public before the day began. Each RECORD is a game on one
of the day's leaderboards, from the page of its result: it is played again on the day's deal, to compare what it comes
to with its row. Run it from a checkout: it uses nothing but Python and the rules of the game in app/game. Prints a line
for each thing it checked.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from app.game.commitment import commitment
from app.game.deal import Deal
from app.game.law import play
from app.game.moves import parse_move
from app.game.position import deal_position
from app.game.record import Record, ReplayError, replay
from app.game.rules import rule_set

BOARDS = ("daily-standard-1", "daily-standard-3", "daily-vegas-1", "daily-vegas-3")


def is_won(deal: Deal, key: str, line: str) -> bool:
    """Tell whether the moves of ``line`` are all allowed and end with every card on the foundations."""
    rules = rule_set(key)
    position = deal_position(deal, rules)
    try:
        for text in line.split():
            position = play(position, rules, parse_move(text)).position
    except ValueError as error:
        print(f"{key}: {error}")
        return False
    return position.is_won


def replayed(file: str, deal: Deal) -> tuple[str, bool]:
    """Return what a record comes to, and whether all of its entries are allowed on the day's deal."""
    try:
        record = Record.parse(Path(file).read_text(encoding="utf-8"))
        state = replay(record).state
    except ReplayError as error:
        return f"{file}: entry {error.index} is not allowed", False
    except ValueError as error:
        return f"{file}: {error}", False
    seconds = state.clock_ms // 1000
    told = f"{state.status}, {state.score} points, {seconds // 60}:{seconds % 60:02}, {state.moves} moves"
    return f"{file}: {record.rules.key}, {told}", record.deal == deal and record.rules.key in BOARDS


def main(arguments: list[str]) -> int:
    numbers = [text for text in arguments[1:] if not text.endswith(".json")]
    if not arguments or len(numbers) > 1:
        print(__doc__)
        return 2
    proof = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    promised = numbers[0].strip().lower() if numbers else proof["commitment"]
    deal = Deal.parse(proof["deal"])
    checks = [("the deal is the promised one", commitment(deal.text, proof["nonce"]) == promised)]
    checks += [(f"{key} is won", is_won(deal, key, proof["lines"].get(key, ""))) for key in BOARDS]
    checks += [replayed(text, deal) for text in arguments[1:] if text.endswith(".json")]
    for what, holds in checks:
        print(f"{'yes' if holds else 'NO '}  {what}")
    return 0 if all(holds for _, holds in checks) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
