"""A reading of a photo as somebody looks it over: what was read, what they corrected since, and the map it makes.

The corrections are the draft, one after the other; leaving out the last is undo. Pure: the same reading and the same
corrections always give the same map.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import Any, NamedTuple

from companion.dewan.formats.box import write_box
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.table import Player
from companion.dewan.rules.tiles import Box, LaidTile, Tile, lay
from companion.dewan.rules.words import Ground, Landmark, Terrain
from companion.dewan.vision.settings import DOUBT
from companion.games.contract import Json
from companion.rules.hexes import Hex

MOST_CHANGES = 300
_UNLIKELY = 1e-3
"""What the reader gives no share at all may still be so."""

GROUNDS: Mapping[str, Ground] = {
    **{terrain.value: terrain for terrain in Terrain},
    Landmark.START.value: Landmark.START,
    Landmark.VOLCANO.value: Landmark.VOLCANO,
}
Point = tuple[float, float]


class PhotoChange(NamedTuple):
    """What somebody corrected at one space.

    ``do``: ``ground`` (``value`` is a ground), ``turn`` (the tile, by so many sixths), ``tile`` (another one lies
    there), ``camp`` (of this colour, none if empty), ``move`` (the camp of the space ``value`` stands here),
    ``fine`` (it is as read); or ``color``: all camps of the colour
    ``value`` are those of the colour ``other``, or no camps if that is empty.
    """

    do: str
    at: Hex
    value: str = ""
    other: str = ""


@dataclass(frozen=True)
class SeenSpace:
    """One space as the reader saw it, in pixels of the picture; ``shares``: how likely each ground is, best first."""

    at: Hex
    centre: Point
    corners: tuple[Point, ...]
    shares: tuple[tuple[Ground, float], ...]

    @property
    def confidence(self) -> float:
        return self.shares[0][1]

    def share(self, ground: Ground) -> float:
        return next((share for one, share in self.shares if one is ground), 0.0)

    @property
    def radius(self) -> float:
        """To the nearest corner."""
        x, y = self.centre
        return min((((x - a) ** 2 + (y - b) ** 2) ** 0.5 for a, b in self.corners), default=0.0)


@dataclass(frozen=True)
class PhotoMap:
    """``tiles``: what lies at each flower's centre, where it is known. ``camps``: colours, as the box names them."""

    read: Mapping[Hex, SeenSpace]
    size: tuple[int, int]
    ground: Mapping[Hex, Ground]
    flowers: Mapping[Hex, frozenset[Hex]]
    tiles: Mapping[Hex, LaidTile]
    camps: Mapping[Hex, str]
    doubtful: frozenset[Hex]
    doubtful_camps: frozenset[Hex]
    berries: Mapping[Hex, int] = field(default_factory=dict)
    """Tokens lying there."""
    markers: Mapping[Hex, str] = field(default_factory=dict)
    unsure: frozenset[Hex] = frozenset()
    """Spaces whose berries or marker the reader is not sure of."""
    colors: Mapping[str, str] = field(default_factory=dict)
    """Who plays which colour."""

    @property
    def complete(self) -> bool:
        """Every space belongs to a tile that is known, so icons and berries are."""
        return bool(self.tiles) and dict(lay(self.tiles.values()).spaces) == dict(self.ground)

    @property
    def board(self) -> Board:
        printed = lay(self.tiles.values()) if self.complete else None
        camps = {
            at: Camp(self.colors[color], starting=self.ground[at] is Landmark.START)
            for at, color in self.camps.items()
            if color in self.colors and at in self.ground
        }
        if printed:
            return Board(self.ground, printed.icons, printed.berries, camps)
        return Board(self.ground, camps=camps)

    @property
    def open_starts(self) -> tuple[Hex, ...]:
        """Starting tiles on which no camp of a player is seen."""
        starts = (at for at, ground in sorted(self.ground.items()) if ground is Landmark.START)
        return tuple(at for at in starts if self.camps.get(at) not in self.colors)

    @property
    def seatless(self) -> tuple[str, ...]:
        """The colours of players of whom no camp stands on a starting tile."""
        seated = {color for at, color in self.camps.items() if self.ground.get(at) is Landmark.START}
        return tuple(color for color in self.colors if color not in seated)

    @property
    def unknown_camps(self) -> Mapping[str, tuple[Hex, ...]]:
        """Camps in colours nobody at the table plays."""
        found: dict[str, tuple[Hex, ...]] = {}
        for at, color in sorted(self.camps.items()):
            if color not in self.colors:
                found[color] = (*found.get(color, ()), at)
        return found

    def flower_at(self, at: Hex) -> Hex | None:
        return next((centre for centre, spaces in self.flowers.items() if at in spaces), None)


