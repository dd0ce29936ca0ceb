import httpx
import pytest
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from app.game.errors import IllegalMoveError, InvalidMoveError
from app.i18n import translator
from app.store.errors import GameNotFoundError, UnavailableError
from app.web.errors import PROBLEMS, status_of
from tests.web.page import read_page
from tests.web.playing import House, Visitor


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (HTTPException(404), 404),
        (GameNotFoundError(), 404),
        (InvalidMoveError("bad_move", "x"), 400),
        (RequestValidationError([]), 400),
        (IllegalMoveError("stock_empty", "draw", ""), 422),
        (UnavailableError(), 503),
        (RuntimeError(), 500),
    ],
)
def test_every_kind_of_error_has_its_status(error: Exception, status: int):
    assert status_of(error) == status
    assert status in PROBLEMS


def test_every_status_has_words_in_both_languages():
    for problem in PROBLEMS.values():
        for text in problem:
            assert translator("de").gettext(text) != text


@pytest.mark.parametrize(
    ("language", "title", "next_step"),
    [("en", "Nothing lies here", "To the start page"), ("de", "Hier liegt nichts", "Zur Startseite")],
)
def test_a_missing_page_is_one_in_our_look_and_shows_the_way_on(
    house: House, language: str, title: str, next_step: str
):
    answer = house.visitor(language).get("/no/such/page")
    page = read_page(answer.text)
    assert answer.status_code == 404
    assert page.one("html")["lang"] == language
    assert page.one("h1").text == title
    assert page.one("main").one("a", class_="primary").text == next_step
    assert page.one("input", name="next")["value"] == "/no/such/page"


def test_after_a_form_the_language_switch_leads_to_a_page_that_can_be_opened(player: Visitor):
    answer = player.post("/daily/nothing")
    assert answer.status_code == 404
    assert read_page(answer.text).one("input", name="next")["value"] == "/"


def test_another_players_game_is_a_missing_page_like_any_other(house: House, player: Visitor):
    game = player.deal()
    other, none = house.visitor().get(f"/game/{game}"), house.visitor().get("/game/nothing")
    assert other.status_code == none.status_code == 404
    assert other.text.replace(game, "nothing") == none.text


@pytest.mark.parametrize("body", [b"\xff\xfe", b"rules=%ff", b"&".join([b"a=b"] * 100)])
def test_a_form_that_cannot_be_read_is_a_bad_request(player: Visitor, body: bytes):
    answer = player.house.run(player.client.post("/games", content=body))
    assert answer.status_code == 400
    assert read_page(answer.text).one("h1").text == "That could not be read"


def test_a_database_that_does_not_answer_is_said_and_when_to_ask_again(house: House, player: Visitor):
    game = player.deal()
    house.run(house.app.state.site.database.close())
    answer = player.get(f"/game/{game}")
    page = read_page(answer.text)
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert page.one("a", class_="primary")["href"] == f"/game/{game}"


def test_the_edge_shows_its_refusals_in_the_visitors_language(house: House):
    visitor = house.visitor("de", **{"sec-fetch-site": "cross-site"})
    answer: httpx.Response = visitor.post("/games", {"rules": "standard-1"})
    assert answer.status_code == 403
    assert read_page(answer.text).one("h1").text == "Das kam nicht von dieser Seite"
