"""Players and their names."""

import pytest

from app.store import players
from app.store.errors import InvalidNameError, NameTakenError
from app.store.names import name_key, read_name
from tests.databases import Running

NOW = 1_795_953_600_000


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Ada\u00a0Lovelace", "Ada Lovelace"),
        ("Jo\u0308rg", "Jörg"),
        ("Ωmega 3", "Ωmega 3"),
        ("王小明", "王小明"),
        ("🂡 ace", "🂡 ace"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("<b>&\"'", "<b>&\"'"),
        ("x", "x"),
        ("w" * 24, "w" * 24),
        ("???", "???"),
        ("I love you", "I love you"),
        ("Thank you :)", "Thank you :)"),
        ("Ada (Young)", "Ada (Young)"),
        ("Edu", "Edu"),
        ("Ada (Edu)", "Ada (Edu)"),
        ("(du) und ich", "(du) und ich"),
        ("Du", "Du"),
    ],
)
def test_names_are_shown_tidily(typed: str, shown: str) -> None:
    assert read_name(typed) == shown


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\u200d\u200d", "empty"),
        ("\u0301", "empty"),
        ("w" * 25, "too_long"),
        ("w" * 1_000_000, "too_long"),
        ("A\x00da", "characters"),
        ("A\nda", "characters"),
        ("A\tda", "characters"),
        ("Ada\u202egro", "characters"),
        ("A\u200bda", "characters"),
        ("A\u2028da", "characters"),
        ("A\ue000da", "characters"),
        ("\ud800", "characters"),
        ("a" + "\u0336" * 5, "characters"),
        ("Player 12", "automatic"),
        ("Pl\u200dayer 12.", "automatic"),
        ("PIayer 12", "automatic"),
        ("\u0420layer 12", "automatic"),
        ("Ada (you)", "own_mark"),
        ("Ada(YOU)", "own_mark"),
        ("Ada (Du)", "own_mark"),
        ("(du)", "own_mark"),
        ("Ada ( y o u )", "own_mark"),
        ("Ada \uff08\uff59\uff4f\uff55\uff09", "own_mark"),  # full width
        ("Ada \u24b4\u24aa\u24b0", "own_mark"),  # (y)(o)(u), a sign each
        ("Ada \u207d\u02b8\u1d52\u1d58\u207e", "own_mark"),  # raised
        ("Ada (\u0443\u043eu)", "own_mark"),  # Cyrillic
        ("Ada (\u03a5\u039f\u03c5)", "own_mark"),  # Greek, whose small upsilon passes for either letter
        ("Ada (\u028f\u1d0f\u1d1c)", "own_mark"),  # small capitals
        ("Ada (y0\u00fa)", "own_mark"),
        ("Ada (y\u200do\u200du)\u200d", "own_mark"),
        ("Ada [you]", "own_mark"),
        ("Ada \u2039du\u203a", "own_mark"),
        ("Ada <du>", "own_mark"),
        ("Ada |you|", "own_mark"),
        ("Ada (you", "own_mark"),
        ("Ada you)", "own_mark"),
        ("Ada (you) \u2605", "own_mark"),
    ],
)
def test_other_text_is_no_name(typed: str, code: str) -> None:
    with pytest.raises(InvalidNameError) as failure:
        read_name(typed)
    assert failure.value.code == code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ada"),
        ("Ada", "A d a"),
        ("Ada", "А\u0064а"),  # Cyrillic a
        ("Bill", "B1ll"),
        ("Bill", "BiIl"),
        ("Bob", "B0b"),
        ("Bob", "Вοb"),
        ("Jörg", "Jorg"),
        ("Straße", "STRASSE"),
        ("Ada", "Ａｄａ"),
        ("Ada", "A\u200dd\u200da"),
        ("Ada", "A.d-a_"),
        ("modern", "modem"),
        ("Ace", "Ac3"),
        ("Nina", "Νina"),  # Greek capital Nu, whose small letter looks like a v
        ("Zoe", "Ζoe"),  # Greek capital Zeta
        ("Igor", "Ӏgor"),  # Cyrillic palochka
        ("Wanda", "Ԝanda"),
        ("Quinn", "Ԛuinn"),
        ("Peter", "Ꮲeter"),  # Cherokee
        ("Leo", "ꓡꓰꓳ"),  # Lisu
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Adam"), ("Max 6", "Max 9"), ("???", "!!!"), ("王", "玉"), ("Ann", "Anne")]
)
def test_other_names_have_another(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_name_is_given_changed_and_free_again(database: Running) -> None:
    assert database.write(players.set_name, "p", " Ada ", NOW) == "Ada"
    with pytest.raises(NameTakenError):
        database.write(players.set_name, "q", "АDA", NOW)
    assert database.read(players.get, "q") is None, "nothing is kept of it"
    assert database.write(players.set_name, "p", "ada", NOW) == "ada", "one's own look-alike"
    assert database.write(players.set_name, "p", "Bob", NOW) == "Bob"
    assert database.write(players.set_name, "q", "Ada", NOW) == "Ada"
    player = database.read(players.get, "p")
    assert player == players.Player("p", "Bob", None, "{}", 0, NOW, NOW)


def test_of_many_who_want_a_name_at_once_one_has_it(database: Running) -> None:
    calls = [(players.set_name, f"player {number}", "Ada", NOW) for number in range(12)]
    answers = database.write_all(*calls)
    assert [answer for answer in answers if answer == "Ada"] == ["Ada"]
    assert sum(isinstance(answer, NameTakenError) for answer in answers) == 11
    assert len(database.rows("SELECT id FROM players WHERE name = 'Ada'")) == 1


def test_a_bad_name_changes_nothing(database: Running) -> None:
    database.write(players.set_name, "p", "Ada", NOW)
    with pytest.raises(InvalidNameError):
        database.write(players.set_name, "p", "", NOW)
    assert database.rows("SELECT name FROM players") == [("Ada",)]


def test_a_player_is_made_once_and_seen_again(database: Running) -> None:
    database.write_all(*((players.ensure, "p", NOW) for _ in range(6)))
    database.write(players.ensure, "p", NOW + 9)
    assert database.rows("SELECT created_at, seen_at FROM players") == [(NOW, NOW + 9)]


def test_language_and_settings_are_kept_for_players_only(database: Running) -> None:
    database.write(players.set_language, "p", "de")
    assert database.read(players.get, "p") is None
    database.write(players.ensure, "p", NOW)
    database.write(players.set_language, "p", "de")
    database.write(players.set_settings, "p", '{"back":"blue"}')
    player = database.read(players.get, "p")
    assert player is not None
    assert (player.language, player.settings) == ("de", '{"back":"blue"}')
