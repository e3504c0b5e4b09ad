"""Companion: the referee that lies next to the board."""

__version__ = "0.1.0"
