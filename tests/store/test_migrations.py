"""The migrations and app/store/schema say the same, up and down, on both databases."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

from app.store.migrate import downgrade, in_transaction, migrate
from app.store.schema import METADATA


def test_a_migrated_database_differs_in_nothing_from_the_schema(empty_database_url: str) -> None:
    migrate(empty_database_url)
    found: list[object] = []

    def compare(conn: Connection) -> None:
        options = {"compare_type": True, "compare_server_default": True}
        found.extend(compare_metadata(MigrationContext.configure(conn, opts=options), METADATA))

    in_transaction(empty_database_url, compare)
    assert found == []


def test_the_migrations_go_down_to_nothing_and_up_again(empty_database_url: str) -> None:
    migrate(empty_database_url)
    downgrade(empty_database_url)
    names: list[str] = []
    in_transaction(empty_database_url, lambda conn: names.extend(inspect(conn).get_table_names()))
    assert names == ["alembic_version"]
    migrate(empty_database_url)
    in_transaction(empty_database_url, lambda conn: names.extend(inspect(conn).get_table_names()))
    assert {*names} == {"alembic_version", *METADATA.tables}


def test_migrating_again_changes_nothing(empty_database_url: str) -> None:
    migrate(empty_database_url)
    migrate(empty_database_url)
