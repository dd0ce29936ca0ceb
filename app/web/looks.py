"""What a player can set: a table of names, their values, and the words for both.

Each is an attribute ``data-NAME`` of the page's root, where style sheets and scripts read it, and is kept in a
cookie, so that it needs no player. The first value of each is what holds where nothing was chosen.
"""

from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from app.i18n import N_
from app.web.shop_items import items_of

_ON_OFF: Final = (("on", N_("On")), ("off", N_("Off")))
_OFF_ON: Final = (("off", N_("Off")), ("on", N_("On")))


class Setting(NamedTuple):
    """One thing to set. ``values`` are pairs of the attribute's value and its label."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]
    help: str = ""

    @property
    def standard(self) -> str:
        """The value that holds where nothing was chosen."""
        return self.values[0][0]

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """The values as they stand on the page: "off" always before "on"."""
        return _OFF_ON if self.values == _ON_OFF else self.values


class Group(NamedTuple):
    """Settings that stand together on the page."""

    label: str
    settings: tuple[Setting, ...]


GROUPS: Final = (
    Group(
        N_("Cards"),
        (
            Setting(
                "back",
                N_("Backs"),
                (
                    ("lattice", N_("Lattice")),
                    ("waves", N_("Waves")),
                    ("stars", N_("Stars")),
                    ("leaves", N_("Leaves")),
                    ("weave", N_("Weave")),
                    ("compass", N_("Compass")),
                ),
            ),
            Setting(
                "deck",
                N_("Colours of the suits"),
                (("two", N_("Two")), ("four", N_("Four"))),
                N_("With four, each suit has a colour and a shape of its own."),
            ),
            Setting("print", N_("Size of the signs"), (("normal", N_("Normal")), ("large", N_("Large")))),
        ),
    ),
    Group(
        N_("Table"),
        (
            Setting(
                "cloth",
                N_("Cloth"),
                (("green", N_("Green")), ("blue", N_("Blue")), ("wine", N_("Wine red")), ("slate", N_("Slate"))),
            ),
            Setting(
                "theme",
                N_("Surroundings"),
                (("system", N_("As the device")), ("light", N_("Light")), ("dark", N_("Dark"))),
            ),
            Setting("hand", N_("Stock"), (("right", N_("On the left")), ("left", N_("On the right")))),
        ),
    ),
    Group(
        N_("Play"),
        (
            Setting(
                "tap",
                N_("A tap on a card"),
                (("best", N_("Plays it")), ("select", N_("Picks it up"))),
                N_("Played, it goes to its best place. Picked up, it goes where you tap next."),
            ),
            Setting(
                "auto",
                N_("Cards go up by themselves"),
                _OFF_ON,
                N_("Only those that the columns can never need again; from the waste only when one card is drawn."),
            ),
            Setting("double", N_("A double click plays a card"), _ON_OFF),
            Setting("right", N_("A right click puts a card up"), _ON_OFF),
            Setting("motion", N_("Motion"), _ON_OFF, N_("Off as well where the device asks for less motion.")),
            Setting("sound", N_("Sounds"), _OFF_ON),
            Setting(
                "verdict",
                N_("Show whether a game can still be won"),
                _OFF_ON,
                N_("Only in games that are not ranked; the solver looks at all cards for it."),
            ),
        ),
    ),
)

_VALUES: Final = {
    setting.name: tuple(value for value, _ in setting.values) + tuple(item.value for item in items_of(setting.name))
    for group in GROUPS
    for setting in group.settings
}


def read_look(text: str) -> dict[str, str]:
    """Return what ``text`` (``cloth=blue&back=waves``) chooses, without what is unknown or holds anyway."""
    if not text or len(text) > 400:
        return {}
    return chosen(dict(parse_qsl(text)))


def chosen(fields: dict[str, str]) -> dict[str, str]:
    """Return the settings among ``fields`` that differ from what holds anyway."""
    return {name: fields[name] for name, values in _VALUES.items() if fields.get(name, values[0]) in values[1:]}


def is_bought(look: dict[str, str]) -> bool:
    """Tell whether anything of the look comes from the shop, which has a style sheet of its own."""
    return any(look.get(item.kind) == item.value for kind in ("back", "cloth") for item in items_of(kind))


def without_unowned(look: dict[str, str], owned: set[str]) -> dict[str, str]:
    """Return the look without what the shop sells and the player has not bought."""
    kept = {item.kind: item.value for kind in look for item in items_of(kind) if item.value == look[kind]}
    return {name: value for name, value in look.items() if name not in kept or f"{name}-{value}" in owned}


def look_text(look: dict[str, str]) -> str:
    """Return the text that :func:`read_look` reads."""
    return urlencode(look)
