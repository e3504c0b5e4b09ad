"""Laying a map tile by tile: the moves somebody has made so far, and the pieces they leave on the table.

The moves are the draft: leaving out the last one is undo. A move that makes no sense is passed over, since they come
from an address anybody may type. Pure: the same moves always give the same pieces.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.dewan.formats.box import write_box
from companion.dewan.rules.board import Board
from companion.dewan.rules.setup import figures
from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import Box, LaidTile, Layout, Slot, Tile, TileKind, TileSpace, lay
from companion.dewan.rules.words import BERRIES_PER_SYMBOL, Landmark, ScenarioName, Terrain
from companion.games.contract import Lot
from companion.rules.hexes import SIDES, Hex

MOST_MOVES = 300
MOST_PIECES = 30
FURTHEST = 40
"""No map is larger; a tile further away than this was not laid by a finger."""
FLOWER = (Hex(0, 0), *SIDES)
INTERLOCKS = tuple(step.turned(turn) for step in (Hex(2, 1), Hex(1, 2)) for turn in range(6))
"""From the centre of a flower to those of the flowers that interlock with it, the one way and the other."""


@dataclass(frozen=True)
class LaidPiece:
    """A tile on the table; ``seat``: whose starting tile it is, counted from 0."""

    laid: LaidTile
    seat: int | None = None

    @property
    def tile(self) -> Tile:
        return self.laid.tile

    @property
    def spaces(self) -> frozenset[Hex]:
        return frozenset(map(self.laid.place, self.laid.tile.spaces))

    def centre(self) -> Hex | None:
        """Where the starting camp stands."""
        return next((at for at, space in self.laid.spaces().items() if space.ground is Landmark.START), None)


@dataclass(frozen=True)
class Laying:
    """``last``: the tile of the last move; ``taken_off``: where it lay, if the move was to take it off."""

    pieces: tuple[LaidPiece, ...] = ()
    last: str | None = None
    taken_off: Hex | None = None

    def piece(self, tile_id: str | None) -> LaidPiece | None:
        return next((piece for piece in self.pieces if piece.tile.id == tile_id), None)

    def taken(self, but: str | None = None) -> frozenset[Hex]:
        return frozenset(at for piece in self.pieces if piece.tile.id != but for at in piece.spaces)


@dataclass(frozen=True)
class LayingContext:
    """What a map is laid from and for: the tiles, the layout if the box has one, the number of players."""

    tiles: Mapping[str, Tile]
    layout: Layout | None
    players: int

    def slots(self, kind: TileKind | None = None) -> tuple[Slot, ...]:
        slots = self.layout.slots if self.layout else ()
        return tuple(slot for slot in slots if kind in (None, slot.kind))

    def open_slots(self, laying: Laying) -> tuple[Slot, ...]:
        taken = laying.taken()
        return tuple(slot for slot in self.slots() if taken.isdisjoint(slot.at.moved(at) for at in FLOWER))


def replayed(ground: LayingContext, moves: Iterable[str], before: Laying) -> Laying:
    laying = before
    for move in list(moves)[:MOST_MOVES]:
        laying = _after(ground, laying, move)
    return laying


def _after(ground: LayingContext, laying: Laying, move: str) -> Laying:
    verb, _, rest = move.partition(",")
    if verb == "off":
        piece = laying.piece(rest)
        if piece is None:
            return laying
        left = tuple(one for one in laying.pieces if one is not piece)
        return Laying(left, rest, piece.laid.at)
    numbers, tile_id = _numbers(rest, 2 if verb in ("lay", "move") else 1)
    tile, piece = ground.tiles.get(tile_id), laying.piece(tile_id)
    if numbers is None or tile is None:
        return laying
    if verb == "lay" and piece is None and len(laying.pieces) < MOST_PIECES:
        return _laid(ground, laying, tile, Hex(*numbers))
    if piece is None:
        return laying
    if verb == "move":
        at = snapped(ground, laying, piece.laid, Hex(*numbers))
        return _with(laying, replace(piece, laid=LaidTile(tile, at, piece.laid.rotation)))
    if verb == "turn":
        return _with(laying, replace(piece, laid=_turned(laying, piece.laid, numbers[0])))
    if verb == "own" and 0 <= numbers[0] < ground.players and tile.kind is TileKind.STARTING:
        return _owned(laying, piece, numbers[0])
    return laying


def _numbers(text: str, count: int) -> tuple[list[int] | None, str]:
    *numbers, rest = text.split(",", count)
    try:
        read = [int(number) for number in numbers]
    except ValueError:
        return None, rest
    return (read if len(read) == count and all(abs(one) <= FURTHEST for one in read) else None), rest


def _with(laying: Laying, changed: LaidPiece) -> Laying:
    pieces = tuple(changed if one.tile.id == changed.tile.id else one for one in laying.pieces)
    return Laying(pieces, changed.tile.id)


def _laid(ground: LayingContext, laying: Laying, tile: Tile, wish: Hex) -> Laying:
    laid = LaidTile(tile, snapped(ground, laying, LaidTile(tile, wish, 0), wish), 0)
    return Laying((*laying.pieces, LaidPiece(laid, _seat(ground, laying, laid))), tile.id)


def _seat(ground: LayingContext, laying: Laying, laid: LaidTile) -> int | None:
    """The player whose place in the layout this is, unless they have a tile: then the first who has none."""
    if laid.tile.kind is not TileKind.STARTING:
        return None
    free = [seat for seat in range(ground.players) if all(piece.seat != seat for piece in laying.pieces)]
    places = [slot.at for slot in ground.slots(TileKind.STARTING)]
    seat = places.index(laid.at) if laid.at in places else None
    return seat if seat in free else next(iter(free), None)


def _turned(laying: Laying, laid: LaidTile, steps: int) -> LaidTile:
    """Turned until it fits; a flower always does."""
    others = laying.taken(but=laid.tile.id)
    way = 1 if steps >= 0 else -1
    for more in range(6):
        turned = LaidTile(laid.tile, laid.at, (laid.rotation + steps + way * more) % 6)
        if others.isdisjoint(turned.spaces()):
            return turned
    return laid


def _owned(laying: Laying, piece: LaidPiece, seat: int) -> Laying:
    """The tile becomes this player's; who had it gets theirs."""
    pieces = tuple(replace(one, seat=piece.seat) if one.seat == seat else one for one in laying.pieces)
    return _with(replace(laying, pieces=pieces), replace(piece, seat=seat))


