"""The mouse: drags, clicks, double and right clicks, in both browsers."""

import pytest

from tests.browser.tables import laid

RUNS = laid("2C|KSQHJSTH9S8H7S6H5S4H3S2H", "|KH", "3C|QS", "4C|9D", "5C|TS", "6C|AD", "7C|8C")

pytestmark = pytest.mark.parametrize("browser_name", ["chromium", "firefox"], indirect=True)


def test_a_dragged_card_lands_where_it_is_dropped(seat):
    seat.deal(position=RUNS)
    seat.drag("QS", "T2")
    assert seat.pile_of("QS") == "T2"
    seat.wait_for_version(1)
    seat.agrees()
    assert seat.entries() == ["T3-T2"]
    assert seat.focused() == "QS"


def test_a_run_of_eleven_goes_by_its_first_card_and_the_grip_is_kept(seat):
    seat.deal(position=laid("2C|QHJSTH9S8H7S6H5S4H3S2H", "3H|KS", "4C|9D", "5C|QD", "6C|AD", "7C|8C", "8D"))
    seat.grab("QH")
    x, y = seat.point("T2", 0.5, 0.1)
    seat.page.mouse.move(x, y, steps=5)

    def hangs_at_the_pointer():
        box = seat.card("QH").bounding_box()
        return abs(box["x"] + box["width"] / 2 - x) < 2 and abs(box["y"] + 12 - y) < 2

    seat.wait(hangs_at_the_pointer, "the card hangs at the pointer as it was taken")
    assert seat.page.locator(".dragging").count() == 11
    assert [pile.get_attribute("id") for pile in seat.page.locator(".pile.target").all()] == ["T2"]
    seat.page.mouse.up()
    seat.wait_for_version(1)
    assert seat.entries() == ["T1-T2x11"]
    seat.agrees()


@pytest.mark.parametrize("part", [-0.3, 1.3])
def test_a_drop_beside_a_column_goes_to_the_nearest_legal_pile(seat, part):
    seat.deal(position=RUNS)
    seat.drag("QS", "T2", x=part)
    seat.wait_for_version(1)
    assert seat.entries() == ["T3-T2"]


def test_a_card_dropped_where_it_does_not_fit_flies_back(seat):
    seat.deal(position=RUNS)
    before = seat.card("QS").bounding_box()
    seat.drag("QS", "T5")
    seat.wait_until_settled()
    assert seat.card("QS").bounding_box() == before
    assert seat.entries() == []
    assert seat.page.locator(".dragging, .target").count() == 0


def test_the_card_beneath_is_seen_while_the_top_of_the_waste_is_dragged(seat):
    seat.deal()
    seat.tap("S")
    seat.tap("S")
    seat.wait_for_version(2)
    seat.wait_until_settled()
    beneath, top = seat.piles()["W"].split()
    place = seat.card(beneath).bounding_box()
    seat.grab(top)
    seat.page.mouse.move(600, 500, steps=4)
    found = "([x, y]) => document.elementFromPoint(x, y).closest('[data-card]')?.id"
    seat.wait(lambda: seat.page.evaluate(found, [place["x"] + 20, place["y"] + 40]) == beneath)
    seat.page.mouse.up()


def test_a_pointer_that_moves_three_pixels_clicks(seat):
    seat.deal(position=laid("2C|KSQHJSTH9S8H7S6H5S4H3S2H", "|KH", "3C|QS", "4C|9D", "5C|TS", "6C|2DAD", "7C|8C"))
    seat.quick_hand()
    x, y = seat.point("AD")
    for _ in range(2):
        seat.page.mouse.move(x, y)
        seat.page.mouse.down()
        seat.page.mouse.move(x + 3, y)
        seat.page.mouse.up()
    seat.wait_for_version(1)
    seat.page.wait_for_timeout(150)
    assert seat.entries() == ["T6-F"], "a double click, not two drags, and not a move of what lay beneath"


def test_a_double_click_plays_a_card_that_a_click_only_picks_up(seat):
    seat.deal(position=RUNS)
    seat.page.evaluate("document.documentElement.dataset.tap = 'select'")
    seat.double_click("AD")
    seat.wait_for_version(1)
    assert seat.entries() == ["T6-F"]


def test_tap_the_card_then_its_place(seat):
    seat.deal(position=RUNS)
    seat.page.evaluate("document.documentElement.dataset.tap = 'select'")
    seat.tap("QS")
    assert seat.card("QS").get_attribute("aria-pressed") == "true"
    assert seat.entries() == []
    seat.page.mouse.click(*seat.point("T2", 0.5, 0.6))  # the free space below the last card counts for the column
    seat.wait_for_version(1)
    assert seat.entries() == ["T3-T2"]
    assert seat.page.locator(".selected, .target").count() == 0


def test_a_click_below_a_column_counts_for_its_last_card(seat):
    seat.deal(position=RUNS)
    seat.page.mouse.click(*seat.point("T6", 0.5, 0.9))
    seat.wait_for_version(1)
    assert seat.entries() == ["T6-F"]


def test_a_tap_without_a_place_shakes_the_card_and_sends_nothing(seat):
    seat.deal(position=RUNS)
    seat.page.evaluate("""() => { window.shaken = []; new MutationObserver(() =>
        shaken.push(...[...document.querySelectorAll('.shake')].map(card => card.id))
    ).observe(document.getElementById('seat'), {subtree: true, attributeFilter: ['class']}); }""")
    seat.tap("TS")
    assert set(seat.page.evaluate("shaken")) == {"TS"}
    assert "no place" in seat.spoken()
    seat.until("!document.querySelector('.shake')")
    seat.page.wait_for_timeout(300)
    assert seat.wire.plays == 0


def test_a_right_click_puts_a_card_up(seat):
    seat.deal(position=RUNS)
    seat.page.mouse.click(*seat.point("AD"), button="right")
    seat.wait_for_version(1)
    assert seat.entries() == ["T6-F"]


def test_a_drag_goes_on_while_an_answer_comes_in(seat):
    seat.deal(position=RUNS)
    seat.wire.hold()
    seat.tap("S")
    seat.grab("QS")
    x, y = seat.point("T2", 0.5, 0.1)
    seat.page.mouse.move(x + 60, y + 40, steps=3)
    assert seat.version == 0
    seat.wire.release()
    seat.wait_for_version(1)
    assert seat.page.locator(".dragging").count() == 1
    seat.page.mouse.move(x, y, steps=3)
    seat.page.mouse.up()
    seat.wait_for_version(2)
    assert seat.entries() == ["draw", "T3-T2"]
    seat.agrees()
