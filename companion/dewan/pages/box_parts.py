"""What the pages of a box share: its parts, and what their buttons record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.dewan.formats.look import GROUNDS
from companion.dewan.pages.box_layouts import player_numbers
from companion.dewan.rules.tiles import StoryTile, Tile
from companion.dewan.rules.words import STORY_TILES, TERRAIN_CARDS, ScenarioName
from companion.formats.faults import MOST_TEXT, BadInput, Fault
from companion.games.contract import Json

PARTS = ("tiles", "cards", "stories", "colors", "layouts", "look", "photos", "share")


@dataclass(frozen=True)
class PartView:
    """One part of the box in its list of parts. ``wanted``: as many as every copy has, where that is known."""

    name: str
    number: int
    wanted: int | None = None


def parts(counts: Mapping[str, int], learned: int | None = None) -> tuple[PartView, ...]:
    """``counts``: as the summary of the box says them. ``learned``: of how many grounds it is known how they look."""
    layouts = sum(len(player_numbers(scenario)) for scenario in ScenarioName)
    wanted = {"cards": TERRAIN_CARDS, "stories": STORY_TILES, "layouts": layouts}
    return (
        *(PartView(name, counts[name], wanted.get(name)) for name in PARTS if name in counts),
        *([PartView("look", learned, len(GROUNDS))] if learned is not None else []),
    )


def empty_box(name: str) -> Json:
    return {"format": "dewan-box/1", "name": name}


def shortened_name(name: str) -> str:
    """A name a box may have, also when words were put around it."""
    return name if len(name) <= MOST_TEXT else name[: MOST_TEXT - 1] + "…"


# What is recorded


def edit(what: str, changes: Sequence[Json], name: str | None = None) -> Json:
    body: Json = {"what": what, "changes": list(changes)}
    return body | {"name": name} if name else body


def put(what: str, place: int | None, value: Json, name: str) -> Json:
    """A piece added, or put in place of another."""
    if place is None:
        return edit(what, [{"op": "add", "path": f"/{what}/-", "value": value}], name)
    return edit(what, [{"op": "replace", "path": f"/{what}/{place}", "value": value}], name)


def take_out(what: str, place: int, name: str) -> Json:
    return edit(what, [{"op": "remove", "path": f"/{what}/{place}"}], name)


def place_of(pieces: Sequence[Tile | StoryTile], name: str) -> int | None:
    """Where the piece with this name stands. Raises BadInput when it is gone; None when none is asked for."""
    if not name:
        return None
    for place, piece in enumerate(pieces):
        if piece.id == name:
            return place
    raise BadInput([Fault("edit", "boxline.gone", {"name": name[:MOST_TEXT]})])
