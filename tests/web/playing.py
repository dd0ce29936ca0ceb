"""An installation on a real SQLite file, and visitors who play there through its pages.

Fixtures: ``house`` is the installation, empty at the start of each test; ``player`` a visitor who reads English and
has no cookie yet.
"""

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import httpx
import pytest

from app.config import Settings
from app.game.cards import SUITS
from app.game.law import legal_moves
from app.game.moves import Move
from app.game.position import Position, parse_position
from app.game.rules import rule_set
from app.main import create_app
from app.store.database import Database
from tests.web.page import Element, read_page

T = TypeVar("T")

#: Deal 32 won by draw 3 within two redeals: under vegas-3, and so under standard-3 as well.
WON_CODE = "32"
WON_TEXT = (
    "T5-F T3-T2 draw draw draw W-F draw draw draw draw draw redeal draw draw draw draw draw draw W-F T5-F T5-F T5-T7 "
    "T4-T5 T4-T5 T4-F T3-F W-T3 draw draw W-T5 T1-T7 redeal draw W-T1 T6-T1 T6-F draw W-F W-T4 T3-T2x2 draw W-T3 "
    "T7-T3x3 T7-T1 T6-T7 W-T1 W-F T5-F T2-T7x3 T2-F T2-F draw W-F T7-F draw W-F T7-F W-F T7-F T4-F T6-T7 T4-F W-F W-F "
    "W-F FD-T3 W-T3 T7-T3x2 T7-F T7-T6 T7-T2 T7-F T3-T6x4 T3-F T7-F W-F draw W-F W-F T2-F W-F T6-F T6-F T5-F T5-F "
    "T6-F T6-F T5-F T6-F draw W-F T3-F T6-T3 W-F T3-T6x2 T3-F W-F T1-F T6-F T1-F T1-F T6-F T6-F T1-F"
)
WON_LINE = WON_TEXT.split()


class Sight(NamedTuple):
    """A game's page or fragment as it came."""

    status: int
    root: Element

    @property
    def table(self) -> Element:
        return self.root.one("section", id="table")

    @property
    def version(self) -> int:
        return int(self.table["data-version"])

    @property
    def taken(self) -> int:
        return int(self.table["data-taken"])

    @property
    def trouble(self) -> str:
        return " ".join(banner.text for banner in self.table.every(class_="banner"))

    def pile(self, name: str) -> Element:
        return self.table.one(data_pile=name)

    def cards(self, pile: str) -> list[str]:
        return [card["data-card"] for card in self.pile(pile).every(data_card=True)]

    def card(self, name: str) -> Element:
        return self.table.one(data_card=name)