def photo_map(
    reading: Mapping[str, Any], changes: Iterable[PhotoChange], players: Sequence[Player], box: Box, begun: bool = True
) -> PhotoMap:
    """The map of a reading with what people corrected since; a correction that makes no sense changes nothing.

    ``begun``: before the first move only starts hold camps, so nothing else is taken for one.
    """
    read = {space.at: space for space in map(_space, reading.get("spaces", ()))}
    if not begun:
        starts = {at for at, space in read.items() if space.shares[0][0] is Landmark.START}
        held = {
            key: [one for one in reading.get(key, ()) if Hex(*one["at"]) in starts] for key in ("camps", "maybe_camps")
        }
        reading = {**reading, **held, "markers": ()}
    tiles = {laid.at: laid for laid in _tiles(reading, box) if set(laid.spaces()) <= set(read)}
    draft = _Draft(
        read,
        box,
        {at: space.shares[0][0] for at, space in read.items()},
        {at: frozenset(laid.spaces()) for at, laid in tiles.items()},
        tiles,
        {Hex(*camp["at"]): str(camp["color"]) for camp in reading.get("camps", ()) if Hex(*camp["at"]) in read},
        {at for at, space in read.items() if space.confidence < DOUBT},
        {Hex(*camp["at"]) for camp in _unsure_camps(reading) if Hex(*camp["at"]) in read},
        {Hex(*one["at"]): str(one["kind"]) for one in reading.get("markers", ()) if Hex(*one["at"]) in read},
        {
            Hex(*one["at"])
            for one in (*reading.get("berries", ()), *reading.get("markers", ()))
            if one["confidence"] < DOUBT
        },
    )
    for change in list(changes)[:MOST_CHANGES]:
        draft.apply(change)
    width, height = reading.get("size_px", (0, 0))
    return PhotoMap(
        read,
        (int(width), int(height)),
        draft.ground,
        draft.flowers,
        draft.tiles,
        draft.camps,
        frozenset(draft.doubtful),
        frozenset(draft.doubtful_camps),
        {Hex(*one["at"]): int(one["count"]) for one in reading.get("berries", ()) if Hex(*one["at"]) in read},
        draft.markers,
        frozenset(draft.unsure),
        {player.color: player.name for player in players if player.color},
    )


def _space(entry: Mapping[str, Any]) -> SeenSpace:
    others = ((GROUNDS[one["terrain"]], float(one["confidence"])) for one in entry.get("alternatives", ()))
    return SeenSpace(
        Hex(*entry["at"]),
        (entry["centre_px"][0], entry["centre_px"][1]),
        tuple((x, y) for x, y in entry.get("corners_px", ())),
        ((GROUNDS[entry["terrain"]], float(entry["confidence"])), *others),
    )


def _tiles(reading: Mapping[str, Any], box: Box) -> Iterable[LaidTile]:
    for entry in reading.get("tiles", ()):
        tile = box.tile(entry["id"])
        if tile is not None:
            yield LaidTile(tile, Hex(*entry["centre"]), entry["rotation"])


