"""Pictures of tiles, story tiles, cards and player boards on a table, with truth: ``python -m bench.pieces.make``."""
