"""From what the store knows to what a program may see. Face-down cards end here."""

from datetime import UTC, datetime

from app.game.aids import can_finish
from app.game.deal import Deal
from app.game.law import legal_moves
from app.game.position import Position
from app.game.record import Record
from app.game.rules import RuleSet
from app.game.stuck import is_stuck
from app.store.clock import elapsed
from app.store.rows import GameRow, state_of
from app.web.api import models
from app.web.site import Site, now_ms
from app.web.table import clock_of

HIDDEN = "??"


def game_model(site: Site, row: GameRow) -> models.Game:
    """Return a game as its player may see it."""
    state = state_of(row)
    is_playing = row.status == "playing"
    may_rank = site.settings.api_ranked or row.status != "playing"
    return models.Game(
        id=row.id,
        rules=row.rules,
        code=row.code,
        day=row.day,
        board=row.board,
        ranked=row.ranked and may_rank,
        by_program=row.by_program,
        status=row.status,
        end_reason=row.end_reason,
        version=row.version,
        position=shown_position(state.position, state.rules),
        legal=sorted(move.text for move in legal_moves(state.position, state.rules)) if is_playing else [],
        score=row.score,
        moves=row.moves,
        seconds=elapsed(row, now_ms()) / 1000,
        clock=clock_of(row),
        can_undo=is_playing and state.undo_depth > 0,
        can_redo=is_playing and state.redo_depth > 0,
        can_finish=is_playing and can_finish(state.position),
        stuck=is_playing and is_stuck(state.position, state.rules, state.gain_base),
    )


def shown_position(position: Position, rules: RuleSet) -> str:
    """Return the position's text with each card that lies face down as ``??``."""
    stock, waste, foundations, *columns = position.text.partition(" ")[0].split("/")
    if not rules.open:
        stock = HIDDEN * len(position.stock)
    columns = [_shown_column(column) for column in columns]
    return f"{'/'.join([stock, waste, foundations, *columns])} {position.pass_number}"


def _shown_column(text: str) -> str:
    down, bar, up = text.partition("|")
    return HIDDEN * (len(down) // 2) + bar + up


def record_model(record: Record, position: Position, *, is_open: bool) -> models.Record:
    """Return a record; unless ``is_open``, the cards that ``position`` hides are hidden in its deal."""
    value = record.json
    deal = record.deal.text if is_open else shown_deal(record.deal, position, record.rules)
    return models.Record(
        rules=value["rules"], deal=deal, entries=[(text, seconds) for text, seconds in value["entries"]]
    )


def shown_deal(deal: Deal, position: Position, rules: RuleSet) -> str:
    """Return the deal's text with the cards that ``position`` hides as ``??``."""
    hidden = {card for column in position.columns for card in column.down}
    if not rules.open:
        hidden |= {*position.stock}
    return "".join([HIDDEN if card in hidden else card.text for card in deal.cards])


def moment(millis: int) -> str:
    """Return an instant as text: ``2026-11-29T21:05:00Z``."""
    return datetime.fromtimestamp(millis // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
