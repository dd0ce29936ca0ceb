"""Plays one game: KLONDAILY=https://cards.example TOKEN=klondaily_… python3 example_player.py [vegas-3]"""

import json
import os
import sys
import urllib.request


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {os.environ['TOKEN']}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{os.environ['KLONDAILY']}/api/v1{path}", data, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def worth(move, columns):
    """Up is best, then what turns a card, then off the waste, then the stock; no other move is worth it."""
    source, _, target = move.partition("-")
    down, _, up = columns[int(source[1]) - 1].partition("|") if source[0] == "T" else ("", "", "")
    turns = down and move.endswith(f"x{len(up) // 2}" if len(up) > 2 else target)
    return 4 if target == "F" else 3 if turns else 2 if source == "W" else 1 if not target else 0


game = ask("/games", {"rules": sys.argv[1] if len(sys.argv) > 1 else "vegas-3"})
while game["status"] == "playing":
    columns = game["position"].split()[0].split("/")[3:]
    moves = [move for move in game["legal"] if worth(move, columns)]
    gives_up = game["stuck"] or game["moves"] > 300 or not moves
    entry = "resign" if gives_up else max(moves, key=lambda move: worth(move, columns))
    game = ask(f"/games/{game['id']}/entries", {"text": entry, "version": game["version"]})["game"]
print(game["status"], game["score"], "points,", game["moves"], "moves")
