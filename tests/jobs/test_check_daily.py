"""The script that players check a day with."""

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from app.game.commitment import commitment
from app.game.deal import deal_from_code
from app.jobs.certify import certify
from app.solver import engine

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def proof() -> dict:
    engine.warm(wait=True)
    made = certify(b"a key of this test, 32 bytes ...", date(2026, 11, 29))
    lines = json.loads(made.proof)["lines"]
    return {"deal": made.deal, "nonce": "ab", "commitment": commitment(made.deal, "ab"), "lines": lines}


def check(tmp_path: Path, proof: dict, *more: str) -> subprocess.CompletedProcess:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof))
    return subprocess.run(
        [sys.executable, ROOT / "docs" / "check_daily.py", file, *more], capture_output=True, text=True, check=False
    )


def test_it_says_yes_to_an_honest_day(tmp_path, proof):
    done = check(tmp_path, proof, proof["commitment"].upper())
    assert (done.returncode, done.stderr) == (0, "")
    assert [line[:3] for line in done.stdout.splitlines()] == ["yes"] * 5


def record(tmp_path: Path, name: str, rules: str, deal: str, entries: list[str]) -> str:
    file = tmp_path / name
    timed = [[text, number] for number, text in enumerate(entries)]
    file.write_text(json.dumps({"rules": rules, "deal": deal, "entries": timed}))
    return str(file)


def test_it_plays_the_games_of_the_boards_again(tmp_path, proof):
    line = proof["lines"]["daily-vegas-1"].split()
    won = record(tmp_path, "won.json", "daily-vegas-1", proof["deal"], line)
    lost = record(tmp_path, "lost.json", "daily-standard-3", proof["deal"], ["draw", "resign"])
    done = check(tmp_path, proof, proof["commitment"], won, lost)
    assert done.returncode == 0, done.stdout
    assert f"yes  {won}: daily-vegas-1, won, 208 points, " in done.stdout
    assert f"yes  {lost}: daily-standard-3, lost, 0 points, 0:01, 1 moves" in done.stdout


def test_it_sees_a_record_that_is_none_of_the_day(tmp_path, proof):
    line = proof["lines"]["daily-vegas-1"].split()
    wrong = record(tmp_path, "wrong.json", "daily-vegas-1", proof["deal"], [*line[:3], "redeal", *line[3:]])
    assert f"NO   {wrong}: entry 3 is not allowed" in check(tmp_path, proof, wrong).stdout
    for name, rules, deal in (
        ("other.json", "daily-vegas-1", deal_from_code("1").text),
        ("table.json", "vegas-1", proof["deal"]),
    ):
        done = check(tmp_path, proof, record(tmp_path, name, rules, deal, ["draw", "resign"]))
        assert (done.returncode, f"NO   {tmp_path / name}" in done.stdout) == (1, True)
    broken = tmp_path / "broken.json"
    broken.write_text("[]")
    assert check(tmp_path, proof, str(broken)).returncode == 1


def test_it_sees_another_deal_another_salt_and_a_line_that_does_not_win(tmp_path, proof):
    other = deal_from_code("1").text
    assert check(tmp_path, proof | {"deal": other}).returncode == 1
    assert check(tmp_path, proof | {"nonce": "cd"}).returncode == 1
    assert check(tmp_path, proof, commitment(other, "ab")).returncode == 1
    lines = proof["lines"]
    short = lines | {"daily-vegas-1": lines["daily-vegas-1"].rpartition(" ")[0]}
    assert "NO   daily-vegas-1 is won" in check(tmp_path, proof | {"lines": short}).stdout
    wrong = lines | {"daily-vegas-1": "T1-T2 " + lines["daily-vegas-1"]}
    assert check(tmp_path, proof | {"lines": wrong}).returncode == 1
    missing = {key: line for key, line in lines.items() if key != "daily-standard-1"}
    assert "NO   daily-standard-1 is won" in check(tmp_path, proof | {"lines": missing}).stdout
