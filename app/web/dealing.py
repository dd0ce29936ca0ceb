"""Which cards a new game gets, on the pages and over the interface for programs alike."""

import asyncio
from typing import Final, NamedTuple

from app.game.deal import Deal, deal_from_code, new_code, parse_code
from app.game.foreign import read_deal
from app.game.rules import RuleSet
from app.jobs.ready import stock_key
from app.store import ready_deals, win_counts
from app.web.difficulty import gentlest_first
from app.web.options import WINNABLE, wanted_difficulty
from app.web.site import Site

#: Seconds that a player waits at most for a proven deal where none lies ready; then one comes that was not checked.
PATIENCE: Final = 4.0


class Wanted(NamedTuple):
    """The game to be dealt. ``difficulty`` is known only of a deal that is proven winnable by its rules."""

    rules: RuleSet
    deal: Deal
    code: str | None
    difficulty: int | None = None


async def by_code(site: Site, rules: RuleSet, text: str) -> Wanted:
    """Return the deal of a code; raises InvalidDealError for no code."""
    code = parse_code(text)
    known = await site.database.read(ready_deals.known_difficulty, code, rules.key)
    return Wanted(rules, deal_from_code(code), code, known)


def brought_along(rules: RuleSet, text: str) -> Wanted:
    """Return a deal that is written out, in any form that is read; raises InvalidDealError."""
    return Wanted(rules, read_deal(text), None)


async def fresh(site: Site, rules: RuleSet, options: frozenset[str]) -> Wanted:
    """Return a new deal, where that is wanted one that is proven winnable by these rules."""
    if WINNABLE in options:
        found = await _proven(site, rules, await _level(site, rules, wanted_difficulty(options)))
        if found is not None:
            return Wanted(rules, deal_from_code(found.code), found.code, found.difficulty)
    code = new_code()
    return Wanted(rules, deal_from_code(code), code)


async def _level(site: Site, rules: RuleSet, wanted: int | None) -> int | None:
    """Return the solver's difficulty that goes by the wanted grade here."""
    if wanted is None:
        return None
    return gentlest_first(await site.database.read(win_counts.by_difficulty, rules.key))[wanted]


async def _proven(site: Site, rules: RuleSet, level: int | None) -> ready_deals.ReadyDeal | None:
    """Take a deal that lies ready; where none does, have one looked for, unless another server does such work."""
    key = stock_key(rules)
    ready = await site.database.write(ready_deals.take_deal, key, level)
    if ready is not None:
        return ready
    site.stock.ask(rules)
    if not site.settings.prepare:
        return None
    try:
        return await asyncio.wait_for(site.stock.soon(key, level), PATIENCE)
    except TimeoutError:
        return None
