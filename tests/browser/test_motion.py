"""What moves, what does not where motion is unwelcome, and that nothing else shifts."""

from itertools import pairwise

from tests.browser.playing import sitting
from tests.browser.tables import laid
from tests.web.playing import WON_CODE, WON_LINE

RUNS = laid("2C|KSQHJSTH", "|KH", "3C|QS", "4C|9D", "5C|TS", "6C|AD", "7C|8C", waste="9S")
FLYING = """() => [...new Set(document.getAnimations().filter(one => one.playState === 'running'
    && one.effect.getKeyframes().some(frame => frame.translate && frame.translate !== 'none'))
    .map(one => one.effect.target.id || 'xx'))]"""
#: Counts what has begun to fly on a page.
FLOWN = """window.flown = 0;
const {animate} = Element.prototype;
Element.prototype.animate = function (...way) { window.flown++; return animate.apply(this, way); };"""
FINISHABLE = laid("KSQHJSTH9S8H", "KHQSJHTS9H8S7H", "KCQDJCTD9C8D7C", "KDQCJDTC9D8C7D", "7S", up="6666")


def test_a_played_card_flies_and_a_tap_meanwhile_is_not_swallowed(seat):
    seat.deal(position=RUNS)
    seat.slow_motion()
    seat.tap("AD")
    assert "AD" in seat.page.evaluate(FLYING)
    seat.wait_for_version(1)
    seat.skip_motion()
    seat.wait_until_settled()
    assert seat.page.evaluate("document.querySelectorAll('#seat [style], #air *').length") == 0


def test_a_draw_slides_before_its_answer_and_turns_with_it(seat):
    seat.deal()
    seat.slow_motion()
    seat.wire.hold()
    seat.tap("S")
    assert seat.piles()["W"] == "xx", "a back is on its way"
    seat.wire.release()
    seat.wait_for_version(1)
    turning = "document.getAnimations().filter(one => one.effect.getKeyframes()[0].scale === '0.04 1')"
    assert seat.page.evaluate(f"{turning}.length") == 1
    seat.skip_motion()
    seat.agrees()


def test_a_card_in_the_air_is_not_stopped_by_the_answer(seat):
    seat.deal(position=RUNS)
    seat.slow_motion()
    seat.page.evaluate("""() => { window.steps = []; const card = document.getElementById('AD'); const look = () => {
        window.steps.push(document.getElementById('AD').getBoundingClientRect().x);
        requestAnimationFrame(look); }; requestAnimationFrame(look); }""")
    seat.tap("AD")
    seat.wait_for_version(1)
    answered = seat.page.evaluate("steps.length")
    seat.until("answered => steps.length >= answered + 10", answered)
    steps = seat.page.evaluate("steps")
    falls = [later - earlier for earlier, later in pairwise(steps) if later != earlier]
    assert all(fall < 0 for fall in falls) or all(fall > 0 for fall in falls), "never back"
    assert len({*steps[answered:]}) > 2, "no jump to the end"
    seat.skip_motion()


def test_with_reduced_motion_nothing_flies_and_the_change_is_still_seen(installation, chromium):
    with sitting(installation, chromium, reduced_motion="reduce") as seat:
        seat.deal(position=RUNS)
        # The mark is for a moment, which lasts as long as this machine needs.
        seat.page.evaluate("(now => { performance.now = () => now; })(performance.now())")
        seat.tap("AD")
        assert seat.page.evaluate(FLYING) == []
        seat.page.locator("#AD.landed").wait_for()
        seat.wait_for_version(1)
        assert seat.page.locator("#AD.landed").count() == 1, "the mark outlasts the swap"
        seat.tap("TS")
        assert seat.page.evaluate(FLYING) == []


def test_motion_can_be_switched_off(seat):
    seat.deal(position=RUNS)
    seat.page.evaluate("document.documentElement.dataset.motion = 'off'")
    seat.page.evaluate("(now => { performance.now = () => now; })(performance.now())")
    seat.tap("AD")
    assert seat.page.evaluate(FLYING) == []
    seat.page.locator("#AD.landed").wait_for()


def test_finish_puts_every_card_up_one_after_another_and_then_celebrates(seat):
    seat.deal(position=FINISHABLE)
    seat.page.keyboard.press("f")
    seat.until("document.querySelector('#air')?.childElementCount > 8")
    seat.until("document.getElementById('table').dataset.status === 'won'")
    seat.until("document.activeElement.dataset.focus === 'end'")
    seat.until("document.querySelector('#air').childElementCount == 52")
    seat.page.keyboard.press("Shift")
    seat.until("document.querySelector('#air').childElementCount == 0")
    seat.agrees()


def test_nothing_shifts_while_cards_are_played(seat):
    seat.deal("standard-3", WON_CODE)
    seat.page.evaluate("""() => { window.shift = 0; new PerformanceObserver(list => {
        for (const entry of list.getEntries()) window.shift += entry.hadRecentInput ? 0 : entry.value;
    }).observe({type: 'layout-shift', buffered: true}); }""")
    seat.wire.delay = (0.6, 0.6)
    for move in WON_LINE[:5]:
        seat.page.keyboard.press("Space") if move == "draw" else [seat.page.keyboard.press(k) for k in _keys(move)]
        seat.page.wait_for_timeout(1000)
    assert seat.page.evaluate("window.shift") == 0


def _keys(move):
    return [move[0].lower() if move[0] == "W" else move[1], move.rpartition("-")[2][-1].lower()]


def test_a_fresh_deal_comes_out_of_the_stock(seat):
    seat.deal()
    seat.page.add_init_script(FLOWN)
    seat.page.reload()
    seat.until("flown >= 50")
    seat.page.mouse.click(*seat.point("S"))
    seat.wait_for_version(1)
    seat.wait_until_settled()
    seat.page.reload()
    seat.until("document.querySelector('.felt button[tabindex=\"0\"]')")
    assert seat.page.evaluate("flown") == 0, "a game under way lies there as it was left"
