"""Deals of other programs: each form of one deal, written here by other means, reads as that deal."""

import json

import pytest

from app.game.cards import RANKS
from app.game.deal import deal_from_code
from app.game.errors import InvalidDealError
from app.game.foreign import LONGEST_TEXT, read_deal
from app.game.position import deal_position
from app.game.rules import rule_set

DEAL = deal_from_code("2026")
NAMES = [card.text for card in DEAL.cards]
# R1.3 spelt out: which cards of the deal lie in which column, from the table's edge.
COLUMNS = [
    [NAMES[n] for n in places]
    for places in (
        [0],
        [1, 7],
        [2, 8, 13],
        [3, 9, 14, 18],
        [4, 10, 15, 19, 22],
        [5, 11, 16, 20, 23, 25],
        [6, 12, 17, 21, 24, 26, 27],
    )
]
STOCK = NAMES[28:]


def solvitaire(**changes):
    value = {
        "tableau piles": [[name.replace("T", "10") for name in column] for column in COLUMNS],
        "stock": [name.replace("T", "10").lower() for name in reversed(STOCK)],
    }
    return json.dumps(value | changes, indent=2)


def digits():
    numbers = {rank: f"{number:02}" for number, rank in enumerate(RANKS, 1)}
    return "".join(numbers[name[0]] + str("CDHS".index(name[1]) + 1) for name in NAMES)


def layout(ten="T", before="", mark=""):
    def spelt(names):
        return [name.replace("T", ten) for name in names]

    rows = [mark + " ".join([*(f"<{name}>" for name in spelt(c[:-1])), *spelt(c[-1:])]) for c in COLUMNS]
    return "\n".join([f"{before}Talon: " + " ".join(spelt(STOCK)), *rows]) + "\n"


def kpat(game_type="klondike", talon=None, more=""):
    ranks = dict(
        zip(
            RANKS,
            ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"],
            strict=True,
        )
    )
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

    def cards(names):
        return "".join(f'<card id="7" suit="{suits[n[1]]}" rank="{ranks[n[0]]}" turn="face-down"/>' for n in names)

    moves = f'<move pile="talon" position="0">{cards(talon or STOCK[::-1])}</move>'
    for number, column in enumerate(COLUMNS):
        last = f'<move pile="play{number}" position="{len(column) - 1}">{cards(column[-1:])}</move>'
        # The open card first: places count, not the order in the file.
        moves += last + f'<move pile="play{number}" position="0">{cards(column[:-1])}</move>'
    later = f'<state current="true"><move pile="pile" position="0">{cards(STOCK[:1])}</move></state>'
    return f'<?xml version="1.0"?>\n<kpat-game game-type="{game_type}"><state>{moves}{more}</state>{later}</kpat-game>'


