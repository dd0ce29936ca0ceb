"""The countdown of a level in a real browser: a tick changes the clock's text and nothing else."""

from tests.store.test_castles import LINES

#: Counts what changes in the table, and what is fetched, from now on.
WATCH = """() => {
    window.changed = [];
    new MutationObserver(list => list.forEach(({target}) => {
        const node = target.nodeType === 3 ? target.parentElement : target;
        if (!node.closest('time')) changed.push(node.outerHTML.slice(0, 80));
    })).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
    document.querySelector('.menu summary').click();
    document.querySelector('.menu summary').focus();
    changed.length = 0;
}"""


def test_the_countdown_of_a_level_changes_the_clocks_text_only(seat):
    # Case 29.
    code = LINES["castle-1"][0]
    seat.installation.query("INSERT OR REPLACE INTO ready_deals VALUES ('castle-1', ?, 1, 0, NULL)", code)
    headers = {"Sec-Fetch-Site": "same-origin"}
    for step in ("/castles", "/castles/level"):
        address = seat.installation.address + step
        answer = seat.context.request.post(address, headers=headers, max_redirects=0)
    seat.game = answer.headers["location"].rpartition("/")[2]
    seat.play("draw")
    seat.wait_until_settled()
    seat.page.evaluate(WATCH)
    seat.page.wait_for_timeout(100)
    seat.page.evaluate("changed.length = 0")
    asked = []
    seat.page.on("request", lambda request: asked.append(request.url))
    spoken, text = seat.spoken(), "document.querySelector('.clock time').textContent"
    shown = {seat.page.evaluate(text)}
    # The clock runs.
    seat.wait(lambda: shown.add(seat.page.evaluate(text)) or len(shown) >= 3)
    assert seat.page.evaluate("changed") == []
    assert asked == []
    assert seat.spoken() == spoken
    assert seat.page.evaluate("document.querySelector('.menu').open")
    assert seat.page.evaluate("document.activeElement === document.querySelector('.menu summary')")
