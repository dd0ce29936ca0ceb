"""Steps: what nearly every move writes, on both databases."""

import asyncio
import random
import sqlite3
from collections.abc import Sequence

import pytest

from app.game.record import Entry
from app.store import games
from app.store.errors import UnavailableError
from app.store.games import Attempt, GameRow
from app.store.playing import Playing
from app.store.steps import Step
from tests.databases import Running
from tests.store.play import NOON, TERMS, deal, enter, some_entry, stored


def begun(database: Running, game_id: str = "game", player: str = "ada") -> GameRow:
    return enter(database, deal(database, game_id, player=player), "draw").row


def step_of(row: GameRow, **changes: object) -> Step:
    after = row._replace(version=row.version + 1, moves=row.moves + 1, clock_ms=700, clock_at=NOON + 700)
    return Step(row, after._replace(**changes), [Entry("draw", 700)])  # type: ignore[arg-type]


def take(database: Running, *steps: Step) -> list[object]:
    async def together() -> list[object]:
        return list(await asyncio.gather(*(database.database.step(step) for step in steps), return_exceptions=True))

    return database.run(together())


def entries(database: Running, game_id: str = "game") -> list[tuple[object, ...]]:
    return database.rows(f"SELECT number, text, clock_ms FROM entries WHERE game_id = '{game_id}' ORDER BY number")


def test_a_step_writes_the_row_and_its_entries(database: Running) -> None:
    row = begun(database)
    more = [Entry("draw", 700), Entry("W-F", 700)]
    after = row._replace(version=3, score=-7, kept=1 << 51, helped=3, clock_ms=700, clock_at=NOON + 700)
    assert take(database, Step(row, after, more)) == [True]
    assert stored(database, row) == after
    assert entries(database) == [(0, "draw", 0), (1, "draw", 700), (2, "W-F", 700)]


@pytest.mark.parametrize(
    "seen",
    [{"version": 0}, {"version": 2}, {"player_id": "eve"}, {"clock_at": NOON - 1}, {"clock_at": None}, {"id": "other"}],
)
def test_a_step_from_anything_but_the_present_row_writes_nothing(database: Running, seen: dict[str, object]) -> None:
    row = begun(database)
    step = step_of(row)
    assert take(database, step._replace(before=row._replace(**seen))) == [False]  # type: ignore[arg-type]
    assert stored(database, row) == row
    assert len(entries(database)) == 1


def test_a_step_goes_on_from_a_pause_and_not_over_one(database: Running) -> None:
    row = begun(database)
    assert database.write(games.pause, row.id, "ada", NOON + 300)
    assert take(database, step_of(row)) == [False]
    paused = stored(database, row)
    assert take(database, step_of(paused)) == [True]


def test_a_game_that_ended_takes_no_step(database: Running) -> None:
    row = begun(database)
    database.write(games.give_up, row.id, "ada", NOON, TERMS)
    ended = stored(database, row)
    assert take(database, step_of(row), step_of(ended)) == [False, False]
    assert stored(database, row) == ended


def test_of_two_steps_from_one_row_one_is_taken(database: Running) -> None:
    row = begun(database)
    assert sorted(map(str, take(database, step_of(row), step_of(row)))) == ["False", "True"]
    assert [number for number, *_ in entries(database)] == [0, 1]


@pytest.mark.parametrize("entries_made", [1, 2])
@pytest.mark.parametrize(
    "seen", [{"player_id": "eve"}, {"version": 5}, {"clock_at": 1}, {"clock_at": None}, {"id": "no"}, {}]
)
def test_a_lone_step_is_held_to_all_that_it_saw(database: Running, seen: dict[str, object], entries_made: int) -> None:
    row = begun(database)
    before = row._replace(**seen)  # type: ignore[arg-type]
    made = [Entry("draw", 700 + number) for number in range(entries_made)]
    after = row._replace(version=1 + entries_made, clock_ms=800, clock_at=NOON + 800, helped=True)
    asked = []
    step = Step(before, after, made)
    assert database.run(database.database.step(step, lambda: asked.append(len(asked)))) == (not seen)
    assert stored(database, row) == (row if seen else after)
    assert len(entries(database)) == (1 if seen else 1 + entries_made)
    assert asked == [0], "what is to be made meanwhile is made once"


