"""Holds our pins against known weaknesses, without a network: ``python tools/audit.py ADVISORIES [CONSTRAINTS]``.

ADVISORIES is a folder or a zip of advisories in the open OSV format, one JSON file each; the OSV project offers all
that concern Python packages as one zip, to be brought in on a stick. One line for each finding, and then status 1;
status 2 for wrong use.
"""

import json
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parents[1]


class Finding(NamedTuple):
    """A pinned package that an advisory names."""

    name: str
    version: str
    advisory: str
    fixed: str
    summary: str


def pins(text: str) -> dict[str, Version]:
    """Return name and version of each line ``name==version``."""
    found = re.findall(r"^([A-Za-z0-9._-]+)==(\S+)$", text, re.MULTILINE)
    return {canonical(name): Version(version) for name, version in found}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def advisories(place: Path) -> Iterator[dict[str, Any]]:
    """Yield the advisories of a folder or a zip; raises OSError, ValueError for what is none."""
    if place.is_dir():
        for file in sorted(place.rglob("*.json")):
            yield json.loads(file.read_bytes())
        return
    try:
        with zipfile.ZipFile(place) as packed:
            for name in sorted(packed.namelist()):
                if name.endswith(".json"):
                    yield json.loads(packed.read(name))
    except zipfile.BadZipFile as error:
        raise ValueError(f"{place} is neither a folder nor a zip") from error


def findings(pinned: dict[str, Version], known: Iterator[dict[str, Any]]) -> Iterator[Finding]:
    """Yield every pin that an advisory says is affected; withdrawn advisories say nothing."""
    for advisory in known:
        if advisory.get("withdrawn"):
            continue
        for affected in advisory.get("affected", ()):
            package = affected.get("package", {})
            version = pinned.get(canonical(package.get("name", "")))
            if version is None or package.get("ecosystem") != "PyPI" or not _is_affected(version, affected):
                continue
            summary = advisory.get("summary") or advisory.get("details", "").partition("\n")[0]
            yield Finding(canonical(package["name"]), str(version), advisory["id"], _fixed(affected), summary)


def _is_affected(version: Version, affected: dict[str, Any]) -> bool:
    if any(_read(text) == version for text in affected.get("versions", ())):
        return True
    ranges = [each for each in affected.get("ranges", ()) if each.get("type") == "ECOSYSTEM"]
    return any(_is_within(version, each["events"]) for each in ranges)


def _is_within(version: Version, events: list[dict[str, str]]) -> bool:
    is_in = False
    for event in sorted(events, key=lambda each: _read(next(iter(each.values()))) or Version("0")):
        ((kind, text),) = event.items()
        at = _read(text)
        if at is None:
            continue
        if kind == "introduced" and version >= at:
            is_in = True
        elif (kind == "fixed" and version >= at) or (kind == "last_affected" and version > at):
            is_in = False
    return is_in


def _fixed(affected: dict[str, Any]) -> str:
    events = [event for each in affected.get("ranges", ()) for event in each.get("events", ())]
    return next((event["fixed"] for event in events if "fixed" in event), "no version yet")


def _read(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None


def main(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print(__doc__, file=sys.stderr)
        return 2
    constraints = Path(arguments[1]) if len(arguments) == 2 else ROOT / "constraints.txt"
    try:
        pinned = pins(constraints.read_text(encoding="utf-8"))
        found = sorted(set(findings(pinned, advisories(Path(arguments[0])))))
    except (OSError, ValueError) as error:
        print(f"audit: {error}", file=sys.stderr)
        return 2
    for each in found:
        print(f"{each.name} {each.version}: {each.advisory}, better from {each.fixed}: {each.summary}")
    print(f"{len(pinned)} pins, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
