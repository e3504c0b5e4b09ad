"""Place a Camp: is this route allowed, what does it cost, and where could one go?

``Passage`` holds the one legality of routes. ``check`` walks a given path through it; ``finder`` builds its search from
it. What a scenario changes about routes it says through ``RouteTerms``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from companion.dewan.rules.cards import Card
from companion.dewan.rules.payment import TollNeed, assign
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import Landmark, Terrain
from companion.dewan.rules.zones import Zone
from companion.rules.hexes import Hex, are_adjacent
from companion.rules.verdict import Reason


class Toll(NamedTuple):
    """One card to pay: for the space ``at`` (the first of a crossing of Water), into the hand of ``to`` or, when that
    is None, to the discards (D-ROUTE-04, D-ROUTE-14)."""

    at: Hex
    needs: TollNeed
    to: str | None = None


class PaidToll(NamedTuple):
    toll: Toll
    card: Card


class RouteVerdict(NamedTuple):
    """``reasons`` is empty when the route is legal and paid for.

    ``cost`` is empty when the path has no price, because it leaves the map or crosses ground nobody may enter.
    ``missing`` are the tolls the hand cannot pay; they are only told of a path that is sound in itself.
    """

    reasons: tuple[Reason, ...]
    cost: tuple[Toll, ...] = ()
    payment: tuple[PaidToll, ...] | None = None
    missing: tuple[Toll, ...] = ()
    remarks: tuple[Reason, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.reasons


class RouteTerms(Protocol):
    """The two points of a route that a scenario may change."""

    def water_destination(self, table: Table, zone: Zone, at: Hex) -> Reason | None:
        """Why a route may not end on this Water space, or None when it may (D-ROUTE-02, D-LAKE-02)."""

    def water_owner(self, table: Table, zone: Zone) -> str | None:
        """Whose Lake Village makes the crossing of this zone a gift (D-LAKE-05)."""


@dataclass(frozen=True)
class Passage:
    """What the map lets one player do, space by space."""

    table: Table
    player: str
    terms: RouteTerms
    _partners: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        partners = frozenset(one.name for one in self.table.team_of(self.player))
        object.__setattr__(self, "_partners", partners)

    def camp_refusal(self) -> Reason | None:
        """A Camp must be left on the Tribe board (D-ROUTE-15)."""
        if self.table.camps_left(self.player) > 0:
            return None
        return Reason("route.no-camp-left", "D-ROUTE-15", params={"player": self.player})

    def start_refusal(self, at: Hex) -> Reason | None:
        camp = self.table.board.camps.get(at)
        if camp is None:
            return Reason("route.start-without-camp", "D-ROUTE-01", (at,), {"player": self.player})
        if camp.player != self.player:
            return Reason("route.start-foreign-camp", "D-ROUTE-19", (at,), {"owner": camp.player})
        return None

    def crossing_refusal(self, at: Hex) -> Reason | None:
        """Why no route may touch this space at all."""
        ground = self.table.board.ground.get(at)
        if ground is None:
            return Reason("route.off-the-map", "D-ROUTE-03", (at,))
        if ground is Landmark.LAVA:
            return Reason("route.through-lava", "D-VOLC-05", (at,))
        if ground is Landmark.VOLCANO:
            return Reason("route.through-volcano", "D-VOLC-05", (at,))
        return None

    def destination_refusal(self, at: Hex) -> Reason | None:
        """Why a Camp may not be placed here; the space itself may be crossed."""
        board = self.table.board
        camp = board.camps.get(at)
        if camp is not None:
            return Reason("route.destination-taken", "D-ROUTE-02", (at,), {"owner": camp.player})
        if board.ground[at] is Landmark.START:
            return Reason("route.destination-centre", "D-GEO-08", (at,))
        zone = board.zone_at(at)
        if zone is not None and zone.terrain is Terrain.WATER:
            return self.terms.water_destination(self.table, zone, at)
        return None

    def toll(self, at: Hex) -> Toll:
        """The price of a space that may be crossed; of the whole zone if it is Water (D-ROUTE-08)."""
        board = self.table.board
        ground = board.ground[at]
        if ground is Terrain.WATER:
            zone = board.zone_at(at)
            owner = self.terms.water_owner(self.table, zone) if zone else None
            return Toll(at, Terrain.WATER, self._receiver(owner))
        camp = board.camps.get(at)
        # Any card pays for a starting Camp, foreign or own (D-ROUTE-06, D-ROUTE-11, R-09).
        needs = ground if isinstance(ground, Terrain) else None
        return Toll(at, needs, self._receiver(camp.player if camp else None))

    def _receiver(self, owner: str | None) -> str | None:
        """Who gets the card: the owner of a foreign Camp (D-ROUTE-10); own Camps send it to the discards (R-08)."""
        if owner is None or owner == self.player:
            return None
        if owner in self._partners and self.table.ruling("R-10") == "to-the-discards":
            return None
        return owner


def check(
    table: Table, player: str, path: Sequence[Hex], terms: RouteTerms, cards: Sequence[Card] | None = None
) -> RouteVerdict:
    """Judge one path, start to destination, paid from ``cards`` or else from the player's known hand."""
    passage = Passage(table, player, terms)
    reasons = path_faults(passage, path)
    if any(passage.crossing_refusal(at) for at in path) or not path:
        return RouteVerdict(tuple(reasons))

    cost = tolls_of(passage, path)
    hand = tuple(table.player(player).hand if cards is None else cards)
    assignment = assign([toll.needs for toll in cost], hand)
    payment = None
    missing: tuple[Toll, ...] = ()
    if assignment.complete:
        payment = tuple(
            PaidToll(toll, hand[card]) for toll, card in zip(cost, assignment.card_for, strict=True) if card is not None
        )
    elif not reasons:
        missing = tuple(cost[toll] for toll in assignment.unpaid)
        reasons = [unpaid_reason(toll, path[0], too_few=len(hand) < len(cost)) for toll in missing]
    return RouteVerdict(tuple(reasons), cost, payment, missing, _remarks(passage, path))


