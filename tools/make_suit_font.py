"""Draw the suit font: four suits, their upside-down forms for lower pips, and hollow reds for the four-colour deck.

Run `python -m tools.make_suit_font`; it writes static/fonts/suits.woff2. Units are 1000 to the em; every glyph is as
wide as a space, so that pips line up in a grid of characters.
"""

from __future__ import annotations

import io
import math
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._g_l_y_f import Glyph

TARGET = Path(__file__).parent.parent / "static" / "fonts" / "suits.woff2"
WIDTH = 760
MIDDLE = WIDTH / 2
ASCENT, DESCENT = 870, 130  # centred on the glyphs, so a line of pips is centred on its line box
BELLY = 370  # height of the axis that upside-down forms turn about
FIXED_TIME = 3_000_000_000  # font dates count from 1904; fixed, so that the file depends on the drawing alone

Point = tuple[float, float]

# A right half as cubic curves from the axis to the axis; the left half is its mirror image.
HALVES: dict[str, tuple[Point, list[tuple[Point, Point, Point]]]] = {
    "heart": (
        (MIDDLE, 618),
        [
            ((406, 690), (462, 738), (534, 738)),
            ((640, 738), (722, 654), (722, 530)),
            ((722, 300), (452, 150), (MIDDLE, 0)),
        ],
    ),
    "diamond": ((MIDDLE, 758), [((436, 612), (540, 468), (664, 370)), ((540, 272), (436, 128), (MIDDLE, -18))]),
    "spade": (
        (MIDDLE, 752),
        [
            ((440, 622), (722, 484), (722, 276)),
            ((722, 172), (644, 102), (556, 102)),
            ((492, 102), (440, 132), (408, 188)),
            ((414, 108), (446, 46), (506, 0)),
            ((464, 0), (422, 0), (MIDDLE, 0)),
        ],
    ),
}
CLUB_LEAVES = [(MIDDLE, 568), (206.0, 288.0), (554.0, 288.0)]
CLUB_RADIUS = 176

# character -> (drawing, turned upside down, hollow)
CHARACTERS: dict[str, tuple[str, bool, bool]] = {
    "♠": ("spade", False, False),
    "♣": ("club", False, False),
    "♥": ("heart", False, False),
    "♦": ("diamond", False, False),
    "♤": ("spade", True, False),
    "♧": ("club", True, False),
    "❥": ("heart", True, False),
    "♡": ("heart", False, True),
    "♢": ("diamond", False, True),
    "❣": ("heart", True, True),
}


def draw_half(pen: Cu2QuPen, name: str) -> None:
    """Draw a suit that is one symmetric outline."""
    start, right = HALVES[name]
    pen.moveTo(start)
    for curve in right:
        pen.curveTo(*curve)
    ends = [start, *(curve[2] for curve in right)]
    for index in range(len(right) - 1, -1, -1):
        first, second, _ = right[index]
        pen.curveTo(*((WIDTH - x, y) for x, y in (second, first, ends[index])))
    pen.closePath()


def draw_club(pen: Cu2QuPen) -> None:
    """Draw three round leaves and a stem; the outlines overlap and turn the same way."""
    for x, y in CLUB_LEAVES:
        outward = CLUB_RADIUS / math.cos(math.pi / 8)
        turns = [math.pi / 8 - k * math.pi / 4 for k in range(8)]
        pen.qCurveTo(*((x + outward * math.cos(a), y + outward * math.sin(a)) for a in turns), None)
        pen.closePath()
    pen.moveTo((330, 480))
    pen.lineTo((430, 480))
    pen.lineTo((420, 300))
    pen.curveTo((414, 160), (440, 66), (506, 0))
    pen.lineTo((254, 0))
    pen.curveTo((320, 66), (346, 160), (340, 300))
    pen.closePath()


def base_glyph(name: str) -> Glyph:
    """Return one upright, filled suit."""
    inner = TTGlyphPen(None)
    pen = Cu2QuPen(inner, max_err=2.0, reverse_direction=False)
    if name == "club":
        draw_club(pen)
    else:
        draw_half(pen, name)
    return inner.glyph()


def derived_glyph(name: str, *, turned: bool, hollow: bool) -> Glyph:
    """Return a glyph made of others: turned about its belly, or with a mirrored, smaller self cut out."""
    pen = TTGlyphPen(dict.fromkeys(["spade", "club", "heart", "diamond"]))
    sign = -1 if turned else 1
    pen.addComponent(name, (sign, 0, 0, sign, WIDTH if turned else 0, 2 * BELLY if turned else 0))
    if hollow:
        scale = 0.62
        centre = 400 if name == "heart" else BELLY
        top = (2 * BELLY - centre if turned else centre) - sign * scale * centre
        # Mirrored left to right the same outline runs the other way round and so cuts a hole.
        pen.addComponent(name, (-sign * scale, 0, 0, sign * scale, MIDDLE + sign * scale * MIDDLE, top))
    return pen.glyph()


def build() -> bytes:
    """Return the font as WOFF2."""
    glyphs: dict[str, Glyph] = {".notdef": TTGlyphPen(None).glyph(), "space": TTGlyphPen(None).glyph()}
    cmap = {ord(" "): "space"}
    for character, (drawing, turned, hollow) in CHARACTERS.items():
        name = drawing + (".turned" if turned else "") + (".hollow" if hollow else "")
        glyphs[name] = derived_glyph(drawing, turned=turned, hollow=hollow) if turned or hollow else base_glyph(drawing)
        cmap[ord(character)] = name
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(cmap)
    builder.setupGlyf(glyphs)
    table = builder.font["glyf"]
    # The left bearing must equal xMin, or browsers shift the outline.
    builder.setupHorizontalMetrics({name: (WIDTH, getattr(table[name], "xMin", 0)) for name in glyphs})
    builder.setupHorizontalHeader(ascent=ASCENT, descent=-DESCENT)
    builder.setupNameTable({"familyName": "Klondaily Suits", "styleName": "Regular"}, windows=True, mac=False)
    builder.setupOS2(sTypoAscender=ASCENT, sTypoDescender=-DESCENT, usWinAscent=ASCENT, usWinDescent=DESCENT)
    builder.setupPost(keepGlyphNames=False)
    builder.updateHead(created=FIXED_TIME, modified=FIXED_TIME)
    builder.font.recalcTimestamp = False
    builder.font.flavor = "woff2"
    stream = io.BytesIO()
    builder.font.save(stream)
    return stream.getvalue()


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    print(f"{TARGET.name}: {TARGET.write_bytes(build())} bytes")
