"""Make the recorded games below ``tests/golden/river`` anew: ``python -m tests.river.make_golden [--force]``.

Never run by the tests. Each game is a list of decisions written down here, played through the real service; what it
guards stands in its title. Existing files are kept unless forced: old logs must keep opening.
"""

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.games.viewer import SERVER
from companion.log.store import open_store
from companion.river.demo import river_demo_box
from companion.river.formats.box import write_river_box
from companion.river.formats.tiles import tile_json
from companion.river.game import RiverState
from companion.river.rules.table import Table
from companion.service.answers import Recorded, TableView
from companion.service.files import export_log
from companion.service.tables import Tables
from tests.river.golden_files import FOLDER, score_json

Json = dict[str, object]
NAMES, COLORS = ("Alix", "Billy", "Charlie", "Dana"), ("black", "blue", "green", "yellow")
TILES = {tile.id: tile_json(tile) for tile, _ in river_demo_box().tiles}


class Hand:
    """Plays at one table, entry by entry."""

    def __init__(self, tables: Tables, title: str, players: int, way: str = "everything") -> None:
        seats = [{"name": name, "color": color} for name, color in zip(NAMES[:players], COLORS, strict=False)]
        table = {"format": "river-table/1", "players": seats, "start_player": NAMES[0]}
        header = {"table": {**table, "box": write_river_box(river_demo_box())}, "title": title, "way": way}
        self.tables = tables
        self.look: TableView = tables.create("river", header)

    @property
    def table(self) -> Table:
        state = self.look.state
        assert isinstance(state, RiverState)
        return state.table

    def do(self, do: str, **told: object) -> None:
        """The action of whoever's turn it is."""
        self.record("action", {"do": do, "player": self.table.active_player, **told})

    def record(self, kind: str, body: Mapping[str, object]) -> None:
        outcome = self.tables.record(self.look.info.id, self.look.seq, f"e{self.look.seq + 1}", kind, dict(body))
        assert isinstance(outcome, Recorded), outcome
        self.look = outcome.look

    def first_tiles(self, *tiles: str | Json) -> None:
        for tile in tiles:
            self.do("take-tile", tile=tile)

    def rest_of_round(self) -> None:
        """Everybody sends the scouts that are left for the figure; then the clean-up."""
        while self.table.active_player is not None:
            self.do("place-scout", space="start")
        self.record("action", {"do": "clean-up"})

    def tile_rounds(self, *kinds: str | Json) -> None:
        """Alix lays these tiles, two a round; a swap meadow swaps two tiles and swaps them back."""
        left = list(kinds)
        while left and not self.table.over:
            while self.table.active_player is not None:
                own = self.table.active_player == "Alix"
                if own and len(self.table.player("Alix").bonus) < 2:  # four framed spaces take four scouts
                    self.do("build", building={"cost": {}, "points": 2})
                elif own and left and self.table.player("Alix").laid_this_round < 2:
                    tile = left.pop(0)
                    swaps = isinstance(tile, dict) and tile.get("meadow") == "swap"
                    self.do("take-tile", tile=tile, **({"swaps": [[1, 2], [2, 1]]} if swaps else {}))
                else:
                    self.do("place-scout", space="wood" if own else "clay")
            self.record("action", {"do": "clean-up"})


def twelve_tiles(hand: Hand) -> None:
    """Alix lays every kind of meadow and two mixed tiles; the twelfth tile ends the game."""
    others = len(hand.table.players) - 1
    hand.first_tiles("forest", *[{"kind": "desert", "symbols": {}, "storages": 4}] * others)
    meadows = ("terrain:forest", "production:wood", "cleanup:clay", "gift:wood", "scouts", "bonus", "swap")
    tiles: list[str | Json] = [{"kind": "meadow", "meadow": meadow, "symbols": {}, "storages": 1} for meadow in meadows]
    tiles = [{"kind": "forest", "symbols": {"wood": 1}, "storages": 2}, *tiles, "desert/forest", "forest/mountain"]
    hand.tile_rounds(*tiles, "badlands")


def five_bonus_tiles(hand: Hand) -> None:
    """Alix builds five times; the second bonus tile frees the fifth scout in the same round."""
    players = len(hand.table.players)
    hand.first_tiles(*["forest"] * players)
    wanted = 4 if players == 2 else 5
    while len(hand.table.player("Alix").bonus) < wanted:
        if hand.table.active_player == "Alix":
            hand.do("build", building={"cost": {}, "points": 3 + len(hand.table.player("Alix").bonus)})
        elif hand.table.active_player is None:
            hand.record("action", {"do": "clean-up"})
        else:
            hand.do("place-scout", space="food")
    hand.rest_of_round()


