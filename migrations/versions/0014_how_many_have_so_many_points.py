"""How many players have so many points in a period, counted like the results of a board"""

# ruff: noqa: S608 - the statements are made of nothing but the numbers in this file
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

# A key of points is 2^19 - 1 less the points, before 42 bits that are none; and what each level leaves out of it.
FIRST, BITS = (1 << 19) - 1, 42
LEVELS = (51, 42, 31, 24, 0)


def upgrade() -> None:
    for level, bits in enumerate(LEVELS):
        prefix = f"(({FIRST} - points) * {1 << BITS}) >> {bits}"
        op.execute(
            "INSERT INTO rank_counts (day, board, level, prefix, results) "
            f"SELECT period, 'points', {level}, {prefix}, count(*) FROM standings GROUP BY period, {prefix}"
        )


def downgrade() -> None:
    op.execute("DELETE FROM rank_counts WHERE board = 'points'")
