"""The table's fragment, which every move is answered with.

Its template is cut once at the places that a move changes; after that a table is one joining of strings. What the
template shows only now and then, a message or how the game came out, it still makes itself.
"""

import re
from typing import Any, Final, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from app.i18n import Language
from app.web.site import Site
from app.web.table import TableView

TEMPLATE: Final = "table.html"


class Shape(NamedTuple):
    """All that decides which parts a plain table has."""

    table: str
    is_covered: bool
    has_order: bool


class Shell:
    """The template's text between the places, and the places' names: the parts of a table that stay."""

    def __init__(self, environment: Environment, shape: Shape) -> None:
        marks: dict[str, Any] = {name: Markup(f"\0{name}\0") for name in _PLACES}  # noqa: S704 - names of ours
        view = {
            **marks,
            "game": {"id": marks["game"]},
            "state": {"version": marks["version"], "rules": {"table": shape.table}},
            "clock": "paused" if shape.is_covered else "running",
            "order": marks["order"] if shape.has_order else "",
            "said": {"trouble": "", "note": "", "lesson": None},
            "outcome": None,
        }
        pieces = re.split("\0([a-z]+)\0", environment.get_template(TEMPLATE).render(table=view))
        self._parts = pieces
        self._places = [(place, pieces[place]) for place in range(1, len(pieces), 2)]

    def filled(self, values: dict[str, str]) -> str:
        """Return the table with ``values`` in their places."""
        parts = self._parts.copy()
        for place, name in self._places:
            parts[place] = values[name]
        return "".join(parts)


_PLACES: Final = ("game", "version", "data", "menu", "figures", "order", "piles", "bar")


def fragment(site: Site, language: Language, view: TableView) -> str:
    """Return the table as it is sent to a page that has one."""
    said = view.said
    if view.outcome is not None or said.trouble or said.note or said.lesson is not None:
        return site.environments[language].get_template(TEMPLATE).render(table=view)
    shape = Shape(view.state.rules.table, view.clock == "paused", bool(view.order))
    shell = site.shells.get((language, shape))
    if shell is None:
        shell = site.shells[language, shape] = Shell(site.environments[language], shape)
    return shell.filled(
        {
            "game": view.game.id,
            "version": str(view.state.version),
            "data": view.data,
            "menu": view.menu,
            "figures": view.figures,
            "order": view.order,
            "piles": view.piles,
            "bar": view.bar,
        }
    )
