"""What every test may use; the databases come with their own plugin."""

from importlib.util import find_spec

pytest_plugins = ["tests.databases"] if find_spec("tests.databases") else []
