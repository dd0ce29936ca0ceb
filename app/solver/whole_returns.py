"""The arrangements that cards coming back from foundations lead to, and what lands on them (W2)."""

from typing import Any

from app.solver.masks import KINGS, index_of, ones
from app.solver.reserve import tops
from app.solver.whole_candidates import push_landing
from app.solver.whole_places import covered, places_for, wanted_places


def push_after_returns(stack: Any, frame: Any, layout: Any, rules: Any, memo: Any) -> int:
    """Push what becomes possible by cards coming back from foundations (W2); return how many arrangements there are."""
    up, rooted, free, stock, waste, used, key, gaps, depth, _, kept, lies = frame
    easy = rules[2]
    now, later = tops(stock, waste, used, layout, rules, memo)
    within = now | later
    first = (up, rooted, free, stock, waste, used, key, gaps, depth, lies)
    classes, useful, king = wanted_places(first, kept, within, layout, easy)
    ups = [up]
    lying = [lies]
    keys = [key]
    last = [0]
    head = 0
    while head < len(ups):
        here = ups[head]
        loose = free & ~here
        open_ = (loose | rooted) & ~covered(loose, lying[head])
        has_gap = gaps > ones(loose & KINGS)
        cards = here & ~(here >> 4) & ~kept & useful
        while cards:
            card = cards & -cards
            cards ^= card
            there = here ^ card
            after_key = keys[head] - (1 << 4 * (index_of(card) & 3))
            places = places_for(card, open_, has_gap)
            for is_high in range(2):
                if not places[is_high]:
                    continue
                after_lies = lying[head] | card if is_high else lying[head]
                if is_new(ups, lying, there, after_lies):
                    ups.append(there)
                    lying.append(after_lies)
                    keys.append(after_key)
                    last.append(card)
        head += 1
    for at in range(head - 1, 0, -1):
        place = (ups[at], rooted, free, stock, waste, used, keys[at], gaps, depth, lying[at])
        push_landing(stack, place, last[at], kept, within, now, (classes, king), layout, rules)
    return head


def is_new(ups: Any, lying: Any, up: int, lies: int) -> bool:
    """Tell whether the arrangement is none of those found so far."""
    for at in range(len(ups)):  # noqa: SIM110 (numba compiles no generators)
        if ups[at] == up and lying[at] == lies:
            return False
    return True
