"""The pages that belong to no game: each asks the game of its table for what is its own."""
