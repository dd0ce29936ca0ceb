"""Where the folders that are no Python stand: beside app/ in a checkout, in app/shipped/ once installed."""

from pathlib import Path

_APP = Path(__file__).resolve().parent.parent
_ROOT = _APP.parent if (_APP.parent / "pyproject.toml").is_file() else _APP / "shipped"

MIGRATIONS = _ROOT / "migrations"
STATIC = _ROOT / "static"
TEMPLATES = _ROOT / "templates"
