"""A game's page brings the last move along, so that its undo is seen at once, and nothing that lies face down."""

import html
import json
import re
from typing import Any

import pytest

from tests.web.playing import WON_CODE, WON_LINE, House, Visitor


def last(player: Visitor, game: str) -> list[dict[str, Any]]:
    found = re.search(r'data-last="([^"]*)"', player.get(f"/game/{game}").text)
    value: list[dict[str, Any]] = json.loads(html.unescape(found[1]))
    return value


def inside(player: Visitor, game: str, pile: str) -> str:
    """What a pile of the table holds, in bytes: the last pile ends before what follows the cards."""
    text = player.get(f"/game/{game}/table").text
    return re.search(rf'<div class="pile \w+" id="{pile}" [^>]*>(.*)</div>', text)[1]


def test_it_has_the_piles_as_they_lay_before_each_kind_of_move(house: House, player: Visitor):
    game = player.deal("standard-3", WON_CODE)
    kinds = set()
    for entry in WON_LINE:
        if len(kinds) > 4:
            break
        before = {pile: inside(player, game, pile) for pile in ("S", "W", "FC", "FD", "FH", "FS", *_COLUMNS)}
        player.play(game, entry)
        found = last(player, game)
        if entry == "redeal":
            assert found == []
            continue
        assert found[0]["text"] == entry
        assert dict(found[0]["was"]).items() <= before.items()
        changed = {pile for pile in before if _cards(before[pile]) != _cards(inside(player, game, pile))}
        assert changed <= dict(found[0]["was"]).keys()
        if entry == "draw":
            assert "cards" not in found[0]
        else:
            assert inside(player, game, _target(entry, found)).count('data-card="') >= 1
            assert found[0]["cards"].split(",")[-1] in inside(player, game, _target(entry, found))
        kinds.add(re.sub(r"[1-7]|x\d+", "", entry))
    assert kinds >= {"draw", "W-T", "T-T"}


_COLUMNS = tuple(f"T{number}" for number in range(1, 8))


def _cards(text: str) -> list[str]:
    return re.findall(r'data-card="(\w+)"|data-left="(\d+)"|(card back)', text)


def _target(entry: str, found: list[dict[str, Any]]) -> str:
    target = entry.split("-")[1].split("x")[0]
    return f"F{found[0]['cards'][-1]}" if target == "F" else target


@pytest.mark.parametrize(
    ("rules", "entries"),
    [("standard-1", []), ("standard-1", ["draw", "undo"]), ("standard-1", ["draw"] * 24 + ["redeal"])],
)
def test_it_has_nothing_where_there_is_no_such_move(house: House, player: Visitor, rules: str, entries: list[str]):
    game = player.deal(rules, WON_CODE)
    if entries:
        player.play(game, *entries)
    assert last(player, game) == []


def test_a_table_without_undo_has_none(house: House, player: Visitor):
    game = player.post("/daily/vegas-3").headers["location"].rpartition("/")[2]
    player.play(game, "draw")
    assert last(player, game) == []


def test_cards_that_went_up_by_themselves_leave_it_to_the_server(house: House, player: Visitor):
    player.post("/settings", {"auto": "on"})
    game = player.deal(code="0")
    player.play(game, "draw")
    assert house.entries(game)[1:], "cards went up"
    assert last(player, game) == []
    player.post("/settings", {"auto": "off"})
    assert last(player, game)[0]["text"] == house.entries(game)[-1]
