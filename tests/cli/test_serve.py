"""`klondaily serve` in a process of its own, asked over a real socket."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest

from app.cli.serve import _reachable, address_text, listen
from tests.waiting import HANGS

ROOT = Path(__file__).resolve().parents[2]


def environ(tmp_path, **given):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KLONDAILY_")}
    return clean | {"KLONDAILY_DATA": str(tmp_path), "KLONDAILY_PREPARE": "no"} | given


@contextmanager
def served(tmp_path, *arguments, **given):
    """The process, and the port that its line names."""
    command = [sys.executable, "-m", "app", "serve", *arguments]
    with subprocess.Popen(
        command, cwd=ROOT, env=environ(tmp_path, **given), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            line = process.stdout.readline()
            assert line.startswith("Klondaily is ready: http://127.0.0.1:"), line + process.stderr.read()
            yield process, int(line.strip().rpartition(":")[2])
        finally:
            process.kill()


def ask(port, path):
    connection = HTTPConnection("127.0.0.1", port, timeout=HANGS)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def test_it_serves_says_where_and_stops_when_told(tmp_path):
    with served(tmp_path, "--port", "0") as (process, port):
        assert ask(port, "/healthz")[0].status == 200
        assert ask(port, "/readyz")[0].status == 200
        home, body = ask(port, "/?secret=1")
        assert home.status == 200
        assert b"<html" in body
        assert "server" not in {name.lower() for name, _ in home.getheaders()}
        assert home.getheader("content-security-policy").startswith("default-src 'none'")
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=HANGS) in {0, -signal.SIGTERM}
        lines = [json.loads(line) for line in process.stderr.read().splitlines()]
    assert [line["path"] for line in lines if line["event"] == "request"] == ["/"]
    assert (tmp_path / "klondaily.db").exists()


def test_the_first_start_leaves_no_more_in_memory_than_the_next(tmp_path):
    taken = []
    for _ in range(2):
        with served(tmp_path, "--port", "0") as (process, _):
            taken.append(psutil.Process(process.pid).memory_info().rss / 1e6)
    first, second = taken
    assert first < second + 6, "what migrates takes 12 MB"


def test_tables_that_cannot_be_migrated_are_told_of_once(tmp_path):
    with sqlite3.connect(tmp_path / "klondaily.db") as conn:
        conn.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)")
        conn.execute("INSERT INTO alembic_version VALUES ('0003')")
    conn.close()
    done = subprocess.run(
        [sys.executable, "-m", "app", "serve", "--port", "0"],
        cwd=ROOT,
        env=environ(tmp_path),
        capture_output=True,
        text=True,
        timeout=HANGS,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("klondaily: cannot migrate the database: ")
    assert done.stderr.count("\n") == 1


def test_a_port_in_use_is_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "app", "serve", "--port", str(port)],
            cwd=ROOT,
            env=environ(tmp_path),
            capture_output=True,
            text=True,
            timeout=HANGS,
            check=False,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"klondaily: cannot listen on 127.0.0.1:{port}: Address already in use\n"


def test_a_phone_is_told_an_address_when_every_address_listens():
    addresses = _reachable("0.0.0.0", 8000)
    assert addresses[0] == "127.0.0.1:8000"
    assert all(address.endswith(":8000") for address in addresses)
    assert _reachable("::1", 80) == [address_text("::1", 80)] == ["[::1]:80"]


def test_it_listens_on_ipv6_where_there_is_one():
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        with listen("::1", 0) as listening:
            assert listening.family == socket.AF_INET6
    except Exception as error:
        if "Cannot assign" in str(error) or "not supported" in str(error):
            pytest.skip("no IPv6 address here")
        raise