def exchange_and_discount(hand: Hand) -> None:
    """Three for one food, a reserved building one cheaper, food as a joker, then the end by buildings."""
    hand.first_tiles(
        {"kind": "mountain", "symbols": {"stone": 1}, "storages": 2},
        {"kind": "desert", "symbols": {}, "storages": 3},
        {"kind": "forest", "symbols": {"wood": 2}, "storages": 4},
    )
    hand.do("produce", resource="wood")
    hand.do("take-food")
    hand.do("produce", resource="stone")
    hand.do("reserve", building={"cost": {"wood": 1, "clay": 1}, "points": 6})
    hand.do("take-figure")
    hand.do("place-scout", space="clay")
    hand.do("exchange", given={"wood": 3})
    hand.do("build", reserved=True, place=1)
    while not hand.table.over:
        if hand.table.active_player is None:
            hand.record("action", {"do": "clean-up"})
        elif hand.table.active_player == "Billy":
            hand.do("build", building={"cost": {}, "points": 2})
        else:
            hand.do("place-scout", space="swap")


def a_settled_row(hand: Hand) -> None:
    """Every framed space of Alix's board is covered, round by round: four scouts settle for good."""
    hand.first_tiles(*["badlands"] * 2)
    hand.tile_rounds(*["badlands"] * 11)


def rounds_only(hand: Hand) -> None:
    """Told round by round: tiles, buildings and the figure by their number."""
    while not hand.table.over:
        tiles = {name: 1 + (seat == 1) for seat, name in enumerate(NAMES[: len(hand.table.players)])}
        free = {name: n for name, n in tiles.items() if len(hand.table.player(name).tiles) + n <= 12}
        hand.record("action", {"do": "round", "tiles": free, "built": {"Charlie": 1}, "figure": "Billy"})


def slips(hand: Hand) -> None:
    """Undo, redo, a third tile in a round, a correction and a typed cell; four players to the end."""
    hand.first_tiles("forest", "desert", "mountain", "badlands")
    hand.do("produce", resource="wood")
    hand.record("undo", {})
    hand.record("redo", {})
    for _ in range(3):
        hand.do("take-tile", tile="desert")
    hand.record("action", {"do": "take-tile", "player": "Alix", "tile": "forest"})
    hand.record("action", {"do": "take-tile", "player": "Alix", "tile": "forest"})
    changes = [{"op": "replace", "path": "/players/3/resources", "value": {"stone": 4}}]
    hand.record("correction", {"reason": "counted again", "changes": changes})
    while not hand.table.over:
        if hand.table.active_player is None:
            hand.record("action", {"do": "clean-up"})
        else:
            hand.do("build", building={"cost": {}, "points": 1})
    hand.record("score", {"column": "Dana", "row": "buildings", "points": 9})


@dataclass(frozen=True)
class Wanted:
    name: str
    title: str
    players: int
    play: Callable[[Hand], None]
    way: str = "everything"


def wanted_games() -> Iterator[Wanted]:
    yield Wanted("twelve-tiles", "Twelve tiles end it: every kind of meadow and mixed tiles", 2, twelve_tiles)
    yield Wanted("twelve-tiles-three", "Three players: twelve tiles end it", 3, twelve_tiles)
    yield Wanted("twelve-tiles-four", "Four players: twelve tiles end it", 4, twelve_tiles)
    yield Wanted("four-bonus-tiles", "Two players: the fourth bonus tile ends it, a fifth scout", 2, five_bonus_tiles)
    yield Wanted("five-bonus-tiles", "Three players: the fifth bonus tile ends it", 3, five_bonus_tiles)
    yield Wanted("four-players", "Four players: the fifth bonus tile ends it", 4, five_bonus_tiles)
    yield Wanted("exchange-and-discount", "Three for one, a discount, food as a joker", 3, exchange_and_discount)
    yield Wanted("settled-row", "Scouts settle on every framed space of one board", 2, a_settled_row)
    yield Wanted("rounds", "Three players, recorded round by round", 3, rounds_only, "rounds")
    yield Wanted(
        "undo-redo-and-corrections", "Undo, redo, a slip against the rules, a correction, a typed cell", 4, slips
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--force", action="store_true")
    force = parser.parse_args().force
    FOLDER.mkdir(parents=True, exist_ok=True)
    for wanted in wanted_games():
        path = FOLDER / f"{wanted.name}.json"
        if path.exists() and not force:
            continue
        with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "companion.sqlite3") as store:
            tables = Tables(store, now=lambda: "2026-11-18T19:30:00Z")
            hand = Hand(tables, wanted.title, wanted.players, wanted.way)
            wanted.play(hand)
            assert hand.table.over, wanted.name
            log = export_log(tables, hand.look.info.id, SERVER)
            state = hand.look.state
        path.write_text(_written(log), encoding="utf-8")
        scores = json.dumps(score_json(state), ensure_ascii=False, indent=1) + "\n"
        path.with_suffix(".expected.json").write_text(scores, encoding="utf-8")


def _written(log: Json) -> str:
    """One entry a line."""
    entries = log["entries"]
    assert isinstance(entries, list)
    head = {key: value for key, value in log.items() if key != "entries"}
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    told = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in entries)
    return "\n".join(["{", *lines, ' "entries": [', told, " ]", "}"]) + "\n"


if __name__ == "__main__":
    main()
