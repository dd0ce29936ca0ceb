"""`klondaily import` as a shell sees it."""

import pytest

from app.cli.main import main
from app.game.deal import deal_from_code

DEAL = deal_from_code("5")


def test_it_prints_our_text_of_the_deal(tmp_path, capfd):
    file = tmp_path / "deal"
    file.write_text("# a deal\n" + " ".join(card.text.lower() for card in DEAL.cards) + "\n")
    assert main(["import", str(file)]) == 0
    assert capfd.readouterr() == (DEAL.text + "\n", "")


def test_it_reads_what_deal_prints(tmp_path, capfd):
    for command in (["deal"], ["deal", "--code", "71"]):
        assert main(command) == 0
        printed = capfd.readouterr().out
        file = tmp_path / "deal"
        for text in (printed, printed.replace(" ", "\n").lower()):
            file.write_text(text)
            assert main(["import", str(file)]) == 0
            assert capfd.readouterr() == (printed.split()[0] + "\n", "")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"nonsense", "Card 1: “NO” is no card."),
        (f"{DEAL.text} 6".encode(), "The number behind the deal is not its code: 6"),
        (f"{DEAL.text} {2**64}".encode(), "The number behind the deal is not its code: 18446744073709551616"),
        (f"{DEAL.text[2:]} 5".encode(), f"Card 52: Not all 52 cards are there. Missing: {DEAL.text[:2]}"),
        (b"\xff", "not UTF-8 at byte 0"),
        (b"", "Card 1: Not all 52 cards are there. Missing: AC AD"),
    ],
)
def test_a_file_without_a_deal_is_one_line_and_status_1(tmp_path, capfd, content, said):
    file = tmp_path / "deal"
    file.write_bytes(content)
    assert main(["import", str(file)]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"klondaily: {file}: {said}")
    assert err.count("\n") == 1


def test_a_file_that_cannot_be_read_is_status_2(tmp_path, capfd):
    assert main(["import", str(tmp_path / "none")]) == 2
    assert main(["import", str(tmp_path)]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 2)
