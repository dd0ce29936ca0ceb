"""A new id for a player: everything comes along, and the old one is nobody's."""

from app.store import devices, games, players, renaming, tokens
from app.store.schema import METADATA
from tests.databases import Running
from tests.store.play import NOON, TERMS, deal, deal_daily, enter


def everything(database: Running) -> dict[str, list[tuple[object, ...]]]:
    return {name: database.rows(f"SELECT * FROM {name}") for name in METADATA.tables}


def test_all_rows_know_the_new_id_and_nothing_else_has_changed(database: Running):
    enter(database, deal(database, "vegas", rules="vegas-1"), "draw", "resign")
    enter(database, deal_daily(database, "daily"), "draw", "resign")
    running = enter(database, deal(database, "running"), "draw").row
    enter(database, deal(database, "bob's", player="bob"), "draw")
    database.write(players.set_name, "ada", "Lovelace", NOON)
    before = everything(database)
    database.write(renaming.sign_others_out, "ada", "new id")
    after = everything(database)
    renamed = {
        name: [tuple("new id" if value == "ada" else value for value in row) for row in rows]
        for name, rows in before.items()
    }
    assert {name: sorted(map(str, rows)) for name, rows in after.items()} == {
        name: sorted(map(str, rows)) for name, rows in renamed.items()
    }
    assert database.read(games.load, running.id, "ada") is None
    assert database.read(games.load, running.id, "new id") is not None


def test_tokens_and_codes_of_before_lead_nowhere(database: Running):
    token = database.write(tokens.make, "ada", "", NOON)
    database.write(devices.offer, "ada", "CODE", NOON)
    other = database.write(tokens.make, "bob", "", NOON)
    database.write(renaming.sign_others_out, "ada", "new id")
    assert database.read(tokens.owner, token) is None
    assert database.read(tokens.owner, other) == "bob"
    assert database.write(devices.redeem, "CODE", None, NOON, TERMS) is None
