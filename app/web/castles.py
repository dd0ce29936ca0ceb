"""The castles (R6): the journey through five levels, each opened by hand, and how a run came out."""

import asyncio
from dataclasses import dataclass
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.game.day import day_of
from app.i18n import N_, Translator
from app.jobs.ready import stock_key
from app.store import castle_boards, castle_runs, castles, players
from app.store.castle_runs import LEVELS, Run
from app.store.castles import Level
from app.store.ready_deals import ReadyDeal
from app.web.castle_reason import kept_off
from app.web.castle_table import clock_words
from app.web.gamepage import own_game
from app.web.games import new_id
from app.web.site import Visit, now_ms, visit_of
from app.web.titles import crowns_title, level_title

#: Seconds that a player waits for a deal where none lies ready.
PATIENCE: Final = 8.0
#: Nodes that are searched for one: a level with few passes needs many deals to be looked at.
NODES: Final = 1_000_000

#: What each level builds, in their order; the picture grows by the same parts.
PARTS: Final = (
    N_("The gate stands."),
    N_("The walls stand."),
    N_("The first tower stands."),
    N_("The second tower stands."),
    N_("The keep stands, and the flag flies."),
)

PERIOD_WORDS: Final = {
    "all": N_("Rank %(rank)s of all time"),
    "month": N_("Rank %(rank)s this month"),
    "week": N_("Rank %(rank)s this week"),
}


@dataclass(frozen=True, slots=True)
class StationView:
    """A level on the journey. ``state`` is ``done``, ``now``, ``lost`` or ``ahead``; ``result`` what it came to."""

    number: int
    title: str
    limits: str
    state: str
    result: str


@dataclass(frozen=True, slots=True)
class JourneyView:
    """What castles.html shows. ``built`` says what the level that was done last has
    built. ``playing`` is the id of a level under way, ``level`` the next one to open, or 0. ``reason`` says why the run
    is on no leaderboard, where a level keeps it off."""

    title: str
    lead: str
    picture: str
    stations: list[StationView]
    action: str
    done: int = 0
    built: str = ""
    points: str = ""
    level: int = 0
    playing: str = ""
    is_running: bool = False
    is_over: bool = False
    ranks: tuple[str, ...] = ()
    reason: str = ""
    is_waiting: bool = False
    has_name: bool = True


async def show(request: Request) -> Response:
    """Answer the way to the castles: a run under way, or the invitation to one."""
    visit = visit_of(request)
    run = await _running(visit)
    if run is None:
        return visit.html("castles.html", {"page": await _invitation(visit)})
    levels = await visit.site.database.read(castles.levels, run.id)
    return visit.html(
        "castles.html", {"page": _on_the_way(visit, run, levels, is_waiting="wait" in request.query_params)}
    )


async def begin(request: Request) -> Response:
    """Begin a run, or go on with the one under way."""
    visit = visit_of(request)
    player_id = visit.player_id or new_id()
    await visit.site.database.write(castles.begin, new_id(), player_id, now_ms())
    return visit.redirect("/castles", player_id)


async def open_level(request: Request) -> Response:
    """Lead to the level's table; where no deal lies ready, the solver is asked for one and given a few seconds."""
    visit = visit_of(request)
    run = await _running(visit)
    if run is None or visit.player_id is None:
        return visit.redirect("/castles")
    write = visit.site.database.write
    row = await write(castles.open_level, visit.player_id, new_id(), None, now_ms())
    if row is None:
        found = await _found(visit, run.level)
        if found is None:
            return visit.redirect("/castles?wait")
        row = await write(castles.open_level, visit.player_id, new_id(), found, now_ms())
    return visit.redirect(f"/game/{row.id}" if row is not None else "/castles")


async def _found(visit: Visit, level: int) -> ReadyDeal | None:
    """Return a proven deal for the level, ``None`` if none is found in time."""
    try:
        key = stock_key(castles.rules_of(level))
        return await asyncio.wait_for(visit.site.stock.soon(key, None, NODES), PATIENCE)
    except TimeoutError:
        return None


async def give_up(request: Request) -> Response:
    """End the run with the points that it has."""
    visit = visit_of(request)
    run = await visit.site.database.write(castles.give_up, visit.player_id or "", now_ms(), visit.site.terms)
    return visit.redirect(f"/castles/{run.id}" if run is not None else "/castles")


async def after_level(request: Request) -> Response:
    """Lead on from a level's table: to the next level, or to how the run came out."""
    visit = visit_of(request)
    row = await own_game(visit, request.path_params["game_id"])
    run = await visit.site.database.read(castles.run_of, row.id)
    if run is None:
        raise HTTPException(404)
    return visit.redirect("/castles" if run.ended_at is None else f"/castles/{run.id}")


async def show_run(request: Request) -> Response:
    """Answer how a run of the visitor's came out."""
    visit = visit_of(request)
    read = visit.site.database.read
    run = await read(castles.own, request.path_params["run_id"], visit.player_id or "")
    if run is None:
        raise HTTPException(404)
    if run.ended_at is None:
        return visit.redirect("/castles")
    levels = await read(castles.levels, run.id)
    player = await read(players.get, run.player_id)
    ranks = await _ranks(visit, run)
    return visit.html(
        "castles.html", {"page": _result(visit, run, levels, ranks, has_name=bool(player and player.name))}
    )


