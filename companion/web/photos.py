"""Photos of the map: take one, wait, look it over, accept it as the map or compare it with the record."""

from companion.web import photo_album, photo_compare, photo_review, photo_taps
from companion.web.photo_taking import bp

__all__ = ["bp", "photo_album", "photo_compare", "photo_review", "photo_taps"]
