"""The table measured in a real browser, at every size it promises to fit."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from tools.look import FRESH, LONG, Look

pytestmark = pytest.mark.browser

SIZES = [
    (320, 568),
    (568, 320),
    (360, 640),
    (390, 844),
    (412, 915),
    (667, 375),
    (844, 390),
    (932, 430),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1366, 768),
    (1920, 1080),
    (3840, 2160),
]
FULL = Look(0, 0, [LONG] * 7, ("5D", "9D", "TH"), ("2C", "3D", "QH", "KS"), finish=True)

MEASURE = """() => {
  const box = e => {
    const r = e.getBoundingClientRect();
    return {x: r.x, y: r.y, w: r.width, h: r.height, right: r.right, bottom: r.bottom};
  };
  const index = e => {
    const s = getComputedStyle(e, '::before');
    return {size: parseFloat(s.fontSize), line: parseFloat(s.lineHeight), width: parseFloat(s.width)};
  };
  return {
    felt: box(document.querySelector('.felt')),
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight, innerWidth, innerHeight],
    columns: [...document.querySelectorAll('.column')].map(
      column => [...column.children].map(e => ({...box(e), up: !!e.dataset.card, ...index(e)}))),
    tops: [...document.querySelectorAll('.stock, .waste, .foundation')].map(box),
    waste: [...document.querySelectorAll('.waste .card')].map(box),
    foundations: [...document.querySelectorAll('.foundation .card')].map(box),
    tools: [...document.querySelectorAll('.tool, .menu > summary')].map(box),
    whole: parseFloat(getComputedStyle(document.querySelector('.card'), '::after').height),
  };
}"""


def inside(inner: dict[str, float], outer: dict[str, float], slack: float = 0.6) -> bool:
    return (
        inner["x"] >= outer["x"] - slack
        and inner["right"] <= outer["right"] + slack
        and inner["y"] >= outer["y"] - slack
        and inner["bottom"] <= outer["bottom"] + slack
    )


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        min(one["right"], other["right"]) - max(one["x"], other["x"]) > 0.5
        and min(one["bottom"], other["bottom"]) - max(one["y"], other["y"]) > 0.5
    )


@pytest.mark.parametrize("attributes", ["", 'data-print="large"', 'data-hand="left"'])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_it_fits_nineteen_cards_with_every_index_readable(open_look, width, height, attributes):
    page = open_look(replace(FULL, width=width, height=height, attributes=attributes))
    seen = page.evaluate(MEASURE)
    assert seen["page"][:2] == seen["page"][2:], "the page scrolls"
    for column in seen["columns"]:
        assert all(inside(card, seen["felt"]) for card in column), "a card leaves the felt"
        open_cards = [card for card in column if card["up"]]
        strips = [below["y"] - above["y"] for above, below in pairwise(open_cards)]
        assert min(strips) >= 23.99
        # A capital is 0.72 of the letter size and stands in the middle of the index line.
        lowest = (open_cards[0]["line"] + 0.72 * open_cards[0]["size"]) / 2
        assert min(strips) >= lowest - 0.5, "the next card cuts an index"
        assert open_cards[-1]["h"] >= 23.99


@pytest.mark.parametrize("attributes", ["", 'data-hand="left"'])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_it_keeps_piles_inside_and_apart(open_look, width, height, attributes):
    seen = open_look(replace(FULL, width=width, height=height, attributes=attributes)).evaluate(MEASURE)
    boxes = [*seen["tops"], *(dict(column[0], h=0, bottom=column[0]["y"]) for column in seen["columns"])]
    assert all(inside(pile, seen["felt"]) for pile in boxes)
    for number, one in enumerate(seen["foundations"]):
        assert inside(one, seen["felt"]), f"foundation card {number}"
    first, second, third = seen["waste"]
    apart = [
        (second["x"] - first["x"]) + (second["y"] - first["y"]),
        (third["x"] - second["x"]) + (third["y"] - second["y"]),
    ]
    assert min(apart) >= 20, "the fan is too tight to read"
    groups = [seen["waste"], *([one] for one in seen["foundations"][1::2]), *seen["columns"]]
    for one, other in combinations(groups, 2):
        assert not any(overlap(a, b) for a in one for b in other), "two piles overlap"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_it_gives_every_control_a_finger_s_size(open_look, width, height):
    seen = open_look(replace(FULL, width=width, height=height)).evaluate(MEASURE)
    window = {"x": 0, "y": 0, "right": width, "bottom": height}
    for tool in seen["tools"]:
        assert tool["w"] >= 44
        assert tool["h"] >= 44
        assert inside(tool, window)


@pytest.mark.parametrize(
    ("width", "height", "least"), [(360, 640, 44), (320, 568, 40), (568, 320, 42), (1280, 800, 100)]
)
def test_a_fresh_deal_has_wide_cards_and_untightened_strips(open_look, width, height, least):
    seen = open_look(Look(width, height, FRESH)).evaluate(MEASURE)
    assert seen["columns"][0][0]["w"] >= least
    down = [card["h"] for card in seen["columns"][6][:-1]]
    assert max(down) - min(down) < 0.1
    assert seen["columns"][1][0]["h"] == pytest.approx(down[0], abs=0.1), "strips are tightened without need"
    assert seen["columns"][6][-1]["h"] == pytest.approx(seen["whole"], abs=0.5)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (412, 915)])
def test_a_tall_phone_fans_its_cards_out_into_the_free_felt(open_look, width, height):
    seen = open_look(Look(width, height, FRESH)).evaluate(MEASURE)
    longest = seen["columns"][6]
    assert longest[0]["h"] >= seen["felt"]["h"] / 45
    assert longest[-1]["bottom"] - seen["felt"]["y"] >= seen["felt"]["h"] / 3


def test_draw_one_stacks_and_still_shows_the_card_beneath(open_look):
    seen = open_look(replace(FULL, width=390, height=844, draw=1, waste=("5D", "9D"))).evaluate(MEASURE)
    assert seen["waste"][0]["x"] == seen["waste"][1]["x"]


def test_the_left_handed_table_has_the_stock_on_the_right(open_look):
    for width, height in [(390, 844), (844, 390), (1280, 800)]:
        page = open_look(Look(width, height, FRESH, attributes='data-hand="left"'))
        left = page.evaluate(
            "['#S', '#FC', '#T1', '#T7'].map(id => document.querySelector(id).getBoundingClientRect().x)"
        )
        assert left[0] > left[1]
        assert left[2] < left[3], "columns stay numbered from the left"


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (568, 320), (1280, 800)])
def test_it_cuts_no_label_at_twice_the_text_size(open_look, width, height, lang):
    page = open_look(replace(FULL, width=width, height=height, lang=lang, menu=True), text=200)
    cut = page.evaluate("""() => [...document.querySelectorAll('.figures :is(span, dt, dd), .tool span')].filter(e => {
      const r = e.getBoundingClientRect(), hidden = getComputedStyle(e).clipPath !== 'none';
      const box = e.closest('button, summary, dl').getBoundingClientRect();
      const list = e.closest('.menu-list');
      return !hidden && (e.scrollWidth > e.clientWidth + 1 && e.clientWidth || r.left < -1 || r.right > innerWidth + 1
        || (!list && (r.top < -1 || r.bottom > innerHeight + 1)) || r.left < box.left - 1 || r.right > box.right + 1);
    }).map(e => e.textContent)""")
    assert cut == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("attributes", ["", 'data-hand="left"'])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_pause_is_told_in_the_middle_of_the_felt(open_look, width, height, attributes):
    page = open_look(replace(FULL, width=width, height=height, attributes=attributes, state="covered"))
    middles = page.evaluate("""() => ['.felt', '.cover'].map(name => {
      const r = document.querySelector(name).getBoundingClientRect();
      return [r.x + r.width / 2, r.y + r.height / 2];
    })""")
    assert middles[1] == pytest.approx(middles[0], abs=1)


def test_a_paused_table_shows_no_face(open_look):
    page = open_look(replace(FULL, width=390, height=844, state="covered"))
    parts = page.evaluate("""() => [...document.querySelectorAll('.card[data-card]')].flatMap(
      card => ['::before', '::after'].map(part => getComputedStyle(card, part).content))""")
    assert set(parts) <= {"none", '""'}


@pytest.mark.parametrize(("width", "height"), [(320, 568), (568, 320), (844, 390)])
def test_how_to_go_on_is_in_sight_on_a_small_screen_however_much_an_outcome_says(open_look, width, height):
    page = open_look(Look(width, height, [[]] * 7, (), ("KC", "KD", "KH", "KS"), outcome="won"))
    page.evaluate("document.querySelector('.outcome h2').append(' A word and one more.'.repeat(20))")
    buttons = page.evaluate("""() => [...document.querySelectorAll('.outcome .actions > *')].map(e => {
      const r = e.getBoundingClientRect(), box = e.closest('.outcome').getBoundingClientRect();
      return r.top >= box.top && r.bottom <= Math.min(box.bottom, innerHeight);
    })""")
    assert buttons == [True, True]
