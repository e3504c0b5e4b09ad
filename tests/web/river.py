"""A table of The River for the tests of its screens, and somebody who records at it."""

from typing import Any

from companion.river.demo import river_demo_box
from companion.river.formats.tiles import building_json, tile_json
from companion.river.game import RiverState
from companion.river.rules.table import Player, Table
from companion.service.answers import Recorded, TableView
from companion.web.backend import Backend

NAMES = ("Mara", "Jonas", "Inês", "Väinö")
COLORS = ("black", "blue", "green", "yellow")
TILES = {tile.id: tile_json(tile) for tile, _ in river_demo_box().tiles}
BUILDINGS = {card.id: building_json(card) for card, _ in river_demo_box().buildings}


def new_river(backend: Backend, players: int = 3, begun: bool = False, **record: object) -> TableView:
    seats = [{"name": name, "color": color} for name, color in zip(NAMES[:players], COLORS, strict=False)]
    told = {"format": "river-table/1", "players": seats, "start_player": NAMES[0], **record}
    return backend.service.create("river", {"table": told, "begun": begun})


class RiverHand:
    """Records one entry after the other, as somebody would who has seen everything."""

    def __init__(self, backend: Backend, look: TableView) -> None:
        self.backend, self.look, self.number = backend, look, 0

    @property
    def address(self) -> str:
        return f"/tables/{self.look.info.id}"

    def record(self, body: dict[str, Any], kind: str = "action") -> TableView:
        self.number += 1
        outcome = self.backend.service.record(self.look.info.id, self.look.seq, f"hand-{self.number}", kind, body)
        assert isinstance(outcome, Recorded), outcome
        self.look = outcome.look
        return self.look

    def choose_first_tiles(self) -> None:
        for name, tile in zip(
            reversed([one.name for one in self.table.players]), ("F2", "WG1", "F3", "D1"), strict=False
        ):
            self.record({"do": "take-tile", "player": name, "tile": TILES[tile]})

    def lay_out(self) -> None:
        tiles = [TILES[name] for name in ("F1", "D2", "WT3", "M2", "X1", "WS")]
        cards = [BUILDINGS[name] for name in ("G01", "G13", "G20", "G07", "G03")]
        self.record({"do": "lay-out", "tiles": tiles, "buildings": cards})

    @property
    def table(self) -> Table:
        self.look = self.backend.service.look(self.look.info.id)
        state = self.look.state
        assert isinstance(state, RiverState)
        return state.table

    def player(self, name: str) -> Player:
        return self.table.player(name)


def begun_river(backend: Backend, players: int = 3) -> RiverHand:
    """Everybody has a first tile, and the board is told."""
    hand = RiverHand(backend, new_river(backend, players))
    hand.choose_first_tiles()
    hand.lay_out()
    return hand
