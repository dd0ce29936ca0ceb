"""Statistics and the running sum of Vegas as the page shows them (cases 16, 22, 23, 55)."""

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import dailies
from app.web.charts import bar_chart, line_chart
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

MIDDAY = time_machine.travel("2026-11-29T12:00:00Z", tick=False)


@pytest.fixture(autouse=True)
def deal(house: House) -> None:
    house.write(dailies.create, "2026-11-29", deal_from_code(WON_CODE).text, "0", 0)


def see(visitor: Visitor) -> Element:
    answer = visitor.get("/statistics")
    assert answer.status_code == 200
    return read_page(answer.text)


def win(visitor: Visitor, rules: str) -> None:
    visitor.play(visitor.deal(rules, WON_CODE), *WON_LINE)


def lose(visitor: Visitor, rules: str, *entries: str) -> None:
    visitor.play(visitor.deal(rules, WON_CODE), *entries, "draw", "resign")


def lines(page: Element) -> dict[str, str]:
    found = [section.one("summary") for section in page.every("details", class_="rules")]
    return {summary.one("b").text: summary.one("span").text for summary in found}


def sums(page: Element) -> list[list[str]]:
    body = page.one("section", id="vegas").every("tbody")[0]
    return [[cell.text for cell in row.every() if cell.tag in ("th", "td")] for row in body.every("tr")]


@MIDDAY
def test_a_newcomer_is_told_when_something_will_be_here(house: House, player: Visitor):
    assert "Nothing to count yet" in see(player).one(class_="empty").text
    player.deal("standard-1")
    assert lines(see(player)) == {}, "an untouched deal is no game"


@MIDDAY
def test_every_table_has_its_own_line(house: House, player: Visitor):
    """Case 22."""
    win(player, "standard-3")
    lose(player, "standard-3")
    lose(player, "standard-1")
    lose(player, "vegas-3")
    game = player.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    player.play(game, "draw", "resign")
    assert lines(see(player)) == {
        "Standard, draw 1 card": "Played 1 · won 0 · 0%",
        "Standard, draw 3 cards": "Played 2 · won 1 · 50%",
        "Vegas, draw 3 cards": "Played 1 · won 0 · 0%",
        "Daily deal: Standard, draw 3 cards": "Played 1 · won 0 · 0%",
    }
    assert "Zeit im Mittel" in read_page(player.get("/statistics", headers={"accept-language": "de"}).text).text


@MIDDAY
def test_a_game_left_for_another_counts_once(house: House, player: Visitor):
    """Case 55."""
    player.play(player.deal("standard-1"), "draw")
    player.deal("standard-1")
    player.deal("standard-1")
    assert lines(see(player)) == {"Standard, draw 1 card": "Played 1 · won 0 · 0%"}


@MIDDAY
def test_helped_games_are_marked(house: House, player: Visitor):
    """Case 16."""
    lose(player, "free-castle-1", "draw", "undo")
    lose(player, "free-castle-1")
    details = see(player).one("details", class_="rules")
    figures = {row.one("dt").text: row.one("dd").text for row in details.one("dl").every("div")}
    assert figures["With undo or hints"] == "1"


@MIDDAY
def test_the_distribution_is_a_table_as_well(house: House, player: Visitor):
    win(player, "standard-3")
    figure = see(player).one("figure")
    assert figure.one("svg")["aria-hidden"] == "true"
    rows = [[cell.text for cell in row.every() if cell.tag in ("th", "td")] for row in figure.one("tbody").every("tr")]
    assert rows[0] == ["0–1", "1"]
    assert rows[-1] == ["20+", "0"]


@MIDDAY
def test_the_running_sum_goes_on_on_another_device_and_after_other_tables(house: House, player: Visitor):
    """Case 23."""
    lose(player, "vegas-1")
    lose(player, "standard-1")
    win(player, "vegas-3")
    assert sums(see(player)) == [["Draw 1 card", "−52", "1"], ["Draw 3 cards", "+208", "1"], ["Together", "+156", "2"]]
    other = house.visitor("de")
    other.client.cookies = player.client.cookies
    assert sums(see(other))[-1] == ["Zusammen", "+156", "2"]


@MIDDAY
def test_a_reset_keeps_the_history(house: House, player: Visitor):
    lose(player, "vegas-1")
    answer = player.post("/statistics/reset")
    assert (answer.status_code, answer.headers["location"]) == (303, "/statistics?reset#vegas")
    assert sums(see(player)) == [["Draw 1 card", "0", "0", "−52", "1"], ["Together", "0", "0", "−52", "1"]]
    assert house.rows("SELECT balance FROM vegas_ledger") == [{"balance": -52}]
    assert house.visitor().post("/statistics/reset").status_code == 303, "nothing to reset is no error"


@MIDDAY
def test_sums_beyond_32_bits_are_whole(house: House, player: Visitor):
    lose(player, "vegas-1")
    house.write(_raise, 2**53 + 1)
    assert sums(see(player))[0][1] == "+9,007,199,254,740,993"


def _raise(conn, value):
    conn.exec_driver_sql(f"UPDATE vegas_sums SET balance = {value}, all_balance = {value}")


def test_bars_are_as_high_as_they_count():
    chart = bar_chart([("a", 0), ("b", 5), ("c", 10)])
    low, middle, high = chart.bars
    assert (low.height, middle.height * 2) == (0, high.height)
    assert all(bar.x >= 0 and bar.x + bar.width <= chart.width and bar.above > 0 for bar in chart.bars)


@pytest.mark.parametrize("sums_", [[0], [5, -5], [-52, -104], [2**53 + 1, 2**53 + 2, 0], [3, 3, 3]])
def test_a_line_stays_in_its_chart_and_shows_zero(sums_):
    chart = line_chart(sums_)
    points = [tuple(map(float, point.split(","))) for point in chart.points.split()]
    assert len(points) == len(sums_)
    assert all(0 <= x <= chart.width and 0 <= y <= chart.height for x, y in [*points, (0, chart.zero)])
