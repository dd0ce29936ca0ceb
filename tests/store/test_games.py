"""Games through the store: what is kept is what the record says, whoever comes at once."""

import random

import pytest
from sqlalchemy import Connection

from app.game.errors import IllegalMoveError, InvalidMoveError
from app.game.record import replay
from app.game.rules import ALL_KEYS
from app.store import games, players
from app.store.errors import GameNotFoundError, UnavailableError
from app.store.games import Attempt
from tests.databases import Running
from tests.store.play import NOON, TERMS, deal, deal_daily, enter, play, some_entry, stored


def test_a_deal_is_kept_as_it_is_made(database: Running) -> None:
    row = deal(database, rules="vegas-3", code="77")
    assert stored(database, row) == row
    assert (row.version, row.score, row.status, row.clock_at, row.code) == (0, -52, "playing", None, "77")


def test_an_entry_is_kept_before_it_is_answered(database: Running) -> None:
    outcome = enter(database, deal(database), "draw")
    assert (outcome.taken, outcome.error, outcome.stale) == (1, None, False)
    assert outcome.row.version == outcome.game.state.version == 1
    assert [event.kind for event in outcome.game.events] == ["draw"]
    assert stored(database, outcome.row) == outcome.row


@pytest.mark.parametrize("rules", ALL_KEYS)
def test_what_is_stored_is_what_the_replayed_record_says(database: Running, rules: str) -> None:
    chance = random.Random(rules)
    row = deal(database, rules=rules, code=str(chance.randrange(10**9)))
    now = NOON
    for number in range(60):
        texts = [some_entry(chance, row)]
        now += chance.randrange(4000)
        row = enter(database, row, *texts, now=now).row
        if number % 6 == 0 or row.status != "playing":
            record = database.read(games.record, row)
            assert replay(record).state == games.state_of(stored(database, row))
            assert len(record.entries) == row.version
        if row.status != "playing":
            break


def test_many_entries_at_once_are_as_one_after_the_other(database: Running) -> None:
    texts = ["draw", "draw", "undo", "redo", "undo", "undo", "draw"]
    together = enter(database, deal(database, "a"), *texts).row
    apart = play(database, deal(database, "b"), texts)
    assert together._replace(id="b") == apart
    assert database.read(games.record, together).entries == database.read(games.record, apart).entries


def test_entries_stop_at_the_first_that_is_not_allowed(database: Running) -> None:
    outcome = enter(database, deal(database), "draw", "redeal", "draw")
    assert outcome.taken == 1
    assert isinstance(outcome.error, IllegalMoveError)
    assert outcome.error.reason == "stock_not_empty"
    assert outcome.row.version == stored(database, outcome.row).version == 1


@pytest.mark.parametrize("text", ["", "jump", "T9-F", "T1-T2x99", "draw;"])
def test_text_that_is_no_entry_changes_nothing(database: Running, text: str) -> None:
    row = deal(database)
    outcome = enter(database, row, text)
    assert isinstance(outcome.error, InvalidMoveError)
    assert outcome.taken == 0
    assert stored(database, row) == row


def test_another_version_applies_nothing_and_shows_the_present_game(database: Running) -> None:
    row = deal(database)
    present = enter(database, row, "draw").row
    for version in (0, 2, -1, 2**31):
        outcome = enter(database, row, "draw", version=version)
        assert outcome.stale
        assert (outcome.row, outcome.taken) == (present, 0)
        assert outcome.game.state == games.state_of(present)


def test_the_same_move_posted_twice_is_applied_once(database: Running) -> None:
    row = play(database, deal(database), ["draw"])
    call = (games.append, Attempt(row.id, row.player_id, row.version, ["draw"], NOON), TERMS)
    answers = database.write_all(call, call)
    assert sorted(answer.taken for answer in answers) == [0, 1]
    assert sorted((answer.stale, answer.held) for answer in answers) == [(False, 0), (True, 1)]
    assert [answer.row.version for answer in answers] == [2, 2], "the other gets the present table"
    assert len(database.read(games.record, answers[0].row).entries) == 2


@pytest.mark.parametrize("played", [[], ["draw"]])
def test_of_many_at_once_with_one_version_one_is_applied(database: Running, played: list[str]) -> None:
    row = play(database, deal_daily(database), played)
    attempts = [Attempt(row.id, row.player_id, row.version, ["draw"], NOON + number) for number in range(24)]
    calls = [(games.append, attempt, TERMS) for attempt in attempts]
    answers = database.write_all(*calls)
    assert sum(answer.taken for answer in answers) == 1
    assert sum(answer.stale for answer in answers) == 23
    assert {answer.row for answer in answers} == {stored(database, row)}
    assert stored(database, row).version == len(played) + 1


