"""Cookies that are forged, old, another's or of another installation: nobody becomes a player by them."""

import random

import pytest

from app.web.cookies import Cookies, Signer
from tests.fuzz.target import Target, Victim


def forgeries(victim: Victim) -> list[str]:
    """Values that look like the victim's cookie and are not."""
    value = victim.cookie.partition("=")[2]
    player, _, mac = value.rpartition(".")
    chance = random.Random(8)
    turned = []
    for _ in range(60):
        place = chance.randrange(len(value))
        turned.append(value[:place] + chance.choice("ABCxyz019-_.") + value[place + 1 :])
    return [
        *(each for each in turned if each != value),
        player,
        f"{player}.",
        f"{player}.{mac[:-1]}",
        f"{player}.{mac}A",
        f"{player}.{mac.lower()}",
        f".{mac}",
        f"{player}.{'A' * 22}",
        f"{player}..{mac}",
        f"{player}%00.{mac}",
        f'"{value}',
        Signer(b"another key of 32 bytes in length", "player").sign(player),
        Cookies(b"k" * 32).set_player(player, secure=False).partition(";")[0].partition("=")[2],
        value * 50,
    ]


def test_no_forged_cookie_opens_the_players_game(target: Target, victim: Victim):
    state = target.state()
    for value in forgeries(victim):
        header: dict[str, str | bytes] = {"cookie": f"klondaily-player={value}"}
        assert target.ask("GET", f"/game/{victim.game}", header).status == 404, value
        assert target.ask("POST", f"/game/{victim.game}/table", header, b"version=1&entry=draw").status == 404, value
        data = target.ask("GET", "/device/data.json", header)
        assert (data.status, data.header("location")) == (303, "/device"), value
        assert target.ask("GET", f"/api/v1/games/{victim.game}", header).status == 401, value
    assert target.state() == state
    assert target.ask("GET", f"/game/{victim.game}", {"cookie": victim.cookie}).status == 200


def test_a_cookie_of_plain_http_is_none_by_https_and_the_other_way_round(tmp_path_factory: pytest.TempPathFactory):
    behind = Target(tmp_path_factory.mktemp("proxied"), TRUSTED_PROXIES="127.0.0.1")
    try:
        https = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.5"}
        made = behind.ask("POST", "/games", https, b"rules=standard-1&code=3&sure=1")
        (secure,) = [cookie for cookie in made.cookies() if "player" in cookie]
        lines = [line for line in made.head.lower().split("\r\n") if line.startswith("set-cookie:")]
        assert secure.startswith("__Host-klondaily-player=")
        for line in lines:
            assert "; path=/;" in line
            assert "; secure" in line
            assert "; httponly" in line
            assert "; samesite=lax" in line
            assert "domain" not in line
        path = made.header("location")
        assert made.header("strict-transport-security") == "max-age=31536000"
        assert behind.ask("GET", "/rules").header("strict-transport-security") == ""
        assert behind.ask("GET", path, {"cookie": secure} | https).status == 200
        assert behind.ask("GET", path, {"cookie": secure}).status == 404
        assert behind.ask("GET", path, {"cookie": secure.removeprefix("__Host-")} | https).status == 404
    finally:
        behind.close()


def test_other_cookies_of_anybodys_making_do_nothing(target: Target, victim: Victim):
    for name in ("look", "options", "lesson", "language"):
        for value in (
            "x" * 3000,
            "%00",
            "cloth=%3Cscript%3E",
            "back=gold&cloth=velvet",
            "../../",
            "winnable.hard.medium",
        ):
            cookie = f"{victim.cookie}; klondaily-{name}={value}"
            for path in ("/", f"/game/{victim.game}", "/settings", "/new", "/learn"):
                reply = target.ask("GET", path, {"cookie": cookie})
                assert reply.status == 200
                assert "<script>" not in reply.text.replace("<script src", "").lower() or value not in reply.text
