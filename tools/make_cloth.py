"""Write static/art/medallion.svg, the faint ornament that is woven into the cloth."""

from __future__ import annotations

import math
from pathlib import Path

from tools.make_courts import PIPS

TARGET = Path(__file__).parent.parent / "static" / "art" / "medallion.svg"


def build() -> str:
    """Return the medallion: a sun of petals, two rings, and the four suits between them."""
    petals = "".join(
        f'<path d="M0-16C9-28 9-44 0-56-9-44-9-28 0-16z" transform="rotate({k * 22.5:g})"/>' for k in range(16)
    )
    beads = "".join(
        f'<circle r="1.6" cx="{86 * math.sin(a):.1f}" cy="{86 * math.cos(a):.1f}"/>'
        for a in (math.pi * k / 24 for k in range(48))
        if min(abs(math.sin(a)), abs(math.cos(a))) > 0.2
    )
    suits = "".join(
        f'<path d="{PIPS[suit]}" transform="rotate({90 * k}) translate(0 -86) scale(1.9)"/>'
        for k, suit in enumerate("SHCD")
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200"><g fill="none" stroke="#fff" stroke-width="1.2">'
        f'<circle r="98"/><circle r="74"/><circle r="66"/><circle r="13"/>{petals}</g><g fill="#fff">{beads}{suits}<circle r="6"/></g></svg>\n'
    )


if __name__ == "__main__":
    TARGET.write_text(build(), encoding="utf-8")
