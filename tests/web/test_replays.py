"""Replays of finished games, where a game was lost, and playing on from there."""

import pytest
import time_machine

from app.game.day import day_of
from app.game.deal import deal_from_code
from app.store import dailies
from app.web.site import now_ms
from tests.web.page import read_page
from tests.web.playing import WON_CODE, WON_LINE


def lost_game(player, rules="vegas-3"):
    game_id = player.deal(rules, WON_CODE)
    player.play(game_id, *WON_LINE[:2], "undo", "redo", *["draw"] * 8, "redeal", *["draw"] * 8, "redeal", *["draw"] * 8)
    player.play(game_id, "resign")
    return game_id


def ranked_game(house, player, board="standard-3"):
    day = day_of(now_ms(), house.settings.time_zone).isoformat()
    house.write(dailies.create, day, deal_from_code(WON_CODE).text, "0", now_ms())
    return player.post(f"/daily/{board}").headers["location"].rpartition("/")[2]


def test_every_step_shows_the_table_as_it_was(house, player):
    game_id = player.deal("standard-3", WON_CODE)
    seen = [player.see(game_id).root.every(data_card=True)]
    for entry in WON_LINE[:12]:
        player.play(game_id, entry)
        seen.append(player.see(game_id).root.every(data_card=True))
    player.play(game_id, "resign")
    for step, cards in enumerate(seen):
        page = read_page(player.get(f"/game/{game_id}/replay?step={step}").text)
        assert [card["data-card"] for card in page.every(data_card=True)] == [card["data-card"] for card in cards]
        assert not page.every("button", name="entry")


def test_a_running_game_or_anothers_is_not_shown(house, player):
    game_id = player.deal("standard-3", WON_CODE)
    player.play(game_id, "draw")
    assert player.get(f"/game/{game_id}/replay").status_code == 404
    player.play(game_id, "resign")
    assert player.get(f"/game/{game_id}/replay").status_code == 200
    assert house.visitor().get(f"/game/{game_id}/replay").status_code == 404


def test_it_finds_the_move_after_which_no_win_was_left(house, player):
    game_id = lost_game(player)
    page = read_page(player.get(f"/game/{game_id}/replay?lost").text)
    assert "Here it could still be won; after the next move it could not." in page.text
    step = int(page.one("button", name="step")["value"])
    answer = player.post(f"/game/{game_id}/replay", {"step": str(step)})
    new_id = answer.headers["location"].rpartition("/")[2]
    assert 'data-verdict="winnable"' in player.get(f"/game/{new_id}/verdict").text
    worse = player.post(f"/game/{game_id}/replay", {"step": str(step + 1)}).headers["location"].rpartition("/")[2]
    assert 'data-verdict="winnable"' not in player.get(f"/game/{worse}/verdict").text


def test_a_game_given_up_while_it_could_be_won_is_played_on_from_there(house, player):
    game_id = player.deal("standard-3", WON_CODE)
    player.play(game_id, *WON_LINE[:9], "resign")
    page = read_page(player.get(f"/game/{game_id}/replay?lost").text)
    assert "It could still be won here, to the very end." in page.text
    assert page.one("button", name="step")["value"] == "9"
    answer = player.post(f"/game/{game_id}/replay", {"step": "9"})
    assert house.entries(answer.headers["location"].rpartition("/")[2]) == WON_LINE[:9]


@pytest.mark.parametrize(("line", "kept"), [([*WON_LINE[:9], "resign"], 9), (WON_LINE, len(WON_LINE) - 1)])
def test_who_asks_to_play_on_after_the_end_gets_the_table_before_it(house, player, line, kept):
    game_id = player.deal("standard-3", WON_CODE)
    player.play(game_id, *line)
    new_id = play_on(player, game_id, len(line))
    assert house.entries(new_id) == WON_LINE[:kept]
    assert house.game(new_id)["status"] == "playing"


