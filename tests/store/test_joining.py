"""A device that has played by itself joins another one's player: nothing doubled, nothing lost, on both databases."""

import random
from datetime import date

import pytest
from sqlalchemy import Connection, select

from app.config import Terms
from app.store import (
    boards,
    castles,
    coins,
    daily_games,
    devices,
    games,
    players,
    pruning,
    standings,
    streaks,
    tallies,
    vegas,
)
from app.store.errors import NotEnoughCoinsError
from app.store.games import Attempt, GameRow
from app.store.ready_deals import ReadyDeal
from app.store.rows import COLUMNS, read_row
from app.store.schema import GAMES, METADATA
from tests.databases import Running
from tests.store.play import DAY, HOUR, NOON, TERMS, UTC, deal, deal_daily, enter, play, stored, winning_line
from tests.store.test_castles import LINES

CODE = "ABCD2345"
LINE = winning_line("daily-standard-1")


def join(
    database: Running, now: int = NOON + HOUR, guest: str = "bob", player: str = "ada", terms: Terms = TERMS
) -> bool:
    """Let the guest's device join the player."""
    database.write(devices.offer, player, CODE, now)
    redeemed = database.write(devices.redeem, CODE, guest, now, terms)
    assert redeemed is not None
    assert redeemed.player_id == player
    return redeemed.has_joined


def daily(database: Running, player: str, *texts: str, now: int = NOON, board: str = "standard-1") -> GameRow:
    row = deal_daily(database, f"{player} {board}", board, player=player, now=now)
    return enter(database, row, *(texts or ("draw", "resign")), now=now).row


def count(database: Running, table: str) -> int:
    (found,) = database.rows(f"SELECT count(*) FROM {table}")
    return int(found[0])


def ranks(database: Running, board: str = "standard-1") -> list[tuple[int, str]]:
    return [(line.rank, line.game_id) for line in database.read(boards.page, DAY, board, 50)]


def nothing_names(database: Running, player: str) -> None:
    for table in METADATA.sorted_tables:
        if "player_id" in table.c:
            assert database.rows(f"SELECT * FROM {table.name} WHERE player_id = '{player}'") == [], table.name
    assert database.rows(f"SELECT * FROM players WHERE id = '{player}'") == []


def test_games_results_and_coins_of_both_are_one_players(database: Running) -> None:
    daily(database, "ada", *LINE)
    daily(database, "bob", board="vegas-3")
    daily(database, "bob", *winning_line("daily-standard-3"), board="standard-3")
    running = enter(database, deal(database, "running", player="bob"), "draw").row
    assert join(database)
    nothing_names(database, "bob")
    assert count(database, "games") == 4
    assert set(database.read(daily_games.ranked_games, "ada", DAY, ["standard-1", "standard-3", "vegas-3"])) == {
        "standard-1",
        "standard-3",
        "vegas-3",
    }
    player = database.read(players.get, "ada")
    assert player is not None
    assert player.coins == 22
    assert enter(database, running._replace(player_id="ada"), "draw").taken == 1
    assert ranks(database, "standard-3") == [(1, "bob standard-3")]


@pytest.mark.parametrize(("first", "second"), [("ada", "bob"), ("bob", "ada")])
def test_of_two_games_on_one_board_the_one_started_first_counts(database: Running, first: str, second: str) -> None:
    """R7.2: whichever device it was, and whatever became of them."""
    daily(database, first, now=NOON)
    daily(database, second, *LINE, now=NOON + 1)
    daily(database, "eve", *LINE, now=NOON + 2)
    join(database)
    assert ranks(database) == [(1, "eve standard-1"), (2, f"{first} standard-1")]
    assert database.read(boards.size, DAY, "standard-1") == 2
    rows = {row.id: row for row in database.read(_games, "ada")}
    assert [rows[f"{who} standard-1"].ranked for who in (first, second)] == [True, False]
    assert [rows[f"{who} standard-1"].practice for who in (first, second)] == [False, True]
    assert count(database, "ranked_games") == 2
    assert database.read(streaks.won_boards, "ada", _day()) == {"standard-1"}, "the calendar knows of the win"


