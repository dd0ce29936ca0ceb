"""Indexes by player where there were none: taking, deleting, joining and renaming looked through whole tables"""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

# (name, table, column). The last one is looked through for each run that is deleted.
INDEXES = (
    ("ix_ranked_games_player_id", "ranked_games", "player_id"),
    ("ix_standings_player_id", "standings", "player_id"),
    ("ix_castle_runs_player_id", "castle_runs", "player_id"),
    ("ix_castle_bests_player_id", "castle_bests", "player_id"),
    ("ix_castle_bests_run_id", "castle_bests", "run_id"),
)


def upgrade() -> None:
    for name, table, column in INDEXES:
        op.create_index(name, table, [column])


def downgrade() -> None:
    for name, table, _ in reversed(INDEXES):
        op.drop_index(name, table_name=table)
