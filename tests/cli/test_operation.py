"""What an operator's commands do: backup, restore, copy-to, doctor."""

import os
import re
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli import checkup
from app.cli.checkup import all_findings
from app.cli.main import parser
from app.config import TABLE, look_at_settings
from app.store import health, room
from tests.cli.test_commands import klondaily
from tests.cli.test_serve import ask
from tests.cli.test_serve import served as serving
from tests.databases import Postgres
from tests.store.test_backup import contents

ROOT = Path(__file__).resolve().parents[2]
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def served(folder: Path) -> dict[str, str]:
    """The settings of an installation with one player."""
    given = {"KLONDAILY_DATA": str(folder / "data")}
    assert klondaily("migrate", **given).returncode == 0
    conn = sqlite3.connect(folder / "data" / "klondaily.db")
    conn.execute("INSERT INTO players (id, created_at, seen_at) VALUES ('ada', 1, 2)")
    conn.commit()
    conn.close()
    return given


def test_a_backup_goes_into_a_new_place(tmp_path: Path):
    given = served(tmp_path)
    copy = tmp_path / "copy.db"
    assert klondaily("backup", str(copy), **given).returncode == 0
    again = klondaily("backup", str(copy), **given)
    assert (again.returncode, again.stderr) == (1, f"klondaily: {copy} is there already; --force writes over it\n")
    assert klondaily("backup", str(copy), "--force", **given).returncode == 0
    elsewhere = {"KLONDAILY_DATA": str(tmp_path / "new")}
    assert klondaily("restore", str(copy), **elsewhere).returncode == 0
    before = contents(f"sqlite:///{tmp_path / 'data' / 'klondaily.db'}")
    assert before["players"][0][0] == "ada"
    assert contents(f"sqlite:///{tmp_path / 'new' / 'klondaily.db'}") == before
    refused = klondaily("restore", str(copy), **elsewhere)
    assert refused.returncode == 1
    assert refused.stderr == "klondaily: the database holds something already; --force writes over it\n"


def test_what_cannot_be_done_is_said_in_one_line(tmp_path: Path):
    given = served(tmp_path)
    bad = tmp_path / "bad.db"
    bad.write_text("nothing of ours")
    for arguments in (
        ("restore", str(bad)),
        ("restore", str(tmp_path / "none")),
        ("backup", str(tmp_path / "no" / "folder.db")),
        ("copy-to", "postgresql://nobody:secretword@127.0.0.1:1/none"),
    ):
        done = klondaily(*arguments, **given)
        assert done.returncode == 1, arguments
        assert re.fullmatch(r"klondaily: .*\n", done.stderr), done.stderr
        assert "secretword" not in done.stderr
    assert klondaily("copy-to", "mysql://x", **given).returncode == 2
    assert klondaily("copy-to", f"sqlite:///{tmp_path / 'data' / 'klondaily.db'}", **given).returncode == 2


def test_copy_to_postgresql_and_back(tmp_path: Path, postgres: Postgres):
    given = served(tmp_path)
    url = postgres.address(postgres.create())
    done = klondaily("copy-to", url, **given)
    assert done.returncode == 0, done.stderr
    assert "players: 1\n" in done.stdout
    back = tmp_path / "back.db"
    moved = given | {"KLONDAILY_DATABASE_URL": url}
    assert klondaily("copy-to", f"sqlite:///{back}", **moved).returncode == 0
    assert contents(f"sqlite:///{back}") == contents(f"sqlite:///{tmp_path / 'data' / 'klondaily.db'}")