def test_a_game_under_way_that_was_started_later_goes_on_as_practice(database: Running) -> None:
    daily(database, "ada", now=NOON)
    running = daily(database, "bob", "draw", now=NOON + 1)
    join(database)
    outcome = enter(database, running._replace(player_id="ada"), "draw", "resign")
    assert (outcome.taken, outcome.row.practice) == (2, True)
    assert ranks(database) == [(1, "ada standard-1")]
    assert count(database, "results") == 1


def test_a_game_under_way_that_was_started_first_takes_the_board(database: Running) -> None:
    running = daily(database, "bob", "draw", now=NOON)
    daily(database, "ada", *LINE, now=NOON + 1)
    join(database)
    assert ranks(database) == []
    enter(database, running._replace(player_id="ada"), "resign", now=NOON + HOUR)
    assert ranks(database) == [(1, "bob standard-1")]


def test_a_board_that_both_have_won_pays_once(database: Running) -> None:
    """Case 61."""
    daily(database, "ada", *LINE)
    daily(database, "bob", *LINE, now=NOON + 1)
    join(database)
    player = database.read(players.get, "ada")
    assert player is not None
    assert player.coins == 11
    assert count(database, "coins_ledger") == 1
    assert database.read(coins.paid, "ada", DAY, "standard-1") == (11, 1)


def test_what_both_have_bought_is_paid_once_and_nobody_owes_anything(database: Running) -> None:
    for who in ("ada", "bob"):
        daily(database, who, *LINE)
        database.write(coins.buy, who, "back-cubes", 5, NOON)
    database.write(coins.buy, "bob", "cloth-plum", 6, NOON)
    join(database)
    player = database.read(players.get, "ada")
    assert player is not None
    # 11 once, less 5 once, less 6.
    assert player.coins == 0
    assert database.read(coins.owned, "ada") == {"back-cubes", "cloth-plum"}
    with pytest.raises(NotEnoughCoinsError):
        database.write(coins.buy, "ada", "cloth-copper", 1, NOON)


def test_what_was_bought_last_with_coins_that_were_paid_twice_is_given_back(database: Running) -> None:
    for who in ("ada", "bob"):
        daily(database, who, *LINE)
    for who, item, price, at in (
        ("ada", "back-cubes", 5, 1),
        ("bob", "back-lotus", 11, 3),
        ("ada", "cloth-plum", 4, 2),
    ):
        database.write(coins.buy, who, item, price, NOON + at)
    join(database)
    player = database.read(players.get, "ada")
    assert player is not None
    # 11 once, less 5, 11 and 4 is 9 too few; the 11 for the last thing are more than that.
    assert player.coins == 2
    assert database.read(coins.owned, "ada") == {"back-cubes", "cloth-plum"}


def test_no_number_of_devices_makes_coins_out_of_one_deal(database: Running) -> None:
    """Each new device wins the deal that the first one has learnt, buys something else and joins."""
    daily(database, "ada", *LINE)
    for number in range(4):
        guest = f"guest {number}"
        daily(database, guest, *LINE, now=NOON + number + 1)
        database.write(coins.buy, guest, f"item {number}", 11 - number, NOON + number)
        assert join(database, guest=guest)
        player = database.read(players.get, "ada")
        assert player is not None
        assert player.coins >= 0
        ((earned,),) = database.rows("SELECT sum(coins) FROM coins_ledger")
        ((spent,),) = database.rows("SELECT coalesce(sum(coins), 0) FROM purchases")
        assert (player.coins + int(spent), int(earned)) == (11, 11)


