"""Games over /api/v1: the law, versions and secrets of the pages."""

import json

import pytest

from app.game.deal import deal_from_code
from app.game.record import Record, replay
from app.store import ready_deals
from tests.web.api.program import API, Program, make_token
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor


def test_a_game_is_dealt_and_played_to_the_win(program: Program, house: House):
    game = program.deal(rules="standard-3", code=WON_CODE)
    assert game["status"] == "playing"
    assert game["clock"] == "waiting"
    rest = WON_LINE
    while rest:
        answer = program.enter(game, rest[:100])
        assert answer.status_code == 200, answer.text
        game, rest = answer.json()["game"], rest[100:]
    assert (game["status"], game["end_reason"], game["legal"]) == ("won", "won", [])
    assert house.game(game["id"])["by_program"] == 1
    record = program.get(f"/games/{game['id']}/record").json()
    assert record["deal"] == deal_from_code(WON_CODE).text
    replayed = replay(Record.from_json(record)).state
    assert (replayed.status, replayed.score) == ("won", game["score"])


def test_the_pages_say_that_a_program_had_a_hand_in_a_game(program: Program, player: Visitor):
    game = program.deal(code="1")
    program.enter(game, ["draw", "resign"])
    assert "A program had a hand in this game." in player.see(game["id"]).table.one(class_="outcome").text
    own = player.deal(code="1")
    player.play(own, "draw", "resign")
    assert "A program" not in player.see(own).table.one(class_="outcome").text


def test_a_new_game_says_where_it_is(program: Program):
    answer = program.post("/games", {"rules": "vegas-3", "code": "9007199254740993"})
    game = answer.json()
    assert answer.headers["location"] == f"{API}/games/{game['id']}"
    assert (game["code"], game["score"], game["version"]) == ("9007199254740993", -52, 0)
    assert program.get(f"/games/{game['id']}").json() == game


@pytest.mark.parametrize(
    ("rules", "stock"),
    [
        ("open-3", "open-3"),
        ("standard-1-limited", "vegas-1"),
        ("standard-3+untimed", "standard-3"),
        ("free-castle-2+wholeruns", "castle-2+wholeruns"),
    ],
)
def test_a_program_gets_the_proven_deals_that_the_pages_give(program: Program, house: House, rules: str, stock: str):
    house.write(ready_deals.add, stock, "7", 2, 0)
    game = program.deal(rules=rules)
    assert (game["rules"], game["code"]) == (rules, "7")
    assert house.game(game["id"])["difficulty"] == 2
    assert house.game(program.deal(rules=rules, code="7")["id"])["difficulty"] == 2, "known by its code from now on"


def test_entries_may_be_one_text_or_a_list(program: Program):
    game = program.deal(code="1")
    game = program.enter(game, "draw").json()["game"]
    game = program.enter(game, "draw draw").json()["game"]
    answer = program.enter(game, ["draw", "undo"]).json()
    assert (answer["taken"], answer["game"]["version"], answer["game"]["can_redo"]) == (2, 5, True)


@pytest.mark.parametrize(
    ("body", "reason", "message"),
    [
        ({"rules": "whist"}, "unknown_rules", "There are no rules “whist”."),
        ({"rules": "vegas-1+untimed"}, "no_such_option", "The table of “vegas-1+untimed” does not offer that option."),
        ({"rules": "open-1", "code": "x"}, "bad_code", "No deal has the code “x”: codes are whole numbers below 2^64."),
        ({"rules": "open-1", "deal": "KS KS"}, "card_twice", "Card 2: The card KS comes a second time."),
        ({"rules": "open-1", "deal": "{"}, "not_json", "At character 2: It begins like JSON but goes wrong here."),
    ],
)
def test_what_cannot_be_dealt_is_told_in_words_and_by_its_code(program: Program, body, reason, message):
    answer = program.post("/games", body)
    assert answer.status_code == 400
    assert answer.json()["error"] == {"code": "malformed", "message": message, "reason": reason}


def test_the_first_illegal_entry_stops_and_those_before_it_stand(program: Program):
    game = program.deal(code="1")
    answer = program.enter(game, ["draw", "redeal", "draw"])
    assert answer.status_code == 422
    body = answer.json()
    assert body["error"]["code"] == "illegal_move"
    assert body["error"]["reason"] == "stock_not_empty"
    assert body["error"]["message"]
    assert (body["taken"], body["game"]["version"]) == (1, 1)


def test_a_stale_version_brings_the_present_game(program: Program):
    game = program.deal(code="1")
    program.enter(game, "draw")
    answer = program.enter(game, "draw")
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "stale"
    assert answer.json()["game"]["version"] == 1
    ahead = program.enter(game, "draw", version=7)
    assert ahead.status_code == 409


@pytest.mark.parametrize(
    "text", ["nonsense", "T3-T9", "W-F; drop table", "", " ", [], ["draw"] * 101, 7, None, [["draw"]]]
)
def test_what_is_no_entry_is_malformed_and_changes_nothing(program: Program, text: object):
    game = program.deal(code="1")
    answer = program.post(f"/games/{game['id']}/entries", {"text": text, "version": 0})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "malformed"
    assert program.get(f"/games/{game['id']}").json() == game


