"""Two requests that saw the same version: one is made, the other gets the present table (case 75)."""

import asyncio

import pytest

from app.store import games
from app.store.games import Attempt
from app.web.site import now_ms
from tests.web.playing import House, Visitor, sight

STALE = "The table had moved on, so this move was not made. Here is how it stands."
MADE_BEFORE = "This move had been made already. Here is how the table stands."


@pytest.mark.parametrize("script", [True, False], ids=["scripts", "no scripts"])
def test_a_move_sent_again_is_made_once(house: House, player: Visitor, script: bool):
    game = player.deal()
    player.send(game, 0, "draw", script=script)
    seen = sight(player.send(game, 0, "draw", script=script))
    assert (seen.status, seen.version, seen.taken, seen.trouble) == (409, 1, 1, MADE_BEFORE)
    assert house.entries(game) == ["draw"]
    assert seen.cards("W") == [house.position(game).waste[-1].text]


@pytest.mark.parametrize("version", [0, 1, 3, 99, 999999999])
def test_any_version_but_the_present_one_is_stale(house, player, version):
    game = player.deal()
    player.play(game, "draw", "draw")
    seen = sight(player.send(game, version, "draw"))
    assert (seen.status, seen.version) == (409, 2)
    assert house.entries(game) == ["draw", "draw"]


def test_the_same_move_sent_twice_at_once_is_made_once(house, player):
    game = player.deal()
    fields = {"version": "0", "entry": "draw"}

    async def at_once():
        return await asyncio.gather(*(player.client.post(f"/game/{game}/table", data=fields) for _ in range(8)))

    answers = house.run(at_once())
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert {sight(answer).version for answer in answers} == {1}
    assert house.entries(game) == ["draw"]


def test_two_different_moves_at_once_are_one_move(house, player):
    game = player.deal(code="32")

    async def at_once():
        posts = (player.client.post(f"/game/{game}/table", data={"version": "0", "entry": e}) for e in ("draw", "T5-F"))
        return await asyncio.gather(*posts)

    answers = house.run(at_once())
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert len(house.entries(game)) == 1


def test_what_another_server_wrote_meanwhile_is_what_is_answered(house, player):
    """The answer is made from the row that was kept, before it is known whether that still holds."""
    game = player.deal(code="32")
    player.play(game, "draw", "draw")
    owner = house.rows("SELECT player_id FROM games")[0]["player_id"]
    house.write(games.append, Attempt(game, owner, 2, ["T5-F"], now_ms()), house.settings.terms)
    seen = sight(player.send(game, 2, "draw"))
    assert (seen.status, seen.version, seen.trouble) == (409, 3, STALE)
    assert seen.cards("FC") + seen.cards("FD") + seen.cards("FH") + seen.cards("FS") != []
    assert house.entries(game) == ["draw", "draw", "T5-F"]


def test_the_stale_tab_sees_the_present_table_and_a_note(house, player):
    game = player.deal(code="32")
    other_tab = house.visitor(cookie=f"klondaily-player={player.client.cookies['klondaily-player']}")
    player.play(game, "draw", "T5-F")
    seen = sight(other_tab.send(game, 0, "T5-F"))
    assert (seen.status, seen.version, seen.trouble) == (409, 2, STALE)
    assert seen.table.one("input", name="version")["value"] == "2"
    assert sight(other_tab.send(game, 2, "draw")).status == 200


def test_the_note_is_german_for_a_german_player(house):
    player = house.visitor("de")
    game = player.deal()
    player.play(game, "draw")
    for script in (True, False):
        seen = sight(player.send(game, 0, "draw", script=script))
        assert seen.status == 409
        assert seen.trouble == "Dieser Zug war schon gemacht. So steht es jetzt auf dem Tisch."
        seen = sight(player.send(game, 0, "T1-F", script=script))
        assert seen.status == 409
        assert seen.trouble.startswith("Auf dem Tisch war inzwischen schon gezogen worden")


def test_a_whole_batch_with_an_old_version_is_not_made(house, player):
    # Case 76: sent again after a lost answer, none of it may be made twice.
    game = player.deal()
    player.play(game, "draw", "draw")
    seen = sight(player.send(game, 0, "draw", "draw", "draw"))
    assert (seen.status, seen.taken, seen.trouble) == (409, 2, STALE)
    assert house.entries(game) == ["draw", "draw"]


def test_five_quick_undos_take_five_moves_back_at_most(house, player):
    # Case 11.
    game = player.deal()
    player.play(game, *["draw"] * 3)

    async def quickly():
        posts = (
            player.client.post(f"/game/{game}/table", data={"version": str(3 + n), "entry": "undo"}) for n in range(5)
        )
        return [sight(answer) for answer in await asyncio.gather(*posts)]

    seen = house.run(quickly())
    undone = house.entries(game).count("undo")
    assert undone == sum(s.status == 200 for s in seen) <= 3
    assert len(house.position(game).waste) == 3 - undone
    assert max(s.version for s in seen) == house.game(game)["version"]


def test_a_winning_move_sent_twice_pays_once(house, player):
    # Case 25.
    from tests.web.playing import WON_CODE, WON_LINE

    game = player.deal("vegas-3", WON_CODE)
    player.play(game, *WON_LINE[:-1])
    fields = {"version": str(len(WON_LINE) - 1), "entry": WON_LINE[-1]}

    async def at_once():
        return await asyncio.gather(*(player.client.post(f"/game/{game}/table", data=fields) for _ in range(3)))

    assert sorted(answer.status_code for answer in house.run(at_once())) == [200, 409, 409]
    assert [row["balance"] for row in house.rows("SELECT * FROM vegas_ledger")] == [208]


def test_giving_up_at_once_with_a_move_ends_the_game_once(house, player):
    game = player.deal()
    player.play(game, "draw")

    async def at_once():
        return await asyncio.gather(
            player.client.post(f"/game/{game}/give-up"),
            player.client.post(f"/game/{game}/table", data={"version": "1", "entry": "draw"}),
            player.client.post(f"/game/{game}/give-up"),
        )

    assert {answer.status_code for answer in house.run(at_once())} <= {200, 303, 409, 422}
    row = house.game(game)
    assert house.entries(game).count("resign") == 1
    assert (row["status"], row["version"]) == ("lost", len(house.entries(game)))


def test_two_players_never_wait_for_each_others_versions(house):
    players = [house.visitor() for _ in range(5)]
    dealt = [(player, player.deal()) for player in players]

    async def play(player, game):
        for number in range(10):
            answer = await player.client.post(f"/game/{game}/table", data={"version": str(number), "entry": "draw"})
            assert answer.status_code == 200

    async def together():
        await asyncio.gather(*(play(player, game) for player, game in dealt))

    house.run(together())
    assert all(house.game(game)["version"] == 10 for _, game in dealt)


def test_a_batch_that_starts_a_game_is_stale_for_the_second_of_two(house, player):
    game = player.deal()
    owner = house.game(game)["player_id"]
    first = house.write(games.append, Attempt(game, owner, 0, ["draw"], 1), house.settings.terms)
    second = house.write(games.append, Attempt(game, owner, 0, ["draw"], 1), house.settings.terms)
    assert (first.stale, second.stale) == (False, True)
