"""Check a day's deal: that it is the one that was promised, and that it is won on all four boards.

    python docs/check_daily.py klondaily-2026-11-29.json [NUMBER]

The file is the one from the day's page; NUMBER is what was public before the day began. Run it from a checkout: it
uses nothing but Python and the rules of the game in app/game. Prints a line for each thing it checked.
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


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        print(__doc__)
        return 2
    proof = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    promised = arguments[1].strip().lower() if len(arguments) == 2 else proof["commitment"]
    deal = Deal.parse(proof["deal"])
    checks = [("the deal is the promised one", commitment(deal.text, proof["nonce"]) == promised)]
    checks += [(f"{key} is won", is_won(deal, key, proof["lines"].get(key, ""))) for key in BOARDS]
    for what, holds in checks:
        print(f"{'yes' if holds else 'NO '}  {what}")
    return 0 if all(holds for _, holds in checks) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
