"""Is an action within the rules? Says why not; never stops it. Only what is sure is held against anybody."""

from collections.abc import Iterable
from functools import singledispatch
from typing import get_args

from companion.river.rules import exchange, placing, storing, turns
from companion.river.rules.actions import (
    Action,
    Build,
    CleanUp,
    Exchange,
    LayAside,
    LayOut,
    PlayRound,
    Produce,
    ScoutAction,
    TakeFood,
    TakeTile,
    space_of,
)
from companion.river.rules.counting import storages
from companion.river.rules.payment import pay, settles
from companion.river.rules.picking import Impossible, alike, pick
from companion.river.rules.placing import open_spaces
from companion.river.rules.stock import Stock, holds, total
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import GIFT, MEADOW_SWAPS, SCOUTS, TILES_PER_ROUND, MeadowKind
from companion.rules.verdict import Reason


def judge(table: Table, action: Action) -> tuple[Reason, ...]:
    """Every rule the action breaks; empty when it is within the rules, or nobody can tell."""
    found: list[Reason] = []
    for reason in (*_order(table, action), *_place(table, action), *_judge(action, table)):
        if reason not in found:
            found.append(reason)
    return tuple(found)


def _order(table: Table, action: Action) -> Iterable[Reason]:
    name = getattr(action, "player", None)
    if table.over and not isinstance(action, LayOut):
        yield Reason("river.game-over", "V-END-01")
    elif name is not None and table.active_player not in (None, name):
        rule = "V-SETUP-08" if table.round == 0 else "V-TURN-01"
        yield Reason("river.not-your-turn", rule, params={"player": str(table.active_player)})
    if table.round == 0 and name is not None and not isinstance(action, TakeTile):
        yield Reason("river.first-tiles-first", "V-SETUP-08")


def _place(table: Table, action: Action) -> Iterable[Reason]:
    """Whether the scout may go there; before the first round tiles are chosen without one."""
    if isinstance(action, get_args(ScoutAction)) and table.round > 0:
        yield from placing.check(table, action.player, space_of(action)).sure


@singledispatch
def _judge(action: Action, table: Table) -> Iterable[Reason]:
    return ()


@_judge.register
def _(action: TakeTile, table: Table) -> Iterable[Reason]:
    if table.revealed and action.place is None and action.tile is not None:
        known = all(tile.kinds for tile in table.revealed)
        if known and not any(alike(tile, action.tile) for tile in table.revealed):
            yield Reason("river.not-revealed", "V-TILE-01")
    tile = _tile(table, action)
    meadow = tile.meadow if tile else None
    # Alone on the tableau, the new tile has nothing to change places with (VR-04).
    swaps = meadow is not None and meadow.kind is MeadowKind.SWAP and bool(table.player(action.player).tiles)
    if len(action.swaps) > (MEADOW_SWAPS if swaps else 0):
        yield Reason("river.swaps", "V-MEAD-05", params={"n": MEADOW_SWAPS if swaps else 0})
    elif swaps and len(action.swaps) < MEADOW_SWAPS and table.ruling("VR-11") == "compulsory":
        yield Reason("river.swaps", "VR-11", params={"n": MEADOW_SWAPS})
    if (action.gift or 0) > GIFT:
        yield Reason("river.gift", "V-MEAD-04", params={"number": GIFT})
    yield from _overfull(table, action)


def _tile(table: Table, action: TakeTile) -> Tile | None:
    if action.tile is None and table.revealed and action.place and action.place <= len(table.revealed):
        return table.revealed[action.place - 1]
    return action.tile


def _overfull(table: Table, action: TakeTile | Produce | TakeFood) -> Iterable[Reason]:
    """Whatever is gained or uncovered needs a storage, or goes back (V-PROD-03, VR-21)."""
    try:
        after = turns.apply(table, action)
    except Impossible:
        return
    player = after.player(action.player)
    room = storages(after, player)
    if room.sure and player.stored > room.count:
        rule = "VR-21" if isinstance(action, TakeTile) else "V-PROD-03"
        yield Reason("river.too-much-stored", rule, params={"player": player.name, "n": room.count})


