"""Which functions run without a transaction around them (on PostgreSQL)."""

from sqlalchemy import Connection

from app.store import dailies, games
from app.store.transactions import is_lone
from tests.databases import Running
from tests.store.play import deal, enter


def isolation(conn: Connection) -> object:
    return conn.get_execution_options().get("isolation_level")


def test_the_functions_of_a_move_are_lone_and_others_are_not() -> None:
    assert is_lone(games.append)
    assert is_lone(games.pause)
    assert not is_lone(games.leave)
    assert not is_lone(dailies.create)


def test_an_ordinary_move_begins_no_transaction(database: Running, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """The first and the last move write elsewhere too: they are begun again in one."""
    ways: list[str] = []
    load = games.load

    def looked(conn: Connection, game_id: str, player_id: str) -> games.GameRow | None:
        ways.append("alone" if isolation(conn) == "AUTOCOMMIT" else "transaction")
        return load(conn, game_id, player_id)

    row = deal(database)
    monkeypatch.setattr(games, "load", looked)
    for text, expected in (
        ("draw", ["alone", "transaction"]),
        ("draw", ["alone"]),
        ("undo", ["alone"]),
        ("resign", ["alone", "transaction"]),
    ):
        ways.clear()
        row = enter(database, row, text).row
        assert ways == (expected if database.kind == "postgresql" else ["transaction"])
