"""Commitments to the deals of days to come."""

import hashlib

from app.game.commitment import commitment
from app.game.deal import deal_from_code
from app.store import dailies
from tests.databases import Running


def test_it_is_the_hash_of_deal_and_nonce() -> None:
    deal = deal_from_code("1").text
    assert commitment(deal, "ab") == hashlib.sha256(f"{deal} ab".encode()).hexdigest()


def test_a_nonce_is_set_once(database: Running) -> None:
    first = database.write(dailies.create, "2026-11-29", "deal", "0", 5)
    assert (first.nonce, first.commitment) == (None, None)
    database.write(dailies.set_nonce, "2026-11-29", "one")
    database.write(dailies.set_nonce, "2026-11-29", "two")
    database.write(dailies.create, "2026-11-30", "other", "0", 5, None, "three")
    assert database.read(dailies.commitments, "2026-11-28", "2026-12-01") == {
        "2026-11-29": commitment("deal", "one"),
        "2026-11-30": commitment("other", "three"),
    }
