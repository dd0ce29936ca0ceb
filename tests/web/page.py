"""Reads an HTML page into elements, strictly: what a browser would have to mend is an error here."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta"}


class Element:
    """One element with its attributes (as they mean, not as they are escaped) and what is in it."""

    def __init__(self, tag: str, attrs: dict[str, str], parent: Element | None) -> None:
        self.tag = tag
        self.attrs = attrs
        self.parent = parent
        self.children: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attrs[name]

    def get(self, name: str, default: str = "") -> str:
        return self.attrs.get(name, default)

    def has(self, name: str) -> bool:
        return name in self.attrs

    @property
    def classes(self) -> list[str]:
        return self.get("class").split()

    @property
    def text(self) -> str:
        """All text in it, with white space as a browser shows it."""
        return " ".join("".join(_texts(self)).split())

    def every(self, tag: str = "", **attrs: str | bool) -> list[Element]:
        """Every element below with this tag and these attributes; ``True`` means "has it", ``data_x`` data-x."""
        return [element for element in _below(self) if _is(element, tag, attrs)]

    def one(self, tag: str = "", **attrs: str | bool) -> Element:
        found = self.every(tag, **attrs)
        assert len(found) == 1, f"{len(found)} elements are {tag} {attrs}"
        return found[0]

    def ancestors(self) -> Iterator[Element]:
        element = self.parent
        while element is not None:
            yield element
            element = element.parent


def _is(element: Element, tag: str, attrs: dict[str, str | bool]) -> bool:
    if tag and element.tag != tag:
        return False
    for name, wanted in attrs.items():
        value = element.attrs.get(name.rstrip("_").replace("_", "-"))
        if isinstance(wanted, bool):
            if (value is not None) is not wanted:
                return False
        elif value is None or (wanted not in value.split() if name == "class_" else value != wanted):
            return False
    return True


def _below(element: Element) -> Iterator[Element]:
    for child in element.children:
        if isinstance(child, Element):
            yield child
            yield from _below(child)


def _texts(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield child
        else:
            yield from _texts(child)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {}, None)
        self.here = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> names an attribute twice: {names}"
        element = Element(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(element)
        if tag not in VOID:
            self.here = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert any(element.tag == "svg" for element in self.here.ancestors()) or self.here.tag == "svg", (
            f"<{tag}/> closes itself; outside pictures HTML knows no such thing"
        )
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.here.tag == tag, f"</{tag}> where <{self.here.tag}> is open"
        assert self.here.parent is not None
        self.here = self.here.parent

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment is sent to everyone: {data}")


def read_page(html: str) -> Element:
    """Return the root above all elements of ``html``, a page or a fragment."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.here is reader.root, f"<{reader.here.tag}> is never closed"
    return reader.root
