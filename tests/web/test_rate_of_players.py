"""The rate holds for a player from many addresses, and for a token; others are not held up by it."""

import sqlite3
from pathlib import Path

import pytest

from app.web.rate_keys import who_asks
from tests.web.page import read_page
from tests.web.playing import House, Visitor

BURST = 12


@pytest.fixture
def limited(tmp_path: Path, sqlite_template: Path):
    made = House(tmp_path, sqlite_template, rate=1, rate_burst=BURST, trusted_proxies=_networks("203.0.113.0/24"))
    yield made
    made.close()


def _networks(text: str):
    from app.config.readers import networks

    return networks(text)


def many(visitor: Visitor, path: str, headers: dict[str, str]) -> list[int]:
    """Ask often, each time from another address."""
    asked = range(BURST * 2)
    return [visitor.get(path, headers=headers | {"x-forwarded-for": f"198.51.100.{n}"}).status_code for n in asked]


def test_a_player_has_one_rate_from_however_many_addresses(limited: House):
    player = limited.visitor()
    player.post("/games", {"rules": "standard-1", "sure": "1"}, headers={"x-forwarded-for": "198.51.100.99"})
    statuses = many(player, "/rules", {})
    assert statuses[:BURST] == [200] * BURST
    assert statuses[-1] == 429
    assert limited.visitor().get("/rules", headers={"x-forwarded-for": "198.51.100.200"}).status_code == 200


def test_a_token_has_one_rate_as_well(limited: House):
    player = limited.visitor()
    made = player.post("/tokens", {"label": "x"}, headers={"x-forwarded-for": "198.51.100.98"})
    token = read_page(made.text).one("code").text
    statuses = many(limited.visitor(), "/api/v1/daily", {"authorization": f"Bearer {token}"})
    assert statuses[-1] == 429
    assert many(limited.visitor(), "/rules", {})[-1] == 200, "who shows nothing is counted by address alone"


@pytest.mark.parametrize("shown", [f"Bearer klondaily_{'x' * 43}", "Bearer 7", "Bearer", "Basic klondaily"])
def test_a_made_up_token_is_no_name(limited: House, shown: str):
    who = who_asks(limited.app.state.site)
    assert who({b"authorization": shown.encode()}, "http") is None
    assert limited.visitor().get("/api/v1/daily", headers={"authorization": shown}).status_code == 401
    assert who({b"authorization": shown.encode()}, "http") is None, "nor after it was asked for"


def test_nobody_escapes_the_rate_of_a_player_by_tokens_that_are_none(limited: House):
    player = limited.visitor()
    player.post("/games", {"rules": "standard-1", "sure": "1"}, headers={"x-forwarded-for": "198.51.100.97"})
    shown = [{"authorization": f"Bearer {n}", "x-forwarded-for": f"198.51.100.{n}"} for n in range(BURST * 2)]
    statuses = [player.get("/rules", headers=headers).status_code for headers in shown]
    assert statuses[:BURST] == [200] * BURST
    assert statuses[-1] == 429


def test_a_token_that_was_revoked_is_no_name_any_more(limited: House):
    player = limited.visitor()
    made = player.post("/tokens", {"label": "x"}, headers={"x-forwarded-for": "198.51.100.96"})
    header = f"Bearer {read_page(made.text).one('code').text}"
    who = who_asks(limited.app.state.site)
    asked = {b"authorization": header.encode()}
    assert who(asked, "http") is None
    assert limited.visitor().get("/api/v1/daily", headers={"authorization": header}).status_code == 200
    assert who(asked, "http") == who({b"authorization": header.replace("B", "b", 1).encode()}, "http") is not None
    with sqlite3.connect(limited.file) as conn:
        conn.execute("DELETE FROM tokens")
    assert limited.visitor().get("/api/v1/daily", headers={"authorization": header}).status_code == 401
    assert who(asked, "http") is None


def test_the_name_that_servers_tell_each_other_gives_nothing_away(limited: House):
    player = limited.visitor()
    player.post("/games", {"rules": "standard-1", "sure": "1"})
    (row,) = sqlite3.connect(limited.file).execute("SELECT player_id FROM games").fetchall()
    cookie = "; ".join(f"{name}={value}" for name, value in player.client.cookies.items())
    who = who_asks(limited.app.state.site)
    name = who({b"cookie": cookie.encode()}, "http")
    assert name is not None
    assert row[0] not in name
    assert " " not in name
    assert "=" not in name
    assert name == who({b"cookie": cookie.encode(), b"accept-language": b"de"}, "http")
    assert who({b"cookie": cookie.encode()}, "https") is None
    assert who({b"cookie": b"klondaily-player=a.b"}, "http") is None
