"""The commands as a shell sees them: output, one line of error, exit status."""

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from app.cli.main import main, parser
from app.game.deal import deal_from_code
from app.game.position import deal_position
from app.game.rules import rule_set
from tests.waiting import HANGS

ROOT = Path(__file__).resolve().parents[2]
FRESH = deal_position(deal_from_code("5"), rule_set("standard-1")).text


def klondaily(*arguments, given="", before=(), **environ):
    """``before`` is what the command itself is started by."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KLONDAILY_")}
    return subprocess.run(
        [*before, sys.executable, "-m", "app", *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=clean | environ,
        timeout=HANGS,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "klondaily: the following arguments are required: COMMAND (see klondaily --help)"),
        (["fly"], "klondaily: argument COMMAND: invalid choice: 'fly'"),
        (["moves"], "klondaily moves: the following arguments are required: --rules"),
        (["moves", "--rules", "whist"], "klondaily: --rules: no rule set: 'whist'"),
        (["deal", "--code", "x"], "klondaily: --code: no deal code: 'x'"),
        (["deal", "--code", str(1 << 64)], "klondaily: --code: no deal code"),
        (["deal", "--cod", "1"], "klondaily: unrecognized arguments: --cod 1"),
        (["replay", "/no/such\nfile"], "klondaily: cannot read /no/such file: No such file or directory"),
        (["serve", "--port", "x"], "klondaily: --port must be a whole number from 0 to 65535, not 'x'"),
        (["serve", "--workers", "2"], "klondaily: more than one worker needs PostgreSQL"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(arguments, message, capfd, tmp_path, monkeypatch):
    monkeypatch.setenv("KLONDAILY_DATA", str(tmp_path))
    try:
        status = main(arguments)
    except SystemExit as left:
        status = left.code
    out, err = capfd.readouterr()
    assert (status, out) == (2, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


def test_a_bad_setting_is_one_line_and_status_2():
    done = klondaily("migrate", KLONDAILY_PROT="1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "klondaily: KLONDAILY_PROT is no setting; did you mean KLONDAILY_PORT?\n"


def test_every_command_has_help(capsys):
    with pytest.raises(SystemExit) as left:
        parser().parse_args(["--help"])
    assert left.value.code == 0
    assert {"deal", "migrate", "moves", "replay", "serve"} <= set(capsys.readouterr().out.split())


def test_deal_prints_the_codes_deal_or_a_new_one_with_its_code():
    named = klondaily("deal", "--code", "12345678901234567890")
    assert named.stdout == deal_from_code("12345678901234567890").text + "\n"
    text, code = klondaily("deal").stdout.split()
    assert deal_from_code(code).text == text


def test_moves_answers_each_line_and_names_the_bad_one():
    done = klondaily("moves", "--rules", "standard-1", given=f"{FRESH}\n\nnonsense\n{FRESH}\n")
    first, failed, second = done.stdout.splitlines()
    assert first == second
    assert failed == "", "the answers stay in step with the lines"
    assert "draw" in first.split()
    assert first.split() == sorted(first.split())
    assert done.stderr.startswith("klondaily: line 3: ")
    assert done.stderr.count("\n") == 1
    assert done.returncode == 1


def test_replay_says_where_each_record_ends():
    deal = deal_from_code("5").text
    good = {"rules": "standard-1", "deal": deal, "entries": [["draw", 0], ["draw", 1.5], ["undo", 2]]}
    illegal = {"rules": "standard-1", "deal": deal, "entries": [["draw", 0], ["redeal", 1], ["draw", 2]]}
    resigned = {"rules": "vegas-3", "deal": deal, "entries": [["draw", 0], ["resign", 1]]}
    lines = [json.dumps(good), json.dumps(illegal), "{", json.dumps(resigned)]
    done = klondaily("replay", given="\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [set(answer) for answer in answers] == [{"position", "score", "status", "moves", "error"}] * 4
    assert [answer["status"] for answer in answers] == ["playing", "playing", None, "lost"]
    assert [answer["moves"] for answer in answers] == [1, 1, None, 1]
    assert answers[3]["score"] == -52
    assert answers[0]["error"] is answers[3]["error"] is None
    assert answers[1]["error"].startswith("entry 1 (redeal): ")
    assert [line.partition(": ")[2][:7] for line in done.stderr.splitlines()] == ["line 2:", "line 3:"]
    assert done.returncode == 1


def test_replay_reads_a_file(tmp_path):
    file = tmp_path / "records"
    record = {"rules": "standard-1", "deal": deal_from_code("5").text, "entries": []}
    file.write_text(json.dumps(record) + "\n")
    done = klondaily("replay", str(file))
    assert json.loads(done.stdout)["position"] == FRESH
    assert (done.returncode, done.stderr) == (0, "")


def test_bytes_that_are_no_text_are_a_bad_line_and_no_traceback(tmp_path):
    file = tmp_path / "bytes"
    file.write_bytes(b"\xff\xfe\0\n" + b"[" * 100_000 + b"\n")
    done = klondaily("replay", str(file))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 2
    assert "Traceback" not in done.stderr


def test_a_reader_that_leaves_ends_it_quietly():
    command = f'{sys.executable} -m app moves --rules standard-1 | head -n 1; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(
        ["bash", "-c", command],
        input=f"{FRESH}\n" * 20_000,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=HANGS,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[1] == "141"


def test_many_lines_do_not_grow_in_memory(tmp_path, capfd):
    file = tmp_path / "records"
    record = json.dumps({"rules": "standard-1", "deal": deal_from_code("5").text, "entries": [["draw", 0]]})
    peaks = []
    tracemalloc.start()
    for count in (2_000, 2_000, 10_000):  # the first fills the caches, which have their bounds
        tracemalloc.reset_peak()
        assert main(["replay", str(_filled(file, record, count))]) == 0
        peaks.append(tracemalloc.get_traced_memory()[1])
        capfd.readouterr()
    tracemalloc.stop()
    assert peaks[2] < peaks[1] + 300_000, "8,000 lines of 600 bytes were kept"


def _filled(file, record, count):
    with file.open("w") as stream:
        stream.writelines(f"{record}\n" for _ in range(count))
    return file


def test_migrate_makes_the_database_and_may_be_repeated(tmp_path):
    for _ in range(2):
        done = klondaily("migrate", KLONDAILY_DATA=str(tmp_path))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "klondaily.db").stat().st_size > 0


def test_a_database_that_does_not_answer_is_one_line_without_the_password(tmp_path):
    url = "postgresql://player:hunter2@127.0.0.1:1/cards"
    done = klondaily("migrate", KLONDAILY_DATA=str(tmp_path), KLONDAILY_DATABASE_URL=url)
    assert done.returncode == 1
    assert done.stderr.startswith("klondaily: cannot migrate the database: ")
    assert done.stderr.count("\n") == 1
    assert "hunter2" not in done.stderr
