"""Games from the deal to the end: dealing by code, leaving, the same deal again, giving up, pausing."""

import pytest
import time_machine

from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import rule_set
from tests.web.page import read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor, sight

LARGE_CODES = (str(2**31 - 1), str(2**53 + 1), str(2**64 - 1))
NOON = 1_790_000_000


@pytest.mark.parametrize("rules", ["standard-1", "standard-3", "vegas-1", "vegas-3"])
def test_each_table_of_the_start_page_is_dealt_as_it_says(house: House, player: Visitor, rules: str):
    # Case 8: each draw choice sets the count that it names.
    buttons = read_page(player.get("/").text).every("button", name="rules", value=rules)
    assert len(buttons) == 1
    game = player.deal(rules)
    assert house.game(game)["rules"] == rules
    player.play(game, "draw")
    assert len(house.position(game).waste) == rule_set(rules).draw == int(buttons[0]["data-draw"])


@pytest.mark.parametrize("key", ["standard-3-limited", "open-1", "free-castle-3", "standard-1+untimed+wholeruns"])
def test_a_table_that_only_its_key_names_is_dealt_too(house, player, key):
    game = player.deal(key)
    assert house.game(game)["rules"] == rule_set(key).key
    assert player.see(game).status == 200


@pytest.mark.parametrize("code", [*LARGE_CODES, "0", "42"])
def test_a_deal_code_is_the_same_text_in_address_database_and_page(house, player, code):
    # Case 59: nothing on the way may take it for a number that loses digits.
    game = player.deal("standard-1", code)
    assert house.game(game)["code"] == code
    assert house.position(game) == deal_position(deal_from_code(code), rule_set("standard-1"))
    texts = [element.text for element in player.see(game).root.every(class_="deal-code")]
    assert texts == [code]


def test_a_new_game_without_a_code_shows_the_one_it_was_given(house, player):
    game = player.deal()
    code = house.game(game)["code"]
    assert player.see(game).root.one(class_="deal-code").text == code
    assert house.position(game) == deal_position(deal_from_code(code), rule_set("standard-1"))


def test_a_daily_game_shows_no_code(house, player):
    game = player.post("/daily/standard-1").headers["location"].rpartition("/")[2]
    assert house.game(game)["code"] is None
    assert player.see(game).root.every(class_="deal-code") == []


def test_a_code_may_be_written_with_blanks_and_leading_zeros(house, player):
    assert house.game(player.deal(code=" 0042 "))["code"] == "42"


@pytest.mark.parametrize("code", ["x", "-1", "1.5", "1e3", str(2**64), "9" * 30, "٤٢", "4 2", "0x1F"])
def test_a_malformed_code_answers_400_with_a_page(house, player, code):
    answer = player.post("/games", {"rules": "standard-1", "code": code})
    assert answer.status_code == 400
    assert read_page(answer.text).one("h1").text
    assert house.rows("SELECT id FROM games") == []


@pytest.mark.parametrize(
    "rules", ["", "standard", "standard-2", "castle-1", "daily-standard-1", "vegas-1+untimed", "x+"]
)
def test_rules_that_cannot_be_dealt_answer_400(house, player, rules):
    answer = player.post("/games", {"rules": rules})
    assert answer.status_code == 400
    assert read_page(answer.text).one("h1").text
    assert house.rows("SELECT id FROM games") == []


def test_two_new_games_are_two_deals(house, player):
    first, second = player.deal(), player.deal()
    assert house.game(first)["deal"] != house.game(second)["deal"]
    assert house.game(first)["code"] != house.game(second)["code"]


def test_the_same_deal_again_is_the_first_layout_with_everything_new(house, player):
    # Case 12.
    game = player.deal("vegas-3", WON_CODE)
    player.play(game, *WON_LINE[:30], "undo", "undo")
    assert house.position(game).pass_number == 2
    answer = player.post("/games", {"from": game, "then": "again", "sure": "1"})
    again = answer.headers["location"].rpartition("/")[2]
    assert again != game
    row = house.game(again)
    assert house.position(again) == deal_position(deal_from_code(WON_CODE), rule_set("vegas-3"))
    assert (row["code"], row["rules"]) == (WON_CODE, "vegas-3")
    counts = ("version", "moves", "undo_depth", "redo_depth", "helped", "clock_ms", "emptied", "ticks")
    assert [row[name] for name in counts] == [0] * len(counts)
    assert (row["score"], row["status"], row["started_at"], row["clock_at"]) == (-52, "playing", None, None)
    seen = player.see(again)
    assert (seen.table["data-clock"], seen.table["data-ms"]) == ("waiting", "0")
    assert seen.table.every("button", value="undo", disabled=True)
    assert (house.game(game)["status"], house.game(game)["end_reason"]) == ("lost", "left")


