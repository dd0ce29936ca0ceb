"""Render states of the table to plain HTML and take pictures of them.

`python tools/look.py` writes docs/looks/*.jpg; `python tools/look.py NAME…` only those. The markup is the contract that
the stylesheets are written against (tests/look measures the same pages in a real browser). Not shipped.
"""

from __future__ import annotations

import functools
import http.server
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "looks"
CSP = "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'"
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
]

LONG = ["??"] * 6 + ["KS", "QH", "JS", "TH", "9S", "8H", "7S", "6H", "5S", "4H", "3S", "2H", "AS"]
FRESH = [["??"] * n + [card] for n, card in enumerate(["7D", "QS", "TH", "2C", "KD", "JC", "5H"])]
WORDS = {
    "de": {
        "score": "Punkte",
        "moves": "Züge",
        "pass": "Durchgang",
        "time": "Zeit",
        "undo": "Rückgängig",
        "redo": "Wiederholen",
        "hint": "Tipp",
        "finish": "Fertig legen",
        "pause": "Pause",
        "menu": "Menü",
        "home": "Startseite",
        "new": "Neues Spiel",
        "again": "Dieselben Karten noch einmal",
        "giveup": "Aufgeben",
        "settings": "Einstellungen",
        "rules": "Regeln",
        "paused": "Pause",
        "play": "Weiterspielen",
        "won": "Gewonnen!",
        "stuck": "Hier geht nichts mehr weiter.",
    },
    "en": {
        "score": "Score",
        "moves": "Moves",
        "pass": "Pass",
        "time": "Time",
        "undo": "Undo",
        "redo": "Redo",
        "hint": "Hint",
        "finish": "Finish",
        "pause": "Pause",
        "menu": "Menu",
        "home": "Home",
        "new": "New game",
        "again": "Same deal again",
        "giveup": "Give up",
        "settings": "Settings",
        "rules": "Rules",
        "paused": "Paused",
        "play": "Go on",
        "won": "You won!",
        "stuck": "Nothing more can be gained here.",
    },
}


@dataclass(frozen=True)
class Look:
    """One picture: what lies on the table, the attributes of <html>, and the window's size."""

    width: int
    height: int
    columns: list[list[str]] = field(default_factory=lambda: FRESH)
    waste: tuple[str, ...] = ()
    foundations: tuple[str, str, str, str] = ("", "", "", "")
    stock: str = "back"  # back, redeal, spent
    draw: int = 3
    attributes: str = ""
    lang: str = "de"
    state: str = ""  # class of the table
    menu: bool = False
    marks: dict[str, str] = field(default_factory=dict)  # card or pile -> class
    outcome: str = ""
    finish: bool = False
    scale: float = 2
    dark: bool = False
    text: int = 16  # px, as the reader has set it in the browser


def icon(name: str) -> str:
    return f'<svg class="icon" aria-hidden="true"><use href="/static/icons/icons.svg#{name}"></use></svg>'


def card(text: str, look: Look) -> str:
    if text == "??":
        return '<span class="card back"></span>'
    colour = "red" if text[1] in "DH" else "black"
    marks = f"{colour} {look.marks.get(text, '')}"
    return (
        f'<button class="card {marks}" id="{text}" data-card="{text}" data-rank="{text[0]}" data-suit="{text[1]}" '
        f'name="entry" value="" aria-label="{text}"></button>'
    )


def pile(name: str, kind: str, inside: str, look: Look) -> str:
    return (
        f'<div class="pile {kind} {look.marks.get(name, "")}" data-pile="{name}" id="{name}" role="group" '
        f'aria-label="{name}">{inside}</div>'
    )


def stock(look: Look) -> str:
    if look.stock == "back":
        return f'<button class="card back {look.marks.get("draw", "")}" value="draw" aria-label="draw"></button>'
    state = "" if look.stock == "redeal" else "disabled"
    return f'<button class="place {look.stock}" aria-label="{look.stock}" {state}>{icon(look.stock)}</button>'


def foundation(top: str, look: Look) -> str:
    order = "A23456789TJQK"
    if not top:
        return ""
    beneath = order.index(top[0])
    return (card(order[beneath - 1] + top[1], look) if beneath else "") + card(top, look)


def button(name: str, kind: str, look: Look, more: str = "") -> str:
    return f'<button class="{kind}" value="{name}" {more}>{icon(name)}<span>{WORDS[look.lang][name]}</span></button>'


def figures(look: Look) -> str:
    words = WORDS[look.lang]
    names = ["home", "new", "again", "rules", "settings"]
    items = (
        "".join(button(name, "menu-item", look) for name in names) + "<hr>" + button("giveup", "menu-item danger", look)
    )
    shown = [("score", "1240"), ("moves", "118"), ("pass", "1/3"), ("time", "12:48")]
    pairs = "".join(f"<div><dt>{words[name]}</dt><dd>{value}</dd></div>" for name, value in shown)
    opened = "open" if look.menu else ""
    return (
        f'<div class="figures"><details class="menu" {opened}><summary>{icon("menu")}'
        f'<span>{words["menu"]}</span></summary><div class="menu-list">{items}</div></details><dl>{pairs}</dl></div>'
    )


def outcome(look: Look) -> str:
    if not look.outcome:
        return ""
    actions = button("new", "button primary", look) + button("again", "button", look)
    return (
        f'<div class="outcome" data-kind="{look.outcome}"><h2>{WORDS[look.lang][look.outcome]}</h2>'
        f'<p>3:42 · 4210 · 131</p><div class="actions">{actions}</div></div>'
    )


