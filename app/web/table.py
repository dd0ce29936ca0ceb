"""The table as its template shows it."""

from functools import lru_cache
from html import escape
from typing import Literal, NamedTuple

from markupsafe import Markup

from app.game.aids import Openings, can_finish
from app.game.rules import rule_set
from app.game.scoring import win_bonus
from app.game.state import State
from app.game.stuck import is_stuck
from app.i18n import N_, Language, Translator, translator
from app.store.clock import elapsed, is_about_to_start, is_paused, starts_at
from app.store.rows import GameRow, state_of
from app.web.castle_table import crowns, hurry, level_sums
from app.web.figures import Figure, figure_list, figures_of
from app.web.lessons import Lesson, is_deal_of_lesson
from app.web.options import GRADES
from app.web.order import order_strip
from app.web.piles import Choice, PileMaker, covered_piles
from app.web.safe import safe
from app.web.site import Site
from app.web.too_fast import too_fast_words

Clock = Literal["off", "waiting", "running", "paused", "stopped"]
#: What is said of a game that began where a finished one had come to.
PLAYED_ON = N_("Played on from a finished game: this is practice and counts nowhere.")
#: What is to be pressed next where moves are made without scripts, if anything.
Choosing = Literal["", "card", "place", "none"]


class Outcome(NamedTuple):
    """How a game came out, or that nothing gains any more. ``kind`` is ``won``, ``lost`` or ``stuck``.

    ``kept_off`` says why a game that was to count does not, where that is known from how fast it was played.
    """

    kind: str
    title: str
    text: str
    figures: tuple[Figure, ...]
    kept_off: str = ""


class Said(NamedTuple):
    """What an answer says besides the table: ``text`` to be heard, ``trouble`` and ``note`` to be read as well.

    ``taken`` is the number of entries of the request that are done with. ``hint`` names cards and piles to mark,
    ``put_up`` the cards that went up by themselves. ``lesson`` is what a first game teaches next. ``focus`` is where a
    page that was opened for this has the focus: a card, ``S`` for the stock, or ``note``.
    """

    text: str = ""
    trouble: str = ""
    taken: int = 0
    hint: tuple[str, ...] = ()
    note: str = ""
    put_up: tuple[str, ...] = ()
    lesson: Lesson | None = None
    focus: str = ""


NOTHING_SAID = Said()
# In the place of a game's id and its deal's code; nothing that is shown anywhere.
_GAME, _CODE = "\0game\0", "\0code\0"


class Frame(NamedTuple):
    """What menu and bar depend on. There are not many, so their markup is made once for each and kept.

    ``game_id`` and ``code`` hold their place: what is another one in each game is put in afterwards.
    ``has_undo`` and ``has_hint`` tell whether the table has such buttons, ``can_…`` whether they work now.
    ``choosing`` tells what is to be pressed next where moves are made without scripts.
    """

    game_id: str
    code: str | None
    is_proven: bool
    is_daily: bool
    is_castle: bool
    rules_page: str
    is_playing: bool
    is_paused: bool
    has_undo: bool
    has_hint: bool
    can_undo: bool
    can_redo: bool
    can_finish: bool
    has_pause: bool
    can_pause: bool
    can_ask_solver: bool
    choosing: Choosing


class TableView(NamedTuple):
    """All that ``table.html`` needs; it computes nothing and asks nobody.

    ``ms`` is the game clock, ``data`` what scripts read of the table: attributes of its root.
    """

    game: GameRow
    state: State
    clock: Clock
    ms: int
    has_undo: bool
    may_show_verdict: bool
    menu: Markup
    bar: Markup
    order: Markup
    piles: Markup
    data: Markup
    figures: Markup
    outcome: Outcome | None
    difficulty: str
    said: Said
    is_choosing: bool


def table_view(
    site: Site,
    language: Language,
    game: GameRow,
    now: int,
    said: Said = NOTHING_SAID,
    choice: Choice | None = None,
    state: State | None = None,
) -> TableView:
    """Show ``game`` as it stands at ``now`` on the server's clock; ``state`` is its state where that is known."""
    state = state or state_of(game)
    ms = elapsed(game, now)
    if ms == 0 and is_about_to_start(game):
        ms = now - starts_at(game)
    words = translator(language)
    is_playing = state.status == "playing"
    clock = clock_of(game)
    choice = None if clock == "paused" else choice
    frame = _frame(game, state, clock, choice, is_playing=is_playing)
    pieces = site.pieces(language, frame, "table/menu.html", "table/bar.html")
    menu, bar = [_in_game(piece, game) for piece in pieces]
    openings = Openings(state.position, state.rules)
    outcome = _outcome(state, words, openings)
    if outcome is not None and outcome.kind == "stuck":
        outcome = None if clock == "paused" else outcome  # it would lie upon the way out of the pause
    elif outcome is not None:
        outcome = outcome._replace(kept_off=too_fast_words(game, site.terms, words))
    return TableView(
        game=game,
        state=state,
        clock=clock,
        ms=ms,
        has_undo=frame.has_undo,
        may_show_verdict=frame.can_ask_solver and not state.rules.hint_cost,
        menu=menu,
        bar=bar,
        order=order_strip(state.position, state.rules, language, is_covered=clock == "paused"),
        piles=covered_piles(state.position, state.rules, language)
        if clock == "paused"
        else _piles(site, language, state, choice, said, openings),
        figures=figure_list(figures_of(state, ms, words)),
        data=_data(game, state, clock, ms, outcome, said),
        outcome=outcome,
        difficulty="" if game.difficulty is None else words.gettext(GRADES[game.difficulty]),
        said=said,
        is_choosing=choice is not None,
    )