def test_many_games_steps_at_once_are_all_taken_beside_other_writes(database: Running) -> None:
    rows = [begun(database, f"game{number}") for number in range(150)]
    steps = [step_of(row) for row in rows]
    steps[7] = step_of(rows[7]._replace(version=5))

    async def together() -> tuple[list[bool], list[games.Outcome]]:
        taken = [asyncio.ensure_future(database.database.step(step)) for step in steps[:75]]
        other = [
            asyncio.ensure_future(
                database.database.write(games.append, Attempt(row.id, "ada", 1, ["draw"], NOON), TERMS)
            )
            for row in rows[100:]
        ]
        await asyncio.sleep(0)
        taken += [asyncio.ensure_future(database.database.step(step)) for step in steps[75:100]]
        return [await one for one in taken], [await one for one in other]

    taken, other = database.run(together())
    assert taken == [number != 7 for number in range(100)]
    assert all(outcome.taken == 1 for outcome in other)
    assert database.rows("SELECT count(*) FROM games WHERE version = 2") == [(149,)]
    assert database.rows("SELECT count(*) FROM entries") == [(150 + 149,)]


def owe_at(database: Running, version: int) -> None:
    """Let a game that reaches ``version`` leave a debt by which the commit must fail."""
    database.execute("CREATE TABLE debts (day TEXT REFERENCES dailies (day) DEFERRABLE INITIALLY DEFERRED)")
    if database.kind == "sqlite":
        database.execute(
            f"CREATE TRIGGER owing AFTER UPDATE ON games WHEN NEW.version = {version} "
            "BEGIN INSERT INTO debts VALUES ('no such day'); END"
        )
        return
    database.execute(
        "CREATE FUNCTION owe() RETURNS trigger LANGUAGE plpgsql AS "
        "$$BEGIN INSERT INTO debts VALUES ('no such day'); RETURN NEW; END$$"
    )
    database.execute(
        f"CREATE TRIGGER owing AFTER UPDATE ON games FOR EACH ROW WHEN (NEW.version = {version}) EXECUTE FUNCTION owe()"
    )


def test_a_step_whose_commit_fails_is_never_said_to_be_taken(database: Running) -> None:
    rows = [begun(database, f"game{number}") for number in range(3)]
    owe_at(database, 2)
    answers = take(database, *(step_of(row) for row in rows))
    assert [type(answer) for answer in answers] == [UnavailableError] * 3
    assert [stored(database, row) for row in rows] == rows
    assert len(entries(database, "game0")) == 1
    database.execute("DROP TRIGGER owing" + (" ON games" if database.kind == "postgresql" else ""))
    assert take(database, *(step_of(row) for row in rows)) == [True] * 3, "the store goes on"


