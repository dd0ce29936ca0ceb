"""Puts the folders that stand beside app/ in a checkout into the package, where app/config/places.py finds them."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("migrations", "static", "templates")


class ShipFolders(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # an editable install is the checkout itself
            return
        for folder in FOLDERS:
            build_data["force_include"][folder] = f"app/shipped/{folder}"
