"""Klondaily: Klondike solitaire with a daily deal, served from a machine of your own."""

__version__ = "0.1.0"