def test_a_new_game_from_a_table_keeps_its_rules_but_not_its_deal(house, player):
    game = player.deal("vegas-3", "7")
    answer = player.post("/games", {"from": game, "then": "new"})
    new = house.game(answer.headers["location"].rpartition("/")[2])
    assert new["rules"] == "vegas-3"
    assert new["code"] != "7"


def test_a_deal_never_touched_leaves_nothing_when_left(house, player):
    # Case 55, R5.3: no stake, no loss, no player.
    game = player.deal("vegas-1")
    player.deal("vegas-1")
    row = house.game(game)
    assert (row["status"], row["ended_at"], row["version"]) == ("playing", None, 0)
    for table in ("players", "entries", "results", "vegas_ledger", "ranked_games"):
        assert house.rows(f"SELECT * FROM {table}") == []


@pytest.mark.parametrize("way", ["new", "give up", "start page"])
def test_a_game_moved_in_and_left_counts_as_lost_once(house, player, way):
    # Case 55.
    game = player.deal("vegas-1")
    player.play(game, "draw")
    if way == "give up":
        player.post(f"/game/{game}/give-up")
    elif way == "new":
        player.post("/games", {"from": game, "then": "new", "sure": "1"})
    else:
        player.post("/games", {"rules": "standard-1", "sure": "1"})
    row = house.game(game)
    assert (row["status"], row["end_reason"]) == ("lost", "resigned" if way == "give up" else "left")
    player.post(f"/game/{game}/give-up")
    player.post("/games", {"from": game, "then": "new", "sure": "1"})
    assert house.game(game) == row
    assert [entry["balance"] for entry in house.rows("SELECT * FROM vegas_ledger")] == [-52]


def test_a_running_game_keeps_its_own_settings(house, player):
    # Case 15.
    game = player.deal("standard-1+untimed")
    player.play(game, "draw")
    assert player.post("/games", {"rules": "vegas-3"}).status_code == 200  # asked, not dealt
    player.play(game, "draw")
    row = house.game(game)
    assert (row["rules"], row["status"], len(house.position(game).waste)) == ("standard-1+untimed", "playing", 2)


def test_a_daily_game_stays_open_beside_a_new_one(house, player):
    daily = player.post("/daily/standard-1").headers["location"].rpartition("/")[2]
    player.play(daily, "draw")
    assert player.post("/games", {"rules": "standard-1"}).status_code == 303
    assert house.game(daily)["status"] == "playing"
    assert player.post("/games", {"from": daily, "then": "again", "sure": "1"}).headers["location"] == "/daily"
    assert house.game(daily)["status"] == "playing"


def test_a_given_up_game_keeps_its_score(house, player):
    game = player.deal("vegas-3", WON_CODE)
    player.play(game, *WON_LINE[:60])
    score = house.game(game)["score"]
    assert player.post(f"/game/{game}/give-up").headers["location"] == f"/game/{game}"
    row = house.game(game)
    assert (row["status"], row["score"], row["end_reason"]) == ("lost", score, "resigned")
    assert "You gave this game up." in player.see(game).table.one(class_="outcome").text


def test_a_failed_new_game_does_not_leave_the_running_one(house, player):
    game = player.deal()
    player.play(game, "draw")
    assert player.post("/games", {"rules": "standard-1", "code": "x", "sure": "1"}).status_code == 400
    assert house.game(game)["status"] == "playing"


def test_a_new_game_that_cannot_be_dealt_leaves_the_running_one_alone(house, player, monkeypatch):
    # One request, one transaction: the leaving is not kept without the dealing.
    game = player.deal()
    player.play(game, "draw")
    monkeypatch.setattr("app.web.games.new_id", lambda: game)
    assert player.post("/games", {"rules": "standard-1", "sure": "1"}).status_code == 500
    assert house.game(game)["status"] == "playing"