def _unsure_camps(reading: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    yield from (camp for camp in reading.get("camps", ()) if camp["confidence"] < DOUBT)
    yield from reading.get("maybe_camps", ())


@dataclass
class _Draft:
    read: Mapping[Hex, SeenSpace]
    box: Box
    ground: dict[Hex, Ground]
    flowers: dict[Hex, frozenset[Hex]]
    tiles: dict[Hex, LaidTile]
    camps: dict[Hex, str]
    doubtful: set[Hex]
    doubtful_camps: set[Hex]
    markers: dict[Hex, str]
    unsure: set[Hex]

    def apply(self, change: PhotoChange) -> None:
        at, value = change.at, change.value
        if change.do == "color":
            named = {at: change.other if color == value else color for at, color in self.camps.items()}
            self.camps = {at: color for at, color in named.items() if color}
        if at not in self.ground:
            return
        if change.do == "ground" and value in GROUNDS:
            self._paint(at, GROUNDS[value])
        elif change.do == "turn":
            self._turn(at, int(value) if value in ("1", "-1") else 1)
        elif change.do == "tile" and (tile := self.box.tile(value)) is not None:
            self._swap(at, tile)
        elif change.do == "camp":
            self.camps.pop(at, None)
            if value:
                self.camps[at] = value
            self.doubtful_camps.discard(at)
        elif change.do == "marker":
            self.markers.pop(at, None)
            if value:
                self.markers[at] = value
            self.unsure.discard(at)
        elif change.do == "move":
            self._move(value, at)
        elif change.do == "fine":
            self._checked([at])
            self.doubtful_camps.discard(at)

    def _move(self, source: str, at: Hex) -> None:
        """The camp there, or, where none stands, the marker."""
        before = next((one for one in (*self.camps, *self.markers) if f"{one.q},{one.r}" == source), None)
        if before in self.camps:
            self.doubtful_camps.difference_update({before, at})
            self.camps[at] = self.camps.pop(before)
        elif before is not None:
            self.unsure.difference_update({before, at})
            self.markers[at] = self.markers.pop(before)

    def _checked(self, spaces: Iterable[Hex]) -> None:
        self.doubtful.difference_update(spaces)

    def _centre(self, at: Hex) -> Hex | None:
        return next((centre for centre, spaces in self.flowers.items() if at in spaces), None)

    def _paint(self, at: Hex, ground: Ground) -> None:
        """The tile is then another one, if there is one that shows all of this; else nobody knows which."""
        self.ground[at] = ground
        self._checked([at])
        centre = self._centre(at)
        if centre is None:
            return
        old = self.tiles.pop(centre, None)
        used = {laid.tile.id for laid in self.tiles.values()}
        candidates = [old.tile] if old else []
        candidates += [tile for tile in self.box.tiles if tile.id not in used and tile not in candidates]
        for laid in (LaidTile(tile, centre, turn) for tile in candidates for turn in range(6)):
            spaces = laid.spaces()
            if set(spaces) == self.flowers[centre] and all(self.ground[at] is s.ground for at, s in spaces.items()):
                self.tiles[centre] = laid
                return

    def _turn(self, at: Hex, steps: int) -> None:
        centre = self._centre(at)
        laid = self.tiles.get(centre) if centre is not None else None
        if laid is not None:
            self._lay(LaidTile(laid.tile, laid.at, (laid.rotation + steps) % 6))

    def _swap(self, at: Hex, tile: Tile) -> None:
        """A tile that lies elsewhere changes places with the one here."""
        centre = self._centre(at)
        if centre is None:
            return
        here = self.tiles.get(centre)
        there = next((at for at, laid in self.tiles.items() if laid.tile.id == tile.id and at != centre), None)
        if there is not None and here is not None:
            self._lay(best_turn(here.tile, there, self.read))
        elif there is not None:
            del self.tiles[there]
        self._lay(best_turn(tile, centre, self.read))

    def _lay(self, laid: LaidTile) -> None:
        spaces = laid.spaces()
        if laid.at in self.flowers and spaces.keys() == self.flowers[laid.at]:
            self.tiles[laid.at] = laid
            self.ground.update({at: space.ground for at, space in spaces.items()})
            self._checked(spaces)


def best_turn(tile: Tile, centre: Hex, read: Mapping[Hex, SeenSpace]) -> LaidTile:
    """The tile at this place, turned as the photo shows it best."""
    return max((LaidTile(tile, centre, turn) for turn in range(6)), key=lambda laid: likeness(laid, read))


def likeness(laid: LaidTile, read: Mapping[Hex, SeenSpace]) -> float:
    """How well the photo agrees with the tile lying like this; higher is better."""
    return sum(
        log(max(read[at].share(space.ground), _UNLIKELY)) if at in read else log(_UNLIKELY)
        for at, space in laid.spaces().items()
    )


def tiles_for(seen: PhotoMap, centre: Hex, box: Box) -> tuple[LaidTile, ...]:
    """The tiles of the box that may lie at this place, the one that looks most like it first."""
    fitting = (best_turn(tile, centre, seen.read) for tile in box.tiles)
    there = (laid for laid in fitting if set(laid.spaces()) == seen.flowers[centre])
    return tuple(sorted(there, key=lambda laid: -likeness(laid, seen.read)))


def moved(seen: PhotoMap, turn: int, move: Hex) -> PhotoMap:
    """The same map in other coordinates: those of the record, where it shows the recorded map."""

    def there(at: Hex) -> Hex:
        return at.turned(turn).moved(move)

    return replace(
        seen,
        read={there(at): replace(space, at=there(at)) for at, space in seen.read.items()},
        ground={there(at): ground for at, ground in seen.ground.items()},
        flowers={there(at): frozenset(map(there, spaces)) for at, spaces in seen.flowers.items()},
        tiles={
            there(at): LaidTile(laid.tile, there(at), (laid.rotation + turn) % 6) for at, laid in seen.tiles.items()
        },
        camps={there(at): color for at, color in seen.camps.items()},
        doubtful=frozenset(map(there, seen.doubtful)),
        doubtful_camps=frozenset(map(there, seen.doubtful_camps)),
        berries={there(at): count for at, count in seen.berries.items()},
        markers={there(at): kind for at, kind in seen.markers.items()},
        unsure=frozenset(map(there, seen.unsure)),
    )


def map_body(seen: PhotoMap, box: Box, with_camps: bool, before: Board | None = None) -> Json:
    """The body of the ``map`` entry that makes it the table's map.

    ``before``: the recorded map where it is the same one, in the same coordinates: berries lie where they lay, and
    camps stand where they stood unless the photo is to say so. Of any other map nothing stays.
    """
    board = seen.board
    berries = before.berries if before else board.berries
    drawn: Json
    if seen.complete:
        tiles = tuple(laid.tile for laid in seen.tiles.values())
        drawn = {
            "box": write_box(Box(box.name, tiles=tiles)),
            "tiles": [
                {"tile": laid.tile.id, "at": list(at), "rotation": laid.rotation}
                for at, laid in sorted(seen.tiles.items())
            ],
            "berries": [{"at": list(at), "count": n} for at, n in sorted(berries.items()) if at in board.printed],
        }
    else:
        drawn = {
            "spaces": [
                {"at": list(at), "terrain": ground, **({"berries": berries[at]} if at in berries else {})}
                for at, ground in sorted(board.printed.items())
            ]
        }
    if with_camps or not before:
        drawn["camps"] = [
            {"player": camp.player, "at": list(at), "starting": False}
            for at, camp in sorted(board.camps.items())
            if with_camps and not camp.starting
        ]
    if not before:
        drawn["markers"] = []
    starts = {camp.player: list(at) for at, camp in board.camps.items() if camp.starting}
    return {"map": drawn, "starts": starts}
