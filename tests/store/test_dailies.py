"""A day's deal is made once."""

from app.store import dailies
from app.store.dailies import Daily
from tests.databases import Running

DAY = "2026-11-29"


def test_a_day_without_a_deal_has_none(database: Running) -> None:
    assert database.read(dailies.get, DAY) is None


def test_the_first_deal_of_a_day_holds(database: Running) -> None:
    first = database.write(dailies.create, DAY, "deal one", "salt one", 5)
    assert first == Daily(DAY, "deal one", "salt one", 5, None)
    assert database.write(dailies.create, DAY, "deal two", "salt two", 6, "{}") == first
    assert database.read(dailies.get, DAY) == first


def test_of_many_who_make_a_day_at_once_exactly_one_wins(database: Running) -> None:
    calls = [(dailies.create, DAY, f"deal {number}", f"salt {number}", number) for number in range(16)]
    answers = database.write_all(*calls)
    assert {*answers} == {database.read(dailies.get, DAY)}


def test_proofs_are_kept_beside_their_deal(database: Running) -> None:
    for day, proof in (("2026-11-28", None), (DAY, '{"vegas-3":"…"}'), ("2026-11-30", None)):
        database.write(dailies.create, day, "deal", "salt", 0, proof)
    found = database.read(dailies.days, "2026-11-29", "2026-11-30")
    assert [(daily.day, daily.proof) for daily in found] == [(DAY, '{"vegas-3":"…"}'), ("2026-11-30", None)]
