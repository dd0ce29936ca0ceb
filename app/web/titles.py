"""What tables and boards are called on the pages."""

from typing import Final, NamedTuple

from app.game.rules import RuleSet, rule_set
from app.i18n import N_, Translator

TABLES: Final = {
    "standard": N_("Standard"),
    "vegas": N_("Vegas"),
    "open": N_("Open Klondike"),
    "castle": N_("Castles"),
    "free-castle": N_("Free castle"),
}

#: The suffixes of a rule set's key, as a title names them.
OPTIONS: Final = {"untimed": N_("no clock"), "wholeruns": N_("whole runs")}


class Board(NamedTuple):
    """One of the four boards of a day (R7.1); ``key`` stands in addresses and in the store."""

    key: str

    @property
    def rules(self) -> RuleSet:
        """The rules that its games are played by."""
        return rule_set(f"daily-{self.key}")


BOARDS: Final = tuple(Board(key) for key in ("standard-1", "standard-3", "vegas-1", "vegas-3"))


def board_named(key: str) -> Board | None:
    """Return the board of that name, or None where there is none."""
    return next((board for board in BOARDS if board.key == key), None)


def table_title(rules: RuleSet, words: Translator) -> str:
    """Return "Standard" or "Vegas", for a daily game that of its board."""
    table = rules.scoring if rules.table == "daily" else rules.table
    return words.gettext(TABLES[table])


def draw_title(rules: RuleSet, words: Translator) -> str:
    """Return "Draw 3 cards": what the two tables of one name differ in."""
    return words.ngettext("Draw %(num)s card", "Draw %(num)s cards", rules.draw)


def short_draw_title(rules: RuleSet, words: Translator) -> str:
    """Return "Draw 3", for narrow places."""
    return words.ngettext("Draw %(num)s", "Draw %(num)s", rules.draw)


def full_title(rules: RuleSet, words: Translator) -> str:
    """Return "Standard, draw 3 cards", to be read in a line of text."""
    parts = [table_title(rules, words)]
    if rules.level:
        parts.append(level_title(rules, words))
    else:
        parts.append(words.ngettext("draw %(num)s card", "draw %(num)s cards", rules.draw))
    if rules.limited:
        parts.append(passes_title(rules, words))
    parts += [words.gettext(OPTIONS[option]) for option in rules.key.split("+")[1:]]
    return ", ".join(parts)


def level_title(rules: RuleSet, words: Translator) -> str:
    """Return "Level 3" of the castles."""
    return words.gettext("Level %(number)s", number=rules.level)


def crowns_title(crowns: int, words: Translator) -> str:
    """Return "2 crowns"."""
    return words.ngettext("%(num)s crown", "%(num)s crowns", crowns) if crowns else words.gettext("no crown")


def passes_title(rules: RuleSet, words: Translator) -> str:
    """Return "unlimited passes", or how many a table allows."""
    if rules.passes is None:
        return words.gettext("unlimited passes")
    return words.ngettext("%(num)s pass", "%(num)s passes", rules.passes)


def score_title(rules: RuleSet, score: int, words: Translator) -> str:
    """Return "1,240 points", or a Vegas balance with its sign."""
    if rules.scoring == "vegas":
        return words.gettext("balance %(balance)s", balance=balance(score, words))
    return words.ngettext("%(num)s point", "%(num)s points", score)


def balance(score: int, words: Translator) -> str:
    """Return a Vegas balance with its sign: "+208", "−52"."""
    return f"+{words.number(score)}" if score > 0 else words.number(score)
