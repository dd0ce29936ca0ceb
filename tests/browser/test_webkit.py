"""A few moves in WebKitGTK, where it is installed: the table is laid out, plays, flies and agrees with the server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import webkit
from tests.browser.playing import PILES_AT_SERVER, PILES_IN_PAGE, Installation

DEAL = """fetch("/games", {method: "POST", body: new URLSearchParams({rules: "standard-1", code: "32", sure: "1"})})
    .then(answer => { location = answer.url; return true; })"""
VERSION = "document.getElementById('table').dataset.version"
LAYOUT = """[...document.querySelectorAll(".column")].map(column => {
    const {left, right} = column.getBoundingClientRect(), card = column.lastElementChild.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && card.width >= 42 && card.bottom <= innerHeight;
})"""


@pytest.fixture
def window(tmp_path: Path) -> Iterator[webkit.WebKit]:
    if lacking := webkit.missing():
        pytest.skip(f"WebKitGTK is not installed: no {lacking}")
    with webkit.webkit(tmp_path) as made:
        yield made


def test_a_few_moves(installation: Installation, window: webkit.WebKit) -> None:
    window.ask("url", {"url": installation.address})
    assert window.evaluate(DEAL) is True
    window.until("!!document.querySelector('.felt button[tabindex=\"0\"]')")
    assert window.evaluate(LAYOUT) == [True] * 7
    assert window.evaluate("document.documentElement.scrollHeight <= innerHeight") is True
    window.evaluate("document.getAnimations().forEach(one => one.finish()) || true")
    window.click(".column .card[value^=T]")
    window.until(f"{VERSION} === '1'")
    for number in (2, 3):
        window.click(".stock .card")
        window.until(f"{VERSION} === '{number}'")
    window.press("u")
    window.until(f"{VERSION} === '4'")
    window.press(" ")
    window.until(f"{VERSION} === '5'")
    server = window.evaluate(f"({PILES_AT_SERVER})()")
    assert server.pop("version") == "5"
    assert window.evaluate(f"({PILES_IN_PAGE})()") == server
