"""A first game: five steps told at its table, in both languages, to be ended at any time."""

import random

import pytest

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import rule_set
from app.solver.solving import solve
from app.web.lessons import CODE, RULES
from tests.web.playing import House, Visitor, sight

#: What each step asks for, on the lesson's deal.
WAY = ("T4-T5", "T4-F", "T4-F", "T5-T4x2", "draw")


def begin(visitor: Visitor) -> str:
    return visitor.post("/learn").headers["location"].rpartition("/")[2]


def told(answer) -> str:
    return " ".join(note.text for note in sight(answer).root.every("div", class_="lesson"))


def marked(answer) -> list[str]:
    """The cards and piles that are marked on the table."""
    found = sight(answer).table.every(class_="hint")
    return [part.get("data-card") or part.get("data-pile") for part in found]


@pytest.mark.parametrize(("language", "word"), [("en", "Step"), ("de", "Schritt")])
def test_the_steps_come_one_after_the_other(house: House, language: str, word: str):
    visitor = house.visitor(language)
    game_id = begin(visitor)
    numbers = [told(visitor.get(f"/game/{game_id}"))]
    for version, entry in enumerate(WAY):
        answer = visitor.send(game_id, version, entry)
        assert answer.status_code == 200
        numbers.append(told(answer))
    of = {"en": "of", "de": "von"}[language]
    assert [text.partition(":")[0] for text in numbers] == [f"{word} {n} {of} 5" for n in (1, 2, 2, 3, 4, 5)]
    assert numbers[-1] in told(visitor.get(f"/game/{game_id}"))


def test_each_step_marks_what_to_take_and_where_to_bring_it(player: Visitor):
    game_id = begin(player)
    marks = [marked(player.get(f"/game/{game_id}"))]
    for version, entry in enumerate(WAY):
        marks.append(marked(player.send(game_id, version, entry)))
    assert marks[0] == ["9S", "T5"]
    assert [len(found) for found in marks] == [2, 2, 2, 2, 1, 0]
    assert marks[4] == ["S"]
    player.post("/learn/stop")
    assert marked(player.get(f"/game/{game_id}")) == []


def test_who_plays_another_way_is_not_held_up(player: Visitor):
    game_id = begin(player)
    player.play(game_id, *["draw"] * 15)
    assert told(player.get(f"/game/{game_id}")).startswith("Step 5 of 5")


@pytest.mark.parametrize(("language", "word"), [("en", "Step"), ("de", "Schritt")])
def test_after_the_other_nine_the_next_step_waits_for_its_card(house: House, language: str, word: str):
    visitor = house.visitor(language)
    game_id = begin(visitor)
    answer = visitor.send(game_id, 0, "T2-T5")
    assert told(answer).startswith(f"{word} 2 ")
    assert marked(answer) == ["S"]
    waiting = told(answer)
    version = 1
    while told(answer) == waiting:  # until a card is there that goes up, or goes on to a column
        assert version < 14
        answer = visitor.send(game_id, version, "draw")
        version += 1
        assert told(answer).startswith(f"{word} 2 ")
        if marked(answer) != ["S"]:
            break
    assert len(marked(answer)) == 2, "what came can be played, and is marked"


def test_the_steps_never_go_back_nor_leave_one_out_whatever_is_played(player: Visitor, house: House):
    game_id, numbers = begin(player), [1]
    for entry in ("T2-T5", "draw", "draw", *WAY):
        if entry in house.legal(game_id):
            numbers.append(int(told(player.send(game_id, house.game(game_id)["version"], entry)).split()[1]))
    assert numbers == sorted(numbers)
    assert len(numbers) > 3


def test_its_deal_can_be_won_and_the_menu_says_so(house: House):
    rules = rule_set(RULES)
    assert solve(deal_position(deal_from_code(CODE), rules), rules, 100_000).verdict == "winnable"
    for language, words in {"en": "It can be won.", "de": "Es ist lösbar."}.items():
        visitor = house.visitor(language)
        menu = sight(visitor.get(f"/game/{begin(visitor)}")).root.one("p", class_="menu-note").text
        assert words in menu


@pytest.mark.parametrize("seed", range(6))
def test_no_way_leads_to_a_step_that_cannot_be_done(player: Visitor, house: House, seed: int):
    game_id, chance = begin(player), random.Random(seed)
    for version in range(14):
        answer = player.send(game_id, version, chance.choice(house.legal(game_id)))
        assert answer.status_code == 200
        assert marked(answer) or "Step 5" in told(answer), told(answer)


def test_the_lesson_can_be_ended_and_the_game_goes_on(player: Visitor, house: House):
    game_id = begin(player)
    assert f"/game/{game_id}" in player.get("/learn").text
    assert player.post("/learn/stop").headers["location"] == f"/game/{game_id}"
    assert told(player.get(f"/game/{game_id}")) == ""
    assert told(player.send(game_id, 0, "draw")) == ""
    assert house.game(game_id)["rules"] == "standard-1+untimed"
    assert player.post("/learn/stop").headers["location"] == "/"


def test_other_games_are_no_lesson(player: Visitor):
    begin(player)
    assert told(player.get(f"/game/{player.deal(code='24', rules='standard-1')}")) == ""


def test_a_game_that_is_over_teaches_nothing(player: Visitor):
    game_id = begin(player)
    assert told(player.send(game_id, 0, "resign")) == ""
    assert f"/game/{game_id}" not in player.get("/learn").text


@pytest.mark.parametrize("cookie", ["nothing", "<script>", "", "x" * 4000])
def test_a_foreign_cookie_does_no_harm(player: Visitor, cookie: str):
    game_id = player.deal(code="1")
    player.client.cookies.set("klondaily-lesson", cookie)
    assert player.get("/learn").status_code == 200
    assert player.get(f"/game/{game_id}").status_code == 200
