"""Text twice as large, as a reader sets it in the browser: cards keep their room, nothing is out of reach."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.look.test_geometry import FULL
from tests.waiting import HANGS
from tools import look

pytestmark = pytest.mark.browser

MEASURE = """() => {
  const box = e => { const {x, y, right, bottom, width, height} = e.getBoundingClientRect();
    return {x, y, right, bottom, width, height}; };
  return {
    root: getComputedStyle(document.documentElement).fontSize,
    felt: box(document.querySelector('.felt')),
    card: box(document.querySelector('.column > .card')),
    figures: [...document.querySelectorAll('.figures dl div')].map(box),
    tools: [...document.querySelectorAll('.tool, .menu > summary')].map(
      e => ({...box(e), label: e.textContent.trim()})),
    scrolls: document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
  };
}"""


@pytest.fixture(scope="module")
def large(playwright: Any, browser: Any) -> Iterator[Any]:
    """A page in a browser of its own; it is there where the other one is."""
    own = playwright.chromium.launch(
        executable_path=look.CHROMIUM, args=[*look.FLAGS, look.text_size(32)], timeout=2 * HANGS * 1000
    )
    yield own.new_page()
    own.close()


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(
    ("width", "height", "card", "share"),
    [
        (320, 568, 40, 0.7),
        (360, 640, 44, 0.7),
        (390, 844, 48, 0.7),
        (568, 320, 39, 0.6),
        (844, 390, 60, 0.6),
        (1280, 800, 90, 0.75),
    ],
)
def test_the_cards_keep_their_room(large, gallery, width, height, card, share, lang):
    look.LOOKS["under-test"] = replace(FULL, width=width, height=height, lang=lang, finish=False)
    large.set_viewport_size({"width": width, "height": height})
    large.goto(f"{gallery}/look/under-test")
    seen = large.evaluate(MEASURE)
    assert seen["root"] == "32px"
    assert not seen["scrolls"]
    assert seen["felt"]["width"] * seen["felt"]["height"] >= share * width * height
    assert seen["card"]["width"] >= card
    for tool in seen["tools"]:
        assert tool["label"], "a sign alone still has its name"
        assert min(tool["width"], tool["height"]) >= 44
    parts = [*seen["tools"], *seen["figures"]]
    for part in parts:
        assert part["x"] >= 0
        assert part["right"] <= width
        assert part["y"] >= 0
        assert part["bottom"] <= height
    for number, one in enumerate(parts):
        for other in parts[number + 1 :]:
            across = min(one["right"], other["right"]) - max(one["x"], other["x"])
            down = min(one["bottom"], other["bottom"]) - max(one["y"], other["y"])
            assert across <= 1 or down <= 1, "two parts of the bars overlap"
