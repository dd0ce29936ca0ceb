"""Markup of the thirteen piles: the one door from a position to the page.

Only what lies face up is named here. A face-down card is one and the same piece of markup, so no byte
of an answer can tell which card it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from itertools import chain, zip_longest
from typing import Final

from markupsafe import Markup

from app.game.aids import Openings, leaving
from app.game.cards import CARDS, SUITS, Card
from app.game.law import can_redeal, has_pass_left, is_idle
from app.game.moves import Move
from app.game.position import Column, Position
from app.game.rules import RuleSet
from app.i18n import Language, translator
from app.web.cards import backs, button, picture, place_on_pile, suit_name
from app.web.columns import NOWHERE, Way, column_cards, plain_column
from app.web.reasons import sentence
from app.web.safe import safe

#: How many of the waste's last cards are shown: all three of a draw, or the top and the one beneath it.
WASTE_SHOWN = {1: 2, 3: 3}


@dataclass(frozen=True, slots=True)
class Choice:
    """A card picked up without scripts, whose places are to be pressed next.

    ``source`` is its pile's name, ``size`` how many cards it takes along, ``entries`` the move's text
    for each pile it may go to. With ``source`` empty nothing is picked up yet. ``page`` is the address that
    shows what was picked up.
    """

    source: str
    size: int
    entries: dict[str, str]
    page: str


@lru_cache(maxsize=32)
def _opening(name: str, language: Language) -> str:
    """Return the opening tag of a pile, a labelled group."""
    words = translator(language)
    if name[0] == "T":
        kind, label = "column", words.gettext("Column %(number)s", number=name[1])
    elif name[0] == "F":
        suit = suit_name(SUITS.index(name[1]), language)
        kind, label = "foundation", words.gettext("Foundation, %(suit)s", suit=suit)
    else:
        kind, label = ("stock", words.gettext("Stock")) if name == "S" else ("waste", words.gettext("Waste"))
    return f'<div class="pile {kind}" id="{name}" data-pile="{name}" role="group" aria-label="{escape(label)}">'


#: A button that has the focus as the page is opened.
_BEGINS: Final = 'name="entry" autofocus'
#: One that does nothing and says why.
_IDLE: Final = 'type="button" aria-disabled="true"'
#: The piles' names in the order of the page.
COLUMNS: Final = tuple(f"T{number}" for number in range(1, 8))
PILES: Final = ("S", "W", *(f"F{suit}" for suit in SUITS), *COLUMNS)


@lru_cache(maxsize=4)
def _frames(language: Language) -> tuple[str, ...]:
    """Return the pieces before, between and after the insides of all piles."""
    opening, *others = [_opening(name, language) for name in PILES]
    return opening, *[f"</div>\n{tag}" for tag in others], "</div>"


@lru_cache(maxsize=256)
def _stock_control(language: Language, left: int, draw: int, is_last: bool) -> str:
    """Return the stock as long as cards are left in it, with what is said where a redeal is wanted of it."""
    words = translator(language)
    label = words.ngettext("Draw %(num)s card", "Draw %(num)s cards", min(left, draw))
    rest = words.ngettext("%(num)s card left", "%(num)s cards left", left)
    attributes = f'class="card back" name="entry" value="draw" data-left="{left}"'
    why = sentence("no_pass_left" if is_last else "stock_not_empty", words)
    return f'<button {attributes} aria-label="{escape(label)}, {escape(rest)}" data-none="{escape(why)}"></button>'


@lru_cache(maxsize=256)
def _plain_waste(language: Language, shown: tuple[Card, ...], way: Way) -> str:
    """Return the waste's last cards, of which nothing is marked or chosen."""
    parts = [picture(card, place_on_pile(language, card, "W")) for card in shown[:-1]]
    parts.append(button(shown[-1], way.to, way.tap, place_on_pile(language, shown[-1], "W")))
    return "".join(parts)


@lru_cache(maxsize=512)
def _plain_foundation(language: Language, suit: int, height: int, to: str) -> str:
    """Return a foundation of at least one card, of which nothing is marked or chosen."""
    pile, top = f"F{SUITS[suit]}", CARDS[4 * (height - 1) + suit]
    return _beneath(language, suit, height) + button(top, to, "", place_on_pile(language, top, pile))