def spots(ground: LayingContext, laying: Laying, laid: LaidTile) -> tuple[Hex, ...]:
    """Where the tile can lie: interlocking with another one, or where the layout wants one; never on another."""
    others = [piece for piece in laying.pieces if piece.tile.id != laid.tile.id]
    taken = laying.taken(but=laid.tile.id)
    wanted = {slot.at for slot in ground.slots()}
    wanted |= {other.laid.at.moved(step) for other in others for step in INTERLOCKS}
    if not others:
        wanted.add(Hex(0, 0))
    return tuple(sorted(at for at in wanted if taken.isdisjoint(LaidTile(laid.tile, at, laid.rotation).spaces())))


def snapped(ground: LayingContext, laying: Laying, laid: LaidTile, wish: Hex) -> Hex:
    """The place nearest to where it was put down."""
    places = spots(ground, laying, laid)
    return min(places, key=lambda at: (_norm(Hex(at.q - wish.q, at.r - wish.r)), at), default=wish)


def _norm(step: Hex) -> int:
    """The square of the distance as the crow flies."""
    return step.q * step.q + step.q * step.r + step.r * step.r


def target(ground: LayingContext, laying: Laying, tile: Tile, chosen: Hex | None) -> Hex:
    """Where a tile goes that is tapped in the palette: where somebody pointed, else the next place for its kind."""
    if chosen is not None:
        return chosen
    open_slots = ground.open_slots(laying)
    fitting = [slot for slot in open_slots if slot.kind is tile.kind] or list(open_slots)
    return fitting[0].at if fitting else Hex(0, 0)


