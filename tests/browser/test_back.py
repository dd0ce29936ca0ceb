"""Undo, redo and finish on a slow line: the page knows what it played, so nobody waits for them."""

import pytest

from tests.browser.tables import laid

pytestmark = pytest.mark.parametrize("browser_name", ["chromium", "firefox"], indirect=True)

FINISHABLE = laid("KSQHJSTH9S8H", "KHQSJHTS9H8S7H", "KCQDJCTD9C8D7C", "KDQCJDTC9D8C7D", "7S", up="6666")


def hold(seat):
    """From now on no answer comes, until the wire is calm again."""
    seat.wait_until_settled()
    seat.wire.hold()


def first_move(seat):
    """Make the first move between columns that the deal offers; return the card and the piles before it."""
    seat.deal()
    before, card = seat.piles(), seat.page.locator(".column .card[value^=T]").first
    name = card.get_attribute("data-card")
    card.click()
    seat.wait_for_version(1)
    hold(seat)
    return name, before


def test_a_move_is_taken_back_and_made_again_before_any_answer(seat):
    name, before = first_move(seat)
    after = seat.piles()
    seat.page.keyboard.press("u")
    assert seat.piles() == before, "the card that was turned up is face down again"
    assert seat.page.locator("#do-undo.pressed").count() == 1
    seat.page.keyboard.press("Control+y")
    assert seat.pile_of(name) == next(pile for pile, cards in after.items() if name in cards)
    assert seat.version == 1, "all of it before the first answer"
    seat.wire.calm()
    seat.wait_for_version(3)
    seat.agrees()
    assert seat.entries()[1:] == ["undo", "redo"]
    assert seat.piles() == after


def test_draws_are_taken_back_at_once_and_nothing_of_them_stays(seat):
    seat.deal("standard-3")
    first = seat.piles()
    seat.tap("S")
    seat.wait_for_version(1)
    drawn = seat.piles()["W"].split()
    seat.tap("S")
    seat.wait_for_version(2)
    hold(seat)
    seat.page.keyboard.press("u")
    assert seat.piles()["W"].split() == drawn
    seat.page.keyboard.press("u")
    assert seat.piles() == first
    assert seat.version == 2
    seat.wire.calm()
    seat.wait_for_version(4)
    seat.agrees()
    assert drawn[-1] not in seat.page.content()


def test_what_is_played_after_a_known_undo_does_not_wait(seat):
    first_move(seat)
    seat.page.keyboard.press("u")
    seat.tap("S")
    assert seat.piles()["W"] == "xx"
    assert seat.version == 1
    seat.wire.calm()
    seat.wait_for_version(3)
    seat.agrees()
    assert seat.entries()[1:] == ["undo", "draw"]


def test_the_first_undo_on_a_page_that_was_opened_anew_does_not_wait(seat):
    name, before = first_move(seat)
    after = seat.piles()
    seat.wire.calm()
    seat.open()
    hold(seat)
    seat.page.keyboard.press("u")
    assert seat.piles() == before
    seat.page.keyboard.press("Control+y")
    assert seat.pile_of(name) == next(pile for pile, cards in after.items() if name in cards)
    seat.page.keyboard.press("u")
    assert seat.version == 1, "all of it before the first answer"
    seat.wire.calm()
    seat.wait_for_version(4)
    seat.agrees()
    assert seat.entries()[1:] == ["undo", "redo", "undo"]
    assert seat.piles() == before


def test_a_new_move_ends_redo_before_any_answer(seat):
    first_move(seat)
    redo = seat.page.locator("#do-redo")
    seat.page.keyboard.press("u")
    assert redo.is_enabled()
    seat.page.keyboard.press("Control+y")
    seat.page.keyboard.press("u")
    assert redo.is_enabled()
    seat.tap("S")
    assert redo.is_disabled()
    assert seat.version == 1, "all of it before the first answer"
    seat.wire.calm()
    seat.wait_for_version(5)
    seat.agrees()
    assert redo.is_disabled()
    assert seat.entries()[1:] == ["undo", "redo", "undo", "draw"]


def test_redo_comes_back_with_a_move_that_is_refused(seat):
    seat.deal("standard-3")
    seat.play("draw", "undo")
    other = seat.context.new_page()
    other.goto(seat.page.url)
    other.locator("#S button").click()
    other.locator("#table[data-version='3']").wait_for()
    other.keyboard.press("u")
    other.locator("#table[data-version='4']").wait_for()
    seat.wire.hold()
    redo = seat.page.locator("#do-redo")
    seat.tap("S")
    assert redo.is_disabled()
    seat.wire.calm()
    seat.wait_for_version(4)
    seat.agrees()
    assert redo.is_enabled()
    seat.is_forgiving = True


def test_what_was_played_before_the_page_was_opened_is_taken_back_by_the_server(seat):
    seat.deal("standard-3")
    seat.play("draw", "draw")
    seat.page.keyboard.press("u")
    seat.wait_for_version(3)
    hold(seat)
    seat.page.keyboard.press("u")
    assert seat.page.locator("#do-undo.pressed").count() == 1
    assert seat.piles()["W"], "what is not known here waits for the server"
    seat.wire.calm()
    seat.wait_for_version(4)
    seat.page.keyboard.press("Control+y")
    seat.wait_for_version(5)
    seat.agrees()
    assert seat.entries()[2:] == ["undo", "undo", "redo"]


def test_a_finish_begins_before_the_answer(seat):
    seat.deal(position=FINISHABLE)
    seat.slow_motion()
    seat.wire.hold()
    seat.page.keyboard.press("f")
    assert all(seat.piles()[f"T{number}"] == "" for number in range(1, 8))
    assert seat.table("status") == "playing"
    assert seat.page.evaluate("document.getElementById('air').childElementCount") > 8
    seat.wire.calm()
    seat.until("document.getElementById('table').dataset.status === 'won'")
    seat.skip_motion()
    seat.page.keyboard.press("Shift")
    seat.agrees()


def test_what_another_tab_played_is_not_taken_for_ones_own(seat):
    first_move(seat)
    seat.wire.calm()
    other = seat.context.new_page()
    other.goto(seat.page.url)
    # One draw alone could be this page's own, come twice.
    for version in (2, 3):
        other.locator("#S button").click()
        other.locator(f"#table[data-version='{version}']").wait_for()
    seat.tap("S")
    seat.wait_for_version(3)
    seat.page.locator("#table .banner").wait_for()
    hold(seat)
    before = seat.piles()
    seat.page.keyboard.press("u")
    assert seat.piles() == before, "what is not known here waits for the server"
    seat.wire.calm()
    seat.wait_for_version(4)
    seat.agrees()
    seat.is_forgiving = True
