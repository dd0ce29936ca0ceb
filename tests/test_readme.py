"""What README says is so: its settings, commands and links."""

import re
import tomllib
from pathlib import Path

from app.cli.main import parser
from app.config import TABLE

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def row(setting):
    default = f"`{setting.default}`" if setting.default else ""
    return f"| `{setting.variable}` | {default} | {'yes' if setting.is_secret else ''} | {setting.help} |"


def test_its_table_of_settings_is_the_codes():
    shown = [line for line in README.splitlines() if line.startswith("| `KLONDAILY_")]
    assert shown == [row(setting) for setting in TABLE]


def test_every_setting_it_names_is_one():
    named = set(re.findall(r"KLONDAILY_[A-Z_]+", README))
    assert named <= {setting.variable for setting in TABLE}


def test_every_command_it_names_is_one_and_none_is_left_out():
    commands = set(parser()._subparsers._group_actions[0].choices)
    rows = set(re.findall(r"^\| `klondaily ([a-z-]+)", README, flags=re.MULTILINE))
    assert rows == commands
    assert set(re.findall(r"klondaily ([a-z-]+)[ `]", README)) <= commands


def test_its_two_first_commands_are_verbs_of_the_script():
    verbs = re.findall(r"^\./dev ([a-z]+)", README, flags=re.MULTILINE)
    assert [verbs[0], verbs[-1]] == ["run", "test"]
    script = (ROOT / "dev").read_text()
    assert all(f"\n{verb}) " in script for verb in verbs)
    assert all(f"{verb}" in (ROOT / "Makefile").read_text() for verb in verbs)


def test_its_links_lead_somewhere():
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    assert not [target for target in targets if "://" not in target and not (ROOT / target).exists()]


def test_the_constraints_pin_every_dependency():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = {line.partition("==")[0].lower() for line in lines if "==" in line}
    names = {re.match(r"[A-Za-z0-9-]+", requirement)[0].lower() for requirement in wanted}
    assert names <= pinned


def test_no_registry_or_host_is_named_where_packages_are_installed():
    for name in ("pyproject.toml", "constraints.txt", "dev", "Dockerfile", ".ci/run"):
        text = (ROOT / name).read_text()
        assert not re.search(r"--index-url|--extra-index|--find-links|https://", text), name