def board_of(laying: Laying) -> Board:
    return Board.of(lay(piece.laid for piece in laying.pieces))


def starts(laying: Laying, players: Sequence[str]) -> dict[str, Hex]:
    """Whose starting camp stands where (D-SETUP-04)."""
    return {
        players[piece.seat]: centre
        for piece in laying.pieces
        if piece.seat is not None and piece.seat < len(players) and (centre := piece.centre()) is not None
    }


def map_body(
    laying: Laying,
    players: Sequence[str],
    before: Laying | None = None,
    board: Board | None = None,
) -> dict[str, object]:
    """The entry that records the map. What stood on a tile before goes with it, wherever it lies now."""
    tiles = tuple(piece.tile for piece in laying.pieces)
    laid: dict[str, object] = {
        "box": write_box(Box("map", tiles=tiles)),
        "tiles": [
            {"tile": piece.tile.id, "at": list(piece.laid.at), "rotation": piece.laid.rotation}
            for piece in laying.pieces
        ],
    }
    if before is not None and board is not None and board.printed:
        laid |= _carried(laying, before, board)
    centres = {name: list(at) for name, at in starts(laying, players).items()}
    return {"map": laid, "starts": centres}


def _carried(laying: Laying, before: Laying, board: Board) -> dict[str, object]:
    printed = board_of(laying)
    moved, fresh = dict[Hex, Hex](), set[Hex]()
    for piece in laying.pieces:
        old = before.piece(piece.tile.id)
        for on_tile, space in piece.tile.spaces.items():
            now = piece.laid.place(on_tile)
            if old is not None and old.tile == piece.tile:
                moved[old.laid.place(on_tile)] = now
            elif not before.pieces and board.printed.get(now) == space.ground:
                moved[now] = now  # nobody knows which tiles the old map was made of
            elif space.berry:
                fresh.add(now)
    berries = {moved[at]: count for at, count in board.berries.items() if at in moved}
    berries |= dict.fromkeys(fresh, BERRIES_PER_SYMBOL)
    return {
        "berries": [{"at": list(at), "count": n} for at, n in sorted(berries.items()) if at in printed.printed],
        "camps": [
            {"player": camp.player, "at": list(moved[at]), "starting": False}
            for at, camp in sorted(board.camps.items())
            if at in moved and not camp.starting
        ],
        "markers": [{"kind": kind, "at": list(moved[at])} for at, kind in sorted(board.markers.items()) if at in moved],
    }


def read_pieces(body: Mapping[str, object], box: Box, players: Sequence[str]) -> Laying:
    """The pieces of a recorded map; ``box`` is the one it brought along."""
    laid_map = body.get("map")
    given = body.get("starts")
    entries = laid_map.get("tiles") if isinstance(laid_map, dict) else None
    centres = {tuple(at): name for name, at in given.items()} if isinstance(given, dict) else {}
    pieces = []
    for entry in entries if isinstance(entries, list) else ():
        tile = box.tile(entry["tile"])
        if tile is None:
            continue
        piece = LaidPiece(LaidTile(tile, Hex(*entry["at"]), entry.get("rotation", 0)))
        name = centres.get(piece.centre() or ())
        pieces.append(replace(piece, seat=players.index(name) if name in players else None))
    return Laying(tuple(pieces))


