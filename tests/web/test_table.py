"""What the table's markup promises: piles, cards, places, labels, the stock's control, choosing without scripts."""

import random
import re

import pytest

from app.game.cards import CARDS, RANKS, SUITS
from app.game.law import legal_moves
from app.game.moves import parse_move
from app.game.position import Position
from app.game.rules import rule_set
from tests.web.page import Element
from tests.web.playing import WON_CODE, WON_LINE, House, Sight, Visitor, sight, source_of

PILES = ("S", "W", "FC", "FD", "FH", "FS", "T1", "T2", "T3", "T4", "T5", "T6", "T7")
TABLES = ("standard-1", "standard-3", "vegas-1", "vegas-3", "open-1", "standard-1+wholeruns", "free-castle-2")
RANK_WORDS = dict(zip(RANKS, ("Ace", *map(str, range(2, 11)), "Jack", "Queen", "King"), strict=True))
SUIT_WORDS = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))


def name_of(card: str) -> str:
    return f"{RANK_WORDS[card[0]]} of {SUIT_WORDS[card[1]]}"


def wander(house: House, player: Visitor, game: str, chance: random.Random, most: int) -> None:
    """Play up to ``most`` legal moves by chance, moving cards rather than drawing."""
    entries: list[str] = []
    for _ in range(most):
        legal = house.legal(game)
        if not legal or house.game(game)["status"] != "playing":
            return
        cards = [text for text in legal if text not in ("draw", "redeal")]
        entries = [chance.choice(cards if cards and chance.random() < 0.8 else legal)]
        player.play(game, *entries)


def expected_places(position: Position, key: str) -> dict[str, set[str]]:
    """For each card that can move, the piles where the law lets it go."""
    found: dict[str, set[str]] = {}
    for move in legal_moves(position, rule_set(key)):
        if move.kind in ("draw", "redeal"):
            continue
        pile, size = source_of(move, position)
        if pile == "W":
            card = position.waste[-1]
        elif pile[0] == "F":
            card = CARDS[4 * (position.foundations[move.source] - 1) + move.source]
        else:
            card = position.columns[move.source].up[-size]
        target = f"F{SUITS[card.suit]}" if move.kind in ("W-F", "T-F") else f"T{move.target + 1}"
        found.setdefault(card.text, set()).add(target)
    return found


def check_contract(seen: Sight, position: Position, key: str) -> None:
    assert sorted(pile["data-pile"] for pile in seen.table.every(data_pile=True)) == sorted(PILES)
    for pile in seen.table.every(data_pile=True):
        assert (pile["role"], bool(pile["aria-label"]), pile["id"]) == ("group", True, pile["data-pile"])
    for number, column in enumerate(position.columns, 1):
        check_column(seen.pile(f"T{number}"), number, [card.text for card in column.up], len(column.down))
    shown = 2 if rule_set(key).draw == 1 else 3
    assert seen.cards("W") == [card.text for card in position.waste[-shown:]]
    for suit, height in enumerate(position.foundations):
        tops = [CARDS[4 * rank + suit].text for rank in range(max(height - 2, 0), height)]
        assert seen.cards(f"F{SUITS[suit]}") == tops
    places = {card["data-card"]: set(card["data-to"].split()) for card in seen.table.every(data_to=True)}
    assert places == expected_places(position, key)
    for card in seen.table.every(data_card=True):
        assert card["id"] == card["data-card"] == card["data-rank"] + card["data-suit"]
        assert ("red" if card["data-suit"] in "DH" else "black") in card.classes


def check_column(pile: Element, number: int, up: list[str], down: int) -> None:
    cards = pile.every(class_="card")
    total = down + len(up)
    assert len(cards) == total
    for card in cards[:down]:
        assert card.attrs == {"class": "card back", "role": "img", "aria-label": "face down"}
    for place, (card, name) in enumerate(zip(cards[down:], up, strict=True), down + 1):
        assert card["data-card"] == name
        assert card["aria-label"] == f"{name_of(name)}, column {number}, card {place} of {total}"


@pytest.mark.parametrize("key", TABLES)
def test_piles_cards_places_and_labels_are_those_of_the_law(house: House, player: Visitor, key: str):
    chance = random.Random(key)
    for code in ("3", "11"):
        game = player.deal(key, code)
        for _ in range(6):
            check_contract(player.see(game), house.position(game), key)
            wander(house, player, game, chance, 9)
        check_contract(player.see(game), house.position(game), key)