def test_the_doctor_finds_a_healthy_installation_healthy(tmp_path: Path):
    done = klondaily("doctor", **served(tmp_path))
    assert done.returncode == 0, done.stdout
    assert "WRONG" not in done.stdout
    assert "Its tables are the newest ones" in done.stdout


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"KLONDAILY_PORT": "x"}, "KLONDAILY_PORT must be a whole number"),
        ({"KLONDAILY_PROT": "1"}, "did you mean KLONDAILY_PORT"),
        ({"KLONDAILY_SECRET": "a" * 40}, "easy to guess"),
        ({"KLONDAILY_BASE_URL": "https://cards.example"}, "no proxy is trusted"),
        ({"KLONDAILY_TRUSTED_PROXIES": "0.0.0.0/0"}, "believes everybody"),
        ({"KLONDAILY_WORKERS": "2"}, "needs PostgreSQL"),
        ({"KLONDAILY_DATABASE_URL": "postgresql://u:secretword@127.0.0.1:1/x"}, "does not answer"),
    ],
)
def test_the_doctor_says_what_is_wrong(tmp_path: Path, settings: dict[str, str], said: str):
    done = klondaily("doctor", **(served(tmp_path) | settings))
    assert done.returncode == 1
    assert [line for line in done.stdout.splitlines() if line.startswith("WRONG") and said in line], done.stdout
    assert "secretword" not in done.stdout + done.stderr


def test_the_doctor_looks_at_files_and_tables(tmp_path: Path):
    given = served(tmp_path)
    (tmp_path / "data" / "secret").chmod(0o644)
    (tmp_path / "data").chmod(0o777)
    change(tmp_path, "UPDATE alembic_version SET version_num = '9999'")
    said = klondaily("doctor", **given).stdout.splitlines()
    assert len([line for line in said if line.startswith("WRONG")]) == 2, said
    assert [line for line in said if line.startswith("note") and "9999, from a newer version; this one can" in line]
    change(tmp_path, "ALTER TABLE games RENAME COLUMN score TO points")
    said = klondaily("doctor", **given).stdout.splitlines()
    assert [line for line in said if line.startswith("WRONG") and "there is no column games.score" in line], said


def change(folder: Path, sql: str) -> None:
    conn = sqlite3.connect(folder / "data" / "klondaily.db")
    conn.execute(sql)
    conn.commit()
    conn.close()


@pytest.fixture
def open_handed() -> Iterator[None]:
    """What is made is for everybody to read, unless it is made otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Return who may do what with the folder, its database and what SQLite keeps beside that."""
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in (folder, *folder.glob("klondaily.db*"))}


@pytest.mark.usefixtures("open_handed")
def test_the_database_is_its_owner_s_alone_whichever_command_makes_it(tmp_path: Path):
    made = {"data": 0o700, "klondaily.db": 0o600}
    given = served(tmp_path)
    assert modes(tmp_path / "data") == made
    copy = tmp_path / "copy.db"
    assert klondaily("backup", str(copy), **given).returncode == 0
    for name, command in (("restored", ("restore", str(copy))), ("copied", ("copy-to",))):
        folder = tmp_path / name / "data"
        where = {"KLONDAILY_DATA": str(folder)}
        if command == ("copy-to",):
            command, where = ("copy-to", f"sqlite:///{folder}/klondaily.db"), given
        assert klondaily(*command, **where).returncode == 0
        assert modes(folder) == made


@pytest.mark.usefixtures("open_handed")
def test_the_server_tightens_a_database_of_before_and_what_lies_beside_it(tmp_path: Path):
    folder = tmp_path / "data"
    served(tmp_path)
    folder.chmod(0o755)
    (folder / "klondaily.db").chmod(0o644)
    said = klondaily("doctor", KLONDAILY_DATA=str(folder)).stdout.splitlines()
    assert f"WRONG Others than its owner may read {folder / 'klondaily.db'}." in said
    with serving(folder, "--port", "0") as (_, port):
        assert ask(port, "/readyz")[0].status == 200
        assert modes(folder) == {
            "data": 0o755,
            "klondaily.db": 0o600,
            "klondaily.db-wal": 0o600,
            "klondaily.db-shm": 0o600,
        }
    assert "WRONG" not in klondaily("doctor", KLONDAILY_DATA=str(folder)).stdout


