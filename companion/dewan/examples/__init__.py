"""Drawn examples of the rules, as data: small boards in ASCII, and what they claim."""
