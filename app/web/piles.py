"""Markup of the thirteen piles: the one door from a position to the page.

Only what lies face up is named here. A face-down card is one and the same piece of markup, so no byte
of an answer can tell which card it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Final, NamedTuple

from markupsafe import Markup

from app.game.aids import Openings
from app.game.cards import CARDS, SUITS, Card
from app.game.law import can_redeal, is_idle
from app.game.moves import Move
from app.game.position import Column, Position
from app.game.rules import RuleSet
from app.i18n import Language, translator
from app.web.cards import backs, button, picture, place_in_column, place_on_pile, suit_name

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


class Way(NamedTuple):
    """Where a card may go: ``to`` names the piles, best first; ``tap`` is what a tap enters (R9.1), if anything."""

    to: str
    tap: str


NOWHERE: Final = Way("", "")


@lru_cache(maxsize=256)
def _stock_control(language: Language, left: int, draw: int) -> str:
    """Return the stock as long as cards are left in it."""
    words = translator(language)
    label = words.ngettext("Draw %(num)s card", "Draw %(num)s cards", min(left, draw))
    rest = words.ngettext("%(num)s card left", "%(num)s cards left", left)
    attributes = f'class="card back" name="entry" value="draw" data-left="{left}"'
    return f'<button {attributes} aria-label="{escape(label)}, {escape(rest)}"></button>'


def _column_cards(
    language: Language,
    number: int,
    hidden: int,
    up: tuple[Card, ...],
    ways: tuple[Way, ...],
    show: Callable[[Card, Way, str, int], str],
) -> str:
    """Return the cards of a column of which ``hidden`` lie face down; ``show`` makes an open one."""
    parts = [backs(hidden, language)]
    for size in range(len(up), 0, -1):
        label = place_in_column(language, up[-size], number, hidden + len(up) - size + 1, hidden + len(up))
        parts.append(show(up[-size], ways[size - 1] if size <= len(ways) else NOWHERE, label, size))
    return "".join(parts)


@lru_cache(maxsize=2048)
def _plain_column(language: Language, number: int, hidden: int, up: tuple[Card, ...], ways: tuple[Way, ...]) -> str:
    """Return a column in which nothing is marked or chosen. From move to move most columns stay as they are."""
    return _column_cards(
        language, number, hidden, up, ways, lambda card, way, label, _: button(card, way.to, way.tap, label)
    )


@dataclass(frozen=True, slots=True)
class PileMaker:
    """Makes the piles of one position. ``choice`` is given where the page is to choose by two presses.

    ``hint`` names cards and piles to mark, ``put_up`` the cards that went up by themselves.
    """

    position: Position
    rules: RuleSet
    language: Language
    icons: str
    is_playing: bool
    choice: Choice | None = None
    hint: tuple[str, ...] = ()
    put_up: tuple[str, ...] = ()

    def piles(self, beside_waste: str = "") -> Markup:
        """Return stock, waste, foundations and columns in the order of the page, one a line.

        ``beside_waste`` is markup to stand after the waste.
        """
        openings = Openings(self.position, self.rules)
        made = [("S", self._stock()), ("W", self._waste(openings))]
        made += [(f"F{SUITS[suit]}", self._foundation(openings, suit)) for suit in range(4)]
        made += [
            (f"T{number + 1}", self._column(openings, number, column))
            for number, column in enumerate(self.position.columns)
        ]
        # Safe to mark: all of it is made here and in app.web.cards, every word escaped there.
        piles = [f"{self._opened(name)}{cards}</div>" for name, cards in made]
        if beside_waste:
            piles.insert(2, beside_waste)
        return Markup("\n".join(piles))  # noqa: S704

    def _opened(self, name: str) -> str:
        tag = _opening(name, self.language)
        return tag.replace('class="pile ', 'class="pile hint ') if name in self.hint else tag

    def _stock(self) -> str:
        left = len(self.position.stock)
        if not self.is_playing:
            return backs(min(left, 1), self.language)
        if left:
            return _stock_control(self.language, left, self.rules.draw)
        words = translator(self.language)
        if can_redeal(self.position, self.rules):
            label = words.gettext("Redeal: turn the waste over")
            return self._sign("redeal", label, 'name="entry" value="redeal"')
        if self.position.waste:
            return self._sign("spent", words.gettext("No pass is left"), 'type="button" aria-disabled="true"')
        return self._sign("spent", words.gettext("The stock is used up"), 'type="button" aria-disabled="true"')

    def _sign(self, kind: str, label: str, attributes: str) -> str:
        icon = f'<svg class="icon" aria-hidden="true"><use href="{self.icons}#{kind}"></use></svg>'
        return f'<button class="place {kind}" {attributes} aria-label="{escape(label)}">{icon}</button>'

    def _waste(self, openings: Openings) -> str:
        waste = self.position.waste
        if not waste:
            return ""
        shown = waste[-WASTE_SHOWN[self.rules.draw] :]
        parts = [picture(card, place_on_pile(self.language, card, "W")) for card in shown[:-1]]
        top = shown[-1]
        names = [f"F{SUITS[top.suit]}"] if openings.goes_up(top) else []
        names += [f"T{target + 1}" for target in openings.columns(top)]
        tap = f"W-{'F' if names[0][0] == 'F' else names[0]}" if names else ""
        way = Way(" ".join(names), tap)
        parts.append(self._open_card(top, way, place_on_pile(self.language, top, "W"), "W", 1))
        return "".join(parts)

    def _foundation(self, openings: Openings, suit: int) -> str:
        height = self.position.foundations[suit]
        pile = f"F{SUITS[suit]}"
        if not height:
            return self._empty_place(pile)
        parts = []
        if height > 1:
            beneath = CARDS[4 * (height - 2) + suit]
            parts.append(picture(beneath, place_on_pile(self.language, beneath, pile)))
        top = CARDS[4 * (height - 1) + suit]
        # A tap leaves a card that is up where it is: taking it down costs points and is rarely meant.
        way = Way(" ".join([f"T{target + 1}" for target in openings.columns(top)]), "")
        parts.append(self._open_card(top, way, place_on_pile(self.language, top, pile), pile, 1))
        return "".join(parts)

    def _column(self, openings: Openings, number: int, column: Column) -> str:
        pile = f"T{number + 1}"
        if not column.up:
            return self._empty_place(pile)
        ways = self._ways(openings, number, column)
        if self.is_playing and self.choice is None and not self.hint and not self.put_up:
            return _plain_column(self.language, number, len(column.down), column.up, ways)

        def show(card: Card, way: Way, label: str, size: int) -> str:
            return self._open_card(card, way, label, pile, size)

        return _column_cards(self.language, number, len(column.down), column.up, ways, show)

    def _ways(self, openings: Openings, number: int, column: Column) -> tuple[Way, ...]:
        """Return where the column's cards may go that can leave it at all, the last card's way first."""
        sizes = openings.runs(number)
        return tuple([self._way(openings, number, column, size, size in sizes) for size in range(1, sizes.stop)])

    def _way(self, openings: Openings, number: int, column: Column, size: int, is_run: bool) -> Way:
        card = column.up[-size]
        names = [f"T{target + 1}" for target in openings.columns(card, number)] if is_run else []
        if size == 1 and openings.goes_up(card):
            return Way(" ".join([f"F{SUITS[card.suit]}", *names]), f"T{number + 1}-F")
        if not names:
            return NOWHERE
        if card.rank == 13 and is_idle(self.position, Move("T-T", number, openings.empty[0], size)):
            return Way(" ".join(names), "")
        return Way(" ".join(names), f"T{number + 1}-{names[0]}" + (f"x{size}" if size > 1 else ""))

    def _open_card(self, card: Card, way: Way, label: str, pile: str, size: int) -> str:
        if not self.is_playing:
            return picture(card, label)
        to, tap = way
        choice = self.choice
        if choice is None:
            mark = "hint" if card.text in self.hint else "auto" if card.text in self.put_up else ""
            return button(card, to, tap, label, mark)
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
