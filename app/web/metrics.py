"""Numbers for Prometheus at /metrics: off unless the operator sets a token, which has to come along as bearer.

Each process counts for itself, from its start on.
"""

import hmac
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from app.config import Settings
from app.config.clock import now_ms
from app.game.day import day_of
from app.jobs.solver_process import Solvers
from app.store import numbers
from app.web.log import route_of

#: Upper bounds of the latencies' classes, in milliseconds.
BOUNDS: Final = (1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000)
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """What one process has counted. All of it is plain additions, so that a move pays next to nothing for it."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.classes: dict[str, list[int]] = {}
        self.millis: defaultdict[str, float] = defaultdict(float)
        self.moves = 0
        self.refused = 0
        self.errors = 0

    def answered(self, scope: Scope, status: int, millis: float) -> None:
        """Count a request that was answered with ``status`` (499: its client left before) after ``millis``."""
        # What no route took is one label: anybody can invent addresses.
        route = route_of(scope) if "endpoint" in scope else "none"
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
        self.requests[method, route, status] += 1
        self.errors += status >= 500
        if route not in self.classes:
            self.classes[route] = [0] * (len(BOUNDS) + 1)
        self.classes[route][bisect_left(BOUNDS, millis)] += 1
        self.millis[route] += millis

    def entered(self, taken: int, *, is_refused: bool) -> None:
        """Count entries that were made in games, and one that was refused."""
        self.moves += taken
        self.refused += is_refused

    def text(self, stored: numbers.Numbers, solvers: Solvers) -> str:
        """Return everything in Prometheus' text format."""
        return "".join(f"{line}\n" for line in (*self._lines(stored), *_solver_lines(solvers)))

    def _lines(self, stored: numbers.Numbers) -> Iterator[str]:
        requests: dict[Labels, int] = {
            (("method", method), ("route", route), ("status", str(status))): count
            for (method, route, status), count in self.requests.items()
        }
        yield from _family("klondaily_requests_total", "counter", "Requests answered.", requests)
        yield from self._latencies()
        yield from _family("klondaily_entries_total", "counter", "Moves and other entries made.", {(): self.moves})
        yield from _family("klondaily_entries_refused_total", "counter", "Entries refused.", {(): self.refused})
        yield from _family("klondaily_errors_total", "counter", "Answers of status 500 and above.", {(): self.errors})
        yield from _family("klondaily_games_running", "gauge", "Games under way.", {(): stored.running})
        yield from _family("klondaily_ready_deals", "gauge", "Proven deals that lie ready.", _by_rules(stored.ready))
        yield from _family("klondaily_daily_deals_ahead", "gauge", "Later days with a deal.", {(): stored.days_ahead})

    def _latencies(self) -> Iterator[str]:
        name = "klondaily_request_seconds"
        yield f"# HELP {name} Time until the answer was sent."
        yield f"# TYPE {name} histogram"
        for route, counts in self.classes.items():
            total = 0
            for bound, count in zip((*(str(bound / 1000) for bound in BOUNDS), "+Inf"), counts, strict=True):
                total += count
                yield f"{name}_bucket{_labels((('route', route), ('le', bound)))} {total}"
            yield f"{name}_sum{_labels((('route', route),))} {self.millis[route] / 1000:.6f}"
            yield f"{name}_count{_labels((('route', route),))} {total}"


def _solver_lines(solvers: Solvers) -> Iterator[str]:
    both = {"players": solvers.for_players, "background": solvers.in_background}
    tasks: dict[Labels, float] = {(("for", whom),): each.tasks for whom, each in both.items()}
    seconds: dict[Labels, float] = {(("for", whom),): each.seconds for whom, each in both.items()}
    deaths: dict[Labels, float] = {(("for", whom),): each.deaths for whom, each in both.items()}
    yield from _family("klondaily_solver_tasks_total", "counter", "What the solver was asked.", tasks)
    yield from _family("klondaily_solver_seconds_total", "counter", "Time that this took, with waiting.", seconds)
    yield from _family("klondaily_solver_deaths_total", "counter", "Processes of the solver that died.", deaths)


def _family(name: str, kind: str, text: str, values: Mapping[Labels, float]) -> Iterator[str]:
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} {kind}"
    for labels, value in values.items():
        yield f"{name}{_labels(labels)} {value}"


def _labels(labels: Iterable[tuple[str, str]]) -> str:
    inside = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{inside}}}" if inside else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _by_rules(counts: Mapping[str, int]) -> dict[Labels, int]:
    return {(("rules", rules),): count for rules, count in sorted(counts.items())}


async def show(request: Request) -> Response:
    """Answer the numbers to whoever sends the token; to others there is no such page."""
    site = request.app.state.site
    settings: Settings = site.settings
    token = settings.metrics_token
    given = request.headers.get("authorization", "").encode("latin-1")
    if not token or not hmac.compare_digest(given, b"Bearer " + token):
        raise HTTPException(404)
    today = day_of(now_ms(), settings.time_zone)
    stored = await site.database.read(numbers.numbers, today.isoformat())
    return PlainTextResponse(site.metrics.text(stored, site.solvers), headers={"content-type": CONTENT_TYPE})


routes = [Route("/metrics", show)]
