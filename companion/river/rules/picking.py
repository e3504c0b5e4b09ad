"""Which of the things that lie open was taken, told by its place or by what it shows."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from companion.river.rules.tiles import Building, Tile
from companion.rules.verdict import Reason

Thing = TypeVar("Thing", Tile, Building)


class Impossible(Exception):
    """The action cannot be carried out at all."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason


def alike(one: Thing, other: Thing) -> bool:
    """They show the same; the name in the box does not matter."""
    return replace(one, id=None) == replace(other, id=None)


def pick(
    things: tuple[Thing, ...] | None, place: int | None, given: Thing | None, unknown: Thing
) -> tuple[Thing, tuple[Thing, ...] | None]:
    """The thing, and what stays. Raises Impossible for a place that is not there.

    Without a place: one that looks as told, else one nobody has described, else the only one. A thing that lies there
    undescribed may be told now.
    """
    if place is None:
        place = _place_of(things or (), given, unknown)
    if not things or place is None:
        return given or unknown, things
    if place > len(things):
        raise Impossible(Reason("river.no-such-place", "V-TILE-01", params={"place": place}))
    seen = things[place - 1]
    return (given if given is not None and seen == unknown else seen), things[: place - 1] + things[place:]


def _place_of(things: Sequence[Thing], given: Thing | None, unknown: Thing) -> int | None:
    for place, thing in enumerate(things, start=1):
        if given is not None and alike(thing, given):
            return place
    if unknown in things:
        return things.index(unknown) + 1
    return 1 if given is None and len(things) == 1 else None
