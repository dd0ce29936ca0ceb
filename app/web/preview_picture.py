"""The words on the picture that a link shows where it is sent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """The words on a picture. ``figures`` are pairs of label and text; ``is_lucky`` turns the cards face up."""

    eyebrow: str
    title: str
    lines: tuple[str, ...]
    figures: tuple[tuple[str, str], ...] = ()
    is_lucky: bool = True
