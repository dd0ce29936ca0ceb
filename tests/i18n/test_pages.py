"""Every page in both languages: nothing English is left over in German, nothing German strays into English.

A text that is the same in both is either a name that needs no translation, listed here, or one that was forgotten.
"""

import asyncio
import re
from html.parser import HTMLParser

import httpx
import pytest

from app.config import load_settings
from app.main import create_app
from app.store.migrate import migrate
from tests.i18n import messages

SPOKEN = {"alt", "aria-description", "aria-label", "aria-roledescription", "content", "placeholder", "title"}
SILENT = {"script", "style"}
# Names of the product, of languages, keys and tables; words that both languages write alike.
SAME_IN_BOTH = {
    "Deutsch",
    "English",
    "Enter",
    "Esc",
    "Klondaily",
    "Klondike",
    "Level",
    "Name",
    "Pause",
    "Solitaire",
    "Standard",
    "Vegas",
}
LETTERS = re.compile(r"[^\W\d_]{2,}")


class Texts(HTMLParser):
    """Collects what a person reads or hears: text and the attributes that are spoken."""

    def __init__(self):
        super().__init__()
        self.found = set()
        self.inside = []

    def handle_starttag(self, tag, attrs):
        if tag in SILENT:
            self.inside.append(tag)
        given = dict(attrs)
        for name, value in attrs:
            is_text = name in SPOKEN and (name != "content" or given.get("name") in {"description"})
            is_words = name.startswith("data-") and " " in (value or "") and re.search(r"[a-z] [a-z]", value)
            if value and (is_text or is_words):
                self.found.add(" ".join(value.split()))

    def handle_endtag(self, tag):
        if tag in SILENT:
            self.inside.remove(tag)

    def handle_data(self, data):
        if not self.inside and data.strip():
            self.found.add(" ".join(data.split()))


def texts(html):
    reader = Texts()
    reader.feed(html)
    return reader.found


async def pages(folder):
    """Each page's two forms: path and name, English, German."""
    settings = load_settings({"KLONDAILY_DATA": str(folder), "KLONDAILY_PREPARE": "no"})
    app = create_app(settings)
    found = {}
    async with app.router.lifespan_context(app):
        for language in ("en", "de"):
            headers = {"accept-language": language, "origin": "http://cards.example"}
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://cards.example", headers=headers, follow_redirects=True
            ) as http:
                async for name, answer in visited(http):
                    found.setdefault(name, {})[language] = answer.text
    return found


# The names of days and months are alike in both.
HABIT = ("/statistics", "/shop", "/device")


async def visited(http):
    for path in ("/", "/daily", "/leaderboard", "/rules", "/name", "/nowhere", *HABIT):
        yield path, await http.get(path)
    for rules in ("standard-1", "vegas-3", "open-1", "castle-1", "free-castle-3"):
        game = await http.post("/games", data={"rules": rules, "code": "7"})
        if game.status_code != 200:
            continue
        yield f"game {rules}", game
        path = game.url.path
        yield f"{rules} illegal", await http.post(f"{path}/play", data={"version": "0", "entry": "T1-F"})
        yield f"{rules} malformed", await http.post(f"{path}/play", data={"version": "0", "entry": "nonsense"})
        yield f"{rules} drawn", await http.post(f"{path}/play", data={"version": "0", "entry": "draw"})
        yield f"{rules} stale", await http.post(f"{path}/play", data={"version": "0", "entry": "draw"})
        yield f"{rules} give up?", await http.get(f"{path}/give-up")
        yield f"{rules} left", await http.post(f"{path}/give-up")
    yield "daily game", await http.post("/daily/standard-3")
    yield "cross-site", await http.post("/games", headers={"origin": "http://evil.example"})


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    migrate(load_settings({"KLONDAILY_DATA": str(folder)}).database_url)
    return asyncio.run(pages(folder))


def test_every_page_is_there_in_both_languages(both):
    assert {"/", "/daily", "/rules", "/nowhere", "game standard-1", "standard-1 drawn"} <= set(both)
    for name, page in both.items():
        assert '<html lang="en"' in page["en"], name
        assert '<html lang="de"' in page["de"], name


def test_no_text_is_the_same_in_both_languages(both):
    same = {}
    for name, page in both.items():
        forgotten = {
            text
            for text in texts(page["en"]) & texts(page["de"])
            if LETTERS.search(text) and set(LETTERS.findall(text)) - SAME_IN_BOTH
        }
        if forgotten:
            same[name] = forgotten
    assert not same


def test_no_english_message_is_left_over_in_a_german_page(both):
    german = {messages.forms(text)[0] for text in messages.german().values()}
    english = {form for _, key in messages.source_messages() for form in messages.forms(key)} - german - SAME_IN_BOTH
    whole = {message for message in english if not messages.placeholders(message) and LETTERS.search(message)}
    left = {name: texts(page["de"]) & whole for name, page in both.items()}
    assert not {name: found for name, found in left.items() if found}


def test_no_placeholder_is_shown(both):
    for name, page in both.items():
        for language, html in page.items():
            assert not [text for text in texts(html) if re.search(r"%\(|%%|\{\{|\{%", text)], (name, language)
