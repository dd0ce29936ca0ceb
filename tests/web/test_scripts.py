"""The table's script is served in one piece that does what its modules do."""

import gzip
import re
from pathlib import Path

import pytest

from app.config import STATIC
from app.web.scripts import in_one_piece, parts_of
from app.web.static_files import short_style
from tests.web.playing import WON_CODE, WON_LINE, House, Visitor

ENTRY = STATIC / "js" / "table.js"
TOP_LEVEL = re.compile(r"^(?:export )?(?:async )?(?:const|let|function) (\w+)(?:[^;{]*?, (\w+) = )*", re.MULTILINE)


def test_every_module_comes_after_those_that_it_imports():
    names = [path.name for path in parts_of(ENTRY)]
    assert names[0] == "play.js"
    assert names[-1] == "table.js"
    assert len(names) == len(set(names)) == 5


def test_modules_that_share_one_scope_name_nothing_alike():
    names = [found[1] for path in parts_of(ENTRY) for found in TOP_LEVEL.finditer(path.read_text("utf-8"))]
    assert len(names) > 60
    assert sorted(names) == sorted(set(names))


def test_one_piece_has_no_imports_comments_or_indentation_left():
    text = in_one_piece(ENTRY)
    assert not re.search(r'^import .*from|^import "|^\s|//(?! )|^\s*//|/\*\*', text, re.MULTILINE)
    assert "export{refresh,seat,table};" in text
    assert "export const" not in text


def test_blanks_go_but_never_out_of_a_text_or_an_expression(tmp_path: Path):
    entry = tmp_path / "table.js"
    entry.write_text('if (a === "b = c ? d : e" && /^(x | y)/.test(`${ f } ,`)) g = h / 2 - (i ? .5 : -1);\n')
    assert in_one_piece(entry) == 'if(a==="b = c ? d : e"&&/^(x | y)/.test(`${ f } ,`))g=h / 2-(i?.5:-1);\n'
    entry.write_text('const f = () => {\n  const {g} = "const h";\n};\n\nfunction i() {\n}\nf();\n')
    assert in_one_piece(entry) == 'let f=()=>{let{g}="const h"};function i(){}f();\n'
    entry.write_text('const [j] = {\n  k: [" [l, ] "],\n};\nif (m) {\n  return [n];\n}\n')
    assert in_one_piece(entry) == 'let[j]={k:[" [l, ] "]};if(m){return[n]}\n'
    entry.write_text('all(".o > p, q");\nsay("r, s > t");\nu.matches(".v > w");\n')
    assert in_one_piece(entry) == 'all(".o>p,q");say("r, s > t");u.matches(".v>w");\n'


def test_names_that_are_made_one_after_the_other_are_made_by_one_word(tmp_path: Path):
    entry = tmp_path / "table.js"
    entry.write_text(
        "const a = 1;\nlet {b} = a, c;  // why\nconst d = () => c;\nconst e = () => {\n  let f = 1;\n  let g = f;\n"
        "  return g;\n};\nconst h = 1;\nfor (const i of j) i();\nlet k;\n"
    )
    shared = "let a=1,{b}=a,c,d=()=>c,e=()=>{let f=1,g=f;return g};let h=1;for(let i of j)i();let k;\n"
    assert in_one_piece(entry) == shared


@pytest.mark.parametrize(
    ("text", "short"),
    [
        (
            "/* why */\n.a > b,\n.c :is(d) { margin: calc(1px - 2px) 0;\n}\n",
            ".a>b,.c :is(d){margin:calc(1px - 2px) 0;}",
        ),
        ('.a::before { content: "x  { y"; }', '.a::before{content:"x  { y";}'),
    ],
)
def test_style_sheets_are_sent_without_what_only_people_read(text: str, short: str):
    assert short_style(text) == short


@pytest.mark.parametrize(("encoding", "is_packed"), [("gzip, br", True), ("", False), ("br, gzip;q=0", False)])
def test_it_is_served_small_and_to_be_kept(house: House, player: Visitor, encoding: str, is_packed: bool):
    page = player.get(f"/game/{player.deal()}").text
    path = re.search(r'src="(/static/v-[^"]+/js/table\.js)"', page)[1]
    answer = player.get(path, headers={"accept-encoding": encoding})
    assert answer.text == in_one_piece(ENTRY)
    assert "immutable" in answer.headers["cache-control"]
    assert (answer.headers.get("content-encoding") == "gzip") is is_packed
    assert answer.headers["content-type"].startswith("text/javascript")
    old = player.get(re.sub(r"v-[^/]+", "v-0", path))
    assert old.text == answer.text
    assert "immutable" not in old.headers["cache-control"]


def small(content: bytes) -> int:
    return len(gzip.compress(content, 9))


def test_scripts_and_fragment_stay_within_their_budget(house: House, player: Visitor):
    own = small(in_one_piece(ENTRY).encode())
    assert own <= 7 * 1024
    assert own + small((STATIC / "vendor" / "htmx-4.0.1.min.js").read_bytes()) <= 21_000
    game = player.deal("standard-3", WON_CODE)
    player.play(game, *WON_LINE[:80])
    assert small(player.get(f"/game/{game}/table").content) <= 2048
