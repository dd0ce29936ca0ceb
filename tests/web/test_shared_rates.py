"""The limit on requests holds over several servers, on a real PostgreSQL."""

import asyncio
import time
from pathlib import Path

import pytest

from app.store.signals import MOST_BYTES, Signals
from app.web import shared_rates
from app.web.shared_rates import SharedRates
from tests.databases import Postgres


class Servers:
    """Two processes' limits, in one."""

    def __init__(self, url: str, rate: int, burst: int) -> None:
        self.signals = [Signals(url) for _ in range(2)]
        self.rates = [SharedRates(rate, burst, each) for each in self.signals]
        for each in (*self.signals, *self.rates):
            each.start()

    async def close(self) -> None:
        for each in (*self.rates, *self.signals):
            await each.close()


def test_a_client_of_two_servers_gets_the_rate_of_one(postgres: Postgres, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shared_rates, "GATHER", 0.05)
    seconds, rate, burst = 3.0, 40, 20
    url = postgres.address(postgres.create())

    async def run() -> int:
        servers = Servers(url, rate, burst)
        while not all(each.is_listening for each in servers.signals):
            await asyncio.sleep(0.01)
        taken, began = 0, time.monotonic()
        while (now := time.monotonic()) < began + seconds:
            # Ten times as fast as allowed, each server in turn.
            taken += sum(each.wait("192.0.2.1", now) == 0 for each in servers.rates)
            await asyncio.sleep(0.005)
        assert servers.rates[0].wait("192.0.2.2", time.monotonic()) == 0
        await servers.close()
        return taken

    taken = asyncio.run(run())
    # Two bursts at the beginning, before the servers could tell each other; two rates apart would be 240 and more.
    assert burst < taken <= 2 * burst + rate * seconds * 1.25


def test_who_spends_little_is_not_spoken_of_and_a_flood_of_clients_fits_into_words(tmp_path: Path):
    signals = Signals("postgresql://nobody@127.0.0.1:1/none")
    rates = SharedRates(50, 200, signals)
    for number in range(3000):
        for _ in range(25):
            rates.wait(f"client-{number}", 0)
    rates.wait("quiet", 0)
    words = list(rates.words())
    assert all(len(word) <= MOST_BYTES for word in words)
    told = [part for word in words for part in word.split(" ")[1:]]
    assert told == [f"client-{number}=25" for number in range(3000)]
    assert list(rates.words()) == []
    alone = SharedRates(50, 200, Signals(f"sqlite:///{tmp_path / 'klondaily.db'}"))
    for _ in range(100):
        alone.wait("client", 0)
    assert list(alone.words()) == []


def test_what_was_spent_elsewhere_is_paid_within_two_buckets():
    rates = SharedRates(10, 20, Signals("postgresql://nobody@127.0.0.1:1/none"))
    rates.spend("client", 10**9, 0)
    assert rates.wait("client", 0) == 3
    assert rates.wait("client", 2.5) == 0
