"""The rules' pictures show what the law allows, name every card that lies there, and are on their tables' pages."""

import pytest

from app.game.aids import auto_move, can_finish
from app.game.cards import CARDS, RANKS, SUITS, Card, parse_cards
from app.game.law import legal_moves
from app.game.position import EMPTY_COLUMN, Column, Position
from app.game.rules import RULE_SETS, rule_set
from app.web.cards import card_name
from app.web.pictures import PICTURES, picture_view
from app.web.rules_page import CHAPTERS
from tests.web.page import read_page
from tests.web.playing import House


def position(name: str, passed: int = 1) -> Position:
    """Return the table of a picture; what lies face down is any of the cards that are not to be seen."""
    parts = [part.partition(":")[::2] for part in PICTURES[name].drawn.split()]
    found = dict(parts)
    columns = [content.partition("|")[::2] for kind, content in parts if kind == "T"]
    tops = found.get("F", "----")
    seen = {CARDS[4 * rank + suit] for suit, top in enumerate(tops) for rank in range(RANKS.find(top) + 1)}
    seen |= {*parse_cards(found.get("W", ""))} | {card for _, up in columns for card in parse_cards(up)}
    hidden = iter([card for card in CARDS if card not in seen])

    def taken(number: str) -> tuple[Card, ...]:
        return tuple(next(hidden) for _ in range(int(number) if number.isdigit() else 0))

    made = [Column(taken(down), parse_cards(up)) if up else EMPTY_COLUMN for down, up in columns]
    heights = [RANKS.find(top) + 1 for top in tops]
    return Position(
        taken(found.get("S", "")),
        parse_cards(found.get("W", "")),
        (heights[0], heights[1], heights[2], heights[3]),
        (*made, *[EMPTY_COLUMN] * (7 - len(made))),
        passed,
    )


def legal(name: str, rules: str, passed: int = 1) -> set[str]:
    return {move.text for move in legal_moves(position(name, passed), rule_set(rules))}


def test_what_the_pictures_say_is_so_by_the_law():
    assert "T1-T2x3" in legal("run", "standard-1")
    assert {"W-F", "T1-F"} <= legal("up", "standard-1")
    assert {move for move in legal("king", "standard-1") if "-T1" in move} == {"T2-T1x2"}
    assert "redeal" in legal("redeal", "standard-1", 9)
    assert "redeal" not in legal("spent", "vegas-1")
    assert "redeal" in legal("crown", "castle-1", 3)
    assert "T1-T2x3" in legal("open", "open-1")
    assert "T1-T2x4" not in legal("open", "open-1")
    up = auto_move(position("auto"), rule_set("standard-1"))
    assert up is not None
    assert up.text == "T7-F"
    assert can_finish(position("finish"))
    assert position("won").is_won
    assert sum(position("eleven").foundations) == 11
    dealt = position("dealt")
    assert [(len(column.down), len(column.up)) for column in dealt.columns] == [(number, 1) for number in range(7)]
    assert len(dealt.stock) == 24


@pytest.mark.parametrize("name", PICTURES)
def test_no_card_lies_there_twice_and_all_are_named(name):
    picture, view = PICTURES[name], picture_view(name, "en", "icons.svg")
    shown = read_page(f"<div>{view.markup}</div>")
    faces = [card["data-rank"] + card["data-suit"] for card in shown.every(data_rank=True)]
    assert len(faces) == len(set(faces))
    for face in faces:
        assert card_name(Card.parse(face), "en") in view.label, face
    names = {*faces, "S", "W", *(f"F{suit}" for suit in SUITS), *(f"T{number}" for number in range(1, 8))}
    marked = [mark for mark in picture.marked.split() if mark not in faces]
    assert set(picture.marked.split()) <= names
    assert {pile["data-pile"] for pile in shown.every(class_="hint") if pile.tag == "div"} == set(marked)
    assert not shown.every(id=True)
    assert not [part for part in shown.every() if part.get("aria-label") or part.tag in ("button", "a")]


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_table_has_a_page_with_its_pictures_and_numbers(house: House, language: str):
    visitor = house.visitor(language)
    for chapter in CHAPTERS:
        page = read_page(visitor.get(f"/rules/{chapter.name}").text)
        assert len(page.every("figure")) == len(chapter.pictures)
        assert [row.every("td")[1].text.partition("\u00a0")[0] for row in page.one("tbody").every("tr")]
        assert len(page.one("tbody").every("tr")) == len(chapter.keys)
        assert [link["href"] for link in page.one("nav", class_="chapters").every("a", aria_current="page")] == [
            f"/rules/{chapter.name}"
        ]
    shown = {key for chapter in CHAPTERS for key in chapter.keys}
    assert shown == set(RULE_SETS)
    rules = read_page(visitor.get("/rules").text)
    assert len(rules.every("figure")) == 4
    for chapter in CHAPTERS:
        assert rules.one("nav", class_="chapters").one("a", href=f"/rules/{chapter.name}").text
        assert rules.one("h2", id=chapter.anchor).text
    assert visitor.get("/rules/whist").status_code == 404
