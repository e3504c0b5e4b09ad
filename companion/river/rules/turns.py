"""What an action makes of the table, legal or not: what was played is played."""

from dataclasses import replace
from functools import singledispatch

from companion.river.rules import cleanup, exchange, storing
from companion.river.rules.actions import (
    Action,
    Build,
    CleanUp,
    Exchange,
    LayAside,
    LayOut,
    PlaceScout,
    PlayRound,
    Produce,
    Reserve,
    ScoutAction,
    Swap,
    TakeFigure,
    TakeFood,
    TakeTile,
    space_of,
)
from companion.river.rules.box import PrintedSpace
from companion.river.rules.counting import free_storages
from companion.river.rules.payment import pay
from companion.river.rules.picking import Impossible, pick
from companion.river.rules.setup import chooses_next
from companion.river.rules.stock import minus
from companion.river.rules.storing import given_back, stored
from companion.river.rules.table import Player, Table
from companion.river.rules.tableau import next_space, swapped
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import FIFTH_SCOUT_AT, GIFT, SPACES, TERRAIN_TILES, ActionSpace, MeadowKind, Resource
from companion.rules.verdict import Reason


def apply(table: Table, action: Action) -> Table:
    """Raises Impossible."""
    name = getattr(action, "player", None)
    if name is not None and name not in [player.name for player in table.players]:
        raise Impossible(Reason("table.unknown-player", "V-TURN-01", params={"name": name}))
    return _apply(action, table)


@singledispatch
def _apply(action: Action, table: Table) -> Table:
    raise TypeError(f"no action: {action!r}")


# --- Scouts


def _sent(table: Table, action: ScoutAction) -> Table:
    """The scout leaves the ship (V-TURN-04)."""
    space, player = space_of(action), table.player(action.player)
    there = (*table.scouts.get(space, ()), player.name)
    scouts = {**table.scouts, space: there}
    return replace(table, scouts=scouts).with_player(replace(player, scouts=max(0, player.scouts - 1)))


def _turn_over(table: Table, name: str) -> Table:
    """The next player clockwise who has a scout; nobody has: the clean-up is due (V-TURN-01, V-TURN-02)."""
    seats = table.clockwise_from(name)
    following = next((player.name for player in (*seats[1:], seats[0]) if player.scouts), None)
    return replace(table, active_player=following)


@_apply.register
def _(action: PlaceScout, table: Table) -> Table:
    after = _sent(table, action)
    if action.space is ActionSpace.START:
        after = replace(after, start_player=action.player)
    return _turn_over(after, action.player)


@_apply.register
def _(action: LayAside, table: Table) -> Table:
    player = table.player(action.player)
    if player.scouts < 1:
        raise Impossible(Reason("river.no-scout", "V-TURN-02", params={"player": player.name}))
    changed = replace(player, scouts=player.scouts - 1, aside=player.aside + 1)
    return _turn_over(table.with_player(changed), action.player)


@_apply.register
def _(action: TakeFigure, table: Table) -> Table:
    return _turn_over(replace(_sent(table, action), start_player=action.player), action.player)


# --- Terrain tiles


@_apply.register
def _(action: TakeTile, table: Table) -> Table:
    name, choosing = action.player, table.round == 0
    tile, left = pick(table.revealed, action.place, action.tile, Tile())
    space = next_space(table.player(name).tiles)
    if space is None:
        raise Impossible(Reason("river.tableau-full", "V-TILE-03", params={"player": name}))
    after = replace(table if choosing else _sent(table, action), revealed=left)
    after = after.with_player(_with_tile(after, after.player(name), space, tile))
    after = given_back(after, name, action.returned)
    after = _at_once(after, action, tile)
    return _first_choice_over(after) if choosing else _turn_over(after, name)


def _with_tile(table: Table, player: Player, space: int, tile: Tile) -> Player:
    """Whatever was printed there is covered for good (V-TILE-02), also where the player told what is bare."""
    covered = (table.board_of(player).printed or {}).get(space, PrintedSpace())
    symbols, storages = player.bare_symbols, player.bare_storages
    return replace(
        player,
        tiles=(*player.tiles, tile),
        laid_this_round=player.laid_this_round + (table.round > 0),
        bare_symbols=None if symbols is None else minus(symbols, covered.symbols),
        bare_storages=None if storages is None else max(0, storages - covered.storages),
    )


def _at_once(table: Table, action: TakeTile, tile: Tile) -> Table:
    """Gift and swap meadows work when they are laid (V-MEAD-04, V-MEAD-05)."""
    if tile.meadow is None:
        return table
    if tile.meadow.kind is MeadowKind.GIFT and isinstance(tile.meadow.shows, Resource):
        number = gift(table, action.player, tile.meadow.shows) if action.gift is None else action.gift
        return stored(table, action.player, {tile.meadow.shows: number}) if number else table
    for one, other in action.swaps:
        table = _swapped(table, action.player, one, other)
    return table


def gift(table: Table, name: str, resource: Resource) -> int:
    """Up to four, as available and storable; before the first round if the table says so (V-MEAD-04, VR-04)."""
    if table.round == 0 and table.ruling("VR-04") == "no-instant-effect":
        return 0
    island, free = table.island(resource), free_storages(table, table.player(name))
    return min(GIFT, free.count, GIFT if island is None else island.count)