def test_playing_on_keeps_the_moves_that_stand_and_leaves_the_old_game(house, player):
    game_id = lost_game(player)
    old = house.game(game_id)
    new_id = player.post(f"/game/{game_id}/replay", {"step": "4"}).headers["location"].rpartition("/")[2]
    assert house.entries(new_id) == WON_LINE[:2]
    assert house.game(new_id)["status"] == "playing"
    assert house.game(game_id) == old


def test_a_days_game_is_secret_until_its_grace_is_over_and_public_then(house, player):
    with time_machine.travel("2026-11-20T12:00:00Z", tick=True):
        game_id = ranked_game(house, player)
        player.play(game_id, *WON_LINE[:5], "resign")
        other = house.visitor()
        assert other.get(f"/game/{game_id}/replay").status_code == 404
        own = player.get(f"/game/{game_id}/replay?lost")
        assert own.status_code == 200
        assert "could still be won" not in own.text
        assert "Where lost?" not in own.text
        assert player.post(f"/game/{game_id}/replay", {"step": "2"}).status_code == 422
    with time_machine.travel("2026-11-21T23:59:58Z", tick=False):
        assert other.get(f"/game/{game_id}/replay").status_code == 404
    with time_machine.travel("2026-11-22T00:00:01Z", tick=True):
        assert other.get(f"/game/{game_id}/replay").status_code == 200
        assert "could still be won" in player.get(f"/game/{game_id}/replay?lost").text
        new_id = player.post(f"/game/{game_id}/replay", {"step": "2"}).headers["location"].rpartition("/")[2]
        assert house.game(new_id)["rules"] == "standard-3"
        assert not house.game(new_id)["ranked"]


def test_bad_steps_are_refused_and_large_ones_are_the_end(house, player):
    game_id = lost_game(player)
    for text in ("-1", "x", "1e3", "99999999999"):
        assert player.get(f"/game/{game_id}/replay?step={text}").status_code == 400
    assert player.get(f"/game/{game_id}/replay?step=999999").status_code == 200
    assert player.get("/game/nothing/replay").status_code == 404


def test_anothers_game_closes_to_its_result(house, player):
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False):
        game_id = ranked_game(house, player)
        player.play(game_id, "draw", "resign")
    with time_machine.travel("2026-12-01T00:00:00Z", tick=False):
        for visitor, back in ((player, f"/game/{game_id}"), (house.visitor(), f"/game/{game_id}/result")):
            page = read_page(visitor.get(f"/game/{game_id}/replay?step=0").text)
            assert page.one("div", class_="figures").one("a")["href"] == back
            assert visitor.get(back).status_code == 200


def play_on(visitor, game_id, step):
    return visitor.post(f"/game/{game_id}/replay", {"step": str(step)}).headers["location"].rpartition("/")[2]


def counted(house):
    """All that a game may be counted in."""
    tables = ("tallies", "tally_steps", "vegas_sums", "vegas_ledger", "win_counts", "results", "coins_ledger")
    return {table: house.rows(f"SELECT * FROM {table}") for table in tables}


@pytest.mark.parametrize("last", [["resign"], WON_LINE[-1:]])
def test_a_game_played_on_counts_nowhere_however_often_it_is_won(house, player, last):
    game_id = player.deal("vegas-3", WON_CODE)
    player.play(game_id, *WON_LINE[:-1], *last)
    before = counted(house)
    assert [tally["won"] for tally in before["tallies"]] == [last != ["resign"]]
    friend = house.visitor()
    friend.play(friend.deal("vegas-3", WON_CODE), "draw", "resign")
    board = player.get(f"/deal/{WON_CODE}/vegas-3").text
    expected = counted(house)
    for _ in range(2):
        new_id = play_on(player, game_id, len(WON_LINE) - 1)
        player.play(new_id, WON_LINE[-1])
        assert house.game(new_id)["status"] == "won"
    lost_id = play_on(player, game_id, 9)
    player.play(lost_id, "draw", "resign")
    assert counted(house) == expected
    assert player.get(f"/deal/{WON_CODE}/vegas-3").text == board


