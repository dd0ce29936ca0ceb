"""How hard a deal is: by the solver's effort, moved by what became of it here, and told where enough was played."""

import pytest
from sqlalchemy import insert

from app.store import ready_deals
from app.store.schema import WIN_COUNTS
from app.store.win_counts import Rate
from app.web.difficulty import ENOUGH_PLAYERS, ENOUGH_TO_SORT, ENOUGH_TO_TELL, gentlest_first, grade
from tests.web.api.program import Program, make_token
from tests.web.page import read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

EVEN = [Rate(0, 0)] * 3


def rates(*wins: int, games: int = ENOUGH_TO_SORT) -> list[Rate]:
    return [Rate(games, won) for won in wins]


@pytest.mark.parametrize(
    ("counted", "order"),
    [
        (EVEN, [0, 1, 2]),
        (rates(70, 50, 30), [0, 1, 2]),
        (rates(50, 70, 30), [1, 0, 2]),
        (rates(30, 50, 70), [2, 1, 0]),
        (rates(50, 50, 50), [0, 1, 2]),
        ([*rates(50, 70), Rate(ENOUGH_TO_SORT - 1, 80)], [0, 1, 2]),
    ],
)
def test_the_thirds_are_sorted_by_what_was_won_once_enough_was_played_of_each(counted, order):
    assert gentlest_first(counted) == order
    assert [grade(level, counted) for level in order] == [0, 1, 2]


@pytest.mark.parametrize(
    ("level", "deal", "expected"),
    [
        (2, Rate(ENOUGH_PLAYERS - 1, ENOUGH_PLAYERS - 1), 2),
        (2, Rate(ENOUGH_PLAYERS, ENOUGH_PLAYERS), 1),
        (1, Rate(12, 8), 0),
        (1, Rate(12, 7), 1),
        (1, Rate(12, 4), 1),
        (1, Rate(12, 3), 2),
        (0, Rate(12, 0), 1),
        (0, Rate(12, 12), 0),
    ],
)
def test_a_deal_that_enough_players_have_ended_moves_one_step_towards_how_they_fared(level, deal, expected):
    assert grade(level, EVEN, deal) == expected


def count(house: House, rules: str, level: int, games: int, won: int) -> None:
    rows = [(rules, level, True, won), (rules, level, False, games - won)]
    house.write(lambda conn: [conn.execute(insert(WIN_COUNTS).values(row)) for row in rows])


def told(visitor: Visitor, game: str) -> str:
    return read_page(visitor.get(f"/game/{game}/difficulty").text).one("p").text


def test_the_end_of_a_game_and_the_page_of_tables_tell_the_share_that_was_won_here(house: House, player: Visitor):
    house.write(ready_deals.add, "standard-3", WON_CODE, 1, 0)
    game = player.deal("standard-3")
    assert player.get(f"/game/{game}/difficulty").status_code == 204, "only after the game"
    seen = player.play(game, *WON_LINE)
    line = seen.table.one("p", class_="difficulty")
    assert (line.text, line["hx-get"]) == ("Difficulty of the deal: medium", f"/game/{game}/difficulty")
    assert told(player, game) == "Difficulty of the deal: medium"
    assert "% won here" not in player.get("/new").text
    count(house, "standard-3+wholeruns", 1, 100, 100)
    house.write(lambda conn: conn.execute(WIN_COUNTS.delete().where(WIN_COUNTS.c.rules == "standard-3")))
    count(house, "standard-3", 1, ENOUGH_TO_TELL, 13)
    assert told(player, game) == "Difficulty of the deal: medium – 65% of such games were won here"
    labels = [label.text for label in read_page(player.get("/new").text).every("label", class_="swatch")]
    assert "medium 94% won here" in labels, "over all tables"
    assert "gentle" in labels


def test_who_chooses_gentle_gets_what_is_won_most_often_here(house: House, player: Visitor):
    for level, won in enumerate((40, 80, 20)):
        house.write(ready_deals.add, "vegas-3", str(level), level, 0)
        count(house, "vegas-3", level, ENOUGH_TO_SORT, won)
    fields = {"options": "1", "winnable": "1", "rules": "vegas-3", "sure": "1", "difficulty": "gentle"}
    game = player.post("/games", fields).headers["location"].rpartition("/")[2]
    assert (house.game(game)["code"], house.game(game)["difficulty"]) == ("1", 1)
    player.play(game, "draw")
    player.post(f"/game/{game}/give-up")
    assert told(player, game) == "Difficulty of the deal: gentle – 79% of such games were won here"


def test_players_move_a_deal_and_programs_do_not(house: House, player: Visitor):
    house.write(ready_deals.add, "standard-3", WON_CODE, 0, 0)
    game = player.deal("standard-3")
    player.play(game, "draw")
    player.post(f"/game/{game}/give-up")
    for _ in range(ENOUGH_PLAYERS - 2):
        visitor = house.visitor()
        mine = visitor.deal("standard-3", WON_CODE)
        visitor.play(mine, "draw")
        visitor.post(f"/game/{mine}/give-up")
    program = Program(house, make_token(house.visitor()))
    of_program = program.deal(rules="standard-3", code=WON_CODE)
    assert program.enter(of_program, ["draw", "resign"]).status_code == 200
    assert told(player, game) == "Difficulty of the deal: gentle"
    page = read_page(player.get(f"/deal/{WON_CODE}/standard-3").text)
    assert page.one("p", class_="difficulty").text == "Difficulty of the deal: gentle"
    assert sum("by program" in row.text for row in page.every("tr")) == 1
    last = house.visitor()
    mine = last.deal("standard-3", WON_CODE)
    last.play(mine, *WON_LINE)
    expected = "Difficulty of the deal: medium – won here by 10% of its players"
    assert told(player, game) == expected
    page = read_page(player.get(f"/deal/{WON_CODE}/standard-3").text)
    assert page.one("p", class_="difficulty").text == expected
