"""Taps, bursts and lost answers: what lands in the page is what the server has."""

import pytest

from app.web.moves import _SINGLE
from tests.browser.tables import laid

pytestmark = pytest.mark.parametrize("browser_name", ["chromium", "firefox"], indirect=True)

#: Each of the first five can go up only after the one before it.
FIVE = laid("KS|AC", "KH|2C", "QS|3C", "QH|4C", "JS|5C", "9H", "9S")


def test_a_tap_plays_a_card_to_its_best_place(seat):
    seat.deal()
    first = seat.page.locator(".column .card[value^=T]").first
    name, value = first.get_attribute("data-card"), first.get_attribute("value")
    first.click()
    seat.wait_for_version(1)
    assert seat.entries() == [value]
    assert seat.focused() == name
    seat.agrees()


def test_what_a_tap_sends_is_read_the_short_way(seat):
    seat.deal()
    seat.tap("S")
    seat.wait_for_version(1)
    assert _SINGLE.fullmatch(seat.wire.last_play)


def test_what_a_tap_does_is_seen_before_the_answer(seat):
    seat.deal()
    card = seat.page.locator(".column .card[value^=T]").first
    name, before = card.get_attribute("data-card"), card.evaluate("card => card.parentElement.id")
    seat.wire.hold()
    card.click()
    assert seat.pile_of(name) != before
    assert seat.version == 0
    seat.wire.release()
    seat.wait_for_version(1)
    seat.agrees()


def test_ten_quick_taps_on_the_stock_are_ten_draws(seat):
    seat.deal()
    seat.wire.delay = (0.2, 0.4)
    x, y = seat.point("S")
    for _ in range(10):
        seat.page.mouse.click(x, y)
    seat.wait_for_version(10)
    assert seat.entries() == ["draw"] * 10
    seat.agrees()


def test_five_dependent_taps_land_at_once(seat):
    seat.deal(position=FIVE)
    seat.wire.hold()
    landed = seat.page.evaluate(
        """async cards => { const landed = []; for (const id of cards) {
            document.getElementById(id).click();
            landed.push(document.getElementById(id).parentElement.id);
            await new Promise(done => setTimeout(done, 10));
        } return landed; }""",
        ["AC", "2C", "3C", "4C", "5C"],
    )
    assert landed == ["FC"] * 5
    seat.wire.release()
    seat.wait_for_version(5)
    assert seat.entries() == ["T1-F", "T2-F", "T3-F", "T4-F", "T5-F"]
    assert seat.wire.plays <= 3
    seat.agrees()
