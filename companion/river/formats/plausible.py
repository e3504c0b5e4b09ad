"""What no real table of The River can show: each part of a record may be well formed and still contradict another."""

from collections import Counter

from companion.formats.faults import Node
from companion.formats.objects import note_twins
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Tile
from companion.river.rules.words import (
    BONUS_TILES,
    BUILDING_CARDS,
    IN_THE_BOX,
    MIXED_TILES,
    SCOUTS,
    TILES_IN_THE_BOX,
    Resource,
)


def note_contradictions(node: Node, table: Table, *, as_played: bool) -> None:
    """Note every contradiction on the record's node; ``as_played`` leaves out what is possible but not allowed."""
    listed = node.parts["players"]
    note_twins(listed.entries, "name", "table.name-twice")
    note_twins(listed.entries, "color", "table.color-twice")
    for entry in listed.entries:
        name = entry.value.get("name") if isinstance(entry.value, dict) else None
        player = next((one for one in table.players if one.name == name), None)
        if player is None or not isinstance(entry.value, dict):
            continue
        _told_twice(entry, entry.value)
        if not as_played:
            _scouts(entry, player, table)
            _cards(entry, player)
    if not as_played:
        _counts(listed, table)


def _told_twice(entry: Node, raw: dict[str, object]) -> None:
    """A result typed beside the things it is counted from: which of the two should count?"""
    quick = raw.get("quick")
    if not isinstance(quick, dict):
        return
    sources = {
        "columns": ("tiles", "grid"),
        "meadows": ("tiles", "grid"),
        "resources": ("resources", "untold_resources"),
        "buildings": ("buildings",),
        "bonus": ("bonus",),
    }
    for key, keys in sources.items():
        if quick.get(key) is not None and any(raw.get(source) for source in keys):
            entry.child("quick", None).child(key, None).fault("river.told-twice", keys=", ".join(keys))


def _scouts(entry: Node, player: Player, table: Table) -> None:
    """Five at most, and the fifth only with the second bonus tile (V-BUILD-04)."""
    typed = player.quick is not None and player.quick.bonus is not None
    owned = SCOUTS if typed else player.scouts_owned
    number = player.scouts + player.settled + player.aside + table.on_board(player.name)
    if number > owned:
        entry.child("scouts", None).fault("river.too-many-scouts", name=player.name, number=number, most=owned)


def _cards(entry: Node, player: Player) -> None:
    """Every bonus tile came with a building (V-BUILD-03)."""
    given = isinstance(entry.value, dict) and entry.value.get("buildings") is not None
    if given and len(player.bonus) > len(player.buildings):
        entry.child("bonus", None).fault("river.bonus-without-building", name=player.name)


def _counts(listed: Node, table: Table) -> None:
    """Nothing is there more often than in the box (section 1)."""
    laid = [tile for player in table.players for tile in player.tiles] + list(table.revealed or ())
    for kind, most in TILES_IN_THE_BOX.items():
        _too_many(listed, "river.too-many-tiles", sum(tile.kinds == (kind,) for tile in laid), most, kind=kind)
    mixed = sum(_is_mixed(tile) for tile in laid)
    _too_many(listed, "river.too-many-mixed", mixed, MIXED_TILES)
    held: Counter[Resource] = Counter()
    for player in table.players:
        held.update(player.resources)
    held.update(table.islands)
    for resource, most in IN_THE_BOX.items():
        _too_many(listed, "river.too-many-resources", held[resource], most, resource=resource)
    untold = sum(player.untold_resources for player in table.players)
    _too_many(listed, "river.too-many-in-all", held.total() + untold, sum(IN_THE_BOX.values()))
    bonus = sum(len(player.bonus) for player in table.players) + len(table.bonus_left or ())
    _too_many(listed, "river.too-many-bonus", bonus, BONUS_TILES)
    cards = sum(len(player.buildings) + len(player.reserved) for player in table.players) + len(table.displayed or ())
    _too_many(listed, "river.too-many-buildings", cards + (table.building_stack or 0), BUILDING_CARDS)


def _is_mixed(tile: Tile) -> bool:
    return len(tile.kinds) > 1


def _too_many(node: Node, code: str, number: int, most: int, **params: object) -> None:
    if number > most:
        node.fault(code, number=number, most=most, **params)
