"""What a photo shows against what is recorded: camps, tiles, grounds, each with the correction that settles it.

A photo knows neither origin nor direction of the record's coordinates: the reading is turned and moved until it lies on
the recorded map. Markers cover what is printed, so a space agrees with either.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.dewan.pages.changes import Changes, space_changes
from companion.dewan.pages.photo.photo_map import GROUNDS, PhotoMap
from companion.dewan.rules.board import Board
from companion.dewan.rules.play import Play
from companion.dewan.rules.tiles import Box, Icon, LaidTile
from companion.dewan.rules.words import BERRIES_PER_SYMBOL, Ground, Landmark
from companion.rules.hexes import Hex, distance

SAME_MAP = 0.6
"""At least this share of the recorded spaces must agree, or the photo shows another map. Two tiles of four may be
turned, and half of their spaces still agree by chance."""


@dataclass(frozen=True)
class Difference:
    """At a space of the record, which in the photo is ``there``.

    ``kind``: a camp in the photo alone (``extra``), in the record alone (``missing``), elsewhere in the photo
    (``moved``, by the record's coordinates ``to``), of another player (``other``); a tile ``turned``, or another
    ``tile`` lying there; or another ``ground``. ``recorded`` and ``seen`` are names of players, tiles or grounds.
    ``lays``: the tile of the photo, where it lies in the record's coordinates.
    """

    kind: str
    at: Hex
    there: Hex
    recorded: str | None
    seen: str | None
    doubtful: bool = False
    was: LaidTile | None = None
    lays: LaidTile | None = None
    to: Hex | None = None

    @property
    def key(self) -> str:
        """What it is called in a form."""
        return f"{self.kind} {self.at.q},{self.at.r} {self.seen or ''}"

    @property
    def spaces(self) -> tuple[Hex, ...]:
        return tuple(sorted(self.lays.spaces())) if self.lays else (self.at,)


def compare(recorded: Board, seen: PhotoMap, box: Box) -> tuple[Difference, ...] | None:
    """None when the photo does not show this map."""
    found = laid_over(recorded, seen.ground)
    if found is None:
        return None
    turn, move = found
    there = {at.turned(turn).moved(move): at for at in seen.ground}
    tiles = tuple(_tiles(recorded, seen, box, turn, move, there))
    explained = {at for one in tiles for at in one.spaces}
    return (*tiles, *_grounds(recorded, seen, there, explained), *_moved(_camps(recorded, seen, there)))


def _camps(recorded: Board, seen: PhotoMap, there: Mapping[Hex, Hex]) -> Iterable[Difference]:
    shown = seen.board.camps
    for at in sorted(recorded.printed):
        if at not in there:
            continue
        camp, other = recorded.camps.get(at), shown.get(there[at])
        names = (camp.player if camp else None, other.player if other else None)
        if names[0] != names[1]:
            if camp and camp.starting and other is None:
                continue  # a starting camp never leaves the map: something hides it
            kind = "extra" if names[0] is None else "missing" if names[1] is None else "other"
            yield Difference(kind, at, there[at], *names, doubtful=there[at] in seen.doubtful_camps)


def _moved(camps: Iterable[Difference]) -> Iterable[Difference]:
    """Where a player's camp is missing and another one is too many, it is one camp, recorded on a wrong space."""
    found = list(camps)
    extra = [one for one in found if one.kind == "extra"]
    for one in found:
        own = [other for other in extra if other.seen == one.recorded]
        if one.kind == "missing" and own:
            there = min(own, key=lambda other: distance(one.at, other.at))
            extra.remove(there)
            yield replace(there, kind="moved", at=one.at, recorded=one.recorded, to=there.at)
        elif one.kind != "extra":
            yield one
    yield from extra


def _tiles(
    recorded: Board, seen: PhotoMap, box: Box, turn: int, move: Hex, there: Mapping[Hex, Hex]
) -> Iterable[Difference]:
    for at, laid in sorted(seen.tiles.items()):
        lays = LaidTile(laid.tile, at.turned(turn).moved(move), (laid.rotation + turn) % 6)
        if not all(at in recorded.printed for at in lays.spaces()) or _shows(recorded, lays):
            continue
        was = _recorded_tile(recorded, lays, box)
        if was is None:
            continue
        kind = "turned" if was.tile.id == lays.tile.id else "tile"
        doubtful = not seen.doubtful.isdisjoint(seen.flowers[at])
        yield Difference(kind, lays.at, there[lays.at], was.tile.id, lays.tile.id, doubtful, was, lays)


def _shows(recorded: Board, laid: LaidTile) -> bool:
    return all(space.ground in (recorded.printed[at], recorded.ground[at]) for at, space in laid.spaces().items())


def _recorded_tile(recorded: Board, lays: LaidTile, box: Box) -> LaidTile | None:
    """The tile the record has at this place, rather the same one turned; whose icons are recorded, rather."""
    candidates = [
        laid
        for tile in (lays.tile, *(tile for tile in box.tiles if tile.id != lays.tile.id))
        for laid in (LaidTile(tile, lays.at, rotation) for rotation in range(6))
        if set(laid.spaces()) == set(lays.spaces())
        and all(space.ground is recorded.printed[at] for at, space in laid.spaces().items())
    ]
    icons = set(recorded.icons)
    return max(candidates, key=lambda laid: icons.issuperset(laid.icons()), default=None)


def _grounds(recorded: Board, seen: PhotoMap, there: Mapping[Hex, Hex], explained: set[Hex]) -> Iterable[Difference]:
    for at in sorted(recorded.printed):
        if at in explained or at not in there:
            continue
        ground = seen.ground[there[at]]
        if ground not in (recorded.printed[at], recorded.ground[at]):
            yield Difference("ground", at, there[at], recorded.printed[at], ground, doubtful=there[at] in seen.doubtful)


def laid_over(recorded: Board, seen: Mapping[Hex, Ground]) -> tuple[int, Hex] | None:
    """The turn and the move under which most spaces agree; None where too few do."""
    best: tuple[int, int, Hex] | None = None
    for turn in range(6):
        votes: Counter[Hex] = Counter()
        turned = [(at.turned(turn), ground) for at, ground in seen.items()]
        for here, ground in recorded.printed.items():
            votes.update(Hex(here.q - at.q, here.r - at.r) for at, other in turned if other == ground)
        if votes:
            move, agreed = votes.most_common(1)[0]
            if best is None or agreed > best[0]:
                best = (agreed, turn, move)
    if best is None or best[0] < SAME_MAP * len(recorded.printed):
        return None
    return best[1], best[2]


def settling_changes(play: Play, difference: Difference) -> Changes:
    """The correction after which the record says what the photo shows."""
    board, at = play.table.board, difference.at
    if difference.to:
        return [{"do": "move-camp", "at": list(at), "to": list(difference.to)}]
    if difference.kind in ("extra", "missing", "other"):
        if board.printed.get(at) is Landmark.START and difference.seen:
            return _seat_changes(board, at, difference.recorded, difference.seen)
        return space_changes(play, at, difference.seen, board.berries.get(at, 0), board.markers.get(at))
    printed, berries, icons = dict(board.printed), dict(board.berries), board.icons
    if difference.was and difference.lays:
        was, lays = difference.was, difference.lays
        printed |= {at: space.ground for at, space in lays.spaces().items()}
        berries = _moved_berries(board, was, lays)
        gone = set(was.icons()) - set(lays.icons())
        icons = tuple(dict.fromkeys([*(icon for icon in icons if icon not in gone), *lays.icons()]))
    elif difference.seen:
        printed[at] = GROUNDS[difference.seen]
    return _map_changes(replace(board, printed=printed, berries=berries, icons=icons))


def _seat_changes(board: Board, at: Hex, recorded: str | None, seen: str) -> Changes:
    """Every player has one starting tile: who takes another one gives theirs to the player it was recorded for."""
    own = next((one for one, camp in board.camps.items() if camp.starting and camp.player == seen), None)
    if own is not None and recorded is None:
        return [{"do": "move-camp", "at": list(own), "to": list(at)}]
    changes: Changes = [{"do": "set-camp", "at": list(at), "player": seen}]
    if own is not None:
        changes.append({"do": "set-camp", "at": list(own), "player": recorded})
    return changes


def _moved_berries(board: Board, was: LaidTile, lays: LaidTile) -> dict[Hex, int]:
    """Berries lie on symbols: they go with a tile that is turned; on another one nobody has taken any."""
    berries = {at: count for at, count in board.berries.items() if at not in lays.spaces()}
    for on_tile, space in lays.tile.spaces.items():
        if was.tile.id == lays.tile.id:
            count = board.berries.get(was.place(on_tile), 0)
        else:
            count = BERRIES_PER_SYMBOL if space.berry else 0
        if count:
            berries[lays.place(on_tile)] = count
    return berries


def _map_changes(board: Board) -> Changes:
    spaces = [
        {"at": list(at), "terrain": ground, **({"berries": board.berries[at]} if board.berries.get(at) else {})}
        for at, ground in sorted(board.printed.items())
    ]
    return [{"do": "set-ground", "spaces": spaces, "icons": [_icon(icon) for icon in board.icons]}]


def _icon(icon: Icon) -> dict[str, object]:
    return {"kind": icon.kind, "between": [list(at) for at in icon.between]}
