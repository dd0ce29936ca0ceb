"""Pictures for the rules: small tables laid out with the product's own cards, each with its words for who sees none."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from markupsafe import Markup

from app.game.cards import CARDS, RANKS, SUITS, Card, parse_cards
from app.game.scoring import CROWN_POINTS, REDEAL_POINTS, VEGAS_CARD, VEGAS_STAKE
from app.i18n import N_, Language, translator
from app.web.cards import card_name, suit_name

#: A column with more open cards needs a higher picture.
_MANY: Final = 3


class Picture(NamedTuple):
    """A table as drawn: piles, marked cards and piles, and what it shows as a message with its numbers.

    ``drawn`` holds, parted by blanks: ``S:24`` (stock, also ``redeal`` and ``spent``), ``W:9C`` (waste), ``F:A-4K``
    (foundations), ``C:2/4`` (crowns left), ``O:9C4D`` (the order of the stock), and for each column ``T:2|TS9H``,
    two cards face down and two face up. ``marked`` names cards and piles.
    """

    drawn: str
    marked: str
    caption: str
    numbers: tuple[tuple[str, int], ...] = ()


PICTURES: Final = {
    "dealt": Picture(
        "S:24 W: F:---- T:0|9S T:1|4D T:2|JC T:3|TH T:4|2S T:5|KD T:6|7H",
        "",
        N_("As dealt: the last card of each column lies open, and 24 cards are the stock. The four foundations wait."),
    ),
    "run": Picture(
        "T:2|TS9H8C T:1|JD T:0|KS T:3|5C",
        "TS 9H 8C T2",
        N_(
            "A run: ten, nine and eight go down one by one and alternate in colour. It moves as one onto the red jack, "
            "and the card under it turns up."
        ),
    ),
    "up": Picture(
        "S:9 W:AC F:--A- T:1|2H T:3|9S T:0|KD T:2|6C T:4|JH T:1|3D T:5|TS",
        "AC FC 2H FH",
        N_("The ace of clubs opens its foundation, and the two of hearts goes on the ace of its suit."),
    ),
    "king": Picture(
        "T: T:3|KHQS T:2|7D T:1|4C",
        "KH QS T1",
        N_("An empty column takes a king with all that lies on him, and no other card."),
    ),
    "redeal": Picture(
        "S:redeal W:9C F:2-3A T:0|KC T:3|QHJS T:2|8D T:4|5S T:1|7H T:0|TD9S T:2|4C",
        "S",
        N_(
            "The stock is used up: a tap on the arrow turns the waste over, and it comes again in the same order. In "
            "Standard that is allowed without end; it costs %(one)s points drawing one card, %(three)s drawing three."
        ),
        (("one", -REDEAL_POINTS[1]), ("three", -REDEAL_POINTS[3])),
    ),
    "auto": Picture(
        "S:11 W:9C F:4345 T:2|QHJC T:1|KS T:0|TD9S T:3|JH T:2|8S T:1|QC T:0|5H",
        "5H FH",
        N_(
            "Cards that go up by themselves: the five of hearts can never be needed, for all black fours are up. The "
            "six of spades would wait, since a red five may still want to lie on it."
        ),
    ),
    "finish": Picture(
        "S: W: F:898T T:0|KDQCJDTC9H T:0|KCQDJCTD9C T:0|KSQHJSTH T:0|KHQSJH T: T: T:",
        "",
        N_("Stock and waste are empty and every card lies open: “Finish” plays the rest, each card at its points."),
    ),
    "eleven": Picture(
        "S:7 W:6D F:3332 T:0|KH T:3|JS T:4|9D8C T:2|QC T:5|TH T:1|7S T:3|4H",
        "FC FD FH FS",
        N_(
            "Eleven cards are up: %(cards)s times %(each)s less the stake of %(stake)s makes +%(sum)s. With every "
            "further card you win."
        ),
        (("cards", 11), ("each", VEGAS_CARD), ("stake", VEGAS_STAKE), ("sum", 11 * VEGAS_CARD - VEGAS_STAKE)),
    ),
    "spent": Picture(
        "S:spent W:JD F:32A- T:0|KC T:3|9H T:4|6S T:2|QD T:5|8C T:1|5H T:3|TC",
        "S",
        N_("No pass is left: the stock’s place is crossed out, and only the top of the waste can still be played."),
    ),
    "open": Picture(
        "O:4S9H2DTH7S T:0|5D9CKHQSJD T: T:0|8CAH6D T:0|3S",
        "KH QS JD T2",
        N_(
            "All cards lie open, and the strip tells in which order the stock comes. Only what is in sequence moves "
            "together: king, queen and jack can go to the empty column."
        ),
    ),
    "crown": Picture(
        "S:redeal W:7C C:2/4 F:A-32 T:0|KD T:2|9S T:3|QH T:1|JC T:4|4D T:2|TH T:5|8S",
        "S",
        N_(
            "The stock is used up and two of four crowns are left. A tap on them, or the key K, redeals for one. Each "
            "crown that is left at the end pays %(crown)s times the level."
        ),
        (("crown", CROWN_POINTS),),
    ),
    "cleared": Picture(
        "S:8 W:6C C:1/1 F:2A3- T:0|KS T: T:3|9D T:2|QH T:4|JC T:1|7H T:5|TD",
        "T2",
        N_("Column 2 has just become empty for the first time: with 312 seconds on the clock that pays 312 points."),
    ),
    "won": Picture(
        "S: W: C:1/3 F:KKKK T: T: T: T: T: T: T:",
        "FC FD FH FS",
        N_(
            "The fourth king is up. In level 2 the cards have paid %(cards)s points by now, and each second left and "
            "each crown pays more."
        ),
        (("cards", 4 * 91 * 2),),
    ),
}


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture as the page shows it; ``label`` tells all that lies there, ``columns`` how many there are.

    ``is_low`` tells that there are columns alone, ``is_tall`` that one of them is long.
    """

    markup: Markup
    label: str
    caption: str
    columns: int
    is_low: bool
    is_tall: bool


