"""The audit of our pins: what an advisory names is found, and what is mended or withdrawn is not."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def advisory(name: str, *events: dict[str, str], versions: tuple[str, ...] = (), **more: object) -> dict[str, object]:
    affected = {
        "package": {"ecosystem": "PyPI", "name": name},
        "ranges": [{"type": "ECOSYSTEM", "events": list(events)}],
        "versions": list(versions),
    }
    return {"id": "TEST-1", "summary": "it falls over", "affected": [affected], **more}


def audit(folder: Path, pins: str, *known: dict[str, object], packed: bool = False) -> tuple[int, str]:
    place = folder / "known"
    place.mkdir()
    for number, each in enumerate(known):
        (place / f"{number}.json").write_text(json.dumps(each))
    if packed:
        with zipfile.ZipFile(folder / "known.zip", "w") as made:
            for file in place.iterdir():
                made.write(file, file.name)
        place = folder / "known.zip"
    (folder / "pins.txt").write_text(pins)
    command = [sys.executable, ROOT / "tools" / "audit.py", place, folder / "pins.txt"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("packed", [False, True])
def test_a_pin_within_a_range_is_found(tmp_path: Path, packed: bool):
    known = advisory("Some_Package", {"introduced": "1.0"}, {"fixed": "2.10"})
    status, said = audit(tmp_path, "some-package==2.9\nother==1\n", known, packed=packed)
    assert status == 1
    assert said == "some-package 2.9: TEST-1, better from 2.10: it falls over\n2 pins, 1 findings\n"


@pytest.mark.parametrize(
    ("version", "known"),
    [
        ("2.10", advisory("x", {"introduced": "0"}, {"fixed": "2.10"})),
        ("0.9", advisory("x", {"introduced": "1.0"}, {"fixed": "2.10"})),
        ("1.5.1", advisory("x", {"introduced": "0"}, {"last_affected": "1.5"})),
        ("1.0", advisory("x", {"introduced": "0"}, withdrawn="2026-01-01T00:00:00Z")),
        ("1.0", advisory("y", {"introduced": "0"})),
    ],
)
def test_what_is_mended_withdrawn_or_anothers_is_not(tmp_path: Path, version: str, known: dict[str, object]):
    assert audit(tmp_path, f"x=={version}\n", known)[0] == 0


@pytest.mark.parametrize(
    "known",
    [
        advisory("x", {"introduced": "0"}),
        advisory("x", {"introduced": "0"}, {"last_affected": "1.5"}),
        advisory("x", {"introduced": "0"}, {"fixed": "1.0"}, {"introduced": "1.2"}),
        advisory("x", versions=("1.5", "1.6")),
    ],
)
def test_every_way_to_name_a_version_is_understood(tmp_path: Path, known: dict[str, object]):
    assert audit(tmp_path, "x==1.5\n", known)[0] == 1


def test_our_own_pins_are_read_and_wrong_use_is_one_line(tmp_path: Path):
    pins = (ROOT / "constraints.txt").read_text()
    count = sum("==" in line for line in pins.splitlines())
    assert audit(tmp_path, pins) == (0, f"{count} pins, 0 findings\n")
    (tmp_path / "no.zip").write_text("x")
    command = [sys.executable, ROOT / "tools" / "audit.py", tmp_path / "no.zip"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
