"""The castles through the pages (R6): a run from its first level to its rank, and nothing back for who reloads."""

from collections.abc import Iterator

import pytest
import time_machine

from app.game.rules import RULE_SETS
from app.store import castle_runs, castles, players, ready_deals
from app.store.clock import LATE_MS, LOOK_MS
from tests.store.play import TERMS
from tests.store.test_castles import LINES
from tests.web.page import Element, read_page
from tests.web.playing import House, Sight, Visitor

NOON = 1_795_953_600  # 2026-11-29T12:00:00Z
LIMIT = 500


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as travelled:
        yield travelled


def lay_ready(house: House) -> None:
    for level in range(1, 6):
        house.write(ready_deals.add, f"castle-{level}", LINES[f"castle-{level}"][0], 1, 0)


@pytest.fixture
def runner(house: House, clock: time_machine.Traveller) -> Visitor:
    """A visitor in a run whose first level waits to be opened."""
    lay_ready(house)
    visitor = house.visitor()
    assert visitor.post("/castles").headers["location"] == "/castles"
    return visitor


def opened(visitor: Visitor) -> str:
    return visitor.post("/castles/level").headers["location"].rpartition("/")[2]


def won(visitor: Visitor, level: int) -> Sight:
    return visitor.play(opened(visitor), *LINES[f"castle-{level}"][1])


def seen(visitor: Visitor, path: str = "/castles") -> Element:
    answer = visitor.get(path)
    assert answer.status_code == 200, answer.text
    return read_page(answer.text)


def states(page: Element) -> list[str]:
    return [station["data-state"] for station in page.one("ol", class_="stations").every("li")]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_intro_tells_each_levels_seconds_and_crowns(house: House, language: str):
    page = seen(house.visitor(language))
    assert page.one("svg", class_="built")["data-stage"] == "0"
    for station, level in zip(page.one("ol", class_="stations").every("li"), range(1, 6), strict=True):
        rules = RULE_SETS[f"castle-{level}"]
        assert str(rules.seconds) in station.text
        assert str(rules.crowns) in station.text or not rules.crowns
    assert page.one("form", action="/castles")


@pytest.mark.parametrize(("language", "waits", "runs"), [("en", "next", "under way"), ("de", "als Nächstes", "läuft")])
def test_the_way_tells_a_level_that_waits_from_one_that_is_played(
    runner: Visitor, language: str, waits: str, runs: str
):
    runner.post("/language", {"language": language, "next": "/"})

    def said() -> list[str]:
        return [station.one("strong").text for station in seen(runner).every("li", aria_current="step")]

    assert said() == [waits]
    opened(runner)
    assert said() == [runs]


@pytest.mark.parametrize(
    ("at", "told", "german"),
    [
        (0, "starts with your first move, or in 30 seconds", "beginnt mit deinem ersten Zug oder in 30 Sekunden"),
        (8, "starts with your first move, or in 22 seconds", "beginnt mit deinem ersten Zug oder in 22 Sekunden"),
        (28.5, "starts with your first move, or in 2 seconds", "beginnt mit deinem ersten Zug oder in 2 Sekunden"),
        (29.001, "starts with your first move, or in 1 second", "beginnt mit deinem ersten Zug oder in 1 Sekunde"),
        (30, "runs: 8:20 left", "läuft: noch 8:20"),
        (40, "runs: 8:10 left", "läuft: noch 8:10"),
    ],
)
def test_a_level_that_was_opened_says_when_its_clock_starts(runner, clock, at: float, told: str, german: str):
    """R6.5"""
    opened(runner)
    clock.move_to(NOON + at)
    for language, words in (("en", f"Its clock {told}."), ("de", f"Die Uhr {german}.")):
        runner.post("/language", {"language": language, "next": "/"})
        leads = [line.text for line in seen(runner).one("section", class_="hero").every("p")]
        assert [line for line in leads if line.endswith(words)], leads


def test_the_first_move_starts_a_levels_clock(runner, clock):
    """R6.5"""
    runner.play(opened(runner), "draw")
    clock.shift(8)
    assert "Its clock runs: 8:12 left." in seen(runner).one("section", class_="hero").text


