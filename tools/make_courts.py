"""Draw the twelve court figures and write static/art/courts.svg.

The file is a sheet of four columns (clubs, diamonds, hearts, spades) and three rows (jack, queen, king), and below them
one wreath that goes round the pip of every ace. A cell is 100 wide and 150 high and the figure stands on its lower edge, so that a card of any height between 1.3 and 1.5 of its width
shows it whole. Coordinates below are those of one cell; y runs downwards.
"""

from __future__ import annotations

import re
from pathlib import Path

TARGET = Path(__file__).parent.parent / "static" / "art" / "courts.svg"
SUITS, RANKS = "CDHS", "JQK"
CELL = (100, 150)

INK, IVORY, BRASS, GOLD, STEEL, LIPS = "#262433", "#fff6e2", "#c8922c", "#e9bd5b", "#c9d1d8", "#a8423f"
EDGE = 'stroke="#b9ad93" stroke-width=".9"'
ROBE = {"C": "#1f5148", "D": "#bb4a22", "H": "#ad1f30", "S": "#2a3157"}
SHADE = {"C": "#163b36", "D": "#8f3417", "H": "#83152a", "S": "#1b2040"}
LIGHT = {"C": "#3d7a6c", "D": "#dd7a48", "H": "#d14b55", "S": "#4b5690"}
PIPS = {
    "S": "M0-6C.9-4 6-1.9 6 1.8 6 3.6 4.6 4.7 3.2 4.7 2 4.7 1 4.2.5 3.3.6 4.6 1.1 5.5 2.2 6.3H-2.2C-1.1 5.5-.6 4.6-.5 3.3-1 4.2-2 4.7-3.2 4.7-4.6 4.7-6 3.6-6 1.8-6-1.9-.9-4 0-6Z",
    "H": "M0 6C-.8 4.4-6 1.6-6-2.1-6-4.3-4.5-5.7-2.7-5.7-1.5-5.7-.5-5 0-3.8.5-5 1.5-5.7 2.7-5.7 4.5-5.7 6-4.3 6-2.1 6 1.6.8 4.4 0 6Z",
    "D": "M0-6.5C1.1-4 2.8-1.7 4.9 0 2.8 1.7 1.1 4 0 6.5-1.1 4-2.8 1.7-4.9 0-2.8-1.7-1.1-4 0-6.5Z",
    "C": "M-2.9-3.2A2.9 2.9 0 1 1 2.3-1.4 2.9 2.9 0 1 1 .6 3.2C.7 4.6 1.2 5.5 2.2 6.3H-2.2C-1.2 5.5-.7 4.6-.6 3.2A2.9 2.9 0 1 1-2.3-1.4 2.9 2.9 0 0 1-2.9-3.2Z",
}


def path(drawing: str, fill: str, more: str = "") -> str:
    return f'<path fill="{fill}" d="{drawing}"{" " + more if more else ""}/>'


def line(drawing: str, colour: str, width: float = 1.2) -> str:
    return f'<path fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round" d="{drawing}"/>'


def dots(points: list[tuple[float, float]], radius: float, fill: str) -> str:
    r = f"{radius:g}"
    return path(
        "".join(
            f"M{x - radius:g} {y:g}a{r} {r} 0 1 0 {2 * radius:g} 0a{r} {r} 0 1 0-{2 * radius:g} 0" for x, y in points
        ),
        fill,
    )


def both(right: str) -> str:
    """Return a closed outline, symmetric about x = 50, from its right half written in absolute M, L and C."""
    tokens = re.findall(r"[MLC]|-?[\d.]+", right)
    steps: list[list[tuple[float, float]]] = []
    size, at = 1, 0
    while at < len(tokens):
        if tokens[at] in "MLC":
            size = 3 if tokens[at] == "C" else 1
            at += 1
            continue
        numbers = [float(n) for n in tokens[at : at + 2 * size]]
        steps.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
        at += 2 * size
    ends = [step[-1] for step in steps]
    out = right
    for index in range(len(steps) - 1, 0, -1):
        back = [*reversed(steps[index][:-1]), ends[index - 1]]
        out += ("C" if len(back) == 3 else "L") + " ".join(f"{100 - x:g} {y:g}" for x, y in back)
    return out + "Z"


def pip(suit: str, x: float, y: float, fill: str, scale: float = 1) -> str:
    return f'<use href="#{suit}" transform="translate({x:g} {y:g}) scale({scale:g})" fill="{fill}"/>'


