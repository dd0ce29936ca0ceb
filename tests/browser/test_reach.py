"""What is read out and what an automatic check of accessibility finds: on every state of the table, nothing."""

import re
from pathlib import Path

import pytest

from tests.browser.playing import sitting
from tests.browser.tables import laid
from tests.browser.test_keys import keys_for, press
from tests.web.playing import WON_CODE, WON_LINE

in_both = pytest.mark.parametrize("browser_name", ["chromium", "firefox"], indirect=True)
RUNS = laid("2C|KSQHJSTH", "|KH", "3C|QS", "4C|9D", "5C|TS", "6C|AD", "7C|8C", waste="9S")
FINISHABLE = laid("KSQHJSTH9S8H", "KHQSJHTS9H8S7H", "KCQDJCTD9C8D7C", "KDQCJDTC9D8C7D", "7S", up="6666")


def complaints(page):
    """Run axe-core in the page, under our own policy, and return what it finds."""
    import axe_core_python

    if not page.evaluate("'axe' in window"):
        page.evaluate(next(Path(axe_core_python.__file__).parent.rglob("axe*.js")).read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found["violations"]]


def a_fresh_game(seat):
    seat.deal()


def a_card_in_the_hand(seat):
    seat.deal(position=RUNS)
    seat.page.keyboard.press("3")


def an_open_menu(seat):
    seat.deal()
    seat.page.locator(".menu summary").click()


def a_question(seat):
    seat.deal()
    seat.page.keyboard.press("Space")
    seat.wait_for_version(1)
    seat.page.keyboard.press("n")


def the_list_of_keys(seat):
    seat.deal()
    seat.page.keyboard.press("?")


def a_paused_game(seat):
    seat.deal()
    seat.page.keyboard.press("Space")
    seat.wait_for_version(1)
    seat.page.keyboard.press("p")
    seat.until("document.querySelector('.cover')")


def a_refused_move(seat):
    seat.deal(position=RUNS)
    seat.page.evaluate("document.getElementById('9D').dataset.to = 'FD'")
    seat.tap("9D")
    seat.until("document.querySelector('#table .banner')")
    seat.is_forgiving = True


def a_lost_connection(seat):
    seat.deal()
    seat.wire.cut = "all"
    seat.tap("S")
    seat.page.locator("#trouble p").wait_for(state="visible")
    seat.is_forgiving = True


def a_game_given_up(seat):
    seat.deal()
    seat.page.keyboard.press("Space")
    seat.wait_for_version(1)
    seat.page.locator(".menu summary").click()
    seat.page.locator("[data-ask=ask-giveup]").click()
    seat.page.locator("#ask-giveup .danger").click()
    seat.until("document.querySelector('.outcome[data-kind=lost]')")


def a_table_that_is_stuck(seat):
    seat.deal("vegas-1", position=laid("KS", "KH", "KC", "KD", "QS", "QC", "JS", waste="2H", stock=""))
    seat.until("document.querySelector('.outcome[data-kind=stuck]')")


def a_hint(seat):
    seat.deal()
    seat.page.keyboard.press("h")
    seat.until("document.querySelector('.felt .hint')")


def a_win(seat):
    seat.deal(position=FINISHABLE)
    seat.page.evaluate("document.documentElement.dataset.motion = 'off'")
    seat.page.keyboard.press("f")
    seat.until("document.querySelector('.outcome[data-kind=won]')")


def an_open_table(seat):
    seat.deal("open-3")


def a_table_without_an_undo(seat):
    seat.deal("free-castle-1")


STATES = [
    a_fresh_game,
    a_card_in_the_hand,
    an_open_menu,
    a_question,
    the_list_of_keys,
    a_paused_game,
    a_refused_move,
    a_lost_connection,
    a_game_given_up,
    a_table_that_is_stuck,
    a_hint,
    a_win,
    an_open_table,
    a_table_without_an_undo,
]
LOOKS = ({"theme": "light"}, {"theme": "dark"}, {"theme": "light", "print": "large", "deck": "four"})


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_axe_finds_nothing(installation, chromium, state, language):
    with sitting(installation, chromium, locale=language) as seat:
        state(seat)
        seat.page.wait_for_timeout(400)
        found = []
        for look in LOOKS:
            seat.page.evaluate("look => Object.assign(document.documentElement.dataset, look)", look)
            found += [(look, complaint) for complaint in complaints(seat.page)]
        assert found == []


def test_every_card_is_named_and_backs_name_nothing(seat):
    seat.deal("standard-3")
    tree = seat.page.locator("#table").aria_snapshot()
    assert re.search(r'button "\w+ of \w+, column 7, card 7 of 7"', tree)
    assert tree.count("face down") == 21
    for name in ("Stock", "Waste", "Foundation, hearts", "Column 1", "Column 7"):
        assert f'group "{name}"' in tree


RANKS = dict(zip("A23456789TJQK", ["Ace", *"23456789", "10", "Jack", "Queen", "King"], strict=True))
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def read_tree(session):
    """Return Chromium's accessibility tree as (role, name, names of what lies within) of what is not ignored."""
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}

    def name(node):
        return node.get("name", {}).get("value", "")

    def within(node):
        for child in (nodes[found] for found in node.get("childIds", []) if found in nodes):
            if child["ignored"] or child["role"]["value"] == "generic":
                yield from within(child)
            else:
                yield name(child)

    seen = [node for node in nodes.values() if not node["ignored"]]
    return [(node["role"]["value"], name(node), list(within(node))) for node in seen]


