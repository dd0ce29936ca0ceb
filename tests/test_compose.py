"""compose.yaml and the Caddyfile name only what there is, and give no service more rights than it needs."""

import re
from pathlib import Path

import pytest

from app.config import TABLE

ROOT = Path(__file__).resolve().parents[1]
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
CADDYFILE = (ROOT / "Caddyfile").read_text(encoding="utf-8")


def services() -> dict[str, str]:
    """The text of each service, and of what the servers have in common as "x-server"."""
    common, _, rest = COMPOSE.partition("\nservices:\n")
    found = re.split(r"^  ([a-z0-9-]+):\n", rest.partition("\nnetworks:")[0], flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True)) | {"x-server": common}


def test_settings_are_those_of_the_program():
    known = {setting.variable for setting in TABLE}
    assert "KLONDAILY_DATABASE_URL" in COMPOSE
    assert set(re.findall(r"KLONDAILY_[A-Z_]+", COMPOSE)) <= known
    assert set(re.findall(r"CADDY_[A-Z]+", CADDYFILE)) == set(re.findall(r"(CADDY_[A-Z]+): ", COMPOSE))


def test_several_servers_share_what_servers_have_in_common():
    found = services()
    assert {"klondaily", "klondaily-2", "backup", "caddy", "postgres", "x-server"} == found.keys()
    for name in ("klondaily", "klondaily-2", "backup"):
        assert "<<: *server" in found[name]
    for name in ("klondaily-2", "backup", "caddy"):
        assert "profiles: [many]" in found[name]
    assert "profiles: [postgres, many]" in found["postgres"]
    (address,) = re.findall(r"ipv4_address: (\S+)", COMPOSE)
    assert f"KLONDAILY_TRUSTED_PROXIES={address}" in COMPOSE


@pytest.mark.parametrize("name", ["x-server", "caddy", "postgres"])
def test_every_container_has_no_more_rights_than_it_needs(name: str):
    """What the servers have in common stands for all of them; their own lines may not take it back, see below."""
    lines = [line.strip() for line in services()[name].splitlines()]
    assert "read_only: true" in lines
    assert "cap_drop: [ALL]" in lines
    assert 'security_opt: ["no-new-privileges:true"]' in lines
    assert [line for line in lines if line.startswith("tmpfs:")], "nowhere to write what is only for now"
    # Ports below 1024 are the one thing that nobody but root may do.
    added = ["cap_add: [NET_BIND_SERVICE]"] if name == "caddy" else []
    assert [line for line in lines if line.startswith("cap_add")] == added


def test_nobody_gets_rights_back():
    wider = r"^\s*(privileged|network_mode|pid|ipc|userns_mode|devices|cgroup|group_add|security_opt): *(\S.*)"
    assert {found[1] for found in re.findall(wider, COMPOSE, flags=re.MULTILINE)} == {'["no-new-privileges:true"]'}
    assert "docker.sock" not in COMPOSE
    own = {name: text for name, text in services().items() if "<<: *server" in text}
    assert own
    for name, text in own.items():
        assert not re.search(r"^\s*(read_only|tmpfs|cap_\w+|security_opt|user):", text, flags=re.MULTILINE), name


def test_nobody_but_caddy_is_root():
    """Caddy's image has its folder for root, and root without capabilities it is."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert re.findall(r"^USER (\w+)", dockerfile.rpartition("\nFROM ")[2], flags=re.MULTILINE) == ["klondaily"]
    assert re.findall(r"^ +user: (\w+)", services()["postgres"], flags=re.MULTILINE) == ["postgres"]
    assert COMPOSE.count("user:") == 1


def test_caddy_asks_for_readiness_and_keeps_connections_shorter_than_the_servers():
    assert "health_uri /readyz" in CADDYFILE
    (seconds,) = re.findall(r"keepalive (\d+)s", CADDYFILE)
    serve = (ROOT / "app" / "cli" / "serve.py").read_text(encoding="utf-8")
    (kept,) = re.findall(r'"timeout_keep_alive": (\d+)', serve)
    assert int(seconds) < int(kept)