def head(
    skin: str,
    shadow: str,
    *,
    turn: float = 0,
    brow: str = INK,
    mouth: str = "calm",
    cheeks: str = "",
    lashes: bool = False,
) -> str:
    """Return neck and face; `turn` moves the features sideways, as when someone looks to the side."""
    x = 50 + turn
    art = path("M42 100h16v16c-3 5-13 5-16 0z", shadow)
    art += path(both("M50 73C60 73 66 80 66 91C66 102 58 111 50 111"), skin)
    if cheeks:
        art += dots([(x - 9, 98.5), (x + 9, 98.5)], 2.8, cheeks)
    art += line(f"M{x + turn * 0.4:g} 91.5c-.8 3 -1.6 5-1.6 6.5.8.9 2 .9 2.9.2", shadow, 1.3)
    art += dots([(x - 6.6, 91), (x + 6.6, 91)], 1.65, INK)
    art += line(f"M{x - 10:g} 87.4q3-2.3 6.2-.6M{x + 10:g} 87.4q-3-2.3-6.2-.6", brow, 1.5)
    if lashes:
        art += line(f"M{x - 9.6:g} 90.6q1.5-2.3 5-1.4M{x + 9.6:g} 90.6q-1.5-2.3-5-1.4", INK, 1)
    mouths = {"calm": f"M{x - 3.4:g} 103.4q3.4 1.4 6.8 0", "smile": f"M{x - 3.8:g} 102.6q3.8 3 7.6 0"}
    if mouth == "lips":
        art += path(f"M{x - 3.6:g} 103.2q1.8-1.6 3.6-.7q1.8-.9 3.6.7q-3.6 3.4-7.2 0z", LIPS)
    elif mouth:
        art += line(mouths[mouth], LIPS, 1.4)
    return art


def robe(suit: str, *, collar: str, front: str, spots: bool = False) -> str:
    """Return shoulders, a front panel with the suit, and a collar."""
    art = path(both("M50 113L59 112C74 116 90 121 95 137L97 150L50 150"), ROBE[suit])
    art += path(
        "M24 127c-4 6-5 14-5 23h-16l2-13c2-5 10-8 19-10zM76 127c4 6 5 14 5 23h16l-2-13c-2-5-10-8-19-10z", SHADE[suit]
    )
    art += path(both("M50 119L58 115C61 126 62 138 62 150L50 150"), front)
    art += line("M41 115c-3 11-4 23-4 35M59 115c3 11 4 23 4 35", BRASS, 1.8)
    art += path(both("M50 124L59 110C68 112 76 116 79 121C72 128 62 132 50 133"), collar)
    art += path(both("M50 124L58 111L55 109L50 116"), SHADE[suit])
    if spots:
        art += line(
            "M28 121v3M34.5 124v3M41 126v3M33 117.5v2.6M39.5 118.5v3M72 121v3M65.5 124v3M59 126v3M67 117.5v2.6M60.5 118.5v3",
            INK,
            1.5,
        )
    return art + pip(suit, 50, 141.5, ROBE[suit] if front in (IVORY, GOLD) else GOLD, 0.95)


# Kings -------------------------------------------------------------------------------------------------------------


def king_of_spades() -> str:
    hair = "#3a2c2a"
    art = path("M82.8 150V72l2.7-9 2.7 9v78z", STEEL) + line("M85.5 70v80", "#8d97a3", 1)
    art += path(both("M50 72C70 72 71 92 71 116L29 116"), hair)
    art += robe("S", collar=IVORY, front=GOLD, spots=True)
    art += head("#eac7a1", "#c9996d", mouth="", brow=hair)
    art += path(both("M50 99C56 97.5 61 97 65.6 90C67.5 104 64 121 50 131"), hair)
    art += line("M43.5 103.5c4-2.6 9-2.6 13 0", hair, 3) + line("M46.5 106.4q3.5 1.3 7 0", "#c8706a", 1.4)
    art += line("M42 110c1 7 4 12 7 15M58 110c-1 7-4 12-7 15", "#5d4a45", 1)
    art += path(both("M50 47L54 62L62 50L64 63L73 55L68.5 81C60 84.5 55 85 50 85"), GOLD)
    art += path(both("M50 77.5C57 77.5 64 76.5 69.2 74.5L68.5 81C60 84.5 55 85 50 85"), BRASS)
    art += dots([(50, 47), (38, 50), (62, 50), (27, 55), (73, 55)], 2.1, BRASS) + dots([(40, 80), (60, 80)], 1.5, IVORY)
    art += path("M77 121h17v3.6h-17z", BRASS) + dots([(77, 122.8), (94, 122.8)], 2.3, BRASS)
    return art + path("M81 126c3-2 7-2 9 .5l1.5 8.5c-3 3-8 3-11.5 1z", "#eac7a1") + pip("S", 50, 69, SHADE["S"], 0.62)


