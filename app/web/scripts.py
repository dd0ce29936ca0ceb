"""A page's script in one piece: a module after those that it imports, without comments and needless blanks.

The sources stay plain modules that any browser can load as they are. Served in one piece they take one request
instead of one for each, one after another, and are a third smaller.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(r'^import (?:\{[^}]*\} from )?"\./([\w.-]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=const |let |function |async function )", re.MULTILINE)
_COMMENT: Final = re.compile(r"^\s*(?://.*|/\*\*.*\*/)$|\s+// .*$", re.MULTILINE)
_INDENT: Final = re.compile(r"^\s+", re.MULTILINE)
#: Two lines that each make names; where they are alone with that, one word serves both.
_MAKERS: Final = re.compile(r"^((?:const|let) .*);\n(?:const|let) ", re.MULTILINE)
_BREAK: Final = re.compile(r"(?<=[;{},(])\n")
#: What keeps its blanks: texts, and regular expressions, which stand before a dot or the end of an argument.
_LITERAL: Final = re.compile(r'("(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|/(?![/*\s])(?:\\.|[^/\\\n])+/[a-z]*(?=[.,)]))')
#: Says only to those who read the source that a name is not set again; one word for both packs better.
_CONST: Final = re.compile(r"\bconst\b")
#: What stands before a closing brace and is not needed there.
_LAST: Final = re.compile(r"[;,]+(?=})")
#: What stands before a selector, in which commas and arrows need no blanks.
_ASKS: Final = re.compile(r"\b(?:all|texts|use|matches|closest|querySelector(?:All)?)\($")
_ARROW: Final = re.compile(r" ?([>,]) ")
_BLANK: Final = re.compile(r" ?(=>|===|!==|>=|<=|&&|\|\||\?\?|[-+*%=<>?:,;{}()[\]]) ?")


def parts_of(entry: Path) -> list[Path]:
    """Return the modules of a page in the order in which they run, the entry last."""
    found: list[Path] = []

    def follow(path: Path) -> None:
        if path not in found:
            for name in _IMPORT.findall(path.read_text("utf-8")):
                follow(path.parent / name)
            found.append(path)

    follow(entry)
    return found


def in_one_piece(entry: Path) -> str:
    """Return the text that does what ``entry`` and its imports do.

    They come to share one scope, so their top-level names must differ (a test sees to it). No text in them may go
    on over the end of a line, and where a brace ends a line but no block, a semicolon must follow it.
    """
    texts = [_EXPORT.sub("", _IMPORT.sub("", path.read_text("utf-8"))) for path in parts_of(entry)]
    lines = _INDENT.sub("", _COMMENT.sub("", "\n".join(texts))).strip()
    while (joined := _MAKERS.sub(r"\1, ", lines)) != lines:
        lines = joined
    return "".join(_shortened(_LITERAL.split(_BREAK.sub("", lines)))) + "\n"


def _shortened(parts: list[str]) -> Iterator[str]:
    """Shorten what stands between literals, which are every second part, and those of them that are selectors."""
    for number, part in enumerate(parts):
        if number % 2:
            yield _ARROW.sub(r"\1", part) if _ASKS.search(parts[number - 1]) else part
        else:
            yield _LAST.sub("", _CONST.sub("let", _BLANK.sub(r"\1", part)))
