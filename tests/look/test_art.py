"""The committed art is what the tools draw, and it is small."""

import gzip
import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops

from app.web.static_files import short_style
from tools import make_backs, make_cloth, make_courts, make_icons, make_previews, make_suit_font
from tools.look import ROOT

STATIC = ROOT / "static"


def drawn() -> dict[str, str]:
    files = {f"icons/{name}": text for name, text in make_icons.outputs().items()}
    files |= {f"art/back-{name}.svg": draw() for name, draw in make_backs.BACKS.items()}
    return files | {"art/courts.svg": make_courts.build(), "art/medallion.svg": make_cloth.build()}


@pytest.mark.parametrize(("name", "text"), drawn().items(), ids=list(drawn()))
def test_it_commits_what_the_tools_draw(name, text):
    assert (STATIC / name).read_text(encoding="utf-8") == text


def test_the_suit_font_is_what_its_tool_draws():
    fonts = [TTFont(io.BytesIO(data)) for data in ((STATIC / "fonts/suits.woff2").read_bytes(), make_suit_font.build())]
    outlines = [[font["glyf"][name].getCoordinates(font["glyf"])[0] for name in font.getGlyphOrder()] for font in fonts]
    assert outlines[0] == outlines[1]
    assert fonts[0].getBestCmap() == fonts[1].getBestCmap()


@pytest.mark.parametrize("name", ["won", "lost"])
def test_the_tables_of_previews_are_what_their_tool_draws(name):
    with Image.open(STATIC / f"art/preview-{name}.png") as committed:
        drawn = make_previews.table(is_lucky=name == "won")
        # Versions of the library may round a little differently.
        worst = ImageChops.difference(committed.convert("RGB"), drawn).convert("L").point(lambda value: value > 24)
        assert committed.size == drawn.size
        assert sum(worst.histogram()[1:]) < committed.width * committed.height // 200


def test_every_outline_starts_where_its_bearing_says():
    font = TTFont(STATIC / "fonts/suits.woff2")
    for name, (width, bearing) in font["hmtx"].metrics.items():
        assert width == make_suit_font.WIDTH
        assert bearing == getattr(font["glyf"][name], "xMin", 0)


def test_no_drawing_runs_scripts_or_fetches():
    for file in STATIC.rglob("*.svg"):
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not any(word in text for word in ("http", "<script", "<style", "style=", "<image", "data:")), file.name


def packed(*names: str) -> int:
    return sum(len(gzip.compress(served(STATIC / name), 9)) for name in names)


def served(file: Path) -> bytes:
    return short_style(file.read_text("utf-8")).encode() if file.suffix == ".css" else file.read_bytes()


def test_it_stays_within_its_budget():
    assert packed("css/base.css", "css/table.css") <= 6000
    assert packed("css/base.css", "css/app.css") <= 6000
    assert packed("css/castles.css") <= 3 * 1024
    assert (STATIC / "fonts/suits.woff2").stat().st_size < 1024
    assert packed("art/courts.svg") <= 12 * 1024
    assert packed("icons/icons.svg") <= 2 * 1024
    assert max(packed(f"art/{file.name}") for file in (STATIC / "art").glob("back-*.svg")) <= 1024
