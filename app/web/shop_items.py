"""What Taler buy (R7.6): backs and cloths that change nothing in play."""

from typing import Final, Literal, NamedTuple

from app.i18n import N_

Kind = Literal["back", "cloth"]


class Item(NamedTuple):
    """A value of the setting ``kind`` that a player may choose once it was bought."""

    kind: Kind
    value: str
    label: str
    price: int

    @property
    def key(self) -> str:
        """Its name in the store."""
        return f"{self.kind}-{self.value}"


ITEMS: Final = (
    Item("back", "peacock", N_("Peacock"), 60),
    Item("back", "cubes", N_("Cubes"), 80),
    Item("back", "lotus", N_("Lotus"), 100),
    Item("cloth", "plum", N_("Plum"), 40),
    Item("cloth", "copper", N_("Copper"), 40),
)


def item_named(key: str) -> Item | None:
    """Return the item of that name, ``None`` where there is none."""
    return next((item for item in ITEMS if item.key == key), None)


def items_of(kind: str) -> tuple[Item, ...]:
    """Return the items that are values of a setting."""
    return tuple(item for item in ITEMS if item.kind == kind)
