"""Undo and redo over the whole record, through the store."""

import random

import pytest

from app.game.record import replay
from app.store import games, history
from app.store.errors import BrokenRecordError
from tests.databases import Running
from tests.store.play import deal, enter, play, some_entry, stored


@pytest.fixture(autouse=True)
def _forgetful():  # type: ignore[no-untyped-def]
    history._kept.clear()
    yield
    history._kept.clear()


@pytest.mark.parametrize("forget", [False, True])
def test_undo_and_redo_go_all_the_way(database: Running, forget: bool) -> None:
    chance = random.Random(5)
    row = deal(database)
    rows = [row]
    while len(rows) < 40:
        text = some_entry(chance, row)
        if text not in ("undo", "redo", "hint"):
            row = enter(database, row, text).row
            rows.append(row)
    for text, way in (("undo", reversed(rows[:-1])), ("redo", rows[1:])):
        for expected in way:
            if forget:
                history._kept.clear()
            row = enter(database, row, text).row
            assert (row.position, row.score, row.moves) == (expected.position, expected.score, expected.moves)
    assert replay(database.read(games.record, row)).state == games.state_of(stored(database, row))


def test_a_kept_game_is_not_used_for_a_record_it_does_not_belong_to(database: Running) -> None:
    row = play(database, deal(database), ["draw", "draw", "draw"])
    undone = enter(database, row, "undo").row
    database.execute("UPDATE entries SET text = 'T4-F' WHERE number = 0")
    assert games.state_of(undone) != replay(database.read(games.record, undone)).state
    again = enter(database, undone, "undo")
    assert again.game.state.position.foundations == (0, 1, 0, 0)


def test_a_broken_record_is_not_taken_for_the_players_mistake(database: Running) -> None:
    row = play(database, deal(database), ["draw", "draw"])
    database.execute("UPDATE entries SET text = 'redeal' WHERE number = 0")
    with pytest.raises(BrokenRecordError):
        enter(database, row, "undo")
    assert stored(database, row) == row


def test_few_games_are_kept(database: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "KEPT_ENTRIES", 6)
    for number in range(5):
        row = play(database, deal(database, str(number)), ["draw", "draw"])
        enter(database, row, "undo")
        assert sum(len(kept.entries) for kept in history._kept.values()) <= 6
    assert [*history._kept] == ["2", "3", "4"]
    row = play(database, deal(database, "long"), ["draw"] * 7)
    enter(database, row, "undo")
    assert [*history._kept] == []


def test_a_game_that_has_ended_is_not_kept(database: Running) -> None:
    row = enter(database, play(database, deal(database), ["draw", "draw"]), "undo").row
    assert [*history._kept] == [row.id]
    enter(database, row, "resign")
    assert [*history._kept] == []
