"""Companion inside a browser, without a server: what packs it (``companion pack``), and what runs in there."""
