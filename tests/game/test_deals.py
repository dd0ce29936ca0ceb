"""Deal codes, golden deals and the shuffle (R1.3; cases 58 and 59)."""

from itertools import islice, pairwise
from pathlib import Path

import pytest

from app.game import deal
from app.game.cards import CARDS
from app.game.deal import Deal, deal_from_code, deal_from_seed, new_code, parse_code
from app.game.errors import InvalidDealError

GOLDEN = dict(line.split() for line in Path(__file__).with_name("golden_deals.txt").read_text().splitlines())


@pytest.mark.parametrize("code", GOLDEN)
def test_case_58_a_code_names_the_same_deal_for_ever(code):
    assert deal_from_code(code).text == GOLDEN[code]


def test_case_58_twenty_codes_are_pinned():
    assert len(GOLDEN) == len(set(GOLDEN.values())) == 20
    assert {"0", "2147483647", "9007199254740993", "18446744073709551615"} <= set(GOLDEN)


def test_a_seed_names_the_same_deal_for_ever():
    assert deal_from_seed(b"").text == (
        "7C6S6CQS5S9C9S5C2SAD8H4C3HTSTHTD2DACQD8CQC5HAHKD4D9DKH3D6DJDKS3C2HKC4S8DJC7STC4H9H5D7HJS7D6H3SQH2CJH8SAS"
    )


def test_case_58_a_thousand_new_deals_are_all_different():
    codes = [new_code() for _ in range(1000)]
    assert len(set(codes)) == 1000
    assert len({deal_from_code(code).text for code in codes}) == 1000
    assert max(int(code) for code in codes) >= 1 << 62, "64 bits are used"
    assert all(parse_code(code) == code for code in codes)


@pytest.mark.parametrize("code", ["2147483647", "9007199254740993", "18446744073709551615"])
def test_case_59_a_large_code_keeps_every_digit(code):
    assert parse_code(code) == code
    assert deal_from_code(code) != deal_from_code(str(int(code) - 1))


def test_a_code_has_one_written_form():
    assert parse_code(" 007\n") == "7"
    assert parse_code("0") == "0"
    assert deal_from_code("007") == deal_from_code("7")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-1",
        "+1",
        "1.0",
        "1e3",
        "0x10",
        "1_000",
        "1 0",
        "٣",
        "²",
        "18446744073709551616",
        "9" * 20,
        "0" * 21,
        "9" * 5000,
    ],
)
def test_no_other_text_is_a_code(text):
    with pytest.raises(InvalidDealError) as caught:
        deal_from_code(text)
    assert caught.value.code == "bad_code"


def test_a_deal_is_52_different_cards():
    with pytest.raises(InvalidDealError):
        Deal(CARDS[:51])
    with pytest.raises(InvalidDealError):
        Deal((*CARDS[:51], CARDS[0]))
    with pytest.raises(InvalidDealError):
        Deal((*CARDS, CARDS[0]))


def test_numbers_that_would_favour_small_remainders_are_thrown_away(monkeypatch):
    """2³² is 48 more than a multiple of 52: the last 48 numbers would make the first 48 places likelier."""
    fair = list(islice(deal._random_numbers(b"x"), 60))
    monkeypatch.setattr(deal, "_random_numbers", lambda seed: iter(fair))
    expected = deal_from_seed(b"")
    for wasted in ([2**32 - 1], [2**32 - 48, 2**32 - 20]):
        monkeypatch.setattr(deal, "_random_numbers", lambda seed, wasted=wasted: iter(wasted + fair))
        assert deal_from_seed(b"") == expected
    monkeypatch.setattr(deal, "_random_numbers", lambda seed: iter([2**32 - 49, *fair]))
    assert deal_from_seed(b"") != expected


def test_the_shuffle_is_uniform():
    """Chi-square of card against place over fixed seeds, and of which card follows which.

    Each statistic has 51² = 2601 degrees of freedom (2550 for the neighbours: 52 × 51 cells with given
    margins, taken loosely), so a standard deviation of about 72; five of them are a chance of one in millions
    for a uniform shuffle, while an off-by-one in Fisher and Yates' loop misses by hundreds.
    """
    deals = 10_400
    at = [[0] * 52 for _ in range(52)]
    follows = [[0] * 52 for _ in range(52)]
    for number in range(deals):
        order = [card.index for card in deal_from_seed(b"uniform %d" % number).cards]
        for place, card in enumerate(order):
            at[card][place] += 1
        for card, following in pairwise(order):
            follows[card][following] += 1
    chi = sum((count - deals / 52) ** 2 for row in at for count in row) / (deals / 52)
    assert abs(chi - 51 * 51) < 5 * 72, chi
    cell = deals * 51 / (52 * 51)
    chi = sum((follows[a][b] - cell) ** 2 for a in range(52) for b in range(52) if a != b) / cell
    assert abs(chi - 2550) < 5 * 72, chi
