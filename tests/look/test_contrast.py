"""Contrast (WCAG 2.2 AA) from what the browser resolves, also of generated text, which checkers do not see."""

import re
from dataclasses import replace

import pytest

from tools.look import Look

pytestmark = pytest.mark.browser

Colour = tuple[float, float, float]
CARDS = Look(390, 844, [["AC"], ["2D"], ["3H"], ["4S"], ["QD"], ["JH"], []])
TEXT, LARGE, SIGN = 4.5, 3.0, 3.0
CLOTHS = ["green", "blue", "wine", "slate"]

# (in front, behind, least)
PAIRS = [
    *[(front, behind, TEXT) for front in ("ink", "soft", "brass", "deep", "red") for behind in ("paper", "sheet")],
    ("on-deep", "deep", TEXT),
    ("ink", "line", TEXT),
    *[(front, behind, SIGN) for front in ("edge", "ring") for behind in ("paper", "sheet")],
    ("gold", "cloth", SIGN),
    ("gold", "cloth-deep", SIGN),
]


def parse(text: str) -> tuple[Colour, float]:
    """Return red, green and blue from 0 to 1, and the opacity, of a colour as browsers print it."""
    numbers = [float(n) for n in re.findall(r"[\d.]+", text.split("(", 1)[1])]
    scale = 1.0 if text.startswith("color(") or text.startswith("oklab(") else 255.0
    red, green, blue, opacity = (*(n / scale for n in numbers[:3]), numbers[3] if len(numbers) > 3 else 1.0)
    return (red, green, blue), opacity


def luminance(colour: Colour) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(front: str, behind: str) -> float:
    under, _ = parse(behind)
    over, opacity = parse(front)
    seen = tuple(o * opacity + u * (1 - opacity) for o, u in zip(over, under, strict=True))
    high, low = sorted((luminance(seen), luminance(under)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def resolved(page, names: list[str]) -> dict[str, str]:
    return page.evaluate(
        """names => Object.fromEntries(names.map(name => {
      const e = document.body.appendChild(document.createElement('i'));
      e.style.color = `var(--${name})`;
      const colour = getComputedStyle(e).color;
      e.remove();
      return [name, colour];
    }))""",
        names,
    )


def test_it_computes_contrast_as_wcag_does():
    assert contrast("rgb(0, 0, 0)", "rgb(255, 255, 255)") == pytest.approx(21)
    assert contrast("rgb(119, 119, 119)", "rgb(255, 255, 255)") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_colours_of_pages_and_bars_contrast(open_look, dark, cloth):
    page = open_look(replace(CARDS, dark=dark, attributes=f'data-cloth="{cloth}"'))
    colours = resolved(page, sorted({name for front, behind, _ in PAIRS for name in (front, behind)}))
    weak = {
        (front, behind): round(contrast(colours[front], colours[behind]), 2)
        for front, behind, least in PAIRS
        if contrast(colours[front], colours[behind]) < least
    }
    assert weak == {}
    for behind in ("cloth", "cloth-deep"):
        assert contrast("rgb(255, 250, 240)", colours[behind]) >= TEXT, "the hero's text"


@pytest.mark.parametrize("attributes", ["", 'data-deck="four"', 'data-print="large"'])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_indices_and_pips_contrast_with_the_card(open_look, dark, attributes):
    page = open_look(replace(CARDS, dark=dark, attributes=attributes))
    seen = page.evaluate("""() => [...document.querySelectorAll('.card[data-card]')].map(e => ({card: e.id,
      index: getComputedStyle(e, '::before').color, text: getComputedStyle(e, '::before').content,
      pip: getComputedStyle(e, '::after').color, paper: getComputedStyle(e, '::after').backgroundColor}))""")
    assert len(seen) == 6
    for card in seen:
        assert contrast(card["index"], card["paper"]) >= TEXT, card
        assert contrast(card["pip"], card["paper"]) >= TEXT, card
        assert card["text"] not in ("none", '""')


@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_signs_of_empty_places_show_on_the_cloth(open_look, dark, cloth):
    page = open_look(replace(CARDS, dark=dark, stock="spent", attributes=f'data-cloth="{cloth}"'))
    colours = resolved(page, ["cloth", "cloth-deep"])
    signs = page.evaluate("""() => [['#FC', '::before'], ['#T7', '::before'], ['.spent', null]].map(
      ([place, part]) => getComputedStyle(document.querySelector(place), part).color)""")
    for sign in signs:
        # In the dark the cloth is only darker, which a light sign gains from.
        assert contrast(sign, colours["cloth"]) >= SIGN


def test_red_and_black_differ_without_hue(open_look):
    """In the four-colour deck the red suits are hollow; in either deck the reds are clearly lighter than the blacks."""
    for attributes in ("", 'data-deck="four"'):
        page = open_look(replace(CARDS, attributes=attributes))
        seen = page.evaluate("""() => Object.fromEntries(['2D', '3H', 'AC', '4S'].map(id => {
          const s = getComputedStyle(document.getElementById(id), '::before');
          return [id, [s.color, s.content]];
        }))""")
        reds, blacks = [seen["2D"], seen["3H"]], [seen["AC"], seen["4S"]]
        if attributes:
            assert all(sign[-2] in "♡♢" for _, sign in reds)
            assert all(sign[-2] in "♠♣" for _, sign in blacks)
            assert len({colour for colour, _ in reds + blacks}) == 4
        lightest_black = max(luminance(parse(colour)[0]) for colour, _ in blacks)
        darkest_red = min(luminance(parse(colour)[0]) for colour, _ in reds)
        assert (darkest_red + 0.05) / (lightest_black + 0.05) >= 1.1


@pytest.mark.parametrize(("lang", "letters"), [("de", "DB"), ("en", "QJ")])
def test_index_letters_follow_the_language(open_look, lang, letters):
    page = open_look(replace(CARDS, lang=lang))
    for card, letter in zip(("QD", "JH"), letters, strict=True):
        content = page.evaluate("id => getComputedStyle(document.getElementById(id), '::before').content", card)
        assert content.startswith(f'"{letter} ')
