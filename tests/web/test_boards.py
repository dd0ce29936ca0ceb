"""Leaderboards: order and shared ranks, pages of fifty, one's own line, and which days there are."""

import pytest
import time_machine
from sqlalchemy import Connection

from app.game.deal import deal_from_code
from app.game.rules import rule_set
from app.store import dailies, games, players
from app.store.games import Attempt, NewGame
from tests.store.play import TERMS
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

DAY = "2026-11-29"
NOON = 1_795_953_600_000  # of that day
BOARD = f"/leaderboard/{DAY}/standard-3"
MIDDAY = time_machine.travel("2026-11-29T12:00:00Z", tick=False)


@pytest.fixture(autouse=True)
def deal(house: House) -> None:
    house.write(dailies.create, DAY, deal_from_code(WON_CODE).text, "0", 0)


def finish(conn: Connection, player_id: str, board: str, seconds: int, entries: list[str], name: str = "") -> None:
    """Play a game on a board: all entries but the last at noon, that one so many seconds later."""
    new = NewGame(
        f"g-{player_id}-{board}", player_id, rule_set(f"daily-{board}"), deal_from_code(WON_CODE), day=DAY, board=board
    )
    games.create(conn, new, NOON)
    games.append(conn, Attempt(new.id, player_id, 0, entries[:-1], NOON), TERMS)
    games.append(conn, Attempt(new.id, player_id, len(entries) - 1, entries[-1:], NOON + seconds * 1000), TERMS)
    if name:
        players.set_name(conn, player_id, name, NOON)


def many(conn: Connection, count: int, board: str) -> None:
    """Lost games, one second apart, and two that took equally long."""
    for number in range(count):
        finish(conn, f"p{number:03}", board, max(number, 1), ["draw", "resign"])


def page(visitor: Visitor, path: str = BOARD) -> Element:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return read_page(answer.text)


def lines(root: Element) -> list[list[str]]:
    rows = [row for body in root.every("tbody") for row in body.every("tr")]
    return [[cell.text for cell in row.children if isinstance(cell, Element)] for row in rows]


@MIDDAY
def test_a_won_game_stands_above_any_lost_one(house: House, player: Visitor):
    # Case 21. The clock has eaten all points of the winner but 10 for the last card and a bonus of 35.
    lost = [*WON_LINE[:-1], "resign"]
    house.write(finish, "slow", "standard-3", 20_000, WON_LINE, "Slow winner")
    house.write(finish, "fast", "standard-3", 1, lost, "Fast loser")
    shown = lines(page(player))
    assert [(line[0], line[1]) for line in shown] == [("1", "Slow winner"), ("2", "Fast loser not won")]
    assert shown[0][2:] == ["45", "5:33:20", "104"]
    assert shown[1][2:] == ["605", "0:01", "103"]


@MIDDAY
def test_a_vegas_board_shows_the_balance_with_its_sign(house: House):
    house.write(finish, "won", "vegas-3", 100, WON_LINE, "Ada")
    house.write(finish, "lost", "vegas-3", 5, ["draw", "resign"], "Bob")
    for language, head in (("en", "Balance"), ("de", "Konto")):
        root = page(house.visitor(language), f"/leaderboard/{DAY}/vegas-3")
        assert [line[1:4] for line in lines(root)] == [["Ada", "+208", "1:40"], ["Bob", "−52", "0:05"]]
        assert head in [cell.text for cell in root.one("thead").every("th")]


@MIDDAY
def test_each_board_has_its_own_list_and_a_way_to_the_others(house: House, player: Visitor):
    # Case 22.
    house.write(finish, "a", "standard-3", 5, ["draw", "resign"], "Ada")
    house.write(finish, "b", "vegas-1", 5, ["draw", "resign"], "Bob")
    tabs = page(player).one("nav", class_="tabs").every("a")
    assert [tab["href"].rpartition("/")[2] for tab in tabs] == ["standard-1", "standard-3", "vegas-1", "vegas-3"]
    assert len({tab.text for tab in tabs}) == 4
    names = {tab["href"]: [line[1] for line in lines(page(player, tab["href"]))] for tab in tabs}
    assert [len(shown) for shown in names.values()] == [0, 1, 1, 0]
    for tab in tabs:
        assert page(player, tab["href"]).one("nav", class_="tabs").one("a", aria_current="page")["href"] == tab["href"]


@MIDDAY
def test_it_goes_on_for_pages_and_equal_results_share_a_rank(house: House, player: Visitor):
    house.write(many, 120, "standard-3")
    first, second, third = (page(player, path) for path in (BOARD, f"{BOARD}?page=2", f"{BOARD}?page=3"))
    assert [len(lines(root)) for root in (first, second, third)] == [50, 50, 20]
    assert [line[0] for line in lines(first)[:4]] == ["1", "1", "3", "4"]
    assert [line[0] for line in lines(second)[:2]] == ["51", "52"]
    assert lines(third)[-1][::2] == ["120", "0", "1"]
    assert lines(third)[-1][3] == "1:59"
    assert not first.every("a", rel="prev")
    assert first.one("a", rel="next")["href"] == f"{BOARD}?page=2"
    assert second.one("a", rel="prev")["href"] == BOARD
    assert second.one("a", rel="next")["href"] == f"{BOARD}?page=3"
    assert not third.every("a", rel="next")
    assert first.one("caption").text.endswith("120 finished games")


