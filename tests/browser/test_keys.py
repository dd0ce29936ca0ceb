"""The keyboard alone: every key of the list, focus, and a whole game won with at most three presses a move."""

import re

import pytest

from tests.browser.tables import laid
from tests.web.playing import WON_CODE, WON_LINE

RUNS = laid("2C|KSQHJSTH", "|KH", "3C|QS", "4C|9D", "5C|TS", "6C|AD", "7C|8C", waste="9S")

in_both = pytest.mark.parametrize("browser_name", ["chromium", "firefox"], indirect=True)


def press(seat, *keys):
    for key in keys:
        seat.page.keyboard.press(key)


@in_both
@pytest.mark.parametrize(
    ("keys", "entry"),
    [
        (["Space"], "draw"),
        (["3", "2"], "T3-T2"),
        (["6", "f"], "T6-F"),
        (["6", "Enter"], "T6-F"),
        (["w", "1"], "W-T1"),
        (["7", "4"], "T7-T4"),
        (["4", "5"], "T4-T5"),
    ],
)
def test_a_move_takes_three_presses_at_most(seat, keys, entry):
    seat.deal(position=RUNS)
    press(seat, *keys)
    seat.wait_for_version(1)
    assert seat.entries() == [entry]
    seat.agrees()


@in_both
def test_arrows_and_enter_choose_a_card_and_put_it_down(seat):
    seat.deal(position=RUNS)
    press(seat, "3")
    assert seat.focused() == "QS"
    press(seat, "Escape")
    assert seat.page.locator(".selected").count() == 0
    press(seat, "Enter")
    assert seat.card("QS").get_attribute("aria-pressed") == "true"
    press(seat, "ArrowLeft")
    assert seat.focused() == "KH"
    press(seat, "Enter")
    seat.wait_for_version(1)
    assert seat.entries() == ["T3-T2"]
    assert seat.focused() == "QS", "the focus stays on the moved card"
    seat.agrees()


@in_both
def test_arrows_reach_every_card_that_can_be_played_and_back(seat):
    seat.deal(position=RUNS)
    press(seat, "1", "Escape", "ArrowUp", "ArrowUp", "ArrowUp")
    assert seat.focused() == "KS"
    press(seat, "ArrowUp")
    assert seat.focused() == "draw", "above the first column lies the stock"
    press(seat, "ArrowRight")
    assert seat.focused() == "9S"
    press(seat, "ArrowDown")
    assert seat.focused() == "KH"


@in_both
def test_there_is_one_tab_stop_for_all_cards(seat):
    seat.deal(position=RUNS)
    press(seat, "4")
    assert seat.page.locator(".felt [tabindex='0']").count() == 1
    assert seat.page.locator(".felt button:not([tabindex])").count() == 0
    assert seat.card("9D").get_attribute("tabindex") == "0"


@in_both
def test_undo_redo_and_the_list_of_keys(seat):
    seat.deal()
    press(seat, "Space")
    seat.wait_for_version(1)
    press(seat, "Control+z")
    seat.wait_for_version(2)
    press(seat, "Control+y")
    seat.wait_for_version(3)
    press(seat, "u")
    seat.wait_for_version(4)
    assert seat.entries() == ["draw", "undo", "redo", "undo"]
    press(seat, "?")
    assert seat.page.locator("#keys").is_visible()
    press(seat, "Space", "1", "u")
    press(seat, "Escape")
    assert not seat.page.locator("#keys").is_visible()
    seat.page.wait_for_timeout(100)
    assert len(seat.entries()) == 4, "keys mean nothing to the table while a dialog is open"


@in_both
def test_a_button_keeps_the_meaning_that_keys_have_for_it(seat):
    seat.deal()
    press(seat, "Space")
    seat.wait_for_version(1)
    seat.wait_until_settled()
    seat.page.locator("#do-undo").focus()
    press(seat, "Space")
    seat.wait_for_version(2)
    assert seat.entries() == ["draw", "undo"]


def test_new_asks_once_and_only_while_a_game_is_under_way(seat):
    seat.deal()
    press(seat, "Space")
    seat.wait_for_version(1)
    press(seat, "n")
    assert seat.page.locator("#ask-new").is_visible()
    press(seat, "Escape")
    press(seat, "n")
    seat.page.locator("#ask-new .danger").click()
    seat.page.wait_for_url(lambda address: not address.endswith(seat.game))
    seat.until("document.querySelector('.felt button[tabindex=\"0\"]')")
    fresh = seat.page.url
    press(seat, "n")
    seat.page.wait_for_url(lambda address: address != fresh)


@in_both
def test_the_list_of_keys_is_opened_at_its_beginning(seat):
    seat.page.set_viewport_size({"width": 844, "height": 390})
    seat.deal()
    press(seat, "?")
    assert seat.page.evaluate("document.getElementById('keys').scrollTop") == 0
    assert seat.focused() == "keys-title"
    press(seat, "Tab", "Enter")
    assert not seat.page.locator("#keys").is_visible()


