"""compose.yaml and the Caddyfile name only what there is, and give no service more rights than it needs."""

import re
from pathlib import Path

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
    for name in ("x-server", "caddy"):
        assert "read_only: true" in found[name]
        assert "cap_drop: [ALL]" in found[name]
        assert "no-new-privileges:true" in found[name]
    (address,) = re.findall(r"ipv4_address: (\S+)", COMPOSE)
    assert f"KLONDAILY_TRUSTED_PROXIES={address}" in COMPOSE


def test_caddy_asks_for_readiness_and_keeps_connections_shorter_than_the_servers():
    assert "health_uri /readyz" in CADDYFILE
    (seconds,) = re.findall(r"keepalive (\d+)s", CADDYFILE)
    serve = (ROOT / "app" / "cli" / "serve.py").read_text(encoding="utf-8")
    (kept,) = re.findall(r'"timeout_keep_alive": (\d+)', serve)
    assert int(seconds) < int(kept)