def test_games_played_at_once_do_not_touch_each_other(database: Running) -> None:
    rows = {str(number): deal(database, str(number), player=f"player {number}") for number in range(30)}
    for _ in range(8):
        calls = [
            (games.append, Attempt(row.id, row.player_id, row.version, ["draw"], NOON), TERMS) for row in rows.values()
        ]
        for answer in database.write_all(*calls):
            assert answer.taken == 1
            rows[answer.row.id] = answer.row
    for row in rows.values():
        assert replay(database.read(games.record, row)).state == games.state_of(stored(database, row))


def test_another_players_game_is_not_there(database: Running) -> None:
    row = deal(database)
    other = row._replace(player_id="eve")
    assert database.read(games.load, row.id, "eve") is None
    for write in (
        lambda: enter(database, other, "draw"),
        lambda: database.write(games.leave, row.id, "eve", NOON, TERMS),
    ):
        with pytest.raises(GameNotFoundError):
            write()
    assert not database.write(games.pause, row.id, "eve", NOON)
    with pytest.raises(GameNotFoundError):
        enter(database, row._replace(id="none"), "draw")
    assert stored(database, row) == row


def test_an_ended_game_is_read_only(database: Running) -> None:
    row = play(database, deal(database), ["draw", "resign"])
    assert (row.status, row.end_reason, row.ended_at, row.clock_at) == ("lost", "resigned", NOON, None)
    outcome = enter(database, row, "draw")
    assert isinstance(outcome.error, IllegalMoveError)
    assert outcome.error.reason == "game_over"
    assert not database.write(games.pause, row.id, row.player_id, NOON)
    assert not database.write(games.resume, row.id, row.player_id, NOON)
    assert database.write(games.leave, row.id, row.player_id, NOON, TERMS).row == row
    assert stored(database, row) == row


def test_a_player_is_made_by_the_first_move_and_not_before(database: Running) -> None:
    row = deal(database)
    row = enter(database, row, "hint").row
    enter(database, row, "undo")
    assert database.read(players.get, "ada") is None
    assert stored(database, row).started_at is None
    row = enter(database, row, "draw", now=NOON + 5).row
    made = database.read(players.get, "ada")
    assert made is not None
    assert made.created_at == row.started_at == NOON + 5


def test_a_game_given_up_without_a_move_leaves_nothing(database: Running) -> None:
    for number, board in enumerate(["standard-1", "vegas-1"]):
        row = enter(database, deal_daily(database, str(number), board), "resign").row
        assert (row.status, row.started_at) == ("lost", None)
    enter(database, deal(database, rules="vegas-1"), "resign")
    for table in ("players", "ranked_games", "results", "rank_counts", "vegas_ledger"):
        assert database.rows(f"SELECT * FROM {table}") == [], table


def test_leaving_a_game_ends_it_once_and_says_so(database: Running) -> None:
    row = play(database, deal(database, rules="vegas-1"), ["draw"])
    left = database.write(games.leave, row.id, row.player_id, NOON + 9000, TERMS).row
    assert (left.status, left.end_reason, left.version) == ("lost", "left", 2)
    assert replay(database.read(games.record, left)).state.status == "lost"
    assert database.rows("SELECT game_id, draw, balance, at FROM vegas_ledger") == [("game", 1, -52, NOON + 9000)]
    assert database.write(games.leave, row.id, row.player_id, NOON + 10_000, TERMS).row == left


def test_an_untouched_game_is_not_ended_by_leaving_it(database: Running) -> None:
    row = deal(database)
    assert database.write(games.leave, row.id, row.player_id, NOON, TERMS).row == row


def test_games_under_way_are_found_the_newest_first(database: Running) -> None:
    deal(database, "untouched")
    for number, game_id in enumerate(["a", "b", "c"]):
        enter(database, deal(database, game_id), "draw", now=NOON + number)
    enter(database, deal(database, "bob's", player="bob"), "draw")
    enter(database, deal(database, "ended"), "draw", "resign")
    assert [row.id for row in database.read(games.running, "ada", 2)] == ["c", "b"]
    assert database.read(games.running, "ada")[0].id == "c"
    assert database.read(games.running, "eve") == []


@pytest.mark.parametrize("table", ["games", "entries", "ranked_games", "players", "results", "rank_counts"])
def test_where_any_part_of_an_entry_cannot_be_kept_nothing_is(database: Running, table: str) -> None:
    """The last and first entry of a ranked game in one: it writes to all of these."""
    row = deal_daily(database)
    forbid_writing(database, table)
    with pytest.raises(Exception, match="forbidden"):
        enter(database, row, "draw", "resign")
    assert stored(database, row) == row
    for other in ("entries", "ranked_games", "players", "results", "rank_counts"):
        assert database.rows(f"SELECT * FROM {other}") == [], other