def test_a_strangers_public_win_is_no_win_of_ones_own(house, player):
    with time_machine.travel("2026-11-20T12:00:00Z", tick=True):
        game_id = ranked_game(house, player)
        player.play(game_id, *WON_LINE)
    with time_machine.travel("2026-11-22T12:00:00Z", tick=True):
        before = counted(house)
        visitor = house.visitor()
        new_id = play_on(visitor, game_id, len(WON_LINE) - 1)
        visitor.play(new_id, WON_LINE[-1])
        assert house.game(new_id)["status"] == "won"
        assert counted(house) == before
        assert "Nothing to count yet" in visitor.get("/statistics").text


def test_it_is_no_players_first_game_of_a_deal(house, player):
    game_id = player.deal("standard-3", WON_CODE)
    player.play(game_id, *WON_LINE[:5], "resign")
    with time_machine.travel("2026-11-20T12:00:00Z", tick=False):  # ended before the other
        player.play(play_on(player, game_id, 2), "draw", "resign")
    rows = read_page(player.get(f"/deal/{WON_CODE}/standard-3").text).one("tbody").every("tr")
    assert len(rows) == 1
    own = [cell.text for cell in rows[0].every("td")]
    assert str(house.game(game_id)["moves"]) in own, own


def test_one_that_joins_another_device_still_counts_nowhere(house, player):
    game_id = player.deal("vegas-3", WON_CODE)
    player.play(game_id, *WON_LINE[:-1], "resign")
    player.play(play_on(player, game_id, len(WON_LINE) - 1), WON_LINE[-1])
    other = house.visitor()
    other.play(other.deal("vegas-3", WON_CODE), "draw", "resign")
    code = read_page(other.post("/device/code").text).one("p", class_="code").text
    assert player.post("/device", {"code": code}).status_code == 303
    found = counted(house)
    assert [(tally["games"], tally["won"]) for tally in found["tallies"]] == [(2, 0)]
    assert [sums["games"] for sums in found["vegas_sums"]] == [2]


def test_its_clock_goes_on_from_where_it_was(house, player):
    with time_machine.travel("2026-11-20T12:00:00Z", tick=False) as clock:
        game_id = player.deal("standard-3", WON_CODE)
        player.play(game_id, WON_LINE[0])
        clock.shift(100)
        player.play(game_id, *WON_LINE[1:9])
        clock.shift(50)
        player.play(game_id, "resign")
        for step, ms in ((9, "100000"), (1, "0"), (0, "0")):
            assert player.see(play_on(player, game_id, step)).table["data-ms"] == ms


@pytest.mark.parametrize(("language", "words"), [("en", "counts nowhere"), ("de", "zählt nirgends")])
def test_its_page_and_its_end_say_that_it_is_practice(house, language, words):
    player = house.visitor(language)
    game_id = player.deal("standard-3", WON_CODE)
    player.play(game_id, *WON_LINE[:-1], "resign")
    assert words not in player.get(f"/game/{game_id}").text
    replay = read_page(player.get(f"/game/{game_id}/replay?step=9").text)
    assert words in replay.one("button", name="step")["title"]
    new_id = play_on(player, game_id, len(WON_LINE) - 1)
    seen = player.see(new_id)
    assert words in seen.trouble
    assert ("practice" if language == "en" else "Übung") in seen.root.one("h1").text
    for question in ("ask-new", "ask-again"):
        assert words in seen.root.one("dialog", id=question).text
    assert words in read_page(player.get(f"/game/{new_id}/leave").text).text
    end = player.play(new_id, WON_LINE[-1]).table.one(class_="outcome")
    assert words in end.text
    assert f"/deal/{WON_CODE}/standard-3" not in [link["href"] for link in end.every("a")]
