"""Charts as numbers for an SVG: made here, so that they need no script and no arithmetic in a template."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_WIDTH: Final = 400
_HEIGHT: Final = 160
_TOP: Final = 18  # room for a number above the highest bar
_FOOT: Final = 22  # room for the labels


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar in the units of its chart; ``middle`` is where its texts are centred, ``count`` 0 draws none."""

    label: str
    count: int
    x: float
    y: float
    width: float
    height: float
    middle: float
    above: float


@dataclass(frozen=True, slots=True)
class BarChart:
    """Bars side by side, as high as they count. ``foot`` is the height of the base line, ``labels`` of the labels."""

    width: int
    height: int
    foot: int
    labels: int
    bars: list[Bar]


@dataclass(frozen=True, slots=True)
class LineChart:
    """A line through sums, oldest first; ``zero`` is the height of nothing, ``None`` where it is out of sight."""

    width: int
    height: int
    points: str
    zero: float
    top: int
    bottom: int


def bar_chart(counts: Sequence[tuple[str, int]]) -> BarChart:
    """Return a chart of labelled counts."""
    foot, most = _HEIGHT - _FOOT, max([1, *[count for _, count in counts]])
    place = _WIDTH / max(len(counts), 1)
    bars = []
    for number, (label, count) in enumerate(counts):
        height = round((foot - _TOP) * count / most, 1)
        x = number * place
        bars.append(
            Bar(
                label,
                count,
                round(x + place * 0.12, 1),
                round(foot - height, 1),
                round(place * 0.76, 1),
                height,
                round(x + place / 2, 1),
                round(foot - height - 5, 1),
            )
        )
    return BarChart(_WIDTH, _HEIGHT, foot, _HEIGHT - 6, bars)


def line_chart(sums: Sequence[int]) -> LineChart:
    """Return a chart of at least one sum; nothing is always in sight."""
    top, bottom = max(0, *sums), min(0, *sums)
    span = max(top - bottom, 1)
    room = _HEIGHT - 2 * _TOP

    def height(value: int) -> float:
        # In whole numbers first: sums may be larger than a float counts exactly.
        return round(_TOP + room * ((top - value) * 1000 // span) / 1000, 1)

    step = _WIDTH / max(len(sums) - 1, 1)
    points = " ".join(f"{round(number * step, 1)},{height(value)}" for number, value in enumerate(sums))
    return LineChart(_WIDTH, _HEIGHT, points, height(0), top, bottom)
