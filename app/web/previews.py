"""What a link to a page shows where it is sent: a title, a line and a picture (Open Graph).

A picture tells what anybody may know: the day, or how a game that counted ended. Never a card
of the deal, nor who it was.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_of
from app.game.rules import rule_set
from app.i18n import LANGUAGES, Language, Translator, translator
from app.store.rows import GameRow
from app.web.addresses import absolute
from app.web.counted import counted_game
from app.web.days import begun_day
from app.web.preview_picture import Picture
from app.web.site import Visit, now_ms, visit_of
from app.web.titles import balance, full_title, score_title

#: Pictures that are kept, of some 150 KB each.
_KEPT: Final = 16
#: One after the other, away from the event loop; of many that are asked for at once the last ones come later.
_DRAWER: Final = ThreadPoolExecutor(1, "pictures")
MOST_WAITING: Final = 20
_asked = 0
_DAY_SECONDS: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class PreviewView:
    """What partials/preview.html says of a page; ``address`` and ``image`` are whole, ``alt`` tells what is drawn."""

    title: str
    text: str
    address: str
    image: str
    alt: str
    locale: str


def daily_preview(visit: Visit, request: Request, day: date) -> PreviewView:
    """Return what a link to the page of a day's deal shows."""
    words = visit.words
    title = words.gettext("Daily deal, %(day)s", day=words.date(day))
    text = words.gettext("The same deal for everyone, on four boards. It can be won on each of them.")
    return _view(visit, request, title, text, f"/daily/{day.isoformat()}")


def result_preview(visit: Visit, request: Request, row: GameRow, day: date) -> PreviewView:
    """Return what a link to a result shows."""
    words = visit.words
    text = words.gettext("%(day)s. It is the same deal for everyone: can you do better?", day=words.date(day))
    return _view(visit, request, outcome(row, words), text, f"/game/{row.id}")


def _view(visit: Visit, request: Request, title: str, text: str, folder: str) -> PreviewView:
    return PreviewView(
        title,
        text,
        absolute(visit, request, visit.path),
        absolute(visit, request, f"{folder}/preview-{visit.language}.png"),
        visit.words.gettext("Playing cards on green cloth. %(title)s", title=title),
        {"de": "de_DE", "en": "en_GB"}[visit.language],
    )


def outcome(row: GameRow, words: Translator) -> str:
    """Return "Standard, draw 3 cards: won with 615 points in 4:05." for a daily game that has ended."""
    rules = rule_set(row.rules)
    told = {
        "title": full_title(rules, words),
        "score": score_title(rules, row.score, words),
        "time": words.duration(row.clock_ms),
    }
    if row.status == "won":
        return words.gettext("%(title)s: won with %(score)s in %(time)s.", **told)
    return words.gettext("%(title)s: not won, %(score)s in %(time)s.", **told)


async def show_daily(request: Request) -> Response:
    """Answer with the picture of a day that has begun."""
    visit, words = visit_of(request), translator(_language(request))
    day = await begun_day(visit, request.path_params["day"], day_of(now_ms(), visit.site.settings.time_zone))
    lines = (words.date(day), words.gettext("One deal for everyone, on four boards."))
    return await _answer(Picture(words.gettext("Daily deal"), words.weekday_names(day)[1], lines))


async def show_result(request: Request) -> Response:
    """Answer with the picture of a game's result."""
    visit, words = visit_of(request), translator(_language(request))
    counted = await counted_game(visit, request.path_params["game_id"])
    row, rules, won = counted.row, rule_set(counted.row.rules), counted.row.status == "won"
    is_vegas = rules.scoring == "vegas"
    score = balance(row.score, words) if is_vegas else words.number(row.score)
    figures = (
        (words.gettext("Balance") if is_vegas else words.gettext("Score"), score),
        (words.gettext("Time"), words.duration(row.clock_ms)),
        (words.gettext("Moves"), words.number(row.moves)),
    )
    eyebrow = f"{words.gettext('Daily deal')} · {words.date(counted.day)}"
    title = words.gettext("Won!") if won else words.gettext("Not won")
    return await _answer(Picture(eyebrow, title, (full_title(rules, words),), figures, is_lucky=won))


def _language(request: Request) -> Language:
    asked = request.path_params["language"]
    found = next((language for language in LANGUAGES if language == asked), None)
    if found is None:
        raise HTTPException(404)
    return found


async def _answer(picture: Picture) -> Response:
    global _asked
    if _asked > MOST_WAITING:
        raise HTTPException(503, headers={"retry-after": "10"})
    _asked += 1
    try:
        png = await asyncio.get_running_loop().run_in_executor(_DRAWER, _png, picture)
    finally:
        _asked -= 1
    return Response(png, media_type="image/png", headers={"cache-control": f"public, max-age={_DAY_SECONDS}"})


@lru_cache(_KEPT)
def _png(picture: Picture) -> bytes:
    # Only here: a server whose links nobody sends never loads it.
    from app.web.drawing import png

    return png(picture)


routes = [
    Route("/daily/{day}/preview-{language}.png", show_daily),
    Route("/game/{game_id}/preview-{language}.png", show_result),
]