def test_a_run_from_the_first_level_to_its_rank(house: House, runner: Visitor):
    for level in range(1, 6):
        page = seen(runner)
        assert page.one("svg", class_="built")["data-stage"] == str(level - 1)
        assert states(page) == ["done"] * (level - 1) + ["now"] + ["ahead"] * (5 - level)
        sight = won(runner, level)
        assert sight.table["data-status"] == "won"
        on = sight.table.one(class_="outcome").one("a", class_="primary")["href"]
    place = runner.get(on).headers["location"]
    page = seen(runner, place)
    (run,) = house.rows("SELECT * FROM castle_runs")
    assert states(page) == ["done"] * 5
    assert page.one("svg", class_="built")["data-stage"] == "5"
    assert page.one(class_="sum").text == f"{run['points']:,} points"
    assert [rank.text for rank in page.one("ul", class_="ranks").every("li")] == [
        "Rank 1 of all time",
        "Rank 1 this month",
        "Rank 1 this week",
    ]
    for path in ("", "/month", "/week"):
        board = seen(runner, f"/leaderboard/castles{path}")
        cells = [cell.text for cell in board.one("tr", class_="own").every("td")]
        assert cells == ["1", f"{run['points']:,}", "5/5", "0:00"]


def test_the_table_of_a_level_has_crowns_a_count_down_and_no_aids(runner):
    sight = runner.see(opened(runner))
    table = sight.table
    assert table["data-limit"] == str(LIMIT)
    assert table["data-clock"] == "running"
    assert int(table["data-ms"]) == -LOOK_MS
    assert table.one("time").text == "8:20"
    crowns = table.one("button", class_="crowns")
    assert crowns["aria-label"] == "4 crowns left"
    assert crowns["aria-disabled"] == "true"
    assert len(crowns.every("svg")) == 4
    bar = table.one(class_="bar")
    assert not [value for value in ("undo", "redo") if bar.every("button", value=value)]
    assert not bar.every(id="do-hint")
    assert not bar.every(id="do-pause")
    assert not sight.root.every(class_="deal-code")


@pytest.mark.parametrize(
    ("rules", "crowns"), [("free-castle-4", 1), ("free-castle-5", 0), ("vegas-3", 0), ("standard-1", 0)]
)
def test_only_a_table_that_has_crowns_shows_them(player, rules: str, crowns: int):
    table = player.see(player.deal(rules)).table
    assert len(table.every("button", class_="crowns")) == min(crowns, 1)
    assert len([svg for button in table.every("button", class_="crowns") for svg in button.every("svg")]) == crowns


def test_a_crown_is_the_redeal_and_stays_used(house, runner):
    # Case 63: a reload, the way back or a second tab give nothing back.
    game = opened(runner)
    sight = runner.play(game, *["draw"] * 24)
    crowns = sight.table.one("button", class_="crowns")
    assert (crowns["name"], crowns["value"]) == ("entry", "redeal")
    assert crowns["aria-label"] == "Redeal for a crown: 4 crowns left"
    runner.play(game, "redeal")
    assert opened(runner) == game
    for again in (runner.see(game), runner.see(game, "?select=")):
        assert again.table.one("button", class_="crowns")["aria-label"] == "3 crowns left"
    assert runner.send(game, 5, "draw").status_code == 409
    assert house.game(game)["version"] == 25


def test_an_emptied_column_says_what_it_paid_and_the_second_time_nothing(house, runner, clock):
    # Case 19.
    game = opened(runner)
    notes = []
    for entry in LINES["castle-1"][1][:-1]:
        before = house.game(game)["emptied"]
        sight = runner.play(game, entry)
        banners = [banner.text for banner in sight.table.every("p", class_="banner")]
        assert bool(banners) == (house.game(game)["emptied"] != before), banners
        notes += banners
    assert notes
    assert all(note.endswith(": 500 points.") for note in notes)


def test_a_level_that_is_done_shows_what_it_paid(house, runner):
    sight = won(runner, 1)
    figures = {
        div.one("dt").text: div.one("dd").text for div in sight.table.one(class_="outcome").one("dl").every("div")
    }
    score = house.rows("SELECT score FROM games WHERE status = 'won'")[0]["score"]
    assert figures["Cards"] == "364"
    assert figures["Time left"] == "500"
    assert figures["Sum"] == f"{score:,}"
    numbers = [int(text.replace(",", "")) for label, text in figures.items() if label != "Sum"]
    assert sum(numbers) == score


