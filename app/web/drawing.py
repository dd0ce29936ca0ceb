"""The pictures that a link shows where it is sent: drawn by Pillow, in 1200 by 630 points, as PNG.

Slow (a tenth of a second) and heavy to import, so never on the event loop; see :mod:`app.web.previews`. The letters are
those that come with Pillow, the suits are our own font's.
"""

import io
import unicodedata
from functools import cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter, ImageFont
from PIL.ImageFont import FreeTypeFont

from app.config import STATIC
from app.web.previews import Picture

SIZE: Final = (1200, 630)
#: What is drawn with edges is drawn larger and made smaller: that smooths them.
_FINE: Final = 3
_LEFT: Final = 84
_ROOM: Final = 545  # for texts, before the cards begin

_CLOTH, _DEEP = "#1f6048", "#0f3326"
_BRASS, _CREAM, _SOFT = "#e0b860", "#fffcf5", "#c9dccf"
_RED, _BLACK = "#b3202f", "#1b1d24"
_CARD: Final = (230, 324)
#: Cards from left to right with their angle: what lies on the table is never part of a day's deal.
_FAN: Final = (("C", 21), ("D", 7), ("S", -7), ("H", -21))
_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def png(picture: Picture) -> bytes:
    """Return the picture as the bytes of a PNG file."""
    image = _table(picture.is_lucky).copy()
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


@cache
def _table(is_lucky: bool) -> Image.Image:
    """Return the cloth with its cards, on which the words are written."""
    shade = Image.radial_gradient("L").resize((SIZE[0] * 2, SIZE[1] * 2)).crop((500, 380, 1700, 1010))
    image = Image.composite(Image.new("RGB", SIZE, _DEEP), Image.new("RGB", SIZE, _CLOTH), shade)
    frame = Image.new("L", (SIZE[0] * _FINE, SIZE[1] * _FINE))
    pen = ImageDraw.Draw(frame)
    for inset, width in ((22, 2), (30, 1)):
        box = (inset * _FINE, inset * _FINE, (SIZE[0] - inset) * _FINE, (SIZE[1] - inset) * _FINE)
        pen.rounded_rectangle(box, 22 * _FINE, outline=150, width=width * _FINE)
    image.paste(_BRASS, mask=frame.resize(SIZE, Image.Resampling.LANCZOS))
    for number, (suit, angle) in enumerate(_FAN):
        is_back = not is_lucky and number < len(_FAN) - 1
        # Turned while it is large, or its edges would be steps.
        card = (_back() if is_back else _face(suit)).rotate(angle, Image.Resampling.BICUBIC, expand=True)
        card = card.resize((card.width // _FINE, card.height // _FINE), Image.Resampling.LANCZOS)
        middle = (818 + number * 56, 322 + abs(angle) * 2)
        place = (middle[0] - card.width // 2, middle[1] - card.height // 2)
        shadow = Image.new("L", SIZE)
        shadow.paste(card.getchannel("A").point(lambda value: value * 0.55), (place[0] - 2, place[1] + 8))
        image.paste("#04120c", mask=shadow.filter(ImageFilter.GaussianBlur(9)))
        image.paste(card, place, card)
    return image


def _blank(colour: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    width, height = (length * _FINE for length in _CARD)
    card = Image.new("RGBA", (width, height))
    pen = ImageDraw.Draw(card)
    pen.rounded_rectangle((0, 0, width - 1, height - 1), 18 * _FINE, fill=colour, outline="#3b2f1a", width=_FINE)
    return card, pen


def _face(suit: str) -> Image.Image:
    """Return an ace."""
    card, pen = _blank(_CREAM)
    colour = _RED if suit in "DH" else _BLACK
    corner = Image.new("RGBA", card.size)
    corner_pen = ImageDraw.Draw(corner)
    corner_pen.text((40 * _FINE, 46 * _FINE), "A", font=_font(58 * _FINE), fill=colour, anchor="mm")
    corner_pen.text((40 * _FINE, 98 * _FINE), _SUITS[suit], font=_suit_font(48 * _FINE), fill=colour, anchor="mm")
    for turned in (corner, corner.rotate(180)):
        card.alpha_composite(turned)
    pen.text((card.width / 2, card.height / 2), _SUITS[suit], font=_suit_font(150 * _FINE), fill=colour, anchor="mm")
    return card


def _back() -> Image.Image:
    """Return the lattice that the cards have on their backs until another one is chosen."""
    card, pen = _blank(_CREAM)
    edge = 9 * _FINE
    box = (edge, edge, card.width - edge, card.height - edge)
    pattern = Image.new("RGB", card.size, "#7a2133")
    lines = ImageDraw.Draw(pattern)
    step = 25 * _FINE
    for start in range(-card.height, card.width + card.height, step):
        for line in ((start, 0, start + card.height, card.height), (start, 0, start - card.height, card.height)):
            lines.line(line, fill="#b05a6b", width=2 * _FINE)
    for row in range(0, card.height * 2 // step + 1):
        for x in range((row % 2) * step // 2, card.width, step):
            dot, y = 3 * _FINE, row * step // 2
            lines.ellipse((x - dot, y - dot, x + dot, y + dot), fill="#dcb05a")
    mask = Image.new("L", card.size)
    ImageDraw.Draw(mask).rounded_rectangle(box, 10 * _FINE, fill=255)
    card.paste(pattern, mask=mask)
    pen.rounded_rectangle(box, 10 * _FINE, outline="#dcb05a", width=3 * _FINE)
    middle, half = (card.width / 2, card.height / 2), 62 * _FINE
    for scale, fill in ((1.0, "#dcb05a"), (0.92, "#7a2133"), (0.8, "#dcb05a"), (0.76, "#7a2133")):
        corners = [(0.0, -half), (half * 0.72, 0.0), (0.0, half), (-half * 0.72, 0.0)]
        pen.polygon([(middle[0] + across * scale, middle[1] + down * scale) for across, down in corners], fill=fill)
    pen.text(middle, "♠", font=_suit_font(56 * _FINE), fill="#dcb05a", anchor="mm")
    return card