def king_of_hearts() -> str:
    hair = "#e6dfce"
    art = line("M13.5 150 15 92", BRASS, 3.2)
    art += path(both("M50 72C69 72 71 90 70.5 108L76 112C70 119 62 116 60 112L40 112"), hair)
    art += robe("H", collar=IVORY, front=IVORY, spots=True)
    art += head("#f3d2b1", "#d3a27c", mouth="", brow="#b9ae96", cheeks="#e9b196")
    art += path(
        "M50 100c4-2.5 10-2 15.5-9 2.5 7 1 11-.5 14 2 4-.5 8-3 9.5.3 5-4 8.5-7.2 9-1 3-3.3 5-4.8 6-1.5-1-3.8-3-4.8-6-3.2-.5-7.5-4-7.2-9-2.5-1.5-5-5.5-3-9.5-1.5-3-3-7-.5-14 5.5 7 11.5 6.5 15.5 9z",
        hair,
    )
    art += line("M43 104c3.5-3 6-2 7-.8 1-1.2 3.5-2.2 7 .8", "#b9ae96", 1.8) + line("M47 107q3 1.6 6 0", LIPS, 1.5)
    art += line("M40 110q2 3.5 5 3.5M60 110q-2 3.5-5 3.5M46 117q1 3 4 4.5M54 117q-1 3-4 4.5", "#b9ae96", 1)
    art += path(both("M50 54C60 54 67 60 68.5 76L50 78"), ROBE["H"])
    art += line("M31.5 76C32 58 43 55 50 55s18 3 18.5 21M50 55v20", GOLD, 3.4)
    art += path(both("M50 75C57 75 64 74 70 72L69 81.5C60 84.5 55 85 50 85"), GOLD)
    art += (
        dots([(50, 50.5)], 3.4, GOLD)
        + dots([(37, 79.5), (63, 79.5)], 1.6, ROBE["H"])
        + pip("H", 50, 80, ROBE["H"], 0.55)
    )
    art += dots([(15, 90)], 8.2, GOLD) + pip("H", 15, 90.4, ROBE["H"], 0.9)
    return art + path("M10 124c2-2.5 7-2.5 9 0l1 8.5c-3 2.5-8 2.5-11 0z", "#f3d2b1")


def king_of_diamonds() -> str:
    hair = "#2b2226"
    art = path(both("M50 80C67 80 68 92 67 106L50 108"), hair)
    art += robe("D", collar=GOLD, front=IVORY)
    art += line("M30 119.5q8 8 20 9.5 12-1.5 20-9.5", SHADE["D"], 1.2) + dots(
        [(33, 121), (40, 126), (60, 126), (67, 121)], 1.5, SHADE["D"]
    )
    art += head("#c58c60", "#99653f", turn=-1.5, mouth="", brow=hair)
    art += path(
        "M47.5 99.5c-6 .2-10 1.5-13-7-1.5 9 2.5 19 8.5 23.5 2.5 2 4 5.5 5.5 9 1.5-3.5 3-7 5.5-9 6-4.5 11.5-14.5 11-23.5-3 8.5-9 7-15 7z",
        hair,
    )
    art += line("M41.5 102c3-2.8 5.5-2 7-1 1.5-1 4-1.8 7 1", hair, 2.6) + line("M45.5 105.5q3 1.2 6 0", "#c8706a", 1.4)
    art += path("M30 80c-6-12 3-25 20-27 17 2 26 15 20 27-12 6-28 6-40 0z", IVORY, EDGE)
    art += path("M30 80c-1-11 12-19 33-24 4 2 7 6 8.5 10-18 1-34 8-39 15z", "#e6d6b4")
    art += line("M31 79c8-12 22-18 39-19M38 82c8-9 20-13 33-13", "#bd9d63", 1.2)
    art += path(both("M50 76C58 76 66 75 71 72C72.5 76 72 79 70 82C62 85.5 55 86 50 86"), ROBE["D"])
    art += (
        line("M50 62c-2-6-1-12 3-17 4 5 3 12-1 17", LIGHT["D"], 2.4)
        + pip("D", 50, 66.5, GOLD, 1.25)
        + pip("D", 50, 66.5, ROBE["D"], 0.6)
    )
    art += path("M77 131c2-4 12-4 14 0l-2 9c-3 2.5-7 2.5-10 0z", "#c58c60")
    return (
        art
        + path("M79 107h10l5 7-10 18-10-18z", LIGHT["D"])
        + path("M79 107h10l-1.5 7h-7z", "#ffd9b8")
        + line("M74 114h20M80.5 114l3.5 17 3.5-17M79 107l1.5 7M89 107l-1.5 7", SHADE["D"], 0.9)
    )