def test_the_streak_is_made_of_the_days_of_both(database: Running) -> None:
    daily(database, "bob", *LINE)
    row = deal(database, "next", "daily-standard-1", "ada", day="2026-11-30", board="standard-1", now=NOON + 24 * HOUR)
    enter(database, row, *LINE, now=NOON + 24 * HOUR)
    join(database, NOON + 25 * HOUR)
    assert database.read(streaks.streak, "ada", _day(30)).current == 2


def test_running_sums_are_added_and_the_history_is_kept(database: Running) -> None:
    """Case 23."""
    enter(database, deal(database, "a", "vegas-1"), "T4-F", "resign")
    enter(database, deal(database, "b", "vegas-1", "bob"), "draw", "resign")
    enter(database, deal(database, "c", "vegas-3", "bob"), "draw", "resign")
    database.write(vegas.reset, "bob", NOON + 5)
    enter(database, deal(database, "d", "vegas-1", "bob"), "draw", "resign")
    join(database)
    assert database.read(vegas.sums, "ada") == [
        (1, -47 - 52, 2, -47 - 52 - 52, 3, NOON + 5),
        (3, 0, 0, -52, 1, NOON + 5),
    ]
    assert sorted(line.balance for line in database.read(vegas.last_lines, "ada", 10)) == [-52, -52, -52, -47]


@pytest.mark.parametrize("edge", [2**31, -(2**31) - 1, 2**53 + 1])
def test_sums_beyond_any_edge_are_added_exactly(database: Running, edge: int) -> None:
    for number, who in enumerate(["ada", "bob"]):
        enter(database, deal(database, str(number), "vegas-1", who), "draw", "resign")
    database.execute(f"UPDATE vegas_sums SET balance = {edge}, all_balance = {edge}")
    join(database)
    assert database.read(vegas.sums, "ada")[0][1:5] == (2 * edge, 2, 2 * edge, 2)


def test_statistics_are_those_of_one_player_who_played_all_the_games(database: Running) -> None:
    """Two players take turns at random; a third plays the same games alone."""
    chance = random.Random(3)
    for number in range(30):
        rules = chance.choice(["standard-1", "vegas-3", "standard-3+untimed"])
        is_won = chance.random() < 0.6
        line = winning_line(f"daily-{rules.partition('+')[0]}") if is_won else ["draw", "undo", "draw", "resign"]
        end = NOON + number * 2_000_000 + chance.randrange(1_500_000)
        for who in (chance.choice(["ada", "bob"]), "one"):
            row = enter(database, deal(database, f"{who} {number}", rules, who), *line[:-1]).row
            enter(database, row, line[-1], now=end)
    join(database, NOON + 100 * HOUR)
    assert database.read(tallies.of, "ada") == database.read(tallies.of, "one")
    assert database.read(tallies.distributions, "ada") == database.read(tallies.distributions, "one")


def test_statistics_of_games_that_the_host_has_let_go_are_added(database: Running) -> None:
    line = winning_line("daily-standard-1")
    for number, (who, texts) in enumerate([("ada", line), ("bob", line), ("ada", line), ("bob", ["draw", "resign"])]):
        row = enter(database, deal(database, str(number), player=who), *texts[:-1]).row
        enter(database, row, texts[-1], now=NOON + (number + 1) * 60_000)
    enter(database, deal(database, "vegas", "vegas-1", "bob"), "draw", "resign")
    before = {who: database.read(tallies.of, who)[0] for who in ("ada", "bob")}
    assert database.write(pruning.old_games, NOON + 150_000) == 3
    join(database)
    found = {one.rules: one for one in database.read(tallies.of, "ada")}
    both = found["standard-1"]
    assert (both.games, both.won) == (4, 3)
    assert (both.best_ms, both.won_ms) == (60_000, 360_000)
    assert both.best_score == max(one.best_score or 0 for one in before.values())
    assert (both.streak, both.longest) == (0, 2)
    assert found["vegas-1"].games == 1
    assert database.read(tallies.distributions, "ada") == {"standard-1": {1: 1, 2: 1, 3: 1}, "vegas-1": {0: 1}}


