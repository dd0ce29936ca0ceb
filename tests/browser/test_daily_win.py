"""Today's daily, from the start page to the name on its board: by mouse, touch, keyboard alone, and without scripts."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

from app.game.deal import deal_from_code
from tests.browser.playing import Sitting, sitting
from tests.browser.test_keys import keys_for, press
from tests.web.playing import WON_CODE, WON_LINE

TOUCH = {"has_touch": True}
PHONE = {"viewport": {"width": 390, "height": 844}} | TOUCH
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PLAIN = {"java_script_enabled": False}


def choose(control: Locator, way: Callable[..., None]) -> None:
    """Follow a link or press a button as one does who plays that way, and wait for the page that it leads to."""
    with control.page.expect_navigation():
        if way is by_keys:
            control.press("Enter")
        elif way is by_touch:
            control.tap()
        else:
            control.click()


def begin(seat: Sitting, board: str, way: Callable[..., None]) -> None:
    """Fix the deal of today in this installation, and press the board's button on the start page."""
    today = time.strftime("%Y-%m-%d", time.gmtime())
    deal = deal_from_code(WON_CODE).text
    seat.installation.query(
        "INSERT OR REPLACE INTO dailies (day, deal, salt, created_at, number) VALUES (?, ?, 'of a test', 0, 0)"
        if has_column(seat, "dailies", "number")
        else "INSERT OR REPLACE INTO dailies (day, deal, salt, created_at) VALUES (?, ?, 'of a test', 0)",
        today,
        deal,
    )
    seat.page.goto(seat.installation.address)
    choose(seat.page.locator(f"form[action='/daily/{board}'] button"), way)
    seat.page.wait_for_url("**/game/*")
    seat.game = seat.page.url.rpartition("/")[2]


def has_column(seat: Sitting, table: str, column: str) -> bool:
    return any(row[1] == column for row in seat.installation.query(f"PRAGMA table_info({table})"))


def parts(move: str, seat: Sitting) -> tuple[str, str]:
    """The card that a move takes and the pile it goes to."""
    source, _, target = move.partition("-")
    target, _, size = target.partition("x")
    cards = seat.page.locator(f"[data-pile='{source}'] [data-card]")
    card = cards.nth(cards.count() - int(size or 1)).get_attribute("data-card")
    assert card
    return card, f"F{card[1]}" if target == "F" else target


def by_mouse(seat: Sitting, move: str) -> None:
    if move in ("draw", "redeal"):
        seat.tap("S")
    else:
        seat.drag(*parts(move, seat))


def by_touch(seat: Sitting, move: str) -> None:
    names = ["S"] if move in ("draw", "redeal") else list(parts(move, seat))
    for name in names:
        seat.page.touchscreen.tap(*seat.point(name, y=0.9 if name.startswith("T") and len(name) == 2 else None))


def by_keys(seat: Sitting, move: str) -> None:
    press(seat, *keys_for(move, False))


def without_scripts(seat: Sitting, move: str) -> None:
    if move in ("draw", "redeal"):
        choose(seat.page.locator("[data-pile=S] button"), without_scripts)
        return
    card, pile = parts(move, seat)
    button = seat.card(card)
    if button.get_attribute("value") != move:
        seat.page.goto(f"{seat.installation.address}/game/{seat.game}?select=")
        choose(button, without_scripts)
        button = seat.page.locator(f"[data-pile='{pile}'] button[value='{move}']")
    choose(button, without_scripts)


@pytest.mark.parametrize(
    ("way", "board", "language", "options"),
    [
        # Every way at every size and in each language, every size in each language.
        (by_mouse, "standard-3", "en", DESKTOP),
        (by_mouse, "vegas-3", "de", PHONE),
        (by_touch, "standard-3", "en", PHONE),
        (by_touch, "vegas-3", "de", DESKTOP | TOUCH),
        (by_keys, "vegas-3", "de", PHONE),
        (by_keys, "standard-3", "en", DESKTOP),
        (without_scripts, "standard-3", "en", PHONE | PLAIN),
        (without_scripts, "vegas-3", "de", DESKTOP | PLAIN),
    ],
)
def test_the_daily_is_won_and_the_name_stands_on_its_board(installation, chromium, way, board, language, options):
    with sitting(installation, chromium, locale=language, **options) as seat:
        scripts = options.get("java_script_enabled", True)
        headers = {"Sec-Fetch-Site": "same-origin"}
        wishes = {"motion": "off"} | ({"tap": "select"} if way is by_touch else {})
        seat.context.request.post(f"{installation.address}/settings", form=wishes, headers=headers)
        begin(seat, board, way)
        for number, move in enumerate(WON_LINE, 1):
            way(seat, move)
            if scripts:
                seat.wait_for_version(number)
            assert seat.entries()[number - 1 :] == [move], (number, move)
        assert seat.saved("status") == "won"
        enter_a_name(seat, f"{way.__name__} {options['viewport']['width']}", board, language, way)


def enter_a_name(seat: Sitting, name: str, board: str, language: str, way: Callable[..., None]) -> None:
    """Go by the links that are offered: to the board, to the name, and back; then look at it in the other language."""
    choose(seat.page.locator(".outcome a.primary"), way)
    seat.page.wait_for_url(f"**/leaderboard/*/{board}")
    assert seat.page.locator("html").get_attribute("lang") == language
    choose(seat.page.locator(".notice a"), way)
    seat.page.locator("#name").fill(name)
    choose(seat.page.locator("main form button.primary"), way)
    seat.page.wait_for_url(f"**/leaderboard/*/{board}*")
    for expected in (language, {"de": "en", "en": "de"}[language]):
        assert seat.page.locator("html").get_attribute("lang") == expected
        row = seat.page.locator("tr.own")
        assert row.count() == 1
        assert name in row.inner_text()
        choose(seat.page.locator(".language button"), way)
