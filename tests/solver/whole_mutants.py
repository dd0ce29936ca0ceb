"""The search for whole runs with one condition broken at a time, like :mod:`tests.solver.mutants`."""

from types import ModuleType

from app.game.position import Position
from app.game.rules import RuleSet
from app.solver import whole_candidates, whole_kernel, whole_places, whole_returns
from app.solver.encoding import encode
from app.solver.whole_runs import lying_high, whole_line
from tests.solver.mutants import MODULES as SPLIT
from tests.solver.mutants import Mutant, hasten, rebuilt, verdict_on

#: What the search has besides the modules of that for split runs, each after those it imports.
MODULES = (whole_places, whole_candidates, whole_returns, whole_kernel)

MUTANTS = (
    # Where cards lie (W1)
    Mutant("the higher parent is never covered", "return (on_low | on_high) & ALL", "return on_low & ALL"),
    Mutant("where cards lie does not matter", "pairs, (key, lies | tag << 52), used", "pairs, (key, tag << 52), used"),
    Mutant("a run goes to the lower parent only", "return open_ & low, open_ & low << 1", "return open_ & low, 0"),
    Mutant("every empty column is for another king", "has_gap = gaps > ones(loose & KINGS)", "has_gap = gaps > 0"),
    Mutant("a covered card goes up", "off = rooted & open_ & following", "off = rooted & following"),
    # Cards that come back (W2)
    Mutant("nothing comes back from the foundations", "    if heads & useful:", "    if heads & useful & 0:"),
    Mutant("cards come back to the lower parent only", "for is_high in range(2):", "for is_high in range(1):"),
    Mutant("no stock card lands on what came back", "within & cards & classes if easy else within & cards", "0"),
    Mutant("no run lands on what came back", "rooted & ~layout[5], 0, place", "0, 0, place"),
    Mutant("a card that goes up keeps its place", "            lies &= ~card\n", ""),
    # Which cards are wanted (W3)
    Mutant("nothing lies under what is wanted", "more = useful | useful << 4 & back", "more = useful"),
    Mutant("what comes back needs no place", "after = classes | parents(useful & ~KINGS)", "after = classes"),
    Mutant("helpers need no place", "after |= parents(stock & classes & ~KINGS)", "after |= 0"),
    Mutant("edge cards want nothing for a king", "(rooted if king else rooted & ~layout[5])", "(rooted & ~layout[5])"),
    Mutant("a column is made free for table kings only", "king = (rooted | within | back) &", "king = rooted &"),
    # Moves made for another (S6)
    Mutant("no column is made free", "    if king and not has_gap:", "    if king and not has_gap and False:"),
    Mutant("no stock king takes a freed column", "push_stock(stack, here, kings, 0,", "push_stock(stack, here, 0, 0,"),
    Mutant("no table king takes a freed column", "here, rooted & KINGS, 0, 0, True", "here, 0, 0, 0, True"),
    Mutant("what was laid down holds up no returning card", "    if again:", "    if again & 0:"),
    # As in the other search
    Mutant("any card is safe", "& ~up == 0:\n            return card", ">= 0:\n            return card"),
    Mutant("any safe stock card is free to take", "following & free_tops(stock, waste, easy, layout)", "following"),
    Mutant("any moment is as good as any", "used << 5 | waste):", "0):"),
    Mutant("a redeal costs nothing", "used + 1 if rules[1] >= 0", "used if rules[1] >= 0"),
    Mutant("out of budget is lost", "if result == LOST:", "if result == LOST or is_open:"),
    Mutant(
        "a way not searched to its end is lost",
        "                forget_way(pairs, own_key, own_lies, depth)\n                return (OUT",
        "                return (OUT",
    ),
    # Split runs as a bound (W4)
    Mutant("a way not searched to its end with split runs is lost", "        forget(table, own_key[level])\n", ""),
    Mutant("what is not lost with split runs is", "noted(tables[1], key, 0) or", "noted(tables[1], key, 1 << 30) or"),
    Mutant(
        "states on the way are lost",
        "            for level in range(depth):\n                if own_key",
        "            for level in range(0):\n                if own_key",
    ),
    # Draw 1 and free redeals as a bound (W6)
    Mutant("what is not lost with free redeals is", "(tables[2], (key, lies), 0)", "(tables[2], (key, lies), 1 << 30)"),
    Mutant("with free redeals all lie on their lower parents", "state[6:8] + state[-1:]", "state[6:8] + (0,)"),
)  # fmt: skip


def whole() -> ModuleType:
    """Return the search as it is, but with short turns and frequent bounds."""
    return broken(None)


def broken(mutant: Mutant | None) -> ModuleType:
    """Return the search with the mutant's condition broken, its turns short and its bound tested often."""
    made = rebuilt((*SPLIT, *MODULES), mutant, among=MODULES)
    hasten(made[len(SPLIT) - 1], turn=128, look_every=64)
    hasten(made[-1], turn=64, look_every=16)
    return made[-1]


def verdict_of(form: ModuleType, position: Position, rules: RuleSet, budget: int) -> str:
    """Return what the form of the search says: a verdict, or "broken" where its line cannot be played."""
    encoded = encode(position, rules)
    state = (*encoded.state, lying_high(position))
    code, _, trail = form.search_whole(state, encoded.layout, encoded.rules, budget, bytearray(1), {})
    return verdict_on(code, lambda: whole_line(position, rules, encoded, trail))
