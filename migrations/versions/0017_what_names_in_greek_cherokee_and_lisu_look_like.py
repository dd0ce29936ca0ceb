"""What names with Greek, Cherokee or Lisu letters look like, by what is known of these letters now"""

from alembic import op

from app.store.name_keys import renew_keys

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    renew_keys(op.get_bind())


def downgrade() -> None:
    """The keys do as they are."""
