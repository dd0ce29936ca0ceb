"""A game of a million moves: it ends at five thousand entries, says so in the player's language, and costs little."""

from tests.fuzz.target import Target, Victim

MOST = 5000


def test_a_game_without_an_end_is_stopped_clearly_and_cheaply(target: Target, victim: Victim):
    game, cookie = victim.deal("rules=standard-1&code=9&sure=1"), {"cookie": victim.cookie}
    before, version, slowest = target.memory, 0, 0.0
    while version < MOST:
        body = f"version={version}".encode() + (b"&entry=draw" * 24 + b"&entry=redeal") * 4
        if version == MOST - 100:
            # Undo replays the whole record.
            body = f"version={version}".encode() + b"&entry=draw" * 20 + b"&entry=undo" * 40 + b"&entry=redo" * 40
        reply = target.ask("POST", f"/game/{game}/table", cookie, body)
        assert reply.status == 200, reply
        slowest = max(slowest, reply.seconds)
        version += 100
    state = target.state()
    # The rest of the million: each costs no more than any other refusal, and is kept nowhere.
    for entry in ("draw", "undo", "redeal", "hint", "finish") * 20:
        refused = target.ask("POST", f"/game/{game}/table", cookie, f"version={MOST}&entry={entry}".encode())
        assert refused.status == 422, entry
        assert "Länger kann ein Spiel nicht dauern" in refused.text
        slowest = max(slowest, refused.seconds)
    page = target.ask("GET", f"/game/{game}", cookie)
    assert page.status == 200
    assert target.state() == state
    assert slowest < 30.0
    assert target.ask("POST", f"/game/{game}/give-up", cookie, b"").status == 303
    assert target.ask("GET", f"/game/{game}/replay?step={MOST}", cookie).status == 200
    assert target.memory - before < 40
