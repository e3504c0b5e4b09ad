"""Paying for a building: its resources, food as a joker, one less for a reserved one (V-BUILD-01, V-BUILD-02)."""

from dataclasses import dataclass

from companion.river.rules.stock import Stock, minus, total
from companion.river.rules.words import EXCHANGE, PRODUCED, Resource


@dataclass(frozen=True)
class Payment:
    """``pays``: what goes back to the islands, using as little food as possible. ``jokers``: what food stands for.

    ``missing`` is what no resource is left for; ``spared`` the icon a reserved building need not be paid for (VR-15).
    """

    pays: Stock
    jokers: Stock
    missing: Stock
    spared: Resource | None

    @property
    def complete(self) -> bool:
        return not self.missing


def pay(cost: Stock, stock: Stock, *, reserved: bool = False) -> Payment:
    """The best way to pay. Food may replace any other resource, but nothing replaces food (V-FOOD-01)."""
    short = minus(cost, stock)
    spared = _spared(cost, short) if reserved else None
    due = minus(cost, {spared: 1}) if spared else dict(cost)
    own = {resource: min(due.get(resource, 0), stock.get(resource, 0)) for resource in Resource}
    food_left = stock.get(Resource.FOOD, 0) - own[Resource.FOOD]
    jokers: dict[Resource, int] = {}
    for resource in PRODUCED:
        used = min(food_left, due.get(resource, 0) - own[resource])
        if used:
            jokers[resource] = used
            food_left -= used
    own[Resource.FOOD] += total(jokers)
    pays = {resource: number for resource, number in own.items() if number}
    missing = minus(minus(due, stock), jokers)
    return Payment(pays, jokers, missing, spared)


def _spared(cost: Stock, short: Stock) -> Resource | None:
    """Any one icon, never below nothing (VR-15): one that is short, food before others, as nothing replaces it."""
    for wanted in (short, cost):
        for resource in (Resource.FOOD, *PRODUCED):
            if wanted.get(resource):
                return resource
    return None


def after_exchange(cost: Stock, stock: Stock, *, reserved: bool = False) -> int | None:
    """How many times three for one would have to be exchanged first to pay for it; None when that does not help.

    What is given away is what the payment does not need (V-TURN-03).
    """
    payment = pay(cost, stock, reserved=reserved)
    missing = total(payment.missing)
    spare = total(stock) - total(payment.pays)
    return missing if missing and spare >= EXCHANGE * missing else None


def settles(cost: Stock, paid: Stock, *, reserved: bool = False) -> bool:
    """Whether exactly this pays for it: each resource for its own icons, food for any."""
    due = max(0, total(cost) - reserved)
    return total(paid) == due and all(paid.get(resource, 0) <= cost.get(resource, 0) for resource in PRODUCED)
