"""May a scout go there? Room on the space, and an action that can be done (V-TURN-04 to V-TURN-06)."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.river.rules.payment import after_exchange, pay
from companion.river.rules.storing import Gain, food_island, production
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Building
from companion.river.rules.words import (
    MOST_RESERVED,
    PRODUCED,
    SPACES,
    TILES_PER_ROUND,
    ActionSpace,
    Capacity,
    Resource,
)
from companion.rules.verdict import Reason


@dataclass(frozen=True)
class Placing:
    """``sure`` reasons hold whatever is unknown; ``doubtful`` ones stand on a guess, as an open space may."""

    sure: tuple[Reason, ...] = ()
    doubtful: tuple[Reason, ...] = ()
    remarks: tuple[Reason, ...] = ()
    guessed: bool = False

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return self.sure + self.doubtful


def check(table: Table, name: str, space: ActionSpace) -> Placing:
    player = table.player(name)
    sure = [*_scout(player), *_room(table, player, space)]
    doubtful: tuple[Reason, ...] = ()
    guessed = space is ActionSpace.BUILD and table.displayed is None
    if space in (*map(ActionSpace, PRODUCED), ActionSpace.FOOD):
        gain = gain_at(table, name, space)
        guessed = not gain.sure
        if gain.sure:
            sure += gain.reasons
        else:
            doubtful = gain.reasons
    else:
        sure += _closed(table, player, space)
    return Placing(tuple(sure), doubtful, tuple(_remarks(table, player, space)), guessed)


def gain_at(table: Table, name: str, space: ActionSpace) -> Gain:
    if space is ActionSpace.FOOD:
        return food_island(table, name)
    return production(table, name, Resource(space))


def open_spaces(table: Table, name: str) -> tuple[ActionSpace, ...]:
    """Where a scout may go; none left means the scout is laid aside until the clean-up (VR-18)."""
    return tuple(space for space in ActionSpace if not check(table, name, space).reasons)


def _scout(player: Player) -> Iterable[Reason]:
    if player.scouts < 1:
        yield Reason("river.no-scout", "V-TURN-02", params={"player": player.name})


def _room(table: Table, player: Player, space: ActionSpace) -> Iterable[Reason]:
    """Of the terrain island the text is sure; others count only where the table goes by its box (VR-02)."""
    if space is ActionSpace.TERRAIN:
        return  # told by its own rule, V-TILE-03
    if table.ruling("VR-02") == "as-in-the-box" and _full(table, player, space):
        yield Reason("river.space-full", "V-TURN-05", params={"space": space})


def _full(table: Table, player: Player, space: ActionSpace) -> bool:
    there, capacity = table.scouts.get(space, ()), table.capacity(space)
    if capacity is Capacity.ONE:
        return bool(there)
    return capacity is Capacity.TWO_EACH and there.count(player.name) >= 2


def _closed(table: Table, player: Player, space: ActionSpace) -> Iterable[Reason]:
    """A space whose action cannot be done is closed (V-TURN-06)."""
    if space is ActionSpace.TERRAIN:
        yield from tile_limits(table, player)
    elif space is ActionSpace.RESERVE:
        if len(player.reserved) >= MOST_RESERVED:
            yield Reason("river.two-reserved", "V-RES-01", params={"player": player.name})
        elif table.displayed == ():
            yield Reason("river.no-building", "V-RES-01")
    elif space is ActionSpace.BUILD:
        if not _may_build(table, player):
            yield Reason("river.cannot-pay-any", "V-BUILD-06", params={"player": player.name})
    elif space is ActionSpace.SWAP and len(player.tiles) < 2:
        yield Reason("river.nothing-to-swap", "VR-10", params={"player": player.name})


def tile_limits(table: Table, player: Player) -> Iterable[Reason]:
    """Twice a round, twelve in all (V-TILE-03)."""
    if player.laid_this_round >= TILES_PER_ROUND:
        yield Reason("river.two-tiles-a-round", "V-TILE-03", params={"player": player.name})
    if len(player.tiles) >= SPACES:
        yield Reason("river.tableau-full", "V-TILE-03", params={"player": player.name})
    if table.revealed == ():
        yield Reason("river.no-tile", "V-TURN-06")


def _may_build(table: Table, player: Player) -> bool:
    """Some building can be paid, or might be: an unknown one, or with resources nobody told."""
    if table.displayed is None:
        return True
    return any(payable(player, one, reserved=False) for one in table.displayed) or any(
        payable(player, one, reserved=True) for one in player.reserved
    )


def payable(player: Player, building: Building, *, reserved: bool) -> bool:
    if building.cost is None:
        return True
    missing = pay(building.cost, player.resources, reserved=reserved).missing
    return sum(missing.values()) <= player.untold_resources


def exchange_first(table: Table, player: Player) -> bool:
    """Nothing can be paid as it is, but a building could after three for one (V-TURN-03)."""
    cards = [*((one, False) for one in table.displayed or ()), *((one, True) for one in player.reserved)]
    return not _may_build(table, player) and any(
        one.cost is not None and after_exchange(one.cost, player.resources, reserved=reserved)
        for one, reserved in cards
    )


def _remarks(table: Table, player: Player, space: ActionSpace) -> Iterable[Reason]:
    if table.active_player not in (None, player.name):
        yield Reason("river.not-your-turn", "V-TURN-01", params={"player": str(table.active_player)})
    if space is not ActionSpace.TERRAIN and table.ruling("VR-02") == "certain-only" and _full(table, player, space):
        yield Reason("river.space-may-be-full", "VR-02", params={"space": space})
    if space is ActionSpace.BUILD and exchange_first(table, player):
        yield Reason("river.exchange-first", "V-TURN-03")
