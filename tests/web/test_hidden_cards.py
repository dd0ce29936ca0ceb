"""No byte of any answer tells a card that lies face down or in the stock (cases 2, 65 and R7.5)."""

import random
import re
import zlib

import httpx
import pytest

from app.game.cards import CARDS, RANKS, Card
from app.game.deal import Deal, deal_from_code
from app.game.position import Position
from app.game.rules import rule_set
from app.i18n import Language
from app.store import games
from app.web.cards import card_name
from tests.web.playing import House, Visitor

#: Every kind of table that a form can deal.
TABLES = ("standard-1", "standard-3", "vegas-1", "vegas-3", "standard-3-limited", "free-castle-1", "standard-1+untimed")
LANGUAGES: tuple[Language, ...] = ("en", "de")


def hidden(position: Position) -> list[Card]:
    """The cards that the player cannot see: in the stock and face down."""
    return [*position.stock, *(card for column in position.columns for card in column.down)]


def whole(answer: httpx.Response) -> str:
    """All that went over the wire as text, headers first; a compressed body as what it unpacks to."""
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.multi_items())
    return f"{headers}\n\n{answer.text}"


def check(answer: httpx.Response, cards: list[Card], language: Language, *secrets: str) -> None:
    """The answer names none of ``cards``, neither in notation nor in words, and holds none of ``secrets``."""
    text = without_names(whole(answer))
    tokens = set(re.findall(r"[0-9A-Za-z]+", text))
    for card in cards:
        assert card.text not in tokens, card
        assert f"10{card.text[1]}" not in tokens or card.rank != 10, card
        assert card_name(card, language) not in text, card
    for secret in secrets:
        assert secret not in text


def without_names(text: str) -> str:
    """Without what is made by chance and may look like a card: ids, signatures, request numbers, fingerprints."""
    text = re.sub(r"(/game/|data-game=\"|value=\")[\w-]{22}", r"\1", text)
    text = re.sub(r"klondaily-player=[\w.-]+", "", text)
    text = re.sub(r"x-request-id: \S+", "", text)
    return re.sub(r"/v-[0-9a-f]{12}/", "/", text)


def answers(player: Visitor, game: str, version: int) -> list[httpx.Response]:
    """What every route about the game and around it answers; none of it changes the game."""
    gets = (
        f"/game/{game}",
        f"/game/{game}/table",
        f"/game/{game}?select=",
        f"/game/{game}?select=T1x1",
        f"/game/{game}/leave?then=again",
        f"/game/{game}/give-up",
        "/",
        "/daily",
        "/leaderboard",
        "/name",
        f"/game/{game}/record",
        f"/game/{game}/nothing",
    )
    found = [player.get(path) for path in gets]
    for script in (True, False):
        for entry in ("T1-T1", "nonsense", "", "T7-T1x13"):
            found.append(player.send(game, version, entry, script=script))
        found.append(player.send(game, version + 7, "draw", script=script))
    found.append(player.post(f"/game/{game}/table", content="nothing"))
    found.append(player.post("/games", {"from": game, "then": "again"}))
    return [answer for answer in found if "location" not in answer.headers or answer.headers["location"] != "/daily"]


@pytest.mark.parametrize("key", TABLES)
def test_no_answer_names_a_hidden_card(house: House, player: Visitor, key: str):
    chance = random.Random(key)
    for number in range(2):
        language = LANGUAGES[number % 2]
        player.client.headers["accept-language"] = language
        game = player.deal(key)
        row = house.game(game)
        for stage in range(3):
            for _ in range(stage * 12):
                legal = house.legal(game)
                if not legal or house.game(game)["status"] != "playing":
                    break
                if chance.random() < 0.15 and house.game(game)["undo_depth"]:
                    legal = ["undo"]
                version = house.game(game)["version"]
                answer = player.send(game, version, chance.choice(legal))
                assert answer.status_code == 200
                check(answer, hidden(house.position(game)), language, row["deal"], row["player_id"])
            if stage == 2 and number:
                player.post(f"/game/{game}/give-up")  # an ended game keeps its secrets as well
            version = house.game(game)["version"]
            for answer in answers(player, game, version):
                if answer.is_redirect:  # nothing was under way: another game was dealt
                    continue
                check(answer, hidden(house.position(game)), language, row["deal"], row["player_id"])


def test_no_daily_answer_names_a_hidden_card(house, player):
    game = player.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    row = house.game(game)
    player.play(game, "draw", "draw")
    for answer in answers(player, game, 2):
        check(answer, hidden(house.position(game)), "en", row["deal"])


