"""Photos of the map: take one, wait, look it over, accept it as the map or compare it with the record."""

from companion.web.photo import album as photo_album
from companion.web.photo import compare as photo_compare
from companion.web.photo import review as photo_review
from companion.web.photo import taps as photo_taps
from companion.web.photo.taking import bp

__all__ = ["bp", "photo_album", "photo_compare", "photo_review", "photo_taps"]
