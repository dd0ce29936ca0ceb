"""The page of one game: the table in its surroundings."""

from starlette.responses import HTMLResponse

from app.game.aids import places
from app.game.cards import CARDS, SUITS
from app.game.law import fits_on_column, run_length
from app.game.position import Position
from app.game.rules import RuleSet, rule_set
from app.i18n import N_, Translator
from app.store.clock import is_overdue
from app.store.errors import GameNotFoundError
from app.store.games import expire
from app.store.rows import GameRow, load, state_of
from app.web.lessons import lesson_of
from app.web.piles import Choice
from app.web.site import Visit, now_ms
from app.web.table import NOTHING_SAID, PLAYED_ON, Said, table_view
from app.web.titles import full_title

#: The keys of R9.5 as the list of keys shows them.
KEYS = (
    (N_("Space"), N_("Draw")),
    ("K", N_("Redeal")),
    (N_("U or Ctrl+Z"), N_("Undo")),
    (N_("Ctrl+Y"), N_("Redo")),
    ("H", N_("Hint")),
    ("F", N_("Finish")),
    ("N", N_("New game")),
    ("P", N_("Pause")),
    (N_("Arrow keys"), N_("Go from card to card")),
    (N_("Enter"), N_("Choose a card, then put it down")),
    ("1–7", N_("That column")),
    ("W", N_("The waste")),
    ("R", N_("Read the table out")),
    (N_("Esc"), N_("Let go")),
    ("?", N_("This list")),
)


async def own_game(visit: Visit, game_id: str) -> GameRow:
    """Return the visitor's game; raises GameNotFoundError, for another player's game too."""
    row = await visit.site.database.read(load, game_id, visit.player_id or "")
    if row is None:
        raise GameNotFoundError
    if is_overdue(row, now_ms()):
        return await visit.site.database.write(expire, row.id, row.player_id, now_ms(), visit.site.terms)
    return row


def game_title(row: GameRow, words: Translator) -> str:
    """Return "Standard, draw 3 cards", with what it is where it is no plain game."""
    title = full_title(rule_set(row.rules), words)
    if row.is_played_on:
        return words.gettext("Played on, practice: %(table)s", table=title)
    if row.day is None:
        return title
    kind = words.gettext("Daily deal, practice") if row.practice else words.gettext("Daily deal")
    return f"{kind}: {title}"


def game_page(
    visit: Visit,
    row: GameRow,
    said: Said = NOTHING_SAID,
    choice: Choice | None = None,
    status: int = 200,
    last: str = "[]",
) -> HTMLResponse:
    """Return the whole page of a game; ``last`` is of :mod:`app.web.last_move`."""
    words = visit.words
    if row.is_played_on and row.status == "playing" and not (said.note or said.trouble):
        said = said._replace(note=words.gettext(PLAYED_ON))
    view = {
        "title": game_title(row, words),
        "table": table_view(visit.site, visit.language, row, now_ms(), with_lesson(visit, row, said), choice),
        "last": last,
        "keys": [(words.gettext(key), words.gettext(what)) for key, what in KEYS],
    }
    return visit.html("game.html", view, status)


def with_lesson(visit: Visit, row: GameRow, said: Said) -> Said:
    """Return what is said with the lesson's present step, where the visitor learns by this game."""
    if visit.lesson != row.id:
        return said
    lesson = lesson_of(row, visit.words)
    if lesson is None:
        return said
    return said._replace(lesson=lesson, hint=said.hint or lesson.marks)


def choice_of(row: GameRow, text: str) -> Choice:
    """Return what ``?select=`` asks for: ``T3x2``, ``Wx1`` or ``FHx1`` picks cards up, anything else nothing yet."""
    state = state_of(row)
    source, _, size = text.partition("x")
    page = f"/game/{row.id}"
    nothing = Choice("", 0, {}, page)
    if not (size.isascii() and size.isdigit() and len(size) < 3):
        return nothing
    entries = _entries(state.position, state.rules, source, int(size))
    return Choice(source, int(size), entries, page) if entries is not None else nothing


def _entries(position: Position, rules: RuleSet, source: str, size: int) -> dict[str, str] | None:
    """Return the move to each pile where the cards may go; ``None`` where no such cards can be picked up."""
    if source == "W" and size == 1 and position.waste:
        moves = places(position, rules, -1, 1)
        suit = SUITS[position.waste[-1].suit]
    elif source in [f"T{number}" for number in range(1, 8)]:
        number = int(source[1]) - 1
        if not 1 <= size <= run_length(position.columns[number]):
            return None
        moves = places(position, rules, number, size)
        suit = SUITS[position.columns[number].up[-1].suit]
    elif source in [f"F{letter}" for letter in SUITS] and size == 1:
        return _down_from_foundation(position, source)
    else:
        return None
    return {f"F{suit}" if move.kind in ("W-F", "T-F") else f"T{move.target + 1}": move.text for move in moves}


def _down_from_foundation(position: Position, source: str) -> dict[str, str] | None:
    suit = SUITS.index(source[1])
    height = position.foundations[suit]
    if not height:
        return None
    card = CARDS[4 * (height - 1) + suit]
    columns = enumerate(position.columns, 1)
    return {f"T{number}": f"{source}-T{number}" for number, column in columns if fits_on_column(card, column)}
