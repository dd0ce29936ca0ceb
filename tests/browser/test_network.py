"""The network fails, another tab plays, a move is refused: nothing doubles, nothing is lost, the page stays true."""

import time

import pytest

from tests.browser.tables import laid

pytestmark = pytest.mark.parametrize("browser_name", ["chromium", "firefox"], indirect=True)

FIVE = laid("KS|AC", "KH|2C", "QS|3C", "QH|4C", "JS|5C", "9H", "9S")


def test_a_move_made_without_a_connection_is_sent_when_it_is_back(seat):
    seat.deal(position=FIVE)
    seat.wire.cut = "all"
    seat.tap("AC")
    seat.page.locator("#trouble p").wait_for(state="visible")
    seat.tap("2C")
    assert (seat.pile_of("AC"), seat.pile_of("2C")) == ("FC", "FC")
    assert seat.entries() == []
    seat.wait(lambda: seat.spoken().startswith("No connection"))
    seat.wire.cut = ""
    seat.wait_for_version(2)
    seat.agrees()
    assert seat.entries() == ["T1-F", "T2-F"]
    seat.is_forgiving = True


def test_a_retry_after_a_lost_answer_applies_nothing_twice(seat):
    seat.deal()
    seat.wire.cut = "answers"
    seat.tap("S")
    seat.page.locator("#trouble p").wait_for(state="visible")
    seat.tap("S")
    seat.tap("S")
    seat.page.wait_for_timeout(800)
    seat.wire.cut = ""
    seat.wait_for_version(3)
    seat.page.wait_for_timeout(300)
    seat.agrees()
    assert seat.entries() == ["draw"] * 3
    seat.is_forgiving = True


def test_draws_lost_one_answer_after_another_are_each_made_once(seat):
    seat.deal()
    for count in range(1, 5):
        seat.wire.cut = "answers" if count % 2 else "all"
        seat.tap("S")
        seat.page.wait_for_timeout(150)
    seat.wire.cut = ""
    seat.wait_for_version(4)
    seat.agrees()
    assert seat.entries() == ["draw"] * 4
    seat.is_forgiving = True


def test_what_a_browser_sends_anew_by_itself_loses_nothing_that_was_played_since(seat):
    """Where a kept connection breaks before an answer, browsers send a request again and tell the page nothing."""
    seat.is_forgiving = True
    seat.deal()
    seat.tap("S")
    seat.wait_for_version(1)
    to_cut = [True]
    usual, seat.wire.is_cut = seat.wire.is_cut, lambda path: path.endswith("/table") and bool(to_cut and to_cut.pop())
    seat.wire.cut = "answers"
    seat.wire.hold()
    seat.tap("S")
    seat.wait(lambda: seat.wire.plays == 2)
    seat.tap("S")
    seat.tap("S")
    seat.wire.release()
    seat.wait_for_version(4)
    seat.wire.cut, seat.wire.is_cut = "", usual
    seat.agrees()
    assert seat.entries() == ["draw"] * 4


def test_a_server_error_is_never_shown_as_the_table(seat):
    seat.deal()
    seat.page.route("**/table", lambda route: route.fulfill(status=500, body="<h1>Broken</h1>"), times=1)
    seat.tap("S")
    seat.wait_for_version(1)
    assert seat.page.locator("h1", has_text="Broken").count() == 0
    seat.agrees()
    assert seat.entries() == ["draw"]
    seat.is_forgiving = True


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "That was too much at once. What you do is kept and goes on by itself in 2 s."),
        ("de", "Das war zu viel auf einmal. Was du tust, bleibt erhalten und geht in 2 s von selbst weiter."),
    ],
)
def test_too_many_requests_are_told_as_such_and_wait_as_long_as_the_server_asks(seat, language, said):
    headers = {"Sec-Fetch-Site": "same-origin"}
    form = {"language": language, "next": "/"}
    seat.context.request.post(f"{seat.installation.address}/language", form=form, headers=headers)
    seat.deal()
    sent = []
    seat.page.on("request", lambda request: sent.append(time.monotonic()) if request.method == "POST" else None)
    seat.page.route("**/table", lambda route: route.fulfill(status=429, headers={"Retry-After": "2"}), times=1)
    seat.tap("S")
    seat.page.locator("#trouble", has_text=said).locator("p").wait_for(state="visible")
    seat.wait(lambda: seat.spoken() == said)
    seat.tap("S")
    seat.tap("S")
    seat.wait_for_version(3)
    seat.agrees()
    assert seat.entries() == ["draw"] * 3
    assert sent[1] - sent[0] > 1.9, "it was asked again before the time that the server named"
    assert len(sent) == 2, "what is played meanwhile goes with it"
    seat.is_forgiving = True


@pytest.mark.parametrize("after", ["", "Wed, 21 Oct 2037 07:28:00 GMT"])
def test_a_proxy_that_is_asked_too_much_need_not_name_the_seconds(seat, after):
    seat.deal()
    headers = {"Retry-After": after} if after else {}
    seat.page.route("**/table", lambda route: route.fulfill(status=429, headers=headers), times=1)
    seat.tap("S")
    seat.page.locator("#trouble", has_text="too much at once").wait_for(state="attached")
    seat.wait_for_version(1)
    seat.agrees()
    assert seat.entries() == ["draw"]
    seat.is_forgiving = True


