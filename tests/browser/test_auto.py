"""Cards that go up by themselves, seen in a browser: marked, told, never doubled, taken back in one press."""

import pytest

from tests.browser.playing import Installation, Sitting
from tests.browser.tables import laid

#: Nine of hearts to ten of spades: 2C is turned up and goes, then the aces; 3C and two others are turned up.
READY = laid("3C2C|9H", "TS", "7S|AD", "7D|AH", "", "", "KC", waste="9D", up="A---", stock="5S4S")
GONE_UP = ["T1-F", "T3-F", "T4-F"]


@pytest.fixture
def helped(seat: Sitting, installation: Installation) -> Sitting:
    headers = {"Sec-Fetch-Site": "same-origin"}
    answer = seat.context.request.post(f"{installation.address}/settings", form={"auto": "on"}, headers=headers)
    assert answer.ok
    return seat


def test_cards_go_up_by_themselves_are_marked_and_told_in_short(helped: Sitting) -> None:
    helped.deal(position=READY)
    helped.tap("9H")
    helped.wait_for_version(4)
    assert helped.entries() == ["T1-T2", *GONE_UP]
    marked = helped.page.evaluate("[...document.querySelectorAll('.foundation > .auto')].map(card => card.id)")
    assert sorted(marked) == ["2C", "AD", "AH"]
    helped.agrees()
    said = helped.spoken()
    assert said.startswith("9 of hearts to column 2. 2 of clubs, Ace of diamonds, Ace of hearts put up.")
    for card in ("3 of clubs", "7 of spades", "7 of diamonds"):
        assert said.count(f"{card} turned up") == 1


def test_without_the_setting_they_wait(seat: Sitting) -> None:
    seat.deal(position=READY)
    seat.tap("9H")
    seat.wait_for_version(1)
    seat.agrees()
    assert seat.entries() == ["T1-T2"]


def test_one_press_takes_all_of_it_back(helped: Sitting) -> None:
    helped.deal(code="0")
    before = helped.piles()
    helped.tap("S")
    helped.wait_for_version(5)
    assert len(helped.entries()) == 5
    helped.agrees()
    helped.page.locator("#do-undo").click()
    helped.wait_for_version(10)
    helped.agrees()
    assert helped.piles() == before
    helped.page.locator("#do-redo").click()
    helped.wait_for_version(15)
    helped.agrees()


def test_case_44_what_is_played_while_cards_go_up_is_never_doubled(helped: Sitting) -> None:
    """A slow wire: the player puts up by hand what goes up by itself at the same time, and plays on."""
    helped.deal(position=READY)
    helped.wire.hold()
    helped.tap("9H")
    helped.wait(lambda: helped.wire.plays == 1)
    # On its way already; 2C is not known here yet, the aces are.
    helped.page.evaluate("document.getElementById('AD').click()")
    assert helped.pile_of("AD") == "FD"
    helped.wire.release()
    helped.wait_for_version(4)
    helped.page.wait_for_timeout(900)
    helped.wire.calm()
    helped.agrees()
    # Not a card more: the seven that lay beneath the ace is where it was.
    assert helped.entries() == ["T1-T2", *GONE_UP]
    assert helped.pile_of("7S") == "T3"


def test_what_does_not_touch_the_cards_that_went_up_is_played_on(helped: Sitting) -> None:
    helped.deal(position=READY)
    helped.wire.hold()
    helped.tap("9H")
    helped.wait(lambda: helped.wire.plays == 1)
    helped.tap("S")
    helped.wire.release()
    helped.wait_for_version(5)
    helped.wire.calm()
    helped.agrees()
    assert helped.entries() == ["T1-T2", *GONE_UP, "draw"]


def test_a_drag_that_is_under_way_when_its_card_goes_up_ends_there(helped: Sitting) -> None:
    helped.deal(position=READY)
    helped.wire.hold()
    helped.page.evaluate("document.getElementById('9H').click()")
    helped.grab("AD")
    helped.page.mouse.move(*helped.point("T5", 0.5, 0.3), steps=4)
    helped.wire.release()
    helped.wait_for_version(4)
    helped.page.mouse.move(*helped.point("FD", 0.5, 0.5), steps=4)
    helped.page.mouse.up()
    helped.wire.calm()
    helped.page.wait_for_timeout(600)
    helped.agrees()
    assert helped.entries() == ["T1-T2", *GONE_UP]


def test_an_answer_that_was_lost_brings_nothing_twice(helped: Sitting) -> None:
    helped.deal(code="0")
    helped.wire.cut = "answers"
    helped.tap("S")
    helped.until("document.getElementById('trouble').firstChild")
    helped.wire.calm()
    helped.wait_for_version(5)
    helped.agrees()
    assert helped.entries() == ["draw", "T1-F", "T5-F", "T6-F", "T6-F"]
    helped.complaints.clear()  # htmx and Chromium each tell of the answer that was cut
