"""Wins at the edge: on the last pass, and whatever a request says of clocks and dates."""

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import dailies
from tests.web.page import read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

DAY = "2026-11-29"
MIDDAY = time_machine.travel(f"{DAY}T12:00:00Z", tick=False)


@MIDDAY
@pytest.mark.parametrize("rules", ["vegas-3", "standard-3-limited"])
def test_a_win_on_the_last_pass_shows_the_win_only(player: Visitor, rules: str):
    """Case 54: nothing of passes that are used up, of a table that is stuck, of a redeal that is refused."""
    game = player.deal(rules, WON_CODE)
    player.play(game, *WON_LINE[:-1])
    before = player.see(game)
    assert before.table.one("div", class_="pass").one("dd").text == "3/3"
    after = player.play(game, WON_LINE[-1])
    assert after.table["data-status"] == "won"
    assert [outcome["data-kind"] for outcome in after.table.every("div", class_="outcome")] == ["won"]
    assert after.trouble == ""
    assert not after.table.every("button", name="entry")


@MIDDAY
def test_no_clock_and_no_date_of_a_request_counts(house: House, player: Visitor):
    """Case 28: the day, the time, the streak and the coins are the server's."""
    house.write(dailies.create, DAY, deal_from_code(WON_CODE).text, "0", 0)
    lies = {"day": "2026-11-28", "date": "2026-11-28", "now": "0", "time": "0", "clock": "1", "ms": "1", "seconds": "1"}
    headers = {"date": "Sat, 28 Nov 2026 12:00:00 GMT", "x-time": "0", "if-unmodified-since": "0"}
    with time_machine.travel(f"{DAY}T12:00:00Z", tick=False) as clock:
        answer = player.post("/daily/standard-3", lies, headers=headers)
        game = answer.headers["location"].rpartition("/")[2]
        for number, entry in enumerate(WON_LINE):
            clock.shift(1)
            form = lies | {"version": str(number), "entry": entry}
            assert player.post(f"/game/{game}/table", form, headers=headers).status_code == 200, entry
    (result,) = house.rows("SELECT * FROM results")
    # The clock starts with the first move.
    assert (result["day"], result["seconds_ms"]) == (DAY, (len(WON_LINE) - 1) * 1000)
    assert house.rows("SELECT day, coins, streak FROM coins_ledger") == [{"day": DAY, "coins": 11, "streak": 1}]
    calendar = read_page(player.get(f"/calendar?month={DAY[:7]}&today=2026-12-24").text)
    assert [cell.one("b").text for cell in calendar.every("td", data_mark="won")] == ["29"]