def tolls_of(passage: Passage, path: Sequence[Hex]) -> tuple[Toll, ...]:
    """The price of a path: a card a space, one for each unbroken run of Water (D-ROUTE-04, D-ROUTE-08, R-12)."""
    ground = passage.table.board.ground
    return tuple(
        passage.toll(at)
        for i, at in enumerate(path)
        if not (i and ground[at] is Terrain.WATER and ground[path[i - 1]] is Terrain.WATER)
    )


def path_faults(passage: Passage, path: Sequence[Hex]) -> list[Reason]:
    """Everything wrong with the path itself, whatever the hand."""
    faults: list[Reason | None] = [passage.camp_refusal()]
    if len(path) < 2:
        faults.append(Reason("route.too-short", "D-ROUTE-16", tuple(path)))
    if path and passage.table.board.has(path[0]):
        faults.append(passage.start_refusal(path[0]))
    seen: set[Hex] = set()
    for i, at in enumerate(path):
        if i and not are_adjacent(path[i - 1], at) and path[i - 1] != at:
            faults.append(Reason("route.not-adjacent", "D-ROUTE-03", (path[i - 1], at)))
        if at in seen:
            faults.append(Reason("route.space-twice", "D-ROUTE-03", (at,)))
        seen.add(at)
        last = len(path) > 1 and i == len(path) - 1
        refusal = passage.crossing_refusal(at)
        if refusal and last and refusal.rule == "D-VOLC-05":
            refusal = Reason(refusal.code.replace("through", "destination"), "D-VOLC-06", (at,))
        faults.append(refusal)
        if last and not refusal and at not in path[:-1]:
            faults.append(passage.destination_refusal(at))
    return [fault for fault in faults if fault]


def unpaid_reason(toll: Toll, start: Hex, *, too_few: bool) -> Reason:
    if toll.needs is None:
        return Reason("route.unpaid-any", "D-ROUTE-04", (toll.at,))
    if toll.at == start:
        return Reason("route.unpaid-start", "D-ROUTE-07", (toll.at,), {"needs": toll.needs})
    return Reason("route.unpaid", "D-ROUTE-04" if too_few else "D-ROUTE-05", (toll.at,), {"needs": toll.needs})


def _remarks(passage: Passage, path: Sequence[Hex]) -> tuple[Reason, ...]:
    """Legal, but worth a hint: starting from an own Camp on the way is cheaper (R-08), and so is staying on a Water
    zone instead of leaving it and coming back (R-12)."""
    board = passage.table.board
    own = [at for at in path[1:-1] if at in board.camps and board.camps[at].player == passage.player]
    remarks = [Reason("route.cheaper-from-own-camp", "R-08", (own[-1],))] if own else []
    crossed: set[Hex] = set()
    for toll in tolls_of(passage, path):
        if toll.needs is Terrain.WATER and (zone := board.zone_at(toll.at)):
            if zone.spaces[0] in crossed:
                remarks.append(Reason("route.cheaper-through-water", "R-12", (toll.at,)))
            crossed.add(zone.spaces[0])
    return tuple(remarks)
