"""A game is its record: position, score, clock and status come from replaying it.

The record holds moves and the entries ``undo redo hint finish resign``, each with the game clock (pauses
taken out) when it was made. Inside, the clock is whole milliseconds; the JSON form has seconds.
"""

import json
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from app.game.deal import Deal
from app.game.errors import IllegalMoveError, InvalidError, InvalidRecordError, shown
from app.game.rules import RuleSet, rule_set
from app.game.state import Game, enter, new_game, time_out

LONGEST_SECONDS: Final = 10**12


class ReplayError(ValueError):
    """Entry number ``index`` (from 0) of a record could not be made; ``game`` stands before it."""

    def __init__(self, index: int, reason: str, text: str, game: Game) -> None:
        self.index = index
        self.reason = reason
        self.text = shown(text)
        self.game = game
        super().__init__(f"entry {index} ({self.text}): {reason}")


class Entry(NamedTuple):
    """One record entry: its text and the game clock in milliseconds."""

    text: str
    clock_ms: int


@dataclass(frozen=True, slots=True)
class Record:
    """Rules, deal and entries of one game; JSON ``{"rules": …, "deal": …, "entries": [[TEXT, SECONDS], …]}``."""

    rules: RuleSet
    deal: Deal
    entries: tuple[Entry, ...] = ()

    @property
    def json(self) -> dict[str, Any]:
        """The record as a JSON value; whole seconds are whole numbers."""
        entries = [[text, ms // 1000 if ms % 1000 == 0 else ms / 1000] for text, ms in self.entries]
        return {"rules": self.rules.key, "deal": self.deal.text, "entries": entries}

    @property
    def text(self) -> str:
        """The record as one line of JSON, round-tripping through :meth:`parse`."""
        return json.dumps(self.json, separators=(",", ":"))

    @staticmethod
    def parse(text: str) -> "Record":
        """Read one line of JSON; raise an :class:`~app.game.errors.InvalidError` that says what is wrong."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            raise InvalidRecordError("not_json", text) from None
        return Record.from_json(value)

    @staticmethod
    def from_json(value: object) -> "Record":
        """Read a record from a JSON value; raise an :class:`~app.game.errors.InvalidError`."""
        if not isinstance(value, dict):
            raise InvalidRecordError("not_an_object", _as_json(value))
        rules, deal, entries = value.get("rules"), value.get("deal"), value.get("entries", [])
        if not isinstance(rules, str) or not isinstance(deal, str) or not isinstance(entries, list):
            raise InvalidRecordError("rules_deal_or_entries_missing")
        empty = Record(rule_set(rules), Deal.parse(deal))
        read: list[Entry] = []
        for index, entry in enumerate(entries):
            try:
                read.append(_read_entry(entry, index, read[-1].clock_ms if read else 0))
            except InvalidRecordError as error:
                raise InvalidEntryError(error, replace(empty, entries=tuple(read))) from None
        return replace(empty, entries=tuple(read))


class InvalidEntryError(InvalidRecordError):
    """An entry of a record is none; ``before`` is the record up to it."""

    def __init__(self, error: InvalidRecordError, before: Record) -> None:
        super().__init__(error.code, error.text, error.place)
        self.before = before


def _as_json(value: object) -> str:
    """Return the beginning of a value's JSON, enough for :func:`~app.game.errors.shown`."""
    text = ""
    for piece in json.JSONEncoder(ensure_ascii=False).iterencode(value):
        text += piece
        if len(text) > 100:
            break
    return text


def _read_entry(entry: object, index: int, earliest_ms: int) -> Entry:
    match entry:
        case [str(text), int() | float() as seconds] if not isinstance(seconds, bool):
            if not 0 <= seconds < LONGEST_SECONDS:  # neither is true of what is not a number
                raise InvalidRecordError("bad_seconds", text, index)
            clock_ms = round(seconds * 1000)
            if clock_ms < earliest_ms:
                raise InvalidRecordError("seconds_fall", text, index)
            return Entry(text, clock_ms)
    raise InvalidRecordError("bad_entry", _as_json(entry), index)


def replay(record: Record) -> Game:
    """Return the game after all entries of ``record``; raise :class:`ReplayError` at the first that fails.

    Where that is a level's time having run out, the error's game is lost.
    """
    game = new_game(record.rules, record.deal)
    for index, (text, clock_ms) in enumerate(record.entries):
        try:
            game = enter(game, text, clock_ms)
        except IllegalMoveError as error:
            if error.reason == "time_over":
                game = Game(time_out(game.state))
            raise ReplayError(index, error.reason, text, game) from None
        except InvalidError as error:
            raise ReplayError(index, error.code, text, game) from None
    return game
