"""Write the icon sprite, the favicon and the app icons from the drawings below.

`python -m tools.make_icons` writes static/icons/*.svg; with `--png` also the PNG files, through Chromium. Icons are drawn
on a grid of 24 by 24 with round strokes that take their colour and weight from the page.
"""

from __future__ import annotations

import sys
from pathlib import Path

TARGET = Path(__file__).parent.parent / "static" / "icons"

PIP = '<path fill="currentColor" stroke="none" d="{}"/>'
ICONS: dict[str, str] = {
    "undo": "M8.5 4.5 4 9l4.5 4.5M4.5 9H14a5.5 5.5 0 0 1 0 11H8.5",
    "redo": "M15.5 4.5 20 9l-4.5 4.5M19.5 9H10a5.5 5.5 0 0 0 0 11h5.5",
    "hint": "M9.5 18h5M10.5 21h3M9.3 15.2c-.2-1.6-2.8-2.7-2.8-6.1a5.5 5.5 0 0 1 11 0c0 3.4-2.6 4.5-2.8 6.1z",
    "finish": "M5 4h14M6 14.5l6-6 6 6M6 20.5l6-6 6 6",
    "pause": "M8.5 5.5v13M15.5 5.5v13",
    "play": "M8 5v14l11-7z",
    "new": "M7.5 3h9A2.5 2.5 0 0 1 19 5.5v13A2.5 2.5 0 0 1 16.5 21h-9A2.5 2.5 0 0 1 5 18.5v-13A2.5 2.5 0 0 1 7.5 3zM12 9v6M9 12h6",
    "again": "M19.5 12a7.5 7.5 0 1 1-2.5-5.6L19.5 8.5M19.5 4v4.5H15",
    "giveup": "M6 21V4M6 5.2c4-2.6 7.5 1.8 12.5-.4v8.4c-5 2.2-8.5-2.2-12.5.4",
    "menu": "M4 7h16M4 12h16M4 17h16",
    "close": "M6 6l12 12M18 6 6 18",
    "home": "M3.5 11.5 12 4l8.5 7.5M6 9.5v10h4.3v-5.5h3.4v5.5H18v-10",
    "daily": "M6 5h12a2 2 0 0 1 2 2v11.5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM4 10h16M8.5 3v4M15.5 3v4|M12 11.7c.6 1.4 1.4 2.5 2.5 3.5-1.1 1-1.9 2.1-2.5 3.5-.6-1.4-1.4-2.5-2.5-3.5 1.1-1 1.9-2.1 2.5-3.5z",
    "trophy": "M8 4h8v5.5a4 4 0 0 1-8 0zM8 5.5H4.5c0 3.2 1.3 5 3.8 5.3M16 5.5h3.5c0 3.2-1.3 5-3.8 5.3M12 13.5V17M8.5 20.5c0-2.3 1.4-3.5 3.5-3.5s3.5 1.2 3.5 3.5z",
    "settings": "M4 7h8.5M17.5 7H20M4 17h2.5M11.5 17H20M12.5 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M6.5 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0",
    "rules": "M12 6.5C10 5 7.5 4.5 3.5 4.5V18c4 0 6.5.5 8.5 2 2-1.5 4.5-2 8.5-2V4.5c-4 0-6.5.5-8.5 2zM12 6.5V20",
    "back": "M15 5l-7 7 7 7",
    "forward": "M9 5l7 7-7 7",
    "redeal": "M5 11a7.2 7.2 0 0 1 12.3-3.8L19.5 9.5M19.5 4.5v5h-5M19 13a7.2 7.2 0 0 1-12.3 3.8L4.5 14.5M4.5 19.5v-5h5",
    "spent": "M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M6.5 17.5l11-11",
    "flag": "M6 21V4h12.5l-3 4 3 4H6",
    "user": "M8.5 8a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M5 20.5c.4-4.3 3.2-6.5 7-6.5s6.6 2.2 7 6.5",
    "language": "M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M4 12h16M12 4c4.5 4.6 4.5 11.4 0 16M12 4c-4.5 4.6-4.5 11.4 0 16",
    "moon": "M19.8 14.4A8.2 8.2 0 0 1 9.6 4.2a8.2 8.2 0 1 0 10.2 10.2z",
    "sun": "M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
    "check": "M4.5 12.5 10 18 19.5 7",
    "alert": "M12 4 2.8 20h18.4zM12 10v4.5M12 17.3v.1",
    "info": "M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 11v5.5M12 7.7v.1",
    "share": "M12 15V3.5M7.5 7.5 12 3l4.5 4.5M8.5 11H5.5v9.5h13V11h-3",
    "calendar": "M6 5h12a2 2 0 0 1 2 2v11.5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM4 10h16M8.5 3v4M15.5 3v4M8 14h.1M12 14h.1M16 14h.1M8 17h.1M12 17h.1",
    "help": "M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M9.5 9.7a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.9M12 16.7v.1",
    "crown": "M5 17.5 3.5 8l5 4L12 5l3.5 7 5-4L19 17.5zM5.5 20.5h13",
    "castle": "M4 20.5V8.5h3v2h3v-2h4v2h3v-2h3v12zM10 20.5v-3.5a2 2 0 0 1 4 0v3.5M12 8.5v-5l4 1.5-4 1.5",
    "coin": "M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0|M12 7c.9 2 2 3.6 3.6 5-1.6 1.4-2.7 3-3.6 5-.9-2-2-3.6-3.6-5C10 10.6 11.1 9 12 7z",
    "brand": "M10.5 4.5h7A1.5 1.5 0 0 1 19 6v13.5a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 9 19.5V6a1.5 1.5 0 0 1 1.5-1.5zM6.5 18.8 4.1 7.2a1.5 1.5 0 0 1 1.1-1.8L6.3 5.2|M14 8.7c-.9 1.7-3 2.7-3 4.6 0 1.1.8 1.7 1.6 1.7.5 0 .9-.2 1.1-.6-.1.9-.4 1.5-1 2h2.6c-.6-.5-.9-1.1-1-2 .2.4.6.6 1.1.6.8 0 1.6-.6 1.6-1.7 0-1.9-2.1-2.9-3-4.6z",
}

