"""Commitments: seen beforehand, opened after the grace, and nothing in between (R7.5, case 62)."""

import json
import re

import pytest
import time_machine

from app.game.commitment import commitment
from app.game.deal import deal_from_code
from app.store import dailies
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, WON_TEXT, House, Visitor

PROOF = json.dumps({"solver": 1, "lines": {"daily-vegas-3": WON_TEXT, "daily-standard-3": WON_TEXT}})
DAYS = ("2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01")
DEAL = deal_from_code(WON_CODE).text


@pytest.fixture(autouse=True)
def deals(house: House) -> None:
    for day in DAYS:
        house.write(dailies.create, day, DEAL, "0", 0, PROOF, f"salt-of-{day}")


def see(visitor: Visitor, path: str) -> Element:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return read_page(answer.text)


def hash_of(day: str) -> str:
    return commitment(DEAL, f"salt-of-{day}")


def test_the_hashes_of_the_days_to_come_are_public_and_nothing_else_of_them(house: House, player: Visitor):
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False):
        page = see(player, "/fairness")
        assert [code.text for code in page.one("dl").every("code")] == [hash_of(day) for day in DAYS[1:]]
        for path in ("/fairness", "/daily", "/", "/calendar"):
            text = player.get(path).text
            assert DEAL not in text
            assert "salt-of" not in text
        assert hash_of("2026-11-29") in see(player, "/daily").text
        assert hash_of("2026-11-30") not in player.get("/daily").text


@pytest.mark.parametrize(
    ("instant", "is_open"),
    [
        ("2026-11-28T00:00:00Z", False),
        ("2026-11-28T23:59:59Z", False),
        ("2026-11-29T23:59:59.999Z", False),
        ("2026-11-30T00:00:00Z", True),
    ],
)
def test_a_day_is_opened_when_its_grace_is_over(house: House, player: Visitor, instant: str, is_open: bool):
    with time_machine.travel(instant, tick=False):
        path = "/daily/2026-11-28" if instant > "2026-11-29" else "/daily"
        text = player.get(path).text
        file = player.get("/daily/2026-11-28/proof.json")
    assert hash_of("2026-11-28") in text
    assert (DEAL in text, "salt-of-2026-11-28" in text, WON_TEXT in text) == (is_open,) * 3
    assert file.status_code == (200 if is_open else 404)
    if is_open:
        content = file.json()
        assert commitment(content["deal"], content["nonce"]) == content["commitment"] == hash_of("2026-11-28")
        assert content["lines"]["daily-vegas-3"] == WON_TEXT


def test_tomorrow_has_no_file_whatever_is_asked(house: House, player: Visitor):
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False):
        for day in ("2026-11-30", "2026-12-01", "2026-11-27", "x"):
            assert player.get(f"/daily/{day}/proof.json").status_code == 404


def test_rows_lead_to_replays_when_these_are_public(house: House, player: Visitor):
    with time_machine.travel("2026-11-28T12:00:00Z", tick=False):
        game = player.post("/daily/standard-3").headers["location"].rpartition("/")[2]
        player.play(game, *WON_LINE)
        player.post("/name", {"name": "Ada"})
    board = "/leaderboard/2026-11-28/standard-3"
    with time_machine.travel("2026-11-29T23:00:00Z", tick=False):
        assert not see(house.visitor(), board).one("tbody").every("a")
    with time_machine.travel("2026-11-30T00:00:00Z", tick=False):
        link = see(house.visitor(), board).one("tbody").one("a")
        assert link.text.endswith("Watch the game of Ada")
        assert house.visitor().get(link["href"]).status_code == 200


def test_a_day_from_before_there_were_commitments_has_none_to_check(house: House, player: Visitor):
    house.write(dailies.create, "2026-11-27", DEAL, "0", 0, PROOF)
    with time_machine.travel("2026-11-30T12:00:00Z", tick=False):
        assert not see(player, "/daily/2026-11-27").every(class_="proof")
        assert player.get("/daily/2026-11-27/proof.json").status_code == 404


def test_a_hash_looks_like_one():
    assert re.fullmatch(r"[0-9a-f]{64}", hash_of(DAYS[0]))