def _first_choice_over(table: Table) -> Table:
    """Who has not chosen yet; after the last one the first round begins (V-SETUP-08).

    The tile left over leaves the game, unless the table shuffles it in again later (VR-05).
    """
    following = chooses_next(table)
    if following is not None:
        return replace(table, active_player=following)
    thrown = int(table.ruling("VR-05") == "leftover-comes-back")
    stack = table.tile_stack
    if stack is not None and table.supply.terrain_tiles is not None:
        stack = max(0, stack - table.supply.terrain_tiles)
    return replace(
        table,
        round=1,
        active_player=table.opener().name,
        revealed=None,
        tile_stack=stack,
        thrown_tiles=min(TERRAIN_TILES, (table.thrown_tiles or 0) + thrown),
    )


@_apply.register
def _(action: Swap, table: Table) -> Table:
    return _turn_over(_swapped(_sent(table, action), action.player, action.one, action.other), action.player)


def _swapped(table: Table, name: str, one: int, other: int) -> Table:
    player = table.player(name)
    if not all(1 <= space <= len(player.tiles) for space in (one, other)) or one == other:
        raise Impossible(Reason("river.swap-two-tiles", "V-SWAP-01", params={"one": one, "other": other}))
    return table.with_player(replace(player, tiles=swapped(player.tiles, one, other)))


# --- Resources


@_apply.register
def _(action: Produce, table: Table) -> Table:
    back = given_back(table, action.player, action.returned)
    taken = storing.production(back, action.player, action.resource).kept if action.taken is None else action.taken
    after = stored(back, action.player, {action.resource: taken})
    return _turn_over(_sent(after, action), action.player)


@_apply.register
def _(action: TakeFood, table: Table) -> Table:
    back = given_back(table, action.player, action.returned)
    gain = storing.food(back, action.player, action.instead)
    after = stored(back, action.player, {gain.resource: max(1, gain.kept)})
    return _turn_over(_sent(after, action), action.player)


@_apply.register
def _(action: Exchange, table: Table) -> Table:
    return exchange.exchanged(table, action.player, action.given)


# --- Buildings


@_apply.register
def _(action: Reserve, table: Table) -> Table:
    building, left = pick(table.displayed, action.place, action.building, Building())
    player = table.player(action.player)
    after = replace(table, displayed=left).with_player(replace(player, reserved=(*player.reserved, building)))
    return _turn_over(_sent(after, action), action.player)


@_apply.register
def _(action: Build, table: Table) -> Table:
    player = table.player(action.player)
    if action.reserved:
        building, cards = pick(player.reserved, action.place, action.building, Building())
        after = table.with_player(replace(player, reserved=cards or ()))
    else:
        building, cards = pick(table.displayed, action.place, action.building, Building())
        after = replace(table, displayed=cards)
    paid = action.paid
    if paid is None:
        paid = pay(building.cost or {}, player.resources, reserved=action.reserved).pays
    after = _with_bonus(_sent(given_back(after, action.player, paid), action), action)
    player = after.player(action.player)
    return _turn_over(after.with_player(replace(player, buildings=(*player.buildings, building.points))), action.player)


def _with_bonus(table: Table, action: Build) -> Table:
    """The highest bonus tile left, zeros after the others, none after those (V-BUILD-03, V-BUILD-05).

    More than the spaces hold may be taken while the round lasts (VR-20). The second frees the fifth scout (V-BUILD-04).
    """
    stack, player = table.bonus_stack(), table.player(action.player)
    if stack == () and action.bonus is None:
        return table
    value = action.bonus if action.bonus is not None or not stack else stack[0]
    if table.bonus_left is not None and value in table.bonus_left:
        left = list(table.bonus_left)
        left.remove(value)
        table = replace(table, bonus_left=tuple(left))
    freed = len(player.bonus) + 1 == FIFTH_SCOUT_AT
    return table.with_player(replace(player, bonus=(*player.bonus, value), scouts=player.scouts + freed))


# --- The board


@_apply.register
def _(action: LayOut, table: Table) -> Table:
    return replace(
        table,
        revealed=table.revealed if action.tiles is None else action.tiles,
        displayed=table.displayed if action.buildings is None else action.buildings,
    )


@_apply.register
def _(action: PlayRound, table: Table) -> Table:
    """What was laid and built is not described; framed spaces, the fifth scout and the end follow from its number."""
    named = {*action.tiles, *action.built, *([action.figure] if action.figure else ())}
    for name in sorted(named - {player.name for player in table.players}):
        raise Impossible(Reason("table.unknown-player", "V-TURN-01", params={"name": name}))
    for player in table.players:
        laid, built = action.tiles.get(player.name, 0), action.built.get(player.name, 0)
        if len(player.tiles) + laid > SPACES:
            raise Impossible(Reason("river.tableau-full", "V-TILE-03", params={"player": player.name}))
        table = table.with_player(
            replace(
                player,
                tiles=player.tiles + (Tile(),) * laid,
                laid_this_round=player.laid_this_round + laid,
                buildings=player.buildings + (None,) * built,
                bonus=player.bonus + (None,) * built,
            )
        )
    table = replace(table, start_player=action.figure or table.start_player)
    return cleanup.tidied(table, cleanup.CleanUpReport())


@_apply.register
def _(action: CleanUp, table: Table) -> Table:
    return cleanup.tidied(table, action)
