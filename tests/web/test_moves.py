"""Entries at both routes of a game: taken, refused, malformed, in batches; by whom they may be sent."""

import pytest

from app.game.record import replay
from app.store import games, rows
from tests.web.page import read_page
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor, sight

SCRIPT = pytest.mark.parametrize("script", [True, False], ids=["scripts", "no scripts"])
ILLEGAL = {
    "redeal": "The waste can be turned over only when the stock is empty.",
    "W-F": "The waste is empty.",
    "W-T3": "The waste is empty.",
    "FH-T1": "That foundation is empty.",
    "T7-T1x2": "Face-down cards cannot be moved.",
    "T2-T1x9": "So many cards do not lie there.",
    "T1-T1": "That card already lies in this column.",
    "undo": "There is nothing to take back.",
    "redo": "There is nothing to do again.",
    "finish": "The rest cannot be played out yet.",
}
MALFORMED = ("T8-F", "draw2", "T1-T2x1", "T1-T2x14", " draw", "DRAW", "T1-F\n", "W", "<b>", "T1-T2x٢", "x" * 5000)


@SCRIPT
def test_every_kind_of_entry_is_taken_by_both_routes(house: House, player: Visitor, script: bool):
    # The line of the win has draws, redeals, waste and columns to both, runs, and a card taken down.
    game = player.deal("standard-3", WON_CODE)
    for number, entry in enumerate(WON_LINE[:-1]):
        answer = player.send(game, number, entry, script=script)
        assert answer.status_code == (200 if script else 303), entry
        if script:
            assert (sight(answer).version, sight(answer).taken) == (number + 1, 1)
        else:
            assert answer.headers["location"] == f"/game/{game}"
    version = len(WON_LINE) - 1
    for entry in ("undo", "redo", WON_LINE[-1]):
        assert player.send(game, version, entry, script=script).status_code == (200 if script else 303)
        version += 1
    assert house.game(game)["status"] == "won"
    other = player.deal()
    assert player.send(other, 0, "draw", script=script).is_success or not script
    assert player.send(other, 1, "resign", script=script).status_code == (200 if script else 303)
    assert house.game(other)["status"] == "lost"


def test_finish_plays_the_rest_by_both_routes(house: House, player: Visitor):
    for script in (True, False):
        game = player.deal("standard-3", WON_CODE)
        for cut in range(len(WON_LINE) - 30, len(WON_LINE)):
            player.play(game, *WON_LINE[house.game(game)["version"] : cut])
            if player.see(game).table.every("button", value="finish"):
                break
        row = house.game(game)
        assert row["status"] == "playing"
        player.send(game, row["version"], "finish", script=script)
        assert house.game(game)["status"] == "won"
        assert house.entries(game)[-1] == "finish"


def test_the_stored_position_is_that_of_the_replayed_record(house: House, player: Visitor):
    game = player.deal("standard-3", WON_CODE)
    for number in range(0, 60, 3):
        player.play(game, *WON_LINE[number : number + 3], "undo", "undo", "redo", "redo")
    player.play(game, "hint", "undo", "undo", "undo", "redo")
    record = house.write(lambda conn: games.record(conn, rows.load(conn, game, house.game(game)["player_id"])))
    state = replay(record).state
    row = house.game(game)
    assert state.position.text == row["position"]
    assert (state.score, state.moves, state.version) == (row["score"], row["moves"], row["version"])


@SCRIPT
@pytest.mark.parametrize("entry", ILLEGAL)
def test_an_illegal_entry_answers_422_with_the_table_and_the_reason(house, player, entry, script):
    game = player.deal(code="1")
    seen = sight(player.send(game, 0, entry, script=script))
    assert (seen.status, seen.version, seen.taken, seen.trouble) == (422, 0, 0, ILLEGAL[entry])
    assert [seen.cards(f"T{n}") for n in range(1, 8)] == [
        [column.up[0].text] for column in house.position(game).columns
    ]
    assert house.entries(game) == []


