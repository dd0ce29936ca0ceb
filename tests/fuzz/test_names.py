"""Names in every script, from right to left, with signs that nobody sees: kept and shown whole, or refused clearly."""

import random
import re
import sys
import unicodedata
from urllib.parse import quote

import pytest

from app.config import TEMPLATES
from app.web.names import _MESSAGES
from tests.fuzz.target import Target, Victim
from tests.fuzz.wire import Reply
from tests.web.page import read_page

GOOD = [
    "Ada",
    "Zoë Müller-Lüdenscheidt",
    "Ἀριστοτέλης",
    "Дмитрий",
    "محمد الأمين",
    "שלום עליכם",
    "สมชาย",
    "နေလင်း",
    "ሰላማዊት",
    "தமிழ்",
    "हिन्दी नाम",
    "ᏣᎳᎩ",
    "李小龙",
    "さくら",
    "김민준",
    "🂡 ace",
    "👩‍👩‍👧‍👦",
    "🇩🇪 1",
    "❤️ love",
    "𝕬𝖉𝖆 x",
    "O'Neil & <Sons>",
    '"quoted" / \\ %s {{7*7}}',
    "a.b_c-d",
]
BAD = [
    "",
    "   ",
    "\u200b",
    "\u2060\u2060",
    "a\u200bb",
    "\u202eadmin",
    "a\u2066b\u2069",
    "\u061c",
    "\ufeffx",
    "x\x00y",
    "x\ny",
    "x\x1b[31m",
    "\ud7b0" * 30,
    "z" + "\u0301" * 20,
    "x" * 25,
    "x" * 5000,
    "\u3164",
    "\U000e0041x",
    "\ue000x",
    "\uffffx",
    "Player 1234",
    "Spieler 77",
]


def choose(target: Target, victim: Victim, name: str) -> Reply:
    return target.ask(
        "POST", "/name", {"cookie": victim.cookie}, b"name=" + quote(name, errors="surrogatepass").encode()
    )


def shown(target: Target, victim: Victim) -> str:
    page = read_page(target.ask("GET", "/name", {"cookie": victim.cookie}).text)
    return page.one("input", name="name")["value"]


@pytest.mark.parametrize("name", GOOD)
def test_a_name_of_any_script_is_kept_and_shown_whole(target: Target, victim: Victim, name: str):
    assert choose(target, victim, name).status == 303
    assert shown(target, victim) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_shown_is_refused_in_the_players_language(target: Target, victim: Victim, name: str):
    state = target.state()
    reply = choose(target, victim, name)
    assert reply.status == 422
    assert 'lang="de"' in reply.text
    assert not any(message in reply.text for message in _MESSAGES.values()), "English words on a German page"
    assert target.state() == state


def test_a_name_from_right_to_left_turns_nothing_else_around():
    """Each name that players chose stands in a piece of its own, whose direction is its own."""
    shown_at = 0
    for file in sorted(TEMPLATES.rglob("*.html")):
        for match in re.finditer(r"(.{0,5})\{\{ (?:row|page)\.name \}\}", file.read_text(encoding="utf-8")):
            assert match[1] == "<bdi>", (file.name, match[0])
            shown_at += 1
    assert shown_at >= 2


def test_names_by_chance_are_kept_or_refused_and_nothing_else(target: Target, victim: Victim, times: int):
    chance = random.Random(11)
    for _ in range(150 * times):
        name = "".join(chr(chance.randrange(sys.maxunicode + 1)) for _ in range(chance.randrange(1, 30)))
        reply = choose(target, victim, name)
        assert reply.status in (303, 422, 400), ascii(name)
        assert reply.status != 400 or any("\ud800" <= letter <= "\udfff" for letter in name), ascii(name)


def test_labels_of_tokens_may_be_anything(target: Target):
    victim = Victim(target)
    for label in ("<b>x</b>", "\u202eabc", "\x00", "👩‍👩‍👧‍👦" * 40, "' OR 1=1 --"):
        sent = b"label=" + quote(label).encode()
        reply = target.ask("POST", "/tokens", {"cookie": victim.cookie}, sent)
        assert reply.status == 200
        assert "<b>x" not in reply.text
        assert "\u202e" not in reply.text