def test_a_backup_that_is_not_there_is_named_with_the_reason(tmp_path: Path):
    for name, why in (("none", "No such file or directory"), ("folder", "Is a directory")):
        (tmp_path / "folder").mkdir(exist_ok=True)
        done = klondaily("restore", str(tmp_path / name), KLONDAILY_DATA=str(tmp_path / "data"))
        assert (done.returncode, done.stderr) == (1, f"klondaily: cannot restore {tmp_path / name}: {why}\n")


def test_the_doctor_makes_nothing(tmp_path: Path):
    folder = tmp_path / "data"
    done = klondaily("doctor", KLONDAILY_DATA=str(folder))
    assert done.returncode == 0, done.stdout
    assert f"note  There is no data folder {folder} yet." in done.stdout
    assert "note  There is no secret yet." in done.stdout
    assert "note  There is no database yet." in done.stdout
    assert not folder.exists()
    given = served(tmp_path)
    before = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert klondaily("doctor", **given).returncode == 0
    assert {file.name: file.stat().st_mtime_ns for file in folder.iterdir()} == before
    (tmp_path / "file").touch()
    done = klondaily("doctor", KLONDAILY_DATA=str(tmp_path / "file"))
    assert f"WRONG {tmp_path / 'file'} is no folder." in done.stdout


def test_the_doctor_reads_the_database_through(tmp_path: Path):
    given = served(tmp_path)
    file = tmp_path / "data" / "klondaily.db"
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 40_000] = bytes(byte ^ 0xFF for byte in content[middle : middle + 40_000])
    file.write_bytes(content)
    done = klondaily("doctor", **given)
    assert done.returncode == 1
    assert f"WRONG The database {file} is damaged: " in done.stdout
    file.write_text("nothing of ours, but long enough to be taken for something" * 20)
    assert "is damaged: file is not a database" in klondaily("doctor", **given).stdout


def test_the_doctor_stops_reading_a_file_that_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    served(tmp_path)
    settings = look_at_settings({"KLONDAILY_DATA": str(tmp_path / "data")})
    monkeypatch.setattr(checkup, "PATIENCE", -1)
    monkeypatch.setattr(health, "STEPS", 1)
    (found,) = [finding for finding in all_findings(settings) if "not read to its end" in finding.text]
    assert found.kind == "note"


def test_the_doctor_tells_little_room_from_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    served(tmp_path)
    settings = look_at_settings({"KLONDAILY_DATA": str(tmp_path / "data")})

    def said() -> list[str]:
        return [finding.kind for finding in all_findings(settings) if "MB are free" in finding.text]

    monkeypatch.setattr(checkup, "LEAST_ROOM", 0)
    assert said() == []
    monkeypatch.setattr(checkup, "LEAST_ROOM", 1 << 62)
    assert said() == ["note"]
    monkeypatch.setattr(room, "NO_ROOM", 1 << 61)
    assert said() == ["wrong"]


def test_a_copy_with_a_table_or_a_column_missing_is_refused_and_the_doctor_sees_it(tmp_path: Path):
    given = served(tmp_path)
    copy = tmp_path / "copy.db"
    for sql, lacking in (
        ("DROP TABLE results", "there is no table results"),
        ("ALTER TABLE players RENAME COLUMN coins TO money", "there is no column players.coins"),
    ):
        assert klondaily("backup", str(copy), "--force", **given).returncode == 0
        conn = sqlite3.connect(copy)
        conn.execute(sql)
        conn.commit()
        conn.close()
        done = klondaily("restore", str(copy), "--force", **given)
        assert (done.returncode, done.stderr) == (
            1,
            f"klondaily: cannot restore {copy}: the copy is damaged: {lacking}\n",
        )
    assert contents(f"sqlite:///{tmp_path / 'data' / 'klondaily.db'}")["players"][0][0] == "ada"
    change(tmp_path, "DROP TABLE results")
    done = klondaily("doctor", **given)
    assert done.returncode == 1
    assert "and not whole: there is no table results." in done.stdout


