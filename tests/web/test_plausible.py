"""Games that no hand could make are on no board, and say so; names that are not wanted are not taken."""

from collections.abc import Callable
from pathlib import Path

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.store import castles, dailies, players, ready_deals
from app.web.site import now_ms as clock_ms
from tests.store.test_castles import LINES
from tests.web.page import Element, read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Sight, Visitor

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


@pytest.mark.parametrize(("language", "words"), [("en", "more than a hand can make"), ("de", "schafft keine Hand")])
def test_the_leaderboard_says_why_a_win_is_not_on_it(strict: House, language: str, words: str):
    visitor = strict.visitor(language)
    game = win(visitor, 10)
    with time_machine.travel("2026-11-29T13:00:00Z", tick=False):
        notice = see(visitor, f"/leaderboard/{DAY}/standard-3").one("p", class_="notice")
        assert words in notice.text
        assert notice.one("a")["href"] == f"/game/{game}/result"
        assert (
            see(strict.visitor(), f"/leaderboard/{DAY}/standard-3").one("p", class_="notice").one("a")["href"]
            == "/daily"
        )


TOLD = {"en": "Kept off the leaderboard: 104 moves in 0:10", "de": "Nicht in der Bestenliste: 104 Züge in 0:10"}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("seconds", "is_kept"), [(10.39, False), (10.4, True)])
def test_the_winning_answer_itself_says_that_it_does_not_count(
    strict: House, language: str, seconds: float, is_kept: bool
):
    visitor = strict.visitor(language)
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False) as clock:
        game = visitor.post("/daily/standard-3").headers["location"].rpartition("/")[2]
        visitor.play(game, *WON_LINE[:-1])
        clock.shift(seconds)
        outcome = visitor.play(game, WON_LINE[-1]).table.one(class_="outcome")
        practice = visitor.post(f"/daily/{DAY}/standard-3").headers["location"].rpartition("/")[2]
        quick = visitor.play(practice, *WON_LINE).table.one(class_="outcome")
    # Beside the title, where it is read out with it, and not once more from what is asked for afterwards.
    assert (TOLD[language] in outcome.every("p")[0].text) is not is_kept
    assert outcome.one(class_="reward").has("hx-get") is is_kept
    assert "104" not in quick.every("p")[0].text, "a game of practice was never to count"


@time_machine.travel("2026-11-29T12:00:00Z", tick=False)
def test_a_lost_game_may_be_as_short_as_it_likes(strict: House):
    visitor = strict.visitor()
    game = visitor.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    visitor.play(game, "draw", "resign")
    assert len(strict.rows("SELECT * FROM results")) == 1


def give_up_after(strict: House, entries: int, seconds: float, way: str) -> str:
    """Make entries all at once, then let ``seconds`` go by and end the game without a win."""
    visitor = strict.visitor()
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False) as clock:
        game = visitor.post("/daily/standard-3").headers["location"].rpartition("/")[2]
        visitor.play(game, *WON_LINE[: entries - 1])
        clock.shift(seconds)
        if way == "entry":
            visitor.play(game, "resign")
        else:
            visitor.post(f"/game/{game}/give-up")
        assert strict.game(game)["status"] != "playing"
        said = see(visitor, f"/game/{game}/result").text
    on_board = len(strict.rows("SELECT * FROM results"))
    assert ("are more than a hand can make" in said) is not bool(on_board)
    return "on" if on_board else "off"


@pytest.mark.parametrize("way", ["entry", "page"])
@pytest.mark.parametrize(
    ("entries", "seconds", "place"),
    [(103, 0, "off"), (103, 10.29, "off"), (103, 10.3, "on"), (11, 0, "off"), (11, 1.1, "on"), (10, 0, "on")],
)
def test_giving_up_a_card_early_is_measured_like_a_win(
    strict: House, entries: int, seconds: float, place: str, way: str
):
    assert give_up_after(strict, entries, seconds, way) == place


class Runner:
    """A visitor in a run of the castles, on a house that measures."""

    def __init__(self, house: House) -> None:
        self.visitor = house.visitor()
        for level in range(1, 6):
            house.write(ready_deals.add, f"castle-{level}", LINES[f"castle-{level}"][0], 1, 0)
        self.visitor.post("/castles")

    def play(self, level: int, clock: time_machine.Traveller, seconds_each: float, *more: str, but: int = 0) -> Sight:
        game = self.visitor.post("/castles/level").headers["location"].rpartition("/")[2]
        line = LINES[f"castle-{level}"][1]
        entries = [*line[: len(line) - but], *more]
        self.visitor.play(game, *entries[:-1])
        clock.shift(seconds_each * len(entries))
        return self.visitor.play(game, entries[-1])


