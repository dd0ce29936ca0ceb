"""The pages on security name every requirement of the level, and nothing that is not there."""

import re
from pathlib import Path

from app.store.pace import FEW_ENTRIES

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "security"
#: Level 1 of ASVS 5.0.0, by chapter and section: 1.2 has five requirements, 1.3 two, and so on.
LEVEL_1 = (
    "1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 "
    "3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 "
    "6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 "
    "10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1"
).split()


def numbers(cell: str) -> list[str]:
    """Return the numbers that a line is about: one, some, or ``6.2.1–6.2.8``."""
    first, dash, last = cell.partition("–")
    if not dash:
        return [number.strip() for number in cell.split(",")]
    section, _, begin = first.rpartition(".")
    return [f"{section}.{number}" for number in range(int(begin), int(last.rpartition(".")[2]) + 1)]


def test_every_requirement_of_the_level_has_its_line():
    text = (PAGES / "asvs.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| ([0-9][0-9., –]*) \|", text, re.MULTILINE)
    assert [number for cell in cells for number in numbers(cell)] == LEVEL_1
    assert len(LEVEL_1) == 70


def test_what_the_pages_name_is_there():
    for page in PAGES.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        for name in re.findall(r"`((?:app|tests|docs|tools)/[\w/.]+)`", text):
            assert (ROOT / name).exists(), (page.name, name)
        for link in re.findall(r"\]\(([^)#:]+)", text):
            assert (page.parent / link).exists(), (page.name, link)


def test_every_page_on_games_faster_than_a_hand_says_from_how_many_entries_on():
    """R8.5: a game that was given up counts as it stands, on the board too."""
    for page in (PAGES / "threat-model.md", ROOT / "README.md", ROOT / "CHANGELOG.md"):
        text = " ".join(page.read_text(encoding="utf-8").split())
        assert f"after more than {FEW_ENTRIES} entries" in text, page.name
