"""The day's boards over /api/v1: no day that has not begun, and programs off the boards unless the host allows it."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import dailies
from tests.web.api.program import API, Program, make_token
from tests.web.page import read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

DAY = "2026-11-29"


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(f"{DAY}T12:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def today(house: House) -> str:
    """The deal of today is the one of a known win, tomorrow's lies ready."""
    deal = deal_from_code(WON_CODE).text
    house.write(dailies.create, DAY, deal, "0", 0, None)
    house.write(dailies.create, "2026-11-30", deal_from_code("99").text, "0", 0, None)
    return deal


def win(program: Program, game: dict) -> dict:
    rest = WON_LINE
    while rest:
        answer = program.enter(game, rest[:100])
        assert answer.status_code == 200, answer.text
        game, rest = answer.json()["game"], rest[100:]
    return game


def test_today_has_four_boards(program: Program, today: str):
    daily = program.get("/daily").json()
    assert (daily["day"], daily["ends_at"]) == (DAY, "2026-11-30T00:00:00Z")
    assert [board["rules"] for board in daily["boards"]] == [
        "daily-standard-1",
        "daily-standard-3",
        "daily-vegas-1",
        "daily-vegas-3",
    ]
    assert all(board["game"] is None for board in daily["boards"])


def test_a_programs_daily_game_is_practice(program: Program, today: str, house: House, player: Visitor):
    game = program.deal(rules="daily-standard-3")
    assert (game["day"], game["board"], game["ranked"], game["code"]) == (DAY, "standard-3", False, None)
    assert program.deal(rules="daily-standard-3")["id"] == game["id"], "the one under way"
    game = win(program, game)
    assert (game["status"], game["ranked"]) == ("won", False)
    assert house.rows("SELECT * FROM results") == []
    assert program.get(f"/leaderboards/{DAY}/standard-3").json()["total"] == 0
    # The place on the board is taken all the same: whoever knows the deal by now plays it as practice.
    answer = player.post("/daily/standard-3")
    row = house.game(answer.headers["location"].rpartition("/")[2])
    assert row["practice"] == 1
    for language, words in (("en", "a program had a hand in it"), ("de", "Ein Programm hat mitgespielt")):
        board = player.get(f"/leaderboard/{DAY}/standard-3", headers={"accept-language": language}).text
        notice = read_page(board).one("p", class_="notice")
        assert words in notice.text
        assert notice.one("a")["href"] == f"/game/{game['id']}"


def test_a_game_begun_by_hand_leaves_the_board_with_a_programs_first_entry(
    program: Program, today: str, house: House, player: Visitor
):
    game_id = player.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    player.play(game_id, *WON_LINE[:5])
    assert house.game(game_id)["ranked"] == 1
    game = program.get(f"/games/{game_id}").json()
    program.enter(game, WON_LINE[5])
    assert (house.game(game_id)["ranked"], house.game(game_id)["practice"]) == (0, 1)


def test_where_the_host_allows_it_programs_are_ranked(sqlite_template: Path, tmp_path: Path):
    house = House(tmp_path, sqlite_template, api_ranked=True)
    house.write(dailies.create, DAY, deal_from_code(WON_CODE).text, "0", 0, None)
    player = house.visitor()
    program = Program(house, make_token(player))
    game = win(program, program.deal(rules="daily-standard-3"))
    assert (game["status"], game["ranked"], game["by_program"]) == ("won", True, True)
    board = program.get(f"/leaderboards/{DAY}/standard-3").json()
    assert board["total"] == 1
    assert (board["own"]["rank"], board["own"]["won"], board["own"]["own"]) == (1, True, True)
    assert board["lines"] == [board["own"]]
    assert board["own"]["game"] is None, "a record of today is not public yet"
    house.close()


def test_a_days_record_is_public_after_its_grace_and_not_before(
    program: Program, today: str, house: House, player: Visitor, noon: time_machine.Traveller
):
    game_id = player.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    player.play(game_id, *WON_LINE[:5], "resign")
    own = program.get(f"/games/{game_id}/record").json()
    assert "??" in own["deal"], "who knows the deal could tell it to others"
    other = Program(house, make_token(house.visitor()))
    nobody = Program(house, None)
    assert other.get(f"/games/{game_id}/record").status_code == 404
    noon.move_to(f"{date.fromisoformat(DAY) + timedelta(days=2)}T00:00:00Z")
    for reader in (program, other, nobody):
        record = reader.get(f"/games/{game_id}/record").json()
        assert record["deal"] == today
        assert [text for text, _ in record["entries"]] == [*WON_LINE[:5], "resign"]
    lines = nobody.get(f"/leaderboards/{DAY}/standard-3").json()["lines"]
    assert [line["game"] for line in lines] == [game_id]


@pytest.mark.parametrize("day", ["2026-11-30", "2027-01-01", "2020-01-01", "2026-11-31", "20261129", "x", "2026-W48-7"])
def test_no_other_day_has_a_leaderboard(program: Program, today: str, day: str):
    assert program.get(f"/leaderboards/{day}/standard-1").status_code == 404


def test_no_other_board_either(program: Program, today: str):
    assert program.get(f"/leaderboards/{DAY}/castle-1").status_code == 404


def test_tomorrows_deal_is_nowhere(program: Program, today: str):
    tomorrow = deal_from_code("99").text
    for answer in (program.get("/daily"), program.get(f"/leaderboards/{DAY}/standard-1")):
        assert tomorrow not in answer.text
        assert "2026-11-30" not in answer.text.replace("2026-11-30T00:00:00Z", "")


@pytest.mark.parametrize("query", ["offset=-1", "offset=x", "limit=0", "limit=101", "offset=99999999999999999999"])
def test_pages_of_a_board_have_bounds(program: Program, today: str, query: str):
    answer = program.get(f"/leaderboards/{DAY}/standard-1?{query}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")


@pytest.mark.parametrize("path", ["/daily", f"/leaderboards/{DAY}/standard-1", "/games/none"])
def test_head_is_answered_as_get_is(program: Program, today: str, path: str):
    asked = [program.house.run(program.visitor.client.request(how, f"{API}{path}")) for how in ("GET", "HEAD")]
    assert asked[0].status_code == asked[1].status_code
    assert asked[0].headers["content-type"] == asked[1].headers["content-type"]
    posted = program.house.run(program.visitor.client.head(f"{API}/games"))
    assert (posted.status_code, posted.headers["allow"]) == (405, "POST")


def test_the_description_is_served(program: Program):
    description = program.visitor.get(f"{API}/openapi.json").json()
    assert set(description["paths"]) == {
        f"{API}{path}"
        for path in (
            "/games",
            "/games/{game_id}",
            "/games/{game_id}/entries",
            "/games/{game_id}/record",
            "/daily",
            "/leaderboards/{day}/{board}",
        )
    }
    assert set(description["components"]["securitySchemes"]) == {"HTTPBearer", "APIKeyCookie"}
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert program.visitor.get(path).status_code == 404
