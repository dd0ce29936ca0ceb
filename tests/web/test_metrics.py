"""/metrics: nothing without the token, and true numbers with it."""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.playing import QUICK_FOLDER, House, Visitor

TOKEN = "a-long-token-for-prometheus"
SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\]|\\.)*",?)*)\})? (\S+)')


@pytest.fixture(scope="module")
def watched(sqlite_template: Path) -> Iterator[House]:
    with tempfile.TemporaryDirectory(dir=QUICK_FOLDER) as folder:
        house = House(Path(folder), sqlite_template, metrics_token=TOKEN.encode())
        yield house
        house.close()


def ask(visitor: Visitor, token: str = TOKEN) -> httpx.Response:
    return visitor.get("/metrics", headers={"authorization": f"Bearer {token}"})


def samples(text: str) -> dict[str, float]:
    """Each sample by its name and labels as they stand; every line must be one of the format's."""
    found = {}
    for line in text.splitlines():
        if not line.startswith(("# HELP ", "# TYPE ")):
            match = SAMPLE.fullmatch(line)
            assert match, line
            found[line.rpartition(" ")[0]] = float(match[3])
    return found


def test_there_is_no_such_page_without_a_token(house: House, player: Visitor):
    assert ask(player).status_code == 404
    assert ask(player, "").status_code == 404
    assert player.get("/metrics").status_code == 404


@pytest.mark.parametrize("token", ["", "wrong", TOKEN + "x", TOKEN[:-1], "é"])
def test_nor_for_others(watched: House, token: str):
    answer = watched.visitor().get("/metrics", headers={"authorization": f"Bearer {token}".encode()})
    assert answer.status_code == 404


def test_it_counts_what_happened(watched: House):
    visitor = watched.visitor()
    before = samples(ask(visitor).text)
    game_id = visitor.deal(code="1")
    visitor.play(game_id, "draw", "draw")
    visitor.send(game_id, 2, "redeal")
    visitor.get("/no/such/page")
    visitor.get(f"/game/{game_id}")
    answer = ask(visitor)
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    after = samples(answer.text)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    table = 'klondaily_requests_total{method="POST",route="/game/{game_id}/table",status="%s"}'
    assert grown(table % 200) == 1
    assert grown(table % 422) == 1
    assert grown('klondaily_requests_total{method="GET",route="none",status="404"}') == 1
    assert grown("klondaily_entries_total") == 2
    assert grown("klondaily_entries_refused_total") == 1
    assert grown("klondaily_games_running") == 1
    assert grown("klondaily_errors_total") == 0
    assert game_id not in answer.text


def test_the_histogram_adds_up(watched: House):
    visitor = watched.visitor()
    visitor.get("/")
    found = samples(ask(visitor).text)
    buckets = [value for name, value in found.items() if name.startswith('klondaily_request_seconds_bucket{route="/",')]
    assert buckets == sorted(buckets)
    assert buckets[-1] == found['klondaily_request_seconds_count{route="/"}'] > 0
    assert found['klondaily_request_seconds_sum{route="/"}'] > 0


def test_it_tells_of_the_solver(watched: House):
    visitor = watched.visitor()
    name = 'klondaily_solver_%s_total{for="players"}'
    before = samples(ask(visitor).text)
    game_id = visitor.deal(code="12345")
    visitor.play(game_id, "draw")
    assert visitor.get(f"/game/{game_id}/verdict").status_code == 200
    after = samples(ask(visitor).text)
    assert after[name % "tasks"] == before[name % "tasks"] + 1
    assert after[name % "seconds"] > before[name % "seconds"]
    assert after[name % "deaths"] == 0
    assert 'klondaily_solver_tasks_total{for="background"}' in after


def test_made_up_methods_and_paths_make_no_labels(watched: House):
    visitor = watched.visitor()
    count = len(samples(ask(visitor).text))
    for number in range(5):
        watched.run(visitor.client.request(f"M{number}", f"/{number}"))
    assert len(samples(ask(visitor).text)) <= count + 2
