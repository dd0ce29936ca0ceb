"""The law of Klondike: pure values and functions that know no clock, store, player or language."""
