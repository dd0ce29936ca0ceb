"""What `replay` and `moves` make of lines that are wrong, long or foreign; the answers stay in step."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from app.cli import lines
from app.cli.main import main
from app.game.deal import deal_from_code
from app.game.errors import InvalidDealError, InvalidRecordError
from app.game.position import deal_position
from app.game.rules import rule_set
from app.web import input_errors

APP = Path(lines.__file__).parents[1]
DEAL = deal_from_code("5").text
FRESH = deal_position(deal_from_code("5"), rule_set("standard-1")).text
RECORD = json.dumps({"rules": "standard-1", "deal": DEAL, "entries": []}).encode()


@pytest.fixture
def klondaily(monkeypatch, capfd):
    """Run a command in this process: bytes in; status, lines of output, lines of errors out."""

    def run(*arguments, given=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = main(arguments)
        out, err = capfd.readouterr()
        return status, out.splitlines(), err.splitlines()

    return run


def record(*entries, **fields):
    return json.dumps({"rules": "standard-1", "deal": DEAL, "entries": entries} | fields).encode()


@pytest.mark.parametrize(
    "bad",
    [
        b"x",
        b"[]",
        b"null",
        b'"\xff"',
        RECORD[:-1] + b', "note": "\xff"}',
        b"[" * 200_000,
        b'{"a":' * 200_000,
        record(rules="whist"),
        record(deal=DEAL[2:]),
        record(entries=7),
        record(["draw", 0]).replace(b"0]", b"9" * 10_000 + b"]"),
        b"\x00",
        RECORD + RECORD,
        b" " * 5_000_000 + RECORD,
    ],
    ids=range(14),
)
def test_replay_answers_a_line_that_is_no_record_in_its_place(klondaily, bad):
    status, out, err = klondaily("replay", given=RECORD + b"\n" + bad + b"\n\n" + RECORD)
    answers = [json.loads(line) for line in out]
    assert [set(answer) for answer in answers] == [{"position", "score", "status", "moves", "error"}] * 3
    assert answers[0] == answers[2]
    assert answers[0] == {"position": FRESH, "score": 0, "status": "playing", "moves": 0, "error": None}
    error = answers[1].pop("error")
    assert error
    assert set(answers[1].values()) == {None}
    assert len(err) == 1
    assert err[0].startswith("klondaily: line 2: ")
    assert len(err[0]) < 300
    assert status == 1


def test_replay_stops_a_record_at_its_illegal_entry_and_names_the_index(klondaily):
    given = record(["draw", 0], ["draw", 1], ["T1-T1", 2], ["resign", 3])
    status, out, err = klondaily("replay", given=given)
    answer = json.loads(out[0])
    assert answer["error"] == "entry 2 (T1-T1): That card already lies in this column."
    assert (answer["moves"], answer["status"], answer["score"]) == (2, "playing", 0)
    assert answer["position"].split("/")[1] == DEAL[56:60], "two cards were drawn"
    assert err == ["klondaily: line 1: entry 2 (T1-T1): That card already lies in this column."]
    assert status == 1


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (b'["draw", 4]', "“draw” was made before the entry before it."),
        (b'["draw", -1]', "The seconds of “draw” make no sense."),
        (b'["draw", 1e400]', "The seconds of “draw” make no sense."),
        (b'["draw", NaN]', "The seconds of “draw” make no sense."),
        (b'["draw", 1' + b"0" * 400 + b"]", "The seconds of “draw” make no sense."),
        (b'["draw", true]', 'An entry is a list of a text and its seconds, not ["draw", true].'),
        (b"null", "An entry is a list of a text and its seconds, not null."),
        (b'{"draw": NaN}', 'An entry is a list of a text and its seconds, not {"draw": NaN}.'),
    ],
)
def test_replay_stops_a_record_at_an_entry_that_is_none_as_at_an_illegal_one(klondaily, entry, said):
    given = record(["draw", 5], ["draw", 5], ["draw", 5]).replace(b'["draw", 5]]', entry + b"]")
    upto = record(["draw", 5], ["draw", 5])
    status, out, err = klondaily("replay", given=given + b"\n" + upto)
    stopped, whole = map(json.loads, out)
    assert stopped == whole | {"error": f"entry 2: {said}"}
    assert whole["moves"] == 2
    assert (status, err) == (1, [f"klondaily: line 1: entry 2: {said}"])


def test_the_first_wrong_entry_stops_a_record_whatever_is_wrong_with_it(klondaily):
    given = record(["draw", 5], ["T1-T1", 6], ["draw", 4])
    answer = json.loads(klondaily("replay", given=given)[1][0])
    assert (answer["moves"], answer["error"]) == (1, "entry 1 (T1-T1): That card already lies in this column.")


def test_what_is_too_long_to_be_shown_is_cut_with_a_sign(klondaily):
    run = b"[" + record(["draw", 5]) + b"]"
    given = b"\n".join([run, record(rules="w" * 90), record(rules="w" * 80), record(["x" * 90, 0])])
    _, _, (listed, long, short, text) = klondaily("replay", given=given)
    assert listed.endswith(f"not {run.decode()[:79]}….")
    assert long.endswith("“" + "w" * 79 + "…”.")
    assert short.endswith("“" + "w" * 80 + "”.")
    assert f"({'x' * 79}…)" in text


def test_replay_prints_plain_ascii_whatever_an_entry_holds(klondaily):
    given = record(["\ud800", 0]) + b"\n" + record(["é\n\x1b[31m", 0])
    status, out, err = klondaily("replay", given=given)
    assert [json.loads(line)["error"] for line in out] == [
        "entry 0 (\ud800): That is no move.",
        "entry 0 (é\n\x1b[31m): That is no move.",
    ]
    assert all(line.isascii() for line in out)
    assert (status, len(err)) == (1, 2)


def test_replay_of_every_status(klondaily):
    given = b"\n".join([record(["draw", 0], ["resign", 12]), record(["draw", 301], rules="castle-5")])
    _, out, _ = klondaily("replay", given=given)
    first, second = (json.loads(line) for line in out)
    assert (first["status"], first["moves"], first["error"]) == ("lost", 1, None)
    assert (second["status"], second["moves"], second["error"]) == ("lost", 0, "entry 0 (draw): The time is over.")


def test_a_line_longer_than_any_record_fails_alone(klondaily, monkeypatch):
    monkeypatch.setattr(lines, "LONGEST_LINE", 2000)
    for length in (2000, 2001, 3999, 4000, 4001, 10_000):
        given = RECORD + b"\n" + b"{" * length + b"\n" + RECORD + b"\n" + b"{" * length
        status, out, err = klondaily("replay", given=given)
        assert [json.loads(line)["error"] is None for line in out] == [True, False, True, False]
        assert [line.split(": ")[1] for line in err] == ["line 2", "line 4"]
        assert status == 1


def test_a_byte_order_mark_and_line_ends_of_windows_do_not_matter(klondaily):
    status, out, err = klondaily("replay", given=b"\xef\xbb\xbf" + RECORD + b"\r\n" + RECORD + b"\r\n")
    assert (status, len(out), err) == (0, 2, [])


def test_nothing_in_is_nothing_out(klondaily):
    for given in (b"", b"\n\n", b" \r\n"):
        assert klondaily("replay", given=given) == (0, [], [])
        assert klondaily("moves", "--rules", "vegas-3", given=given) == (0, [], [])


def test_moves_are_sorted_and_depend_on_the_rules(klondaily):
    _, out, _ = klondaily("moves", "--rules", "standard-1", given=FRESH.encode())
    assert out[0].split() == sorted(out[0].split())
    assert "draw" in out[0].split()
    one, three = (f"/{DEAL}/----/////// {number}".encode() for number in (2, 4))
    for rules, too_late in (("vegas-1", one), ("vegas-3", three)):
        status, out, err = klondaily("moves", "--rules", rules, given=too_late)
        assert (status, out) == (1, [""])
        assert "more than these rules allow" in err[0]
    last_pass = f"/{DEAL}/----/////// 3".encode()
    assert klondaily("moves", "--rules", "vegas-3", given=last_pass)[1] == [""]
    assert klondaily("moves", "--rules", "standard-3", given=last_pass) == (0, ["redeal"], [])
    won = klondaily("moves", "--rules", "standard-3", given=b"//KKKK/////// 1")
    assert "FC-T1" in won[1][0].split()
    assert len(won[1][0].split()) == 28, "four kings to seven empty columns"


@pytest.mark.parametrize("bad", [b"x", b"\xff", FRESH[:-2].encode(), FRESH.replace("/", "//", 1).encode(), b"[" * 9999])
def test_moves_answers_a_bad_line_by_an_empty_one(klondaily, bad):
    status, out, err = klondaily(
        "moves", "--rules", "standard-1", given=FRESH.encode() + b"\n" + bad + b"\n" + FRESH.encode()
    )
    assert len(out) == 3
    assert out[0] == out[2] != ""
    assert out[1] == ""
    assert (status, len(err)) == (1, 1)
    assert err[0].startswith("klondaily: line 2: ")


@pytest.mark.parametrize(
    ("command", "given", "said"),
    [
        ("moves", b"x 1", "A position has ten parts with strokes between: stock, waste, foundations, seven columns."),
        ("moves", FRESH.replace("/|", "/||", 1).encode(), "At character 57: “|Q"),
        ("moves", FRESH[:-1].encode() + b"9" * 20, "At character 126: The number of the pass is too long: nine digits"),
        ("moves", FRESH[:-2].encode(), "The number of the pass is missing at the end."),
        (
            "moves",
            FRESH[:-1].encode() + b"0",
            "At character 126: The pass “0” makes no sense: a whole number from 1 on",
        ),
        ("moves", FRESH[:-1].encode() + b"-1", "At character 126: The pass “-1” makes no sense"),
        ("moves", FRESH[:-1].encode() + b"x", "At character 126: The pass “x” makes no sense"),
        (
            "moves",
            FRESH[:-2].encode() + b"  1",
            "At character 125: Only one blank is allowed, the one before the number",
        ),
        ("moves", DEAL[:8].encode() + b" 2C", "A position has ten parts with strokes between"),
        ("solve", (DEAL[:4] + DEAL[:2] + DEAL[6:]).encode(), f"Card 3: The card {DEAL[:2]} comes a second time."),
        ("solve", b"KS 9X", "Card 2: “9X” is no card."),
        ("replay", b"{", "That is no JSON."),
        ("replay", b"[]", "A record is a JSON object, not []."),
        ("replay", b"null", "A record is a JSON object, not null."),
        ("replay", b"NaN", "A record is a JSON object, not NaN."),
        ("replay", b'[true, {"\xc3\xa4": 1.5}]', 'A record is a JSON object, not [true, {"ä": 1.5}].'),
        ("replay", b"{}", "A record needs “rules”, “deal” and a list of “entries”."),
        ("replay", record(rules="whist"), "There are no rules “whist”."),
        ("replay", record(rules="vegas-1+untimed"), "The table of “vegas-1+untimed” does not offer that option."),
        ("replay", record(["draw", 5], ["draw", 4]), "entry 1: “draw” was made before the entry before it."),
        ("replay", record(["draw"]), 'entry 0: An entry is a list of a text and its seconds, not ["draw"].'),
    ],
)
def test_what_is_wrong_with_a_line_is_said_in_words(klondaily, command, given, said):
    rules = [] if command == "replay" else ["--rules", "standard-1"]
    status, _, err = klondaily(command, *rules, given=given)
    assert status == 1
    assert err[0].startswith(f"klondaily: line 1: {said}")


def test_every_code_of_the_law_has_its_words():
    named = re.compile(r"Invalid(?:Position|Record|Rules|Deal)Error\(\s*\"([a-z_]+)\"")
    texts = [file.read_text() for folder in ("game", "cli") for file in (APP / folder).glob("*.py")]
    codes = {code for text in texts for code in named.findall(text)}
    assert codes > {"no_such_pass", "seconds_fall", "card_twice", "no_such_option"}
    for code in codes:
        kind = InvalidRecordError if code in input_errors._SENTENCES else InvalidDealError
        said = input_errors.told(kind(code, "XY"))
        assert code not in said
        assert code == "unknown_card" or "is no card" not in said, code
