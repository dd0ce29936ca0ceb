"""A deal's link in a real browser: copied by a press, and it leads a friend to the same cards and to the comparison."""

from tests.browser.playing import sitting
from tests.browser.test_daily_win import by_keys
from tests.web.playing import WON_CODE, WON_LINE

BOARD = f"/deal/{WON_CODE}/standard-3"


def test_a_friend_gets_the_link_plays_the_same_cards_and_is_compared(installation, chromium):
    with sitting(installation, chromium, permissions=["clipboard-read", "clipboard-write"]) as seat:
        seat.deal("standard-3", WON_CODE)
        seat.play(*WON_LINE[:-1])
        by_keys(seat, WON_LINE[-1])
        seat.page.get_by_role("link", name="Compare and challenge a friend").click()
        seat.page.wait_for_url(f"**{BOARD}")
        seat.page.get_by_role("button", name="Copy").click()
        seat.until("document.getElementById('share-said').textContent === 'Copied.'")
        link = seat.page.evaluate("navigator.clipboard.readText()")
        cards = seat.saved("deal")
    assert link == installation.address + BOARD
    with sitting(installation, chromium, locale="de") as friend:
        friend.page.goto(link)
        others = friend.page.locator("tbody tr").count()  # other tests win this deal too
        assert others >= 1
        friend.page.get_by_role("button", name="Dieses Spiel spielen").click()
        friend.page.wait_for_url("**/game/*")
        friend.game = friend.page.url.rpartition("/")[2]
        assert friend.saved("deal") == cards
        friend.page.keyboard.press("Space")
        friend.wait_for_version(1)
        address = f"{installation.address}/game/{friend.game}/give-up"
        friend.context.request.post(address, headers={"Sec-Fetch-Site": "same-origin"})
        friend.page.goto(link)
        rows = friend.page.locator("tbody tr").all_inner_texts()
        assert len(rows) == others + 1
        assert sum("nicht gewonnen" in row for row in rows) >= 1
