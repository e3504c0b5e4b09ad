"""Taking resources: what a scout gains, and what there is room for."""

from dataclasses import dataclass, replace

from companion.river.rules.counting import free_storages, symbols
from companion.river.rules.stock import Stock, minus, plus, total
from companion.river.rules.table import Known, Player, Table
from companion.river.rules.words import PRODUCED, ActionSpace, Resource
from companion.rules.verdict import Reason


@dataclass(frozen=True)
class Gain:
    """What a scout would bring. ``offered``: as many as symbols, first-scout bonus and island allow.

    ``kept`` fit without giving anything back; up to ``most`` fit when ``returns`` stored ones go back (V-PROD-04).
    """

    resource: Resource
    symbols: int
    first: int
    island: int | None
    offered: int
    free: int
    kept: int
    most: int
    sure: bool
    reasons: tuple[Reason, ...] = ()

    @property
    def returns(self) -> int:
        return self.most - self.kept


def production(
    table: Table,
    name: str,
    resource: Resource,
    *,
    told_symbols: int | None = None,
    told_free: int | None = None,
    told_first: bool | None = None,
) -> Gain:
    """A scout on the island of wood, clay or stone. What is told beside the table counts before what it shows."""
    player = table.player(name)
    seen = Known(told_symbols) if told_symbols is not None else symbols(table, player, resource)
    came_first = not table.scouts.get(ActionSpace(resource)) if told_first is None else told_first
    return _gain(table, player, resource, seen, int(came_first and len(table.players) > 2), told_free)


def food(table: Table, name: str, instead: Resource | None = None, told_free: int | None = None) -> Gain:
    """A scout on the food island: one food, or one other resource where none is left (V-FOOD-02)."""
    came_first = not table.scouts.get(ActionSpace.FOOD)
    first = int(came_first and len(table.players) > 2 and table.ruling("VR-08") == "bonus")
    player, left = table.player(name), table.island(Resource.FOOD)
    if instead is None or instead is Resource.FOOD:
        return _gain(table, player, Resource.FOOD, Known(1), first, told_free)
    gain = _gain(table, player, instead, Known(1), 0, told_free)
    if left is not None and left.count > 0:
        reason = Reason("river.food-left", "V-FOOD-02", params={"number": left.count})
        gain = replace(gain, sure=left.sure, reasons=(reason, *gain.reasons))
    return gain


def food_island(table: Table, name: str, told_free: int | None = None) -> Gain:
    """The best a scout on the food island can bring: food while there is some, then anything."""
    gain = food(table, name, told_free=told_free)
    if gain.offered:
        return gain
    others = [food(table, name, resource, told_free) for resource in PRODUCED]
    return next((other for other in others if other.offered), gain)


def _gain(table: Table, player: Player, resource: Resource, seen: Known, first: int, told_free: int | None) -> Gain:
    island = table.island(resource)
    offered = seen.count + first
    if island is not None:
        offered = min(offered, island.count)  # V-PROD-05
    free = Known(told_free) if told_free is not None else free_storages(table, player)
    # Giving back what one takes gains nothing (VR-09).
    others = player.stored - player.resources.get(resource, 0)
    kept, most = min(offered, free.count), min(offered, free.count + others)
    sure, reasons = seen.sure and (island is None or island.sure), []
    if offered < 1:  # V-PROD-06
        code = "river.island-empty" if seen.count + first else "river.no-symbol"
        rule = "V-PROD-05" if seen.count + first else "V-PROD-06"
        reasons.append(Reason(code, rule, params={"resource": resource}))
        sure = island.sure if island is not None and island.count == 0 else seen.sure
    elif most < 1:
        reasons.append(Reason("river.no-storage", "V-PROD-03", params={"resource": resource}))
        sure = free.sure
    elif kept < 1 and table.ruling("VR-09") == "closed":
        reasons.append(Reason("river.storage-full", "VR-09", params={"resource": resource}))
        sure = free.sure
    else:
        sure = sure and free.sure
    return Gain(
        resource,
        seen.count,
        first,
        None if island is None else island.count,
        offered,
        free.count,
        kept,
        most,
        sure,
        tuple(reasons),
    )


def stored(table: Table, name: str, gained: Stock) -> Table:
    """The resources come from their islands onto the tableau."""
    player = table.player(name)
    return table.with_player(replace(player, resources=plus(player.resources, gained))).from_island(gained)


def given_back(table: Table, name: str, returned: Stock) -> Table:
    """The resources go back to their islands, as far as the player has them."""
    back = at_hand(table.player(name), returned)
    player = table.player(name)
    untold = total(minus(back, player.resources))
    changed = replace(
        player, resources=minus(player.resources, back), untold_resources=player.untold_resources - untold
    )
    return table.with_player(changed).to_island(back)


def at_hand(player: Player, wanted: Stock) -> dict[Resource, int]:
    """What of this the player has: of the told kinds first, then of those nobody told."""
    untold, found = player.untold_resources, {}
    for resource in Resource:
        own = min(wanted.get(resource, 0), player.resources.get(resource, 0))
        more = min(untold, wanted.get(resource, 0) - own)
        untold -= more
        if own + more:
            found[resource] = own + more
    return found