def test_points_of_a_day_are_those_of_the_game_that_counts(database: Running) -> None:
    """The better of two ranks on a day, not both; and none for a game that is practice now."""
    keys = ["standard-1", "vegas-3"]
    database.execute(f"INSERT INTO dailies (day, deal, salt, created_at) VALUES ('{DAY}', '', '', 0)")
    daily(database, "eve", *LINE)
    daily(database, "ada", now=NOON + 1)
    daily(database, "bob", *LINE, now=NOON + 2)
    daily(database, "bob", board="vegas-3")
    assert database.write(standings.settle, DAY, keys)
    assert [one.points for one in database.read(standings.page, "all", 9)] == [100, 100, 98]
    join(database, NOON + 48 * HOUR)
    found = {one.player_id: (one.points, one.days) for one in database.read(standings.page, "all", 9)}
    assert found == {"eve": (100, 1), "ada": (100, 1)}
    assert {one.player_id for one in database.read(standings.page, "2026-W48", 9)} == {"eve", "ada"}


@pytest.mark.parametrize(
    ("mine", "theirs", "joined"),
    [("Ada", "Bob", "Ada"), (None, "Bob", "Bob"), ("Ada", None, "Ada"), (None, None, None)],
)
def test_a_name_is_kept_or_else_taken_along(
    database: Running, mine: str | None, theirs: str | None, joined: str | None
) -> None:
    for who, name in (("ada", mine), ("bob", theirs)):
        database.write(players.ensure, who, NOON)
        if name:
            database.write(players.set_name, who, name, NOON)
    join(database)
    player = database.read(players.get, "ada")
    assert player is not None
    assert player.name == joined
    for name in {mine, theirs} - {joined, None}:
        assert database.write(players.set_name, "eve", name, NOON) == name, "the other name is free again"


def test_a_look_is_kept_or_else_taken_along(database: Running) -> None:
    for who in ("ada", "bob", "eve"):
        database.write(players.ensure, who, NOON)
    database.write(players.set_settings, "bob", '{"cloth":"blue"}')
    database.write(players.set_settings, "eve", '{"cloth":"red"}')
    for guest, settings in (("bob", '{"cloth":"blue"}'), ("eve", '{"cloth":"blue"}')):
        join(database, guest=guest)
        player = database.read(players.get, "ada")
        assert player is not None
        assert player.settings == settings


def test_of_two_runs_of_the_castles_the_one_begun_first_goes_on(database: Running) -> None:
    for number, who in enumerate(["bob", "ada"]):
        database.write(castles.begin, f"run of {who}", who, NOON + number)
        level = database.write(castles.open_level, who, f"level of {who}", ReadyDeal("1", 1), NOON + number)
        enter(database, level, "draw", now=NOON + number)
    join(database, NOON + 5000)
    run = database.read(castles.running, "ada")
    assert run is not None
    assert run.id == "run of bob"
    ended = database.read(castles.own, "run of ada", "ada")
    assert ended is not None
    assert ended.end_reason == "resigned"
    assert count(database, "castle_bests") == 3


@pytest.mark.parametrize("owner", ["ada", "bob"])
@pytest.mark.parametrize("is_within", [True, False], ids=["within a level", "between two levels"])
@pytest.mark.parametrize(("each", "boards"), [(119, 0), (130, 3)])
def test_a_run_that_joining_ends_is_on_no_board_with_a_level_faster_than_a_hand(
    database: Running, owner: str, is_within: bool, each: int, boards: int
) -> None:
    first = "bob" if owner == "ada" else "ada"
    database.write(castles.begin, f"run of {first}", first, NOON - 1)
    database.write(castles.begin, f"run of {owner}", owner, NOON)
    code, line = LINES["castle-1"]
    level = database.write(castles.open_level, owner, "level 1", ReadyDeal(code, 1), NOON)
    assert play(database, level, line, step=each).status == "won"
    if is_within:
        level = database.write(castles.open_level, owner, "level 2", ReadyDeal("1", 1), NOON + HOUR)
        enter(database, level, "draw", now=NOON + HOUR)
    join(database, NOON + HOUR + 5000, terms=Terms(UTC, least_ms=120))
    ended = database.read(castles.own, f"run of {owner}", "ada")
    assert ended is not None
    assert (ended.end_reason, ended.done) == ("resigned", 1)
    assert count(database, "castle_bests") == boards


