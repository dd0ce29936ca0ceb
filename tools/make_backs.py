"""Write the card backs, static/art/back-*.svg.

A back fills the inside of the card's paper rim, about 90 wide and 130 high; the small difference between tables is
stretched, which no pattern below shows.
"""

from __future__ import annotations

import math
from pathlib import Path

TARGET = Path(__file__).parent.parent / "static" / "art"
WIDTH, HEIGHT = 90, 130
BRASS = "#dcb05a"


def star(x: float, y: float, points: int, outer: float, inner: float) -> str:
    """Return the outline of a star."""
    steps = [(outer if k % 2 == 0 else inner, math.pi * k / points) for k in range(2 * points)]
    return "M" + "L".join(f"{x + r * math.sin(a):.1f} {y - r * math.cos(a):.1f}" for r, a in steps) + "Z"


def rings(x: float, y: float, radii: list[float]) -> str:
    return "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"/>' for r in radii)


def frame(colour: str, *, inset: float = 3.5) -> str:
    return (
        f'<rect x="{inset}" y="{inset}" width="{WIDTH - 2 * inset}" height="{HEIGHT - 2 * inset}" rx="2.5" fill="none" '
        f'stroke="{colour}" stroke-width="1"/>'
    )


def sheet(ground: str, tile: tuple[float, float], pattern: str, centre: str, edge: str, turn: str = "") -> str:
    """Return a back: a ground, a pattern of tiles, a centre piece and a fine frame."""
    width, height = tile
    x, y = WIDTH / 2 % width, HEIGHT / 2 % height
    move = f' patternTransform="{turn}"' if turn else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none"><defs>'
        f'<pattern id="p" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" patternUnits="userSpaceOnUse"{move}>{pattern}</pattern></defs>'
        f'<path fill="{ground}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/><path fill="url(#p)" d="M4.5 4.5h81v121h-81z"/>{frame(edge)}{centre}</svg>\n'
    )


def lattice() -> str:
    pattern = (
        '<path d="M0 0 10 10M10 0 0 10" stroke="#b05a6b" stroke-width=".9" fill="none"/>'
        f'<circle cx="5" cy="5" r="1.1" fill="{BRASS}"/><path d="M0-1.2 1.2 0 0 1.2-1.2 0zM10-1.2 11.2 0 10 1.2 8.8 0zM0 8.8 1.2 10 0 11.2-1.2 10zM10 8.8 11.2 10 10 11.2 8.8 10z" fill="#b05a6b"/>'
    )
    centre = (
        f'<path d="M45 37 65 65 45 93 25 65z" fill="#7a2133" stroke="{BRASS}" stroke-width="1.4"/><path d="M45 43 60.5 65 45 87 29.5 65z" fill="none" stroke="{BRASS}" stroke-width=".6"/>'
        f'<path d="{star(45, 65, 12, 10.5, 6.2)}" fill="{BRASS}"/><circle cx="45" cy="65" r="4.6" fill="#7a2133"/><circle cx="45" cy="65" r="2.6" fill="{BRASS}"/>'
    )
    return sheet("#7a2133", (10, 10), pattern, centre, BRASS)


def waves() -> str:
    def shell(x: float, y: float) -> str:
        return "".join(
            f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{f}" stroke="#9cc0da" stroke-width=".8"/>'
            for r, f in [(8.6, "#204b70"), (5.8, "none"), (3, "none")]
        )

    pattern = "".join(shell(x, y) for y, xs in [(-2, (0, 18)), (2.5, (9,)), (7, (0, 18)), (11.5, (9,))] for x in xs)
    centre = (
        '<circle cx="45" cy="65" r="17" fill="#204b70" stroke="#f3e3bd" stroke-width="1.2"/><g fill="none" stroke="#9cc0da">'
        + rings(45, 65, [14.5])
        + f'</g><path d="{star(45, 65, 8, 12.5, 4.6)}" fill="#f3e3bd"/><path d="{star(45, 65, 8, 6, 2.2)}" fill="#204b70"/>'
    )
    return sheet("#204b70", (18, 9), pattern, centre, "#f3e3bd")


