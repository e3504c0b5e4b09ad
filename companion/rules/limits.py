"""Limits of the values of an action, for ``Annotated`` types: what a reader refuses and a schema says."""

from typing import NamedTuple


class Range(NamedTuple):
    """The least and the most of a number."""

    least: int
    most: int


class Size(NamedTuple):
    """How many a list or a mapping has."""

    most: int
    least: int = 0


class OneOf(NamedTuple):
    """The only words of an enumeration that may be said here."""

    words: tuple[str, ...]


class AlwaysWritten(NamedTuple):
    """Written even where it has its default value."""


ALWAYS_WRITTEN = AlwaysWritten()
