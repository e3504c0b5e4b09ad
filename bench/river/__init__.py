"""Made pictures of The River: its terrain tiles, and river boards with tiles on them."""
