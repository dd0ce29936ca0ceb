"""Games that a program has a hand in are marked, and practice where programs are not ranked."""

from app.store import games, tokens
from app.store.games import Attempt, Hand
from tests.databases import Running
from tests.store.play import NOON, TERMS, deal, deal_daily, enter, stored, winning_line

PROGRAM = Hand(is_program=True, may_rank=False)
RANKED_PROGRAM = Hand(is_program=True)


def by(database: Running, hand: Hand, row: games.GameRow, *texts: str) -> games.GameRow:
    attempt = Attempt(row.id, row.player_id, row.version, texts, NOON, by=hand)
    outcome = database.write(games.append, attempt, TERMS)
    assert outcome.taken == len(texts), outcome
    assert stored(database, row) == outcome.row
    return outcome.row


def test_a_programs_daily_game_claims_the_place_and_leaves_no_result(database: Running):
    row = by(database, PROGRAM, deal_daily(database), *winning_line("daily-standard-1"))
    assert (row.status, row.by_program, row.ranked, row.practice) == ("won", True, False, True)
    assert database.rows("SELECT * FROM results") == []
    assert len(database.rows("SELECT * FROM ranked_games")) == 1
    second = enter(database, deal_daily(database, "by hand"), "draw").row
    assert second.practice


def test_one_entry_is_enough_and_later_ones_by_hand_change_nothing(database: Running):
    row = enter(database, deal_daily(database), "draw").row
    assert row.ranked
    row = by(database, PROGRAM, row, "draw")
    row = enter(database, row, "draw").row
    assert (row.by_program, row.ranked) == (True, False)


def test_a_ranked_programs_game_counts(database: Running):
    row = by(database, RANKED_PROGRAM, deal_daily(database), *winning_line("daily-standard-1"))
    assert (row.by_program, row.ranked) == (True, True)
    assert len(database.rows("SELECT * FROM results")) == 1


def test_a_refused_entry_marks_nothing(database: Running):
    row = deal(database)
    attempt = Attempt(row.id, row.player_id, 0, ["redeal"], NOON, by=PROGRAM)
    assert database.write(games.append, attempt, TERMS).taken == 0
    assert not stored(database, row).by_program


def test_tokens_are_made_found_and_revoked(database: Running):
    text = database.write(tokens.make, "ada", "  robot  " + "x" * 100, NOON)
    other = database.write(tokens.make, "bob", "", NOON)
    assert database.read(tokens.owner, text) == "ada"
    assert database.read(tokens.owner, text + "x") is None
    (token,) = database.read(tokens.listed, "ada")
    assert token.label.startswith("robot  x")
    assert len(token.label) == tokens.LONGEST_LABEL
    assert not database.write(tokens.revoke, "bob", token.id)
    assert database.write(tokens.revoke, "ada", token.id)
    assert database.read(tokens.owner, text) is None
    assert database.read(tokens.owner, other) == "bob"
