"""Two servers behind the real Caddy with the project's own Caddyfile: TLS, HTTP/2, events, a server lost."""

import json
import os
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.client import HTTPException, HTTPSConnection
from pathlib import Path
from typing import NamedTuple

import pytest

from app.game.deal import deal_from_code
from app.store import dailies
from app.store.database import run_once
from tests.faults.serving import ROOT, Server
from tests.require import skip_or_fail
from tests.web.playing import WON_CODE, WON_LINE

MakeServer = Callable[..., Server]
HEADERS = {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}
#: Beside the project's own file: other ports, and nothing outside of the test's folder.
AROUND = """{{
	admin off
	skip_install_trust
	auto_https disable_redirects
	http_port {http}
	https_port {https}
	storage file_system {folder}
	log default {{
		output discard
	}}
}}
import {caddyfile}
"""


class Site(NamedTuple):
    """What players see of it."""

    port: int
    authority: Path
    servers: tuple[Server, Server]

    def context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.authority))

    def curl(self, *arguments: str) -> str:
        command = ["curl", "--silent", "--show-error", "--cacert", str(self.authority), "--max-time", "20", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout

    def url(self, path: str) -> str:
        return f"https://localhost:{self.port}{path}"


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


@pytest.fixture
def site(make_server: MakeServer, postgres_url: str, tmp_path: Path) -> Iterator[Site]:
    for program in ("caddy", "curl"):
        if shutil.which(program) is None:
            skip_or_fail(f"{program} is not installed")
    day = datetime.now(UTC).date().isoformat()
    run_once(postgres_url, dailies.create, day, deal_from_code(WON_CODE).text, "0", 0)
    settings = {"TRUSTED_PROXIES": "127.0.0.1", "LOG_LEVEL": "error"}
    servers = make_server(postgres_url, **settings), make_server(postgres_url, **settings)
    for server in servers:
        server.begin()
    for server in servers:
        server.wait_until_ready()
    http, https = free_ports(2)
    folder = tmp_path / "caddy"
    file = tmp_path / "Caddyfile"
    file.write_text(AROUND.format(http=http, https=https, folder=folder, caddyfile=ROOT / "Caddyfile"))
    environ = os.environ | {
        "CADDY_SITE": f"localhost:{https}",
        "CADDY_SERVERS": " ".join(f"127.0.0.1:{server.port}" for server in servers),
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    command = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
    with subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as caddy:
        try:
            made = Site(https, folder / "pki" / "authorities" / "local" / "root.crt", servers)
            await_ready(made, caddy)
            yield made
        finally:
            caddy.kill()


def await_ready(site: Site, caddy: "subprocess.Popen[str]") -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if caddy.poll() is not None:
            assert caddy.stderr is not None
            pytest.fail(caddy.stderr.read())
        try:
            if "ok" in site.curl(site.url("/readyz")):
                return
        except subprocess.CalledProcessError:
            time.sleep(0.1)
    pytest.fail("Caddy does not answer")


class Player:
    """A browser that keeps its connection, and asks again with what it saw last where no answer came."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._connection: HTTPSConnection | None = None
        self.cookie = ""
        self.game = ""
        self.version = 0
        self.lost = 0

    def ask(self, method: str, path: str, body: str = "") -> tuple[int, dict[str, str]]:
        headers = HEADERS | ({"cookie": self.cookie} if self.cookie else {})
        for _ in range(100):
            try:
                if self._connection is None:
                    self._connection = HTTPSConnection(
                        "localhost", self._site.port, timeout=20, context=self._site.context()
                    )
                self._connection.request(method, path, body, headers)
                answer = self._connection.getresponse()
                answer.read()
            except (OSError, HTTPException):
                self.close()
            else:
                if answer.status < 500:
                    return answer.status, {name.lower(): value for name, value in answer.getheaders()}
            self.lost += 1
            time.sleep(0.05)
        raise AssertionError("no answer")

    def begin(self, path: str, body: str = "") -> dict[str, str]:
        status, headers = self.ask("POST", path, body)
        assert status == 303
        self.game = headers["location"].rpartition("/")[2]
        self.cookie = headers["set-cookie"].partition(";")[0]
        return headers

    def play(self, entry: str) -> None:
        # Sent again where the answer got lost: what was taken is not taken twice.
        for _ in range(3):
            status, _ = self.ask("POST", f"/game/{self.game}/table", f"version={self.version}&entry={entry}")
            if status == 200:
                self.version += 1
                return
            assert status == 409
            (row,) = self._site.servers[1].rows("SELECT version FROM games WHERE id = ?", self.game)
            if row["version"] > self.version:
                self.version = row["version"]
                return
        raise AssertionError(entry)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def test_players_come_by_http2_with_cookies_for_https_only(site: Site):
    head = site.curl("--http2", "--head", "--request", "GET", site.url("/"))
    assert head.startswith("HTTP/2 200")
    assert "strict-transport-security" not in head or "max-age" in head
    player = Player(site)
    headers = player.begin("/games", "rules=standard-1&code=1&sure=1")
    assert headers["set-cookie"].startswith("__Host-")
    assert "; secure" in headers["set-cookie"].lower()
    for _ in range(20):
        player.play("draw")
    player.close()
    assert site.servers[0].rows("SELECT version FROM games") == [{"version": 20}]


def test_whoever_claims_to_be_another_address_is_not_believed(make_server: MakeServer, site: Site):
    site.servers[0].stop(10)
    strict = make_server(site.servers[1].url, TRUSTED_PROXIES="127.0.0.1", RATE="1", RATE_BURST="5")
    strict.start("--port", str(site.servers[0].port))
    site.servers[1].stop(10)
    connection = HTTPSConnection("localhost", site.port, timeout=20, context=site.context())
    statuses = []
    for number in range(20):
        connection.request("GET", "/rules", headers={"x-forwarded-for": f"192.0.2.{number}"})
        answer = connection.getresponse()
        answer.read()
        statuses.append(answer.status)
    connection.close()
    assert 429 in statuses


def test_news_of_a_leaderboard_come_through_at_once(site: Site):
    day = datetime.now(UTC).date().isoformat()
    command = ["curl", "--silent", "--no-buffer", "--http2", "--cacert", str(site.authority), "--max-time", "30"]
    command.append(site.url(f"/leaderboard/{day}/vegas-3/live"))
    with subprocess.Popen(command, stdout=subprocess.PIPE) as watcher:
        assert watcher.stdout is not None
        assert watcher.stdout.readline() == b"retry: 5000\n"
        player = Player(site)
        player.begin("/daily/vegas-3")
        for entry in WON_LINE:
            player.play(entry)
        began = time.perf_counter()
        player.close()
        assert watcher.stdout.readline() == b"\n"
        assert watcher.stdout.readline() == b"data: 1\n"
        assert time.perf_counter() - began < 1
        watcher.kill()


def test_players_go_on_when_a_server_is_killed(site: Site):
    players = [Player(site) for _ in range(4)]
    for number, player in enumerate(players):
        player.begin("/games", f"rules=standard-1&code={number}&sure=1")

    def play(player: Player) -> None:
        while player.version < 24:
            player.play("draw")
            time.sleep(0.02)

    threads = [threading.Thread(target=play, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    while min(player.version for player in players) < 5:
        time.sleep(0.01)
    site.servers[0].kill()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    rows = site.servers[1].rows("SELECT id, version FROM games")
    assert {row["id"]: row["version"] for row in rows} == {player.game: 24 for player in players}
    # A stopped server's place is taken over, not waited for.
    assert sum(player.lost for player in players) < 60, json.dumps([player.lost for player in players])
    for player in players:
        player.close()


def test_a_server_that_goes_while_all_are_thinking_takes_no_other_with_it(site: Site):
    player = Player(site)
    player.begin("/games", "rules=standard-1&code=1&sure=1")
    for _ in range(2):
        player.play("draw")
    site.servers[0].kill()
    for _ in range(4):
        player.play("draw")
    player.close()
    assert site.servers[1].rows("SELECT version FROM games") == [{"version": 6}]
    # Until it is missed, every other move comes to it: at most so long as two of the proxy's looks at it.
    assert player.lost < 60
