"""The rules of Dewan. ``game`` is the door out; a comment's ``D-...`` or ``R-...`` is a rule of ``docs/rules.md``."""
