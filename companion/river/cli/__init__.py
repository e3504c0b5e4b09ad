"""The River in the terminal."""
