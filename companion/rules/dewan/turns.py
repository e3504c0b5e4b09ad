"""What a turn may do next, and what an action makes of it."""
