"""The words on the pictures that a link shows where it is sent: written by Pillow on a table that lies ready as PNG.

Slow (a tenth of a second) and heavy to import, so never on the event loop; see :mod:`app.web.previews`. The letters are
those that come with Pillow, the suits are our own font's; ``tools/make_previews.py`` draws the tables.
"""

import io
import unicodedata
from functools import cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from app.config import STATIC
from app.web.preview_picture import Picture

_LEFT: Final = 84
_ROOM: Final = 545  # for texts, before the cards begin

_BRASS, _CREAM, _SOFT = "#e0b860", "#fffcf5", "#c9dccf"


def png(picture: Picture) -> bytes:
    """Return the picture as the bytes of a PNG file."""
    name = "won" if picture.is_lucky else "lost"
    with Image.open(STATIC / "art" / f"preview-{name}.png") as table:
        image = table.convert("RGB")
    pen = ImageDraw.Draw(image)
    pen.text((_LEFT, 96), "♠", font=_suit_font(46), fill=_BRASS, anchor="lm")
    _write(pen, (_LEFT + 52, 73), "Klondaily", _font(40), _CREAM)
    _write(pen, (_LEFT, 182), picture.eyebrow.upper(), _fitting(picture.eyebrow, 25, spread=5), _BRASS, spread=3)
    _write(pen, (_LEFT, 218), picture.title, _fitting(picture.title, 80), _CREAM, bold=1)
    font = min([_fitting(line, 36) for line in picture.lines], key=lambda fitting: fitting.size, default=_font(36))
    for number, line in enumerate(picture.lines):
        _write(pen, (_LEFT, 330 + 50 * number), line, font, _SOFT)
    left = float(_LEFT)
    for label, text in picture.figures:
        _write(pen, (left, 466), label, _font(24), _BRASS)
        _write(pen, (left, 498), text, _font(48), _CREAM)
        left += max(_length(label, _font(24)), _length(text, _font(48))) + 56
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=6)
    return file.getvalue()


@cache
def _font(size: int) -> FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, FreeTypeFont), "Pillow without FreeType draws no letters of a size"
    return font


@cache
def _suit_font(size: int) -> FreeTypeFont:
    return ImageFont.truetype(STATIC / "fonts" / "suits.woff2", size)


def _fitting(text: str, size: int, spread: float = 0) -> FreeTypeFont:
    """Return the largest font up to ``size`` in which a text has room."""
    while size > 18 and _length(text, _font(size), spread) > _ROOM:
        size -= 2
    return _font(size)


# The letters of Pillow's font: others are put together from these.
_DOTS: Final = "\u0308"
_DASHES: Final = {"−": 0.62, "–": 0.56, "—": 0.9}
_PLAIN: Final = str.maketrans({"„": "“", "\u00a0": " ", "\u202f": " ", "ß": "ss", "×": "x"})


def _pieces(text: str) -> list[tuple[str, str]]:
    """Return pieces of a text with what stands over each: dots, or the dash that it is itself."""
    pieces: list[tuple[str, str]] = []
    plain = ""
    for letter in unicodedata.normalize("NFC", text.translate(_PLAIN)):
        parts = unicodedata.normalize("NFD", letter)
        base = parts[0]
        if letter in _DASHES or parts[1:] == _DOTS:
            pieces += [(plain, ""), (base, letter if letter in _DASHES else _DOTS)]
            plain = ""
        else:
            plain += base
    return [piece for piece in (*pieces, (plain, "")) if piece[0]]


def _length(text: str, font: FreeTypeFont, spread: float = 0) -> float:
    width = 0.0
    for piece, sign in _pieces(text):
        width += _DASHES[sign] * font.size if sign in _DASHES else font.getlength(piece) + spread * len(piece)
    return width


def _write(
    pen: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    font: FreeTypeFont,
    colour: str,
    spread: float = 0,
    bold: int = 0,
) -> None:
    """Write a line with its left upper corner at ``place``, its letters ``spread`` points apart, ``bold`` stronger."""
    left, top = place
    size = font.size
    for piece, sign in _pieces(text):
        if sign in _DASHES:
            width, line = _DASHES[sign] * size, top + 0.615 * size
            pen.rectangle((left + 0.06 * size, line, left + width - 0.06 * size, line + 0.065 * size), fill=colour)
            left += width
            continue
        for part in piece if spread else (piece,):
            pen.text((left, top), part, font=font, fill=colour, stroke_width=bold)
            if sign:
                _put_dots(pen, font, part, (left, top), colour)
            left += font.getlength(part) + spread


def _put_dots(
    pen: ImageDraw.ImageDraw, font: FreeTypeFont, letter: str, place: tuple[float, float], colour: str
) -> None:
    box = font.getbbox(letter)
    middle, top = place[0] + (box[0] + box[2]) / 2, place[1] + box[1]
    size = font.size * 0.058
    for side in (-1, 1):
        x, y = middle + side * font.size * 0.115, top - font.size * 0.115
        pen.ellipse((x - size, y - size, x + size, y + size), fill=colour)
