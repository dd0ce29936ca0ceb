"""Games: dealt, played on entry by entry, ended. All that one call writes is one transaction."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, Update, case, insert, literal_column, select, update

from app.config import Terms
from app.game.deal import Deal
from app.game.errors import IllegalMoveError, InvalidMoveError
from app.game.law import Event
from app.game.rules import RuleSet
from app.game.state import CONTROL_ENTRIES, EndReason, Game, new_game, time_out
from app.store import ends
from app.store.clock import deadline, elapsed, is_overdue
from app.store.entering import Attempt, entered, made_before
from app.store.errors import GameNotFoundError
from app.store.history import forget, game_with_history, record
from app.store.pace import Hand
from app.store.rows import COLUMNS, GameRow, load, lock, read_row, state_of, with_state
from app.store.saving import save
from app.store.schema import GAMES, RANKED_GAMES
from app.store.transactions import lone, need_transaction

__all__ = [
    "Attempt",
    "GameRow",
    "Hand",
    "NewGame",
    "Outcome",
    "append",
    "create",
    "create_played",
    "expire",
    "give_up",
    "leave",
    "load",
    "load_any",
    "pause",
    "ranked_game",
    "record",
    "resume",
    "running",
    "state_of",
]


class NewGame(NamedTuple):
    """What a game begins with. With ``day`` and ``board`` it is to be the ranked one there, unless ``practice``.

    ``difficulty`` is 0 gentle … 2 hard for a deal that is proven winnable by these rules, ``None`` for one that is not.
    ``clock_ms`` is what the game clock starts from.
    """

    id: str
    player_id: str
    rules: RuleSet
    deal: Deal
    code: str | None = None
    day: str | None = None
    board: str | None = None
    practice: bool = False
    difficulty: int | None = None
    clock_ms: int = 0


class Outcome(NamedTuple):
    """What became of the entries that were sent.

    ``row`` and ``game`` stand as they are now, ``game`` with the events of the last entry taken and of
    the cards that went up by themselves after it. Of the entries that were sent the first ``taken`` were
    applied; ``error`` is what stopped the next one. ``stale`` says that another entry came first: nothing was applied;
    the record held the first ``held`` of them already, as they had come twice.
    ``told`` has the text of each that was applied now and its events.
    """

    row: GameRow
    game: Game
    taken: int = 0
    error: IllegalMoveError | InvalidMoveError | None = None
    stale: bool = False
    told: Sequence[tuple[str, tuple[Event, ...]]] = ()
    held: int = 0


def create(conn: Connection, new: NewGame, now_ms: int) -> GameRow:
    """Lay out a game; its clock and its player wait for the first move."""
    state = new_game(new.rules, new.deal).state
    row = GameRow(
        id=new.id,
        player_id=new.player_id,
        rules=new.rules.key,
        deal=new.deal.text,
        code=new.code,
        day=new.day,
        board=new.board,
        practice=new.practice,
        ranked=(new.board is not None or new.rules.table == "castle") and not new.practice,
        position=state.position.text,
        version=state.version,
        score=state.score,
        ticks=state.ticks,
        moves=state.moves,
        gain_base=state.gain_base,
        emptied=state.emptied,
        undo_depth=state.undo_depth,
        redo_depth=state.redo_depth,
        helped=state.helped,
        kept=state.kept,
        status=state.status,
        clock_ms=new.clock_ms,
        clock_at=None,
        created_at=now_ms,
        started_at=None,
        ended_at=None,
        end_reason=None,
        difficulty=new.difficulty,
        by_program=False,
    )
    conn.execute(insert(GAMES).values(**row._asdict()))
    return row


def load_any(conn: Connection, game_id: str) -> GameRow | None:
    """Return a game whoever's it is: for what is public of it."""
    found = conn.execute(select(*COLUMNS).where(GAMES.c.id == game_id)).first()
    return read_row(tuple(found)) if found else None


def create_played(conn: Connection, new: NewGame, texts: Sequence[str], now_ms: int, terms: Terms) -> GameRow:
    """Lay out a game in which the entries ``texts`` were made already, all at the start of its clock: as practice."""
    row = create(conn, new._replace(practice=True), now_ms)
    return append(conn, Attempt(new.id, new.player_id, 0, texts, now_ms), terms).row if texts else row


@lone
def append(conn: Connection, attempt: Attempt, terms: Terms) -> Outcome:
    """Apply entries in their order to the version that the player saw, up to the first that is not allowed.

    Raises :class:`app.store.errors.GameNotFoundError`.
    """
    row = _found(load(conn, attempt.game_id, attempt.player_id))
    if row.version == attempt.version and row.started_at is None:
        # Starting a game writes elsewhere too: it must not turn out stale after that.
        need_transaction(conn)
        row = _found(lock(conn, attempt.game_id, attempt.player_id))
    if row.version == attempt.version:
        return _append(conn, row, attempt, terms)
    made = None
    if row.version > attempt.version and attempt.sent:
        made = made_before(conn, attempt.game_id, attempt.version, attempt.texts[: attempt.sent])
    if made is None:
        return _stale(conn, row, attempt)
    if made.more or made.taken == len(attempt.texts):
        # What follows was played at a table that had not changed by itself: the page must look at it again.
        return Outcome(row, Game(state_of(row)), made.taken)
    outcome = _append(conn, row, attempt._replace(texts=attempt.texts[made.taken :]), terms)
    return outcome if outcome.stale else outcome._replace(taken=outcome.taken + made.taken)


def leave(conn: Connection, game_id: str, player_id: str, now_ms: int, terms: Terms) -> Outcome:
    """End a game that its player turns away from: given up, if it had a move; an untouched one stays as it is.

    Raises :class:`app.store.errors.GameNotFoundError`.
    """
    row = _found(lock(conn, game_id, player_id))
    if row.status != "playing" or row.started_at is None:
        return Outcome(row, Game(state_of(row)))
    return _append(conn, row, _resigning(row, now_ms), terms, end_reason="left")


