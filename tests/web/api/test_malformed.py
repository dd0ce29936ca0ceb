"""Whatever comes in: a clear answer below 500, in JSON, and nothing changed."""

import json
import random

import pytest

from tests.web.api.program import API, Program

NASTY = [
    None,
    True,
    -1,
    2**63,
    10**400,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "\x00",
    "\ud800",
    "é🂡\u202e",
    "x" * 5000,
    [],
    [[]],
    {},
    {"\ud800": 1},
    ["draw", None],
    ["\ud800"],
]


def raw(program: Program, path: str, body: bytes, kind: str = "application/json"):
    answer = program.visitor.post(f"{API}{path}", content=body, headers={"content-type": kind})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["error"]["code"]
    return answer


@pytest.mark.parametrize("field", ["rules", "code", "deal", "\ud800"])
def test_nasty_values_deal_no_game(program: Program, field: str):
    for value in NASTY:
        body = {"rules": "standard-1"} | {field: value}
        if field in ("code", "deal") and value is None:
            continue  # as if it were not there
        answer = raw(program, "/games", json.dumps(body).encode())
        assert answer.status_code == 400, value
    assert program.house.rows("SELECT id FROM games") == []


@pytest.mark.parametrize("field", ["text", "version", "other"])
def test_nasty_values_enter_nothing(program: Program, field: str):
    game = program.deal(code="1")
    for value in NASTY:
        body = {"text": "draw", "version": 0} | {field: value}
        answer = raw(program, f"/games/{game['id']}/entries", json.dumps(body).encode())
        assert answer.status_code == 400, value
    assert program.get(f"/games/{game['id']}").json() == game


@pytest.mark.parametrize(
    "body", [b"", b"null", b"\xff\xfe", b"[" * 60_000, b'{"rules":', b'{"rules": "\xff"}', b"\x00", b"1" * 60_000]
)
def test_what_is_no_json_object_is_malformed(program: Program, body: bytes):
    assert raw(program, "/games", body).status_code == 400


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_read(program: Program, kind: str):
    answer = raw(program, "/games", b'{"rules": "standard-1"}', kind)
    assert answer.status_code == 400
    wanted = "Send the body as a JSON object, with the header Content-Type: application/json."
    assert answer.json()["error"]["message"] == wanted


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "The body must be a JSON object."),
        (b"[]", "The body must be a JSON object."),
        (b"1", "The body must be a JSON object."),
        (b'{"rules" 1}', "The body is no JSON: at character 10."),
        (b"{}", "body.rules: Field required"),
    ],
)
def test_a_body_that_is_not_what_it_should_be_is_told_what_is_wanted(program: Program, body: bytes, said: str):
    assert raw(program, "/games", body, "application/json; charset=utf-8").json()["error"]["message"] == said


def test_a_body_that_is_too_large_is_refused(program: Program):
    assert raw(program, "/games", b" " * 70_000).status_code == 413


def test_random_paths_and_bodies_break_nothing(program: Program):
    chance = random.Random(5)
    pieces = [
        "games",
        "daily",
        "leaderboards",
        "%00",
        "%ff",
        "..",
        "a" * 300,
        "2026-11-29",
        "standard-1",
        "record",
        "é",
    ]
    for _ in range(150):
        path = "/".join(chance.choices(pieces, k=chance.randint(1, 4)))
        answer = program.visitor.get(f"{API}/{path}")
        assert answer.status_code < 500, path
        body = bytes(chance.choices(range(256), k=chance.randint(0, 40)))
        answer = program.visitor.post(f"{API}/{path}", content=body)
        assert answer.status_code < 500, path
