"""What can go wrong in the store. All carry codes, never words for people."""


class StoreError(Exception):
    """The store could not do what was asked; nothing of it was kept."""


class UnavailableError(StoreError):
    """The database does not answer, is closed, or could not commit. Trying again later may help."""


class GameNotFoundError(StoreError):
    """No such game, or another player's: the two are never told apart."""


class BrokenRecordError(StoreError):
    """A stored record cannot be replayed: the database was changed by other hands, or the law was."""


class NameTakenError(StoreError):
    """Another player has this name, or one that looks like it."""


class NotEnoughCoinsError(StoreError):
    """The player has fewer Taler than the price."""


class InvalidNameError(StoreError, ValueError):
    """Not a name; ``code`` is one of ``empty``, ``too_long``, ``characters``, ``refused``."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class TooManyTokensError(StoreError):
    """The player has as many tokens as one may have."""


class NotEmptyError(StoreError):
    """The database to be written into holds something already."""


class UnfitError(StoreError):
    """The tables are none that this version can work on; the text says what is wrong and what to do."""
