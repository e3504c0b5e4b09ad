"""The end of a round: who settles, what comes in, who starts, and whether it was the last one (section 6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from companion.river.rules.counting import free_storages
from companion.river.rules.ending import triggers
from companion.river.rules.stock import Stock, total
from companion.river.rules.storing import given_back, stored
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import BUILDING_CARDS, MOST_PLAYERS, SCOUTS, TERRAIN_TILES, MeadowKind, Resource
from companion.rules.limits import Range, Size
from companion.rules.verdict import Reason


@dataclass(frozen=True)
class Income:
    """A clean-up meadow on ``space`` gives its resource, or ``reason`` says why not (V-CLEAN-05, V-MEAD-03)."""

    space: int
    resource: Resource
    reason: Reason | None = None


@dataclass(frozen=True)
class Plan:
    """What the clean-up brings. None where it depends on what nobody told."""

    settles: Mapping[str, tuple[int, ...]] | None
    """The framed spaces each player covered this round: a scout is laid on each (V-SETTLE-01)."""
    ships: Mapping[str, int] | None
    income: Mapping[str, tuple[Income, ...]]
    tiles_out: int | None
    tiles_in: int | None
    reshuffle: bool | None
    buildings_in: int | None
    starts: str | None
    last_round: tuple[Reason, ...]
    remarks: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class CleanUpReport:
    """What people did where the plan left a choice, or where it was wrong."""

    returned: Annotated[Mapping[str, Stock], Size(MOST_PLAYERS)] = field(default_factory=dict)
    income: Annotated[Mapping[str, Stock], Size(MOST_PLAYERS)] = field(default_factory=dict)
    settled: Annotated[Mapping[str, Annotated[int, Range(0, SCOUTS)]], Size(MOST_PLAYERS)] = field(default_factory=dict)
    tiles: Annotated[tuple[Tile, ...], Size(TERRAIN_TILES)] | None = None
    buildings: Annotated[tuple[Building, ...], Size(BUILDING_CARDS)] | None = None


def plan(table: Table) -> Plan:
    last = triggers(table)
    known = all(table.board_of(player).framed is not None for player in table.players)
    settles = {player.name: _settles(table, player, bool(last)) for player in table.players}
    tiles_in, out = table.supply.terrain_tiles, None if table.revealed is None else len(table.revealed)
    reshuffle = None if tiles_in is None or table.tile_stack is None else table.tile_stack < tiles_in
    guessed = table.box.invented and (tiles_in is not None or known)
    ships = {player.name: _ship(player, len(settles[player.name])) for player in table.players} if known else None
    remarks = [Reason("river.box-invented", "VR-03", params={"name": table.box.name})] if guessed else []
    if ships is not None and not any(ships.values()) and not last:
        remarks.append(Reason("river.all-settled", "V-TURN-02"))
    return Plan(
        settles if known else None,
        ships,
        income(table),
        out,
        tiles_in,
        reshuffle,
        _buildings_in(table),
        table.start_player,
        last,
        tuple(remarks),
    )


def _settles(table: Table, player: Player, last: bool) -> tuple[int, ...]:
    """One scout for each framed space covered this round; swaps cover nothing anew (VR-12).

    The last clean-up is played in full, unless the table chose otherwise (VR-19).
    """
    if last and table.ruling("VR-19") == "not-in-the-last-round":
        return ()
    return table.framed_covered(player, this_round=True)[: max(0, player.scouts_owned - player.settled)]


def _ship(player: Player, settling: int) -> int:
    """All scouts come back, those laid aside too; who has settled stays (V-CLEAN-03, VR-18)."""
    return max(0, player.scouts_owned - player.settled - settling)


def income(table: Table) -> dict[str, tuple[Income, ...]]:
    """Clockwise from the holder of the figure, as far as resources and storages last."""
    found: dict[str, tuple[Income, ...]] = {}
    for player in table.clockwise_from(table.opener().name):
        entries = []
        for space, meadow in player.meadows(MeadowKind.CLEANUP):
            if isinstance(meadow.shows, Resource):
                reason = _hindrance(table, player.name, meadow.shows)
                entries.append(Income(space, meadow.shows, reason))
                if reason is None:
                    table = stored(table, player.name, {meadow.shows: 1})
        if entries:
            found[player.name] = tuple(entries)
    return found


def _hindrance(table: Table, name: str, resource: Resource) -> Reason | None:
    island, free = table.island(resource), free_storages(table, table.player(name))
    if island is not None and island.sure and island.count < 1:
        return Reason("river.island-empty", "V-MEAD-03", params={"resource": resource})
    if free.sure and free.count < 1:
        back = table.ruling("VR-13") == "by-returning" and table.player(name).stored > 0
        return Reason("river.room-by-returning" if back else "river.no-storage", "VR-13", params={"resource": resource})
    return None


def _buildings_in(table: Table) -> int | None:
    """Only emptied spaces are refilled (V-CLEAN-02); with no card left a space stays empty (VR-06)."""
    if table.displayed is None or table.side.building_spaces is None:
        return None
    empty = max(0, table.side.building_spaces - len(table.displayed))
    out = len(table.displayed) + sum(len(player.buildings) + len(player.reserved) for player in table.players)
    left = max(0, BUILDING_CARDS - out) if table.building_stack is None else table.building_stack
    return min(empty, left)


def tidied(table: Table, given: CleanUpReport) -> Table:
    """The table at the start of the next round, or at the end of the game."""
    for name, back in given.returned.items():
        table = given_back(table, name, back)
    done = plan(table)
    for player in table.players:
        coming = given.income.get(player.name)
        if coming is None:
            coming = {}
            for one in done.income.get(player.name, ()):
                if one.reason is None:
                    coming[one.resource] = coming.get(one.resource, 0) + 1
        if total(coming):
            table = stored(table, player.name, coming)
    for player in table.players:
        table = table.with_player(_back_on_ship(player, given, done))
    table = replace(_restocked(table, given, done), scouts={}, round=table.round + (not done.last_round))
    if done.last_round:
        return replace(table, over=True, active_player=None)
    return replace(table, active_player=_opens(table))


def _back_on_ship(player: Player, given: CleanUpReport, done: Plan) -> Player:
    planned = len(done.settles[player.name]) if done.settles is not None else 0
    left = player.scouts_owned - player.settled
    settling = min(given.settled.get(player.name, planned), max(0, left))
    return replace(
        player,
        scouts=_ship(player, settling),
        settled=player.settled + settling,
        aside=0,
        laid_this_round=0,
    )


def _opens(table: Table) -> str | None:
    """The holder of the figure (V-CLEAN-04), or whoever next has a scout (V-TURN-02)."""
    return next((one.name for one in table.clockwise_from(table.opener().name) if one.scouts), None)


def _restocked(table: Table, given: CleanUpReport, done: Plan) -> Table:
    """Untaken tiles are thrown away, new ones come; thrown-away ones make a new stack (V-CLEAN-01, VR-05)."""
    stack, thrown = table.tile_stack, table.thrown_tiles
    if thrown is not None:
        thrown = None if done.tiles_out is None else thrown + done.tiles_out
    if thrown is not None and thrown + sum(len(player.tiles) for player in table.players) > TERRAIN_TILES:
        thrown = None  # a stack whose height nobody told was made anew on the way
    if stack is not None and done.tiles_in is not None:
        stack -= done.tiles_in
        if stack < 0:
            stack, thrown = (None, None) if thrown is None else (max(0, stack + thrown), 0)
    displayed = given.buildings
    if displayed is None and table.displayed is not None:
        displayed = table.displayed + (Building(),) * (done.buildings_in or 0)
    cards = table.building_stack
    return replace(
        table,
        revealed=given.tiles,
        tile_stack=stack,
        thrown_tiles=thrown,
        displayed=displayed,
        building_stack=None if cards is None else max(0, cards - (done.buildings_in or 0)),
    )