def test_a_step_waits_for_another_programs_write(database: Running) -> None:
    if database.kind != "sqlite":
        pytest.skip("only in SQLite one writer keeps out all others")
    row = begun(database)
    other = sqlite3.connect(database.url.removeprefix("sqlite:///"), isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")

    async def release_while_it_waits() -> bool:
        taken = asyncio.ensure_future(database.database.step(step_of(row)))
        await asyncio.sleep(0.2)
        assert not taken.done()
        other.execute("ROLLBACK")
        return await taken

    assert database.run(release_while_it_waits())
    other.close()
    assert stored(database, row).version == 2


def test_one_who_goes_away_does_no_harm_to_the_others(database: Running) -> None:
    rows = [begun(database, f"game{number}") for number in range(3)]

    async def one_goes() -> list[bool]:
        taken = [asyncio.ensure_future(database.database.step(step_of(row))) for row in rows]
        await asyncio.sleep(0)
        taken[0].cancel()
        return list(await asyncio.gather(*taken[1:]))

    assert database.run(one_goes()) == [True, True]


class Seats:
    """The same games in two places: played the whole way in one, by :class:`Playing` in the other."""

    def __init__(self, database: Running) -> None:
        self.database = database
        self.playing = Playing(database.database)

    def play(self, row: GameRow, texts: Sequence[str], now: int, *, auto: bool) -> tuple[games.Outcome, games.Outcome]:
        attempt = Attempt(f"short{row.id[-1]}", row.player_id, row.version, texts, now, auto=auto)
        short = self.database.run(self.playing.append(attempt, TERMS))
        return short, self.database.write(games.append, attempt._replace(game_id=f"whole{row.id[-1]}"), TERMS)


@pytest.mark.parametrize("rules", ["standard-1", "standard-3", "vegas-3", "castle-2", "free-castle-1", "open-1"])
def test_games_by_the_short_way_are_the_games_by_the_whole_way(database: Running, rules: str) -> None:
    seats = Seats(database)
    for place in range(2):
        for name in ("short", "whole"):
            deal(database, f"{name}{place}", rules, code=str(place))
    for place in range(2):
        chance = random.Random(f"{rules} {place}")
        row = stored(database, deal_row(f"whole{place}"))
        for number in range(60):
            texts = [some_entry(chance, row)]
            if chance.random() < 0.2:
                texts.append(chance.choice(["draw", "T1-F", "W-T3", "nonsense"]))
            auto = chance.random() < 0.3
            if chance.random() < 0.1:
                for name in ("short", "whole"):
                    database.write(games.pause, f"{name}{place}", "ada", NOON + 1000 * number + 500)
            short, whole = seats.play(row, texts, NOON + 1000 * (number + 1), auto=auto)
            assert short.row == whole.row._replace(id=short.row.id)
            assert (short.taken, short.stale, str(short.error)) == (whole.taken, whole.stale, str(whole.error))
            assert short.game.events == whole.game.events
            row = whole.row
            if row.status != "playing":
                break
        assert stored(database, deal_row(f"short{place}")) == row._replace(id=f"short{place}")
        assert entries(database, f"short{place}") == entries(database, f"whole{place}")


def deal_row(game_id: str) -> GameRow:
    """A row of which only whose it is matters."""
    return GameRow(game_id, "ada", *[None] * 27)  # type: ignore[arg-type]


def test_what_another_server_played_is_noticed(database: Running) -> None:
    """The kept row is old: the form names the later version, or the earlier one."""
    row = begun(database)
    here, there = Playing(database.database), Playing(database.database)

    def play(seat: Playing, version: int, sent: int = 0) -> games.Outcome:
        return database.run(
            seat.append(Attempt(row.id, "ada", version, ["draw"], NOON + 1000 * version, sent=sent), TERMS)
        )

    assert play(here, 1).taken == 1
    assert play(there, 2).taken == 1
    assert play(here, 3).taken == 1, "the page was told of version 3 by the other server"
    stale = play(there, 3)
    assert (stale.stale, stale.taken, stale.row.version) == (True, 0, 4)
    assert play(there, 3, sent=1).taken == 1, "sent before without an answer: it is there already"
    assert [number for number, *_ in entries(database)] == [0, 1, 2, 3]


def test_another_player_has_no_such_game(database: Running) -> None:
    row = begun(database)
    playing = Playing(database.database)
    assert database.run(playing.append(Attempt(row.id, "ada", 1, ["draw"], NOON), TERMS)).taken == 1
    with pytest.raises(games.GameNotFoundError):
        database.run(playing.append(Attempt(row.id, "eve", 2, ["draw"], NOON), TERMS))


def test_a_game_that_is_over_takes_no_room(database: Running) -> None:
    left, lost = begun(database, "left"), begun(database, "lost")
    playing = Playing(database.database)
    for row in (left, lost):
        database.run(playing.append(Attempt(row.id, "ada", 1, ["draw"], NOON), TERMS))
    assert [*playing._rows] == [left.id, lost.id]
    database.run(playing.append(Attempt(lost.id, "ada", 2, ["resign"], NOON), TERMS))
    playing.forget(left.id)
    assert [*playing._rows] == []