def stars() -> str:
    pattern = f'<path d="{star(7.5, 7.5, 4, 3.6, 0.9)}" fill="#c8cdf0"/><g fill="#7f88c4"><circle r=".9"/><circle cx="15" r=".9"/><circle cy="15" r=".9"/><circle cx="15" cy="15" r=".9"/></g><g fill="#5a639e"><circle cx="7.5" r=".6"/><circle cy="7.5" r=".6"/><circle cx="15" cy="7.5" r=".6"/><circle cx="7.5" cy="15" r=".6"/></g>'
    centre = (
        f'<circle cx="45" cy="65" r="19" fill="#20244a" stroke="{BRASS}" stroke-width="1"/><path d="{star(45, 65, 16, 16.5, 9.5)}" fill="{BRASS}"/><circle cx="45" cy="65" r="9" fill="#20244a"/>'
        f'<path d="M45 58a7 7 0 0 1 0 14a9 9 0 0 0 0-14z" fill="#f1e4c2"/><path d="M45 58a7 7 0 0 0 0 14a9 9 0 0 1 0-14z" fill="#8d95cc"/>'
    )
    return sheet("#20244a", (15, 15), pattern, centre, BRASS)


def leaves() -> str:
    leaf = "M0 0C2.6-1.5 3.2-4.8 0-7.6-3.2-4.8-2.6-1.5 0 0z"
    four = "".join(f'<path d="{leaf}" transform="translate(9 9) rotate({a})"/>' for a in (45, 135, 225, 315))
    corner = "".join(
        f'<path d="{leaf}" transform="translate({x} {y}) rotate({a})"/>'
        for x, y, a in [(0, 0, 135), (18, 0, 225), (0, 18, 45), (18, 18, 315)]
    )
    pattern = f'<g fill="#4f8f6b">{four}</g><g fill="#3a7454">{corner}</g><circle cx="9" cy="9" r="1" fill="#e5cf93"/>'
    wreath = "".join(
        f'<path d="M0-12.5c3.4-1.5 3.6-6 0-9-3.6 3-3.4 7.5 0 9z" transform="translate(45 65) rotate({a})"/>'
        for a in range(0, 360, 30)
    )
    centre = (
        f'<circle cx="45" cy="65" r="24" fill="#1d4a35" stroke="#e5cf93"/><g fill="#7fb894">{wreath}</g><g fill="#e5cf93"><circle cx="45" cy="65" r="2.2"/>'
        + "".join(
            f'<path d="{leaf}" transform="translate(45 65) rotate({a}) translate(0 -2.5)"/>' for a in range(0, 360, 60)
        )
        + "</g>"
    )
    return sheet("#1d4a35", (18, 18), pattern, centre, "#e5cf93")


def weave() -> str:
    pattern = (
        '<path d="M0 0h12v12H0z" fill="#5d4526"/><g fill="#b98f4f"><path d="M.5.6h5v1.3h-5zM.5 2.5h5v1.3h-5zM.5 4.4h5v1.3h-5zM6.5 6.6h5v1.3h-5zM6.5 8.5h5v1.3h-5zM6.5 10.4h5v1.3h-5z"/></g>'
        '<g fill="#94703a"><path d="M6.6.5h1.3v5H6.6zM8.5.5h1.3v5H8.5zM10.4.5h1.3v5h-1.3zM.6 6.5h1.3v5H.6zM2.5 6.5h1.3v5H2.5zM4.4 6.5h1.3v5H4.4z"/></g>'
    )
    centre = (
        '<path d="M45 46 64 65 45 84 26 65z" fill="#4a3519" stroke="#ecd29a" stroke-width="1.2"/><path d="M45 51 59 65 45 79 31 65z" fill="none" stroke="#b98f4f"/>'
        f'<path d="{star(45, 65, 4, 11, 3.4)}" fill="#ecd29a"/>'
    )
    return sheet("#4a3519", (12, 12), pattern, centre, "#ecd29a")


def compass() -> str:
    pattern = '<path d="M0 4h8M4 0v8" stroke="#2f6a70" stroke-width=".6"/><circle cx="4" cy="4" r=".8" fill="#5f9ea3"/>'
    petals = "".join(f'<ellipse rx="30" ry="9" transform="translate(45 65) rotate({a})"/>' for a in range(0, 180, 15))
    corners = "".join(
        f'<g transform="translate({x} {y})">{rings(0, 0, [6, 10, 14])}</g>'
        for x, y in [(4.5, 4.5), (85.5, 4.5), (4.5, 125.5), (85.5, 125.5)]
    )
    centre = (
        f'<clipPath id="c"><path d="M4.5 4.5h81v121h-81z"/></clipPath><g fill="#1b4a50" stroke="#8cc0c2" stroke-width=".7" clip-path="url(#c)">{corners}</g><circle cx="45" cy="65" r="32.5" fill="#1b4a50" stroke="#efdcae"/>'
        f'<g fill="none" stroke="#8cc0c2" stroke-width=".6">{petals}</g><circle cx="45" cy="65" r="9.5" fill="#1b4a50" stroke="#efdcae" stroke-width=".8"/><path d="{star(45, 65, 8, 8, 3)}" fill="#efdcae"/>'
    )
    return sheet("#1b4a50", (8, 8), pattern, centre, "#efdcae")


