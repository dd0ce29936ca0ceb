"""A first game: five steps told at its table, in both languages, to be ended at any time."""

import random

import pytest

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
def test_the_other_nine_leads_on_to_the_draw(house: House, language: str, word: str):
    visitor = house.visitor(language)
    answer = visitor.send(begin(visitor), 0, "T2-T5")
    assert told(answer).startswith(f"{word} 4 ")
    assert marked(answer) == ["S"]


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
