"""What happens besides moves is heard once, and leaves the focus where one can go on from: in both languages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.playing import Installation, Sitting, sitting
from tests.browser.tables import laid
from tests.browser.test_keys import press
from tests.store.test_castles import LINES

SIZES = {"desktop": {}, "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}}
#: Keeps each sentence of the live region, in the order in which it came.
LISTEN = """() => {
    window.heard = [];
    const live = document.getElementById('live');
    const keep = () => live.textContent && heard.push(live.textContent.trim());
    keep();
    new MutationObserver(keep).observe(live, {childList: true, characterData: true, subtree: true});
}"""


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=SIZES)
def visitor(
    installation: Installation, chromium: Browser, language: str, request: pytest.FixtureRequest
) -> Iterator[Sitting]:
    with sitting(installation, chromium, **SIZES[request.param] | {"locale": language}) as made:
        yield made


@pytest.fixture
def player(installation: Installation, chromium: Browser, language: str) -> Iterator[Sitting]:
    with sitting(installation, chromium, locale=language) as made:
        yield made


def focus(seat: Sitting) -> str:
    """What has the focus, by what it is called; ``BODY`` where nothing has."""
    return str(
        seat.page.evaluate(
            """() => { const one = document.activeElement;
                return one === document.body ? 'BODY' : one.ariaLabel || one.textContent.trim(); }"""
        )
    )


def heard(seat: Sitting) -> list[str]:
    return list(seat.page.evaluate("window.heard"))


PAUSE = {"en": ("Paused", "Go on", "The game goes on."), "de": ("Pause", "Weiter", "Das Spiel geht weiter.")}


@pytest.mark.parametrize("way", ["key on a card", "key on the page", "button"])
def test_pause_and_go_on_are_said_and_give_the_focus_back(player: Sitting, language: str, way: str) -> None:
    paused, go_on, goes_on = PAUSE[language]
    player.deal(position=laid("KS", "KH|2C", "QS|3C", "QH|4C", "JS|5C", "9H", "9S"))
    press(player, "Space")
    player.wait_for_version(1)
    player.wait_until_settled()
    if way == "key on the page":
        player.page.evaluate("document.activeElement.blur()")
    elif way == "key on a card":
        press(player, "7", "Escape")
        assert player.focused() == "9S"
    else:
        player.page.locator("#do-pause").focus()
    player.page.evaluate(LISTEN)
    press(player, "Enter" if way == "button" else "p")
    player.until("document.querySelector('.cover')")
    player.until("text => heard.includes(text)", paused)
    assert focus(player) == go_on
    press(player, "Enter")
    player.until("!document.querySelector('.cover')")
    player.until("text => heard.includes(text)", goes_on)
    player.wait_until_settled()
    if way == "key on a card":
        assert player.focused() == "9S"
    assert [text for text in heard(player) if text in (paused, goes_on)] == [paused, goes_on]
    press(player, "Space")
    player.wait_for_version(2)
    assert not player.page.locator(".cover").count(), "the key draws, wherever the focus went"


def test_a_page_that_comes_paused_says_so(player: Sitting, language: str) -> None:
    paused, go_on, goes_on = PAUSE[language]
    player.deal()
    press(player, "Space")
    player.wait_for_version(1)
    press(player, "p")
    player.until("document.querySelector('.cover')")
    player.page.reload()
    player.wait(lambda: player.spoken() == paused)
    assert focus(player) == go_on
    press(player, "Enter")
    player.wait(lambda: player.spoken() == goes_on)


OVER = {"en": ("Game over", "gave this game up", "New game"), "de": ("Spiel verloren", "aufgegeben", "Neues Spiel")}


def test_a_game_given_up_ends_like_a_won_one(visitor: Sitting, language: str) -> None:
    over, why, new = OVER[language]
    visitor.deal()
    press(visitor, "Space")
    visitor.wait_for_version(1)
    visitor.page.locator(".menu summary").click()
    visitor.page.locator("[data-ask=ask-giveup]").click()
    with visitor.page.expect_navigation():
        visitor.page.locator("#ask-giveup .danger").click()
    visitor.page.evaluate(LISTEN)
    visitor.wait(lambda: heard(visitor))
    assert focus(visitor) == new
    visitor.page.wait_for_timeout(600)
    (said,) = heard(visitor)
    assert over in said
    assert why in said


@pytest.mark.parametrize("locale", ["en", "de"])
def test_keep_playing_closes_the_question(installation: Installation, chromium: Browser, locale: str) -> None:
    with sitting(installation, chromium, locale=locale) as seat:
        seat.deal()
        press(seat, "Space")
        seat.wait_for_version(1)
        press(seat, "n")
        assert seat.page.locator("#ask-new").is_visible()
        press(seat, "Enter")
        assert not seat.page.locator("#ask-new").is_visible()
        assert seat.saved("status") == "playing"
        assert seat.page.url.endswith(seat.game)


def in_a_level(seat: Sitting) -> None:
    """Open the first level of a run."""
    code = LINES["castle-1"][0]
    seat.installation.query("INSERT OR REPLACE INTO ready_deals VALUES (?, ?, 1, 0, NULL)", "castle-1", code)
    seat.page.goto(f"{seat.installation.address}/castles")
    for _ in range(2):
        with seat.page.expect_navigation():
            seat.page.locator("main form[method=post] button.primary").first.click()
    seat.game = seat.page.url.rpartition("/")[2]
    seat.until("document.querySelector('.felt button[tabindex=\"0\"]')")


def test_a_level_whose_time_is_over_is_said_once(player: Sitting, language: str) -> None:
    in_a_level(player)
    player.play("draw")
    player.page.evaluate(LISTEN)
    player.installation.query(
        "UPDATE games SET started_at = started_at - 499000, clock_at = clock_at - 499000 WHERE id = ?", player.game
    )
    player.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    player.until("document.querySelector('.outcome[data-kind=lost]')")
    over = OVER[language][0]
    player.wait(lambda: any(over in text for text in heard(player)))
    assert focus(player) == {"en": "How the run came out", "de": "So ging der Lauf aus"}[language]
    player.page.wait_for_timeout(600)
    assert len([text for text in heard(player) if over in text]) == 1


def test_keys_that_do_nothing_in_a_level_say_why(player: Sitting, language: str) -> None:
    in_a_level(player)
    player.play("draw")
    words = {"en": "goes without undo, hints and pause", "de": "ohne Rückgängig, Tipp und Pause"}[language]
    for key in "uhpn":
        press(player, "Escape", "1", "Escape")
        assert words not in player.spoken()
        press(player, key)
        assert words in player.spoken(), key
        assert words in player.page.locator("#table > .banner").inner_text()
    assert player.entries() == ["draw"]


SOLVER = {"en": ("Ask the solver", "From the solver: "), "de": ("Löser fragen", "Vom Löser: ")}


def ask_the_solver(seat: Sitting, language: str) -> None:
    seat.page.locator(".menu summary").click()
    with seat.page.expect_navigation():
        seat.page.get_by_text(SOLVER[language][0]).click()
    seat.until("document.querySelector('.felt button[tabindex=\"0\"]')")


def test_the_solver_is_heard_and_its_card_has_the_focus(visitor: Sitting, language: str) -> None:
    visitor.deal("standard-1", LINES["castle-1"][0])
    ask_the_solver(visitor, language)
    visitor.wait(lambda: SOLVER[language][1] in visitor.spoken())
    marked = "document.activeElement.matches('.card.hint, .pile.hint button')"
    assert visitor.page.evaluate(marked), focus(visitor)
    version = visitor.version
    press(visitor, "Enter", "Enter")
    visitor.wait_for_version(version + 1)


def test_bad_news_of_the_solver_is_heard_and_has_the_focus(player: Sitting, language: str) -> None:
    player.deal("vegas-1", "2")
    ask_the_solver(player, language)
    banner = player.page.locator("#table > .banner").inner_text()
    player.wait(lambda: player.spoken() == banner)
    assert focus(player) == banner


def test_the_lesson_says_each_step_once(player: Sitting, language: str) -> None:
    page = player.page
    page.goto(f"{player.installation.address}/learn")
    with page.expect_navigation():
        page.locator("main form[action='/learn'] button").first.click()
    player.game = page.url.rpartition("/")[2]
    player.until("document.querySelector('.felt button[tabindex=\"0\"]')")
    page.evaluate(LISTEN)
    step = page.locator(".lesson span").inner_text()
    player.wait(lambda: heard(player))
    assert heard(player) == [step]
    for version in (1, 2):
        press(player, "Space")
        player.wait_for_version(version)
        player.wait_until_settled()
    assert page.locator(".lesson span").inner_text() == step
    assert len(heard(player)) == 3
    assert not any(step in text for text in heard(player)[1:])
    press(player, "4", "5")
    player.wait_for_version(3)
    player.wait_until_settled()
    later = page.locator(".lesson span").inner_text()
    assert later != step
    assert heard(player)[-1].endswith(later)


LOST = {
    "away": {"en": "No connection.", "de": "Keine Verbindung."},
    "down": {"en": "The server cannot answer just now.", "de": "Der Server kann gerade nicht antworten."},
}


@pytest.mark.parametrize("status", [0, 500, 502, 503])
def test_it_is_said_what_keeps_moves_from_the_server(player: Sitting, language: str, status: int) -> None:
    player.deal()
    player.is_forgiving = True

    def fail(route) -> None:
        route.fulfill(status=status, body="<h1>Broken</h1>") if status else route.abort()

    player.page.route("**/table", fail)
    player.tap("S")
    shown = player.page.locator("#trouble p")
    shown.wait_for()
    words = shown.inner_text()
    assert words.startswith(LOST["down" if status else "away"][language])
    assert {"en": "leave it open", "de": "Lass sie offen"}[language] in words
    player.wait(lambda: player.spoken() == words)
    player.page.unroute("**/table", fail)
    player.wait_for_version(1)
    player.wait_until_settled()
    player.agrees()
    assert player.entries() == ["draw"]