def test_places_on_the_way_to_a_win_are_those_of_the_law(house, player):
    game = player.deal("vegas-3", WON_CODE)
    for number in range(0, len(WON_LINE) - 1, 6):
        player.play(game, *WON_LINE[number : min(number + 6, len(WON_LINE) - 1)])
        check_contract(player.see(game), house.position(game), "vegas-3")


def test_a_tap_makes_the_best_place_of_the_card(house, player):
    # R9.1, and what a tap enters is always legal and goes to the first of the card's places.
    chance = random.Random(5)
    for code in ("3", "8"):
        game = player.deal("standard-1", code)
        for _ in range(8):
            wander(house, player, game, chance, 7)
            legal = house.legal(game)
            seen = player.see(game)
            for card in seen.table.every("button", data_card=True):
                entry, places = card["value"], card.get("data-to").split()
                if entry:
                    assert entry in legal
                    move = parse_move(entry)
                    assert places[0] == (f"F{card['data-suit']}" if move.target < 0 else f"T{move.target + 1}")
                else:
                    assert (
                        not places
                        or card["data-rank"] == "K"
                        or seen.cards(f"F{card['data-suit']}")[-1:] == [card["data-card"]]
                    )


def test_figures_stand_in_the_root_and_beside_the_table(house, player):
    game = player.deal("vegas-3", WON_CODE)
    seen = player.play(game, *WON_LINE[:20])
    row = house.game(game)
    root = seen.table.attrs
    assert (root["data-version"], root["data-status"], root["data-score"]) == ("20", "playing", str(row["score"]))
    listed = seen.table.one(class_="figures").one("dl").every("div")
    figures = {figure.classes[0]: figure.one("dd").text for figure in listed}
    assert figures["pass"] == "2/3"
    assert figures["moves"] == "20"
    assert figures["score"] == str(row["score"]).replace("-", "−") or figures["score"] == str(row["score"])


def test_the_stock_says_how_many_cards_it_gives(player):
    game = player.deal("standard-3")
    stock = player.see(game).pile("S").one("button")
    assert stock["aria-label"] == "Draw 3 cards, 24 cards left"
    player.play(game, *["draw"] * 7)
    assert player.see(game).pile("S").one("button")["aria-label"] == "Draw 3 cards, 3 cards left"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("standard-3", "The waste can be turned over only when the stock is empty."),
        ("vegas-3", "The waste can be turned over only when the stock is empty."),
        ("vegas-1", "No pass is left: the waste stays as it is."),
        ("standard-1-limited", "No pass is left: the waste stays as it is."),
    ],
)
def test_the_stock_holds_why_it_is_not_turned_over_yet(player, rules: str, told: str):
    assert player.see(player.deal(rules)).pile("S").one("button")["data-none"] == told


def test_a_spent_stock_says_that_no_pass_is_left(house, player):
    # Case 6: Vegas draw 1 after its only pass.
    game = player.deal("vegas-1")
    seen = player.play(game, *["draw"] * 24)
    control = seen.pile("S").one("button")
    assert (control["aria-label"], control["aria-disabled"], control["type"]) == ("No pass is left", "true", "button")
    assert control["title"] == "No pass is left", "for the eye as well"
    assert control.one("use")["href"].endswith("#spent")
    assert not control.has("value")
    for entry, words in (("draw", "The stock is empty."), ("redeal", "No pass is left: the waste stays as it is.")):
        answer = player.send(game, 24, entry)
        assert answer.status_code == 422
        assert words in answer.text
    german = house.visitor("de", cookie=f"klondaily-player={player.client.cookies['klondaily-player']}")
    assert german.see(game).pile("S").one("button")["aria-label"] == "Kein Durchgang mehr frei"


def test_two_redeals_of_three_passes_and_the_label_counts_them(player):
    # Case 7.
    game = player.deal("vegas-3")
    for number in (1, 2, 3):
        seen = player.play(game, *["draw"] * 8)
        assert seen.table.one(class_="pass").one("dd").text == f"{number}/3"
        control = seen.pile("S").one("button")
        if number < 3:
            assert (control["value"], control["aria-label"]) == ("redeal", "Redeal: turn the waste over")
            player.play(game, "redeal")
    assert control["aria-label"] == "No pass is left"
    assert player.send(game, 26, "redeal").status_code == 422
    undone = player.play(game, *["undo"] * 9)  # case 13: the pass goes back as well
    assert undone.table.one(class_="pass").one("dd").text == "2/3"