def _beneath(language: Language, suit: int, height: int) -> str:
    """Return the card under a foundation's top, which is seen while that one moves away."""
    if height < 2:
        return ""
    card = CARDS[4 * (height - 2) + suit]
    return picture(card, place_on_pile(language, card, f"F{SUITS[suit]}"))


def covered_piles(position: Position, rules: RuleSet, language: Language) -> Markup:
    """Return the piles of a paused table (R4.5): cards lie where they lay, and every one of them is a back."""
    shown = [min(len(position.stock), 1), min(len(position.waste), WASTE_SHOWN[rules.draw])]
    shown += [min(height, 1) for height in position.foundations]
    shown += [len(column.down) + len(column.up) for column in position.columns]
    insides = [backs(count, language) for count in shown]
    return safe("".join(chain(*zip_longest(_frames(language), insides, fillvalue=""))))


@dataclass(slots=True)
class PileMaker:
    """Makes the piles of one position. ``choice`` is given where the page is to choose by two presses.

    ``hint`` names cards and piles to mark, ``put_up`` the cards that went up by themselves. ``openings`` are the
    position's, where they are known. ``focus`` is the card, or ``S``, that has the focus as the page is opened.
    """

    position: Position
    rules: RuleSet
    language: Language
    icons: str
    is_playing: bool
    choice: Choice | None = None
    hint: tuple[str, ...] = ()
    put_up: tuple[str, ...] = ()
    openings: Openings | None = None
    focus: str = ""
    _is_plain: bool = field(init=False)

    def __post_init__(self) -> None:
        self._is_plain = self.is_playing and self.choice is None and not self.hint and not self.put_up

    def piles(self, beside_waste: str = "") -> Markup:
        """Return stock, waste, foundations and columns in the order of the page, one a line.

        ``beside_waste`` is markup to stand after the waste.
        """
        insides = self.insides()
        frames = self._frames(beside_waste)
        pieces = [*frames, *insides]
        pieces[::2], pieces[1::2] = frames, insides
        # All of it is made here and in app.web.cards, every word escaped there.
        return safe("".join(pieces))

    def insides(self) -> list[str]:
        """Return what is inside each of :data:`PILES`."""
        openings = self.openings or Openings(self.position, self.rules)
        cards = [self._stock(), self._waste(openings)]
        cards += [self._foundation(openings, suit) for suit in range(4)]
        return cards + (self._plain_columns(openings) if self._is_plain else self._columns(openings))

    def _frames(self, beside_waste: str) -> Sequence[str]:
        frames = _frames(self.language)
        if not self.hint and not beside_waste:
            return frames
        marked = list(frames)
        for place, name in enumerate(PILES):
            if name in self.hint:
                marked[place] = marked[place].replace('class="pile ', 'class="pile hint ')
        if beside_waste:
            marked[2] = marked[2].replace("\n", f"\n{beside_waste}\n", 1)
        return marked

    def _stock(self) -> str:
        left = len(self.position.stock)
        if not self.is_playing:
            return backs(min(left, 1), self.language)
        if left:
            is_last = not has_pass_left(self.position, self.rules)
            control = _stock_control(self.language, left, self.rules.draw, is_last)
            return control.replace('name="entry"', _BEGINS) if self.focus == "S" else control
        words = translator(self.language)
        if can_redeal(self.position, self.rules):
            label = words.gettext("Redeal: turn the waste over")
            begins = _BEGINS if self.focus == "S" else 'name="entry"'
            return self._sign("redeal", label, f'{begins} value="redeal"')
        if self.position.waste:
            return self._sign("spent", words.gettext("No pass is left"), _IDLE)
        # Nothing is lacking here, as no card ever comes back to the waste: another sign than where a pass is missed.
        label = words.gettext("The stock is used up, and all its cards are played")
        return self._sign("spent", label, _IDLE, "check")

    def _sign(self, kind: str, label: str, attributes: str, icon: str = "") -> str:
        drawn = f'<svg class="icon" aria-hidden="true"><use href="{self.icons}#{icon or kind}"></use></svg>'
        said = escape(label)
        told = f'aria-label="{said}" title="{said}" data-none="{said}"'
        return f'<button class="place {kind}" {attributes} {told}>{drawn}</button>'

    def _waste(self, openings: Openings) -> str:
        waste = self.position.waste
        if not waste:
            return ""
        shown = waste[-WASTE_SHOWN[self.rules.draw] :]
        top = shown[-1]
        names = [f"F{SUITS[top.suit]}"] if openings.goes_up(top) else []
        names += [COLUMNS[target] for target in openings.columns(top)]
        way = Way(" ".join(names), f"W-{'F' if names[0][0] == 'F' else names[0]}") if names else NOWHERE
        if self._is_plain:
            return _plain_waste(self.language, shown, way)
        parts = [picture(card, place_on_pile(self.language, card, "W")) for card in shown[:-1]]
        parts.append(self._open_card(top, way, place_on_pile(self.language, top, "W"), "W", 1))
        return "".join(parts)

    def _foundation(self, openings: Openings, suit: int) -> str:
        height = self.position.foundations[suit]
        pile = f"F{SUITS[suit]}"
        if not height:
            return self._empty_place(pile)
        top = CARDS[4 * (height - 1) + suit]
        # A tap leaves a card that is up where it is: taking it down costs points and is rarely meant.
        to = " ".join([COLUMNS[target] for target in openings.columns(top)])
        if self._is_plain:
            return _plain_foundation(self.language, suit, height, to)
        card = self._open_card(top, Way(to, ""), place_on_pile(self.language, top, pile), pile, 1)
        return _beneath(self.language, suit, height) + card

    def _plain_columns(self, openings: Openings) -> list[str]:
        language, partial_runs = self.language, self.rules.partial_runs
        wanted, rising = openings.wanted, openings.rising
        texts = []
        for number, column in enumerate(self.position.columns):
            up = column.up
            if not up:
                texts.append("")
                continue
            sizes, firsts = leaving(up, partial_runs)
            may_leave = firsts & wanted or rising >> up[-1].index & 1
            ways = self._ways(openings, number, up, sizes) if may_leave else ()
            texts.append(plain_column(language, number, column, ways))
        return texts

    def _columns(self, openings: Openings) -> list[str]:
        return [self._column(openings, number, column) for number, column in enumerate(self.position.columns)]

    def _column(self, openings: Openings, number: int, column: Column) -> str:
        pile = COLUMNS[number]
        if not column.up:
            return self._empty_place(pile)

        def show(card: Card, way: Way, label: str, size: int) -> str:
            return self._open_card(card, way, label, pile, size)

        ways = self._ways(openings, number, column.up, openings.runs(number))
        return column_cards(self.language, number, column, ways, show)

    def _ways(self, openings: Openings, number: int, up: tuple[Card, ...], sizes: range) -> tuple[Way, ...]:
        """Return where the column's cards may go, the last card's way first; so many at once as ``sizes`` has."""
        ways = []
        for size in range(1, sizes.stop):
            card = up[-size]
            targets = openings.columns(card, number) if size >= sizes.start else []
            if targets or (size == 1 and openings.goes_up(card)):
                ways.append(self._way(openings, number, card, size, [COLUMNS[target] for target in targets]))
            else:
                ways.append(NOWHERE)
        return tuple(ways)

    def _way(self, openings: Openings, number: int, card: Card, size: int, names: list[str]) -> Way:
        if size == 1 and openings.goes_up(card):
            return Way(" ".join([f"F{SUITS[card.suit]}", *names]), f"{COLUMNS[number]}-F")
        if card.rank == 13 and is_idle(self.position, Move("T-T", number, openings.empty[0], size)):
            return Way(" ".join(names), "")
        return Way(" ".join(names), f"{COLUMNS[number]}-{names[0]}" + (f"x{size}" if size > 1 else ""))

    def _open_card(self, card: Card, way: Way, label: str, pile: str, size: int) -> str:
        if not self.is_playing:
            return picture(card, label)
        to, tap = way
        choice = self.choice
        if choice is None:
            mark = "hint" if card.text in self.hint else "auto" if card.text in self.put_up else ""
            return button(card, to, tap, label, mark, _BEGINS if card.text == self.focus else 'name="entry"')
        entry = choice.entries.get(pile) if size == 1 else None
        if entry is not None:
            return button(card, to, entry, label, "target")
        mark = "selected" if (choice.source, choice.size) == (pile, size) else ""
        sends = f'name="select" formmethod="get" formaction="{choice.page}"'
        return button(card, to, f"{pile}x{size}", label, mark, sends)

    def _empty_place(self, pile: str) -> str:
        if self.choice is None or pile not in self.choice.entries:
            return ""
        label = escape(translator(self.language).gettext("Put it here"))
        entry = self.choice.entries[pile]
        return f'<button class="place target" name="entry" value="{entry}" aria-label="{label}"></button>'
