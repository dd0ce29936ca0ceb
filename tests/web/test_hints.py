"""Hints at the table (R9.2): right, marked, recorded, paid for; nothing of the solver where it would tell too much."""

import random

from app.game.day import day_of
from app.game.deal import Deal, deal_from_code
from app.game.rules import rule_set
from app.store import dailies, games
from app.web.site import now_ms
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor, sight


def hint(house: House, player: Visitor, game_id: str, *, script: bool = True):
    return player.send(game_id, house.game(game_id)["version"], "hint", script=script)


def daily_game(house: House, player: Visitor, board: str) -> str:
    day = day_of(now_ms(), house.settings.time_zone).isoformat()
    house.write(dailies.create, day, deal_from_code(WON_CODE).text, "0", now_ms())
    answer = player.post(f"/daily/{board}")
    return answer.headers["location"].rpartition("/")[2]


def test_a_hint_marks_a_card_and_its_place_and_is_recorded(house, player):
    game_id = player.deal("standard-3", WON_CODE)
    seen = sight(hint(house, player, game_id))
    assert seen.status == 200
    assert seen.trouble.startswith("Hint: ")
    marked = [element["data-card"] for element in seen.table.every(class_="hint") if "data-card" in element.attrs]
    piles = [element["data-pile"] for element in seen.table.every(class_="hint") if "data-pile" in element.attrs]
    assert len(marked) == 1
    assert len(piles) == 1
    assert piles[0] in seen.card(marked[0])["data-to"].split()
    assert house.entries(game_id) == ["hint"]
    assert house.game(game_id)["helped"] == 2


def test_following_hints_plays_legal_moves_only_and_never_turns_in_circles_case_39(house, player):
    generator = random.Random(7)
    for rules in ("standard-1", "standard-3", "vegas-1"):
        game_id = player.deal(rules, str(generator.randrange(10**6)))
        positions = set()
        for _ in range(60):
            seen = sight(hint(house, player, game_id))
            marks = list(seen.table.every(class_="hint"))
            if not marks:
                break
            position = house.game(game_id)["position"]
            assert position not in positions, "a hint led back to where we were"
            positions.add(position)
            names = [element.attrs.get("data-card") or element["data-pile"] for element in marks]
            player.play(game_id, move_of(seen, names))


def move_of(seen, names):
    if names == ["S"]:
        return seen.pile("S").one("button")["value"]
    card = next(name for name in names if len(name) == 2 and name[0] in "A23456789TJQK" and name[1] in "CDHS")
    pile = next(name for name in names if name != card)
    source = next(p["data-pile"] for p in seen.table.every(data_pile=True) if card in seen.cards(p["data-pile"]))
    if source == "W":
        return "W-F" if pile[0] == "F" else f"W-{pile}"
    if source[0] == "F":
        return f"{source}-{pile}"
    if pile[0] == "F":
        return f"{source}-F"
    size = len(seen.cards(source)) - seen.cards(source).index(card)
    return f"{source}-{pile}" + (f"x{size}" if size > 1 else "")


def test_a_dead_table_gives_no_hint_costs_nothing_and_never_cycles_case_37(house, player):
    """A game of one pass played until nothing gains any more."""
    game_id = dead_game(house, player)
    before = house.game(game_id)
    for _ in range(60):
        seen = sight(hint(house, player, game_id))
        assert seen.status == 200
        assert "no hint" in seen.trouble
        assert not seen.table.every(class_="hint")
    after = house.game(game_id)
    assert (after["version"], after["score"]) == (before["version"], before["score"])


def dead_game(house: House, player: Visitor) -> str:
    """Play games of one pass at random until one is stuck."""
    generator = random.Random(3)
    for code in range(100, 140):
        game_id = player.deal("vegas-1", str(code))
        for _ in range(120):
            legal = [text for text in house.legal(game_id) if not text.startswith("F")]
            gains = [text for text in legal if text.startswith("W") or text.endswith("-F")]
            if not legal:
                break
            seen = player.play(game_id, generator.choice(gains or legal))
            if seen.table.attrs.get("data-outcome") == "stuck":
                return game_id
            if seen.table["data-status"] != "playing":
                break
    raise AssertionError("no game got stuck")


