"""What a Water or Lava marker does to the map, and who may take Fish.

Where the marker may go is the scenario's to say; what happens to the berries of the covered zone is the same for both
(D-DOWN-05 to D-DOWN-07, D-VOLC-04).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from companion.dewan.rules.board import Board
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import LAND, Ground, Marker, Terrain
from companion.rules.hexes import Hex, connected_parts


class Covered(NamedTuple):
    """The board after a marker was placed.

    ``odd`` berries are still to be given by lot, one each, to different zones of ``tied``; they lie on no space yet.
    """

    board: Board
    odd: int = 0
    tied: tuple[tuple[Hex, ...], ...] = ()


def open_land_beside(board: Board, beside: Collection[Ground]) -> tuple[Hex, ...]:
    """The free land spaces next to such ground, sorted: never Water, lava, the volcano or a centre (R-20)."""
    return tuple(
        at
        for at in sorted(board.printed)
        if board.is_free(at)
        and board.ground[at] in LAND
        and any(board.ground[near] in beside for near in board.near(at))
    )


def cover(board: Board, at: Hex, marker: Marker, vanished: str) -> Covered:
    """Put the marker on a space and move the berries of its old zone. ``vanished`` is the choice for R-22."""
    old = board.zone_at(at)
    covered = board.with_marker(at, marker)
    if old is None or not old.berries:
        return Covered(covered)
    parts = tuple(connected_parts(space for space in old.spaces if space != at))
    if not parts:
        return Covered(covered.with_berries(_vanished(covered, at, vanished)))

    # All berries go to the largest part; tied parts share them evenly, the rest falls by lot
    # (D-DOWN-05, D-DOWN-06, R-23).
    largest = max(map(len, parts))
    winners = tuple(part for part in parts if len(part) == largest)
    share, odd = divmod(old.berries, len(winners))
    moved = {space: count for space, count in board.berries.items() if space not in old.spaces}
    for part in winners:
        moved.update(_settled(board.berries, part, share, at))
    return Covered(covered.with_berries(moved), odd, winners if odd else ())


def settle_odd(covered: Covered, lot: Sequence[Hex]) -> Board:
    """Give the odd berries to the zones of the spaces drawn by lot (D-DOWN-06, R-24)."""
    berries = dict(covered.board.berries)
    for at in lot:
        zone = covered.board.zone_at(at)
        spaces = zone.spaces if zone else (at,)
        resting = next((space for space in spaces if berries.get(space)), spaces[0])
        berries[resting] = berries.get(resting, 0) + 1
    return covered.board.with_berries(berries)


def _settled(berries: Mapping[Hex, int], part: Sequence[Hex], share: int, at: Hex) -> dict[Hex, int]:
    """Tokens stay where they lie as far as the share goes; what comes in lies down where tokens are, or nearest."""
    settled: dict[Hex, int] = {}
    left = share
    for space in part:
        if stay := min(left, berries.get(space, 0)):
            settled[space] = stay
            left -= stay
    if left:
        landing = next(iter(settled), None) or next((space for space in part if space in at.neighbours()), part[0])
        settled[landing] = settled.get(landing, 0) + left
    return settled


def _vanished(covered: Board, at: Hex, choice: str) -> dict[Hex, int]:
    """The zone was this one space (R-22)."""
    berries = dict(covered.berries)
    if choice == "stay-on-the-marker":
        return berries
    homeless = berries.pop(at)
    if choice == "to-the-largest-neighbour":
        zones = [zone for near in covered.near(at) if (zone := covered.zone_at(near))]
        land = [zone for zone in zones if zone.terrain is not Terrain.WATER]
        if land:
            home = max(land, key=lambda zone: (len(zone.spaces), [-n for space in zone.spaces for n in space]))
            resting = next((space for space in home.spaces if berries.get(space)), home.spaces[0])
            berries[resting] = berries.get(resting, 0) + homeless
    return berries


def villages(table: Table, player: str) -> int:
    """The player's Lake Villages: camps on Water (D-LAKE-03)."""
    return sum(table.board.ground[at] is Terrain.WATER for at in table.board.camps_of(player))


def fish_shares(table: Table) -> dict[str, int]:
    """Fish for each player who discards a card, in turn order from the active player (D-LAKE-08).

    One for each own village, as far as the tokens last (D-EVENT-07, R-38), and nothing for an empty hand (R-37). Where
    nobody's cards were told, everybody may have some.
    """
    left = table.fish_tokens
    given = any(player.cards_in_hand for player in table.players)
    shares = {}
    for player in table.clockwise_from(table.active().name):
        able = player.cards_in_hand or not given
        shares[player.name] = min(left, villages(table, player.name)) if able else 0
        left -= shares[player.name]
    return shares
