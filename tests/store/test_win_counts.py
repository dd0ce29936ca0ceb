"""How often people win the deals of each difficulty, on both databases."""

from app.store import games, win_counts
from app.store.games import Attempt, Hand
from app.store.migrate import downgrade, migrate
from app.store.win_counts import Rate
from tests.databases import Running
from tests.store.play import NOON, TERMS, deal, enter, play, winning_line

NONE = Rate(0, 0)


def test_games_with_proven_deals_count_by_rules_and_difficulty_as_they_end(database: Running) -> None:
    line = winning_line("daily-standard-1")
    play(database, deal(database, "won", difficulty=1), line)
    enter(database, deal(database, "lost", difficulty=1), "draw", "resign")
    enter(database, deal(database, "no clock", "standard-1+untimed", difficulty=1), "draw", "resign")
    enter(database, deal(database, "hard", difficulty=2), "draw", "resign")
    left = enter(database, deal(database, "left", "vegas-3", difficulty=2), "draw").row
    database.write(games.leave, left.id, "ada", NOON, TERMS)
    assert database.read(win_counts.by_difficulty, "standard-1") == [NONE, Rate(3, 1), Rate(1, 0)]
    assert database.read(win_counts.by_difficulty, "standard-1+untimed") == [NONE, Rate(3, 1), Rate(1, 0)]
    assert database.read(win_counts.by_difficulty) == [NONE, Rate(3, 1), Rate(2, 0)]


def test_what_says_nothing_of_people_does_not_count(database: Running) -> None:
    enter(database, deal(database, "not proven"), "draw", "resign")
    enter(database, deal(database, "untouched", difficulty=0), "resign")
    enter(database, deal(database, "under way", difficulty=0), "draw")
    row = deal(database, "of a program", difficulty=0)
    by_program = Attempt(row.id, "ada", 0, ["draw", "resign"], NOON, by=Hand(is_program=True))
    database.write(games.append, by_program, TERMS)
    assert database.read(win_counts.by_difficulty) == [NONE, NONE, NONE]


def test_games_from_before_they_were_counted_are_counted_by_the_migration(database: Running) -> None:
    play(database, deal(database, "won", difficulty=1), winning_line("daily-standard-1"))
    enter(database, deal(database, "lost", "standard-1+untimed", difficulty=1), "draw", "resign")
    enter(database, deal(database, "under way", difficulty=1), "draw")
    enter(database, deal(database, "not proven"), "draw", "resign")
    downgrade(database.url, "0010")
    migrate(database.url)
    assert database.read(win_counts.by_difficulty, "standard-1") == [NONE, Rate(2, 1), NONE]