def peacock() -> str:
    def eye(x: float, y: float) -> str:
        return (
            f'<g transform="translate({x:g} {y:g})"><path d="M0-9C6-6 7 2 0 9-7 2-6-6 0-9z" fill="#2b6f6c"/><ellipse cy="-1" rx="3.6" ry="4.6" fill="#c79a3c"/>'
            '<ellipse cy="-.6" rx="2.3" ry="3.1" fill="#2a2f7a"/><circle cy=".4" r="1.1" fill="#7fd3d0"/></g>'
        )

    pattern = "".join(eye(x, y) for x, y in [(0, 0), (15, 0), (0, 18), (15, 18), (7.5, 9)])
    feathers = "".join(
        f'<use href="#e" transform="translate(45 65) rotate({a}) translate(0 -15)"/>' for a in range(0, 360, 45)
    )
    centre = (
        '<defs><path id="e" d="M0-8C5-6 5 1 0 9-5 1-5-6 0-8z"/></defs><circle cx="45" cy="65" r="26" fill="#173f4a" stroke="#e3c26a"/>'
        f'<g fill="#2b8a83" stroke="#e3c26a" stroke-width=".7">{feathers}</g><circle cx="45" cy="65" r="5" fill="#e3c26a"/><circle cx="45" cy="65" r="2.4" fill="#2a2f7a"/>'
    )
    return sheet("#173f4a", (15, 18), pattern, centre, "#e3c26a")


def cubes() -> str:
    pattern = (
        '<path d="M0 0h18v30H0z" fill="#e2c691"/><path d="M0 5 9 10V20L0 15zM9 20 18 25V30H9zM9 0h9V5z" fill="#8c5a3a"/>'
        '<path d="M18 5 9 10V20L18 15zM9 20 0 25V30H9zM9 0H0V5z" fill="#5b3424"/>'
    )
    centre = (
        '<path d="M45 41 66 53V77L45 89 24 77V53z" fill="#3d2118" stroke="#f0dcae" stroke-width="1.2"/><path d="M45 47 60.500 56 45 65 29.500 56z" fill="#e2c691"/>'
        '<path d="M29.500 56 45 65V83L29.500 74z" fill="#8c5a3a"/><path d="M60.500 56 45 65V83L60.500 74z" fill="#5b3424"/>'
    )
    return sheet("#3d2118", (18, 30), pattern, centre, "#f0dcae")


def lotus() -> str:
    petal = "M0 0C5-4 6-13 0-20-6-13-5-4 0 0z"
    pattern = '<g fill="none" stroke="#8d5a9c" stroke-width=".8"><path d="M0 12a6 6 0 0 1 12 0M-6 6a6 6 0 0 1 12 0M6 6a6 6 0 0 1 12 0M3 12a3 3 0 0 1 6 0M-3 6a3 3 0 0 1 6 0M9 6a3 3 0 0 1 6 0"/></g>'
    back = "".join(
        f'<path d="{petal}" transform="translate(45 72) rotate({a})"/>' for a in (-75, -50, -25, 0, 25, 50, 75)
    )
    front = "".join(
        f'<path d="{petal}" transform="translate(45 74) rotate({a}) scale(.72)"/>' for a in (-60, -30, 0, 30, 60)
    )
    centre = (
        f'<circle cx="45" cy="65" r="26" fill="#43234f" stroke="#f2d9a0"/><g fill="#c77ba6" stroke="#43234f" stroke-width=".8">{back}</g>'
        f'<g fill="#f4c9d8" stroke="#43234f" stroke-width=".8">{front}</g><path d="M27 79q18 6 36 0" fill="none" stroke="#f2d9a0" stroke-width="1.2"/>'
    )
    return sheet("#43234f", (12, 12), pattern, centre, "#f2d9a0")


#: The last three are sold in the shop.
BACKS = {
    "lattice": lattice,
    "waves": waves,
    "stars": stars,
    "leaves": leaves,
    "weave": weave,
    "compass": compass,
    "peacock": peacock,
    "cubes": cubes,
    "lotus": lotus,
}

if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, draw in BACKS.items():
        (TARGET / f"back-{name}.svg").write_text(draw(), encoding="utf-8")
