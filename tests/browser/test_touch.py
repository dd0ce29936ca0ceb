"""The finger, on a phone."""

from tests.browser.tables import laid

RUNS = laid("2C|KSQHJSTH9S8H7S6H5S4H3S2H", "|KH", "3C|QS", "4C|9D", "5C|TS", "6C|AD", "7C|8C")


def test_a_second_finger_changes_nothing_and_a_cancelled_drag_is_followed_by_a_good_one(phone):
    phone.deal(position=RUNS)
    touch = phone.context.new_cdp_session(phone.page)

    def send(kind, *points):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    (x, y), (to_x, to_y) = phone.point("QS"), phone.point("T2", 0.5, 0.1)
    first, there = {"x": x, "y": y, "id": 0}, {"x": to_x, "y": to_y, "id": 0}
    send("touchStart", first)
    send("touchMove", {"x": x - 30, "y": y - 10, "id": 0})
    send("touchStart", {"x": x - 30, "y": y - 10, "id": 0}, {"x": 300, "y": 700, "id": 1})
    send("touchMove", there, {"x": 290, "y": 690, "id": 1})
    phone.wait(lambda: phone.page.locator(".dragging").count() == 1)
    send("touchEnd", there)
    send("touchEnd")
    phone.wait_for_version(1)
    assert phone.entries() == ["T3-T2"]
    x, y = phone.point("AD")
    send("touchStart", {"x": x, "y": y, "id": 0})
    send("touchMove", {"x": x + 20, "y": y + 30, "id": 0})
    phone.wait(lambda: phone.page.locator(".dragging").count() == 1)
    send("touchCancel")
    phone.wait_until_settled()
    assert phone.page.locator(".dragging").count() == 0
    phone.page.touchscreen.tap(*phone.point("AD"))
    phone.wait_for_version(2)
    assert phone.entries() == ["T3-T2", "T6-F"]
    phone.agrees()


def test_a_tap_on_a_phone_neither_zooms_nor_pulls(phone):
    phone.deal()
    x, y = phone.point("S")
    for _ in range(10):
        phone.page.touchscreen.tap(x, y)
    phone.wait_for_version(10)
    assert phone.entries() == ["draw"] * 10
    assert phone.page.evaluate("visualViewport.scale") == 1
    assert phone.page.evaluate("getComputedStyle(document.querySelector('.felt')).touchAction") == "pinch-zoom"
    assert phone.page.evaluate("getComputedStyle(document.body).overscrollBehaviorY") == "none"
