"""A second device, and everything about a player taken along or deleted, on both databases."""

import json

import pytest

from app.store import boards, devices, own_data, players
from app.store.games import GameRow
from app.store.schema import METADATA
from tests.databases import Running
from tests.store.play import DAY, NOON, TERMS, deal, deal_daily, enter, winning_line


def busy(database: Running, player: str) -> GameRow:
    line = winning_line("daily-standard-1")
    won = enter(database, deal_daily(database, f"{player} won", player=player), *line).row
    enter(database, deal(database, f"{player} vegas", "vegas-1", player), "draw", "resign")
    enter(database, deal(database, f"{player} castle", "free-castle-1", player), "draw", "undo")
    database.write(players.set_name, player, f"Name of {player}", NOON)
    return won


def redeem(database: Running, code: str, now: int = NOON) -> str | None:
    redeemed = database.write(devices.redeem, code, None, now, TERMS)
    return redeemed.player_id if redeemed is not None else None


def test_a_code_is_good_once_and_for_a_while(database: Running) -> None:
    database.write(devices.offer, "ada", "ABCD2345", NOON)
    assert redeem(database, "WRONG234") is None
    assert redeem(database, "ABCD2345", NOON + devices.LIFE_MS) is None
    assert redeem(database, "ABCD2345", NOON + devices.LIFE_MS - 1) == "ada"
    assert redeem(database, "ABCD2345", NOON + 1) is None


def test_a_new_code_takes_the_place_of_the_old_one_and_the_code_itself_is_not_kept(database: Running) -> None:
    database.write(devices.offer, "ada", "ABCD2345", NOON)
    database.write(devices.offer, "ada", "EFGH6789", NOON)
    database.write(devices.offer, "bob", "JKMN2345", NOON)
    assert "EFGH6789" not in str(database.rows("SELECT * FROM device_codes"))
    assert redeem(database, "ABCD2345") is None
    assert redeem(database, "EFGH6789") == "ada"
    assert redeem(database, "JKMN2345") == "bob"


def test_of_many_who_use_a_code_at_once_one_gets_it(database: Running) -> None:
    database.write(devices.offer, "ada", "ABCD2345", NOON)
    answers = database.write_all(*[(devices.redeem, "ABCD2345", None, NOON, TERMS)] * 5)
    assert sorted(answers, key=str) == [None] * 4 + [("ada", False)]


def test_everything_of_a_player_is_told_and_nothing_of_another(database: Running) -> None:
    busy(database, "ada")
    busy(database, "bob")
    found = database.read(own_data.everything, "ada", {DAY})
    assert "bob" not in json.dumps(found)
    assert [game["id"] for game in found["games"] if game["status"] == "won"] == ["ada won"]
    assert [player["name"] for player in found["players"]] == ["Name of ada"]
    entries = {game["id"]: [text for text, _ in game["entries"]] for game in found["games"]}
    assert entries["ada vegas"] == ["draw", "resign"]
    assert len(found["coins_ledger"]) == len(found["results"]) == len(found["vegas_ledger"]) == 1


def test_no_deal_is_told_that_is_still_a_secret(database: Running) -> None:
    busy(database, "ada")
    for secret, hidden in (({DAY}, {"ada won", "ada castle"}), (set(), {"ada castle"})):
        found = database.read(own_data.everything, "ada", secret)
        assert {game["id"] for game in found["games"] if "deal" not in game and "position" not in game} == hidden


def test_a_player_is_forgotten_and_the_others_move_up(database: Running) -> None:
    busy(database, "ada")
    busy(database, "bob")
    database.write(devices.offer, "ada", "ABCD2345", NOON)
    database.write(own_data.forget, "ada")
    for table in METADATA.sorted_tables:
        assert "ada" not in str(database.rows(f"SELECT * FROM {table.name}")), table.name
    assert database.read(boards.size, DAY, "standard-1") == 1
    line = database.read(boards.own_rank, DAY, "standard-1", "bob")
    assert line is not None
    assert line.rank == 1
    assert database.rows("SELECT count(*) FROM games") == [(3,)]
    database.write(own_data.forget, "ada")
    busy(database, "ada")
    assert database.read(boards.size, DAY, "standard-1") == 2


@pytest.mark.parametrize("player", ["nobody", ""])
def test_forgetting_nobody_changes_nothing(database: Running, player: str) -> None:
    busy(database, "bob")
    database.write(own_data.forget, player)
    assert database.read(boards.size, DAY, "standard-1") == 1
