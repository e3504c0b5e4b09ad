"""The rules of The River. Nothing here knows another game."""
