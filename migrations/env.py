"""What Alembic runs: the schema of app/store/schema, on the connection given or on the settings' database."""

import os

from alembic import context
from sqlalchemy import Connection

from app.store.migrate import in_transaction
from app.store.schema import METADATA


def run(conn: Connection) -> None:
    # SQLite changes a column only by rebuilding its table.
    context.configure(
        connection=conn, target_metadata=METADATA, render_as_batch=True, compare_type=True, compare_server_default=True
    )
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():
    raise SystemExit("the migrations look at the database they change; there is no --sql form")
given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    from app.config import load_settings

    in_transaction(load_settings(os.environ).database_url, run)