FORMS = {
    "our deal": DEAL.text,
    "our deal, spaced": " ".join(NAMES).lower().replace("t", "10") + "\r\n",
    "our table": deal_position(DEAL, rule_set("vegas-1")).text + "\n",
    "our open table": deal_position(DEAL, rule_set("open-1")).text,
    "Solvitaire": solvitaire(),
    "Solvitaire with all piles": solvitaire(waste=[], foundations=[[], [], [], []]),
    "Klondike-Solver": digits(),
    "Klondike-Solver with a comment": "# draw 3\n" + digits() + "\n",
    "PySolFC": layout(),
    "PySolFC with tens": layout(ten="10"),
    "PySolFC with foundations": layout(before="Foundations: H-0 C-0 D-0 S-0\n"),
    "KPat's text": layout(before="Foundations: - - - -\n", mark=": "),
    "KPat's saved game": kpat(),
    "a byte order mark": "\ufeff" + digits(),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_reads_as_the_same_deal(form):
    assert read_deal(FORMS[form]) == DEAL


def test_the_stock_is_drawn_from_its_right_end():
    assert read_deal(solvitaire()).cards[28].text == json.loads(solvitaire())["stock"][-1].upper().replace("10", "T")
    assert read_deal(layout()).cards[28].text == layout().split()[1]


def test_the_place_of_a_fault_is_that_of_the_text():
    first, taken = COLUMNS[0][0], COLUMNS[2][1]
    piles = [*COLUMNS[:2], [COLUMNS[2][0], first, COLUMNS[2][2]], *COLUMNS[3:]]
    for text, place in (
        (solvitaire(**{"tableau piles": piles}), 4),
        (layout().replace(f"<{taken}>", f"<{first}>"), 24 + 4),
        (layout().replace(f"<{taken}>", "<1X>"), 24 + 4),
        (digits()[:30] + digits()[:3] + digits()[33:], 10),
        (solvitaire().replace(",", ";", 1), solvitaire().index(",")),
    ):
        with pytest.raises(InvalidDealError) as caught:
            read_deal(text)
        assert caught.value.place == place, text
    broken = kpat().replace("</state>", "</estate>", 1)
    with pytest.raises(InvalidDealError) as caught:
        read_deal(broken)
    assert broken[caught.value.place :].startswith("estate>")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "cards_missing"),
        ("hello", "unknown_card"),
        ("{", "not_json"),
        ("{}", "no_piles_or_stock"),
        ('{"tableau piles": 3, "stock": []}', "no_piles_or_stock"),
        ('{"a":' * 100_000, "not_json"),
        (solvitaire(stock=[1] * 24), "unknown_card"),
        (solvitaire(stock=["1X"] * 24), "unknown_card"),
        (solvitaire(stock=[]), "cards_missing"),
        (solvitaire(stock=["AC"] * 24), "card_twice"),
        (solvitaire(waste=["AC"]), "cards_moved"),
        (solvitaire(foundations=7), "cards_moved"),
        (solvitaire(**{"tableau piles": COLUMNS[:6]}), "not_as_dealt"),
        (solvitaire(**{"tableau piles": [[], []]}), "not_as_dealt"),
        (solvitaire(**{"tableau piles": [3]}), "unknown_card"),
        (digits()[:-3], "cards_missing"),
        (digits()[:-1], "unknown_card"),
        (digits() + "011", "too_many_cards"),
        (digits() + digits(), "too_many_cards"),
        (digits()[:-3] + "145", "unknown_card"),
        (digits()[:-3] + "001", "unknown_card"),
        (digits()[:-3] + digits()[:3], "card_twice"),
        (layout().replace("Talon", "Waste"), "cards_moved"),
        (layout(before="Foundations: H-A C-0 D-0 S-0\n"), "cards_moved"),
        (layout().rsplit("\n", 2)[0], "not_as_dealt"),
        (layout() + "AC\n", "not_as_dealt"),
        (layout().replace("Talon: ", "Talon: XX "), "unknown_card"),
        (kpat(game_type="golf"), "not_a_saved_game"),
        (kpat(talon=STOCK[1:]), "cards_missing"),
        (kpat(more='<move pile="target1"><card suit="clubs" rank="ace"/></move>'), "cards_moved"),
        (kpat(more='<move pile="talon"><card suit="cups" rank="ace"/></move>'), "unknown_card"),
        (kpat()[:-5], "not_xml"),
        ('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><kpat-game/>', "not_a_saved_game"),
        ("<kpat-game/>", "not_a_saved_game"),
        ("//KKKQ/|KS////// 1", "cards_moved"),
        (deal_position(DEAL, rule_set("vegas-1")).text + "1", "cards_moved"),
        ("//KKKQ/|KX////// 1", "unknown_card"),
        ("9" * (LONGEST_TEXT + 1), "too_long"),
    ],
)
def test_anything_else_is_refused_and_says_why(text, code):
    with pytest.raises(InvalidDealError) as caught:
        read_deal(text)
    assert caught.value.code == code
    assert len(str(caught.value)) < 200
