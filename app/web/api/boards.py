"""The day's boards and their leaderboards, for programs."""

from typing import Annotated

from fastapi import APIRouter, Query

from app.game.day import day_end_ms, day_of, grace_end_ms
from app.store import boards, daily_games
from app.store.rows import GameRow
from app.web.api import models
from app.web.api.asking import Asker
from app.web.api.heads import HeadToo
from app.web.api.models import answers
from app.web.api.problems import ROOT, ApiError
from app.web.api.views import game_model, moment
from app.web.days import begun_day
from app.web.names import shown_name
from app.web.site import Visit, now_ms
from app.web.titles import BOARDS, board_named

router = APIRouter(prefix=ROOT, tags=["boards"], route_class=HeadToo)


@router.get("/daily", responses=answers(401))
async def daily(visit: Asker) -> models.Daily:
    """Return today's boards with the player's games that count on them."""
    zone = visit.site.settings.time_zone
    day = day_of(now_ms(), zone)
    played: dict[str, GameRow] = {}
    if visit.player_id is not None:
        keys = [board.key for board in BOARDS]
        played = await visit.site.database.read(daily_games.ranked_games, visit.player_id, day.isoformat(), keys)
    return models.Daily(
        day=day.isoformat(),
        ends_at=moment(day_end_ms(day, zone)),
        boards=[
            models.DailyBoard(
                board=board.key,
                rules=board.rules.key,
                leaderboard=f"{ROOT}/leaderboards/{day.isoformat()}/{board.key}",
                game=game_model(visit.site, played[board.key]) if board.key in played else None,
            )
            for board in BOARDS
        ],
    )


@router.get("/leaderboards/{day}/{board}", responses=answers(400, 401, 404))
async def leaderboard(
    visit: Asker,
    day: str,
    board: str,
    offset: Annotated[int, Query(ge=0, lt=10**8, description="So many lines are left out at the top")] = 0,
    limit: Annotated[int, Query(ge=1, le=100, description="Lines at most")] = 50,
) -> models.Leaderboard:
    """Return lines of a board of a day, which has begun."""
    when = await begun_day(visit, day, day_of(now_ms(), visit.site.settings.time_zone))
    if board_named(board) is None:
        raise ApiError(404)
    read = visit.site.database.read
    total = await read(boards.size, day, board)
    lines = await read(boards.page, day, board, limit, offset)
    own = await read(boards.own_rank, day, board, visit.player_id) if visit.player_id is not None else None
    is_open = now_ms() >= grace_end_ms(when, visit.site.settings.time_zone)
    return models.Leaderboard(
        day=day,
        board=board,
        total=total,
        lines=[_line(visit, line, is_open=is_open) for line in lines],
        own=_line(visit, own, is_open=is_open) if own is not None else None,
    )


def _line(visit: Visit, line: boards.Line, *, is_open: bool) -> models.Line:
    return models.Line(
        rank=line.rank,
        name=shown_name(line.name, line.player_id, visit.words),
        won=line.won,
        score=line.score,
        seconds=line.clock_ms / 1000,
        moves=line.moves,
        finished_at=moment(line.finished_at),
        own=line.player_id == visit.player_id,
        game=line.game_id if is_open else None,
    )
