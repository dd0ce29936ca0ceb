"""Who may play over /api/v1: tokens made and revoked, cookies, and requests of other sites."""

import pytest

from tests.web.api.program import API, Program, make_token
from tests.web.playing import House, Visitor


def test_a_token_is_shown_once_and_kept_as_a_hash(player: Visitor, house: House):
    token = make_token(player)
    assert token.startswith("klondaily_")
    assert len(token) == len("klondaily_") + 43
    assert token not in player.get("/tokens").text
    assert "robot" in player.get("/tokens").text
    (row,) = house.rows("SELECT * FROM tokens")
    assert token not in str(row)


def test_a_revoked_token_opens_nothing(program: Program, player: Visitor, house: House):
    game = program.deal(code="1")
    (row,) = house.rows("SELECT id FROM tokens")
    stranger = house.visitor()
    stranger.post("/tokens")
    stranger.post(f"/tokens/{row['id']}/revoke")
    assert program.get(f"/games/{game['id']}").status_code == 200
    assert player.post(f"/tokens/{row['id']}/revoke").headers["location"] == "/tokens"
    answer = program.get(f"/games/{game['id']}")
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["error"]["code"] == "unauthorized"


def test_nobody_has_more_tokens_than_twenty(player: Visitor, house: House):
    for number in range(20):
        make_token(player, f"token {number}")
    answer = player.post("/tokens", {"label": "one more"})
    assert answer.status_code == 409
    assert "Revoke one" in answer.text
    assert len(house.rows("SELECT id FROM tokens")) == 20


def test_a_token_belongs_to_the_player_who_made_it(player: Visitor, house: House):
    game_id = player.deal(code="1")
    program = Program(house, make_token(player))
    assert program.get(f"/games/{game_id}").status_code == 200


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Bearer klondaily_x", "Basic YTpi", "", "Bearer \xff"])
def test_what_is_no_token_opens_nothing_even_with_a_cookie(player: Visitor, header: str):
    game_id = player.deal(code="1")
    answer = player.get(f"{API}/games/{game_id}", headers={"authorization": header.encode("latin-1")})
    assert answer.status_code == 401


def test_the_players_cookie_will_do(player: Visitor):
    game_id = player.deal(code="1")
    assert player.get(f"{API}/games/{game_id}").json()["id"] == game_id


def test_without_either_nothing_is_anybodys(house: House):
    nobody = Program(house, None)
    assert nobody.get("/games/x").status_code == 401
    assert nobody.get("/games/x/record").status_code == 401
    assert nobody.get("/daily").status_code == 200


def test_a_new_player_gets_the_cookie_with_the_first_game(house: House):
    nobody = Program(house, None)
    game = nobody.deal(code="1")
    assert "klondaily-player" in nobody.visitor.client.cookies
    assert nobody.get(f"/games/{game['id']}").status_code == 200
    assert nobody.enter(game, "draw").status_code == 200, "no form of another site can send JSON"
    body = '{"text": "draw", "version": 1}'
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        request = nobody.visitor.client.post(
            f"{API}/games/{game['id']}/entries", content=body, headers={"content-type": kind}
        )
        answer = house.run(request)
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "not_json"
        assert answer.json()["error"]["message"].endswith("with the header Content-Type: application/json.")


def test_other_sites_cannot_use_the_cookie(player: Visitor):
    game_id = player.deal(code="1")
    body = {"text": "draw", "version": 0}
    headers = {"sec-fetch-site": "cross-site", "origin": "https://evil.example"}
    request = player.client.post(f"{API}/games/{game_id}/entries", json=body, headers=headers)
    answer = player.house.run(request)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "cross_origin"
    assert "another site" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("method", "path", "status", "allow"),
    [
        ("DELETE", "/games/x", 405, "GET"),
        ("PUT", "/games/x/entries", 405, "POST"),
        ("DELETE", "/openapi.json", 405, "GET"),
        ("POST", "/daily", 405, "GET"),
        ("POST", "/nothing", 404, None),
        ("POST", "/games", 403, None),
    ],
)
def test_a_method_or_an_address_that_is_not_there_is_said_with_a_cookie_too(
    player: Visitor, method: str, path: str, status: int, allow: str | None
):
    player.deal(code="1")
    del player.client.headers["sec-fetch-site"]
    for headers in ({}, {"origin": "https://evil.example"}):
        answer = player.house.run(player.client.request(method, f"{API}{path}", headers=headers))
        assert (answer.status_code, answer.headers.get("allow")) == (status, allow)


def test_a_token_without_a_cookie_may_come_from_anywhere(program: Program):
    game = program.deal(code="1")
    program.visitor.client.headers.update({"sec-fetch-site": "cross-site", "origin": "https://robot.example"})
    assert program.enter(game, "draw").status_code == 200
    program.visitor.client.headers["cookie"] = "klondaily-player=x"
    assert program.post("/games", {"rules": "standard-1"}).status_code == 403


def test_unknown_addresses_and_methods_are_json_too(program: Program):
    answer = program.get("/nothing")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    answer = program.visitor.post(f"{API}/daily")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method_not_allowed")


def test_the_page_speaks_german(house: House):
    page = house.visitor("de").get("/tokens")
    assert "Tokens für Programme" in page.text
