"""What names look like with circles, strokes, the estimated sign and more letters of other alphabets"""

from alembic import op

from app.store.name_keys import renew_keys

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    renew_keys(op.get_bind())


def downgrade() -> None:
    """The keys do as they are."""