@pytest.mark.parametrize(("fast", "is_kept"), [(0, True), (1, False), (3, False), (5, False)])
def test_a_run_with_a_level_that_no_hand_could_play_is_on_no_board_and_says_so(strict: House, fast: int, is_kept: bool):
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False) as clock:
        runner = Runner(strict)
        for level in range(1, 6):
            runner.play(level, clock, 0.0 if level == fast else 0.101)
        (run,) = strict.rows("SELECT * FROM castle_runs")
        assert run["end_reason"] == "done"
        page = see(runner.visitor, f"/castles/{run['id']}").text
        assert (f"in level {fast} are more than a hand can make" in page) is not is_kept
        assert ("Rank 1 of all time" in page) is is_kept
        german = runner.visitor.get(f"/castles/{run['id']}", headers={"accept-language": "de"}).text
        assert (f"in Level {fast} schafft keine Hand" in german) is not is_kept
        for path in ("", "/month", "/week"):
            board = see(runner.visitor, f"/leaderboard/castles{path}")
            assert bool(board.every("tr", class_="own")) is is_kept
    assert len(strict.rows("SELECT * FROM castle_bests")) == 3 * is_kept


@pytest.mark.parametrize(("language", "told"), [("en", "in level 1 are more than"), ("de", "in Level 1 schafft keine")])
@pytest.mark.parametrize(("each", "is_kept"), [(0.0, False), (0.101, True)])
def test_a_level_that_is_done_says_at_once_that_its_run_does_not_count(
    strict: House, language: str, told: str, each: float, is_kept: bool
):
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False) as clock:
        runner = Runner(strict)
        runner.visitor.post("/language", {"language": language, "next": "/"})
        outcome = runner.play(1, clock, each).table.one(class_="outcome")
    assert (told in outcome.every("p")[0].text) is not is_kept


def _end_by_time(strict: House, runner: Runner, clock: time_machine.Traveller) -> None:
    game = runner.visitor.post("/castles/level").headers["location"].rpartition("/")[2]
    runner.visitor.play(game, "draw")
    clock.shift(1000)
    runner.visitor.get(f"/game/{game}")


def _hint_too_late(strict: House, runner: Runner, clock: time_machine.Traveller) -> None:
    """In the moment before the server ends a level whose time is over any entry does so, a hint too."""
    game = runner.visitor.post("/castles/level").headers["location"].rpartition("/")[2]
    runner.visitor.play(game, "draw")
    clock.shift(500.5)
    runner.visitor.send(game, 1, "hint")
    assert strict.game(game)["end_reason"] == "time"


def _sweep(strict: House, runner: Runner, clock: time_machine.Traveller) -> None:
    runner.visitor.post("/castles/level")
    clock.shift(1000)
    assert strict.write(castles.end_overdue, clock_ms(), strict.settings.terms) == 1


def _give_up_between(strict: House, runner: Runner, clock: time_machine.Traveller) -> None:
    runner.visitor.post("/castles/give-up")


def _give_up_within(strict: House, runner: Runner, clock: time_machine.Traveller) -> None:
    game = runner.visitor.post("/castles/level").headers["location"].rpartition("/")[2]
    runner.visitor.post(f"/game/{game}/give-up")


@pytest.mark.parametrize("way", [_end_by_time, _hint_too_late, _sweep, _give_up_between, _give_up_within])
@pytest.mark.parametrize(("each", "is_kept"), [(0.0, False), (0.101, True)])
def test_no_way_to_end_a_run_gets_a_fast_level_on_a_board(
    strict: House, way: Callable[[House, Runner, time_machine.Traveller], None], each: float, is_kept: bool
):
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False) as clock:
        runner = Runner(strict)
        runner.play(1, clock, each)
        assert ("more than a hand" in see(runner.visitor, "/castles").text) is not is_kept
        way(strict, runner, clock)
    assert strict.rows("SELECT * FROM castle_runs WHERE ended_at IS NOT NULL")
    assert len(strict.rows("SELECT * FROM castle_bests")) == 3 * is_kept


def test_a_level_given_up_one_card_early_is_measured_too(strict: House):
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False) as clock:
        runner = Runner(strict)
        runner.play(1, clock, 0, "resign", but=1)
    assert strict.rows("SELECT * FROM castle_runs WHERE ended_at IS NOT NULL AND points > 0")
    assert not strict.rows("SELECT * FROM castle_bests")


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
