"""The table screen of The River: what is tapped, and what its forms record."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import request, url_for

from companion.games.scoreboard import Scoreboard
from companion.river.drawing.tableau import TableauView, small_tile, tableau
from companion.river.game import RiverState
from companion.river.pages.words import MIXED, box_name, card_name, kind_tile, meadow_choices, tile_name
from companion.river.rules import exchange, game
from companion.river.rules.cleanup import Plan
from companion.river.rules.counting import free_storages, storages, symbols
from companion.river.rules.ending import bonus_to_end
from companion.river.rules.payment import Payment, after_exchange, pay
from companion.river.rules.placing import Placing
from companion.river.rules.setup import first_reveal
from companion.river.rules.storing import Gain, food
from companion.river.rules.table import Known, Player, Table
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import (
    EXCHANGE,
    MEADOW_SWAPS,
    PRODUCED,
    SPACES,
    ActionSpace,
    Capacity,
    MeadowKind,
    Resource,
    Terrain,
)
from companion.river.scoreboard import scoreboard
from companion.river.tracking import undescribed
from companion.rules.verdict import Reason
from companion.service.answers import TableView
from companion.web.table_page import ScreenRequest

KINDS = (*Terrain, MIXED)
CLEANUP, EXCHANGING, LAY_OUT = "cleanup", "exchange", "lay-out"
DOINGS = (*ActionSpace, EXCHANGING, LAY_OUT, CLEANUP)


@dataclass(frozen=True)
class RiverTaps:
    """What somebody has tapped so far; it lives in the address, nothing of it is recorded."""

    who: str | None = None
    do: str | None = None
    kind: str | None = None
    """Of the tile that is entered; or ``mixed``."""
    tile: str | None = None
    """A tile of the box that asks for something more before it can be recorded."""
    place: int | None = None
    picked: tuple[int, ...] = ()
    """Tiles to be swapped, two and two."""
    given: tuple[Resource, ...] = ()
    """What is to be exchanged for food."""
    other: bool = False
    """Somebody wants to tell it another way: a tile or building that is not in the list, another payment."""


@dataclass(frozen=True)
class BoardSpace:
    """An action space of the main board, and what a scout of this player would find there."""

    space: ActionSpace
    owners: tuple[str, ...]
    placing: Placing
    capacity: Capacity | None
    island: Known | None
    gain: Gain | None

    @property
    def open(self) -> bool:
        return not self.placing.reasons


@dataclass(frozen=True)
class Offer:
    """A building that might be built. ``payment`` None: its cost is unknown."""

    place: int
    reserved: bool
    building: Building
    payment: Payment | None
    payable: bool | None
    exchanges: int | None = None
    """So many times three for one first would pay for it."""


@dataclass(frozen=True)
class ExchangeForm:
    """Resources that might be exchanged: whether they may, and the food they would bring."""

    given: Mapping[Resource, int]
    reasons: tuple[Reason, ...]
    remarks: tuple[Reason, ...]
    food: int

    @property
    def unfinished(self) -> bool:
        """One resource or two so far: somebody is still tapping."""
        return {reason.code for reason in self.reasons} == {"river.exchange-by-three"}


@dataclass(frozen=True)
class RiverScreen:
    table: Table
    step: str
    """``first-tile``, ``turn``, ``cleanup`` or ``over``."""
    player: Player
    """Whose tableau is shown: looking at another's records nothing for them."""
    actor: Player
    """Whose turn it is: everything that can be recorded is this player's."""
    others: tuple[Player, ...]
    board: TableauView
    spaces: tuple[BoardSpace, ...]
    room: Known
    free: Known
    symbols: Mapping[Resource, Known]
    totals: Mapping[str, int]
    tapped: RiverTaps
    chosen: BoardSpace | None = None
    offers: tuple[Offer, ...] = ()
    tiles: tuple[Tile, ...] = ()
    """Tiles of the box of the tapped kind."""
    swaps: int = 0
    """How many swaps are asked for: one for a scout, two for a swap meadow."""
    food: Mapping[Resource, Gain] = field(default_factory=dict)
    exchange: ExchangeForm | None = None
    plan: Plan | None = None
    reveal: int | None = None
    """How many terrain tiles should lie out now, where that is known."""

    @property
    def exchangeable(self) -> bool:
        return self.actor.stored >= EXCHANGE


