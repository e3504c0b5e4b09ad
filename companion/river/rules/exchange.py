"""Three resources for one food, at the start of a turn (V-TURN-03)."""

from companion.river.rules.stock import Stock, holds, total
from companion.river.rules.storing import at_hand, given_back, stored
from companion.river.rules.table import Table
from companion.river.rules.words import EXCHANGE, Resource
from companion.rules.verdict import Reason


def food_for(given: Stock) -> int:
    return total(given) // EXCHANGE


def check(table: Table, name: str, given: Stock) -> tuple[Reason, ...]:
    """Any resources, three for each food, as long as both last."""
    player, island, reasons = table.player(name), table.island(Resource.FOOD), []
    if total(given) < 1 or total(given) % EXCHANGE:
        reasons.append(Reason("river.exchange-by-three", "V-TURN-03", params={"number": total(given)}))
    if total(given) > player.stored or (not player.untold_resources and not holds(player.resources, given)):
        reasons.append(Reason("river.not-stored", "V-TURN-03", params={"player": name}))
    back = given.get(Resource.FOOD, 0)
    if island is not None and island.sure and island.count + back < food_for(given):
        reasons.append(Reason("river.island-empty", "V-TURN-03", params={"resource": Resource.FOOD}))
    if back and table.ruling("VR-07") == "not-allowed":
        reasons.append(Reason("river.food-for-food", "VR-07"))
    return tuple(reasons)


def remarks(table: Table, given: Stock) -> tuple[Reason, ...]:
    """Allowed, and pointless (VR-07)."""
    if given.get(Resource.FOOD) and table.ruling("VR-07") == "allowed":
        return (Reason("river.food-for-food", "VR-07"),)
    return ()


def exchanged(table: Table, name: str, given: Stock) -> Table:
    """What the player has of it goes back; every three bring a food while there is any."""
    back = at_hand(table.player(name), given)
    after = given_back(table, name, back)
    island = after.island(Resource.FOOD)
    gained = food_for(back) if island is None or not island.sure else min(food_for(back), island.count)
    return stored(after, name, {Resource.FOOD: gained}) if gained else after
