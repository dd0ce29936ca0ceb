"""Every single expansion of the search is a sequence of legal moves, and leads where the search believes it does."""

import random
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from app.game.position import Position
from app.game.rules import ALL_KEYS, RuleSet, rule_set
from app.solver import frames, kernel
from app.solver.encoding import Encoded, encode
from app.solver.lines import Follower
from tests.solver.positions import locked_position, played_position, small_position

NODES = 200
#: Nodes of a turn, so that both orders of the search have theirs.
TURN = 64


class Watch:
    """Plays every frame that the search takes up from the table of the frame before it."""

    def __init__(self, position: Position, rules: RuleSet) -> None:
        self.rules = rules
        self.position = position
        self.encoded = encode(position, rules)
        self.way: list[tuple[Any, Position, tuple[int, ...]]] = []
        #: How often each kind of frame came up: its step's flags, and whether it waits for a move.
        self.kinds: Counter[tuple[int, int]] = Counter()

    def __call__(self, trail: list[Any], frame: tuple[int, ...]) -> None:
        depth = frame[frames.DEPTH]
        if frame[frames.WAIT] == frames.REVERSIBLE:
            # The same table once more, looked at from other arrangements: what follows from them are frames, too.
            assert trail[depth] is self.way[depth][0]
            return
        if depth == 0:
            follower = Follower(self.position, self.rules, self.encoded, frame)
        else:
            before, position, state = self.way[depth - 1]
            assert trail[depth - 1] is before
            # As a frame that waits, so that nothing is put up a second time.
            follower = Follower(position, self.rules, self.encoded, (*state, depth, frames.KING, frames.NO_STEP))
            follower.step(frame)
        self.compare(follower)
        del self.way[depth:]
        self.way.append((frame, follower.player.position, follower.state))
        self.kinds[frame[frames.STEP] & ~63, min(frame[frames.WAIT], 1)] += 1

    def compare(self, follower: Follower) -> None:
        """Hold the search's state against the table that the moves made."""
        up, rooted, free, stock, waste, used, _, gaps = follower.state
        table = follower.player.position
        real = encode(table, self.rules).state
        assert (up, rooted, free & ~up, stock, gaps) == (real[0], real[1], real[2] & ~real[0], real[3], real[7])
        draw, redeals, easy, _ = self.encoded.rules
        if easy or not stock:
            return
        if redeals < 0:
            # With free redeals a waste at a multiple of the draw count stands for all of them.
            at_once = waste % draw == 0 or waste == stock.bit_count()
            assert len(table.waste) == waste or (at_once and waste == 0), table.text
        else:
            assert (len(table.waste), table.pass_number - self.position.pass_number) == (waste, used), table.text


@pytest.fixture(scope="module")
def watched() -> ModuleType:
    """The kernel's own text, with one more line that shows each frame as it is taken up."""
    place = "        frame = stack.pop()\n"
    text = Path(kernel.__file__).read_text()
    assert text.count(place) == 1
    text = text.replace(place, f"{place}        flag.watch(trail, frame)\n")
    module = ModuleType("watched_kernel")
    exec(compile(text, "watched_kernel", "exec"), module.__dict__)
    module.__dict__["TURN"] = TURN
    return module


class Flag(bytearray):
    watch: Watch


def expand(kernel_: ModuleType, position: Position, rules: RuleSet) -> Watch:
    flag = Flag(1)
    flag.watch = Watch(position, rules)
    encoded: Encoded = flag.watch.encoded
    kernel_.search_in_turns(encoded.state, encoded.layout, encoded.rules, NODES, flag, {})
    return flag.watch


@pytest.mark.parametrize("key", ALL_KEYS)
def test_every_expansion_from_random_positions_is_played_by_the_law(key: str, watched: ModuleType) -> None:
    rules = rule_set(key)
    random_ = random.Random(f"expansions {key}")
    kinds: Counter[tuple[int, int]] = Counter()
    for number in range(12):
        kinds += expand(watched, played_position(random_, rules, random_.randint(0, 120), str(number)), rules).kinds
        kinds += expand(watched, small_position(random_, rules, random_.randint(10, 30)), rules).kinds
        kinds += expand(watched, locked_position(random_, rules), rules).kinds
    assert kinds.total() > 500
    steps = {step for step, _ in kinds}
    assert steps >= {0, frames.TO_FOUNDATION, frames.FROM_STOCK, frames.FROM_STOCK | frames.TO_FOUNDATION}