def table(look: Look) -> str:
    words = WORDS[look.lang]
    piles = pile("S", "stock", stock(look), look) + pile("W", "waste", "".join(card(c, look) for c in look.waste), look)
    for suit, top in zip("CDHS", look.foundations, strict=True):
        piles += pile(f"F{suit}", "foundation", foundation(top, look), look)
    for number, column in enumerate(look.columns, 1):
        piles += pile(f"T{number}", "column", "".join(card(c, look) for c in column), look)
    tools = ["undo", "redo", "hint", *(["finish"] if look.finish else []), "pause"]
    bar = "".join(button(name, "tool", look, "disabled" if name == "redo" else "") for name in tools)
    return f"""<body class="game"><main class="room">
<section id="table" class="table {look.state}" data-draw="{look.draw}">
<form class="sitting">{figures(look)}<div class="felt"><div class="cards">{piles}</div></div>
<div class="bar">{bar}</div>
<div class="cover"><p>{words["paused"]}</p>{button("play", "button primary", look)}</div></form>{outcome(look)}
</section></main></body>"""


def document(look: Look) -> str:
    """Return the whole page of a look."""
    return f"""<!doctype html><html lang="{look.lang}" {look.attributes}><head>
<meta charset="utf-8"><title>Table</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="icon" href="/static/icons/favicon.svg"><link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/table.css"></head>{table(look)}</html>"""


MID = [
    ["??", "9H", "8S"],
    ["??", "??", "KD", "QS", "JH", "TS"],
    [],
    ["??", "4D"],
    ["??", "??", "??", "QD", "JC", "TD", "9C"],
    ["7S", "6D"],
    ["??", "??", "??", "??", "KC"],
]
TOPS = ("AC", "", "2H", "AS")
BUSY = [*MID[:6], LONG]
LOOKS: dict[str, Look] = {
    "phone-fresh": Look(390, 844),
    "phone-play": Look(390, 844, MID, ("3H", "JD", "QC"), TOPS, marks={"QC": "selected", "FD": "target"}),
    "phone-long": Look(360, 640, BUSY, ("5D", "9D"), ("", "3D", "", ""), stock="redeal"),
    "phone-small": Look(320, 568, BUSY, ("5D", "9D", "KH"), ("", "3D", "", ""), stock="spent"),
    "phone-menu": Look(360, 640, MID, ("5D",), menu=True),
    "phone-paused": Look(390, 844, MID, ("5D", "9D", "KH"), state="covered"),
    "phone-won": Look(390, 844, [[]] * 7, (), ("KC", "KD", "KH", "KS"), stock="spent", outcome="won"),
    "phone-dark-large": Look(
        390,
        844,
        MID,
        ("TH", "JD", "TC"),
        TOPS,
        dark=True,
        attributes='data-print="large" data-cloth="blue" data-back="waves"',
    ),
    "phone-large-text": Look(320, 568, BUSY, ("5D", "9D", "KH"), ("", "3D", "", ""), stock="spent", text=32),
    "landscape-large-text": Look(568, 320, MID, ("5D", "9D", "KH"), ("2C", "3D", "QH", ""), text=32),
    "landscape-small": Look(568, 320, BUSY, ("5D", "9D", "KH"), ("", "3D", "QH", ""), stock="redeal"),
    "landscape": Look(844, 390, MID, ("5D", "9D", "KH"), ("2C", "3D", "QH", "")),
    "landscape-left": Look(
        667, 375, BUSY, ("5D", "9D", "KH"), ("2C", "3D", "QH", ""), attributes='data-hand="left" data-cloth="wine"'
    ),
    "desktop": Look(1280, 800, MID, ("3H", "JD", "QC"), TOPS, marks={"QC": "hint"}, scale=1),
    "desktop-four": Look(
        1280,
        800,
        MID,
        ("3H", "JD", "QC"),
        ("AC", "TD", "2H", "8S"),
        lang="en",
        scale=1,
        dark=True,
        attributes='data-deck="four" data-cloth="slate" data-back="stars"',
    ),
    "desktop-wide": Look(
        1920,
        1080,
        BUSY,
        ("7C", "JD", "QC"),
        ("9C", "TD", "8H", "2S"),
        finish=True,
        scale=1,
        attributes='data-cloth="blue" data-back="leaves"',
    ),
}


@contextmanager
def served() -> Iterator[str]:
    """Serve the static folder and the looks (/look/NAME) under the product's CSP; yields the base address."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            if not self.path.startswith("/look/"):
                return super().do_GET()
            body = document(LOOKS[self.path.removeprefix("/look/")]).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return None

        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", CSP)
            super().end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def text_size(pixels: int) -> str:
    """Return the flag that has Chromium write ordinary text so large, as a reader can set it."""
    return f"--blink-settings=defaultFontSize={pixels}"


def main(names: list[str]) -> None:
    """Write the pictures of the named looks, or of all."""
    from playwright.sync_api import sync_playwright

    PICTURES.mkdir(parents=True, exist_ok=True)
    with served() as base, sync_playwright() as playwright:
        sizes = {LOOKS[name].text for name in names or LOOKS}
        browsers = {
            size: playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, text_size(size)]) for size in sizes
        }
        for name in names or list(LOOKS):
            look = LOOKS[name]
            page = browsers[look.text].new_page(
                viewport={"width": look.width, "height": look.height},
                device_scale_factor=look.scale,
                color_scheme="dark" if look.dark else "light",
            )
            page.on("console", lambda message: print("console:", message.text))
            page.goto(f"{base}/look/{name}")
            page.wait_for_load_state("networkidle")
            page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=82)
            page.close()
        for browser in browsers.values():
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
