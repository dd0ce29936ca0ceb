"""What a log holds after a whole session, errors among it: no cookie, token, code, name, secret or query string."""

from urllib.parse import quote

import pytest

from tests.fuzz.target import METRICS, SECRET, Target, Victim
from tests.web.page import read_page


@pytest.fixture
def noted(tmp_path):
    made = Target(tmp_path, LOG_LEVEL="debug")
    yield made
    made.close()


def test_no_secret_of_anybodys_is_in_the_log(noted: Target):
    victim = Victim(noted)
    cookie = {"cookie": victim.cookie}
    secrets = [victim.cookie.partition("=")[2], *victim.cookie.partition("=")[2].split(".")]
    assert noted.ask("POST", "/name", cookie, b"name=" + quote("Geheimrätin").encode()).status == 303
    token = read_page(noted.ask("POST", "/tokens", cookie, b"label=my+label").text).one("code").text
    assert token.startswith("klondaily_")
    bearer = {"authorization": f"Bearer {token}"}
    assert noted.ask("GET", f"/api/v1/games/{victim.game}", bearer).status == 200
    assert noted.ask("GET", f"/api/v1/games/{victim.game}", {"authorization": f"Bearer {token}x"}).status == 401
    shown = read_page(noted.ask("POST", "/device/code", cookie, b"").text).one("p", class_="code").text
    code = shown.replace(" ", "")
    assert noted.ask("GET", f"/device?code={code}").status == 200
    assert noted.ask("POST", "/device", None, f"code={code}".encode()).status == 303
    assert noted.ask("GET", "/metrics", {"authorization": f"Bearer {METRICS}"}).status == 200
    assert noted.ask("GET", f"/device/data.json?token={token}", cookie).status == 200
    # What goes wrong is told as well: refusals, and a fault of the database in the middle of a request.
    noted.ask("POST", f"/game/{victim.game}/table", cookie, b"version=1&entry=" + token.encode())
    noted.ask("GET", "/game/" + "x" * 300, cookie)
    noted.break_database()
    assert noted.ask("POST", f"/game/{victim.game}/table", cookie, b"version=1&entry=draw").status >= 500
    assert noted.ask("POST", "/name", cookie, b"name=" + quote("Geheimrat").encode()).status >= 500
    log = noted.log.read_text()
    assert '"level": "error"' in log, "the fault was to be in the log"
    assert '"path": "/game/{game_id}/table"' in log
    secrets += [token, token.removeprefix("klondaily_"), code, shown, METRICS, SECRET, "Geheimr", "my label", "token="]
    secrets += [victim.game, "klondaily-player"]
    assert [secret for secret in secrets if secret in log] == []
