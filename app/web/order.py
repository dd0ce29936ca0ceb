"""The strip of open Klondike: in which order the stock will come, and the waste after it (R1.5).

Nothing but an open table may show it: everywhere else the stock's order is the game's secret.
"""

from html import escape
from typing import Final

from markupsafe import Markup

from app.game.cards import RANKS, SUITS, Card
from app.game.position import Position
from app.game.rules import RuleSet
from app.i18n import Language, translator
from app.web.cards import card_name

_NOTHING: Final = Markup("")


def order_strip(position: Position, rules: RuleSet, language: Language, *, is_covered: bool = False) -> Markup:
    """Return the cards still to come, next first, and after them those of the waste; empty where that is hidden.

    Of a draw of three the one that will lie on top is marked. Of a paused table (R4.5) the strip keeps its room, so
    that nothing jumps, and tells no card.
    """
    if not rules.open:
        return _NOTHING
    if is_covered:
        backs = '<li><span class="mini"></span></li>' * (len(position.stock) + len(position.waste))
        return Markup(f'<div class="order" aria-hidden="true"><ol>{backs}</ol></div>')  # noqa: S704
    words = translator(language)
    last = len(position.stock) - 1
    coming = [
        _item(card, language, is_top=rules.draw > 1 and (place % rules.draw == rules.draw - 1 or place == last))
        for place, card in enumerate(position.stock)
    ]
    gone = [_item(card, language) for card in position.waste]
    stock = _list("coming", words.gettext("Order of the stock, next card first"), coming)
    waste = _list("gone", words.gettext("The waste, in the order in which it comes again"), gone)
    # Safe to mark: every word is escaped here.
    return Markup(f'<div class="order">{stock}{waste}</div>')  # noqa: S704


def _list(kind: str, label: str, items: list[str]) -> str:
    return f'<ol class="{kind}" aria-label="{escape(label)}">{"".join(items)}</ol>' if items else ""


def _item(card: Card, language: Language, *, is_top: bool = False) -> str:
    colour = "red" if card.is_red else "black"
    mark = ' class="top"' if is_top else ""
    face = f'class="mini {colour}" data-rank="{RANKS[card.rank - 1]}" data-suit="{SUITS[card.suit]}"'
    return f'<li{mark}><span {face} role="img" aria-label="{escape(card_name(card, language))}"></span></li>'