async def _running(visit: Visit) -> Run | None:
    """Return the visitor's run under way; a level whose time is over has ended it by now."""
    if visit.player_id is None:
        return None
    read = visit.site.database.read
    run = await read(castles.running, visit.player_id)
    if run is None:
        return None
    for level in await read(castles.levels, run.id):
        if level.game.status == "playing":
            await own_game(visit, level.game.id)
    return await read(castles.running, visit.player_id)


async def _invitation(visit: Visit) -> JourneyView:
    words = visit.words
    best = await visit.site.database.read(castle_boards.own_rank, "all", visit.player_id) if visit.player_id else None
    ranks = []
    if best is not None:
        ranks = [
            words.gettext("Your best run: %(score)s", score=_points(best.points, words)),
            words.gettext(PERIOD_WORDS["all"], rank=words.number(best.rank)),
        ]
    return JourneyView(
        title=words.gettext("The castles"),
        lead=words.gettext("Five levels against the clock. Each one that you win builds on your castle."),
        picture=_picture(0, words),
        stations=[_station(number, [], 0, words) for number in range(1, LEVELS + 1)],
        action=words.gettext("Begin a run"),
        ranks=tuple(ranks),
    )


def _on_the_way(visit: Visit, run: Run, levels: list[Level], *, is_waiting: bool) -> JourneyView:
    words = visit.words
    present = next((level.game for level in levels if level.game.status == "playing"), None)
    rules = castles.rules_of(run.level)
    if present is not None:
        lead = clock_words(present, now_ms(), words)
        action = words.gettext("Play on")
    else:
        lead = words.gettext("Its clock starts with your first move, or 30 seconds after the cards are dealt.")
        action = words.gettext("Open level %(number)s", number=run.level)
    return JourneyView(
        title=level_title(rules, words),
        built=words.gettext(PARTS[run.done - 1]) if run.done and present is None else "",
        lead=f"{_limits(run.level, words)}. {lead}",
        picture=_picture(run.done, words),
        done=run.done,
        points=_points(run.points, words) if run.done else "",
        stations=[_station(number, levels, run.level, words) for number in range(1, LEVELS + 1)],
        level=run.level,
        action=action,
        playing=present.id if present is not None else "",
        is_running=True,
        reason=kept_off(levels, visit),
        is_waiting=is_waiting,
    )


def _result(visit: Visit, run: Run, levels: list[Level], ranks: list[str], *, has_name: bool) -> JourneyView:
    words = visit.words
    titles = {
        "done": words.gettext("Your castle stands!"),
        "time": words.gettext("The time ran out in level %(number)s", number=run.level),
        "resigned": words.gettext("Given up in level %(number)s", number=run.level),
    }
    lead = words.gettext("All five levels are done, and not a stone is missing.")
    if run.end_reason != "done":
        lead = words.ngettext(
            "%(num)s level done. Your points stand.", "%(num)s levels done. Your points stand.", run.done
        )
    return JourneyView(
        title=titles[run.end_reason or "resigned"],
        built=words.gettext(PARTS[-1]) if run.done == LEVELS else "",
        lead=lead,
        picture=_picture(run.done, words),
        done=run.done,
        points=_points(run.points, words),
        stations=[_station(number, levels, 0, words) for number in range(1, LEVELS + 1)],
        action=words.gettext("Begin a new run"),
        is_over=True,
        ranks=tuple(ranks),
        reason="" if ranks else kept_off(levels, visit),
        has_name=has_name or not ranks,
    )


async def _ranks(visit: Visit, run: Run) -> list[str]:
    """Return where the run stands, on those boards where it is the player's best."""
    assert run.ended_at is not None
    names = castle_runs.periods(day_of(run.ended_at, visit.site.settings.time_zone))
    now = castle_runs.periods(day_of(now_ms(), visit.site.settings.time_zone))
    found = []
    for kind, period in names._asdict().items():
        line = await visit.site.database.read(castle_boards.own_rank, period, run.player_id)
        if line is not None and line.run_id == run.id and period in now:
            found.append(visit.words.gettext(PERIOD_WORDS[kind], rank=visit.words.number(line.rank)))
    return found


def _points(points: int, words: Translator) -> str:
    return words.ngettext("%(num)s point", "%(num)s points", points)


def _picture(done: int, words: Translator) -> str:
    return words.gettext("A castle, %(done)s of %(all)s parts built", done=done, all=LEVELS)


def _limits(number: int, words: Translator) -> str:
    rules = castles.rules_of(number)
    seconds = words.ngettext("%(num)s second", "%(num)s seconds", rules.seconds or 0)
    crowns = crowns_title(rules.crowns, words).replace(" ", "\u00a0")
    return f"{seconds}, {crowns}"


def _station(number: int, levels: list[Level], present: int, words: Translator) -> StationView:
    game = next((level.game for level in levels if level.level == number), None)
    state, result = "now" if number == present else "ahead", ""
    if game is not None and game.status != "playing":
        state = "done" if game.status == "won" else "lost"
        result = _points(game.score, words)
    return StationView(number, level_title(castles.rules_of(number), words), _limits(number, words), state, result)


routes = [
    Route("/castles", show, methods=["GET"]),
    Route("/castles", begin, methods=["POST"]),
    Route("/castles/level", open_level, methods=["POST"]),
    Route("/castles/give-up", give_up, methods=["POST"]),
    Route("/castles/level/{game_id}", after_level),
    Route("/castles/{run_id}", show_run),
]
