"""The solver's text with one condition broken at a time, to see that the tests would notice."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from app.game.errors import IllegalMoveError
from app.game.position import Position
from app.game.rules import RuleSet
from app.solver import arrangements, bounds, candidates, frames, kernel, masks, reserve, settling, tables
from app.solver.encoding import encode
from app.solver.lines import BrokenLineError, real_line

#: The search's modules, each after those it imports.
MODULES = (frames, masks, tables, reserve, settling, bounds, candidates, arrangements, kernel)


class Mutant(NamedTuple):
    """``old`` must occur in the text of one of the search's modules and becomes ``new`` at its first place."""

    name: str
    old: str
    new: str


MUTANTS = (
    # Room by counting (S2)
    Mutant("a twin gives no room", "| open_ & twin & ~(hung & hung_too)) & LOW", ") & LOW"),
    Mutant("a pair with both hung has room", "~(hung | hung_too) | open_", "~(hung & hung_too) | open_"),
    Mutant("every empty column is for another king", "gaps > 0 and gaps > ones(loose & KINGS):", "gaps > 0:"),
    Mutant("a rooted card at the edge leaves no free column", "gaps if under else gaps + 1", "gaps"),
    Mutant("what lay between rooted cards stays away", "free | card | freed[index]", "free | card"),
    # Reversible moves (S3)
    Mutant("nothing comes back from the foundations", "if heads & room & ~kept:", "if heads & room & ~kept & 0:"),
    Mutant("nothing is new after a reversible move", "still = new[0] & old[0] |", "still = new[0] | new[1] | new[2] |"),
    Mutant("only rises are reversible", "| here & ~(here >> 4) & ~kept & room", ""),
    Mutant("a stock card that has room need not go up", "new[2] & ~still,", "new[2] & ~still & ~room,"),
    # Never needed again (S4)
    Mutant("safe one rank early", "rank - 2 if other >> 1", "rank - 3 if other >> 1"),
    Mutant("safe whatever the twin", "if other != suit and below >= 0:", "if other >> 1 != suit >> 1 and below >= 0:"),
    Mutant("kept up one rank early", "red = min(d, h) + 2", "red = min(d, h) + 3"),
    Mutant("kept up whatever the twin", "min(d, black, h + 3)", "min(d, black)"),
    Mutant(
        "any safe stock card is free to take",
        "if draw == 1 and stock & following:\n                cards |= stock & following & free_tops(",
        "if stock & following:\n                cards |= stock & following | free_tops(",
    ),
    # Won early (S5)
    Mutant("won as soon as all lies open", "(easy or stock == 0):\n            # Noth", "True:\n            # Noth"),
    # Moves made for another (S6)
    Mutant("no card is wanted in its own class", "own = (rooted | loose) & following & ~spare", "own = 0"),
    Mutant("helpers need no help", "classes |= hung | hung << 1", "classes |= 0"),
    Mutant(
        "returning cards want nothing", "(rooted & ~edge | up & ~(up >> 4) & ~kept) & ~room", "rooted & ~edge & ~room"
    ),
    Mutant("edge cards want nothing for a king", "            more |= leaving\n", "            more |= 0\n"),
    Mutant("a helper holds up no returning card", "if heads & children & ~kept_up(key & HEIGHTS) or free", "if free"),
    Mutant("a helper frees no loose twin", "~kept_up(key & HEIGHTS) or free & ~up & wait & following:", "~kept_up(0):"),
    Mutant(
        "a column is made free for table kings only",
        "king = (rooted | within | up & ~(up >> 4) & ~kept)",
        "king = rooted",
    ),
    Mutant("no king returns to a freed column", "        if heads & KINGS & ~kept:", "        if heads & KINGS & 0:"),
    # Stock and waste (S7)
    Mutant("the waste's top is forgotten", "            now |= left[waste - 1]\n", "            now |= 0\n"),
    Mutant("a last short draw is forgotten", "            now |= left[-1]\n", "            now |= 0\n"),
    Mutant(
        "all stocks with the same cards are one", "    return odd + (draw - 1) * used if odd else 0", "    return 0"
    ),
    Mutant("any moment is as good as any", "table, own, used << 5 | waste", "table, own, 0"),
    Mutant("a redeal costs nothing", "used + 1 if redeals >= 0", "used if redeals >= 0"),
    Mutant(
        "any waste may be turned over", "redeals < 0 and (waste % draw == 0 or waste >= ones(stock))", "redeals < 0"
    ),
    Mutant("the waste is as long as before", "after_waste = ones(stock & before[index])", "after_waste = here[4]"),
    # The bound (S8)
    Mutant("a way not searched to its end is lost", "        forget(table, own_key[level])\n", ""),
    Mutant("arrangements not searched to their end are lost", "        forget(table, other_key[level])\n", ""),
    Mutant("out of budget is lost", "if result == LOST:", "if result == LOST or is_open:"),
    # States known before they are looked at, and those that one that is lost leads to (S11)
    Mutant(
        "any moment is as good before a stock card's move",
        "if is_noted(table, own, moment):",
        "if is_noted(table, own, (1 << 30) - 1):",
    ),
    Mutant("all stocks are one before a stock card's move", "own |= odd + (draw - 1) * after_used", "own |= 0"),
    Mutant(
        "states on the way are lost",
        "            for level in range(depth):\n                if own_key",
        "            for level in range(0):\n                if own_key",
    ),
)