def test_of_the_best_runs_of_a_period_the_better_one_stays(database: Running) -> None:
    for who, text in (("ada", "draw"), ("bob", "T4-F")):
        database.write(castles.begin, f"run of {who}", who, NOON)
        level = database.write(castles.open_level, who, f"level of {who}", ReadyDeal("1", 1), NOON)
        enter(database, level, text, "resign")
    join(database)
    assert database.rows("SELECT player_id, run_id FROM castle_bests WHERE period = 'all'") == [("ada", "run of bob")]
    assert database.read(boards.size, "all", "castles") == 1
    nothing_names(database, "bob")


def test_tokens_and_codes_of_the_device_end(database: Running) -> None:
    """Whoever had the cookie or a token of that device does not become the other player."""
    database.write(players.ensure, "bob", NOON)
    database.execute("INSERT INTO tokens (id, player_id, hash, label, created_at) VALUES ('t', 'bob', 'h', '', 0)")
    database.write(devices.offer, "bob", "EFGH6789", NOON)
    join(database, NOON)
    nothing_names(database, "bob")
    assert database.write(devices.redeem, "EFGH6789", None, NOON, TERMS) is None


def test_a_wrong_code_changes_nothing_and_ones_own_neither(database: Running) -> None:
    daily(database, "ada", *LINE)
    before = {table: count(database, table) for table in ("games", "results", "players", "tallies")}
    assert database.write(devices.redeem, "WRONG234", "ada", NOON, TERMS) is None
    assert not join(database, guest="ada")
    assert {table: count(database, table) for table in before} == before


def test_two_who_use_each_others_code_become_one(database: Running) -> None:
    daily(database, "ada", *LINE)
    daily(database, "bob", *LINE, now=NOON + 1)
    for who, code in (("ada", CODE), ("bob", "EFGH6789")):
        database.write(devices.offer, who, code, NOON)
    answers = database.write_all(
        (devices.redeem, CODE, "bob", NOON, TERMS), (devices.redeem, "EFGH6789", "ada", NOON, TERMS)
    )
    assert sum(answer is None for answer in answers) == 1, answers
    assert not [answer for answer in answers if isinstance(answer, BaseException)]
    assert (count(database, "players"), count(database, "games"), count(database, "results")) == (1, 2, 1)


def test_moves_that_arrive_meanwhile_are_made_once(database: Running) -> None:
    """The last move of a game, sent while its player joins another one: the result is there once, and whose it is."""
    for number in range(8):
        who = f"guest{number}"
        row = deal_daily(database, f"g{number}", player=who)
        row = enter(database, row, *LINE[:-1]).row
        database.write(devices.offer, "ada" if number else "eve", CODE, NOON)
        answers = database.write_all(
            (_enter, row, LINE[-1:]),
            (devices.redeem, CODE, who, NOON, TERMS),
        )
        assert not isinstance(answers[1], BaseException), answers
        nothing_names(database, who)
        assert stored(database, row._replace(player_id="ada" if number else "eve"))
        assert count(database, "results") <= 2


def _enter(conn: Connection, row: GameRow, texts: list[str]) -> games.Outcome:
    return games.append(conn, Attempt(row.id, row.player_id, row.version, texts, NOON), TERMS)


def _games(conn: Connection, player_id: str) -> list[GameRow]:
    return [read_row(tuple(row)) for row in conn.execute(select(*COLUMNS).where(GAMES.c.player_id == player_id))]


def _day(number: int = 29) -> date:
    return date(2026, 11, number)