def test_a_database_that_is_not_there_is_named_and_nothing_is_made(tmp_path: Path):
    given = {"KLONDAILY_DATA": str(tmp_path / "data")}
    there_is_none = f"there is no database {tmp_path / 'data' / 'klondaily.db'}\n"
    copied = klondaily("copy-to", f"sqlite:///{tmp_path / 'target.db'}", **given)
    assert (copied.returncode, copied.stderr) == (1, f"klondaily: cannot copy the database: {there_is_none}")
    saved = klondaily("backup", str(tmp_path / "copy.db"), **given)
    assert saved.returncode == 1
    assert saved.stderr == f"klondaily: cannot back up to {tmp_path / 'copy.db'}: {there_is_none}"
    assert list(tmp_path.iterdir()) == []


def test_what_is_in_the_way_of_a_database_is_named_in_plain_words(tmp_path: Path):
    given = {"KLONDAILY_DATA": str(tmp_path)}
    file = tmp_path / "klondaily.db"
    file.mkdir()
    for command in (("migrate",), ("serve", "--port", "0"), ("restore", "/dev/null"), ("backup", str(tmp_path / "b"))):
        done = klondaily(*command, **given)
        assert done.returncode == 1
        assert re.fullmatch("klondaily: cannot [^:()]*: [^:()]*(: [^:()]*)?\n", done.stderr), done.stderr
        assert str(file if command[0] != "restore" else "/dev/null") in done.stderr
    assert "is a folder, not a database" in klondaily("doctor", **given).stdout
    file.rmdir()
    done = klondaily("backup", str(tmp_path / "no" / "b.db"), **served(tmp_path))
    assert done.stderr.endswith(f"{tmp_path / 'no'}: No such file or directory\n")


def test_the_doctor_counts_connections(tmp_path: Path, postgres: Postgres):
    given = {"KLONDAILY_DATA": str(tmp_path), "KLONDAILY_DATABASE_URL": postgres.address(postgres.create())}
    assert "may need" not in klondaily("doctor", **given, KLONDAILY_WORKERS="2").stdout
    said = klondaily("doctor", **given, KLONDAILY_WORKERS="60")
    assert said.returncode == 1
    assert "60 workers may need 1320" in said.stdout


def test_hosting_names_only_what_there_is():
    commands = set(parser()._subparsers._group_actions[0].choices)
    named = re.findall(r"(?:^|bin/)klondaily ([a-z-]+)", HOSTING, flags=re.MULTILINE)
    assert {"serve", "doctor", "backup", "restore", "copy-to"} <= set(named) <= commands
    known = {setting.variable for setting in TABLE}
    known |= {setting.variable + "_FILE" for setting in TABLE if setting.is_secret}
    assert set(re.findall(r"KLONDAILY_[A-Z_]+", HOSTING)) <= known
    for target in re.findall(r"\]\(([^)#]+)\)", HOSTING):
        assert (ROOT / "docs" / target).exists(), target


def test_a_few_days_are_proven_without_waiting_for_the_compiled_search(tmp_path: Path):
    given = {"KLONDAILY_DATA": str(tmp_path / "data")}
    # Python says on standard error what it imports.
    done = klondaily("daily", "certify", "--days", "0", **given, PYTHONVERBOSE="1")
    assert done.returncode == 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\d is proven on all four boards \(\d+\.\d s\)\n", done.stdout)
    assert "import 'app.solver.kernel'" in done.stderr
    assert "import 'numba'" not in done.stderr
    again = klondaily("daily", "certify", "--days", "0", **given)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.endswith(" was ready\n")


def test_what_takes_minutes_is_said_before_it_begins(tmp_path: Path):
    """Whether or not the compiled search is kept from before: it is not waited for here."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("KLONDAILY_")}
    environ["KLONDAILY_DATA"] = str(tmp_path / "data")
    command = [sys.executable, "-m", "app", "daily", "certify", "--days", "99"]
    with subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stderr is not None
        first = child.stderr.readline().decode()
        child.kill()
    assert re.fullmatch(r"klondaily: 100 days are to be made\. .* takes a minute or more\.\n", first)