@pytest.mark.parametrize("version", [-1, "0", 1.5, None, 10**30, True])
def test_a_version_is_a_whole_number(program: Program, version: object):
    game = program.deal(code="1")
    answer = program.post(f"/games/{game['id']}/entries", {"text": "draw", "version": version})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        "x",
        {"rules": "standard-2"},
        {"rules": "standard-1", "score": 9999},
        {"rules": "standard-1", "code": "x"},
        {"rules": "standard-1", "code": str(2**64)},
        {"rules": "standard-1", "deal": "AC"},
        {"rules": "standard-1", "code": "1", "deal": deal_from_code("1").text},
        {"rules": "daily-standard-1", "code": "1"},
    ],
)
def test_what_is_no_game_is_malformed(program: Program, house: House, body: object):
    answer = program.post("/games", body)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "malformed"
    assert house.rows("SELECT id FROM games") == []


def test_a_body_that_is_no_json_is_malformed(program: Program):
    answer = program.visitor.post(f"{API}/games", content=b"{", headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "malformed"


def test_a_deal_may_come_in_another_programs_form(program: Program):
    deal = deal_from_code("5")
    digits = "".join(f"{card.rank:02}{card.suit + 1}" for card in deal.cards)
    game = program.deal(rules="vegas-1", deal=digits)
    assert program.house.game(game["id"])["deal"] == deal.text
    assert game["code"] is None


def test_hidden_cards_stay_hidden(program: Program):
    game = program.deal(rules="standard-3", code=WON_CODE)
    assert game["position"].startswith("??" * 24 + "//----/|")
    assert game["position"].count("??") == 45
    deal = deal_from_code(WON_CODE)
    seen = {deal.cards[place].text for place in (0, 7, 13, 18, 22, 25, 27)}
    for text in WON_LINE[:40]:
        answer = program.enter(game, text)
        game = answer.json()["game"]
        position = program.house.position(game["id"])
        hidden = [*position.stock, *(card for column in position.columns for card in column.down)]
        record = program.get(f"/games/{game['id']}/record")
        for shown in (answer.text, record.text, program.get(f"/games/{game['id']}").text):
            cards = shown.replace("??", "")
            assert not [card.text for card in hidden if _holds(cards, card.text)], text
        assert record.json()["deal"].count("??") == len(hidden)
    assert seen


def _holds(text: str, card: str) -> bool:
    """Whether a position or deal in the JSON holds the card: names stand in pairs of letters from a bar or slash on."""
    value = json.loads(text)
    shown = value.get("deal") or (value.get("game") or value)["position"]
    groups = shown.replace("|", "/").partition(" ")[0].split("/")
    del groups[2:3]  # the foundations
    return any(card in [group[at : at + 2] for at in range(0, len(group), 2)] for group in groups)


def test_an_open_table_hides_nothing(program: Program):
    game = program.deal(rules="open-1", code="1")
    assert "??" not in game["position"]


def test_a_hint_is_answered_and_costs_what_it_costs(program: Program):
    game = program.deal(rules="free-castle-1", code="1")
    answer = program.enter(game, "hint").json()
    assert answer["hint"]["move"] in game["legal"]
    assert answer["hint"]["text"].startswith("Hint: ")
    assert answer["game"]["version"] == 1
    refused = program.enter(game, "hint", version=0)
    assert refused.status_code == 409


@pytest.mark.parametrize("text", ["hint draw", "draw hint", "hint hint", ["draw", "hint", "draw"]])
def test_a_hint_beside_other_entries_is_refused_and_nothing_is_made(program: Program, text: str | list[str]):
    game = program.deal(code="1")
    answer = program.enter(game, text)
    assert answer.status_code == 400
    assert answer.json()["error"] == {
        "code": "malformed",
        "message": "A hint comes alone: send it in a request of its own.",
        "reason": "hint_not_alone",
    }
    assert program.get(f"/games/{game['id']}").json() == game


def test_the_castles_are_no_programs(program: Program):
    answer = program.post("/games", {"rules": "castle-1"})
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "pages_only"


def test_a_game_of_the_pages_is_gone_on_with_and_marked(program: Program, player: Visitor, house: House):
    game_id = player.deal(code="1")
    player.play(game_id, "draw")
    assert house.game(game_id)["by_program"] == 0
    game = program.get(f"/games/{game_id}").json()
    game = program.enter(game, "draw").json()["game"]
    assert game["by_program"]
    player.play(game_id, "undo")
    assert house.game(game_id)["by_program"] == 1


def test_anothers_game_is_not_found(program: Program, house: House):
    other = Program(house, make_token(house.visitor(), "other"))
    game = program.deal(code="1")
    for answer in (
        other.get(f"/games/{game['id']}"),
        other.get(f"/games/{game['id']}/record"),
        other.enter(game, "draw"),
        program.get("/games/none"),
    ):
        assert answer.status_code == 404
        assert answer.json()["error"]["code"] == "not_found"


def test_ended_games_take_nothing_more(program: Program):
    game = program.deal(code="1")
    game = program.enter(game, ["draw", "resign"]).json()["game"]
    assert game["status"] == "lost"
    answer = program.enter(game, "draw")
    assert (answer.status_code, answer.json()["error"]["reason"]) == (422, "game_over")