def whole() -> ModuleType:
    """Return the search as it is, but with short turns and frequent bounds."""
    return broken(None)


def broken(mutant: Mutant | None) -> ModuleType:
    """Return the kernel with the mutant's condition broken, its turns short and its bound tested often."""
    module = rebuilt(MODULES, mutant)[-1]
    hasten(module, turn=128, look_every=64)
    return module


def hasten(module: ModuleType, *, turn: int, look_every: int) -> None:
    """Make a search's turns short and its bounds frequent."""
    module.BOUND_AT = 16
    module.BOUND_SHARE = 1
    module.TURN = turn
    module.LOOK_EVERY = look_every


def rebuilt(
    modules: tuple[ModuleType, ...], mutant: Mutant | None, among: tuple[ModuleType, ...] = ()
) -> list[ModuleType]:
    """Return copies of the modules, each after those it imports, with the mutant's condition broken wherever it stands.

    If it stands in one of ``among``, it is broken in those alone.
    """
    texts = [Path(module.__file__ or "").read_text() for module in modules]
    if mutant is not None:
        places = [at for at, text in enumerate(texts) if mutant.old in text]
        assert places, f"{mutant.name}: {mutant.old!r} is no longer in the solver"
        for at in [at for at in places if modules[at] in among] or places:
            texts[at] = texts[at].replace(mutant.old, mutant.new, 1)
    names = [module.__name__.replace("app.solver.", "mutant_") for module in modules]
    made: list[ModuleType] = []
    try:
        for name, text in zip(names, texts, strict=True):
            for module, other in zip(modules, names, strict=True):
                text = text.replace(f"from {module.__name__} import", f"from {other} import")
            made.append(module_of(name, text))
            sys.modules[name] = made[-1]
    finally:
        for name in names:
            sys.modules.pop(name, None)
    return made


def module_of(name: str, text: str) -> ModuleType:
    module = ModuleType(name)
    exec(compile(text, name, "exec"), module.__dict__)
    return module


def verdict_of(form: ModuleType, position: Position, rules: RuleSet, budget: int) -> str:
    """Return what the form of the kernel says: a verdict, or "broken" where its line cannot be played."""
    encoded = encode(position, rules)
    code, _, trail = form.search_in_turns(encoded.state, encoded.layout, encoded.rules, budget, bytearray(1), {})
    return verdict_on(code, lambda: real_line(position, rules, encoded, trail))


def verdict_on(code: int, line: Callable[[], object]) -> str:
    """Return the verdict that a search's code means, "broken" where the line of a win cannot be played."""
    if code != frames.WON:
        return "unwinnable" if code == frames.LOST else "unknown"
    try:
        line()
    except (BrokenLineError, IllegalMoveError, IndexError, KeyError, ValueError):
        return "broken"
    return "winnable"