@_judge.register
def _(action: Produce, table: Table) -> Iterable[Reason]:
    player = table.player(action.player)
    yield from _has(player, action.returned, "V-PROD-04")
    gain = storing.production(table, action.player, action.resource)
    if action.returned.get(action.resource):
        yield Reason("river.returns-the-same", "VR-09", params={"resource": action.resource})
    if action.taken == 0:
        yield Reason("river.took-nothing", "V-PROD-06")
    if action.taken is not None and gain.sure and action.taken > gain.offered:
        yield Reason("river.took-too-many", "V-PROD-01", params={"number": gain.offered, "resource": gain.resource})
    yield from _overfull(table, action)


@_judge.register
def _(action: TakeFood, table: Table) -> Iterable[Reason]:
    yield from _has(table.player(action.player), action.returned, "V-PROD-04")
    gain = storing.food(table, action.player, action.instead)
    if gain.sure:
        yield from gain.reasons
    yield from _overfull(table, action)


def _has(player: Player, wanted: Stock, rule: str) -> Iterable[Reason]:
    beyond = total(wanted) > player.stored
    if beyond or (not player.untold_resources and not holds(player.resources, wanted)):
        yield Reason("river.not-stored", rule, params={"player": player.name})


@_judge.register
def _(action: Exchange, table: Table) -> Iterable[Reason]:
    return exchange.check(table, action.player, action.given)


@_judge.register
def _(action: Build, table: Table) -> Iterable[Reason]:
    player = table.player(action.player)
    if action.reserved and not player.reserved:
        yield Reason("river.none-reserved", "V-BUILD-01", params={"player": player.name})
    cards = player.reserved if action.reserved else table.displayed
    try:
        cost = pick(cards, action.place, action.building, Building())[0].cost
    except Impossible:
        cost = None
    if action.paid is not None:
        yield from _has(player, action.paid, "V-BUILD-01")
        if cost is not None and not settles(cost, action.paid, reserved=action.reserved):
            yield Reason("river.wrong-payment", "V-BUILD-02" if action.reserved else "V-BUILD-01")
    elif cost is not None:
        missing = pay(cost, player.resources, reserved=action.reserved).missing
        if total(missing) > player.untold_resources:
            yield Reason("river.cannot-pay", "V-BUILD-01", params={"n": total(missing)})
    stack = table.bonus_stack()
    told = table.bonus_left is not None or not table.box.invented
    if action.bonus is not None and stack is not None and told and action.bonus != max(stack, default=None):
        yield Reason("river.wrong-bonus", "V-BUILD-03", params={"number": stack[0] if stack else 0})


@_judge.register
def _(action: PlayRound, table: Table) -> Iterable[Reason]:
    """Two tiles a round, and no more scouts than there are (V-TILE-03, V-TURN-04)."""
    for player in table.players:
        laid, built = action.tiles.get(player.name, 0), action.built.get(player.name, 0)
        if laid > TILES_PER_ROUND:
            yield Reason("river.two-tiles-a-round", "V-TILE-03", params={"player": player.name})
        if laid + built > SCOUTS - player.settled:
            yield Reason("river.no-scout", "V-TURN-02", params={"player": player.name})


@_judge.register
def _(action: LayAside, table: Table) -> Iterable[Reason]:
    if still := open_spaces(table, action.player):
        yield Reason("river.space-open", "VR-18", params={"space": still[0]})


@_judge.register
def _(action: CleanUp, table: Table) -> Iterable[Reason]:
    for player in table.players:
        if player.scouts and not table.over:
            yield Reason("river.scouts-left", "V-TURN-01", params={"player": player.name})
        yield from _has(player, action.returned.get(player.name, {}), "VR-13")
