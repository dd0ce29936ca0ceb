"""The settings page in a real browser: a choice shows at once, is kept, and holds in a game that is open."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import Installation, Sitting, sitting

BACK = "getComputedStyle(document.querySelector('.preview .back'), '::after').backgroundImage"
CLOTH = "getComputedStyle(document.querySelector('.preview .felt')).backgroundImage"
PIP = "getComputedStyle(document.querySelector('.preview [data-card=TD]'), '::before').color"
STOCK = "document.querySelector('.preview .stock').getBoundingClientRect().x"
PAPER = "getComputedStyle(document.body).backgroundColor"
INDEX = "getComputedStyle(document.querySelector('.preview [data-card=KS]'), '::before').fontSize"


@pytest.fixture
def visit(installation: Installation, chromium: Browser) -> Iterator[Sitting]:
    with sitting(installation, chromium) as made:
        yield made


def open_settings(visit: Sitting, query: str = "") -> Page:
    visit.page.goto(f"{visit.installation.address}/settings{query}")
    return visit.page


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"label:has([name={name}][value={value}])").click()
    page.locator(".saved", has_text="Saved.").wait_for()


@pytest.mark.parametrize(
    ("name", "value", "shows"),
    [
        ("back", "stars", BACK),
        ("cloth", "wine", CLOTH),
        ("deck", "four", PIP),
        ("hand", "left", STOCK),
        ("theme", "dark", PAPER),
        ("print", "large", INDEX),
    ],
)
def test_a_choice_shows_in_the_preview_at_once_and_is_kept(visit: Sitting, name: str, value: str, shows: str) -> None:
    page = open_settings(visit)
    before = page.evaluate(shows)
    choose(page, name, value)
    after = page.evaluate(shows)
    assert after != before
    page.reload()
    assert page.evaluate(shows) == after
    assert page.locator(f"[name={name}][value={value}]").is_checked()
    standard = page.locator(f"[data-standard]:has([name={name}])").get_attribute("data-standard")
    choose(page, name, str(standard))
    assert page.evaluate(shows) == before
    assert page.evaluate("name => document.documentElement.dataset[name]", name) is None


def test_many_quick_choices_end_with_the_last_one(visit: Sitting) -> None:
    page = open_settings(visit)
    visit.wire.delay = (0.02, 0.2)
    page.evaluate("""() => { window.saves = 0; const line = document.querySelector('.saved');
        new MutationObserver(list => list.forEach(({addedNodes}) => { saves += addedNodes.length; }))
            .observe(line, {childList: true}); }""")
    for value in ("blue", "wine", "green", "slate", "blue", "slate"):
        page.locator(f"label[data-cloth={value}]").click()
    visit.until("saves === 6")
    visit.wire.calm()
    page.reload()
    assert page.locator("[name=cloth]:checked").get_attribute("value") == "slate"


def test_everything_is_reached_by_keys_and_read_out(visit: Sitting) -> None:
    page = open_settings(visit)
    page.locator("[name=back]:checked").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.documentElement.dataset.back") == "waves"
    page.locator(".saved", has_text="Saved.").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "/shop"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "deck"
    named = page.get_by_role("radiogroup", name="Cards go up by themselves")
    assert [one.input_value() for one in named.get_by_role("radio").all()] == ["off", "on"]
    assert page.locator(".saved[role=status]").count() == 1
    box = page.locator("label:has([name=sound])").first.bounding_box()
    assert box
    assert box["height"] >= 44
    assert box["width"] >= 44


def test_a_lost_connection_is_said(visit: Sitting) -> None:
    page = open_settings(visit)
    visit.wire.cut, visit.wire.is_cut = "all", lambda path: True
    page.locator("label[data-cloth=blue]").click()
    page.locator(".saved", has_text="Not saved").wait_for()
    # Chromium's own lines for requests that fail, also for the worker that it looks for again.
    own = ("ERR_EMPTY_RESPONSE", "fetching the script")
    visit.complaints[:] = [line for line in visit.complaints if not any(text in line for text in own)]


def test_a_game_that_is_open_follows_at_once(visit: Sitting) -> None:
    game = visit.deal()
    other = visit.context.new_page()
    other.goto(f"{visit.installation.address}/settings?next=/game/{game}")
    choose(other, "cloth", "blue")
    choose(other, "back", "waves")
    visit.until(
        "document.documentElement.dataset.cloth === 'blue' && document.documentElement.dataset.back === 'waves'"
    )
    choose(other, "cloth", "green")
    visit.until("!('cloth' in document.documentElement.dataset)")
    other.get_by_role("link", name="Back to the game").click()
    other.locator("#table").wait_for()
    assert other.evaluate("document.documentElement.dataset.back") == "waves"
    visit.play("draw")
    assert visit.table("status") == "playing"


def test_the_settings_are_kept_with_the_player(visit: Sitting) -> None:
    visit.deal()
    visit.play("draw")
    page = open_settings(visit)
    choose(page, "auto", "on")
    kept = visit.installation.query("SELECT settings FROM players WHERE settings LIKE '%auto%'")
    assert kept == [('{"auto": "on"}',)]


def test_the_language_is_switched_here_too_and_leads_back_here(visit: Sitting) -> None:
    page = open_settings(visit, "?next=/rules")
    page.get_by_role("group", name="Language").get_by_role("button", name="Deutsch").click()
    expect(page.locator("h1")).to_have_text("Einstellungen")
    assert page.get_by_role("link", name="Zurück").get_attribute("href") == "/rules"
    pressed = page.get_by_role("group", name="Sprache").locator("[aria-current]")
    assert pressed.inner_text() == "Deutsch"


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1280, 800)])
def test_the_preview_lies_whole_on_the_felt(installation: Installation, chromium: Browser, size: Any) -> None:
    for language in ("en", "de"):
        context = chromium.new_context(
            locale=language, base_url=installation.address, viewport={"width": size[0], "height": size[1]}
        )
        page = context.new_page()
        page.goto("/settings")
        for print_size in ("normal", "large"):
            page.locator(f"label:has([name=print][value={print_size}])").click()
            outside = page.evaluate("""() => {
                const felt = document.querySelector('.preview .felt').getBoundingClientRect();
                const boxes = [...document.querySelectorAll('.preview .card')].map(one => one.getBoundingClientRect());
                return boxes.filter(({left, right, bottom}) => left < felt.left || right > felt.right
                    || bottom > felt.bottom + 1).length;
            }""")
            assert outside == 0
        widths = page.evaluate("[...document.querySelectorAll('.preview .card')].map(card => card.offsetWidth)")
        assert min(widths) >= 42
        context.close()


def test_without_scripts_the_form_is_saved_by_its_button(installation: Installation, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False, base_url=installation.address, locale="en")
    page = context.new_page()
    page.goto("/settings")
    page.locator("label[data-cloth=wine]").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    assert page.get_by_role("status").first.inner_text() == "Saved."
    assert page.locator("html").get_attribute("data-cloth") == "wine"
    context.close()