def test_an_empty_stock_without_waste_says_so(house, player):
    game = player.deal("standard-3", WON_CODE)
    for cut in range(60, len(WON_LINE)):
        seen = player.play(game, *WON_LINE[house.game(game)["version"] : cut])
        position = house.position(game)
        if not position.stock and not position.waste:
            break
    control = seen.pile("S").one("button")
    said = "The stock is used up, and all its cards are played"
    assert (control["aria-label"], control["title"], control["aria-disabled"]) == (said, said, "true")
    assert control.one("use")["href"].endswith("#check"), "another sign than where a pass is missed"
    player.post("/language", {"language": "de", "next": "/"})
    german = player.see(game).pile("S").one("button")["title"]
    assert german == "Der Talon ist aufgebraucht, und alle seine Karten sind gespielt"


def test_the_waste_fans_what_was_drawn_and_shows_what_lies_beneath(house, player):
    # Cases 4, 5 and 9.
    game = player.deal("standard-3", WON_CODE)
    a, b, c = (card.text for card in house.position(game).stock[:3])
    assert player.play(game, "draw").cards("W") == [a, b, c]
    player.play(game, "undo", *WON_LINE[:5])
    assert len(house.position(game).waste) == 9
    top, beneath = player.see(game).cards("W")[::-1][:2]
    seen = player.play(game, "W-F")
    assert seen.cards("W")[-1] == beneath
    assert seen.cards(f"F{top[1]}")[-1] == top
    single = player.deal("standard-1", "5")
    first, second = (card.text for card in house.position(single).stock[:2])
    assert player.play(single, "draw").cards("W") == [first]
    seen = player.play(single, "draw")
    assert seen.cards("W") == [first, second]
    assert seen.card(first).tag == "span"  # seen, not played
    assert not seen.card(first).has("data-to")


def test_two_cards_left_are_two_cards_drawn(house, player):
    # Case 5: a card played from the waste leaves 23, so the last draw of the next pass has two.
    game = player.deal("standard-3", WON_CODE)
    player.play(game, *WON_LINE[:6], *["draw"] * 5, "redeal", *["draw"] * 7)
    left = house.position(game).stock
    assert len(left) == 2
    stock_button = player.see(game).pile("S").one("button")
    assert stock_button["aria-label"] == "Draw 2 cards, 2 cards left"
    seen = player.play(game, "draw")
    assert seen.cards("W")[-2:] == [card.text for card in left]


def test_each_event_is_told_in_the_players_language(house, player):
    game = player.deal("standard-3", WON_CODE)
    up = house.position(game).columns[4]
    assert player.play(game, "T5-F").table["data-say"] == (
        f"{name_of(up.up[0].text)} put up. {name_of(up.down[-1].text)} turned up in column 5."
    )
    drawn = house.position(game).stock[2]
    assert player.play(game, "draw").table["data-say"] == f"{name_of(drawn.text)} drawn."
    german = house.visitor("de", cookie=f"klondaily-player={player.client.cookies['klondaily-player']}")
    assert german.play(game, "undo").table["data-say"] == "Zug zurückgenommen."
    assert german.play(game, "draw").table["data-say"].endswith("aufgedeckt.")
    german.play(game, *["draw"] * 7)
    assert german.play(game, "redeal").table["data-say"]


def pressed(player: Visitor, seen: Sight, button: Element) -> Sight:
    """Press a button of the table's form as a browser without scripts does, and follow where it leads."""
    form = next(element for element in button.ancestors() if element.tag == "form")
    fields = {field["name"]: field["value"] for field in form.every("input")}
    fields[button["name"]] = button["value"]
    method, action = button.get("formmethod", form["method"]), button.get("formaction", form["action"])
    if method == "get":
        answer = player.get(action, params=fields)
    else:
        answer = player.post(action, fields)
        assert answer.status_code == 303, sight(answer).trouble
        answer = player.get(answer.headers["location"])
    return sight(answer)


