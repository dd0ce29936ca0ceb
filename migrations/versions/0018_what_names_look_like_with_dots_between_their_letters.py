"""What names look like with dots between their letters, and with letters of more alphabets"""

from alembic import op

from app.store.name_keys import renew_keys

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    renew_keys(op.get_bind())


def downgrade() -> None:
    """The keys do as they are."""