def picture_view(name: str, language: Language, icons: str) -> PictureView:
    """Return one of :data:`PICTURES` in a language."""
    picture, words = PICTURES[name], translator(language)
    drawer = _Drawer(picture, language, icons)
    numbers = {key: words.number(value) for key, value in picture.numbers}
    return PictureView(
        # Safe to mark: all of it is made here, every word escaped.
        markup=Markup("\n".join(drawer.piles)),  # noqa: S704
        label="; ".join(drawer.told),
        caption=words.gettext(picture.caption, **numbers),
        columns=drawer.columns,
        is_tall=drawer.most > _MANY,
        is_low=not any(part[0] in "SWF" for part in picture.drawn.split()),
    )


class _Drawer:
    """Draws the piles of a picture one after the other, and tells what lies in each."""

    def __init__(self, picture: Picture, language: Language, icons: str) -> None:
        self.words, self.language, self.icons = translator(language), language, icons
        self.marked = picture.marked.split()
        self.piles: list[str] = []
        self.told: list[str] = []
        self.columns = self.most = 0
        draw = {"S": self._stock, "W": self._waste, "F": self._foundations, "C": self._crowns, "O": self._order}
        for part in picture.drawn.split():
            kind, _, content = part.partition(":")
            draw.get(kind, self._column)(content)

    def _card(self, card: Card) -> str:
        colour = "red" if card.is_red else "black"
        mark = " hint" if card.text in self.marked else ""
        face = f'data-rank="{RANKS[card.rank - 1]}" data-suit="{SUITS[card.suit]}"'
        return f'<span class="card{mark} {colour}" {face}></span>'

    def _pile(self, kind: str, name: str, cards: str) -> None:
        mark = " hint" if name in self.marked else ""
        self.piles.append(f'<div class="pile {kind}{mark}" data-pile="{name}">{cards}</div>')

    def _sign(self, name: str) -> str:
        return f'<span class="place {name}"><svg class="icon"><use href="{self.icons}#{name}"></use></svg></span>'

    def _tell(self, pile: str, *what: str) -> None:
        nothing = self.words.gettext("empty")
        self.told.append(f"{pile}: {', '.join(what) or nothing}")

    def _names(self, cards: tuple[Card, ...]) -> list[str]:
        names = []
        for card in cards:
            name = card_name(card, self.language)
            names.append(self.words.gettext("%(card)s (marked)", card=name) if card.text in self.marked else name)
        return names

    def _stock(self, content: str) -> None:
        if content in ("redeal", "spent"):
            self._pile("stock", "S", self._sign(content))
            label = N_("Redeal: turn the waste over") if content == "redeal" else N_("No pass is left")
            self._tell(self.words.gettext("Stock"), self.words.gettext(label))
            return
        left = int(content or 0)
        self._pile("stock", "S", '<span class="card back"></span>' if left else "")
        cards = [self.words.ngettext("%(num)s card", "%(num)s cards", left)] if left else []
        self._tell(self.words.gettext("Stock"), *cards)

    def _waste(self, content: str) -> None:
        cards = parse_cards(content)
        self._pile("waste", "W", "".join(map(self._card, cards)))
        self._tell(self.words.gettext("Waste"), *self._names(cards))

    def _foundations(self, content: str) -> None:
        for suit, top in enumerate(content):
            cards = () if top == "-" else (CARDS[4 * RANKS.index(top) + suit],)
            self._pile("foundation", f"F{SUITS[suit]}", "".join(map(self._card, cards)))
            name = self.words.gettext("Foundation, %(suit)s", suit=suit_name(suit, self.language))
            self._tell(name, *self._names(cards))

    def _crowns(self, content: str) -> None:
        left, _, most = content.partition("/")
        icon = f'<svg class="icon%s"><use href="{self.icons}#crown"></use></svg>'
        signs = "".join(icon % ("" if number < int(left) else " used") for number in range(int(most)))
        self.piles.append(f'<span class="crowns">{signs}</span>')
        self.told.append(self.words.ngettext("%(num)s crown left", "%(num)s crowns left", int(left)))

    def _order(self, content: str) -> None:
        cards = parse_cards(content)
        minis = [self._card(card).replace('class="card', 'class="mini') for card in cards]
        self.piles.append(f'<div class="order">{"".join(minis)}</div>')
        self._tell(self.words.gettext("Order of the stock, next card first"), *self._names(cards))

    def _column(self, content: str) -> None:
        self.columns += 1
        self.most = max(self.most, len(content.partition("|")[2]) // 2)
        down, _, up = content.partition("|")
        cards = parse_cards(up)
        backs = '<span class="card back"></span>' * int(down or 0)
        self._pile("column", f"T{self.columns}", backs + "".join(map(self._card, cards)))
        hidden = int(down or 0)
        under = [self.words.ngettext("%(num)s card face down", "%(num)s cards face down", hidden)] if hidden else []
        self._tell(self.words.gettext("Column %(number)s", number=self.columns), *under, *self._names(cards))


def shown(names: tuple[str, ...], language: Language, icons: str) -> list[PictureView]:
    """Return several pictures."""
    return [picture_view(name, language, icons) for name in names]