def test_a_hint_costs_ten_in_the_daily_standard_and_there_is_none_in_the_daily_vegas(house, player):
    game_id = daily_game(house, player, "standard-3")
    player.play(game_id, *WON_LINE[:9])
    score = house.game(game_id)["score"]
    assert score > 10
    assert sight(hint(house, player, game_id)).status == 200
    assert house.game(game_id)["score"] == score - 10
    other = daily_game(house, player, "vegas-3")
    refused = sight(hint(house, player, other))
    assert refused.status == 422
    assert refused.trouble == "There are no hints at this table."


def test_without_scripts_the_page_itself_shows_the_hint(house, player):
    game_id = player.deal("standard-3", WON_CODE)
    answer = hint(house, player, game_id, script=False)
    assert answer.status_code == 200
    assert "Hint: " in answer.text
    assert 'class="card hint' in answer.text or "pile hint" in answer.text


def test_a_hint_on_an_old_version_is_stale(house, player):
    game_id = player.deal("standard-3", WON_CODE)
    player.play(game_id, "draw")
    assert player.send(game_id, 0, "hint").status_code == 409
    assert house.entries(game_id) == ["draw"]


def test_the_hint_is_the_same_for_deals_that_look_alike(house, player):
    """Hidden cards shuffled among themselves: the same hint (R9.2)."""
    deal = list(deal_from_code(WON_CODE).cards)
    shown = {0, 7, 13, 18, 22, 25, 27}
    hidden = [place for place in range(52) if place not in shown]
    texts = set()
    for seed in range(5):
        generator = random.Random(seed)
        cards = [deal[place] for place in hidden]
        generator.shuffle(cards)
        mixed = list(deal)
        for place, card in zip(hidden, cards, strict=True):
            mixed[place] = card
        owner = house.visitor()
        owner.deal("standard-3")
        (row,) = house.rows("SELECT player_id FROM games ORDER BY created_at DESC LIMIT 1")
        new = games.NewGame(f"look-alike-{seed}", row["player_id"], rule_set("standard-3"), Deal(tuple(mixed)))
        house.write(games.create, new, now_ms())
        texts.add(sight(hint(house, owner, new.id)).trouble)
    assert len(texts) == 1


def test_the_solver_says_the_next_move_of_a_win_and_takes_note(house, player):
    game_id = player.deal("standard-3", WON_CODE)
    answer = player.post(f"/game/{game_id}/advice")
    assert answer.status_code == 303
    assert house.entries(game_id) == ["hint"]
    page = player.get(answer.headers["location"])
    assert "From the solver: " in page.text
    verdict = player.get(f"/game/{game_id}/verdict")
    assert 'data-verdict="winnable"' in verdict.text


def test_the_solver_says_how_far_to_go_back(house, player):
    """A deal won only one way: played past it, the solver counts the moves after the last winnable position."""
    from app.game.law import play
    from app.game.moves import parse_move
    from app.game.position import deal_position
    from app.solver.solving import solve

    rules = rule_set("vegas-3")
    game_id = player.deal("vegas-3", WON_CODE)
    line = ["draw"] * 8 + ["redeal"] + ["draw"] * 8 + ["redeal"] + ["draw"] * 8
    positions = [deal_position(deal_from_code(WON_CODE), rules)]
    for text in line:
        positions.append(play(positions[-1], rules, parse_move(text)).position)
    player.play(game_id, *line)
    winnable = [solve(position, rules).verdict == "winnable" for position in positions]
    assert winnable[0]
    assert not winnable[-1]
    back = len(positions) - 1 - max(index for index, can in enumerate(winnable) if can)
    page = player.get(player.post(f"/game/{game_id}/advice").headers["location"])
    assert f"Take back {back} move" in page.text


def test_the_solver_keeps_silent_in_daily_games_and_in_their_practice(house, player):
    ranked = daily_game(house, player, "standard-3")
    player.play(ranked, "draw", "resign")
    practice = player.post("/daily/standard-3").headers["location"].rpartition("/")[2]
    assert house.game(practice)["practice"]
    for game_id in (ranked, practice):
        assert player.post(f"/game/{game_id}/advice").status_code == 422
        assert player.get(f"/game/{game_id}/verdict").status_code == 204
        assert "From the solver" not in player.get(f"/game/{game_id}?advice").text
        assert "solver" not in player.see(game_id).table.text
