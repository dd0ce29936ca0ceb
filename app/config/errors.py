"""What can be wrong with the settings."""


class SettingError(ValueError):
    """A setting that stops the start; its text is one line for the operator and holds no secret."""
