"""The log of a table: entries, where they are stored, and who is told about them. It knows no game."""
