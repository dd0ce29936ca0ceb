"""`klondaily doctor`: looks at an installation and says what to mend."""

import argparse
from typing import Any

from app.cli.checkup import PATIENCE, Finding, all_findings
from app.config import SettingError, look_at_settings

_SIGNS = {"good": "ok   ", "note": "note ", "wrong": "WRONG"}


def add_parser(commands: Any) -> None:
    says = "look at the settings and what they lead to, and say what to mend"
    more = (
        "Nothing is made or changed. A SQLite file is read through to its end, which takes a second for some hundred "
        f"megabytes and {PATIENCE} seconds at most."
    )
    commands.add_parser("doctor", help=says, description=f"{says[0].upper()}{says[1:]}. {more}")


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each finding; the status is 1 where something is wrong."""
    try:
        findings = all_findings(look_at_settings())
    except SettingError as error:
        findings = [Finding("wrong", str(error), "Correct that setting: README lists them all.")]
    for finding in findings:
        print(f"{_SIGNS[finding.kind]} {finding.text}")
        if finding.mend:
            print(f"      {finding.mend}")
    return 1 if any(finding.kind == "wrong" for finding in findings) else 0
