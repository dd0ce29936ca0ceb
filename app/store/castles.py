"""Playing the castles (R6): a run begins, its levels are opened one after the other, and time ends them."""

from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from app.config import Terms
from app.game.deal import deal_from_code
from app.game.rules import RuleSet, rule_set
from app.store import games, ready_deals
from app.store.castle_runs import COLUMNS, Run, find, save
from app.store.clock import is_overdue
from app.store.inserting import insert_if_missing
from app.store.ready_deals import ReadyDeal
from app.store.rows import COLUMNS as GAME_COLUMNS
from app.store.rows import GameRow, read_row
from app.store.schema import CASTLE_LEVELS, CASTLE_RUNS, GAMES


class Level(NamedTuple):
    """A level of a run that was opened, and its game."""

    level: int
    game: GameRow


def rules_of(level: int) -> RuleSet:
    """Return the rules of a level, 1 … 5."""
    return rule_set(f"castle-{level}")


def running(conn: Connection, player_id: str) -> Run | None:
    """Return the player's run under way; there is one at most."""
    mine = select(*COLUMNS).where(CASTLE_RUNS.c.player_id == player_id, CASTLE_RUNS.c.ended_at.is_(None))
    found = conn.execute(mine).first()
    return Run._make(found) if found else None


def own(conn: Connection, run_id: str, player_id: str) -> Run | None:
    """Return the player's run of that id."""
    run = find(conn, run_id)
    return run if run is not None and run.player_id == player_id else None


def levels(conn: Connection, run_id: str) -> list[Level]:
    """Return the levels of a run that were opened, in their order."""
    opened = select(CASTLE_LEVELS.c.level, *GAME_COLUMNS).join(GAMES, GAMES.c.id == CASTLE_LEVELS.c.game_id)
    rows = conn.execute(opened.where(CASTLE_LEVELS.c.run_id == run_id).order_by(CASTLE_LEVELS.c.level))
    return [Level(values[0], read_row(tuple(values[1:]))) for values in rows]


def run_of(conn: Connection, game_id: str) -> Run | None:
    """Return the run that a level's game belongs to."""
    mine = select(*COLUMNS).join(CASTLE_LEVELS, CASTLE_LEVELS.c.run_id == CASTLE_RUNS.c.id)
    found = conn.execute(mine.where(CASTLE_LEVELS.c.game_id == game_id)).first()
    return Run._make(found) if found else None


def begin(conn: Connection, run_id: str, player_id: str, now_ms: int) -> Run:
    """Begin a run, or return the one under way."""
    empty = Run(run_id, player_id, 0, 0, 0, 0, now_ms, None, None)
    insert_if_missing(conn, CASTLE_RUNS, **empty._asdict())
    return running(conn, player_id) or empty


def open_level(conn: Connection, player_id: str, game_id: str, deal: ReadyDeal | None, now_ms: int) -> GameRow | None:
    """Return the game of the run's present level, dealt now as ``game_id`` if it was not yet.

    What is dealt is ``deal`` or one that lies ready, its proof replayed by the law and kept with the level; ``None``
    where neither is there or no run is under way. The code is not kept with the game: whoever knew it could try the
    deal at another table meanwhile.
    """
    mine = select(*COLUMNS).where(CASTLE_RUNS.c.player_id == player_id, CASTLE_RUNS.c.ended_at.is_(None))
    found = conn.execute(mine.with_for_update()).first()
    if found is None:
        return None
    run = Run._make(found)
    present = [level.game for level in levels(conn, run.id) if level.level == run.level]
    if present:
        return present[0]
    rules = rules_of(run.level)
    dealt = deal if deal is not None and deal.is_sound(rules.key) else ready_deals.take_deal(conn, rules.key)
    if dealt is None:
        return None
    new = games.NewGame(game_id, player_id, rules, deal_from_code(dealt.code), difficulty=dealt.difficulty)
    row = games.create(conn, new, now_ms)
    values = {"run_id": run.id, "level": run.level, "game_id": game_id, "proof": dealt.proof}
    conn.execute(insert(CASTLE_LEVELS).values(values))
    return row


def proof(conn: Connection, game_id: str) -> str | None:
    """Return what proves the deal of a level's game, ``None`` where no proof was kept."""
    kept: str | None = conn.execute(select(CASTLE_LEVELS.c.proof).where(CASTLE_LEVELS.c.game_id == game_id)).scalar()
    return kept


def give_up(conn: Connection, player_id: str, now_ms: int, terms: Terms) -> Run | None:
    """End the player's run with the points it has; return it, ``None`` if none is under way."""
    run = running(conn, player_id)
    if run is None:
        return None
    for level in levels(conn, run.id):
        if level.game.status == "playing":
            games.give_up(conn, level.game.id, player_id, now_ms, terms)
            return find(conn, run.id)
    run = run._replace(ended_at=now_ms, end_reason="resigned")
    save(conn, run, terms)
    return run


def end_overdue(conn: Connection, now_ms: int, terms: Terms) -> int:
    """End every level whose time is over, also those of players who went away; return how many there were."""
    open_levels = (
        select(*GAME_COLUMNS)
        .join(CASTLE_LEVELS, CASTLE_LEVELS.c.game_id == GAMES.c.id)
        .join(CASTLE_RUNS, CASTLE_RUNS.c.id == CASTLE_LEVELS.c.run_id)
        .where(CASTLE_RUNS.c.ended_at.is_(None), GAMES.c.status == "playing")
    )
    rows = [read_row(tuple(values)) for values in conn.execute(open_levels)]
    overdue = [row for row in rows if is_overdue(row, now_ms)]
    for row in overdue:
        games.expire(conn, row.id, row.player_id, now_ms, terms)
    return len(overdue)
