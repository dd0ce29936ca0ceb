"""Who stands where on a board (R7.3), against a plain sort of all results."""

import random
from itertools import pairwise
from typing import NamedTuple

import pytest
from sqlalchemy import Connection

from app.game.deal import deal_from_code
from app.game.rules import rule_set
from app.store import boards, ends, games, players
from app.store.boards import Line
from app.store.ranks import LEVELS, before, prefixes, rank_key
from tests.databases import Running
from tests.store.play import DAY, NOON

DEAL = deal_from_code("1")


class Finish(NamedTuple):
    won: bool
    score: int
    clock_ms: int
    moves: int
    finished_at: int = NOON


# Best first; what stands in one list shares a rank.
STANDARD = [
    [Finish(True, 7000, 100_000, 120)],
    [Finish(True, 6999, 100_999, 120)],
    [Finish(True, 6999, 101_000, 90), Finish(True, 6999, 101_999, 90)],  # whole seconds count
    [Finish(True, 6999, 101_000, 91)],
    [Finish(True, 40, 9_000_000, 400)],
    [Finish(True, 0, 0, 0)],
    [Finish(False, 9000, 10_000, 10)],  # lost: never above one who won (case 21)
    [Finish(False, 15, 1000, 1)],
    [Finish(False, 0, 1000, 2), Finish(False, 0, 1000, 2, NOON + 1), Finish(False, 0, 1000, 2, NOON + 2)],
    [Finish(False, 0, 2000, 1)],
]
VEGAS = [
    [Finish(True, 208, 200_000, 150)],
    [Finish(True, 208, 201_000, 149)],
    [Finish(False, 207, 1000, 1)],  # the balance alone decides
    [Finish(False, 8, 60_000, 30), Finish(False, 8, 60_000, 30)],
    [Finish(False, 8, 60_000, 31)],
    [Finish(False, 0, 1000, 1)],
    [Finish(False, -2, 1000, 1)],
    [Finish(False, -52, 500, 1)],
]


def put(conn: Connection, number: int, finish: Finish, board: str, day: str = DAY) -> None:
    game_id, player = f"game {number:06}", f"player {number:06}"
    rules = rule_set(f"daily-{board}")
    row = games.create(conn, games.NewGame(game_id, player, rules, DEAL, None, day, board), NOON)
    won, score, clock_ms, moves, finished_at = finish
    status = "won" if won else "lost"
    ended = row._replace(
        status=status, score=score, clock_ms=clock_ms, moves=moves, started_at=NOON, ended_at=finished_at
    )
    ends.enter_board(conn, ended, day, board, rules)


def put_all(conn: Connection, finishes: list[Finish], board: str) -> None:
    for number, finish in enumerate(finishes):
        put(conn, number, finish, board)


def key(finish: Finish, wins_count: bool = True) -> int:
    return rank_key(
        won=finish.won, score=finish.score, clock_ms=finish.clock_ms, moves=finish.moves, wins_count=wins_count
    )


@pytest.mark.parametrize(("board", "order"), [("standard-3", STANDARD), ("vegas-1", VEGAS)])
def test_the_order_of_a_board(database: Running, board: str, order: list[list[Finish]]) -> None:
    numbered = list(enumerate(finish for shared in order for finish in shared))
    random.Random(board).shuffle(numbered)
    for number, finish in numbered:
        database.write(put, number, finish, board)
    ranks = []
    for shared in order:
        ranks += [len(ranks) + 1] * len(shared)
    lines = database.read(boards.page, DAY, board, 50, 0)
    assert [line.game_id for line in lines] == [f"game {number:06}" for number in range(len(numbered))]
    assert [line.rank for line in lines] == ranks
    for line in lines:
        assert database.read(boards.own_rank, DAY, board, line.player_id) == line


def test_a_line_says_who_and_how(database: Running) -> None:
    database.write(players.set_name, "player 000000", "Ada", NOON)
    database.write(put_all, [Finish(True, 7000, 100_500, 120, NOON + 5), Finish(False, 10, 1000, 1)], "standard-1")
    assert database.read(boards.page, DAY, "standard-1", 9, 0) == [
        Line(1, "game 000000", "player 000000", "Ada", True, 7000, 100_500, 120, NOON + 5),
        Line(2, "game 000001", "player 000001", None, False, 10, 1000, 1, NOON),
    ]


