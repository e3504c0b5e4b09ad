"""Standings in the words of one language: what their files are made from."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SharedStandings:
    """``rows``: as they are to be read, the place first, then the name."""

    name: str
    subtitle: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    made_with: str
