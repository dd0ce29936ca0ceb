"""What is measured against: the same move in an ordinary FastAPI application.

Synchronous ORM sessions from a dependency, dependencies for player and game, the state as a JSON column, a template
with macros and ``url_for`` for each card, Starlette's own gzip. The law is ours; everything around it is as the
handbooks have it.
"""

import json
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import Cookie, Depends, FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel
from sqlalchemy import ForeignKey, create_engine, event
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, sessionmaker
from starlette.middleware.gzip import GZipMiddleware

from app.game.deal import deal_from_code
from app.game.errors import IllegalMoveError
from app.game.position import deal_position, parse_position
from app.game.rules import rule_set
from app.game.state import Game as Play
from app.game.state import State, enter

#: As many connections as requests can come at once, or the dependencies wait for each other for ever.
engine = create_engine(os.environ["BENCH_DATABASE"], pool_size=70, connect_args={"timeout": 60})


@event.listens_for(engine, "connect")
def prepare(raw, _):
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA synchronous = FULL")
    raw.isolation_level = None


@event.listens_for(engine, "begin")
def begin(conn):
    # SQLAlchemy's own recipe: a transaction that reads first and writes then would fail beside another one.
    conn.exec_driver_sql("BEGIN IMMEDIATE")


SessionLocal = sessionmaker(engine)


class Base(DeclarativeBase):
    pass


class Game(Base):
    __tablename__ = "games"
    id: Mapped[str] = mapped_column(primary_key=True)
    player: Mapped[str] = mapped_column(index=True)
    rules: Mapped[str]
    state: Mapped[str]
    version: Mapped[int]
    score: Mapped[int]
    status: Mapped[str]
    entries: Mapped[list["Entry"]] = relationship(back_populates="game")


class Entry(Base):
    __tablename__ = "entries"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), index=True)
    number: Mapped[int]
    text: Mapped[str]
    game: Mapped[Game] = relationship(back_populates="entries")


class PlayForm(BaseModel):
    version: int
    entry: str


Base.metadata.create_all(engine)
templates = Jinja2Templates(Path(__file__).parent / "typical")
app = FastAPI()
app.add_middleware(GZipMiddleware, minimum_size=500)


def session() -> Iterator[Session]:
    with SessionLocal() as opened:
        yield opened


def player(player: Annotated[str | None, Cookie()] = None) -> str:
    if player is None:
        raise HTTPException(404)
    return player


def own_game(game_id: str, db: Annotated[Session, Depends(session)], me: Annotated[str, Depends(player)]) -> Game:
    game = db.get(Game, game_id)
    if game is None or game.player != me:
        raise HTTPException(404)
    return game


async def play_form(request: Request) -> PlayForm:
    fields = parse_qs((await request.body()).decode())
    return PlayForm(version=fields["version"][0], entry=fields["entry"][0])


def as_json(position):
    return {
        "stock": [card.text for card in position.stock],
        "waste": [card.text for card in position.waste],
        "foundations": list(position.foundations),
        "columns": [
            {"down": [card.text for card in column.down], "up": [card.text for card in column.up]}
            for column in position.columns
        ],
        "text": position.text,
    }


@app.get("/card/{name}")
def card_image(name: str) -> Response:
    return Response(status_code=404)


async def deal_form(request: Request) -> dict[str, list[str]]:
    return parse_qs((await request.body()).decode())


@app.post("/games")
def deal(
    request: Request,
    fields: Annotated[dict[str, list[str]], Depends(deal_form)],
    db: Annotated[Session, Depends(session)],
) -> Response:
    rules = rule_set(fields["rules"][0])
    position = deal_position(deal_from_code(fields["code"][0]), rules)
    me = request.cookies.get("player") or secrets.token_urlsafe(16)
    game = Game(
        id=secrets.token_urlsafe(16),
        player=me,
        rules=rules.key,
        state=json.dumps(as_json(position)),
        version=0,
        score=0,
        status="playing",
    )
    db.add(game)
    db.commit()
    answer = RedirectResponse(f"/game/{game.id}", 303)
    answer.set_cookie("player", me)
    return answer


@app.post("/game/{game_id}/table", response_class=HTMLResponse)
def play(
    request: Request,
    form: Annotated[PlayForm, Depends(play_form)],
    game: Annotated[Game, Depends(own_game)],
    db: Annotated[Session, Depends(session)],
) -> Response:
    if form.version != game.version:
        raise HTTPException(409)
    state = json.loads(game.state)
    before = State(rule_set(game.rules), parse_position(state["text"]), game.score, version=game.version)
    try:
        after = enter(Play(before), form.entry, 0).state
    except IllegalMoveError as error:
        raise HTTPException(422) from error
    state = as_json(after.position)
    game.state, game.version, game.score, game.status = json.dumps(state), after.version, after.score, after.status
    db.add(Entry(game_id=game.id, number=form.version, text=form.entry))
    db.commit()
    return templates.TemplateResponse(request, "table.html", {"game": game, "state": state})
