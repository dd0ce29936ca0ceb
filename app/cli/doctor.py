"""`klondaily doctor`: looks at an installation and says what to mend."""

import argparse
from typing import Any

from app.cli.checkup import Finding, all_findings
from app.config import SettingError, load_settings

_SIGNS = {"good": "ok   ", "note": "note ", "wrong": "WRONG"}


def add_parser(commands: Any) -> None:
    commands.add_parser("doctor", help="look at the settings and what they lead to, and say what to mend")


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each finding; the status is 1 where something is wrong."""
    try:
        findings = all_findings(load_settings())
    except SettingError as error:
        findings = [Finding("wrong", str(error), "Correct that setting: README lists them all.")]
    for finding in findings:
        print(f"{_SIGNS[finding.kind]} {finding.text}")
        if finding.mend:
            print(f"      {finding.mend}")
    return 1 if any(finding.kind == "wrong" for finding in findings) else 0