def king_of_clubs() -> str:
    hair = "#241a1c"
    art = path(both("M50 72C68 72 69 88 68 104L50 106"), hair)
    art += robe("C", collar=IVORY, front=GOLD, spots=True)
    art += head("#8f5d40", "#67402b", turn=1.5, mouth="", brow=hair)
    art += path(
        "M51 98.5c5 0 11.5 1 15-8 1.5 12-1.5 27-8 31-3 1.8-11 1.8-14 0-6.5-4-9.5-19-8-31 3.5 9 10 8 15 8z", hair
    )
    art += line("M44.5 102.5c3-2.6 5-2 6.5-.8 1.5-1.2 4-1.8 7 .8", "#4a3835", 2) + line(
        "M48 106.4q3.2 1.5 6.4 0", "#c8706a", 1.5
    )
    art += line("M42 112q1.5 5 4 7M60 112q-1.5 5-4 7M51 112v8", "#4a3835", 1)
    art += path(both("M50 71C57 71 64 70 70 67L69 81.5C60 84.5 55 85 50 85"), GOLD)
    art += dots(
        [(50, 54), (45, 60.5), (55, 60.5), (31, 59), (27.5, 65), (35.5, 65.5), (69, 59), (72.5, 65), (64.5, 65.5)],
        3.9,
        GOLD,
    )
    art += path("M48.3 56h3.4l1.3 17h-6zM30 61h2.6l4.4 12h-6zM70 61h-2.6l-4.4 12h6z", GOLD)
    art += (
        line("M30.5 76.5c8 3 13 3.5 19.5 3.5s11.5-.5 19.5-3.5", BRASS, 1.4)
        + dots([(40, 75), (60, 75)], 1.7, ROBE["C"])
        + pip("C", 50, 75.5, ROBE["C"], 0.5)
    )
    art += (
        dots([(16, 126)], 9.5, GOLD)
        + line("M6.5 126c5 3 14 3 19 0M16 116.5v4", BRASS, 1.6)
        + pip("C", 16, 110.5, GOLD, 1.05)
    )
    return art + path("M8 131c3-2 12-3.5 15.5-.5 1 3-.5 6-3.5 8-4 1-8 .5-11-1.5z", "#8f5d40")


# Queens ------------------------------------------------------------------------------------------------------------


def queen_of_spades() -> str:
    hair = "#2a2430"
    art = path(both("M50 44C60 56 72 80 77 116C79 128 81 140 81 150L50 150"), "#d5dbea") + line(
        "M30 106c-2 14-4 28-5 44M70 106c2 14 4 28 5 44", "#b4bdd4", 1
    )
    art += path(both("M50 74C68 74 68 92 67 108L50 110"), hair)
    art += robe("S", collar=SHADE["S"], front=LIGHT["S"])
    art += line("M23 120q8 9 27 12 19-3 27-12", GOLD, 1.6)
    art += head("#f4dbc3", "#d3ab8c", turn=1.2, mouth="lips", cheeks="#edbfa9", lashes=True, brow=hair)
    art += path("M50 71.5c-11 1-16 9-16.5 19 5-3 11-8 16-15 5 7 11.5 12 17 15-.5-10-5.5-18-16.5-19z", hair)
    art += path(both("M50 43L59.5 74C56 77.5 53 78 50 78"), ROBE["S"])
    art += line("M47.6 52.5h4.8M45.6 59h8.8M43.5 66h13", GOLD, 1.5)
    art += path(both("M50 72C56 72 60 71 62.5 69.5L63 77C59 79.5 54 80 50 80"), GOLD) + pip(
        "S", 50, 76, SHADE["S"], 0.42
    )
    art += dots([(39.5, 117), (43.5, 120.5), (50, 122.5), (56.5, 120.5), (60.5, 117)], 1.6, IVORY)
    art += line("M84 150v-31", BRASS, 2.6) + line("M84 142h5.5M84 147h4", BRASS, 2.2)
    art += dots([(84, 113.5)], 5.6, BRASS) + dots([(84, 113.5)], 2.8, ROBE["S"])
    return art + path("M79.5 127c2-2 7-2.5 9-.5l1 6.5c-3 2.5-7.5 2.5-10 .5z", "#f4dbc3")


