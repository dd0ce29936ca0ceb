"""The edge where the application puts it."""

import asyncio

import httpx
import pytest

from app.config import load_settings
from app.main import create_app


@pytest.fixture
def application(tmp_path):
    return create_app(load_settings({"KLONDAILY_DATA": str(tmp_path)}))


def ask(application, method, path, **options):
    async def asked():
        transport = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=transport, base_url="http://cards.example") as http:
            return await http.request(method, path, **options)

    return asyncio.run(asked())


def test_an_unexpected_error_is_a_page_in_our_look(application):
    async def boom(request):
        raise RuntimeError("not told")

    application.add_route("/boom", boom)
    answer = ask(application, "GET", "/boom", headers={"accept-language": "de"})
    assert answer.status_code == 500
    assert '<html lang="de"' in answer.text
    assert answer.headers["x-request-id"] in answer.text
    assert "not told" not in answer.text
    assert "Traceback" not in answer.text


def test_another_sites_form_is_a_page_in_our_look_and_changes_nothing(application):
    answer = ask(application, "POST", "/games", headers={"sec-fetch-site": "cross-site"}, data={"rules": "standard-1"})
    assert answer.status_code == 403
    assert "<html" in answer.text
    assert "set-cookie" not in answer.headers


def test_a_missing_page_carries_the_security_headers(application):
    answer = ask(application, "GET", "/nowhere")
    assert answer.status_code == 404
    assert "content-security-policy" in answer.headers


def test_an_address_with_a_null_character_names_nothing(player):
    for path in ("/game/a%00", "/tokens/%00/revoke", "/%00"):
        assert player.get(path).status_code == 404
        assert player.post(path).status_code == 404
