"""My box by photos of its pieces."""
