"""The reader of terrain tiles and river boards; it runs in a process of its own."""