def queen_of_hearts() -> str:
    hair = "#b4622c"
    art = path(both("M50 68C70 68 73 88 74 104C76 116 82 124 80 140L50 142"), hair)
    art += robe("H", collar=IVORY, front=SHADE["H"])
    art += path(
        "M27 108c-3 12-8 20-6 34 4 1 8 0 10-2-2-12 3-22 5-34zM73 108c3 12 8 20 6 34-4 1-8 0-10-2 2-12-3-22-5-34z", hair
    )
    art += line(
        "M28 112c-2 9-5 17-4 28M32 114c-2 8-4 16-4 25M72 112c2 9 5 17 4 28M68 114c2 8 4 16 4 25", "#8e4a1e", 1.1
    )
    art += head("#f4d4b6", "#d7a681", turn=-1.2, mouth="lips", cheeks="#f0b39c", lashes=True, brow="#8e4a1e")
    art += path("M50 70.5c-13 0-17.5 11-17 24 5-3 9.5-9 12-16 6 8 13.5 11 21.5 16 .5-14-4-24-16.5-24z", hair)
    art += line("M45 78.5q-4 8-9.5 12M46 76q9 9 18 13", "#8e4a1e", 1)
    art += path(both("M50 55L55 66L62 58L63.5 67L70 63L67 77C60 73.5 55 73 50 73"), GOLD)
    art += (
        dots([(38, 58), (62, 58), (30, 63), (70, 63)], 1.8, GOLD)
        + pip("H", 50, 54, ROBE["H"], 0.72)
        + pip("H", 50, 67.5, ROBE["H"], 0.42)
    )
    art += dots([(41, 117), (45, 120), (50, 121.5), (55, 120), (59, 117)], 1.5, GOLD)
    art += line("M17 148c1-9 0-17-1.5-24", "#2f6a46", 2.2) + path(
        "M17 138c-4-1-7-4-8-8 5 0 8 3 8 8zM17.5 134c3-1 6-4 6.5-7-4 0-6.5 3-6.5 7z", "#2f6a46"
    )
    art += dots([(15, 117)], 8, ROBE["H"]) + line(
        "M15 120.5c-3.5 0-5.5-3-4-5.5 1.3-2.2 5-2.5 6.5-.2 1.2 2-.5 4-2.2 3.6-1.5-.4-1.5-2.4 0-2.6M8.5 120c2.5 4 9.5 5 13-.5",
        "#f08d8a",
        1.2,
    )
    return art + path("M13 137c2-2 7-2 9 0l.5 6c-3 2-7 2-9.5 0z", "#f4d4b6")


def queen_of_diamonds() -> str:
    hair = "#2b1d1c"
    art = dots([(50, 62)], 13.5, hair) + path(both("M50 68C68 68 69 86 68 100L50 104"), hair)
    art += robe("D", collar=GOLD, front=IVORY)
    art += line("M26 120l5 4 4-2.5 5 5 5-2 5 5 5-5 5 2 5-5 4 2.5 5-4", ROBE["D"], 1.5)
    art += head("#9c6544", "#74462d", mouth="lips", cheeks="#b06e4e", lashes=True, brow=hair)
    art += path(both("M50 70C62 70 67 79 67 92C62 89 56 82 50 77"), hair)
    art += line("M37.5 60q12.5-8 25 0M36.5 65.5q13.5-8 27 0", GOLD, 1.8) + dots(
        [(42, 57.2), (50, 55.5), (58, 57.2), (41, 63), (50, 61.3), (59, 63)], 1.4, IVORY
    )
    art += path(both("M50 69L55 73.5C60 75 65 78 67.5 83L66 87C60 81 55 79.5 50 80"), GOLD) + pip(
        "D", 50, 74.5, ROBE["D"], 0.8
    )
    art += line("M33 98v4M67 98v4", GOLD, 1.3) + path(
        "M33 101l2.8 4.5-2.8 4.5-2.8-4.5zM67 101l2.8 4.5-2.8 4.5-2.8-4.5z", GOLD
    )
    art += line("M83 150v-18", BRASS, 3.2) + dots([(83, 121)], 11.5, BRASS) + dots([(83, 121)], 8.8, "#d3e2e6")
    art += line("M78.5 122.5l7-7M82 126.5l6-6", "#ffffff", 1.8)
    return art + path("M78.5 135c2-2 7-2 9 0l1 6.5c-3 2.5-8 2.5-11 0z", "#9c6544")