def expected_names(pile, cards):
    """What the cards of a pile are called, as case 69 has it."""
    place = f"column {pile[1]}" if pile[0] == "T" else {"W": "waste", "F": "foundation"}.get(pile[0], "")
    names = []
    for number, card in enumerate(cards, 1):
        where = f"{place}, card {number} of {len(cards)}" if pile[0] == "T" else place
        names.append("face down" if card == "xx" else f"{RANKS[card[0]]} of {SUITS[card[1]]}, {where}")
    return names


@pytest.mark.slow
def test_a_whole_game_is_read_in_the_accessibility_tree(seat):
    seat.deal("standard-3", WON_CODE)
    seat.page.evaluate("document.documentElement.dataset.motion = 'off'")
    session = seat.context.new_cdp_session(seat.page)
    session.send("Accessibility.enable")
    heard = ""
    for number, move in enumerate(WON_LINE, 1):
        tree = read_tree(session)
        groups = {name: inside for role, name, inside in tree if role == "group"}
        for pile, text in seat.piles().items():
            if pile != "S":
                label = {"W": "Waste", "F": f"Foundation, {SUITS.get(pile[-1])}"}.get(pile[0], f"Column {pile[1:]}")
                assert groups[label] == expected_names(pile, text.split()), (number, pile)
        assert [name for role, name, _ in tree if role in ("button", "link", "image")].count("") == 0
        assert [role for role, _, _ in tree].count("status") == 1
        assert len(groups["Stock"]) == 1
        assert groups["Stock"][0].startswith(("Draw", "Redeal", "The stock"))
        press(seat, *keys_for(move, False))
        seat.wait_for_version(number)
        seat.wait_until_settled()
        said, heard = seat.spoken(), f"{heard} {seat.spoken()}"
        assert said.count(".") <= 4, said
        assert said
    assert seat.table("status") == "won"
    for rank in RANKS.values():
        assert all(f"{rank} of {suit} put up" in heard for suit in SUITS.values())


@in_both
def test_each_event_is_said_once_and_the_clock_is_silent(seat):
    seat.deal(position=RUNS)
    seat.page.evaluate("""() => { window.said = []; new MutationObserver(() => {
        const text = document.getElementById('live').textContent.replace('\\u00a0', '');
        if (text) window.said.push(text);
    }).observe(document.getElementById('live'), {childList: true, characterData: true, subtree: true}); }""")
    seat.tap("AD")
    seat.wait_for_version(1)
    seat.wait_until_settled()
    seat.tap("S")
    seat.wait_for_version(2)
    seat.until("!/^0:0[01]$/.test(document.querySelector('.clock time').textContent)")
    said = seat.page.evaluate("window.said")
    assert len(said) == 2
    assert said[0] == "Ace of diamonds put up. 6 of clubs turned up in column 6."
    assert said[1].endswith(" drawn.")


@in_both
def test_every_card_of_a_burst_is_said_once(seat):
    seat.deal()
    seat.page.evaluate("""() => { window.said = []; new MutationObserver(() =>
        window.said.push(document.getElementById('live').textContent)
    ).observe(document.getElementById('live'), {childList: true, characterData: true, subtree: true}); }""")
    seat.wire.hold()
    for _ in range(5):
        seat.tap("S")
    seat.wire.release()
    seat.wait_for_version(5)
    seat.wait_until_settled()
    named = re.findall(r"\w+ of \w+ drawn", " ".join(seat.page.evaluate("window.said")))
    assert len(named) == len(set(named)) == 5
    assert seat.wire.plays < 5, "some of them went together"


@in_both
def test_the_tick_of_the_clock_closes_no_menu_and_moves_no_focus(seat):
    seat.deal()
    seat.page.keyboard.press("Space")
    seat.wait_for_version(1)
    seat.page.locator(".menu summary").click()
    seat.page.locator(".menu-list a").first.focus()
    before = seat.page.evaluate("document.activeElement.href")
    seat.page.wait_for_timeout(1300)
    assert seat.page.locator(".menu[open]").count() == 1
    assert seat.page.evaluate("document.activeElement.href") == before


@in_both
def test_a_key_reads_the_whole_table(seat):
    seat.deal(position=RUNS)
    seat.page.keyboard.press("r")
    seat.until("document.getElementById('live').textContent")
    text = seat.spoken()
    assert text.startswith("Stock: Draw 1 card")
    assert "Waste: 9 of spades" in text
    assert "Column 1: face down, King of spades, Queen of hearts, Jack of spades, 10 of hearts" in text


def hide(seat, hidden):
    seat.page.evaluate(
        """hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
            document.dispatchEvent(new Event('visibilitychange')); }""",
        hidden,
    )


def test_the_clock_stands_and_the_cards_are_covered_while_the_page_is_hidden(seat):
    seat.deal()
    seat.page.keyboard.press("Space")
    seat.wait_for_version(1)
    seat.until("document.querySelector('[data-clock=running]')")
    hide(seat, True)
    assert seat.page.locator(".covered").count() == 1
    seat.wait(lambda: seat.saved("clock_at") is None)
    hide(seat, False)
    seat.until("!document.querySelector('.covered') && document.querySelector('[data-clock=running]')")
    seat.wait(lambda: seat.saved("clock_at") is not None)  # the cards are shown before the server has heard of it


def test_a_game_paused_by_hand_stays_so_when_the_page_comes_back(seat):
    seat.deal()
    seat.page.keyboard.press("Space")
    seat.wait_for_version(1)
    seat.page.keyboard.press("p")
    seat.until("document.querySelector('.cover')")
    hide(seat, True)
    hide(seat, False)
    seat.page.wait_for_timeout(300)
    assert seat.page.locator(".covered").count() == 1
    assert seat.saved("clock_at") is None
