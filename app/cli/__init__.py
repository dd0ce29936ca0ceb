"""The command line. Each module here that has `add_parser` and `run` is a command."""
