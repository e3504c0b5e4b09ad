"""The River drawn: a river board with its tiles."""
