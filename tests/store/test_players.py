"""Players and their names."""

import pytest
from sqlalchemy import Connection, update

from app.store import players
from app.store.errors import InvalidNameError, NameTakenError
from app.store.names import name_key, read_name
from app.store.schema import PLAYERS
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
        ("Νίκος", "Νίκος"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("ᐃᓄᒃᑎᑐᑦ Bob", "ᐃᓄᒃᑎᑐᑦ Bob"),  # Inuktitut
        ("ⵉⵣⵎ", "ⵉⵣⵎ"),  # Tamazight
        ("Oʻahu", "Oʻahu"),
        ("佐々木", "佐々木"),
        ("I love you", "I love you"),
        ("Thank you :)", "Thank you :)"),
        ("Ada (Young)", "Ada (Young)"),
        ("Edu", "Edu"),
        ("Ada (Edu)", "Ada (Edu)"),
        ("(du) und ich", "(du) und ich"),
        ("Du", "Du"),
        ("Player Noel", "Player Noel"),
        ("Spieler Nr. X", "Spieler Nr. X"),
        ("Nora 12", "Nora 12"),
        ("Игорь", "Игорь"),
        ("〇", "〇"),
        ("¡Hola!", "¡Hola!"),
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
        ("𐌁ernd", "characters"),  # Old Italic
        ("ᚠᚢᚦ", "characters"),  # runes
        ("𒀀𒀁", "characters"),  # cuneiform
        ("Ꮲeter", "characters"),  # a word of two alphabets, one of them Cherokee
        ("Player 12", "automatic"),
        ("Player ⑫", "automatic"),
        ("Player ١٢", "automatic"),
        ("Pl\u200dayer 12.", "automatic"),
        ("PIayer 12", "automatic"),
        ("\u0420layer 12", "automatic"),
        ("Player №12", "automatic"),
        ("Player no 12", "automatic"),
        ("Player N° 12", "automatic"),
        ("player number 12", "automatic"),
        ("Spieler Nr. 12", "automatic"),
        ("Spielerin Nummer 1", "automatic"),
        ("Player n○ 1○", "automatic"),
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
        ("Peter", "ꮲeter"),  # small Cherokee
        ("Bernd", "b.e.r.n.d"),
        ("Bernd", "Ber-nd"),
        ("Bernd", "B~e+r^n=d"),
        ("clown", "c.lown"),
        ("vvv", "v-v.v"),
        ("Bernd", "ʙᴇʀɴᴅ"),
        ("Bernd", "Ьernd"),  # a Cyrillic soft sign
        ("Bernd", "🅱ernd"),
        ("Bernd", "🅑🅔🅡🅝🅓"),
        ("Bernd", "🇧🇪🇷🇳🇩"),
        ("Bernd", "ᗷernd"),  # Canadian syllabics
        ("Bernd", "ᗷᗴᖇᑎᗪ"),
        ("Bernd", "ƁɆɌƝĐ"),
        ("Bernd", "฿ɆⱤ₦Đ"),
        ("Bernd", "Веrпd"),
        ("Cem", "ҫem"),  # Cyrillic, with a descender
        ("Ada 12", "Ada ①②"),
        ("Ada Lovelace", "Ada Lovelac℮"),
        ("Ida", "¡da"),
        ("Ida", "Ꮖda"),
        ("Ida", "ǀda"),
        ("Ida", "│da"),
        ("Bob", "B○b"),
        ("Bob", "B◯b"),
        ("Bob", "B〇b"),
        ("Bob", "B●b"),
        ("Bob", "B°b"),
        ("Bob", "BѲb"),  # Cyrillic fita
        ("Bob", "bѳb"),
        ("Bob", "bөb"),
        ("Bob", "BΘb"),
        ("Nina", "Иina"),
        ("Nina", "niиa"),
        ("Robert", "Яobert"),
        ("Ada", "ΛdΛ"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "Adam"), ("Ada", "Ada ★"), ("🂡", "🂢"), ("Max 6", "Max 9"), ("???", "!!!"), ("王", "玉"), ("Ann", "Anne")],
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


@pytest.mark.parametrize(
    "name",
    [
        "c.lown",
        "C-L-0-W-N",
        "the c!lown",
        "ᴄʟᴏᴡɴ",
        "c★lown",
        "por.no",
        "por-no hub",
        "pоrпо",  # Cyrillic in part
        "Ber.nd",
        "barnudes",
        "🅱er nd",
    ],
)
def test_words_that_are_not_wanted_are_found_in_whatever_they_hide(database: Running, name: str):
    with pytest.raises(InvalidNameError) as failure:
        database.write(players.set_name, "p", name, NOW, ("clown", "porno", "Bernd", "nude"))
    assert failure.value.code == "refused"


def test_a_name_that_only_comes_near_a_word_is_fine(database: Running):
    for name in ("Claudia", "Porto", "Berta", "Mude"):
        assert database.write(players.set_name, "p", name, NOW, ("clown", "porno", "Bernd", "nude")) == name


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


def with_name(conn: Connection, player: str, name: str, key: str) -> None:
    conn.execute(update(PLAYERS).where(PLAYERS.c.id == player).values(name=name, name_key=key))


def test_a_name_older_than_the_rules_can_be_hidden(database: Running) -> None:
    database.write(players.ensure, "p", NOW)
    database.write(with_name, "p", "𐌁ernd", "𐌁ernd")
    assert database.write(players.hide_name, "𐌁ernd", NOW) == "𐌁ernd"
    assert database.write(players.hide_name, "𐌁ernd", NOW) is None


def test_of_two_names_that_look_alike_the_one_that_is_written_so_is_hidden(database: Running) -> None:
    for player, name, key in (("p", "B.ernd", "bemd"), ("q", "Bernd", "bernd")):
        database.write(players.ensure, player, NOW)
        database.write(with_name, player, name, key)
    assert database.write(players.hide_name, "Bernd", NOW) == "Bernd"
    assert database.write(players.hide_name, "bernd", NOW) == "B.ernd"


def test_who_was_hidden_may_choose_another_name(database: Running) -> None:
    database.write(players.set_name, "p", "Rude", NOW)
    assert database.write(players.hide_name, "Rude", NOW) == "Rude"
    with pytest.raises(InvalidNameError, match="refused"):
        database.write(players.set_name, "p", "R.u.d.e", NOW)
    assert database.write(players.set_name, "p", "Ruth", NOW) == "Ruth"
