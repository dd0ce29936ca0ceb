"""Names that are there already are kept by what they look like today, unless somebody else looks so."""

from sqlalchemy import Connection, text

from app.store.migrate import in_transaction, migrate

INSERT = "INSERT INTO players (id, name, name_key, settings, coins, created_at, seen_at)"


def test_an_old_name_gets_todays_key(empty_database_url: str) -> None:
    migrate(empty_database_url, "0016")
    old = [("a", "Ζoe", "ζoe"), ("b", "Nina", "nlna"), ("c", "Νina", "vlna"), ("d", "Ada", "ada")]
    kept: dict[str, str] = {}

    def put(conn: Connection) -> None:
        for player_id, name, key in old:
            values = {"id": player_id, "name": name, "key": key}
            conn.execute(text(f"{INSERT} VALUES (:id, :name, :key, '{{}}', 0, 1, 1)"), values)

    def look(conn: Connection) -> None:
        kept.update((row.id, row.name_key) for row in conn.execute(text("SELECT id, name_key FROM players")))

    in_transaction(empty_database_url, put)
    migrate(empty_database_url)
    in_transaction(empty_database_url, look)
    # Two who look alike by now both stay who they are.
    assert kept == {"a": "zoe", "b": "nlna", "c": "vlna", "d": "ada"}


def test_names_and_hidden_ones_of_before_dots_were_left_out_get_todays_key(empty_database_url: str) -> None:
    migrate(empty_database_url, "0017")
    old = [("a", "c.lown", "clown"), ("b", "ʙᴇɴ", "ʙᴇɴ"), ("c", "Bernd", "bemd"), ("d", "b.e.r.n.d", "bernd")]
    kept: dict[str, str] = {}
    refused: set[str] = set()

    def put(conn: Connection) -> None:
        for player_id, name, key in old:
            values = {"id": player_id, "name": name, "key": key}
            conn.execute(text(f"{INSERT} VALUES (:id, :name, :key, '{{}}', 0, 1, 1)"), values)
        conn.execute(text("INSERT INTO refused_names (name_key, at) VALUES ('corner', 7), ('ada', 8)"))

    def look(conn: Connection) -> None:
        kept.update((row.id, row.name_key) for row in conn.execute(text("SELECT id, name_key FROM players")))
        refused.update(row.name_key for row in conn.execute(text("SELECT name_key FROM refused_names")))

    in_transaction(empty_database_url, put)
    migrate(empty_database_url)
    in_transaction(empty_database_url, look)
    assert kept == {"a": "down", "b": "ben", "c": "bemd", "d": "bernd"}
    assert refused == {"corner", "comer", "ada"}


def test_names_and_hidden_ones_of_before_circles_were_letters_get_todays_key(empty_database_url: str) -> None:
    migrate(empty_database_url, "0018")
    old = [("a", "Ada Lovelac℮", "adalovelac℮"), ("b", "B○b", "b○b"), ("c", "Иina", "иlna"), ("d", "Nina", "nlna")]
    kept: dict[str, str] = {}
    refused: set[str] = set()

    def put(conn: Connection) -> None:
        for player_id, name, key in old:
            values = {"id": player_id, "name": name, "key": key}
            conn.execute(text(f"{INSERT} VALUES (:id, :name, :key, '{{}}', 0, 1, 1)"), values)
        conn.execute(text("INSERT INTO refused_names (name_key, at) VALUES ('l○uls', 7), ('eda', 8)"))

    def look(conn: Connection) -> None:
        kept.update((row.id, row.name_key) for row in conn.execute(text("SELECT id, name_key FROM players")))
        refused.update(row.name_key for row in conn.execute(text("SELECT name_key FROM refused_names")))

    in_transaction(empty_database_url, put)
    migrate(empty_database_url)
    in_transaction(empty_database_url, look)
    assert kept == {"a": "adalovelace", "b": "bob", "c": "иlna", "d": "nlna"}
    assert refused == {"l○uls", "louls", "eda"}
