"""Who sits where: names, colours and the start player, as the set-up page of any game keeps them.

Everything lives in the form, so the page works the same with and without scripts. A button's ``do`` is a verb with
its arguments, e.g. ``color:2:indigo``: seat 2 takes indigo, and whoever had it takes what seat 2 gives up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

FEWEST, MOST = 2, 4
BY_LOT = "lot"
MOST_KEPT = 300
"""Letters of a text somebody typed that the page gives back; anything longer is not a name."""
Fields = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Seating:
    """Names and colours of all four seats are kept, also of those nobody sits on just now."""

    players: int = 3
    names: tuple[str, ...] = ("",) * MOST
    colors: tuple[str, ...] = ("",) * MOST
    first: str = BY_LOT
    """The seat of the first player, counted from 1, or by lot (R-45, V-SETUP-07)."""
    title: str = ""
    box: str = ""
    ticked: tuple[str, ...] = ()
    """Lines of the list that are done on the table."""
    too_many: int = 0
    """How many players were sent, where that is more than there are seats."""

    @property
    def seats(self) -> range:
        return range(self.players)

    @property
    def opposite(self) -> bool:
        """Partners sit opposite."""
        return False

    def team(self, seat: int) -> str | None:
        return None


Draft = TypeVar("Draft", bound=Seating)


def given_seats(fields: Fields) -> dict[str, Any]:
    """What was sent of the seats, as far as it makes sense; the rest as on a fresh page."""
    names = tuple(kept(name) for name in fields.get("name", ()))
    given, first = one(fields, "players"), one(fields, "first")
    players = int(given) if given in map(str, range(FEWEST, MOST + 1)) else min(max(len(names), FEWEST), MOST)
    if not given and not names:
        players = Seating.players
    return {
        "players": players,
        "names": (*names, *("",) * MOST)[:MOST],
        "colors": (*map(kept, fields.get("color", ())), *("",) * MOST)[:MOST],
        "first": first if first in map(str, range(1, MOST + 1)) else BY_LOT,
        "title": kept(one(fields, "title")),
        "ticked": tuple(kept(tick) for tick in fields.get("tick", ())[:20]),
        "too_many": len(names) if len(names) > MOST else 0,
    }


def one(fields: Fields, key: str, default: str = "") -> str:
    return (fields.get(key) or [default])[0]


def kept(text: str) -> str:
    return text[:MOST_KEPT]


def tapped_seats(draft: Draft, do: str) -> Draft:
    """The draft after a button of the seats; one that does not exist changes nothing."""
    verb, _, rest = do.partition(":")
    seat_text, _, value = rest.partition(":")
    seat = int(seat_text) - 1 if seat_text in map(str, range(1, MOST + 1)) else None
    if verb == "players" and rest in map(str, range(FEWEST, MOST + 1)):
        return replace(draft, players=int(rest))
    if verb == "first" and (rest == BY_LOT or seat is not None):
        return replace(draft, first=rest)
    if verb == "color" and seat is not None:
        return _with_color(draft, seat, value)
    if verb == "later" and seat is not None and seat + 1 < draft.players:
        return _swapped(draft, seat, seat + 1)
    if verb == "earlier" and seat:
        return _swapped(draft, seat, seat - 1)
    if verb == "friend" and rest:
        return _with_friend(draft, kept(rest))
    return draft


def _with_friend(draft: Draft, name: str) -> Draft:
    """Somebody who played before takes the first seat without a name, and leaves it with the next tap."""
    names = list(draft.names)
    if name in names[: draft.players]:
        names[names.index(name)] = ""
    elif "" in (free := [one.strip() for one in names[: draft.players]]):
        names[free.index("")] = name
    elif draft.players < MOST:
        names[draft.players] = name
        return replace(draft, names=tuple(names), players=draft.players + 1)
    return replace(draft, names=tuple(names))


def _with_color(draft: Draft, seat: int, color: str) -> Draft:
    given_up = draft.colors[seat]
    colors = [given_up if one == color else one for one in draft.colors]
    colors[seat] = color
    return replace(draft, colors=tuple(colors))


def _swapped(draft: Draft, a: int, b: int) -> Draft:
    """Two players change seats; colour and feather go with them."""

    def swap(values: Sequence[str]) -> tuple[str, ...]:
        changed = list(values)
        changed[a], changed[b] = changed[b], changed[a]
        return tuple(changed)

    seats = {str(a + 1): str(b + 1), str(b + 1): str(a + 1)}
    return replace(draft, names=swap(draft.names), colors=swap(draft.colors), first=seats.get(draft.first, draft.first))


def settled_seats(draft: Draft, palette: Sequence[str]) -> Draft:
    """What follows from the rest: who starts sits at the table, and every seat has a colour."""
    if draft.first != BY_LOT and int(draft.first) > draft.players:
        draft = replace(draft, first=BY_LOT)
    free = [color for color in palette if color not in draft.colors]
    colors = [color if color in palette else (free.pop(0) if free else color) for color in draft.colors]
    return replace(draft, colors=tuple(colors))


def first_name(draft: Seating, names: Sequence[str]) -> str | None:
    return None if draft.first == BY_LOT else names[int(draft.first) - 1]