def _piles(
    site: Site, language: Language, state: State, choice: Choice | None, said: Said, openings: Openings
) -> Markup:
    position, rules, icons = state.position, state.rules, site.icons
    is_playing = state.status == "playing"
    maker = PileMaker(
        position, rules, language, icons, is_playing, choice, said.hint, said.put_up, openings, said.focus
    )
    return maker.piles(beside_waste=crowns(position, rules, language, icons, is_playing=is_playing))


def _frame(game: GameRow, state: State, clock: Clock, choice: Choice | None, *, is_playing: bool) -> Frame:
    rules = state.rules
    return Frame(
        game_id=_GAME,
        code=_CODE if game.code else None,
        is_proven=game.difficulty is not None or is_deal_of_lesson(game),
        is_daily=game.board is not None,
        is_castle=rules.table == "castle",
        rules_page="castles" if rules.table == "castle" else rules.table,
        is_playing=is_playing,
        is_paused=clock == "paused",
        has_undo=rules.undo_cost is not None,
        has_hint=rules.hint_cost is not None,
        can_undo=state.undo_depth > 0,
        can_redo=state.redo_depth > 0,
        can_finish=is_playing and can_finish(state.position),
        has_pause=clock in ("waiting", "running", "paused") and not game.ranked,
        can_pause=clock in ("running", "paused"),
        can_ask_solver=may_ask_solver(game),
        choosing=_choosing(choice),
    )


def _in_game(piece: Markup, game: GameRow) -> Markup:
    """Return a piece with the game's id and its deal's code in their places, both of letters and digits."""
    # Joined: Markup's own replace takes a tenth of a whole move.
    return safe((game.code or "").join([game.id.join(parts) for parts in _cut(piece)]))


@lru_cache(maxsize=512)
def _cut(piece: Markup) -> tuple[tuple[str, ...], ...]:
    """Return what stands between the places of codes, each as what stands between those of ids."""
    return tuple([tuple(part.split(_GAME)) for part in str(piece).split(_CODE)])


def _choosing(choice: Choice | None) -> Choosing:
    if choice is None:
        return ""
    if not choice.source:
        return "card"
    return "place" if choice.entries else "none"


def _data(game: GameRow, state: State, clock: Clock, ms: int, outcome: Outcome | None, said: Said) -> Markup:
    attributes = (
        f'data-game="{game.id}" data-version="{state.version}" data-status="{state.status}" '
        f'data-score="{state.score}" data-draw="{state.rules.draw}" data-taken="{said.taken}" data-clock="{clock}" '
        f'data-ms="{ms}" data-ranked="{int(game.ranked)}" data-say="{escape(said.text)}"'
    )
    if state.rules.seconds:
        attributes += f' data-limit="{state.rules.seconds}"'
    if state.status == "playing" and (soon := hurry(state.rules, ms)):
        attributes += f' data-hurry="{soon}"'
    if outcome is not None:
        attributes += f' data-outcome="{outcome.kind}"'
    # Numbers and words of ours, and the one sentence, which is escaped.
    return safe(attributes)


def may_ask_solver(row: GameRow) -> bool:
    """Tell whether the solver may help in this game."""
    rules = rule_set(row.rules)
    return row.status == "playing" and row.board is None and not row.ranked and rules.hint_cost is not None


def clock_of(game: GameRow) -> Clock:
    """Return what the game's clock does."""
    if not rule_set(game.rules).timed:
        return "off"
    if game.status != "playing":
        return "stopped"
    if game.started_at is None:
        # A level's clock starts by itself: the page counts on from below zero.
        return "running" if is_about_to_start(game) else "waiting"
    return "paused" if is_paused(game) else "running"


def _outcome(state: State, words: Translator, openings: Openings) -> Outcome | None:
    if state.status == "won" and state.rules.level:
        sums = tuple(Figure("sum", *values) for values in level_sums(state, words))
        title = words.gettext("Level %(number)s is done!", number=state.rules.level)
        return Outcome("won", title, words.gettext("All 52 cards are home."), sums)
    if state.status == "won":
        text = words.gettext("All 52 cards are home.")
        bonus = win_bonus(state.rules, state.clock_ms)
        if bonus:
            text += " " + words.gettext("The time brought %(points)s points more.", points=words.number(bonus))
        return Outcome("won", words.gettext("Won!"), text, figures_of(state, state.clock_ms, words))
    if state.status == "lost":
        texts = {
            "resigned": words.gettext("You gave this game up."),
            "left": words.gettext("You left this game for a new one."),
            "time": words.gettext("The time ran out."),
        }
        figures = figures_of(state, state.clock_ms, words)
        return Outcome("lost", words.gettext("Game over"), texts.get(state.end_reason or "", ""), figures)
    if is_stuck(state.position, state.rules, state.gain_base, openings):
        text = words.gettext("From here no sequence of moves turns a card up or brings one further.")
        return Outcome("stuck", words.gettext("Nothing moves any more"), text, ())
    return None
