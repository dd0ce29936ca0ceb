"""What all pages share: settings, store, cookies, templates, and how one request is understood."""

import hashlib
from collections.abc import Hashable, Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse

from app.config import STATIC, TEMPLATES, Settings
from app.config.clock import now_ms
from app.i18n import LANGUAGES, Language, Translator, negotiate, translator
from app.jobs.background import Background
from app.store.database import Database
from app.store.playing import Playing
from app.web.cookies import Cookies
from app.web.forms import own_path
from app.web.known_tokens import KnownTokens
from app.web.looks import is_bought, read_look
from app.web.metrics import Metrics
from app.web.options import read_options
from app.web.watching import LiveBoards

__all__ = ["Site", "Visit", "now_ms", "visit_of"]


class Site:
    """One installation as the handlers see it; kept in ``app.state.site``."""

    def __init__(self, settings: Settings, database: Database, background: Background) -> None:
        self.settings = settings
        self.terms = settings.terms
        self.database = database
        self.playing = Playing(database)
        self.live = LiveBoards(database)
        self.metrics = Metrics()
        self.dailies = background.dailies
        self.stock = background.stock
        self.solvers = background.solvers
        self.solver = background.solvers.for_players
        self.known_tokens = KnownTokens()
        self.cookies = Cookies(settings.key("cookies"))
        self.version = _fingerprint(STATIC)
        self.static = f"/static/v-{self.version}"
        self.icons = f"{self.static}/icons/icons.svg"
        self.environments = {language: self._environment(language) for language in LANGUAGES}

        self.pieces = lru_cache(maxsize=256)(self._pieces)
        self.settled: date | None = None  # the day up to which points are known to be made, of app.web.points
        self.shells: dict[tuple[Language, Hashable], Any] = {}  # of app.web.fragment
        # A player sends the same headers with every move.
        self.visitor = lru_cache(maxsize=1024)(self._visitor)

    def asks(self, headers: Mapping[bytes, bytes], scheme: str) -> tuple[str | None, Language]:
        """Return whose headers a request's are, and in which language its answer goes."""
        cookie = headers.get(b"cookie", b"").decode("latin-1")
        accepted = headers.get(b"accept-language", b"").decode("latin-1")
        return self.visitor(cookie, accepted, scheme in ("https", "wss"))

    def _visitor(self, cookie: str, accept_language: str, secure: bool) -> tuple[str | None, Language]:
        """Read whose headers these are, and in which language their answers go; a forged cookie is nobody's."""
        chosen = self.cookies.language(cookie, secure=secure)
        return self.cookies.player(cookie, secure=secure), negotiate(accept_language, chosen)

    def _pieces(self, language: Language, frame: Hashable, *templates: str) -> tuple[Markup, ...]:
        """Render parts of a page that depend on ``frame`` alone; ``pieces`` keeps what was made."""
        get = self.environments[language].get_template
        return tuple([Markup(get(name).render(frame=frame)) for name in templates])  # noqa: S704 - escaped there

    def _environment(self, language: Language) -> Environment:
        environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        translator(language).install(environment)
        environment.globals["static"] = self.static
        environment.globals["icons"] = self.icons
        return environment


class Visit(NamedTuple):
    """One request: whose it is, in which language the answer goes, and whether it came by https."""

    site: Site
    player_id: str | None
    language: Language
    secure: bool
    path: str
    cookie: str = ""
    query: str = ""

    @property
    def here(self) -> str:
        """The address of this page with what stands after its "?", for the way back to it."""
        return own_path(f"{self.path}?{self.query}", self.path) if self.query else self.path

    @property
    def words(self) -> Translator:
        """The translator of the answer's language."""
        return translator(self.language)

    @property
    def look(self) -> dict[str, str]:
        """What the visitor chose on the settings page; each is an attribute ``data-…`` of the page's root."""
        return read_look(self.site.cookies.look(self.cookie, secure=self.secure))

    @property
    def wears_bought(self) -> bool:
        """Whether the visitor's look needs the style sheet of what the shop sells."""
        return is_bought(self.look)

    @property
    def options(self) -> frozenset[str]:
        """What the visitor chose for the last new game that had options, by their names."""
        return read_options(self.site.cookies.options(self.cookie, secure=self.secure))

    @property
    def lesson(self) -> str:
        """The id of the game that the visitor learns by, "" where there is none."""
        return self.site.cookies.lesson(self.cookie, secure=self.secure)

    def html(self, template: str, view: Mapping[str, Any], status: int = 200) -> HTMLResponse:
        """Render ``template`` with ``view``. Nothing made for one player may be kept by a shared cache."""
        environment = self.site.environments[self.language]
        text = environment.get_template(template).render(view, visit=self)
        return HTMLResponse(text, status, {"cache-control": "no-store", "vary": "Accept-Language, Cookie"})

    def redirect(self, path: str, player_id: str | None = None) -> RedirectResponse:
        """Send the browser on by 303, with the player's cookie where a new one was made."""
        response = RedirectResponse(path, 303, {"cache-control": "no-store"})
        if player_id is not None and player_id != self.player_id:
            response.headers.append("set-cookie", self.site.cookies.set_player(player_id, secure=self.secure))
        return response


def visit_of(request: HTTPConnection, at: Site | None = None) -> Visit:
    """Read the cookies and languages of a request; ``at`` is given where no application has taken it yet."""
    site: Site = at or request.app.state.site
    scope = request.scope
    # The edge has them ready; not every test has an edge.
    headers = scope.get("state", {}).get("headers") or dict(scope["headers"])
    cookie = headers.get(b"cookie", b"").decode("latin-1")
    secure = scope["scheme"] in ("https", "wss")
    player_id, language = site.asks(headers, scope["scheme"])
    return Visit(site, player_id, language, secure, scope["path"], cookie, scope["query_string"].decode("latin-1"))


def _fingerprint(folder: Path) -> str:
    """Return a name that changes with any file of ``folder``, so that browsers may keep its files for ever."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]
