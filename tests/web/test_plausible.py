"""Wins that no hand could make are on no board, and say so; names that are not wanted are not taken."""

from pathlib import Path

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import dailies, players
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

DAY = "2026-11-29"


@pytest.fixture
def strict(tmp_path: Path, sqlite_template: Path):
    house = House(tmp_path, sqlite_template, fastest_move=100, name_words=("stinker", "blöd"))
    house.write(dailies.create, DAY, deal_from_code(WON_CODE).text, "0", 0)
    yield house
    house.close()


def see(visitor: Visitor, path: str) -> Element:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return read_page(answer.text)


def win(visitor: Visitor, seconds: float) -> str:
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False) as clock:
        game = visitor.post("/daily/standard-3").headers["location"].rpartition("/")[2]
        visitor.play(game, *WON_LINE[:-1])
        clock.shift(seconds)
        visitor.play(game, WON_LINE[-1])
        return game


@pytest.mark.parametrize(("seconds", "is_kept"), [(10.39, False), (10.4, True), (60, True)])
def test_a_win_of_104_entries_needs_their_time(strict: House, seconds: float, is_kept: bool):
    visitor = strict.visitor()
    game = win(visitor, seconds)
    assert strict.game(game)["status"] == "won"
    assert len(strict.rows("SELECT * FROM results")) == len(strict.rows("SELECT * FROM coins_ledger")) == is_kept
    with time_machine.travel("2026-11-29T13:00:00Z", tick=False):
        for path in ("reward", "result"):
            said = "104 moves in 0:10 are more than a hand can make" in see(visitor, f"/game/{game}/{path}").text
            assert said is not is_kept
            german = visitor.get(f"/game/{game}/{path}", headers={"accept-language": "de"}).text
            assert ("104 Züge in 0:10 schafft keine Hand" in german) is not is_kept


@time_machine.travel("2026-11-29T12:00:00Z", tick=False)
def test_a_lost_game_may_be_as_short_as_it_likes(strict: House):
    visitor = strict.visitor()
    game = visitor.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    visitor.play(game, "draw", "resign")
    assert len(strict.rows("SELECT * FROM results")) == 1


@time_machine.travel("2026-11-29T12:00:00Z", tick=False)
@pytest.mark.parametrize("name", ["Stinker", "xx St1nker xx", "s-t-i-n-k-e-r", "BLÖD", "blod"])
def test_words_of_the_list_are_refused_however_they_are_written(strict: House, name: str):
    answer = strict.visitor().post("/name", {"name": name})
    assert answer.status_code == 422
    assert "not wanted here" in answer.text
    assert strict.visitor().post("/name", {"name": "Tinker"}).status_code == 303


@time_machine.travel("2026-11-29T12:00:00Z", tick=False)
def test_a_hidden_name_is_gone_everywhere_at_once_and_for_good(strict: House):
    visitor, board = strict.visitor(), f"/leaderboard/{DAY}/standard-3"
    game = visitor.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    visitor.play(game, "draw", "resign")
    visitor.post("/name", {"name": "Rude Name"})
    assert "Rude Name" in visitor.get(board).text
    assert strict.write(players.hide_name, "rude name", 5) == "Rude Name"
    assert strict.write(players.hide_name, "rude name", 5) is None
    assert "Rude Name" not in visitor.get(board).text
    assert "Player " in see(visitor, board).one("tbody").text
    for name in ("Rude Name", "RUDE NAME", "Rude-N4me"):
        assert visitor.post("/name", {"name": name}).status_code == 422
        assert strict.visitor().post("/name", {"name": name}).status_code == 422
    assert visitor.post("/name", {"name": "Polite Name"}).status_code == 303
    (row,) = strict.rows("SELECT id FROM players WHERE name = 'Polite Name'")
    assert strict.write(players.hide_name, row["id"], 6) == "Polite Name"
