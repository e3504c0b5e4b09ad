"""A reading of a photo as a map somebody may accept: what it shows, what is doubtful, and the entry that records it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Json
from companion.record.box import write_box
from companion.rules.dewan.board import Board, Camp
from companion.rules.dewan.table import Player
from companion.rules.dewan.tiles import Box, LaidTile, lay
from companion.rules.dewan.words import Ground, Landmark, Terrain
from companion.rules.hexes import Hex

DOUBT = 0.8
"""Below this confidence a space is marked for people to look at."""

GROUNDS: Mapping[str, Ground] = {
    **{terrain.value: terrain for terrain in Terrain},
    Landmark.START.value: Landmark.START,
    Landmark.VOLCANO.value: Landmark.VOLCANO,
}


@dataclass(frozen=True)
class PhotoMap:
    board: Board
    doubtful: tuple[Hex, ...]
    tiles: tuple[LaidTile, ...]
    """The tiles of the box, if every space belongs to one and nobody has changed any."""
    unknown_camps: tuple[tuple[Hex, str], ...]
    """Camps in a colour nobody at the table plays."""


def photo_map(
    reading: Mapping[str, Any], changes: Mapping[tuple[int, int], str], players: tuple[Player, ...], box: Box
) -> PhotoMap:
    """The map of a reading, with what people corrected since."""
    spaces = {Hex(*space["at"]): GROUNDS[space["terrain"]] for space in reading.get("spaces", ())}
    doubtful = [Hex(*space["at"]) for space in reading.get("spaces", ()) if space["confidence"] < DOUBT]
    for at, terrain in changes.items():
        spaces[Hex(*at)] = GROUNDS[terrain]
    tiles = _tiles(reading, box)
    printed = lay(tiles)
    if dict(printed.spaces) != spaces:
        tiles = ()
    by_color = {player.color: player.name for player in players}
    camps, unknown = {}, []
    for camp in reading.get("camps", ()):
        at, name = Hex(*camp["at"]), by_color.get(camp["color"])
        if name is None:
            unknown.append((at, str(camp["color"])))
        elif at in spaces:
            camps[at] = Camp(name, starting=spaces[at] is Landmark.START)
    board = Board(
        spaces,
        printed.icons if tiles else (),
        printed.berries if tiles else {},
        camps,
    )
    return PhotoMap(board, tuple(at for at in doubtful if (at.q, at.r) not in changes), tiles, tuple(unknown))


def _tiles(reading: Mapping[str, Any], box: Box) -> tuple[LaidTile, ...]:
    laid = []
    for read in reading.get("tiles", ()):
        tile = box.tile(read["id"])
        if tile is not None:
            laid.append(LaidTile(tile, Hex(*read["centre"]), read["rotation"]))
    return tuple(laid)


def map_body(seen: PhotoMap, box: Box, with_camps: bool) -> Json:
    """The body of the ``map`` entry that makes it the table's map."""
    board = seen.board
    drawn: Json
    if seen.tiles:
        drawn = {
            "box": write_box(box),
            "tiles": [{"tile": one.tile.id, "at": list(one.at), "rotation": one.rotation} for one in seen.tiles],
        }
    else:
        drawn = {"spaces": [{"at": list(at), "terrain": ground} for at, ground in sorted(board.printed.items())]}
    starts = {camp.player: list(at) for at, camp in board.camps.items() if camp.starting}
    if with_camps:
        drawn["camps"] = [
            {"player": camp.player, "at": list(at), "starting": False}
            for at, camp in sorted(board.camps.items())
            if not camp.starting and board.printed[at] is not Terrain.WATER
        ]
    return {"map": drawn, "starts": starts}
