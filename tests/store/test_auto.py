"""Cards that go up by themselves, through the store: entries, what is kept, and answers that were lost."""

import random

import pytest

from app.game.record import replay
from app.store import games
from app.store.games import Attempt, GameRow, Outcome
from tests.browser.tables import laid
from tests.databases import Running
from tests.store.play import NOON, TERMS, deal, some_entry, stored

# Two aces lie open; nine of hearts to ten of spades uncovers 2C and then 3C.
POSITION = laid("3C2C|9H", "TS", "7S|AD", "7D|AH", "", "", "KC", waste="9D", up="A---", stock="5S4S")
# What goes up in the deal of code 0 as soon as one move was made.
FOLLOWS_THE_DRAW = ["T1-F", "T5-F", "T6-F", "T6-F"]
FIVES_UP = laid("6H", "8S", "8D", "", "", "", "KC", waste="7D", up="5555", stock="9C")


def send(
    database: Running, row: GameRow, *texts: str, now: int = NOON, version: int | None = None, sent: int = 0
) -> Outcome:
    seen = row.version if version is None else version
    return database.write(games.append, Attempt(row.id, row.player_id, seen, texts, now, sent, auto=True), TERMS)


def start_at(database: Running, position: str = POSITION) -> GameRow:
    row = deal(database)
    database.execute(f"UPDATE games SET position = '{position}' WHERE id = '{row.id}'")
    return stored(database, row)


def entries(database: Running, row: GameRow) -> list[str]:
    return [text for (text,) in database.rows(f"SELECT text FROM entries WHERE game_id = '{row.id}' ORDER BY number")]


def test_what_goes_up_by_itself_is_stored_but_only_what_was_sent_is_taken(database: Running) -> None:
    outcome = send(database, start_at(database), "T1-T2")
    assert (outcome.taken, outcome.error, outcome.stale) == (1, None, False)
    assert entries(database, outcome.row) == ["T1-T2", "T1-F", "T3-F", "T4-F"]
    assert outcome.row.version == 4
    assert [event.card.text for event in outcome.game.events if event.card] == [
        *("9H", "2C", "2C", "3C", "AD", "7S", "AH", "7D")
    ]
    assert stored(database, outcome.row) == outcome.row


def test_nothing_goes_up_between_moves_that_were_made_together(database: Running) -> None:
    """The second was played by somebody who had not seen what the first would bring."""
    outcome = send(database, start_at(database), "draw", "T3-F", "T1-T2")
    assert (outcome.taken, entries(database, outcome.row)) == (3, ["draw", "T3-F", "T1-T2", "T1-F", "T4-F"])


def test_what_was_taken_before_a_refusal_is_followed_by_what_goes_up(database: Running) -> None:
    outcome = send(database, start_at(database), "T1-T2", "redeal", "draw")
    assert (outcome.taken, outcome.error is not None) == (1, True)
    assert entries(database, outcome.row) == ["T1-T2", "T1-F", "T3-F", "T4-F"]


@pytest.mark.parametrize("text", ["hint", "redeal", "resign"])
def test_nothing_follows_what_is_no_move(database: Running, text: str) -> None:
    outcome = send(database, start_at(database), text)
    assert entries(database, outcome.row) == ([] if text == "redeal" else [text])


def test_one_undo_is_one_entry_taken_and_takes_back_the_whole(database: Running) -> None:
    start = deal(database, code="0")
    row = send(database, start, "draw").row
    assert entries(database, row) == ["draw", *FOLLOWS_THE_DRAW]
    outcome = send(database, row, "undo", now=NOON + 500)
    assert (outcome.taken, outcome.row.undo_depth, outcome.row.redo_depth) == (1, 0, 5)
    assert outcome.row.position == start.position
    assert entries(database, outcome.row)[5:] == ["undo"] * 5
    outcome = send(database, outcome.row, "redo", now=NOON + 900)
    assert (outcome.taken, outcome.row.position) == (1, row.position)


def test_undos_that_came_together_take_back_a_move_each(database: Running) -> None:
    row = send(database, deal(database, code="0"), "draw").row
    row = send(database, row, "draw", "draw", now=NOON + 100).row
    outcome = send(database, row, "undo", "undo", "undo", now=NOON + 500)
    assert (outcome.taken, outcome.row.undo_depth, outcome.row.version) == (3, 0, 14)


def test_moves_whose_answer_was_lost_are_taken_once_with_what_followed(database: Running) -> None:
    start = start_at(database)
    row = send(database, start, "draw").row
    # "draw" took AD and AH along. The page has played on meanwhile, at a table without that.
    assert entries(database, row) == ["draw", "T3-F", "T4-F"]
    outcome = send(database, start, "draw", "T3-F", "T1-T2", version=0, sent=1)
    assert (outcome.stale, outcome.taken, outcome.error) == (False, 1, None)
    assert outcome.row == row
    # All that was sent had arrived: then all of it counts, and nothing is made again.
    outcome = send(database, start, "draw", version=0, sent=1)
    assert (outcome.stale, outcome.taken, outcome.row) == (False, 1, row)
    # Of two that were sent, the second by the page's own hand: it is up, so it counts as taken.
    outcome = send(database, start, "draw", "T3-F", version=0, sent=2)
    assert (outcome.stale, outcome.taken, outcome.row) == (False, 2, row)


def test_an_undo_whose_answer_was_lost_is_not_made_twice(database: Running) -> None:
    row = send(database, deal(database, code="0"), "draw").row
    undone = send(database, row, "undo", now=NOON + 500).row
    outcome = send(database, row, "undo", version=row.version, sent=1, now=NOON + 900)
    assert (outcome.stale, outcome.taken, outcome.row) == (False, 1, undone)


def test_what_another_page_put_up_is_no_answer_that_was_lost(database: Running) -> None:
    start = start_at(database)
    row = send(database, start, "draw").row
    later = database.write(games.append, Attempt(row.id, row.player_id, row.version, ["T1-T2"], NOON + 5000), TERMS)
    later = database.write(
        games.append, Attempt(row.id, row.player_id, later.row.version, ["T1-F"], NOON + 9000), TERMS
    )
    outcome = send(database, start, "draw", version=0, sent=1)
    assert (outcome.stale, outcome.taken) == (True, 0)
    assert outcome.row == later.row


def test_a_card_taken_down_is_kept_in_the_row(database: Running) -> None:
    row = send(database, start_at(database, FIVES_UP), "FC-T1").row
    assert (entries(database, row), row.kept) == (["FC-T1"], 1 << 16)
    assert stored(database, row).kept == 1 << 16
    row = send(database, row, "W-T2", now=NOON + 10).row
    assert entries(database, row) == ["FC-T1", "W-T2"]
    assert row.kept == 1 << 16


@pytest.mark.parametrize("rules", ["standard-1", "standard-3", "daily-standard-1", "vegas-3", "castle-2"])
def test_what_is_stored_is_what_the_replayed_record_says(database: Running, rules: str) -> None:
    chance = random.Random(rules)
    for number in range(3):
        row = deal(database, f"game {number}", rules=rules, code=str(chance.randrange(10**9)))
        now = NOON
        for step in range(60):
            texts = [some_entry(chance, row)]
            now += chance.randrange(1, 4000)
            outcome = send(database, row, *texts, now=now)
            assert (outcome.taken, outcome.stale) == (1, False)
            row = outcome.row
            if step % 10 == 9 or row.status != "playing":
                assert replay(database.read(games.record, row)).state == games.state_of(stored(database, row))
            if row.status != "playing":
                break