def test_the_clock_starts_with_the_first_move_and_stands_while_paused(house, player):
    # Cases 26 and 27, R4.5.
    with time_machine.travel(NOON, tick=False) as clock:
        game = player.deal()
        clock.shift(60)
        assert player.see(game).table["data-clock"] == "waiting"
        seen = player.play(game, "draw")
        assert (seen.table["data-clock"], seen.table["data-ms"], seen.table["data-score"]) == ("running", "0", "0")
        clock.shift(12)
        player.post(f"/game/{game}/pause")
        clock.shift(300)
        seen = player.see(game)
        assert (seen.table["data-clock"], seen.table["data-ms"]) == ("paused", "12000")
        assert "covered" in seen.table.classes
        assert player.post(f"/game/{game}/pause").is_redirect  # once more changes nothing
        player.post(f"/game/{game}/resume")
        clock.shift(3)
        seen = player.see(game)
        assert (seen.table["data-clock"], seen.table["data-ms"]) == ("running", "15000")
        assert "covered" not in seen.table.classes
        player.post(f"/game/{game}/pause")
        clock.shift(100)
        assert player.play(game, "draw").table["data-ms"] == "15000"  # a move goes on by itself
        clock.shift(1)
        assert player.see(game).table["data-ms"] == "16000"
    assert house.game(game)["clock_ms"] == 15000


def test_the_cards_of_a_paused_table_cannot_be_reached(player):
    game = player.deal()
    player.play(game, "draw")
    player.post(f"/game/{game}/pause")
    table = player.see(game).table
    go_on = table.one(class_="cover").one("button")
    assert go_on.text == "Go on"
    assert go_on["formaction"] == f"/game/{game}/resume"
    for control in table.every("button"):
        around = list(control.ancestors())
        in_menu = any("menu" in element.classes for element in around)
        assert in_menu or control is go_on or any(element.has("inert") for element in around), control.attrs


@pytest.mark.parametrize("rules", ["standard-3", "vegas-1", "open-1"])
def test_no_answer_of_a_paused_game_tells_a_card(house, player, rules):
    # R4.5: whoever thinks with the clock stopped is not shown what to think about.
    game = player.deal(rules, "1")
    player.play(game, "draw", house.legal(game)[1])
    card = player.see(game).root.every(data_card=True)[0]["data-card"]
    shown = len(player.see(game).root.every(class_="card"))
    player.post(f"/game/{game}/pause")
    queries = ("", "/table", f"?select={house.legal(game)[-1].partition('-')[0]}x1", "?select=", "?advice")
    for query in queries:
        seen = sight(player.get(f"/game/{game}{query}"))
        assert (seen.table["data-clock"], seen.table["data-version"]) == ("paused", "2")
        for word in ("data-card", "data-suit", "data-to", 'value="T', 'value="W', " of ", f'id="{card}"'):
            assert word not in player.get(f"/game/{game}{query}").text.partition("<dialog")[0], query
        assert len(seen.root.every(class_="card")) >= 28, "the cards lie there all the same"
        assert {card.tag for card in seen.root.every(class_="card")} == {"span"}
    refused = player.send(game, 2, "T1-T1")
    assert (refused.status_code, "data-card" in refused.text) == (422, False)
    player.post(f"/game/{game}/resume")
    assert len(player.see(game).root.every(class_="card")) == shown
    player.post(f"/game/{game}/pause")
    assert player.play(game, "undo").root.every(data_card=True), "a page that was shown open plays on"


def test_the_clock_of_a_ranked_game_cannot_be_stopped(house, player):
    # Case 27, R4.5.
    with time_machine.travel(NOON, tick=False) as clock:
        game = player.post("/daily/standard-1").headers["location"].rpartition("/")[2]
        player.play(game, "draw")
        clock.shift(10)
        assert player.post(f"/game/{game}/pause").status_code == 303
        clock.shift(50)
        seen = player.see(game)
        assert (seen.table["data-clock"], seen.table["data-ms"]) == ("running", "60000")
        assert seen.table.every(data_act="pause") == []
        assert player.post(f"/game/{game}/resume").status_code == 303
        assert player.see(game).table["data-ms"] == "60000"


def test_an_untimed_table_shows_no_clock_and_loses_no_points(house, player):
    with time_machine.travel(NOON, tick=False) as clock:
        game = player.deal("standard-3+untimed", WON_CODE)
        player.play(game, *WON_LINE[:2])
        score = house.game(game)["score"]
        clock.shift(1000)
        seen = player.play(game, "draw")
    assert (seen.table["data-clock"], house.game(game)["score"]) == ("off", score)
    assert seen.table.every("time") == []


def test_ticks_that_are_due_are_charged_with_the_next_move(house, player):
    # R4.1: two full ten seconds before the event, so 10 − 4.
    with time_machine.travel(NOON, tick=False) as clock:
        game = player.deal("standard-3", WON_CODE)
        player.play(game, "draw")
        clock.shift(25)
        player.play(game, "undo")
        seen = player.play(game, "T5-F")
    assert seen.table["data-score"] == "15"
    assert house.game(game)["ticks"] == 2