def test_the_open_table_hides_nothing_but_from_other_pages(house, player):
    game = player.deal("open-1")
    assert len(player.see(game).table.every("button", data_card=True)) == 28
    for path in ("/", f"/game/{game}/leave", f"/game/{game}/give-up"):
        check(player.get(path), list(house.position(game).stock), "en", house.game(game)["deal"])


def test_a_drawn_card_taken_back_is_hidden_again_and_cannot_be_named(house, player):
    # Case 2.
    game = player.deal("standard-3")
    drawn = house.position(game).stock[:3]
    player.play(game, "draw", "undo")
    for answer in answers(player, game, 2):
        if not answer.is_redirect:
            check(answer, list(drawn), "en")
    for entry in ("W-F", "W-T1", "W-T7"):
        answer = player.send(game, 2, entry)
        assert answer.status_code == 422
        check(answer, list(drawn), "en")


def test_a_card_turned_up_and_taken_back_is_hidden_again(house, player):
    game = player.deal("standard-3", "32")
    turned = house.position(game).columns[4].down[-1]
    assert turned.text in player.play(game, "T5-F").table.one(id="T5").every(data_card=True)[0]["data-card"]
    player.play(game, "undo")
    check(player.get(f"/game/{game}/table"), [turned], "en")


def twins(chance: random.Random) -> tuple[Deal, Deal]:
    """Two deals that look alike and hide other cards."""
    one = deal_from_code(str(chance.getrandbits(64)))
    places = [place for place in range(52) if place not in (0, 7, 13, 18, 22, 25, 27)]
    cards = list(one.cards)
    mixed = [cards[place] for place in places]
    chance.shuffle(mixed)
    for place, card in zip(places, mixed, strict=True):
        cards[place] = card
    return one, Deal(tuple(cards))


@pytest.mark.parametrize("key", ["standard-1", "vegas-3"])
def test_deals_that_look_alike_give_the_same_bytes(house, player, key):
    # Length, order, ids and headers depend on what is seen alone. The ids are as long as each other.
    chance = random.Random(65)
    player.deal()
    owner = house.rows("SELECT player_id FROM games")[0]["player_id"]
    for number in range(12):
        seen: list[list[bytes]] = []
        for letter, deal in zip("ab", twins(chance), strict=True):
            game = f"{letter}{number:021}"
            house.write(games.create, games.NewGame(game, owner, rule_set(key), deal, code="1"), 1)
            made = []
            for packing in ("gzip", "identity"):
                player.client.headers["accept-encoding"] = packing
                for path in ("", "/table", "?select=", "/leave"):
                    made.append(player.get(f"/game/{game}{path}"))
                for entry in ("redeal", "T7-T1x2", "nonsense", "undo"):
                    made.append(player.send(game, 0, entry))
            seen.append([impersonal(answer, game) for answer in made])
        assert seen[0] == seen[1]


def impersonal(answer: httpx.Response, game: str) -> bytes:
    headers = sorted(
        (name, value) for name, value in answer.headers.items() if name not in ("x-request-id", "content-length")
    )
    packed = answer.headers.get("content-encoding") == "gzip"
    # Two ids of one length may pack a byte apart; what is packed must be the same.
    length = b"" if packed else answer.headers["content-length"].encode()
    return repr(headers).encode() + length + answer.content.replace(game.encode(), b"GAME")


def test_a_back_is_the_same_piece_of_markup_everywhere(house, player):
    game = player.deal()
    backs = player.see(game).table.every("span", class_="back")
    assert len(backs) == 21
    assert len({tuple(sorted(back.attrs.items())) for back in backs}) == 1


def test_answers_carry_no_tag_that_could_tell_two_positions_apart(house, player):
    game = player.deal()
    for path in (f"/game/{game}", f"/game/{game}/table"):
        headers = player.get(path).headers
        assert "etag" not in headers
        assert "last-modified" not in headers
        assert headers["cache-control"] == "no-store"


def test_the_check_itself_finds_a_card_in_either_form():
    card = CARDS[RANKS.index("Q") * 4 + 2]
    for text in ('<i id="QH">', "Queen of hearts, column 3", "/img/QH.svg", "x-card: QH"):
        with pytest.raises(AssertionError):
            check(httpx.Response(200, text=text), [card], "en")
    packed = zlib.compress(b'<i id="QH">', wbits=31)
    with pytest.raises(AssertionError):
        check(httpx.Response(200, content=packed, headers={"content-encoding": "gzip"}), [card], "en")
    check(httpx.Response(200, text='<i id="JH">'), [card], "en")


def test_the_rules_page_with_its_pictures_is_the_same_whatever_is_played(house: House, player: Visitor):
    game = player.deal()
    player.play(game, "draw")
    before = without_names(player.get("/rules").text)
    player.play(game, "draw")
    assert without_names(player.get("/rules").text) == before == without_names(house.visitor().get("/rules").text)