@in_both
def test_space_and_k_say_why_nothing_can_be_drawn(seat):
    seat.deal("vegas-1", position=laid("KS", "KH", "KC", "KD", "QS", "QH", "QC", waste="2H", stock=""))
    for key in ("Space", "k"):
        press(seat, "Escape", key)
        assert "No pass is left" in seat.spoken()
    assert seat.entries() == []


@in_both
def test_k_says_why_nothing_is_turned_over_while_the_stock_has_cards(seat):
    """Case 6, R2.7"""
    columns = ("KS", "KH", "KC", "KD", "QS", "QH", "QC")
    for rules, told in (("standard-3", "only when the stock is empty"), ("vegas-1", "No pass is left")):
        seat.deal(rules, position=laid(*columns, waste="2H", stock="3C4C"))
        press(seat, "k")
        assert told in seat.spoken()
        assert seat.page.locator("#table > .banner").all_inner_texts() == [seat.spoken()]
        assert seat.entries() == []


def test_a_message_takes_the_place_of_the_one_before(seat):
    seat.deal("vegas-1", position=laid("KS", "KH", "KC", "KD", "QS", "QH", "QC", waste="2H", stock=""))
    press(seat, *["Space"] * 5)
    assert seat.page.locator("#table > .banner").all_inner_texts() == [seat.spoken()]


def test_a_pause_comes_after_the_moves_that_are_on_their_way(seat):
    seat.deal()
    press(seat, "Space")
    seat.wait_for_version(1)
    seat.page.evaluate(
        """() => { const look = () => {
                if (!document.getElementById('table').matches('.covered')) window.uncovered = true;
                requestAnimationFrame(look);
            };
            look(); }"""
    )
    seat.wire.hold()
    press(seat, "Space")
    seat.page.wait_for_timeout(50)  # the first is under way, the second waits for it
    press(seat, "Space")
    press(seat, "p")
    assert seat.page.locator("#table.covered").count() == 1
    seat.page.evaluate("window.uncovered = false")
    seat.wire.release()
    seat.until("document.querySelector('.covered .cover')")
    assert seat.entries() == ["draw"] * 3
    assert seat.saved("clock_at") is None
    assert not seat.page.evaluate("window.uncovered")
    press(seat, "p")
    seat.until("!document.querySelector('.cover')")
    assert seat.saved("clock_at") is not None


def test_pause_covers_the_table_and_the_focus_goes_on(seat):
    seat.deal()
    press(seat, "Space")
    seat.wait_for_version(1)
    press(seat, "p")
    seat.until("document.querySelector('.covered .cover')")
    assert seat.saved("clock_at") is None
    press(seat, "3", "u", "k")
    assert len(seat.entries()) == 1
    press(seat, "p")
    seat.until("!document.querySelector('.cover')")
    assert seat.saved("clock_at") is not None


def test_a_pause_keeps_the_cards_in_the_page_and_going_on_shows_them_at_once(seat):
    seat.deal()
    press(seat, "Space")
    seat.wait_for_version(1)
    before = seat.piles()
    press(seat, "p")
    seat.until("document.querySelector('.covered .cover')")
    assert (
        seat.page.evaluate("fetch(document.getElementById('seat').dataset.table).then(it => it.text())").count(
            "data-card"
        )
        == 0
    ), "the server tells none of them"
    seat.wire.hold()
    press(seat, "p")
    assert seat.page.locator("#table.covered").count() == 0
    assert seat.piles() == before
    seat.wire.release()
    seat.until("!document.querySelector('.cover')")
    seat.agrees()


def test_a_page_opened_during_a_pause_has_its_cards_once_it_goes_on(seat):
    seat.deal()
    press(seat, "Space")
    seat.wait_for_version(1)
    before = seat.piles()
    press(seat, "p")
    seat.until("document.querySelector('.covered .cover')")
    seat.page.reload()
    assert seat.page.locator("[data-card]").count() == 0
    seat.page.locator(".cover button").click()
    seat.until("document.querySelector('[data-card]')")
    assert seat.piles() == before
    seat.agrees()
    press(seat, "u")
    seat.wait_for_version(2)
    assert seat.entries() == ["draw", "undo"]
    seat.agrees()


def keys_for(move, foundation_has_finish):
    """The keys of a move: never more than three."""
    if move == "draw":
        return ["Space"]
    if move == "redeal":
        return ["k"]
    source, target = re.match(r"(W|T\d|F\w)-(F|T\d)", move).groups()
    pick = source[-1].lower() if source[0] != "F" else "f"
    return [pick, target[-1].lower()]


@pytest.mark.slow
def test_a_game_is_won_by_keys_alone(seat):
    seat.deal("standard-3", WON_CODE)
    seat.page.evaluate("document.documentElement.dataset.motion = 'off'")
    for number, move in enumerate(WON_LINE, 1):
        press(seat, *keys_for(move, False))
        seat.wait_for_version(number)
        assert seat.entries()[-1] == move
    assert seat.table("status") == "won"
    assert "Won" in seat.spoken()
    assert seat.page.evaluate("document.activeElement.dataset.focus") == "end"
    seat.agrees()


def test_an_empty_pile_is_read_out_as_empty(seat):
    seat.deal()
    press(seat, "r")
    seat.until("document.getElementById('live').textContent.includes('Foundation, clubs: empty')")
