"""The stock and the waste: which cards can be played from there, and when (S7)."""

from typing import Any, Final

from app.solver.masks import ones

#: How many stocks the plain form remembers the reachable cards of.
MEMO_SIZE: Final = 50_000


def reach(order: Any, memo: Any, stock: int, waste: int, draw: int, again: bool) -> tuple[int, int]:
    """Return the cards that can be brought to the waste's top in this pass, and after a redeal.

    ``stock`` holds the cards left in stock and waste, ``waste`` tells how many of them lie in the waste.
    """
    key = stock << 6 | waste << 1 | again
    found = memo.get(key)
    if found is not None:
        return found  # type: ignore[no-any-return]
    left = [card for card in order if card & stock]
    now = later = 0
    if left:
        if waste:
            now |= left[waste - 1]
        if waste < len(left):
            for card in left[waste + draw - 1 :: draw]:
                now |= card
            now |= left[-1]
        if again:
            # The very last card needs no mention: this pass brings it up in any case.
            for card in left[draw - 1 :: draw]:
                later |= card
    if len(memo) >= MEMO_SIZE:
        memo.clear()
    memo[key] = (now, later)
    return now, later


def tops(stock: int, waste: int, used: int, layout: Any, rules: Any, memo: Any) -> tuple[int, int]:
    """Return the stock and waste cards that can be played in this pass, and those only after a redeal (S7)."""
    draw, redeals, easy, _ = rules
    if easy:
        return stock, 0
    return reach(layout[4], memo, stock, waste, draw, redeals < 0 or used < redeals)


def free_tops(stock: int, waste: int, easy: bool, layout: Any) -> int:
    """Return the stock cards that can be taken without making any other harder to get (S4), with draw 1."""
    if easy:
        return stock
    place = 0
    found = 0
    for card in layout[4]:
        if card & stock:
            place += 1
            if place >= waste:
                found |= card
            if place > waste:
                break
    return found


def tag_of(stock: int, waste: int, used: int, draw: int) -> int:
    """Return what tells two stocks with the same cards apart in the table, besides the moment (S7)."""
    odd = 0 if waste >= ones(stock) else waste % draw
    return odd + (draw - 1) * used if odd else 0
