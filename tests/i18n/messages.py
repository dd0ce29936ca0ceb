"""Every message in the source, and what the German catalogues lack of it.

`python -m tests.i18n.messages` prints the missing entries ready to be filled in.
"""

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from app.i18n.translator import catalogue_texts

ROOT = Path(__file__).resolve().parents[2]
KEYWORDS = {
    "_": None,
    "N_": None,
    "NP_": ((1, "c"), 2),
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
METHODS = [("app/**.py", "python"), ("templates/**.*", "jinja2")]
OPTIONS = {"templates/**.*": {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}}
PLACEHOLDER = re.compile(r"%(?:%|\((\w+)\)s|.)")

# Context and the message, or its two forms.
Key = tuple[str | None, str | tuple[str, ...]]


def source_messages() -> dict[Key, str]:
    """Each message with the first place it stands at."""
    found: dict[Key, str] = {}
    # Only these folders: a checkout also holds .venv, whose own messages are not ours.
    for folder in ("app", "templates"):
        methods = [(pattern.removeprefix(f"{folder}/"), method) for pattern, method in METHODS if folder in pattern]
        options = {pattern.removeprefix(f"{folder}/"): given for pattern, given in OPTIONS.items() if folder in pattern}
        if not (ROOT / folder).is_dir():
            continue
        for file, line, message, _, context in extract_from_dir(ROOT / folder, methods, options, keywords=KEYWORDS):
            key = (context, tuple(message) if isinstance(message, (list, tuple)) else message)
            found.setdefault(key, f"{folder}/{file}:{line}")
    return found


def entries() -> Iterator[tuple[str, Key, str | tuple[str, ...], bool]]:
    """File, message, German text and whether it is fuzzy, of each entry of each German catalogue."""
    for file, text in catalogue_texts("de"):
        for message in read_po(StringIO(text), locale="de", abort_invalid=True):
            if message.id:
                key = (message.context, tuple(message.id) if message.pluralizable else message.id)
                yield file, key, message.string, message.fuzzy


def german() -> dict[Key, str | tuple[str, ...]]:
    return {key: text for _, key, text, fuzzy in entries() if not fuzzy and all(forms(text))}


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> set[str]:
    """Names in `%(name)s`; anything else after a percent sign, which would fail when shown, comes back as it stands."""
    found = set()
    for match in PLACEHOLDER.finditer(text):
        if match[0] != "%%":
            found.add(match[1] or match[0])
    return found


def missing() -> dict[Key, str]:
    have = german()
    return {key: place for key, place in source_messages().items() if key not in have}


def as_entry(key: Key, place: str) -> str:
    context, message = key
    one, *more = forms(message)
    lines = [f"#: {place}"] + ([f"msgctxt {quoted(context)}"] if context else []) + [f"msgid {quoted(one)}"]
    if more:
        lines += [f"msgid_plural {quoted(more[0])}", 'msgstr[0] ""', 'msgstr[1] ""']
    else:
        lines += ['msgstr ""']
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


if __name__ == "__main__":
    print("\n".join(as_entry(key, place) for key, place in missing().items()))
