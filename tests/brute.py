"""The rules of a route once more, slowly and straight from the catalogue: what the quick code is compared with.

Nothing here uses ``routes``, ``finder`` or ``payment``: spaces are walked one by one, every simple path is tried, and
cards are dealt to slots by trying them all.
"""

from collections.abc import Iterator, Sequence

from companion.dewan.rules.cards import Card
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import Landmark, ScenarioName, Terrain
from companion.rules.hexes import Hex

Slot = tuple[Hex, Terrain | None, str | None]
"""Where, what it needs (None: any card), and who gets the card (None: the discards)."""


def can_pay(needs: Sequence[Terrain | None], cards: Sequence[Card]) -> bool:
    """Whether some way of dealing one card to each slot works (D-ROUTE-05, D-ROUTE-17)."""
    if not needs:
        return True
    first, rest = needs[0], needs[1:]
    return any(
        can_pay(rest, [*cards[:i], *cards[i + 1 :]])
        for i, card in enumerate(cards)
        if first is None or first in [half.terrain for half in card.halves]
    )


def slots(table: Table, player: str, path: Sequence[Hex]) -> list[Slot]:
    """The slot algorithm of section 5: unbroken runs of Water are one slot, every other space is one."""
    ground, camps = table.board.ground, table.board.camps
    partners = {one.name for one in table.players if one.team and one.team == table.player(player).team}
    found: list[Slot] = []
    for i, at in enumerate(path):
        if ground[at] is Terrain.WATER:
            if i and ground[path[i - 1]] is Terrain.WATER:
                continue
            lake = flood(table, at)
            owners = [camps[one].player for one in sorted(lake) if one in camps]
            owner = owners[0] if owners else None
            found.append((at, Terrain.WATER, _gift(table, player, owner, partners)))
            continue
        here = ground[at]
        owner = camps[at].player if at in camps else None
        found.append((at, here if isinstance(here, Terrain) else None, _gift(table, player, owner, partners)))
    return found


def _gift(table: Table, player: str, owner: str | None, partners: set[str]) -> str | None:
    if owner == player or (owner in partners and table.ruling("R-10") == "to-the-discards"):
        return None
    return owner


def flood(table: Table, at: Hex) -> set[Hex]:
    """All Water connected with this Water space."""
    lake, edge = {at}, [at]
    while edge:
        for near in edge.pop().neighbours():
            if near not in lake and table.board.ground.get(near) is Terrain.WATER:
                lake.add(near)
                edge.append(near)
    return lake


def may_end(table: Table, at: Hex) -> bool:
    """Destination: free, not a centre, and Water only for the first village of a zone (D-ROUTE-02, D-LAKE-03)."""
    ground = table.board.ground[at]
    if at in table.board.camps or not isinstance(ground, Terrain):
        return False
    if ground is not Terrain.WATER:
        return True
    return table.scenario is ScenarioName.LAKE_VILLAGES and not flood(table, at) & set(table.board.camps)


def simple_paths(table: Table, player: str, most_slots: int) -> Iterator[list[Hex]]:
    """Every path of the player that ends on a legal destination and costs no more than so many cards."""
    if sum(camp.player == player and not camp.starting for camp in table.board.camps.values()) >= 8:
        return
    for start, camp in table.board.camps.items():
        if camp.player == player:
            yield from _onward(table, player, [start], most_slots)


def _onward(table: Table, player: str, path: list[Hex], most_slots: int) -> Iterator[list[Hex]]:
    for near in path[-1].neighbours():
        ground = table.board.ground.get(near)
        if near in path or ground is None or ground in (Landmark.LAVA, Landmark.VOLCANO):
            continue
        longer = [*path, near]
        if len(slots(table, player, longer)) > most_slots:
            continue
        if may_end(table, near):
            yield longer
        yield from _onward(table, player, longer, most_slots)


def best_routes(table: Table, player: str, cards: Sequence[Card]) -> dict[Hex, tuple[int, int]]:
    """For every destination that can be paid: fewest cards, then fewest of them given away."""
    best: dict[Hex, tuple[int, int]] = {}
    for path in simple_paths(table, player, len(cards)):
        cost = slots(table, player, path)
        price = (len(cost), sum(to is not None for _, _, to in cost))
        if (path[-1] not in best or price < best[path[-1]]) and can_pay([needs for _, needs, _ in cost], cards):
            best[path[-1]] = price
    return best
