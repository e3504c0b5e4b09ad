"""Maps, cards and story tiles as pictures."""