def queen_of_clubs() -> str:
    hair, leaf = "#5a3522", "#2f7a55"
    art = path(both("M50 68C69 68 71 88 70 104L50 108"), hair)
    art += robe("C", collar=LIGHT["C"], front=IVORY)
    art += line("M23 121q10 9 27 11 17-2 27-11", GOLD, 1.5)
    art += head("#dcaa7e", "#b27e55", turn=1, mouth="smile", cheeks="#d88f6e", lashes=True, brow=hair)
    art += path(both("M50 70C63 70 67.5 80 67 94C61 90 54 84 50 78"), hair) + line("M50 71v7", "#dcaa7e", 1)
    for y, left, right in [(106, 31, 69), (114, 29.5, 70.5), (122, 30, 70), (130, 31.5, 68.5)]:
        art += path(
            f"M{left - 4.5:g} {y - 4}q4.5-3 9 0q.5 6-4.5 9q-5-3-4.5-9zM{right - 4.5:g} {y - 4}q4.5-3 9 0q.5 6-4.5 9q-5-3-4.5-9z",
            hair,
        )
    art += line("M29 110l3-2M27.5 118l3-2M28.5 126l3-2M71 110l-3-2M72.5 118l-3-2M71.5 126l-3-2", "#84543a", 1.2)
    art += path("M29 134.5h5l1.5 7h-8zM71 134.5h-5l-1.5 7h8z", GOLD)
    art += line("M32.5 79C38 70.5 45 69 50 69s12 1.5 17.5 10", leaf, 3.4)
    for x, y, scale in [(50, 64, 1.15), (39, 68, 0.9), (61, 68, 0.9), (32.5, 76, 0.75), (67.5, 76, 0.75)]:
        art += pip("C", x, y, leaf if scale != 0.9 else "#4d9a70", scale)
    art += dots([(44.5, 66), (55.5, 66), (35.5, 71), (64.5, 71)], 1.9, IVORY) + dots(
        [(44.5, 66), (55.5, 66), (35.5, 71), (64.5, 71)], 0.8, GOLD
    )
    art += line("M16 150c-1-8-1-14 0-21", leaf, 2.2) + pip("C", 16, 120, leaf, 1.35) + dots([(16, 119.3)], 1.8, GOLD)
    return art + path("M11.5 136c2-2 7-2 9 0l.5 6.5c-3 2-7.5 2-10 0z", "#dcaa7e")


# Jacks -------------------------------------------------------------------------------------------------------------


def jack_of_spades() -> str:
    hair = "#33282b"
    art = line("M14.5 150V70", "#7a5a36", 3) + path(
        "M14.5 53l3 13c6-1 9 2 10 8-3 0-6 1-8.5 4h-9c-1-4-3.5-5-6.5-5 1-4 4-7 8-7z", STEEL
    )
    art += path(both("M50 74C68 74 70 90 69.5 112L50 112"), hair)
    art += robe("S", collar=IVORY, front=LIGHT["S"])
    art += line("M24.5 120c8 8 16 11 25.5 12 9.5-1 17.5-4 25.5-12", "#c9c4b4", 1)
    art += head("#d2a173", "#a97748", turn=1.8, mouth="", brow=hair)
    art += line("M45.5 102.5c2.5-2 4.5-1.8 6.3-.4 1.8-1.4 3.8-1.6 6.3.4", hair, 2) + line(
        "M49.5 105.6q2.3 1 4.6 0", LIPS, 1.3
    )
    art += path("M49.5 108.5h5l-2.5 6z", hair)
    art += path(both("M50 56C61 56 65 62 65.5 77L50 80"), ROBE["S"])
    art += path("M24 80c3-6 14-8 26-8s23 2 26 8c-2 3.5-6 4.5-10 3.5-9-3-23-3-32 0-4 1-8 0-10-3.5z", SHADE["S"])
    art += line("M35 73.5c9-2.5 21-2.5 30 0", GOLD, 2.4)
    art += path(
        "M62 73c4-14 14-22 24-21-2 3-3 5-6.5 6.5 3 .5 4 1.5 5.5 3-4 2-7 1.5-10 2 2 1 3 2 4 4-6 0-10 2-13 6z",
        IVORY,
        EDGE,
    )
    art += line("M63.5 71.5c4-8 10-13.5 17-16", "#b9b3a2", 1) + pip("S", 42, 66, GOLD, 0.6)
    return art + path("M10 122c2-2.5 7-2.5 9 0l1 8.5c-3 2.5-8 2.5-11 0z", "#d2a173")


