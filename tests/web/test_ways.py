"""Addresses that only take forms: whoever opens one gets to the page that it belongs to."""

import re

import pytest
import time_machine
from starlette.routing import Route

from tests.web.playing import House, Visitor

MIDDAY = time_machine.travel("2026-11-29T12:00:00Z", tick=False)


def only_taking_forms(house: House) -> set[str]:
    """Every address of a page that a form is sent to, and nothing else was ever meant for."""
    routes = [
        route
        for route in house.app.router.routes
        if isinstance(route, Route) and not route.path.startswith("/api/") and route.methods
    ]
    opened = {route.path for route in routes if "GET" in route.methods and route.endpoint.__name__ != "lead"}
    return {route.path for route in routes if "POST" in route.methods} - opened


@MIDDAY
def test_every_such_address_leads_to_a_page(house: House, player: Visitor):
    game = player.deal()
    values = {"game_id": game, "day": "2026-11-29", "board": "standard-1", "token_id": "none"}
    paths = [path.format(**values) for path in only_taking_forms(house)]
    assert f"/game/{game}/play" in paths
    assert len(paths) > 10
    for path in paths:
        for method in ("GET", "HEAD"):
            answer = house.run(player.client.request(method, path))
            assert (answer.status_code, method, path) == (303, method, path)
            assert house.run(player.client.request(method, path, follow_redirects=True)).status_code == 200
    assert [row["status"] for row in house.rows("SELECT status FROM games")] == ["playing"]


def test_after_a_refused_press_without_scripts_the_address_leads_to_the_game(house: House, player: Visitor):
    game = player.deal()
    assert player.send(game, 0, "redeal", script=False).status_code == 422
    answer = player.get(f"/game/{game}/play")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/game/{game}")
    # Another's game is not found there either.
    assert house.visitor().get(f"/game/{game}/play", follow_redirects=True).status_code == 404


@pytest.mark.parametrize("name", ["%5C%5Cevil.example", "a%0D%0Ab", "a%3Fb%23c", "%C3%BC", "%25"])
def test_whatever_stands_in_the_address_it_leads_to_no_other_site(player: Visitor, name: str):
    answer = player.get(f"/game/{name}/pause")
    assert answer.status_code == 303
    assert re.fullmatch(r"/game/[A-Za-z0-9%._-]+", answer.headers["location"])


def test_programs_are_told_that_it_is_no_way(player: Visitor):
    assert player.get("/api/v1/games/none/entries").status_code == 405
