"""Photos of the map: take one, wait, look it over, accept it as the map or compare it with the record."""

from companion.dewan.pages.photo import aim as photo_aim
from companion.dewan.pages.photo import album as photo_album
from companion.dewan.pages.photo import at_hand as photo_at_hand
from companion.dewan.pages.photo import board_answers as photo_board_answers
from companion.dewan.pages.photo import board_sending as photo_board_sending
from companion.dewan.pages.photo import boards as photo_boards
from companion.dewan.pages.photo import compare as photo_compare
from companion.dewan.pages.photo import piece_pages as photo_pieces
from companion.dewan.pages.photo import review as photo_review
from companion.dewan.pages.photo import taps as photo_taps
from companion.dewan.pages.photo import update as photo_update
from companion.dewan.pages.photo.taking import bp

__all__ = [
    "bp",
    "photo_aim",
    "photo_album",
    "photo_at_hand",
    "photo_board_answers",
    "photo_board_sending",
    "photo_boards",
    "photo_compare",
    "photo_pieces",
    "photo_review",
    "photo_taps",
    "photo_update",
]
