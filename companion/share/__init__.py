"""A finished game to take along: as words, as a table, as a picture, as a PDF file, and for another app."""
