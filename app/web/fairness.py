"""Checkable fairness: hashes of the deals to come, and everything about a day once its grace is over (R7.5)."""

import json
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.game.day import day_of, grace_end_ms
from app.game.rules import rule_set
from app.i18n import Translator
from app.jobs.daily import DAYS_AHEAD
from app.store import dailies
from app.store.dailies import Daily
from app.web.days import begun_day
from app.web.site import Visit, now_ms, visit_of
from app.web.titles import full_title


@dataclass(frozen=True, slots=True)
class LineView:
    """A winning line of a board."""

    board: str
    moves: str


@dataclass(frozen=True, slots=True)
class ProofView:
    """What is known of a day: its commitment, and what it was made of once that is no secret any more."""

    commitment: str
    deal: str
    nonce: str
    lines: list[LineView]
    file: str


@dataclass(frozen=True, slots=True)
class FairnessView:
    """What fairness.html shows: days with their hashes, today first."""

    days: list[tuple[str, str]]


async def proof_view(visit: Visit, day: date) -> ProofView | None:
    """Return what may be known of a day that has begun; ``None`` where there is nothing to check."""
    daily = await visit.site.database.read(dailies.get, day.isoformat())
    if daily is None or daily.commitment is None:
        return None
    if not is_public(visit, day):
        return ProofView(daily.commitment, "", "", [], "")
    lines = [LineView(full_title(rule_set(key), visit.words), line) for key, line in _lines(daily).items()]
    return ProofView(daily.commitment, daily.deal, daily.nonce or "", lines, f"/daily/{daily.day}/proof.json")


def is_public(visit: Visit, day: date) -> bool:
    """Tell whether a day's deal and its replays are open to everyone."""
    return now_ms() >= grace_end_ms(day, visit.site.settings.time_zone)


def _lines(daily: Daily) -> dict[str, str]:
    lines: dict[str, str] = json.loads(daily.proof)["lines"] if daily.proof else {}
    return lines


async def show(request: Request) -> Response:
    """Answer with the hashes of today and the days to come, and how to check them."""
    visit = visit_of(request)
    today = day_of(now_ms(), visit.site.settings.time_zone)
    last = today + timedelta(days=DAYS_AHEAD)
    found = await visit.site.database.read(dailies.commitments, today.isoformat(), last.isoformat())
    view = FairnessView([(_name(day, visit.words), text) for day, text in found.items()])
    return visit.html("fairness.html", {"page": view})


def _name(day: str, words: Translator) -> str:
    return words.date(date.fromisoformat(day))


async def proof_file(request: Request) -> Response:
    """Answer with what ``docs/check_daily.py`` reads, as JSON."""
    visit = visit_of(request)
    today = day_of(now_ms(), visit.site.settings.time_zone)
    day = await begun_day(visit, request.path_params["day"], today)
    daily = await visit.site.database.read(dailies.get, day.isoformat())
    if daily is None or daily.commitment is None or not is_public(visit, day):
        raise HTTPException(404)
    proof: dict[str, Any] = {
        "day": daily.day,
        "commitment": daily.commitment,
        "deal": daily.deal,
        "nonce": daily.nonce,
        "lines": _lines(daily),
    }
    name = f"klondaily-{daily.day}.json"
    return JSONResponse(proof, headers={"content-disposition": f'attachment; filename="{name}"'})


routes = [Route("/fairness", show), Route("/daily/{day}/proof.json", proof_file)]
