"""What a tableau shows: production symbols and storages, printed and on tiles."""

from companion.river.rules.box import PrintedSpace
from companion.river.rules.table import Known, Player, Table
from companion.river.rules.words import SPACES, Resource


def bare_spaces(table: Table, player: Player) -> dict[int, PrintedSpace] | None:
    """The printed spaces no tile covers (V-GEO-06); None when nobody knows what is printed."""
    on_board = table.board_of(player).printed
    if on_board is None:
        return None
    return {space: printed for space, printed in on_board.items() if space > len(player.tiles)}


def symbols(table: Table, player: Player, resource: Resource) -> Known:
    """Visible production symbols of a kind, printed and on tiles (V-PROD-01)."""
    on_tiles = sum(tile.symbols_of(resource) for tile in player.tiles)
    given = all(tile.tells_symbols for tile in player.tiles)
    if player.bare_symbols is not None:
        return Known(on_tiles + player.bare_symbols.get(resource, 0), given)
    bare = bare_spaces(table, player)
    if bare is None:
        return Known(on_tiles, False)
    printed = sum(space.symbols.get(resource, 0) for space in bare.values())
    return Known(on_tiles + printed, given and _all_known(table, player))


def storages(table: Table, player: Player) -> Known:
    """Each holds one resource of any kind (V-PROD-03)."""
    on_tiles = sum(tile.storages or 0 for tile in player.tiles)
    given = all(tile.storages is not None for tile in player.tiles)
    if player.bare_storages is not None:
        return Known(on_tiles + player.bare_storages, given)
    bare = bare_spaces(table, player)
    if bare is None:
        return Known(on_tiles, False)
    return Known(on_tiles + sum(space.storages for space in bare.values()), given and _all_known(table, player))


def _all_known(table: Table, player: Player) -> bool:
    """An invented box is no evidence, unless every space of it is covered."""
    return not table.box.invented or len(player.tiles) >= SPACES


def free_storages(table: Table, player: Player) -> Known:
    """Never below zero: a tableau that holds more than we see room for has storages nobody told us of."""
    room = storages(table, player)
    return Known(max(0, room.count - player.stored), room.sure and room.count >= player.stored)
