"""Case 53: the last card by drag, tap, double click, keys, the button, or without scripts: the same win each time."""

from collections.abc import Callable

import pytest

from tests.browser.playing import Sitting, sitting
from tests.browser.tables import laid

LAST = laid("KS", up="KKKQ")
#: All figures but the time, which is the machine's.
FIGURES = """() => [...document.querySelectorAll('.outcome dl div')].filter(part => !part.querySelector('time')
    && part.className !== 'clock').map(part => part.innerText.replace(/\\s+/g, ' '))"""


def by_double_click(seat: Sitting) -> None:
    seat.page.evaluate("document.documentElement.dataset.tap = 'select'")
    seat.double_click("KS")


WAYS: dict[str, Callable[[Sitting], object]] = {
    "drag": lambda seat: seat.drag("KS", "FS"),
    "tap": lambda seat: seat.tap("KS"),
    "double click": by_double_click,
    "keys": lambda seat: [seat.page.keyboard.press(key) for key in ("1", "f")],
    "finish": lambda seat: seat.page.locator("button[value=finish]").click(),
    "finish by its key": lambda seat: seat.page.keyboard.press("f"),
}


def win(seat: Sitting, way: Callable[[Sitting], object]) -> list[str]:
    seat.deal(position=LAST)
    way(seat)
    seat.until("document.getElementById('table').dataset.status === 'won'")
    assert seat.page.locator(".outcome[data-kind=won]").count() == 1
    assert (seat.saved("status"), seat.saved("end_reason"), seat.saved("score")) == ("won", "won", 10)
    figures: list[str] = seat.page.evaluate(FIGURES)
    return figures


@pytest.mark.parametrize("way", list(WAYS))
def test_the_last_card_wins_however_it_is_played(seat: Sitting, way: str) -> None:
    assert "Score 10" in win(seat, WAYS[way])
    assert seat.page.evaluate("document.activeElement.dataset.focus") == "end"
    assert not seat.page.locator("#table button[name=entry]:enabled").count(), "the table is read-only then"


def test_the_last_card_wins_without_scripts(installation, chromium) -> None:
    with sitting(installation, chromium, locale="en", java_script_enabled=False) as seat:
        answer = seat.context.request.post(
            f"{installation.address}/games",
            form={"rules": "standard-1", "code": "32", "sure": "1"},
            headers={"Sec-Fetch-Site": "same-origin"},
            max_redirects=0,
        )
        seat.game = answer.headers["location"].rpartition("/")[2]
        seat.lay(LAST)
        seat.page.goto(f"{installation.address}/game/{seat.game}")
        with seat.page.expect_navigation():
            seat.card("KS").click()
        assert seat.page.locator(".outcome[data-kind=won]").count() == 1
        assert (seat.saved("status"), seat.saved("score")) == ("won", 10)