@pytest.mark.parametrize(("at", "hurry", "shown"), [(0, "", "8:20"), (441, "1", "0:59"), (486, "2", "0:14")])
def test_the_clock_turns_urgent(runner, clock, at, hurry, shown):
    game = opened(runner)
    runner.play(game, "draw")
    clock.shift(at)
    table = runner.see(game).table
    assert (table.get("data-hurry"), table.one("time").text) == (hurry, shown)
    assert table.one(class_="clock").one("dt")["data-soon"] == "Hurry!"


def test_a_move_after_the_time_is_refused_and_the_run_is_over(house, runner, clock):
    won(runner, 1)
    game = opened(runner)
    runner.play(game, "draw")
    clock.shift(LIMIT + 0.001)
    answer = runner.send(game, 1, "draw")
    assert answer.status_code == 422
    assert "The time is over." in answer.text
    assert house.game(game)["end_reason"] == "time"
    place = runner.get(f"/castles/level/{game}").headers["location"]
    page = seen(runner, place)
    assert page.one("h1").text == "The time ran out in level 2"
    assert states(page) == ["done", "lost", "ahead", "ahead", "ahead"]
    assert seen(runner).one("form", action="/castles")


@pytest.mark.parametrize("path", ["/castles", "/game/{game}", "/game/{game}/table"])
def test_whoever_looks_after_the_time_finds_the_level_ended(house, runner, clock, path):
    game = opened(runner)
    clock.shift(LIMIT + (LOOK_MS + LATE_MS) / 1000)
    runner.get(path.format(game=game))
    assert house.game(game)["status"] == "playing"
    clock.shift(0.001)
    assert runner.get(path.format(game=game)).status_code == 200
    assert house.game(game)["end_reason"] == "time"
    assert house.game(game)["ended_at"] == (NOON + LIMIT) * 1000 + LOOK_MS


def test_giving_up_ends_the_run_with_its_points(house, runner):
    won(runner, 1)
    game = opened(runner)
    runner.play(game, "draw")
    runner.post(f"/game/{game}/give-up")
    (run,) = house.rows("SELECT * FROM castle_runs")
    assert (run["end_reason"], run["done"], run["points"]) == ("resigned", 1, LINES_POINTS)
    assert seen(runner, f"/castles/{run['id']}").one("h1").text == "Given up in level 2"


#: What the first level pays where all moves are made in one moment.
LINES_POINTS = 4864


def test_a_run_can_be_given_up_between_levels(house, runner):
    won(runner, 1)
    place = runner.post("/castles/give-up").headers["location"]
    assert seen(runner, place).one(class_="sum").text == f"{LINES_POINTS:,} points"
    assert runner.post("/castles/give-up").headers["location"] == "/castles"


def test_beginning_again_goes_on_with_the_run(house, runner):
    runner.post("/castles")
    assert len(house.rows("SELECT * FROM castle_runs")) == 1


def test_another_game_does_not_end_a_level_and_a_level_is_never_dealt_again(house, runner):
    level = opened(runner)
    runner.play(level, "draw")
    other = runner.deal("standard-1")
    assert house.game(level)["status"] == "playing"
    runner.play(other, "draw")
    assert runner.post("/games", {"from": level, "then": "again", "sure": "1"}).headers["location"] == "/castles"
    assert runner.get(f"/game/{level}/leave").headers["location"] == "/castles"
    assert house.game(level)["status"] == "playing"


def test_a_cleared_column_is_told_with_what_it_pays(house, runner):
    # R6.2, case 19.
    game = opened(runner)
    told = []
    for move in LINES["castle-1"][1]:
        sight = runner.play(game, move)
        told += [note.text for note in sight.table.every("p", class_="banner") if note["data-kind"] == "info"]
    assert told[0] == "Column 7 is cleared: 500 points."
    assert 0 < len(told) <= 7
    assert len(told) == len(set(told)), "each column once"