def river_screen(table: Table, tapped: RiverTaps, acting: str | None = None) -> RiverScreen:
    """``acting``: whose decisions are shown where it is not the turn's: on a player's own phone."""
    step = step_of(table)
    names = [player.name for player in table.players]
    actor = table.player(acting or table.active_player or table.opener().name)
    who = tapped.who if tapped.who in names and tapped.do is None else actor.name
    player = table.player(who)
    spaces = tuple(board_space(table, actor, space) for space in ActionSpace)
    chosen = next((one for one in spaces if one.space == tapped.do), None) if step in ("turn", "first-tile") else None
    if step == "first-tile" and chosen is None:
        chosen = spaces[0]
    tile = _tile(table, tapped)
    swaps = 1 if tapped.do == ActionSpace.SWAP else 0
    if tile and tile.meadow and tile.meadow.kind is MeadowKind.SWAP and actor.tiles:
        swaps = MEADOW_SWAPS
    return RiverScreen(
        table,
        step,
        player,
        actor,
        tuple(one for one in table.clockwise_from(who)[1:]),
        tableau(table, player, picked=tapped.picked),
        spaces,
        storages(table, player),
        free_storages(table, player),
        {kind: symbols(table, player, kind) for kind in PRODUCED},
        {sheet.name: sheet.total for sheet in game.score(table).players},
        tapped,
        chosen,
        offers(table, actor) if tapped.do == ActionSpace.BUILD else (),
        tiles_of(table, tapped.kind),
        swaps,
        {kind: food(table, actor.name, None if kind is Resource.FOOD else kind) for kind in Resource}
        if tapped.do == ActionSpace.FOOD
        else {},
        exchange_view(table, actor, tapped.given) if tapped.do == EXCHANGING and step == "turn" else None,
        game.clean_up(table) if step == CLEANUP or tapped.do == CLEANUP else None,
        first_reveal(len(table.players)) if table.round == 0 else table.supply.terrain_tiles,
    )


def step_of(table: Table) -> str:
    if table.over:
        return "over"
    if table.round == 0:
        return "first-tile"
    return "turn" if table.active_player is not None else CLEANUP


def board_space(table: Table, player: Player, space: ActionSpace) -> BoardSpace:
    resource = next((kind for kind in Resource if kind.value == space.value), None)
    return BoardSpace(
        space,
        table.scouts.get(space, ()),
        game.check_place(table, player.name, space),
        table.capacity(space),
        table.island(resource) if resource else None,
        game.production(table, player.name, resource) if resource else None,
    )


def offers(table: Table, player: Player) -> tuple[Offer, ...]:
    """Everything the player might build: what lies open, and what is reserved, one resource cheaper (V-BUILD-02)."""
    cards = [(card, place, False) for place, card in enumerate(table.displayed or (), 1)]
    cards += [(card, place, True) for place, card in enumerate(player.reserved, 1)]
    return tuple(_offer(player, card, place, reserved) for card, place, reserved in cards)


def _offer(player: Player, card: Building, place: int, reserved: bool) -> Offer:
    if card.cost is None:
        return Offer(place, reserved, card, None, None)
    payment = pay(card.cost, player.resources, reserved=reserved)
    unsure = not payment.complete and sum(payment.missing.values()) <= player.untold_resources
    first = after_exchange(card.cost, player.resources, reserved=reserved)
    return Offer(place, reserved, card, payment, None if unsure else payment.complete, first)


def tiles_of(table: Table, kind: str | None) -> tuple[Tile, ...]:
    """The tiles of the box of this kind."""
    if kind == MIXED:
        return tuple(tile for tile, _ in table.box.tiles if len(tile.kinds) > 1)
    return tuple(tile for tile, _ in table.box.tiles if tile.kinds == (kind,))


def _tile(table: Table, tapped: RiverTaps) -> Tile | None:
    """The tile that is about to be taken, where something more is asked about it."""
    if tapped.do not in (None, ActionSpace.TERRAIN):
        return None
    if tapped.place and table.revealed and tapped.place <= len(table.revealed):
        return table.revealed[tapped.place - 1]
    return next((tile for tile, _ in table.box.tiles if tile.id == tapped.tile), None) if tapped.tile else None


def asks_more(tile: Tile, player: Player) -> bool:
    """A swap meadow asks which tiles change places, before it is recorded (V-MEAD-05)."""
    return tile.meadow is not None and tile.meadow.kind is MeadowKind.SWAP and bool(player.tiles)


def exchange_view(table: Table, player: Player, given: tuple[Resource, ...]) -> ExchangeForm:
    """The verdict comes with every tap: exchanging is checked as everything else is, before it is recorded."""
    heap = Counter(given)
    if not heap:
        return ExchangeForm(heap, (), (), 0)
    reasons = exchange.check(table, player.name, heap)
    return ExchangeForm(heap, reasons, exchange.remarks(table, heap) if not reasons else (), exchange.food_for(heap))


