"""An answer leaves as soon as it is there: nothing on the way waits for the browser to confirm its first part."""

import statistics

import pytest

from tests.bench.light_client import Player, drive
from tests.faults.serving import Server

#: What a kernel waits at least before it confirms a segment by itself, in seconds.
DELAYED_RECEIPT = 0.04


@pytest.mark.parametrize("workers", ["", "2"])
def test_a_move_on_a_kept_connection_waits_for_no_receipt(make_server, request: pytest.FixtureRequest, workers: str):
    server: Server = make_server(request.getfixturevalue("postgres_url") if workers else "", WORKERS=workers)
    server.start()

    async def looks() -> list[float]:
        player = await Player.open(server.port)
        await player.deal("standard-1", "1")
        return [(await player.ask("GET", f"/game/{player.game}/table")).seconds for _ in range(40)]

    # The quickest half, as the machine may do much else.
    assert statistics.median_low(sorted(drive(looks()))[:20]) < DELAYED_RECEIPT * 0.75