@SCRIPT
@pytest.mark.parametrize("entry", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_entry_answers_400_with_the_table_and_a_message(house, player, entry, script):
    game = player.deal()
    seen = sight(player.send(game, 0, entry, script=script))
    assert (seen.status, seen.version, seen.taken, seen.trouble) == (400, 0, 0, "That is no move.")
    assert house.entries(game) == []


@SCRIPT
@pytest.mark.parametrize(
    "body",
    [
        "",
        "version=0",
        "entry=draw",
        "version=&entry=draw",
        "version=-1&entry=draw",
        "version=1e0&entry=draw",
        "version=%D9%A0&entry=draw",
        "version=99999999999&entry=draw",
        "version=0&version=0&entry=draw",
        "version=0&entry=%FF",
        "version=0" + "&entry=draw" * 101,
        "version=0&entry=draw" + "&x=1" * 200,
        b"\xff\xfe",
        '{"version": 0, "entry": "draw"}',
    ],
)
def test_a_form_that_is_no_play_answers_400_with_the_table(house, player, body, script):
    game = player.deal()
    seen = sight(player.post(f"/game/{game}/{'table' if script else 'play'}", content=body))
    assert (seen.status, seen.version, seen.trouble) == (400, 0, "That is no move.")
    assert house.entries(game) == []


@SCRIPT
def test_a_card_without_a_place_changes_nothing_and_says_so(house, player, script):
    game = player.deal(code="1")
    seen = sight(player.send(game, 0, "", script=script))
    assert (seen.status, seen.version, seen.trouble) == (422, 0, "There is no place for that card now.")


@pytest.mark.parametrize(
    ("entry", "status", "message"),
    [
        ("W-F", 422, "Die Ablage ist leer."),
        ("nonsense", 400, "Das ist kein Zug."),
        ("", 422, "Für diese Karte gibt es gerade keinen Platz."),
    ],
)
def test_the_message_is_german_for_a_german_player(house, entry, status, message):
    player = house.visitor("de-DE,de;q=0.9")
    game = player.deal()
    for script in (True, False):
        seen = sight(player.send(game, 0, entry, script=script))
        assert (seen.status, seen.trouble) == (status, message)


@SCRIPT
def test_a_batch_is_taken_up_to_the_first_illegal_entry(house, player, script):
    game = player.deal()
    seen = sight(player.send(game, 0, "draw", "draw", "redeal", "draw", script=script))
    assert (seen.status, seen.taken, seen.version) == (422, 2, 2)
    assert house.entries(game) == ["draw", "draw"]
    assert seen.trouble == ILLEGAL["redeal"]


@SCRIPT
def test_a_batch_is_taken_up_to_the_first_malformed_entry(house, player, script):
    game = player.deal()
    seen = sight(player.send(game, 0, "draw", "nonsense", "draw", script=script))
    assert (seen.status, seen.taken, seen.version) == (400, 1, 1)
    assert house.entries(game) == ["draw"]


def test_a_whole_batch_is_taken_in_its_order(house, player):
    game = player.deal("standard-3", WON_CODE)
    seen = sight(player.send(game, 0, *WON_LINE[:100]))
    assert (seen.status, seen.taken, seen.version) == (200, 100, 100)
    assert house.entries(game) == WON_LINE[:100]


def test_entries_after_the_winning_one_are_refused(house, player):
    game = player.deal("standard-3", WON_CODE)
    player.play(game, *WON_LINE[:60])
    seen = sight(player.send(game, 60, *WON_LINE[60:], "draw"))
    assert (seen.status, seen.taken) == (422, len(WON_LINE) - 60)
    assert seen.table["data-status"] == "won"


def test_an_answer_says_what_happened_for_the_live_region(player):
    game = player.deal(code=WON_CODE)
    seen = player.play(game, "T5-F")
    assert "put up." in seen.table["data-say"]
    assert "turned up in column 5." in seen.table["data-say"]
    assert player.play(game, "undo").table["data-say"] == "Move taken back."
    assert player.play(game, "draw").table["data-say"].endswith(" drawn.")


def test_score_time_and_status_sent_by_hand_change_nothing(house, player):
    # Case 64: there is no field for them, so they are as if they were not there.
    game = player.deal()
    fields = {"version": "0", "entry": "draw", "score": "9999", "status": "won", "ms": "1", "clock_ms": "1"}
    assert player.post(f"/game/{game}/table", fields).status_code == 200
    row = house.game(game)
    assert (row["score"], row["status"], row["version"]) == (0, "playing", 1)


ROUTES = (
    ("GET", "/game/{}"),
    ("GET", "/game/{}/table"),
    ("POST", "/game/{}/table"),
    ("POST", "/game/{}/play"),
    ("GET", "/game/{}/leave"),
    ("GET", "/game/{}/give-up"),
    ("POST", "/game/{}/give-up"),
    ("POST", "/game/{}/pause"),
    ("POST", "/game/{}/resume"),
)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_another_players_game_is_not_found(house, player, method, path):
    game = player.deal()
    player.play(game, "draw")
    before = house.game(game)
    other = house.visitor()
    other.deal()
    stranger = house.visitor()
    forged = house.visitor(cookie=f"klondaily-player={before['player_id']}.AAAAAAAAAAAAAAAAAAAAAA")
    for visitor in (other, stranger, forged):
        for body in ({"version": "1", "entry": "draw"}, {}):
            answer = house.run(visitor.client.request(method, path.format(game), data=body))
            assert answer.status_code == 404
            assert "data-card" not in answer.text
            assert "<h1>" in answer.text
    assert house.game(game) == before
    missing = house.run(player.client.request(method, path.format("AAAAAAAAAAAAAAAAAAAAAA")))
    assert missing.status_code == 404


def test_a_foreign_game_to_deal_from_is_not_found(house, player):
    game = player.deal()
    other = house.visitor()
    assert other.post("/games", {"from": game, "then": "again", "sure": "1"}).status_code == 404
    assert len(house.rows("SELECT id FROM games")) == 1


def test_a_forged_cookie_is_a_new_visitor(house):
    forged = house.visitor(cookie="klondaily-player=someone.AAAAAAAAAAAAAAAAAAAAAA")
    answer = forged.post("/games", {"rules": "standard-1"})
    assert answer.status_code == 303
    assert "klondaily-player=" in answer.headers["set-cookie"]
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert house.rows("SELECT player_id FROM games")[0]["player_id"] != "someone"


def test_a_player_exists_from_the_first_move_on_and_not_before(house, player):
    player.get("/")
    game = player.deal()
    player.see(game)
    assert house.rows("SELECT * FROM players") == []
    player.play(game, "draw")
    assert [row["id"] for row in house.rows("SELECT * FROM players")] == [house.game(game)["player_id"]]


@SCRIPT
def test_an_ended_game_is_read_only_and_the_focus_is_on_new(house, player, script):
    # Case 57.
    game = player.deal()
    player.play(game, "draw", "resign")
    before = house.game(game)
    for entry in ("draw", "undo", "redo", "hint", "finish", "resign", "T1-F"):
        seen = sight(player.send(game, 2, entry, script=script))
        assert (seen.status, seen.trouble) == (422, "This game is over.")
        assert seen.table["data-status"] == "lost"
    assert house.game(game) == before
    seen = player.see(game)
    assert seen.table.every(name="entry") == []
    assert seen.table.every(data_to=True) == []
    assert seen.table.one(data_focus="end").text == "New game"
    assert seen.table.one(class_="outcome")["data-kind"] == "lost"
    for action in ("give-up", "pause", "resume"):
        assert player.post(f"/game/{game}/{action}").status_code == 303
    assert house.game(game) == before


def test_a_won_game_says_so_with_its_figures(player):
    game = player.deal("vegas-3", WON_CODE)
    seen = player.play(game, *WON_LINE)
    assert (seen.table["data-status"], seen.table["data-score"]) == ("won", "208")
    assert seen.table.one(class_="outcome").one("h2").text == "Won!"
    assert [len(seen.cards(f"F{suit}")) for suit in "CDHS"] == [2, 2, 2, 2]
    assert seen.table.every("button", class_="card") == []


def test_a_move_is_answered_whatever_the_method_of_asking(player):
    game = player.deal()
    assert player.get(f"/game/{game}/play").headers["location"] == f"/game/{game}"
    assert sight(player.get(f"/game/{game}/table")).version == 0
    assert read_page(player.post(f"/game/{game}").text).every("h1")