def test_an_entry_whose_commit_fails_is_not_answered_as_done(database: Running) -> None:
    """A constraint that is looked at in the commit only: every statement of the entry succeeds before it."""
    row = deal(database)
    database.execute(
        "CREATE TABLE debts (game_id TEXT REFERENCES games (id) DEFERRABLE INITIALLY DEFERRED, version INTEGER)"
    )
    if database.kind == "sqlite":
        database.execute("CREATE TRIGGER owe AFTER UPDATE ON games BEGIN INSERT INTO debts VALUES ('none', 1); END")
    else:
        database.execute(
            "CREATE FUNCTION owe() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN INSERT INTO debts VALUES ('none', 1); RETURN NEW; END $$"
        )
        database.execute("CREATE TRIGGER owe AFTER UPDATE ON games FOR EACH ROW EXECUTE FUNCTION owe()")
    for text in ("draw", "resign"):
        with pytest.raises(Exception, match=r"commit|foreign key") as failure:
            enter(database, row, text)
        assert isinstance(failure.value, UnavailableError) or database.kind == "postgresql"
    assert stored(database, row) == row
    assert database.rows("SELECT * FROM entries") == []


def forbid_writing(database: Running, table: str) -> None:
    if database.kind == "sqlite":
        for event in ("INSERT", "UPDATE"):
            database.execute(
                f"CREATE TRIGGER no_{event} BEFORE {event} ON {table} BEGIN SELECT RAISE(ABORT, 'forbidden'); END"
            )
    else:
        database.execute(
            "CREATE FUNCTION forbid() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'forbidden'; END $$"
        )
        database.execute(f"CREATE TRIGGER no BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION forbid()")


def test_a_board_that_is_taken_over_by_another_transaction_is_stale(database: Running) -> None:
    """The row changes between what the entry saw and what it writes (on PostgreSQL this can happen)."""
    row = play(database, deal(database), ["draw"])

    def overtaken(conn: Connection) -> games.Outcome:
        from app.store import games as module

        present = module.load(conn, row.id, row.player_id)
        assert present is not None
        first = module.append(conn, Attempt(row.id, row.player_id, row.version, ["draw"], NOON), TERMS)
        assert first.taken == 1
        return module._append(conn, present, Attempt(row.id, row.player_id, 1, ["draw"], NOON), TERMS)

    outcome = database.write(overtaken)
    assert outcome.stale
    assert outcome.row == stored(database, row)
    assert outcome.row.version == 2


@pytest.mark.parametrize("lost", [1, 2, 3])
def test_entries_whose_answer_was_lost_are_not_made_twice(database: Running, lost: int) -> None:
    """The first ``lost`` entries had arrived, the answer had not; the page sends them again with those made since."""
    row = deal(database)
    texts = ["draw", "draw", "undo"]
    play(database, row, texts[:lost])
    again = database.write(games.append, Attempt(row.id, row.player_id, 0, texts, NOON, sent=3), TERMS)
    assert (again.taken, again.stale, again.row.version) == (3, False, 3)
    assert [entry.text for entry in database.read(games.record, again.row).entries] == texts


@pytest.mark.parametrize(
    ("texts", "sent", "held"),
    [(["draw"], 0, 1), (["draw"] * 3, 0, 3), (["draw"] * 3, 1, 3), (["draw"] * 4, 0, 3), (["draw", "undo"], 0, 0)],
)
def test_a_request_that_a_browser_sent_twice_by_itself_is_told_what_it_had_made(
    database: Running, texts: list[str], sent: int, held: int
) -> None:
    row = deal(database)
    present = play(database, row, ["draw"] * min(len(texts), 3))
    again = database.write(games.append, Attempt(row.id, row.player_id, 0, texts, NOON, sent=sent), TERMS)
    assert (again.taken, again.stale, again.held, again.row) == (0, True, held, present)


def test_other_entries_made_meanwhile_are_a_stale_version(database: Running) -> None:
    row = deal(database)
    present = play(database, row, ["draw", "draw"])
    for texts, sent in ((["draw", "T4-F"], 2), (["draw", "draw"], 1), (["draw"], 1), ([], 0)):
        again = database.write(games.append, Attempt(row.id, row.player_id, 0, texts, NOON, sent=sent), TERMS)
        assert (again.taken, again.stale, again.row) == (0, True, present)


@pytest.mark.parametrize("game_id", ["", "none", "\0", "game\0", "é🂡"])
def test_no_text_names_a_game_that_there_is_not(database: Running, game_id: str):
    deal(database)
    assert database.read(games.load, game_id, "ada") is None