def jack_of_hearts() -> str:
    hair = "#d9a441"
    art = path(
        "M50 72c14 0 18 7 19 15 4 3 4 8 2 11 3 4 2 9-1 11 1 5-4 8-8 6H38c-4 2-9-1-8-6-3-2-4-7-1-11-2-3-2-8 2-11 1-8 5-15 19-15z",
        hair,
    )
    art += robe("H", collar=IVORY, front=GOLD)
    art += line("M24.5 120c8 8 16 11 25.5 12 9.5-1 17.5-4 25.5-12", "#c9c4b4", 1)
    art += head("#f6dabb", "#d9ab85", turn=-1.6, mouth="smile", cheeks="#f2b7a0", brow="#a9762a")
    art += path(
        "M50 73c-9 0-16 5-16.5 17 4 .5 6-2 6.5-4 2.5 1.5 6 .5 7.5-2 3 3 7 3.5 9.5 1.5 1.5 3 5.5 5.5 9.5 4.5-.5-11-6.5-17-16.5-17z",
        hair,
    )
    art += path("M29 79c-6-6-3-17 11-21 14-4 30 1 33 11 1 4-1 8-4 10-10-5-30-5-40 0z", ROBE["H"])
    art += path("M29 79c-2-2-3-5-2.5-8 12-6 35-6 46 1 0 3-1 5.5-3.5 7-10-5-30-5-40 0z", SHADE["H"])
    art += (
        path("M69 70c7-3 14-11 14-20-8 1-16 7-18 17z", IVORY, EDGE)
        + line("M66.5 69c4-7 9-12 15-17.5M71 66.5l6 .5M73.5 62l6-.5", "#c9b88f", 1)
        + pip("H", 66, 68.5, GOLD, 0.62)
    )
    art += (
        f'<g transform="rotate(-12 82 132)">{path("M69 123h26v18h-26z", IVORY, EDGE)}{line("M69.5 124l12.5 9.5 12.5-9.5", "#c3b48f", 1.2)}</g>'
        + dots([(82.5, 132.5)], 4.2, ROBE["H"])
        + pip("H", 82.5, 132.8, GOLD, 0.42)
    )
    return art + path("M77 141c2-3 9-3.5 12-1l1 6c-4 3-9 3-12.5 1z", "#f6dabb")


def jack_of_diamonds() -> str:
    hair = "#7a4a28"
    art = path(both("M50 72C68 72 70 88 70 110C66 113 62 113 60 110L50 110"), hair)
    art += robe("D", collar=LIGHT["D"], front=IVORY)
    art += line("M24.5 120.5c8 8 16 10.5 25.5 11.5 9.5-1 17.5-3.5 25.5-11.5", GOLD, 1.5)
    art += head("#f0c9a2", "#cf9a70", turn=-1.8, mouth="smile", cheeks="#eaa888", brow=hair)
    art += path(both("M50 73C62 73 67.5 80 67 92C60 88 55 86 50 86"), hair)
    art += path("M31 74c0-12 8-19 19-19s22 4 28 15c3 6 2 13 0 19-2-6-5-11-10-14z", ROBE["D"])
    art += path("M68 74c4 3 8 8 10 15 2-5 3-11 1-17-3 0-7 0-11 2z", SHADE["D"])
    art += path("M29 83l1.5-12 5 4 4.5-5.5 5 5 5-5.5 5 5.5 5-5 4.5 5.5 5-4 1.5 12c-12-5-30-5-42 0z", GOLD)
    art += line("M30.5 79c12-4.5 27-4.5 39 0", BRASS, 1.2) + pip("D", 44, 62.5, GOLD, 0.75)
    art += f'<g transform="rotate(38 16 124)">{path("M14.6 104h2.8l1 24c.8 6 3 10 6 13h-16.8c3-3 5.2-7 6-13z", GOLD)}{line("M13.8 112h4.4M12.8 128h6.4", BRASS, 1.5)}</g>'
    return art + path("M13 119c2.5-2.5 8-2 10 .5l.5 7c-3.5 2.5-8.5 2-11.5-.5z", "#f0c9a2")


