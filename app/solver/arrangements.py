"""The arrangements that reversible moves lead to from a state, and what becomes possible in them (S3)."""

from typing import Any

from app.solver.candidates import push_edge, push_helpers, push_rooted, push_stock
from app.solver.masks import ALL, KINGS, index_of, look
from app.solver.reserve import tag_of, tops
from app.solver.tables import is_known


def push_after_reversible(
    stack: Any, frame: Any, layout: Any, rules: Any, table: Any, memo: Any, is_other: bool
) -> tuple[int, int]:
    """Push what becomes possible in the arrangements that reversible moves lead to (S3).

    Return how many there are, and the key under which they are noted besides the frame's own, or −1.
    """
    _, rooted, free, stock, waste, used, _, gaps, depth, _, kept = frame
    draw, _, easy, tag_bits = rules
    now, later = tops(stock, waste, used, layout, rules, memo)
    within = now | later
    # Where stock cards go to the tableau only for another move (S6), that one is no move to be possible before.
    ups, keys, looks, fresh, best = reversible(frame, layout[5], within, 0 if easy else within)
    other = -1
    if best > 0:
        other = keys[best] << tag_bits | tag_of(stock, waste, used, draw)
        if is_known(table, other, used << 5 | waste):
            # The same arrangements were searched from another of them.
            return len(ups), -1
    for at in range(len(ups) - 1, 0, -1):
        place = (ups[at], rooted, free, stock, waste, used, keys[at], gaps, depth)
        masks = looks[at]
        off, on, stock_off, stock_on = fresh[at]
        if masks[2] & KINGS == 0:
            push_edge(stack, place, masks, kept, within, layout, rules, table)
        if easy:
            push_helpers(stack, place, masks, kept, ALL, layout, table)
        push_stock(stack, place, stock_on, stock_off, now, layout, rules, table, is_other)
        push_rooted(stack, place, on, off, layout, rules, table)
    return len(ups), other


def reversible(frame: Any, edge: int, within: int, playable: int) -> Any:
    """Return of each arrangement cards up, key, masks and the moves that it alone allows, and which is the highest.

    The frame's own comes first. Of the stock the cards ``within`` reach can go up, those ``playable`` down.
    """
    up, rooted, free, _, _, _, key, gaps, _, _, kept = frame
    masks = look(up, rooted, free, gaps)
    _, spare, room, following = masks
    ups, keys, looks = [up], [key], [masks]
    seen = {up}
    # For each arrangement the moves possible in it, and those not already possible where it was come to from.
    can = [(rooted & following & spare, rooted & room & ~edge, within & following, playable & room)]
    fresh = [(0, 0, 0, 0)]
    head = best = 0
    while head < len(ups):
        here = ups[head]
        loose, spare, room, following = looks[head]
        steps = loose & following & spare | here & ~(here >> 4) & ~kept & room
        old = can[head]
        while steps:
            card = steps & -steps
            steps ^= card
            there = here ^ card
            if there in seen:
                continue
            seen.add(there)
            unit = 1 << 4 * (index_of(card) & 3)
            ups.append(there)
            keys.append(keys[head] + unit if there & card else keys[head] - unit)
            if there > ups[best]:
                best = len(ups) - 1
            masks = look(there, rooted, free, gaps)
            looks.append(masks)
            _, spare, room, following = masks
            new = (rooted & following & spare, rooted & room & ~edge, within & following, playable & room)
            can.append(new)
            still = new[0] & old[0] | new[1] & old[1] | new[2] & old[2] | new[3] & old[3]
            fresh.append((new[0] & ~still, new[1] & ~new[0] & ~still, new[2] & ~still, new[3] & ~new[2] & ~still))
        head += 1
    return ups, keys, looks, fresh, best