def test_each_level_that_is_done_says_what_it_has_built(house, runner):
    game = opened(runner)
    assert not seen(runner).every("p", class_="stone")
    rest = LINES["castle-1"][1]
    runner.play(game, *rest)
    page = seen(runner)
    assert page.one("p", class_="stone").text == "The gate stands."
    assert page.one("svg", class_="built")["data-stage"] == "1"


def test_no_pause_no_undo_no_hint(house, runner):
    # Case 28: no event of the page lengthens a level.
    game = opened(runner)
    runner.play(game, "draw")
    runner.post(f"/game/{game}/pause")
    assert house.game(game)["clock_at"] is not None
    for entry in ("undo", "hint"):
        assert runner.send(game, 1, entry).status_code == 422
    assert runner.post(f"/game/{game}/advice").status_code == 422


def test_another_visitor_sees_neither_run_nor_level(house, runner):
    game = opened(runner)
    runner.play(game, "draw")
    runner.post("/castles/give-up")
    (run,) = house.rows("SELECT id FROM castle_runs")
    other = house.visitor()
    assert other.get(f"/castles/{run['id']}").status_code == 404
    assert other.get(f"/castles/level/{game}").status_code == 404
    assert other.post("/castles/level").headers["location"] == "/castles"


def test_without_a_ready_deal_the_solver_finds_one(house, player, monkeypatch):
    monkeypatch.setattr("app.web.castles.PATIENCE", 60.0)  # the solver's process is only being started
    player.post("/castles")
    game = opened(player)
    row = house.game(game)
    assert (row["rules"], row["code"]) == ("castle-1", None)


def test_the_visitor_is_told_to_wait_where_even_that_takes_long(house, player, monkeypatch):
    monkeypatch.setattr("app.web.castles.PATIENCE", 0.0)
    player.post("/castles")
    place = player.post("/castles/level").headers["location"]
    assert place == "/castles?wait"
    assert "still being shuffled" in seen(player, place).one("p", class_="notice").text


def test_the_leaderboard_pages_and_shows_ones_own_line(house, clock):
    visitor = house.visitor()
    visitor.post("/castles")
    own = house.rows("SELECT player_id FROM castle_runs")[0]["player_id"]
    visitor.post("/castles/give-up")
    house.write(_many_runs, 60, own)
    page = seen(visitor, "/leaderboard/castles")
    assert len(page.one("table").every("tr")) == 1 + 50 + 1, "the head, a page, and the own line apart"
    assert page.one("tr", class_="own").every("td")[0].text == "61"
    second = page.one("a", rel="next")["href"]
    assert len(seen(visitor, second).one("table").every("tr")) == 12
    assert seen(house.visitor(), "/leaderboard/castles/week").one("caption").text == "This week · 61 players"
    for path in ("?page=3", "?page=0", "?page=x", "/year"):
        assert visitor.get(f"/leaderboard/castles{path}").status_code == 404


def _many_runs(conn, count: int, own: str) -> None:
    for number in range(count + 1):
        player = f"player {number}" if number else own
        run = castles.begin(conn, f"run {number}", player, NOON * 1000)
        players.ensure(conn, player, 0)
        run = run._replace(points=number + 5, moves=9, ended_at=NOON * 1000, end_reason="time")
        castle_runs.save(conn, run, TERMS)


def test_an_empty_leaderboard_invites(house):
    for language, words in (("en", "They wait for you!"), ("de", "Sie warten auf dich!")):
        assert words in seen(house.visitor(language), "/leaderboard/castles").one("p", class_="empty").text


def test_the_free_castle_shows_its_crowns_and_what_its_aids_cost(house, player):
    # Case 16.
    code, line = LINES["castle-1"]
    game = player.deal("free-castle-1", code)
    sight = player.see(game)
    assert sight.table.one("button", class_="crowns")["aria-label"] == "4 crowns left"
    assert not sight.table.has("data-limit")
    assert not sight.table.every("time")
    sight = player.play(game, *line[:-1])
    row = house.game(game)
    player.play(game, "undo")
    assert house.game(game)["helped"] & 1
    sight = player.play(game, *line[-2:])
    assert sight.table["data-status"] == "won"
    figures = {
        div.one("dt").text: div.one("dd").text for div in sight.table.one(class_="outcome").one("dl").every("div")
    }
    assert figures["Undo and hints"] == "−5"
    assert row["status"] == "playing"
