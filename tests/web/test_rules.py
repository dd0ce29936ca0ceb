"""The numbers of the rules page are those that the game plays by, in both languages."""

import re

import pytest

from app.game.rules import RULE_SETS, RuleSet
from app.game.scoring import (
    BONUS,
    BONUS_AFTER_SECONDS,
    CROWN_POINTS,
    REDEAL_POINTS,
    STANDARD_POINTS,
    TICK_MS,
    TICK_POINTS,
    VEGAS_CARD,
    VEGAS_STAKE,
)
from tests.web.page import Element, read_page
from tests.web.playing import House

LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])
DAILY = RULE_SETS["daily-standard-1"]
POINTS = STANDARD_POINTS | {
    "redeal_1": REDEAL_POINTS[1],
    "redeal_3": REDEAL_POINTS[3],
    "tick": TICK_POINTS,
    "undo": -(DAILY.undo_cost or 0),
    "hint": -(DAILY.hint_cost or 0),
    # Case 20: the way over a column and the straight one.
    "by_column": STANDARD_POINTS["waste_to_column"] + STANDARD_POINTS["column_to_foundation"],
    "direct": STANDARD_POINTS["waste_to_foundation"],
    "bonus_after": BONUS_AFTER_SECONDS,
    "bonus": BONUS,
    "stake": VEGAS_STAKE,
    "card": VEGAS_CARD,
    "vegas_start": -VEGAS_STAKE,
    "vegas_eleven": 11 * VEGAS_CARD - VEGAS_STAKE,
    "vegas_win": 52 * VEGAS_CARD - VEGAS_STAKE,
    "crown": CROWN_POINTS,
}
WORDS = {
    "en": {
        "any": "any number",
        "level": "by level",
        "free": "free",
        "none": "none",
        "scoring": {"standard": "Standard", "vegas": "Vegas", "castles": "Castles"},
        "clock": {"none": "none", "level": "counts down", "vegas": "costs nothing|decides ties", "standard": "on"},
    },
    "de": {
        "any": "beliebig viele",
        "level": "je nach Level",
        "free": "frei",
        "none": "nein",
        "scoring": {"standard": "Standard", "vegas": "Vegas", "castles": "Schlösser"},
        "clock": {"none": "keine", "level": "läuft rückwärts", "vegas": "kostet nichts|Gleichstand", "standard": "an"},
    },
}


def shown(house: House, language: str) -> Element:
    return read_page(house.visitor(language).get("/rules").text)


def number(text: str) -> int:
    """The number as it is written for people: a true minus sign, groups of thousands."""
    return int(text.replace("−", "-").replace(",", "").replace(".", ""))


@LANGUAGES
def test_every_number_of_the_scoring_is_the_games(house: House, language: str):
    page = shown(house, language)
    points = page.every(data_points=True)
    assert {element["data-points"] for element in points} == set(POINTS)
    for element in points:
        assert number(element.text) == POINTS[element["data-points"]], element["data-points"]
    (example,) = page.every(data_bonus=True)
    assert number(example.text) == BONUS // int(example["data-bonus"])
    assert str(TICK_MS // 1000) in page.one("td", data_points="tick").parent.text  # type: ignore[union-attr]


@LANGUAGES
def test_the_table_of_tables_is_the_one_that_is_played_by(house: House, language: str):
    rows = shown(house, language).every("tr", data_rules=True)
    keys = [key for row in rows for key in row["data-rules"].split()]
    assert sorted(keys) == sorted(RULE_SETS)
    for row in rows:
        cells = [cell.text for cell in row.every("td")]
        for key in row["data-rules"].split():
            assert_row(cells, RULE_SETS[key], WORDS[language])


def assert_row(cells: list[str], rules: RuleSet, words: dict) -> None:
    draw, passes, scoring, clock, undo, hint = cells
    assert str(rules.draw) in re.findall(r"\d", draw)
    limit = words["level"] if rules.level else words["any"] if rules.passes is None else str(rules.passes)
    assert passes == limit
    assert scoring.startswith(words["scoring"][rules.scoring])
    kind = "none" if not rules.timed else "level" if rules.seconds else rules.scoring
    assert re.search(words["clock"][kind], clock)
    assert ("," in clock and kind == "standard") == ("untimed" in rules.options)
    for cell, cost in ((undo, rules.undo_cost), (hint, rules.hint_cost)):
        assert cell == (words["none"] if cost is None else words["free"] if cost == 0 else f"−{cost}")


@LANGUAGES
def test_the_levels_of_the_castles_are_the_games(house: House, language: str):
    rows = shown(house, language).every("tr", data_level=True)
    assert [[int(cell.text) for cell in row.children if isinstance(cell, Element)] for row in rows] == [
        [rules.level, rules.seconds, rules.crowns, rules.passes]
        for rules in (RULE_SETS[f"castle-{level}"] for level in range(1, 6))
    ]


def test_both_languages_say_the_same_in_the_same_places(house: House):
    english, german = shown(house, "en").one("main"), shown(house, "de").one("main")
    assert [e.attrs.get("id") for e in english.every("h2")] == [e.attrs.get("id") for e in german.every("h2")]
    for tag in ("li", "tr", "p", "h2"):
        for ours, theirs in zip(english.every(tag), german.every(tag), strict=True):
            assert digits(ours.text) == digits(theirs.text), (ours.text, theirs.text)


def digits(text: str) -> list[int]:
    return sorted(number(found) for found in re.findall(r"\d[\d.,]*\d|\d", text))


@pytest.mark.parametrize(("language", "control", "space"), [("en", "Ctrl", "Space"), ("de", "Strg", "Leertaste")])
def test_every_key_is_named(house: House, language: str, control: str, space: str):
    keys = {key.text for key in shown(house, language).one("table", class_="keys").every("kbd")}
    assert keys == {space, "K", "U", control, "Z", "Y", "H", "F", "N", "P", "R", "1", "7", "W", "Enter", "Esc", "?"}


@LANGUAGES
def test_the_list_of_contents_names_each_part(house: House, language: str):
    page = shown(house, language)
    links = page.one("nav", class_="contents").every("a")
    assert [link["href"] for link in links] == [f"#{heading['id']}" for heading in page.every("h2")]
    assert [link.text for link in links] == [heading.text for heading in page.every("h2")]