def give_up(conn: Connection, game_id: str, player_id: str, now_ms: int, terms: Terms) -> GameRow:
    """End a game that is under way as lost, whatever was played in it last; return the game.

    Raises :class:`app.store.errors.GameNotFoundError`.
    """
    row = _found(lock(conn, game_id, player_id))
    return _append(conn, row, _resigning(row, now_ms), terms).row if row.status == "playing" else row


def expire(conn: Connection, game_id: str, player_id: str, now_ms: int, terms: Terms) -> GameRow:
    """End a level whose time is over, at the moment it was (R6.5); return the game, which may have ended already.

    Raises :class:`app.store.errors.GameNotFoundError`.
    """
    row = _found(lock(conn, game_id, player_id))
    last = deadline(row)
    if last is None or not is_overdue(row, now_ms):
        return row
    after = with_state(row, time_out(state_of(row)), last)
    if not save(conn, after, row.version, []):
        return _found(load(conn, game_id, player_id))
    ends.end(conn, after, terms)
    return after


def _resigning(row: GameRow, now_ms: int) -> Attempt:
    return Attempt(row.id, row.player_id, row.version, ["resign"], now_ms)


def _stale(conn: Connection, row: GameRow, attempt: Attempt) -> Outcome:
    # A browser sends a request anew by itself where a kept connection breaks, and tells its page nothing.
    is_behind = row.version > attempt.version
    made = made_before(conn, row.id, attempt.version, attempt.texts) if is_behind else None
    return Outcome(row, Game(state_of(row)), stale=True, held=made.taken if made else 0)


def _found(row: GameRow | None) -> GameRow:
    if row is None:
        raise GameNotFoundError
    return row


def _append(
    conn: Connection, row: GameRow, attempt: Attempt, terms: Terms, end_reason: EndReason | None = None
) -> Outcome:
    now_ms, history = attempt.now_ms, partial(game_with_history, conn, row)
    game, entries, taken, error, told = entered(row, attempt.texts, elapsed(row, now_ms), history, auto=attempt.auto)
    if not entries and game.state.status == row.status:
        return Outcome(row, game, error=error)
    after = row
    if row.started_at is None and any(entry.text not in CONTROL_ENTRIES for entry in entries):
        after = ends.start(conn, row, now_ms, terms)
    after = _marked(with_state(after, game.state, now_ms), attempt.by)
    if end_reason is not None:
        after = after._replace(end_reason=end_reason)
    if game.state.end_reason == "time":
        after = after._replace(ended_at=deadline(row))
    if after.ended_at is not None:
        need_transaction(conn)
    if not save(conn, after, row.version, entries):
        present = _found(load(conn, row.id, row.player_id))
        return _stale(conn, present, attempt)
    if after.ended_at is not None:
        forget(row.id)
        ends.end(conn, after, terms)
    return Outcome(after, game, taken, error, told=told)


def _marked(row: GameRow, by: Hand) -> GameRow:
    """Return the row with a program's hand marked; where programs are not ranked it is practice from now on."""
    if not by.is_program:
        return row
    row = row._replace(by_program=True)
    return row if by.may_rank or not row.ranked else row._replace(ranked=False, practice=True)


@lone
def pause(conn: Connection, game_id: str, player_id: str, now_ms: int) -> bool:
    """Stop the clock of a running game that is not ranked (R4.5); tell whether it was stopped now."""
    # One statement, so that it never writes over what a move has just written.
    ran = case((GAMES.c.clock_at < now_ms, now_ms - GAMES.c.clock_at), else_=0)
    stop = _unranked(game_id, player_id).where(GAMES.c.clock_at.is_not(None))
    return conn.execute(stop.values(clock_ms=GAMES.c.clock_ms + ran, clock_at=None)).rowcount == 1


@lone
def resume(conn: Connection, game_id: str, player_id: str, now_ms: int) -> bool:
    """Let the clock of a paused game run on; tell whether it had stood. (A move does so too.)"""
    go_on = _unranked(game_id, player_id).where(GAMES.c.clock_at.is_(None), GAMES.c.started_at.is_not(None))
    return conn.execute(go_on.values(clock_at=now_ms)).rowcount == 1


def _unranked(game_id: str, player_id: str) -> Update:
    return update(GAMES).where(
        GAMES.c.id == game_id, GAMES.c.player_id == player_id, GAMES.c.status == "playing", GAMES.c.ranked.is_(False)
    )


def running(conn: Connection, player_id: str, limit: int = 1) -> list[GameRow]:
    """Return the player's games under way, the one begun last first."""
    # Written out, not as a parameter: so a planner sees that the index of running games has them all.
    playing = GAMES.c.status == literal_column("'playing'")
    mine = select(*COLUMNS).where(GAMES.c.player_id == player_id, playing, GAMES.c.started_at.is_not(None))
    found = conn.execute(mine.order_by(GAMES.c.started_at.desc(), GAMES.c.id).limit(limit))
    return [read_row(tuple(values)) for values in found]


def ranked_game(conn: Connection, player_id: str, day: str, board: str) -> GameRow | None:
    """Return the game that counts for the player on a board, under way or ended (R7.2)."""
    claimed = select(RANKED_GAMES.c.game_id).where(
        RANKED_GAMES.c.day == day, RANKED_GAMES.c.board == board, RANKED_GAMES.c.player_id == player_id
    )
    found = conn.execute(select(*COLUMNS).where(GAMES.c.id == claimed.scalar_subquery())).first()
    return read_row(tuple(found)) if found else None
