"""The same play at every latency, with jitter: each press shows before its answer, and page and server agree."""

import pytest

from tests.browser.playing import sitting

LATENCIES = [0.0, 0.05, 0.15, 0.3]


@pytest.mark.parametrize("latency", LATENCIES)
@pytest.mark.parametrize("browser_name", ["chromium", "firefox", "chromium slowed four times"])
def test_a_quick_hand_is_followed(installation, request, browser_name, latency):
    name, _, slowed = browser_name.partition(" ")
    with sitting(installation, request.getfixturevalue(name)) as seat:
        seat.deal()
        if slowed:
            seat.context.new_cdp_session(seat.page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        seat.wire.delay = (latency * 2 / 3, latency * 4 / 3)
        x, y = seat.point("S")
        card = seat.page.locator(".column .card[value^=T]").first
        name, came_from = card.get_attribute("data-card"), card.evaluate("card => card.parentElement.id")
        card.click()
        assert seat.pile_of(name) != came_from
        for count in range(1, 5):
            seat.page.mouse.click(x, y)
            assert len(seat.piles()["W"].split()) >= min(count, 2)
        for _ in range(4):
            seat.page.keyboard.press("u")
        assert seat.piles()["W"] == ""
        seat.page.keyboard.press("u")
        assert seat.pile_of(name) == came_from
        seat.page.keyboard.press("Control+y")
        assert seat.pile_of(name) != came_from
        seat.wait_for_version(11)
        seat.agrees()
        assert seat.entries()[1:] == ["draw"] * 4 + ["undo"] * 5 + ["redo"]
