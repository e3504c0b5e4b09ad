"""Real tables for the tests of screens: a desk on a temporary data directory, set up with the demo box."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.dewan.formats.stories import story_json
from companion.dewan.game import DewanState
from companion.dewan.rules.play import Play
from companion.service.answers import Recorded, TableView
from companion.web.backend import Backend

NAMES = ("Jonas", "Inês", "Mara", "Väinö")
COLORS = ("indigo", "marigold", "raspberry", "pearl")


def new_table(
    backend: Backend, scenario: str = "base", players: int = 3, names: Sequence[str] = NAMES, **header: object
) -> TableView:
    """A table with the demo map of its scenario, nothing recorded yet."""
    team = scenario == "team"
    seats = [
        {"name": name, "color": color} | ({"team": "AB"[i % 2]} if team else {})
        for i, (name, color) in enumerate(zip(names[:players], COLORS, strict=False))
    ]
    record = {
        "format": "dewan-table/1",
        "scenario": scenario,
        "players": seats,
        "map": {"box": write_box(demo_box()), "tiles": demo_tiles(scenario, players)},
        "first_player": names[0],
    }
    return backend.service.create("dewan", {"table": record, **header})


def demo_tiles(scenario: str, players: int) -> list[dict[str, object]]:
    """The first tiles of the box on the layout of the scenario."""
    box = demo_box()
    layout = next(one for one in box.layouts if (one.scenario, one.players) == (scenario, players))
    used: Counter[str] = Counter()
    tiles = []
    for slot in layout.slots:
        tile = [one for one in box.tiles if one.kind == slot.kind][used[slot.kind]]
        used[slot.kind] += 1
        tiles.append({"tile": tile.id, "at": list(slot.at), "rotation": used[slot.kind] % 6})
    return tiles


@dataclass
class Hand:
    """Records entries at a table, one after the other, as somebody would who has seen everything."""

    backend: Backend
    look: TableView
    number: int = 0

    def record(self, kind: str, body: dict[str, object]) -> TableView:
        self.number += 1
        outcome = self.backend.service.record(self.look.info.id, self.look.seq, f"hand-{self.number}", kind, body)
        assert isinstance(outcome, Recorded), outcome
        self.look = outcome.look
        return self.look

    @property
    def play(self) -> Play:
        state = self.look.state
        assert isinstance(state, DewanState)
        return state.play

    def tell_all(self) -> None:
        """The open cards and the Story row, as the demo box has them."""
        box = demo_box()
        self.record("tell", {"row": [str(card) for card in list(box.cards)[:6]]})
        self.record("tell", {"story_row": [story_json(story) for story in box.stories[:5]]})

    def choose_first_stories(self) -> None:
        while self.play.next.kind == "first-story":
            self.record("action", {"do": "take-story", "player": self.play.next.player, "place": 1})

    def take(self, left: int = 1, *refill: str) -> TableView:
        player = self.play.next.player
        return self.record(
            "action", {"do": "take-cards", "player": player, "places": [left, left + 1], "refill": list(refill)}
        )
