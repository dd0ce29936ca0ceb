"""Open Klondike in a real browser: nineteen open cards in a column and the whole strip fit every window."""

import itertools

import pytest

from app.game.cards import CARDS

SIZES = [(320, 568), (568, 320), (360, 640), (390, 844), (1366, 768)]

#: The longest column there can be: seven cards as dealt, of which the last is a king, and a run down to the ace.
LONGEST = "2C3C4C5C6C7CKSQHJSTH9S8H7S6H5S4H3S2HAS"


def longest() -> str:
    """Return a position with :data:`LONGEST` on column 7 and a stock as full as it can be."""
    used = {LONGEST[at : at + 2] for at in range(0, len(LONGEST), 2)}
    rest = [card.text for card in CARDS if card.text not in used]
    columns = "/".join(f"|{text}" for text in ["".join(rest[24:29]), *rest[29:33]])
    return f"{''.join(rest[:24])}//----/{columns}//|{LONGEST} 1"


@pytest.mark.parametrize("size", SIZES)
def test_nineteen_cards_and_the_strip_fit(seat, size):
    seat.page.set_viewport_size({"width": size[0], "height": size[1]})
    seat.deal("open-3", position=longest())
    felt = seat.page.locator(".felt").bounding_box()
    boxes = [card.bounding_box() for card in seat.pile("T7").locator(".card").all()]
    assert len(boxes) == 19
    assert boxes[-1]["y"] + boxes[-1]["height"] <= felt["y"] + felt["height"] + 1
    assert min(after["y"] - box["y"] for box, after in itertools.pairwise(boxes)) >= 9
    strip = [mini.bounding_box() for mini in seat.page.locator(".mini").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= size[0] for box in strip)
    assert max(box["y"] + box["height"] for box in strip) <= felt["y"] + 1
    scrolls = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
    assert seat.page.evaluate(scrolls) == [0, 0]
    cut = (
        """() => [...document.querySelectorAll('.mini')].filter(one => one.scrollWidth > one.clientWidth + 1).length"""
    )
    assert seat.page.evaluate(cut) == 0


def test_a_run_of_the_open_table_is_dragged_and_what_is_no_run_is_not(seat):
    seat.deal("open-1", position=longest())
    seat.drag("7C", "T1")
    seat.wait_until_settled()
    assert seat.version == 0
    seat.agrees()


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
def test_a_pause_moves_nothing_on_the_table(seat, size):
    seat.page.set_viewport_size({"width": size[0], "height": size[1]})
    seat.deal("open-1")
    seat.page.keyboard.press("Space")
    seat.wait_for_version(1)
    places = """() => ['.felt', '.bar', '#T1', '#T7', '.order'].map(name => {
        const {x, y, width, height} = document.querySelector(name).getBoundingClientRect();
        return [x, y, width, height];
    })"""
    before = seat.page.evaluate(places)
    seat.page.keyboard.press("p")
    seat.until("document.querySelector('.covered .cover')")
    assert seat.page.evaluate(places) == [pytest.approx(place, abs=0.5) for place in before]
    seat.page.reload()
    assert seat.page.evaluate(places) == [pytest.approx(place, abs=0.5) for place in before]
    assert seat.page.locator(".order [data-rank]").count() == 0