@pytest.mark.parametrize("status", [0, 429, 503])
def test_a_pause_that_the_server_did_not_take_is_asked_for_until_it_is(seat, status):
    seat.deal()
    seat.tap("S")
    seat.wait_for_version(1)
    asked = []

    def refuse(route) -> None:
        asked.append(time.monotonic())
        route.fulfill(status=status, headers={"Retry-After": "1"}) if status else route.abort()

    for name, is_covered in [("pause", True), ("resume", False)]:
        asked.clear()
        seat.page.route(f"**/{name}", refuse)
        seat.page.keyboard.press("p")
        shown = seat.page.locator("#trouble p")
        shown.wait_for(state="attached")
        words = shown.text_content()
        seat.wait(lambda words=words: seat.spoken() == words)
        seat.wait(lambda: len(asked) >= 3)
        assert seat.page.locator("#table.covered").count() == is_covered
        assert asked[2] - asked[0] > 1.4, "it is not asked without a pause"
        seat.page.unroute(f"**/{name}", refuse)
        seat.wait(lambda is_covered=is_covered: (seat.saved("clock_at") is None) is is_covered)
        seat.until("!document.querySelector('#trouble p')")
        seat.until(f"!!document.querySelector('#table.covered .cover') === {str(is_covered).lower()}")
        seat.page.wait_for_timeout(250)  # a trouble that comes back within a blink is not said anew
    seat.agrees()
    assert seat.entries() == ["draw"]
    seat.is_forgiving = True


def test_a_pause_that_is_no_longer_wanted_is_not_asked_for_again(seat):
    seat.deal()
    seat.tap("S")
    seat.wait_for_version(1)
    seat.page.route("**/pause", lambda route: route.abort(), times=1)
    seat.page.keyboard.press("p")
    seat.page.locator("#trouble p").wait_for(state="attached")
    seat.page.keyboard.press("p")
    seat.until("!document.querySelector('#trouble p')")
    seat.page.wait_for_timeout(700)  # the first pause would have been asked for again after 500 ms
    assert seat.page.locator("#table.covered").count() == 0
    assert seat.saved("clock_at") is not None
    seat.is_forgiving = True


def test_a_tab_that_is_behind_gets_the_present_table_and_a_note(seat):
    seat.deal()
    other = seat.context.new_page()
    other.goto(seat.page.url)
    other.locator("#S button").click()
    other.locator("#table[data-version='1']").wait_for()
    card = seat.page.locator(".column .card[value^=T]").first
    card.click()
    seat.wait_for_version(1)
    seat.page.locator("#table .banner").wait_for()
    seat.agrees()
    assert seat.entries() == ["draw"], "what the stale tab played is not made"
    assert "moved on" in seat.spoken()
    seat.is_forgiving = True


def test_a_burst_after_a_refused_move_loses_no_tap(seat):
    seat.deal()
    other = (
        "fetch(location.pathname + '/table', {method: 'POST', body: new URLSearchParams({version: 0, entry: 'draw'})})"
    )
    seat.page.evaluate(f"{other}.then(answer => answer.text())")
    seat.tap("S")
    seat.page.locator("#table .banner").wait_for()
    seat.wire.hold()
    seat.page.evaluate(
        """async () => { for (let tap = 0; tap < 5; tap++) {
            document.querySelector("#S button").click();
            await new Promise(done => setTimeout(done, 20));
        } }"""
    )
    seat.wire.release()
    seat.wait_for_version(6)
    assert seat.entries() == ["draw"] * 6
    seat.agrees()
    seat.is_forgiving = True


def test_a_legal_move_right_after_a_refused_one_leaves_the_page_as_the_server_has_it(seat):
    seat.deal(position=FIVE)
    seat.wire.delay = (0.15, 0.25)
    # The server knows nothing of a move to this pile; a page that was tampered with makes it all the same.
    seat.page.evaluate("document.getElementById('9H').dataset.to = 'FH'")
    seat.tap("9H")
    seat.tap("AC")
    seat.until("document.querySelector('#table .banner')")
    seat.agrees()
    seat.tap("AC")
    seat.wait_for_version(1)
    seat.agrees()
    seat.is_forgiving = True


def test_undo_pressed_five_times_takes_five_moves_back_at_most(seat):
    seat.deal()
    for _ in range(3):
        seat.tap("S")
    seat.wait_for_version(3)
    seat.wire.delay = (0.1, 0.2)
    for _ in range(5):
        seat.page.keyboard.press("u")
    seat.page.wait_for_timeout(900)
    seat.agrees()
    assert seat.entries()[:3] == ["draw"] * 3
    assert set(seat.entries()[3:]) == {"undo"}
    assert len(seat.entries()) <= 6
    assert seat.piles()["W"] == ""
    seat.is_forgiving = True


def test_what_is_tapped_behind_an_undo_waits_until_the_table_is_known(seat):
    seat.deal()
    seat.tap("S")
    seat.wait_for_version(1)
    seat.wire.delay = (0.2, 0.2)
    seat.page.keyboard.press("u")
    seat.tap("S")
    seat.wait_for_version(3)
    seat.agrees()
    assert seat.entries() == ["draw", "undo", "draw"]


def test_the_way_back_to_the_page_shows_the_present_table(seat):
    seat.deal()
    seat.tap("S")
    seat.wait_for_version(1)
    seat.page.goto(f"{seat.installation.address}/rules")
    seat.page.go_back()
    seat.until("document.querySelector('#table')")
    seat.agrees()
    assert seat.version == 1
