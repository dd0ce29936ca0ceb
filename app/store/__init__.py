"""Where games, players and days are kept: SQLite in one file, or PostgreSQL, with the same functions on both."""
