"""Whole games won through the page, move by move, at the tables that have no day: by mouse, by touch and by keys."""

import pytest

from tests.browser.playing import Sitting, sitting
from tests.browser.test_daily_win import DESKTOP, PHONE, by_keys, by_mouse, by_touch
from tests.store.test_castles import LINES
from tests.web.playing import WON_CODE, WON_LINE

#: A level's line wins at every table that draws one card and allows as many passes, cards open or not; where the rest
#: does not go up by itself, it ends with the button that plays it.
GAMES = [
    ("vegas-1", *LINES["castle-5"], by_mouse, "en", DESKTOP),
    ("vegas-3", WON_CODE, WON_LINE, by_touch, "de", PHONE),
    ("open-1", *LINES["castle-3"], by_touch, "en", PHONE),
    ("open-3", WON_CODE, WON_LINE, by_mouse, "de", DESKTOP),
    ("free-castle-2", *LINES["castle-2"], by_keys, "de", DESKTOP),
    ("standard-1-limited+untimed", *LINES["castle-5"], by_keys, "en", DESKTOP),
]


def won(seat: Sitting, line: list[str], way) -> None:
    for number, move in enumerate(line, 1):
        way(seat, move)
        seat.wait_for_version(number)
    rest = [] if seat.saved("status") == "won" else ["finish"]
    if rest:
        seat.page.locator("#do-finish").click()
        seat.wait_for_version(len(line) + 1)
    assert seat.entries() == line + rest
    assert (seat.saved("status"), seat.table("outcome")) == ("won", "won")


@pytest.mark.parametrize(
    ("rules", "code", "line", "way", "language", "options"), GAMES, ids=[game[0] for game in GAMES]
)
def test_a_game_is_won_move_by_move(installation, chromium, rules, code, line, way, language, options):
    with sitting(installation, chromium, locale=language, **options) as seat:
        headers = {"Sec-Fetch-Site": "same-origin"}
        wishes = {"motion": "off"} | ({"tap": "select"} if way is by_touch else {})
        seat.context.request.post(f"{installation.address}/settings", form=wishes, headers=headers)
        base, *ticked = rules.split("+")
        form = {"rules": base, "code": code, "sure": "1", "options": "1"} | dict.fromkeys(ticked, "1")
        answer = seat.context.request.post(f"{installation.address}/games", form=form, headers=headers, max_redirects=0)
        seat.game = answer.headers["location"].rpartition("/")[2]
        seat.open()
        won(seat, line, way)
        assert seat.saved("rules") == rules
        if rules.startswith("vegas"):
            assert seat.table("score") == "208"
        assert seat.page.evaluate("document.activeElement.dataset.focus") == "end"
