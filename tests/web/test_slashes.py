"""A slash too many or too few at the end of an address."""

import pytest

from tests.web.playing import Visitor


@pytest.mark.parametrize(
    ("path", "right"),
    [
        ("/daily/", "/daily"),
        ("/daily//", "/daily"),
        ("/rules/castles/?a=%2F&b", "/rules/castles?a=%2F&b"),
        ("/api/v1/daily/", "/api/v1/daily"),
    ],
)
def test_it_is_shown_the_way_by_the_path_alone_whatever_host_is_named(player: Visitor, path: str, right: str):
    answer = player.get(path, headers={"host": "evil.example"})
    assert (answer.status_code, answer.headers["location"]) == (307, right)
    assert player.get(right).status_code == 200


@pytest.mark.parametrize(
    "path", ["/nowhere/", "//evil.example/", "//evil.example/daily/", "/%5Cevil.example/", "/rules/castles/x/"]
)
def test_there_is_no_way_to_where_nothing_is(player: Visitor, path: str):
    assert player.get(f"http://cards.example{path}").status_code == 404
