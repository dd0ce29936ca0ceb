"""Statistics of games from before there were any"""

# ruff: noqa: S608 - the statements are made of nothing but the texts in this file
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

# The text of a rule set's key tells what it counts by; the numbers are those of that time.
VEGAS = "(games.rules LIKE 'vegas-%' OR games.rules LIKE 'daily-vegas-%')"
TIMED = "(games.rules NOT LIKE 'free-castle-%' AND games.rules NOT LIKE '%+untimed%')"
MINUTES = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20)
CARDS_UP = (5, 10, 15, 20, 25, 30, 40, 52)

ENDED = "games.started_at IS NOT NULL AND games.ended_at IS NOT NULL"

# Wins with equally many losses before them are a row of wins; the last one counts for now.
COUNT = f"""
INSERT INTO tallies (player_id, rules, games, won, helped, best_ms, won_ms, best_score, won_score, fewest_moves,
 won_moves, streak, longest)
WITH ended AS (
 SELECT player_id, rules, helped, clock_ms, score, moves, CASE WHEN status = 'won' THEN 1 ELSE 0 END AS won,
  sum(CASE WHEN status = 'won' THEN 0 ELSE 1 END) OVER (PARTITION BY player_id, rules ORDER BY ended_at, id) AS losses
 FROM games WHERE {ENDED}),
runs AS (SELECT player_id, rules, losses, sum(won) AS wins FROM ended GROUP BY player_id, rules, losses),
counts AS (
 SELECT player_id, rules, count(*) AS games, sum(won) AS won, sum(CASE WHEN helped <> 0 THEN 1 ELSE 0 END) AS helped,
  min(CASE WHEN won = 1 THEN clock_ms END) AS best_ms, sum(won * clock_ms) AS won_ms,
  max(CASE WHEN won = 1 THEN score END) AS best_score, sum(won * score) AS won_score,
  min(CASE WHEN won = 1 THEN moves END) AS fewest_moves, sum(won * moves) AS won_moves, max(losses) AS losses
 FROM ended GROUP BY player_id, rules)
SELECT counts.player_id, counts.rules, games, won, helped, best_ms, won_ms, best_score, won_score, fewest_moves,
 won_moves, runs.wins,
 (SELECT max(other.wins) FROM runs AS other
  WHERE other.player_id = counts.player_id AND other.rules = counts.rules)
FROM counts JOIN runs
 ON runs.player_id = counts.player_id AND runs.rules = counts.rules AND runs.losses = counts.losses
"""


def _step(value: str, starts: tuple[int, ...]) -> str:
    """Return SQL for the number of ``starts`` that ``value`` has reached."""
    return " + ".join(f"CASE WHEN {value} >= {start} THEN 1 ELSE 0 END" for start in starts)


STEPS = f"""
INSERT INTO tally_steps (player_id, rules, step, games)
SELECT player_id, rules, step, count(*) FROM (
 SELECT player_id, rules,
  CASE WHEN {VEGAS} THEN {_step("(score + 52) / 5", CARDS_UP)} ELSE {_step("clock_ms / 60000", MINUTES)} END AS step
 FROM games WHERE {ENDED} AND ({VEGAS} OR (status = 'won' AND {TIMED}))) AS placed
GROUP BY player_id, rules, step
"""

LEDGER = f"""
INSERT INTO vegas_ledger (game_id, player_id, draw, balance, at)
SELECT id, player_id, CASE WHEN rules LIKE '%vegas-3%' THEN 3 ELSE 1 END, score, ended_at
FROM games WHERE {ENDED} AND {VEGAS}
 AND NOT EXISTS (SELECT 1 FROM vegas_ledger AS booked WHERE booked.game_id = games.id)
"""

# What came after the player set a sum to zero was counted ever since there are sums.
SUMS = """
INSERT INTO vegas_sums (player_id, draw, balance, games, all_balance, all_games)
SELECT player_id, draw, sum(balance), count(*), sum(balance), count(*) FROM vegas_ledger WHERE 1 = 1
GROUP BY player_id, draw
ON CONFLICT (player_id, draw) DO UPDATE SET all_balance = excluded.all_balance, all_games = excluded.all_games,
 balance = CASE WHEN vegas_sums.reset_at IS NULL THEN excluded.balance ELSE vegas_sums.balance END,
 games = CASE WHEN vegas_sums.reset_at IS NULL THEN excluded.games ELSE vegas_sums.games END
"""


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        # Servers of the version before may go on counting meanwhile: they wait, and count on.
        op.execute("LOCK TABLE tallies, tally_steps, vegas_ledger, vegas_sums IN SHARE ROW EXCLUSIVE MODE")
    op.execute("DELETE FROM tallies")
    op.execute("DELETE FROM tally_steps")
    for statement in (COUNT, STEPS, LEDGER, SUMS):
        # As plain text: what looks like a parameter in it is none.
        op.get_bind().exec_driver_sql(statement)


def downgrade() -> None:
    """The counts are right for the version before too."""