def jack_of_clubs() -> str:
    hair = "#1f1719"
    art = line("M80 150c16-24 16-56 2-82", "#8a5a2e", 3) + line("M80 150 82 68", "#d9d2bd", 0.8)
    art += path(both("M50 73C67 73 69 86 68 104L50 106"), hair)
    art += robe("C", collar=SHADE["C"], front=GOLD)
    art += path("M30 121c8 7 13 9 20 10.5 7-1.5 12-3.5 20-10.5l-4 12-6-2-4 6-6-3-6 3-4-6-6 2z", SHADE["C"])
    art += head("#80543a", "#5b3926", turn=1.6, mouth="smile", brow=hair)
    art += path(both("M50 73C62 73 67 80 66.5 90C60 85 55 83 50 83"), hair)
    art += path("M28 80c2-10 8-16 18-22 6-3 14-6 22-7-2 5-1 9 1 13 2 5 3 10 4 16-12-5-33-5-45 0z", ROBE["C"])
    art += path("M26 83c2-6 10-9.5 24-9.5s23 3.5 25 9.5c-3 2-7 1.5-10 .5-9-3-20-3-29 0-3 1-7 1.5-10-.5z", LIGHT["C"])
    art += (
        path("M34 77c-8-5-13-13-12-23 8 3 13 11 14.5 22z", ROBE["D"])
        + line("M35 76c-4-7-7-13-11-19M29.5 67l-5-1M32 72l-5-.5", "#f0a37e", 1)
        + pip("C", 58, 66.5, GOLD, 0.75)
    )
    return art + path("M82 118c2.5-2 7.5-2 9.5.5l.5 8c-3 2.5-8 2-10.5 0z", "#80543a")


def wreath() -> str:
    """Return the ornament of the aces: two sprays of leaves that leave the middle free, open at the top, tied below."""
    leaf = "M0 0C3.5-1.5 5-6 3.5-11-.5-9-2.5-4 0 0z"
    spray = line("M50 143C31 142 16 129 15 110 15 100 17 91 22 84", BRASS, 1.3)
    for x, y, turn in [
        (43, 142, -62),
        (34, 138.5, -46),
        (26, 132, -30),
        (19.5, 123, -14),
        (16, 112.5, 4),
        (16.3, 101, 20),
        (19, 91, 34),
    ]:
        spray += f'<path fill="{GOLD}" transform="translate({x:g} {y:g}) rotate({turn - 22})" d="{leaf}"/>'
        spray += f'<path fill="{BRASS}" transform="translate({x:g} {y:g}) rotate({turn + 50})" d="{leaf}"/>'
    tie = path("M50 143c-3-3.5-8-4-8-.5s5 4 8 .5c3 3.5 8 3 8-.5s-5-3-8 .5z", BRASS)
    return spray + f'<g transform="matrix(-1 0 0 1 100 0)">{spray}</g>' + tie


FIGURES = {
    "JC": jack_of_clubs,
    "JD": jack_of_diamonds,
    "JH": jack_of_hearts,
    "JS": jack_of_spades,
    "QC": queen_of_clubs,
    "QD": queen_of_diamonds,
    "QH": queen_of_hearts,
    "QS": queen_of_spades,
    "KC": king_of_clubs,
    "KD": king_of_diamonds,
    "KH": king_of_hearts,
    "KS": king_of_spades,
}


def short(svg: str) -> str:
    """Return the drawing with numbers as short as they can be written."""
    return re.sub(r"(\.\d*?)0+(?=\D)", lambda found: found[1] if found[1] != "." else "", svg)


def build() -> str:
    """Return the whole sheet. Every cell is clipped, so that no figure reaches into its neighbour."""
    width, height = CELL
    pips = "".join(f'<path id="{suit}" d="{drawing}"/>' for suit, drawing in PIPS.items())
    cells = []
    for row, rank in enumerate(RANKS):
        for column, suit in enumerate(SUITS):
            place = f'x="{column * width}" y="{row * height}" width="{width}" height="{height}"'
            cells.append(f'<svg {place} viewBox="0 0 {width} {height}">{FIGURES[rank + suit]()}</svg>')
    cells.append(
        f'<svg y="{len(RANKS) * height}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">{wreath()}</svg>'
    )
    size = f"{width * len(SUITS)} {height * (len(RANKS) + 1)}"
    return short(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}"><defs>{pips}</defs>\n'
        + "\n".join(cells)
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(build(), encoding="utf-8")
