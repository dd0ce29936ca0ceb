"""Names that are there already are kept by what they look like today, unless somebody else looks so."""

from sqlalchemy import Connection, text

from app.store.migrate import in_transaction, migrate

INSERT = "INSERT INTO players (id, name, name_key, settings, coins, created_at, seen_at)"


def brought_up(
    url: str, revision: str, old: list[tuple[str, str, str]], refused: str = ""
) -> tuple[dict[str, str], set[str]]:
    """Put players (id, name, key) and values of hidden names into tables of ``revision``; return today's keys."""
    kept: dict[str, str] = {}
    hidden: set[str] = set()

    def put(conn: Connection) -> None:
        for player_id, name, key in old:
            values = {"id": player_id, "name": name, "key": key}
            conn.execute(text(f"{INSERT} VALUES (:id, :name, :key, '{{}}', 0, 1, 1)"), values)
        if refused:
            conn.execute(text(f"INSERT INTO refused_names (name_key, at) VALUES {refused}"))

    def look(conn: Connection) -> None:
        kept.update((row.id, row.name_key) for row in conn.execute(text("SELECT id, name_key FROM players")))
        hidden.update(row.name_key for row in conn.execute(text("SELECT name_key FROM refused_names")))

    migrate(url, revision)
    in_transaction(url, put)
    migrate(url)
    in_transaction(url, look)
    return kept, hidden


def test_an_old_name_gets_todays_key(empty_database_url: str) -> None:
    old = [("a", "Ζoe", "ζoe"), ("b", "Nina", "nlna"), ("c", "Νina", "vlna"), ("d", "Ada", "ada")]
    kept, _ = brought_up(empty_database_url, "0016", old)
    # Two who look alike by now both stay who they are.
    assert kept == {"a": "zoe", "b": "nlna", "c": "vlna", "d": "ada"}


def test_names_and_hidden_ones_of_before_dots_were_left_out_get_todays_key(empty_database_url: str) -> None:
    old = [("a", "c.lown", "clown"), ("b", "ʙᴇɴ", "ʙᴇɴ"), ("c", "Bernd", "bemd"), ("d", "b.e.r.n.d", "bernd")]
    kept, refused = brought_up(empty_database_url, "0017", old, "('corner', 7), ('ada', 8)")
    assert kept == {"a": "down", "b": "ben", "c": "bemd", "d": "bernd"}
    assert refused == {"corner", "comer", "ada"}


def test_names_and_hidden_ones_of_before_circles_were_letters_get_todays_key(empty_database_url: str) -> None:
    old = [("a", "Ada Lovelac℮", "adalovelac℮"), ("b", "B○b", "b○b"), ("c", "Иina", "иlna"), ("d", "Nina", "nlna")]
    kept, refused = brought_up(empty_database_url, "0018", old, "('l○uls', 7), ('eda', 8)")
    assert kept == {"a": "adalovelace", "b": "bob", "c": "иlna", "d": "nlna"}
    assert refused == {"l○uls", "louls", "eda"}