MOST_GIVEN = 30
"""More resources than anybody can store."""
SPACE_SIGNS = {
    ActionSpace.TERRAIN: "island",
    ActionSpace.WOOD: "wood",
    ActionSpace.CLAY: "clay",
    ActionSpace.STONE: "stone",
    ActionSpace.FOOD: "food",
    ActionSpace.RESERVE: "lock",
    ActionSpace.BUILD: "building",
    ActionSpace.START: "figure",
    ActionSpace.SWAP: "swap",
}


@dataclass(frozen=True)
class OwnTable:
    """What The River draws inside the frame of a table. ``past``: nothing can be tapped."""

    look: TableView
    tapped: RiverTaps
    screen: RiverScreen
    past: bool
    kinds = KINDS
    space_signs = SPACE_SIGNS
    tile_name = staticmethod(tile_name)
    card_name = staticmethod(card_name)
    small_tile = staticmethod(small_tile)
    kind_tile = staticmethod(kind_tile)
    asks_more = staticmethod(asks_more)

    @property
    def state(self) -> RiverState:
        state: RiverState = self.look.state
        return state

    def look_url(self, **asked: Any) -> str:
        return url_for("tables.show", table_id=self.look.info.id, **asked)

    def given_url(self, kind: str, step: int) -> str:
        """The same page with one resource more or less to be exchanged."""
        given = Counter(self.tapped.given)
        given[Resource(kind)] += step
        told = ",".join(one for one in Resource for _ in range(given[one]))
        return self.look_url(do=self.tapped.do, given=told or None)

    @property
    def pick_links(self) -> dict[int, str]:
        return {} if self.past else _pick_links(self.look, self.screen)

    @property
    def box_name(self) -> str:
        return box_name(self.state.table.box)

    @property
    def meadows(self) -> Sequence[tuple[str, str]]:
        return meadow_choices() if self.tapped.kind else ()

    @property
    def seats(self) -> dict[str, int]:
        return {player.name: seat for seat, player in enumerate(self.state.table.players)}

    @property
    def nowhere(self) -> bool:
        return not any(space.open for space in self.screen.spaces)

    @property
    def pad(self) -> Scoreboard | None:
        return scoreboard(self.state) if self.state.table.over else None

    @property
    def way(self) -> str:
        return self.state.way

    @property
    def to_describe(self) -> list[tuple[int, str, int]]:
        """Players with tiles nobody has described: seat, name, how many."""
        players = enumerate(self.state.table.players)
        return [(seat, one.name, len(spaces)) for seat, one in players if (spaces := undescribed(one))]

    @property
    def to_end(self) -> int:
        return bonus_to_end(len(self.state.table.players))

    @property
    def order(self) -> tuple[Player, ...]:
        table = self.state.table
        return table.clockwise_from(table.opener().name)

    @property
    def news(self) -> Sequence[object]:
        return () if self.past else self.state.news


def own_table(look: TableView, view: ScreenRequest) -> OwnTable:
    tapped = _tapped() if view.now is None else RiverTaps()
    return OwnTable(look, tapped, river_screen(look.state.table, tapped), view.now is not None)


def _tapped() -> RiverTaps:
    """What the address says was tapped; anything else in it is left out of account."""
    args = request.args
    do, kind = args.get("do"), args.get("kind")
    picked = [int(one) for one in args.get("picked", "").split(",") if one in map(str, range(1, SPACES + 1))]
    return RiverTaps(
        who=args.get("who"),
        do=do if do in DOINGS else None,
        kind=kind if kind in KINDS else None,
        tile=args.get("tile"),
        place=args.get("place", type=int),
        picked=tuple(picked[:4]),
        given=tuple(Resource(one) for one in args.get("given", "").split(",") if one in set(Resource))[:MOST_GIVEN],
        other="other" in args,
    )


def _pick_links(look: TableView, screen: RiverScreen) -> dict[int, str]:
    """Where tiles are to be swapped, a tap on one picks it, a second tap lets it go."""
    if not screen.swaps:
        return {}
    tapped = screen.tapped
    laid = len(screen.actor.tiles) + (screen.swaps > 1)  # the new tile may take part (VR-11)
    links = {}
    for space in range(1, min(laid, SPACES) + 1):
        picked = list(tapped.picked)
        if len(picked) % 2 and picked[-1] == space:  # of a pair that is not complete yet
            picked.pop()
        elif len(picked) < 2 * screen.swaps:
            picked.append(space)
        else:
            picked = [space]
        links[space] = url_for(
            "tables.show",
            table_id=look.info.id,
            do=tapped.do,
            place=tapped.place,
            tile=tapped.tile,
            picked=",".join(map(str, picked)) or None,
        )
    return links
