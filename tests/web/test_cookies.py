import pytest

from app.web.cookies import Cookies, Signer, cookie_value

cookies = Cookies(b"k" * 32)


def value_of(set_cookie: str) -> str:
    return set_cookie.partition(";")[0]


@pytest.mark.parametrize("secure", [False, True])
def test_a_player_cookie_comes_back(secure):
    header = value_of(cookies.set_player("aB3-_", secure=secure))
    assert cookies.player(f"x=1; {header}; y=2", secure=secure) == "aB3-_"
    assert cookies.player(header, secure=not secure) is None, "a plain-http cookie says nothing over https"


def test_its_attributes_keep_it_from_scripts_other_sites_and_plain_http():
    plain, secure = cookies.set_player("p", secure=False), cookies.set_player("p", secure=True)
    assert plain.startswith("klondaily-player=p.")
    assert plain.endswith("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax")
    assert secure.startswith("__Host-klondaily-player=p.")
    assert secure.endswith("; HttpOnly; SameSite=Lax; Secure")


@pytest.mark.parametrize("text", ["", ".", "p", "p.", "p.x", ".x", "é.x", "p." + "x" * 10_000])
def test_anything_else_is_no_player(text):
    assert cookies.player(f"klondaily-player={text}", secure=False) is None


def test_every_changed_character_breaks_the_signature():
    signed = Signer(b"k", "player").sign("abc")
    for index, char in enumerate(signed):
        changed = signed[:index] + ("A" if char != "A" else "B") + signed[index + 1 :]
        assert Signer(b"k", "player").unsign(changed) is None


def test_signatures_of_another_key_or_purpose_do_not_count():
    signed = Signer(b"k", "player").sign("abc")
    assert Signer(b"l", "player").unsign(signed) is None
    assert Signer(b"k", "token").unsign(signed) is None
    assert Signer(b"k", "player").unsign(signed) == "abc"


def test_forgetting_empties_and_ends_the_cookie():
    gone = cookies.forget_player(secure=False)
    assert gone.startswith("klondaily-player=; Path=/; Max-Age=0;")
    assert cookies.player(value_of(gone), secure=False) is None


def test_the_language_is_one_of_ours_or_none():
    assert cookies.language(value_of(cookies.set_language("de", secure=False)), secure=False) == "de"
    assert cookies.language("klondaily-language=fr", secure=False) is None
    assert cookies.language("", secure=False) is None


def test_the_first_cookie_of_a_name_counts():
    assert cookie_value("a=1; b=2;b=3; c", "b") == "2"
    assert cookie_value("bb=1;c", "b") is None
