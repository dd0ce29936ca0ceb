"""Draw the tables of the pictures that links show: cloth, a frame, and four cards that are no part of any deal.

`python -m tools.make_previews` writes static/art/preview-won.png and preview-lost.png. The suits are those of
static/fonts/suits.woff2, the index is a letter of Pillow's own font.
"""

import io
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFilter, ImageFont
from PIL.ImageFont import FreeTypeFont

STATIC = Path(__file__).parent.parent / "static"
SIZE: Final = (1200, 630)
#: What is drawn with edges is drawn larger and made smaller: that smooths them.
_FINE: Final = 3

_CLOTH, _DEEP = "#1f6048", "#0f3326"
_BRASS, _CREAM = "#e0b860", "#fffcf5"
_RED, _BLACK = "#b3202f", "#1b1d24"
_CARD: Final = (230, 324)
#: Cards from left to right with their angle.
_FAN: Final = (("C", 21), ("D", 7), ("S", -7), ("H", -21))
_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def _suit_font(size: int) -> FreeTypeFont:
    return ImageFont.truetype(STATIC / "fonts" / "suits.woff2", size)


def table(*, is_lucky: bool) -> Image.Image:
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
    corner_pen.text((40 * _FINE, 46 * _FINE), "A", font=ImageFont.load_default(58 * _FINE), fill=colour, anchor="mm")
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


def outputs() -> dict[str, bytes]:
    """Return the files by their names."""
    made = {}
    for name, is_lucky in (("won", True), ("lost", False)):
        file = io.BytesIO()
        table(is_lucky=is_lucky).save(file, "PNG", optimize=True)
        made[f"preview-{name}.png"] = file.getvalue()
    return made


def main() -> None:
    for name, data in outputs().items():
        (STATIC / "art" / name).write_bytes(data)


if __name__ == "__main__":
    main()
