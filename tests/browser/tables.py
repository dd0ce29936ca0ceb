"""Tables laid for a test: what is named lies there, and every other card in the stock."""

from app.game.cards import CARDS, RANKS, SUITS
from app.game.position import parse_position


def laid(*columns: str, waste: str = "", up: str = "----", stock: str | None = None) -> str:
    """Return a position's text. ``columns`` are ``"face down|face up"``, or only what lies face up.

    What is named nowhere lies in the stock, or, with ``stock`` given, face down on the last column.
    """
    texts = [text if "|" in text or not text else "|" + text for text in columns]
    texts += [""] * (7 - len(texts))
    named = "".join(texts).replace("|", "") + waste + (stock or "")
    seen = {named[at : at + 2] for at in range(0, len(named), 2)}
    for suit, top in zip(SUITS, up, strict=True):
        seen |= {rank + suit for rank in RANKS[: RANKS.index(top) + 1]} if top != "-" else set()
    rest = "".join(card.text for card in reversed(CARDS) if card.text not in seen)
    if stock is not None:
        down, _, face = texts[6].partition("|")
        texts[6] = rest + down + "|" + face
        rest = stock
    return parse_position("/".join([rest, waste, up, *texts]) + " 1").text
