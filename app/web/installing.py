"""What makes the site an app to install: manifest, service worker, and the page for being offline."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.config import STATIC
from app.i18n import LANGUAGES, Language, Translator, translator
from app.i18n.negotiate import is_language
from app.web.site import Site, visit_of

#: Cloth and surroundings of the table, before any style sheet is there.
COLOUR = "#14382c"

# Browsers ask for these again each time, so an upgrade is seen at once.
_ASK_AGAIN = {"cache-control": "no-cache"}


async def manifest(request: Request) -> Response:
    """Describe the app in the language of ``?lang=``: browsers ask for it without cookies."""
    site = visit_of(request).site
    wanted = request.query_params.get("lang")
    language: Language = wanted if is_language(wanted) else "en"
    words = translator(language)
    icons = [
        _icon(site, "app-192", 192),
        _icon(site, "app-512", 512),
        _icon(site, "maskable-512", 512) | {"purpose": "maskable"},
    ]
    value = {
        "id": "/",
        "name": words.gettext("Klondaily – Klondike solitaire"),
        "short_name": "Klondaily",
        "description": words.gettext("Klondike solitaire with a daily deal for everyone. No accounts, no advertising."),
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "categories": ["games", "entertainment"],
        "icons": icons,
        "shortcuts": [{"name": words.gettext("Daily deal"), "url": "/daily", "icons": icons[:1]}],
    }
    return JSONResponse(value, headers=_ASK_AGAIN, media_type="application/manifest+json")


def _icon(site: Site, name: str, size: int) -> dict[str, str]:
    return {"src": f"{site.static}/icons/{name}.png", "sizes": f"{size}x{size}", "type": "image/png"}


async def worker(request: Request) -> Response:
    """Send the service worker of this version; each version's differs, so browsers see an upgrade."""
    site = visit_of(request).site
    text = f'const STATIC = "{site.static}";\n{(STATIC / "js" / "worker.js").read_text("utf-8")}'
    return Response(text, headers=_ASK_AGAIN, media_type="text/javascript")


async def offline(request: Request) -> Response:
    """Show what browsers keep for the time without a connection: in every language, as nobody can be asked then."""
    texts = [_missing(translator(language)) for language in LANGUAGES]
    return visit_of(request).html("offline.html", {"texts": texts})


def _missing(words: Translator) -> dict[str, str]:
    return {
        "language": words.language,
        "title": words.gettext("No connection"),
        "text": words.gettext(
            "The server of Klondaily cannot be reached. Your game is kept there with all moves that arrived."
        ),
        "again": words.gettext("Try again"),
    }


async def icon(request: Request) -> Response:
    """Answer the address at which browsers look for an icon where a page names none, as the offline page does."""
    content = (STATIC / "icons" / "favicon.svg").read_bytes()
    return Response(content, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


routes = [
    Route("/favicon.ico", icon, methods=["GET"]),
    Route("/manifest.webmanifest", manifest, methods=["GET"]),
    Route("/sw.js", worker, methods=["GET"]),
    Route("/offline", offline, methods=["GET"]),
]
