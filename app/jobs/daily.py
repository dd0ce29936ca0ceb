"""The deal of a day (R7.1): drawn from the installation's secret, so that no date tells it beforehand (R7.5)."""

import hmac
from datetime import date
from typing import NamedTuple

from app.game.deal import Deal, deal_from_seed
from app.store import dailies
from app.store.dailies import Daily
from app.store.database import Database


class DailyDeal(NamedTuple):
    """A day's deal and the candidate's number that gave it, so that it can be made again from the secret."""

    deal: Deal
    salt: str


def candidate(key: bytes, day: date, number: int) -> Deal:
    """Return one of the deals that a day could have; ``key`` is ``Settings.key("daily")``."""
    return deal_from_seed(hmac.digest(key, f"{day.isoformat()} {number}".encode(), "sha256"))


def make_daily(key: bytes, day: date) -> DailyDeal:
    """Choose the day's deal: the first candidate. (A proof that it can be won is asked for here.)"""
    number = 0
    return DailyDeal(candidate(key, day, number), str(number))


async def daily_of(database: Database, key: bytes, day: date, now_ms: int) -> Daily:
    """Return the day's deal as it is kept; the first who asks makes it.

    The caller sees to it that the day has begun: what is returned must not be shown before.
    """
    kept = await database.read(dailies.get, day.isoformat())
    if kept is not None:
        return kept
    made = make_daily(key, day)
    return await database.write(dailies.create, day.isoformat(), made.deal.text, made.salt, now_ms)
