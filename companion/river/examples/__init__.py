"""Drawn examples of the rules of The River."""
