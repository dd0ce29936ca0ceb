"""The solver's hints (R9.2), asked one after the other as at the table."""

import pytest

from app.game.deal import deal_from_code
from app.game.law import is_idle
from app.game.record import Entry, Record
from app.game.rules import rule_set
from app.game.state import enter, new_game
from app.jobs import hinting
from app.jobs.hinting import advice


@pytest.mark.parametrize(("key", "code"), [("standard-3", "5"), ("standard-1", "7"), ("vegas-3", "32")])
def test_whoever_follows_them_wins_and_never_sees_a_table_twice(key: str, code: str) -> None:
    rules, deal = rule_set(key), deal_from_code(code)
    game = new_game(rules, deal)
    entries: list[Entry] = []
    seen = {game.state.position._replace(pass_number=1)}
    while game.state.status == "playing":
        entries.append(Entry("hint", 0))
        told = advice(Record(rules, deal, tuple(entries)).text)
        assert (told.answer, told.back) == ("winnable", 0)
        assert told.move is not None
        assert not is_idle(game.state.position, told.move)
        game = enter(enter(game, "hint", 0), told.move.text, 0)
        entries.append(Entry(told.move.text, 0))
        table = game.state.position._replace(pass_number=1)
        assert table not in seen
        seen.add(table)
        assert len(seen) < 400
    assert game.state.status == "won"


def test_a_player_who_leaves_the_line_is_led_on_from_where_they_are() -> None:
    rules, deal = rule_set("standard-3"), deal_from_code("5")
    first = advice(Record(rules, deal, (Entry("hint", 0),)).text).move
    other = next(text for text in ("draw", "T1-T2") if first is None or text != first.text)
    entries = (Entry("hint", 0), Entry(other, 0), Entry("hint", 0))
    told = advice(Record(rules, deal, entries).text)
    assert told.answer == "winnable"


def test_one_line_is_followed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first hint the search is asked about that position only."""
    rules, deal = rule_set("standard-3"), deal_from_code("5")
    entries = [Entry("hint", 0)]
    for _ in range(6):
        move = advice(Record(rules, deal, tuple(entries)).text).move
        assert move is not None
        entries += [Entry(move.text, 0), Entry("hint", 0)]
    asked = []
    solve = hinting.solve
    hinting._line_from.cache_clear()
    monkeypatch.setattr(hinting, "solve", lambda position, *more: asked.append(position) or solve(position, *more))
    advice(Record(rules, deal, tuple(entries)).text)
    assert asked == [new_game(rules, deal).state.position]