# The sign of the product: a spade card before a brass sun on green cloth. Drawn on 64 by 64.
SPADE = "M32 17.5c-2.8 5.4-10.2 8.8-10.2 15.2 0 3.6 2.7 6 5.6 6 1.7 0 3-.8 3.7-2.2-.2 3-1.3 5-3.3 6.5h8.4c-2-1.5-3.1-3.5-3.3-6.5.7 1.4 2 2.2 3.7 2.2 2.9 0 5.6-2.4 5.6-6 0-6.4-7.4-9.8-10.2-15.2z"
MARK = (
    '<g transform="rotate(-16 32 40)"><rect x="14.5" y="13.5" width="26" height="37" rx="3.5" fill="#8c2a3e" stroke="#fffcf5" stroke-width="2"/></g>'
    '<g transform="rotate(8 32 32) translate(2.5 0)"><rect x="18.5" y="11.5" width="27" height="39" rx="3.5" fill="#fffcf5" stroke="#1b5440" stroke-width="1.6"/>'
    f'<path d="{SPADE}" fill="#1b1d24"/><circle cx="32" cy="32" r="3.6" fill="#e9b949"/></g>'
)


def sprite() -> str:
    """Return all icons as symbols of one SVG file."""
    symbols = []
    for name, drawing in ICONS.items():
        line, _, filled = drawing.partition("|")
        symbols.append(
            f'<symbol id="{name}" viewBox="0 0 24 24"><path d="{line}"/>{PIP.format(filled) if filled else ""}</symbol>'
        )
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"


def app_icon(*, corner: float, scale: float) -> str:
    """Return the app's sign; maskable icons have no corners of their own and keep the drawing in the safe middle."""
    shift = 32 * (1 - scale)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" rx="{corner}" fill="#1b5440"/><g transform="translate({shift:g} {shift:g}) scale({scale})">{MARK}</g></svg>\n'
    )


def outputs() -> dict[str, str]:
    """Return every SVG file by name."""
    return {
        "icons.svg": sprite(),
        "favicon.svg": app_icon(corner=14, scale=1.12),
        "app.svg": app_icon(corner=0, scale=1.05),
        "maskable.svg": app_icon(corner=0, scale=0.86),
    }


def write_pngs() -> None:
    """Render the PNG sizes that phones ask for."""
    from playwright.sync_api import sync_playwright

    wanted = [
        ("app.svg", "app-180.png", 180),
        ("app.svg", "app-192.png", 192),
        ("app.svg", "app-512.png", 512),
        ("maskable.svg", "maskable-512.png", 512),
        ("favicon.svg", "favicon-48.png", 48),
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        for source, name, size in wanted:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>*{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{outputs()[source]}"
            )
            page.screenshot(path=TARGET / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, text in outputs().items():
        (TARGET / name).write_text(text, encoding="utf-8")
    if "--png" in sys.argv:
        write_pngs()