class House:
    """The application with its lifespan, asked without a socket."""

    def __init__(self, folder: Path, template: Path, **settings: Any) -> None:
        self.file = folder / "klondaily.db"
        shutil.copy(template, self.file)
        given: dict[str, Any] = {"rate": 0, "log_level": "error", "secret": b"k" * 32, "prepare": False}
        # Tests play faster than any hand.
        given |= {"fastest_move": 0} | settings
        self.url = f"sqlite:///{self.file}"
        self.settings = Settings(data=folder, database_url=self.url, **given)
        self.app = create_app(self.settings)
        self._runner = asyncio.Runner()
        self._visitors: list[Visitor] = []
        self._told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.run(self._start())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    async def _start(self) -> None:
        answers: asyncio.Queue[Any] = asyncio.Queue()
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}}
        self._life = asyncio.ensure_future(self.app(scope, self._told.get, answers.put))
        await self._told.put({"type": "lifespan.startup"})
        assert (await answers.get())["type"] == "lifespan.startup.complete"

    async def _end(self) -> None:
        for visitor in self._visitors:
            await visitor.client.aclose()
        await self._told.put({"type": "lifespan.shutdown"})
        await self._life

    def close(self) -> None:
        self.run(self._end())
        self._runner.close()

    def visitor(self, language: str = "en", **headers: str) -> "Visitor":
        visitor = Visitor(self, language, headers)
        self._visitors.append(visitor)
        return visitor

    def rows(self, sql: str, *values: Any) -> list[dict[str, Any]]:
        """What ``sql`` finds in the file, by column name."""
        conn = sqlite3.connect(self.file)
        conn.row_factory = sqlite3.Row
        found = [dict(row) for row in conn.execute(sql, values)]
        conn.close()
        return found

    def game(self, game_id: str) -> dict[str, Any]:
        (row,) = self.rows("SELECT * FROM games WHERE id = ?", game_id)
        return row

    def position(self, game_id: str) -> Position:
        return parse_position(self.game(game_id)["position"])

    def entries(self, game_id: str) -> list[str]:
        return [row["text"] for row in self.rows("SELECT * FROM entries WHERE game_id = ? ORDER BY number", game_id)]

    def legal(self, game_id: str) -> list[str]:
        row = self.game(game_id)
        return [move.text for move in legal_moves(parse_position(row["position"]), rule_set(row["rules"]))]

    def empty(self) -> None:
        """Forget everything that was played."""
        for visitor in self._visitors:
            self.run(visitor.client.aclose())
        self._visitors.clear()
        conn = sqlite3.connect(self.file)
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if name != "alembic_version":
                conn.execute(f"DELETE FROM {name}")
        conn.commit()
        conn.close()

    def write(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function of the store on the file, beside the application."""

        async def written() -> T:
            database = Database(self.url)
            await database.open()
            try:
                return await database.write(function, *arguments)
            finally:
                await database.close()

        return self.run(written())


class Visitor:
    """A browser: keeps cookies, says that its requests come from our own pages."""

    def __init__(self, house: House, language: str, headers: dict[str, str]) -> None:
        self.house = house
        transport = httpx.ASGITransport(house.app, client=("203.0.113.9", 1234))
        base = {"accept-language": language, "sec-fetch-site": "same-origin"}
        self.client = httpx.AsyncClient(transport=transport, base_url="http://cards.example", headers=base | headers)

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.house.run(self.client.get(path, **options))

    def post(self, path: str, fields: dict[str, Any] | None = None, **options: Any) -> httpx.Response:
        return self.house.run(self.client.post(path, data=fields or {}, **options))

    def deal(self, rules: str = "standard-1", code: str = "") -> str:
        """Deal a game, leaving any other, and return its id."""
        answer = self.post("/games", {"rules": rules, "code": code, "sure": "1"})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rpartition("/")[2]

    def see(self, game_id: str, query: str = "") -> Sight:
        return sight(self.get(f"/game/{game_id}{query}"))

    def send(self, game_id: str, version: int, *entries: str, script: bool = True) -> httpx.Response:
        """Post entries as the table's form does, with scripts or without."""
        route = "table" if script else "play"
        return self.post(f"/game/{game_id}/{route}", {"version": str(version), "entry": list(entries)})

    def play(self, game_id: str, *entries: str) -> Sight:
        """Make entries that must all be taken, a hundred at most at once, and return the table after them."""
        rest = list(entries)
        while rest:
            answer = self.send(game_id, self.house.game(game_id)["version"], *rest[:100])
            seen = sight(answer)
            assert answer.status_code == 200, f"{rest[seen.taken]}: {seen.trouble}"
            rest = rest[seen.taken :]
        return seen


def sight(answer: httpx.Response) -> Sight:
    return Sight(answer.status_code, read_page(answer.text))


def source_of(move: Move, position: Position) -> tuple[str, int]:
    """The pile that a move takes cards from, and how many."""
    if move.kind in ("W-F", "W-T"):
        return "W", 1
    return (f"F{SUITS[move.source]}", 1) if move.kind == "F-T" else (f"T{move.source + 1}", move.size)


#: A disk in memory where there is one: every move waits for the disk, and so would the tests.
QUICK_FOLDER = next((path for path in ("/dev/shm",) if os.access(path, os.W_OK)), None)


@pytest.fixture(scope="module")
def furnished_house(sqlite_template: Path) -> Iterator[House]:
    """Templates are read once a module: that takes time."""
    with tempfile.TemporaryDirectory(dir=QUICK_FOLDER) as folder:
        made = House(Path(folder), sqlite_template)
        yield made
        made.close()


@pytest.fixture
def house(furnished_house: House) -> House:
    furnished_house.empty()
    return furnished_house


@pytest.fixture
def player(house: House) -> Visitor:
    return house.visitor()
