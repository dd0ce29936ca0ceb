"""The application, wired: settings, store, pages and the edge around them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Lifespan, Receive, Scope, Send

from app import __version__
from app.config import STATIC, Settings, load_settings
from app.jobs.background import Background
from app.store.database import Database
from app.store.errors import UnavailableError
from app.store.signals import Signals
from app.web import (
    assists,
    boards,
    calendar_page,
    castle_leaderboard,
    castles,
    custom,
    daily,
    devices,
    difficulty,
    fairness,
    games,
    home,
    installing,
    languages,
    learn,
    live,
    metrics,
    moves,
    names,
    new_game,
    past_days,
    points,
    previews,
    replays,
    results_page,
    rules_page,
    settings_page,
    shared_deals,
    shop,
    statistics_page,
    tokens_page,
    ways,
)
from app.web.api import boards as api_boards
from app.web.api import games as api_games
from app.web.api.problems import ROOT as API
from app.web.errors import HANDLERS, edge_page
from app.web.health import health_routes
from app.web.middleware import Edge
from app.web.moves import answer_play, is_play
from app.web.rate_keys import who_asks
from app.web.shared_rates import SharedRates
from app.web.site import Site
from app.web.slashes import show_the_way
from app.web.static_files import VersionedFiles

#: The move's route first: the router looks at them in this order. The ways come before addresses with a name in them
#: that would take theirs for one, and after those that theirs would take.
_PAGES = (
    moves,
    games,
    assists,
    replays,
    difficulty,
    results_page,
    previews,
    home,
    new_game,
    custom,
    learn,
    daily,
    past_days,
    fairness,
    calendar_page,
    ways,
    castles,
    castle_leaderboard,
    points,
    boards,
    live,
    names,
    devices,
    rules_page,
    settings_page,
    shared_deals,
    shop,
    statistics_page,
    tokens_page,
    languages,
    installing,
    metrics,
)


class Application(FastAPI):
    """FastAPI with a short way for plays, which nearly all requests are: edge, handler, answer.

    Router, layers for errors and all that cost a play as much as its law and its table together.
    """

    plays: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_play(scope):
            scope["app"] = self
            await self.plays(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def create_app(settings: Settings | None = None) -> ASGIApp:
    """Return the application for uvicorn; ``settings`` are read from the environment where none are given."""
    settings = settings or load_settings()
    database = Database(settings.database_url)
    signals = Signals(settings.database_url)
    background = Background(settings, database, signals)
    site = Site(settings, database, background)
    site.live.listen(signals)
    rate = SharedRates(settings.rate, settings.rate_burst, signals)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await database.open()
        signals.start()
        rate.start()
        background.start()
        site.live.start()
        yield
        await site.live.close()
        await background.close()
        await rate.close()
        await signals.close()
        await database.close()

    app = _pages(site, lifespan)
    # Inside Starlette's own layer for errors, which would answer first with a bare line of text.
    counts = site.metrics.answered if settings.metrics_token else None
    edge = Edge(answer_play, settings=settings, page=edge_page(site), counts=counts, rate=rate, who=who_asks(site))
    app.plays = edge
    app.add_middleware(edge.around)
    return app


def _pages(site: Site, lifespan: Lifespan[FastAPI]) -> Application:
    """Return every page and every address for programs, with nothing around them."""
    routes: list[Route | Mount] = [route for page in _PAGES for route in page.routes]
    routes += health_routes(site.database.ping, (UnavailableError,))
    routes.append(Mount("/static", VersionedFiles(STATIC, site.version)))
    app = Application(
        title="Klondaily",
        version=__version__,
        routes=list(routes),
        lifespan=lifespan,
        exception_handlers=dict(HANDLERS),  # type: ignore[arg-type]
        # Of programs' addresses only: the pages are no FastAPI routes. Pages that show it come from elsewhere.
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(api_games.router)
    app.include_router(api_boards.router)
    show_the_way(app.router)
    app.state.site = site
    return app