def test_an_empty_board(database: Running) -> None:
    assert database.read(boards.page, DAY, "standard-1", 10, 0) == []
    assert database.read(boards.page, DAY, "standard-1", 10, 10) == []
    assert database.read(boards.own_rank, DAY, "standard-1", "ada") is None
    assert database.read(boards.size, DAY, "standard-1") == 0


def test_boards_and_days_are_apart(database: Running) -> None:
    for number, (board, day) in enumerate([("standard-1", DAY), ("standard-3", DAY), ("standard-1", "2026-11-28")]):
        database.write(put, number, Finish(True, 7000, 100_000, 100), board, day)
        assert [line.rank for line in database.read(boards.page, day, board, 10, 0)] == [1]
        assert database.read(boards.own_rank, day, board, f"player {number:06}").rank == 1


def test_pages_and_ranks_are_those_of_a_plain_sort(database: Running) -> None:
    chance = random.Random(7)
    finishes = [
        Finish(
            chance.random() < 0.3,
            chance.choice([0, 5, 515, 520, chance.randrange(25_000)]),
            chance.choice([1000, 128_000, chance.randrange(10_000_000)]),
            chance.choice([1, 2, chance.randrange(500)]),
            NOON + chance.randrange(1000),
        )
        for _ in range(400)
    ]
    database.write(put_all, finishes, "standard-1")
    order = sorted(range(400), key=lambda number: (key(finishes[number]), finishes[number].finished_at, number))
    keys = [key(finishes[number]) for number in order]
    expected = [(keys.index(keys[place]) + 1, f"game {number:06}") for place, number in enumerate(order)]
    for offset in [*range(0, 400, 37), 399, 400, 1000]:
        lines = database.read(boards.page, DAY, "standard-1", 50, offset)
        assert [(line.rank, line.game_id) for line in lines] == expected[offset : offset + 50]
    for place in range(0, 400, 23):
        line = database.read(boards.own_rank, DAY, "standard-1", f"player {order[place]:06}")
        assert (line.rank, line.game_id) == expected[place]
    assert database.read(boards.size, DAY, "standard-1") == 400


def test_many_who_finish_at_once_are_all_counted(database: Running) -> None:
    calls = [(put, number, Finish(number % 2 == 0, number % 7 * 600, 1000, 1), "standard-1") for number in range(40)]
    assert database.write_all(*calls) == [None] * 40
    assert database.read(boards.size, DAY, "standard-1") == 40
    lines = database.read(boards.page, DAY, "standard-1", 50, 0)
    assert len(lines) == 40
    for line in lines[::9]:
        assert database.read(boards.own_rank, DAY, "standard-1", line.player_id) == line


class TestKeys:
    def test_the_tables_by_hand_are_in_the_order_of_their_keys(self) -> None:
        for order, wins_count in ((STANDARD, True), (VEGAS, False)):
            keys = [{key(finish, wins_count) for finish in shared} for shared in order]
            assert all(len(shared) == 1 for shared in keys)
            values = [shared.pop() for shared in keys]
            assert values == sorted({*values})

    def test_nothing_overflows_into_its_neighbour(self) -> None:
        huge = 10**15
        order = [
            key(Finish(True, huge, 0, 0)),
            key(Finish(True, 100, 0, huge)),
            key(Finish(True, 100, 1000, 0)),
            key(Finish(True, 100, huge, huge)),
            key(Finish(True, 99, 0, 0)),
            key(Finish(True, -huge, huge, huge)),
            key(Finish(False, huge, 0, 0)),
            key(Finish(False, -huge, huge, huge)),
        ]
        assert all(one < other for one, other in pairwise(order))
        assert order[0] >= 0
        assert order[-1] < 2**63

    def test_a_million_moves_still_count_each(self) -> None:
        keys = [key(Finish(True, 100, 1000, moves)) for moves in (999_999, 1_000_000, 1_000_001, 16_000_000)]
        assert keys == sorted({*keys})

    def test_what_stands_before_a_key_is_exactly_what_is_smaller(self) -> None:
        chance = random.Random(3)
        keys = [chance.getrandbits(63) >> chance.randrange(60) for _ in range(300)]
        for wanted in keys[:60]:
            ranges = before(wanted)
            counted = sum(
                1 for other in keys for level, first, end in ranges if first <= prefixes(other)[level][1] < end
            )
            assert counted == sum(other < wanted for other in keys)

    def test_no_level_has_many_places_below_one_of_the_level_before(self) -> None:
        assert all(coarse - fine <= 11 for coarse, fine in pairwise(LEVELS[:-1]))
