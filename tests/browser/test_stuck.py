"""Nothing moves any more: what is offered can be pressed and closed, and never lies upon a way out (R8.3)."""

import pytest

from tests.browser.playing import sitting

pytestmark = pytest.mark.parametrize("browser_name", ["chromium", "firefox"], indirect=True)

CODE = "13963523700316382492"
STUCK = ["draw", "T4-T7", "W-T6", "T2-F", "T3-T4", "draw", "draw", "W-T7", "W-T7", "draw"]
SIZES = [(320, 568), (390, 844), (844, 390), (1280, 800)]

#: Whether a press in the middle of what the selector names would meet just that.
IN_REACH = """selector => [...document.querySelectorAll(selector)].map(one => {
    const {x, y, width, height} = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""


def get_stuck(seat) -> None:
    seat.deal("standard-3", CODE)
    seat.play(*STUCK)
    seat.until("document.querySelector('.outcome[data-kind=stuck]')")


@pytest.mark.parametrize("size", SIZES)
def test_the_way_out_of_a_pause_is_in_reach_though_nothing_moves_any_more(seat, size):
    seat.page.set_viewport_size({"width": size[0], "height": size[1]})
    get_stuck(seat)
    seat.page.keyboard.press("p")
    seat.until("document.querySelector('.covered .cover')")
    assert seat.page.evaluate(IN_REACH, ".cover button, .cover p") == [True, True]
    seat.page.locator(".cover button").click()
    seat.until("document.querySelector('.outcome[data-kind=stuck]') && !document.querySelector('.covered')")
    assert seat.page.evaluate(IN_REACH, ".outcome button") == [True] * 4


def test_it_goes_at_once_with_a_pause_even_one_that_is_not_answered(seat):
    get_stuck(seat)
    seat.wire.hold()
    seat.page.keyboard.press("p")
    assert seat.page.locator("#table.covered").count() == 1
    assert not seat.page.locator(".outcome").is_visible()
    seat.wire.release()
    seat.until("document.querySelector('.covered .cover') && !document.querySelector('.outcome')")


@pytest.mark.parametrize("size", SIZES)
def test_a_hint_that_there_is_none_does_not_lie_upon_what_is_offered(seat, size):
    seat.page.set_viewport_size({"width": size[0], "height": size[1]})
    get_stuck(seat)
    seat.page.keyboard.press("h")
    seat.wait(lambda: "no hint" in seat.spoken())
    assert seat.page.evaluate(IN_REACH, ".outcome button") == [True] * 4
    seat.page.get_by_role("button", name="Play on").click()
    seat.page.keyboard.press("h")
    seat.page.locator("#table > .banner", has_text="no hint").wait_for(state="visible")


@pytest.mark.parametrize("way", ["button", "Escape"])
def test_it_is_closed_and_stays_so_while_the_game_goes_on(seat, way):
    get_stuck(seat)
    panel = seat.page.get_by_role("dialog", name="Nothing moves any more")
    if way == "button":
        panel.get_by_role("button", name="Play on").focus()
        seat.page.keyboard.press("Enter")
    else:
        seat.page.keyboard.press("Escape")
    assert not panel.is_visible()
    seat.until("!document.activeElement.closest('dialog')")  # the focus leaves it with the next frame
    seat.page.keyboard.press("Space")
    seat.wait_for_version(len(STUCK) + 1)
    seat.wait_until_settled()
    assert not panel.is_visible()
    seat.page.keyboard.press("u")
    seat.wait_for_version(len(STUCK) + 2)
    seat.agrees()
    assert seat.entries() == [*STUCK, "draw", "undo"]


def test_the_tables_keys_work_from_within_it(seat):
    get_stuck(seat)
    seat.page.get_by_role("button", name="Play on").focus()
    seat.page.keyboard.press("u")
    seat.wait_for_version(len(STUCK) + 1)
    assert seat.entries() == [*STUCK, "undo"]


def test_without_scripts_it_is_closed_too(installation, browser_name, request):
    with sitting(installation, request.getfixturevalue(browser_name), java_script_enabled=False) as seat:
        headers, form = {"Sec-Fetch-Site": "same-origin"}, {"rules": "standard-3", "code": CODE, "sure": "1"}
        address = installation.address
        answer = seat.context.request.post(f"{address}/games", form=form, headers=headers, max_redirects=0)
        page = address + answer.headers["location"]
        for number, entry in enumerate(STUCK):
            form = {"version": str(number), "entry": entry}
            assert seat.context.request.post(f"{page}/table", form=form, headers=headers).ok
        seat.page.goto(page)
        panel = seat.page.get_by_role("dialog", name="Nothing moves any more")
        assert panel.is_visible()
        panel.get_by_role("button", name="Play on").click()
        assert not panel.is_visible()
        assert seat.page.url == page
