"""Who has played the same deal by the same rules."""

from app.store import players, shared_deals
from tests.databases import Running
from tests.store.play import NOON, deal, deal_daily, enter, play, winning_line


def test_the_first_finished_game_of_each_player_counts_won_ones_first(database: Running) -> None:
    # A daily game's own line wins the same deal at the table without the daily's costs.
    line = winning_line("daily-standard-1")
    play(database, deal(database, "a", player="ada"), line)
    enter(database, deal(database, "b", player="bob"), "draw", "resign")
    play(database, deal(database, "b again", player="bob", now=NOON + 1), line, now=NOON + 1)
    play(database, deal(database, "c", player="cleo"), line)
    enter(database, deal(database, "d", player="dan"), "draw")
    enter(database, deal(database, "e", player="eve"), "resign")
    database.write(players.set_name, "cleo", "Cleo", NOON)
    lines = database.read(shared_deals.played, "1", "standard-1")
    assert [(line.rank, line.player_id, line.won) for line in lines] == [
        (1, "ada", True),
        (1, "cleo", True),
        (3, "bob", False),
    ]
    assert [line.name for line in lines] == [None, "Cleo", None]


def test_other_rules_other_deals_and_dailies_are_not_among_them(database: Running) -> None:
    enter(database, deal(database, "a", player="ada", rules="vegas-1"), "draw", "resign")
    enter(database, deal(database, "b", player="bob", code="2"), "draw", "resign")
    enter(database, deal_daily(database, "c", player="cleo"), "draw", "resign")
    assert database.read(shared_deals.played, "1", "standard-1") == []
    assert [line.player_id for line in database.read(shared_deals.played, "1", "vegas-1")] == ["ada"]
