"""What a command refuses to work on, and that it leaves nothing behind then."""

import shutil
import socket
import sqlite3
from pathlib import Path

import pytest

from app.cli.main import main
from app.config import look_at_settings
from app.store import backup
from app.store.database import run_once
from app.store.errors import UnfitError
from app.store.fitting import known_revisions
from app.store.migrate import bring_up, is_newest, migrate
from tests.cli.test_commands import klondaily
from tests.databases import Postgres

PUT_BACK = "put a backup in its place: klondaily restore FILE --force"
NOTES = "CREATE TABLE notes (id INTEGER PRIMARY KEY, words TEXT)"


@pytest.fixture
def place(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database's file in the data folder of the settings, with all tables."""
    (tmp_path / "data").mkdir(0o700)
    monkeypatch.setenv("KLONDAILY_DATA", str(tmp_path / "data"))
    return Path(shutil.copy(sqlite_template, tmp_path / "data" / "klondaily.db"))


def change(file: Path, *statements: str) -> None:
    conn = sqlite3.connect(file)
    for sql in statements:
        conn.execute(sql)
    conn.commit()
    conn.close()


def everything_in(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def refused(folder: Path, said: str, capfd: pytest.CaptureFixture[str], *commands: str) -> None:
    """Each command says this one line and changes no byte."""
    before = everything_in(folder)
    for command in commands or ("migrate", "serve --port 0", "daily certify --days 0", "players hide Ada"):
        assert main(command.split()) == 1, command
        failed = "cannot hide the name" if command.startswith("players") else "cannot migrate the database"
        assert capfd.readouterr() == ("", f"klondaily: {failed}: {said}\n"), command
        assert everything_in(folder) == before, command


def test_a_database_that_is_not_whole_is_not_served(place: Path, capfd: pytest.CaptureFixture[str]):
    newest = known_revisions()[-1]
    change(place, "DROP TABLE results")
    said = f"{place}: its tables are of revision {newest} and not whole: there is no table results; {PUT_BACK}"
    refused(place.parent, said, capfd)
    assert main(["doctor"]) == 1
    wrong = [line for line in capfd.readouterr().out.splitlines() if line.startswith("WRONG")]
    assert wrong == [f"WRONG Its tables are of revision {newest} and not whole: there is no table results."]


@pytest.mark.parametrize(
    "others",
    [
        (),
        # One that Alembic migrates too, and one whose tables have names that ours have.
        (
            "CREATE TABLE alembic_version (version_num VARCHAR(32))",
            "INSERT INTO alembic_version VALUES ('ae1027a6acf')",
        ),
        ("CREATE TABLE players (id TEXT)",),
    ],
)
def test_another_program_s_database_is_not_written_into(
    place: Path, capfd: pytest.CaptureFixture[str], others: tuple[str, ...]
):
    place.unlink()
    change(place, NOTES, *others)
    said = "hat is no database of this program; it has a table notes of another one"
    mend = "et KLONDAILY_DATA or KLONDAILY_DATABASE_URL to another place"
    commands = ("migrate", "serve --port 0", "daily certify --days 0")
    refused(place.parent, f"{place}: t{said}; s{mend}", capfd, *commands)
    assert main(["doctor"]) == 1
    assert f"WRONG T{said}.\n      S{mend}.\n" in capfd.readouterr().out
    copy = place.parent.parent / "copy.db"
    before = everything_in(place.parent)
    assert main(["copy-to", f"sqlite:///{copy}"]) == 1
    assert capfd.readouterr().err == "klondaily: cannot copy the database: that is no database of this program\n"
    assert everything_in(place.parent) == before
    assert not copy.exists()
    place.rename(copy)
    assert main(["restore", str(copy)]) == 1
    assert capfd.readouterr().err == f"klondaily: cannot restore {copy}: t{said}\n"


def test_a_damaged_database_is_one_line_wherever_it_is_asked(place: Path, capfd: pytest.CaptureFixture[str]):
    place.write_bytes(b"nothing of ours, but long enough to be taken for something" * 20)
    refused(place.parent, f"{place} is damaged: file is not a database; {PUT_BACK}", capfd)
    assert main(["doctor"]) == 1
    wrong = [line for line in capfd.readouterr().out.splitlines() if line.startswith("WRONG")]
    assert wrong == [f"WRONG The database {place} is damaged: file is not a database"]


def test_what_is_damaged_is_put_right_as_the_line_says(place: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    whole = place.read_bytes()
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    broken = bytearray(whole)
    broken[100:4000] = b"x" * 3900
    for content in (b"nothing of ours " * 200, bytes(broken)):
        place.write_bytes(content)
        assert main(["migrate"]) == 1
        assert PUT_BACK in capfd.readouterr().err
        assert main(["restore", str(tmp_path / "copy.db")]) == 1
        assert place.read_bytes() == content
        assert main(["restore", str(tmp_path / "copy.db"), "--force"]) == 0
        assert main(["migrate"]) == 0


def test_a_folder_in_the_place_of_the_database_is_one_line_of_the_doctor_s(
    place: Path, capfd: pytest.CaptureFixture[str]
):
    place.unlink()
    place.mkdir()
    assert main(["doctor"]) == 1
    out = capfd.readouterr().out
    assert f"WRONG The database does not answer: {place} is a folder, not a database\n      Set KLONDAILY_DATA" in out
    assert out.count("WRONG") == 1


@pytest.mark.parametrize("below", ["", "deep/data"])
def test_a_data_folder_that_cannot_be_made_is_told_by_its_setting(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, below: str
):
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / below
    monkeypatch.setenv("KLONDAILY_DATA", str(folder))
    for command in ("serve --port 0", "migrate", "daily certify --days 0"):
        assert main(command.split()) == 2, command
        said = f"klondaily: KLONDAILY_DATA: cannot make {folder}: Not a directory\n"
        assert capfd.readouterr() == ("", said), command
    # Where the database is elsewhere, that is what is wrong.
    other = tmp_path / "file" / "other.db"
    monkeypatch.setenv("KLONDAILY_DATABASE_URL", f"sqlite:///{other}")
    monkeypatch.setenv("KLONDAILY_DATA", str(tmp_path / "data"))
    assert main(["migrate"]) == 1
    said = f"klondaily: cannot migrate the database: {tmp_path / 'file'}: Not a directory\n"
    assert capfd.readouterr() == ("", said)
    assert [place.name for place in tmp_path.iterdir()] == ["file"]


def test_a_table_that_is_missing_after_migrating_takes_it_back(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'old.db'}"
    migrate(url, "0016")
    change(tmp_path / "old.db", "DROP TABLE results")
    with pytest.raises(UnfitError, match="there is no table results"):
        bring_up(url)
    assert not is_newest(url)


def test_tables_of_another_program_beside_ours_are_no_matter_on_postgresql(postgres: Postgres):
    url = postgres.address(postgres.create())
    run_once(url, lambda conn: conn.exec_driver_sql(NOTES).rowcount)
    assert not bring_up(url)
    assert is_newest(url)
    run_once(url, lambda conn: conn.exec_driver_sql("DROP TABLE alembic_version").rowcount)
    with pytest.raises(UnfitError, match="no database of this program"):
        bring_up(url)


def test_a_start_on_a_port_in_use_leaves_nothing_behind(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = klondaily("serve", "--port", port, KLONDAILY_DATA=str(tmp_path / "new" / "data"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"klondaily: cannot listen on 127.0.0.1:{port}: Address already in use\n"
    assert list(tmp_path.iterdir()) == []


def test_a_start_on_another_program_s_database_leaves_nothing_behind(
    place: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    change(place, "DROP TABLE alembic_version")
    monkeypatch.setenv("KLONDAILY_DATABASE_URL", f"sqlite:///{place}")
    new = place.parent.parent / "new"
    monkeypatch.setenv("KLONDAILY_DATA", str(new))
    for command in (["serve", "--port", "0"], ["migrate"], ["daily", "certify"], ["players", "hide", "Ada"]):
        assert main(command) == 1
    assert capfd.readouterr().err.count("\n") == 4
    assert not new.exists()


def test_a_restore_that_fails_leaves_nothing_behind(
    place: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    new = tmp_path / "new" / "data"
    monkeypatch.setenv("KLONDAILY_DATA", str(new))
    for name in ("none", "data"):
        assert main(["restore", str(tmp_path / name)]) == 1
    assert not new.parent.exists()
    copied = []

    def full(source: Path, target: Path) -> None:
        # What a full disk does, once something has been made.
        copied.append(target)
        if target.parent == new:
            raise OSError(28, "No space left on device")
        shutil.copy(source, target)

    monkeypatch.setattr(backup, "_copy", full)
    assert main(["restore", str(place)]) == 1
    assert new in {target.parent for target in copied}
    assert not new.parent.exists()
    # What was there before stays.
    new.mkdir(parents=True)
    (new / "other").touch()
    (new / "klondaily.db").touch()
    assert main(["restore", str(place)]) == 1
    assert {file.name for file in new.iterdir()} == {"other", "klondaily.db"}
    assert capfd.readouterr().err.count("\n") == 4


def test_a_name_is_hidden_in_no_database_but_one_that_is_there(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("KLONDAILY_DATA", str(tmp_path / "data"))
    file = look_at_settings().data / "klondaily.db"
    assert main(["players", "hide", "Ada"]) == 1
    assert capfd.readouterr().err == f"klondaily: cannot hide the name: there is no database {file}\n"
    assert list(tmp_path.iterdir()) == []
    file.parent.mkdir()
    file.touch()
    assert main(["players", "hide", "Ada"]) == 1
    assert capfd.readouterr().err == "klondaily: cannot hide the name: the database has no tables yet\n"
    assert file.stat().st_size == 0


def test_a_name_is_hidden_in_no_postgresql_without_tables(
    postgres: Postgres, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    url = postgres.address(postgres.create())
    monkeypatch.setenv("KLONDAILY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KLONDAILY_DATABASE_URL", url)
    assert main(["players", "hide", "Ada"]) == 1
    assert capfd.readouterr().err == "klondaily: cannot hide the name: the database has no tables yet\n"
    assert not is_newest(url)
    assert list(tmp_path.iterdir()) == []
