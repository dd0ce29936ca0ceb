"""What an operator sets, and where the project's own folders are."""

from app.config.errors import SettingError
from app.config.places import MIGRATIONS, STATIC, TEMPLATES
from app.config.settings import TABLE, Setting, Settings, load_settings, look_at_settings, with_secret
from app.config.terms import Terms

__all__ = [
    "MIGRATIONS",
    "STATIC",
    "TABLE",
    "TEMPLATES",
    "Setting",
    "SettingError",
    "Settings",
    "Terms",
    "load_settings",
    "look_at_settings",
    "with_secret",
]