@pytest.mark.parametrize("number", ["0", "-1", "2", "x", "", "1.0", "٣", "9" * 30, "1e3"])
def test_a_page_that_there_is_not_is_not_found(player: Visitor, number: str):
    with MIDDAY:
        assert player.get(f"{BOARD}?page={number}").status_code == 404


@MIDDAY
def test_ones_own_line_is_there_on_every_page(house: House, player: Visitor):
    house.write(many, 60, "standard-3")
    game = player.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    player.play(game, *WON_LINE)
    own = page(player).one("tr", class_="own")
    assert own.text.startswith("1 Player ")
    assert own.text.endswith("(you) 615 0:00 104")
    assert own.parent is not None
    assert "apart" not in own.parent.classes
    far = page(player, f"{BOARD}?page=2")
    assert far.one("tr", class_="own").text == own.text
    assert far.one("tr", class_="own").parent is far.one("tbody", class_="apart")
    assert not page(house.visitor(), BOARD).every("tr", class_="own")


@MIDDAY
def test_whoever_stands_there_without_a_name_is_asked_for_one(house: House, player: Visitor):
    assert page(player).one("p", class_="notice").one("a")["href"] == "/daily"
    game = player.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    player.play(game, "draw", "resign")
    link = page(player).one("p", class_="notice").one("a")
    assert link["href"] == f"/name?next={BOARD}"
    player.post("/name", {"name": "Ada", "next": BOARD})
    assert not page(player).every("p", class_="notice")
    assert "Ada" in page(house.visitor()).one("tbody").text


@pytest.mark.parametrize(
    ("language", "text", "late"),
    [
        ("en", "Your game for this board is still under way.", "it ended more than 24 hours after its day."),
        ("de", "Dein Spiel für diese Liste läuft noch.", "Es endete mehr als 24 Stunden nach seinem Tag."),
    ],
)
def test_whoever_plays_it_still_or_was_late_is_not_sent_to_play_it(house: House, language: str, text: str, late: str):
    visitor = house.visitor(language)
    with MIDDAY:
        game = visitor.post("/daily/standard-3").headers["location"].rpartition("/")[2]
        assert page(visitor).one("p", class_="notice").one("a")["href"] == "/daily", "an untouched deal is no game"
        visitor.play(game, "draw")
        notice = page(visitor).one("p", class_="notice")
        assert text in notice.text
        assert notice.one("a")["href"] == f"/game/{game}"
        other = page(visitor, f"/leaderboard/{DAY}/vegas-3").one("p", class_="notice")
        assert other.one("a")["href"] == "/daily"
    with time_machine.travel("2026-11-30T23:00:00Z", tick=False):
        assert text in page(visitor).one("p", class_="notice").text
        assert not page(visitor, f"/leaderboard/{DAY}/vegas-3").every("p", class_="notice")
    with time_machine.travel("2026-12-01T12:00:00Z", tick=False):
        assert not page(visitor).every("p", class_="notice"), "it comes too late now"
        visitor.play(game, "resign")
        notice = page(visitor).one("p", class_="notice")
        assert late in notice.text
        assert notice.one("a")["href"] == f"/game/{game}/result"
        assert visitor.get(f"/game/{game}/result").status_code == 200


@MIDDAY
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Nobody has finished this board yet. It waits for you!"),
        ("de", "Hier steht noch niemand. Rang 1 ist noch frei!"),
    ],
)
def test_an_empty_board_says_so(house: House, language: str, text: str):
    root = page(house.visitor(language))
    assert root.one("p", class_="empty").text == text
    assert not root.every("table")


@MIDDAY
def test_days_lead_to_each_other_from_the_first_to_today(house: House, player: Visitor):
    days = ("2026-11-27", DAY, "2026-12-01")
    for day in days:
        house.write(dailies.create, day, deal_from_code("1").text, "0", 0)
    ways = {}
    for day in ("2026-11-27", "2026-11-28", DAY):
        root = page(player, f"/leaderboard/{day}/vegas-1")
        ways[day] = [link["href"].split("/")[2] for nav in root.every("nav", class_="days") for link in nav.every("a")]
    assert ways == {"2026-11-27": ["2026-11-28"], "2026-11-28": ["2026-11-27", DAY], DAY: ["2026-11-28"]}
    assert (
        page(player, "/leaderboard/2026-11-27/vegas-1").one("p", class_="empty").text
        == "Nobody finished this board on that day."
    )


@MIDDAY
@pytest.mark.parametrize(
    "path",
    [
        "2026-11-30/standard-1",
        "2026-11-28/standard-1",
        "2026-11-29/open-1",
        "20261129/standard-1",
        "2026-W48-7/vegas-1",
        "x/vegas-1",
        "2026-02-30/vegas-1",
        "0000-00-00/vegas-1",
        "2026-11-29/",
        "2026-11-29",
    ],
)
def test_other_days_and_boards_are_not_found(player: Visitor, path: str):
    assert player.get(f"/leaderboard/{path}").status_code == 404


@MIDDAY
def test_a_name_is_shown_as_text_and_keeps_to_its_place(house: House, player: Visitor):
    house.write(finish, "a", "standard-3", 5, ["draw", "resign"], "<i>שלום</i>")
    cell = page(player).one("th", scope="row")
    assert cell.one("bdi").text == "<i>שלום</i>"
    assert not cell.every("i")


@MIDDAY
def test_no_id_of_a_player_or_of_a_game_is_on_it(house: House, player: Visitor):
    house.write(finish, "secret-id", "standard-3", 5, ["draw", "resign"])
    assert "secret-id" not in player.get(BOARD).text