@pytest.mark.parametrize("kind", ["W-F", "W-T", "T-F", "T-T", "run", "king", "F-T"])
def test_every_kind_of_source_is_chosen_and_put_down_without_scripts(house, player, kind):
    # Case 47: two presses, each a form's button, make any legal move of the line.
    game, number = find_move(house, player, kind)
    move = parse_move(WON_LINE[number])
    pile, size = source_of(move, house.position(game))
    start = player.see(game, "?select=")
    up = start.pile(pile).every("button", name="select")
    chosen = pressed(player, start, up[-size])
    selected = chosen.table.one(class_="selected")
    assert selected["value"] == f"{pile}x{size}"
    targets = {target["value"]: target for target in chosen.table.every(class_="target")}
    legal = [parse_move(text) for text in house.legal(game)]
    position = house.position(game)
    assert set(targets) == {
        other.text
        for other in legal
        if other.kind not in ("draw", "redeal") and source_of(other, position) == (pile, size)
    }
    after = pressed(player, chosen, targets[WON_LINE[number]])
    assert after.version == number + 1
    assert house.entries(game)[-1] == WON_LINE[number]


def find_move(house: House, player: Visitor, kind: str) -> tuple[str, int]:
    """Play the line up to its first move of a kind."""
    game = player.deal("standard-3", WON_CODE)
    for number, text in enumerate(WON_LINE):
        move = parse_move(text)
        position = house.position(game)
        if kind == "run":
            found = move.kind == "T-T" and move.size > 1
        elif kind == "king":
            found = move.kind in ("T-T", "W-T") and not position.columns[move.target].up
        else:
            found = move.kind == kind
        if found:
            return game, number
        player.play(game, text)
    raise AssertionError(f"the line has no {kind}")


@pytest.mark.parametrize("text", ["T9x1", "T1x0", "T1x99", "T7x7", "Wx1", "FHx1", "x", "T1", "T1x٢", "<b>x1", "Wx2"])
def test_nothing_is_chosen_where_nothing_can_be_picked_up(player, text):
    game = player.deal()
    answer = player.get(f"/game/{game}", params={"select": text})
    assert answer.status_code == 200
    assert 'selected"' not in answer.text
    assert "target" not in answer.text.partition('id="table"')[2].partition("</section>")[0]


def test_a_running_game_on_the_start_page_leads_back_to_it(player):
    game = player.deal()
    player.play(game, "draw")
    assert f'href="/game/{game}"' in player.get("/").text


@pytest.mark.parametrize(
    ("rules", "page"),
    [("standard-1", "standard"), ("vegas-3", "vegas"), ("open-1", "open"), ("free-castle-2", "free-castle")],
)
def test_the_menu_leads_to_the_tables_own_rules(player: Visitor, rules: str, page: str):
    game = player.deal(rules)
    assert f'href="/rules/{page}"' in player.get(f"/game/{game}").text
    assert player.get(f"/rules/{page}").status_code == 200


def test_menu_and_bar_are_made_once_for_all_tables_that_look_alike(house: House, player: Visitor):
    """A server has a thousand games under way, and makes none of their menus with every move."""
    made = house.app.state.site.pieces.cache_info
    counts = []
    for code in ("5", "6", "7"):
        visitor = house.visitor()
        game = visitor.post("/games", {"rules": "standard-1", "code": code}).headers["location"].rpartition("/")[2]
        visitor.play(game, "draw")
        text = visitor.get(f"/game/{game}").text
        assert "\0" not in text
        assert f'action="/game/{game}/pause"' in text
        assert f'<a class="deal-code" href="/deal/{code}">{code}</a>' in text
        assert set(re.findall(r"/game/([\w-]{22})", text)) == {game}
        counts.append(made().misses)
    assert counts[0] == counts[1] == counts[2]


def test_choosing_without_scripts_says_what_to_press_next(player):
    game = player.deal("standard-3", WON_CODE)
    assert 'class="told"' not in player.get(f"/game/{game}").text
    assert "Now press the card you want to move." in player.get(f"/game/{game}?select=").text
    player.play(game, *WON_LINE[:1])
    told = player.get(f"/game/{game}?select=T1x1").text
    assert "Now press where it goes." in told or "There is no place for that card now.</p>" in told