def recognised(board: Board, ground: LayingContext, players: Sequence[str]) -> Laying:
    """The tiles a map is made of that was recorded space by space; none unless they explain all of it."""
    pieces: list[LaidPiece] = []
    covered: set[Hex] = set()
    icons = set(board.icons)
    for at in (*(slot.at for slot in ground.slots()), *sorted(board.printed)):
        used = {piece.tile.id for piece in pieces}
        fitting = (
            laid
            for tile in ground.tiles.values()
            if tile.id not in used
            for laid in (LaidTile(tile, at, rotation) for rotation in range(6))
            if _shows(board, laid) and icons.issuperset(laid.icons()) and covered.isdisjoint(laid.spaces())
        )
        if (laid := next(fitting, None)) is not None:
            piece = LaidPiece(laid)
            camp = board.camps.get(piece.centre() or at)
            seat = players.index(camp.player) if camp and camp.starting and camp.player in players else None
            pieces.append(replace(piece, seat=seat))
            covered.update(laid.spaces())
    return Laying(tuple(pieces)) if covered == set(board.printed) else Laying()


def _shows(board: Board, laid: LaidTile) -> bool:
    return all(board.printed.get(laid.place(at)) == space.ground for at, space in laid.tile.spaces.items())


# What the rules of a scenario ask for


SPECIAL = {TileKind.VOLCANO: "volcano", TileKind.DOWNPOUR: "downpour"}
"""Tiles of one scenario only."""


def wanted_tiles(scenario: ScenarioName, players: int) -> dict[TileKind, int]:
    numbers = figures(scenario, players)
    wanted = {TileKind.STARTING: numbers.starting_tiles, TileKind.NEUTRAL: numbers.neutral_tiles}
    for kind, of_scenario in SPECIAL.items():
        if scenario == of_scenario:
            wanted[kind] = numbers.special_tiles
    return wanted


def missing_tiles(tiles: Iterable[Tile], wanted: Mapping[TileKind, int]) -> dict[TileKind, int]:
    """How many of each kind a map still needs."""
    have = Counter(tile.kind for tile in tiles)
    return {kind: number - have[kind] for kind, number in wanted.items() if have[kind] < number}


def usable(tile: Tile, table: Table) -> bool:
    return tile.kind not in SPECIAL or SPECIAL[tile.kind] == table.scenario


def drawn_by_lot(ground: LayingContext, wanted: Mapping[TileKind, int], lot: Lot) -> Laying:
    """A map of tiles and turns by lot, as the layout says (D-SETUP-02): a Starting tile for each player, in seat order.

    The layout has a place, and the box a tile, for every one that is wanted.
    """
    laying = Laying()
    for kind, number in wanted.items():
        tiles = [tile for tile in ground.tiles.values() if tile.kind is kind]
        for seat, (i, slot) in enumerate(zip(lot(len(tiles), number), ground.slots(kind), strict=False)):
            taken = laying.taken()
            turned = [LaidTile(tiles[i], slot.at, turn) for turn in range(6)]
            fitting = [laid for laid in turned if taken.isdisjoint(laid.spaces())]
            piece = LaidPiece(fitting[lot(len(fitting), 1)[0]], seat if kind is TileKind.STARTING else None)
            laying = Laying((*laying.pieces, piece))
    return laying


def offered_slots(table: Table, ground: LayingContext, laying: Laying) -> tuple[Slot, ...]:
    """The empty places of the layout; where there are none though tiles are missing, those next to the map."""
    slots = ground.open_slots(laying)
    wanted = wanted_tiles(table.scenario, len(table.players))
    missing = list(missing_tiles((piece.tile for piece in laying.pieces), wanted))
    if slots or not missing:
        return slots if missing else ()
    flower = Tile("", missing[0], dict.fromkeys(FLOWER, TileSpace(Terrain.FOREST)))
    places = spots(ground, laying, LaidTile(flower, Hex(0, 0), 0))
    chosen: list[Slot] = []
    covered: set[Hex] = set()
    for at in places:
        flower_at = {at.moved(step) for step in FLOWER}
        if covered.isdisjoint(flower_at):
            covered |= flower_at
            chosen.append(Slot(missing[0], at))
    return tuple(chosen)
