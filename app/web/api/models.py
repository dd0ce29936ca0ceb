"""The JSON that goes in and out. What stands here is what the served OpenAPI says."""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.web.moves import MOST_ENTRIES

Status = Literal["playing", "won", "lost"]
Clock = Literal["off", "waiting", "running", "paused", "stopped"]
Seconds = Annotated[float, Field(ge=0, description="Game clock, pauses taken out")]

_LONGEST_DEAL: Final = 60_000
_EXAMPLE: Final = "T1-T3"


class Closed(BaseModel):
    """What comes in has no fields but its own: a wrong name is an error, not nothing."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Closed):
    """A game to be dealt. Without code and deal it is a random one; a daily table's game is always today's."""

    rules: str = Field(max_length=100, description="Key of a rule set", examples=["standard-3", "daily-standard-1"])
    code: str | None = Field(None, max_length=40, description="Deal code, decimal digits")
    deal: str | None = Field(None, max_length=_LONGEST_DEAL, description="A deal, in any format that `import` reads")


class Entries(Closed):
    """Entries for a game's record, in their order."""

    text: str | list[str] = Field(
        description=f"One entry, or up to {MOST_ENTRIES}: a list, or one text with blanks between",
        examples=[_EXAMPLE, ["draw", "W-T3"]],
    )
    version: int = Field(ge=0, lt=10**9, description="The version of the game that the entries are for")


class Game(BaseModel):
    """A game as its player may see it: what lies face down is `??`."""

    id: str
    rules: str
    code: str | None = Field(description="The deal's code, null where it has none or that is a secret")
    day: str | None
    board: str | None
    ranked: bool = Field(description="Whether it counts on its board; a program's game does where the host allows it")
    by_program: bool = Field(description="Whether any entry came over this interface")
    status: Status
    end_reason: Literal["won", "resigned", "left", "time"] | None
    version: int = Field(description="The number of entries in the record")
    position: str = Field(description="Stock/waste/foundations/columns and the pass; each hidden card is `??`")
    legal: list[str] = Field(description="Every legal move now, sorted; empty when the game is over")
    score: int
    moves: int
    seconds: Seconds
    clock: Clock
    can_undo: bool
    can_redo: bool
    can_finish: bool
    stuck: bool = Field(description="No sequence of moves gains anything from here")


class Hint(BaseModel):
    """What a `hint` entry was answered; without a move where none helps, and then it costs nothing."""

    move: str | None
    text: str


class Played(BaseModel):
    """What became of the entries: how many were taken, and the game after them."""

    game: Game
    taken: int
    hint: Hint | None = None


class DailyBoard(BaseModel):
    """One of a day's boards, and the player's game that counts there, if one is under way or over."""

    board: str
    rules: str
    leaderboard: str = Field(description="Address of the board's leaderboard")
    game: Game | None


class Daily(BaseModel):
    """Today's boards. `POST /games` with a board's rules begins its game or goes on with it."""

    day: str
    ends_at: str = Field(description="When the next day begins, UTC")
    boards: list[DailyBoard]


class Line(BaseModel):
    """One result; `game` is known once the day's grace is over, when its record is public."""

    rank: int
    name: str
    won: bool
    score: int
    seconds: Seconds
    moves: int
    finished_at: str
    own: bool
    game: str | None


class Leaderboard(BaseModel):
    """Lines of a board, best first; `own` is the player's line wherever it stands."""

    day: str
    board: str
    total: int
    lines: list[Line]
    own: Line | None


class Record(BaseModel):
    """A game's record. While its hidden cards are a secret, they are `??` in the deal."""

    rules: str
    deal: str
    entries: list[tuple[str, float]] = Field(description="Text and game clock in seconds of each entry")


class ErrorBody(BaseModel):
    """`code` says what kind of error it is, `reason` more exactly what the rules or a reader had against it."""

    code: str
    message: str
    reason: str | None = None


class Problem(BaseModel):
    """An error. Where a game was played, it comes along as it stands, with the number of entries taken."""

    error: ErrorBody
    game: Game | None = None
    taken: int | None = None


def answers(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what a route's description says of its errors; those that any address may answer are added."""
    texts = {
        400: "Malformed",
        401: "No player, or a token that is none",
        403: "Not allowed",
        404: "Not found, or another player's",
        408: "Too slow: the body did not come in time",
        409: "Stale: the game as it stands comes along",
        413: "Too large",
        422: "Against the rules",
        429: "Too many requests",
        500: "Our fault",
        503: "The database does not answer",
    }
    return {
        status: {"model": Problem, "description": texts[status]}
        for status in sorted({*statuses, 408, 413, 429, 500, 503})
    }
