"""A deal that a player brings along: read, shown, asked about, played."""

import json
from contextlib import ExitStack

import pytest

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import rule_set
from app.jobs.turns import MOST_OF_ONE
from tests.web.page import read_page
from tests.web.playing import WON_CODE, House, Visitor

DEAL = deal_from_code(WON_CODE)


def digits() -> str:
    return "".join(f"{card.rank:02}{card.suit + 1}" for card in DEAL.cards)


def solvitaire() -> str:
    position = deal_position(DEAL, rule_set("standard-1"))
    piles = [[card.text for card in column.down + column.up] for column in position.columns]
    return json.dumps({"tableau piles": piles, "stock": [card.text for card in reversed(position.stock)]}, indent=1)


FORMS = {
    "ours": DEAL.text,
    "ours with blanks and tens": "\r\n".join(card.text.lower().replace("t", "10") for card in DEAL.cards),
    "position": deal_position(DEAL, rule_set("standard-1")).text,
    "digits": digits(),
    "json": solvitaire(),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_deal_in_any_form_is_laid_out(player: Visitor, form: str):
    answer = player.post("/custom", {"deal": FORMS[form], "rules": "vegas-3", "do": "look"})
    assert answer.status_code == 200, answer.text
    page = read_page(answer.text)
    shown = [card["data-card"] for card in page.one(id="deal-table").every(data_card=True)]
    assert sorted(shown) == sorted(card.text for card in DEAL.cards[:28])
    assert page.one("main").one("input", name="deal")["value"] == DEAL.text
    assert page.one("option", selected=True)["value"] == "vegas-3"


def test_it_is_played_under_the_rules_that_were_chosen(player: Visitor, house: House):
    answer = player.post("/games", {"deal": DEAL.text, "rules": "open-3"})
    row = house.game(answer.headers["location"].rpartition("/")[2])
    assert (row["deal"], row["rules"], row["code"], row["ranked"]) == (DEAL.text, "open-3", None, 0)


def test_a_game_under_way_is_asked_about_first(player: Visitor, house: House):
    player.play(player.deal(code="1"), "draw")
    asked = player.post("/games", {"deal": DEAL.text, "rules": "vegas-1"})
    assert asked.status_code == 200
    assert read_page(asked.text).one("main").one("input", name="deal")["value"] == DEAL.text


@pytest.mark.parametrize("rules", ["vegas-3", "standard-3", "open-3", "standard-1"])
def test_the_solver_is_asked(player: Visitor, rules: str):
    answer = player.post("/custom", {"deal": DEAL.text, "rules": rules, "do": "solve"})
    assert read_page(answer.text).one("p", class_="notice")["data-verdict"] == "winnable"


def test_a_deal_without_a_win_is_called_so(player: Visitor):
    answer = player.post("/custom", {"deal": deal_from_code("2").text, "rules": "vegas-1", "do": "solve"})
    assert read_page(answer.text).one("p", class_="notice")["data-verdict"] == "unwinnable"


@pytest.mark.parametrize(
    ("language", "text"), [("en", "The solver has too much to do"), ("de", "Der Löser hat gerade")]
)
def test_who_asks_for_much_at_once_is_asked_to_wait(player: Visitor, house: House, language: str, text: str):
    form = {"deal": DEAL.text, "rules": "standard-3", "do": "solve"}
    with ExitStack() as orders:
        for _ in range(MOST_OF_ONE):
            orders.enter_context(house.app.state.site.solver.orders("203.0.113.9"))
        answer = player.post("/custom", form, headers={"accept-language": language})
        assert answer.status_code == 429
        page = read_page(answer.text)
        assert text in page.one("p", class_="notice").text
        assert page.one("main").one("input", name="deal")["value"] == DEAL.text, "it can be played meanwhile"
        assert player.post("/custom", form | {"do": "look"}).status_code == 200
    assert player.post("/custom", form).status_code == 200


WRONG = [
    ("", "Please paste a deal.", "Bitte füge ein Spiel ein."),
    ("KS9H1X", "Card 3: “1X” is no card.", "Karte 3: „1X“ ist keine Karte."),
    ("KS9HKS", "Card 3: The card KS comes a second time.", "Karte 3: Die Karte KS kommt zum zweiten Mal vor."),
    (DEAL.text[:-2], "Missing: " + DEAL.cards[-1].text, "Es fehlen: " + DEAL.cards[-1].text),
    (DEAL.text + "AC", "Card 53: There is more after the 52nd card", "Karte 53: Nach der 52. Karte"),
    ("{", "At character 2: It begins like JSON", "Bei Zeichen 2: Es beginnt wie JSON"),
    ("<kpat-game", "At character 1: It begins like XML", "Bei Zeichen 1: Es beginnt wie XML"),
    ("014", "Not all 52 cards", "nicht alle 52 Karten"),
    ("//----/|KX////// 1", "At character 9: “KX” is no card.", "Bei Zeichen 9: „KX“ ist keine Karte."),
    ("//KKKQ/|KS////// 1", "Here cards have been moved", "Hier wurden schon Karten bewegt"),
    (
        '{"tableau piles": [["KS"]], "stock": []}',
        "A fresh table has seven columns, of 1 to 7 cards. These have so many cards each: 1",
        "In diesen liegen so viele Karten: 1",
    ),
    ('{"tableau piles": [], "stock": []}', "so many cards each: 0", "so viele Karten: 0"),
    ("Waste: KS", "only a fresh table can be read", "nur ein frischer Tisch"),
    ("<script>alert(1)</script>", "Card 1:", "Karte 1:"),
]


@pytest.mark.parametrize(("text", "english", "german"), WRONG)
def test_what_is_wrong_is_said_in_the_players_language_and_what_was_typed_is_kept(
    house: House, text: str, english: str, german: str
):
    for language, said in (("en", english), ("de", german)):
        answer = house.visitor(language).post("/custom", {"deal": text, "rules": "standard-3", "do": "look"})
        assert answer.status_code == 422
        page = read_page(answer.text)
        assert said in page.one(id="deal-error").text
        assert page.one("textarea").text == text
        assert "<script>alert" not in answer.text


@pytest.mark.parametrize("rules", ["", "daily-standard-1", "castle-1", "nonsense", "standard-1+untimed"])
def test_other_rules_are_not_offered(player: Visitor, rules: str):
    assert player.post("/custom", {"deal": DEAL.text, "rules": rules}).status_code == 400


@pytest.mark.parametrize("deal", ["x", "AC" * 52])
def test_a_wrong_deal_begins_no_game(player: Visitor, house: House, deal: str):
    assert player.post("/games", {"deal": deal, "rules": "standard-1"}).status_code == 400
    assert house.rows("SELECT id FROM games") == []
