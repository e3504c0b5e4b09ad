"""What a table says of itself before the first turn, as JSON.

``{"table": RECORD, "begun": false, "title": "Friday", "row": true, "stories": true, "cards": 55, "story_tiles": 24,
"box": null, "mode": "recorded", "way": "camps"}``: the record holds scenario, players, map and rulings. ``begun`` true
takes the record as a game in mid-course; ``box`` names the owner's box the cards and tiles come from, none the demo
box; ``mode`` says what the table is for (``formats/mode.py``), and a quick score is over from the start; ``way``
``camps`` records only Camps and events; ``lot``: the first player was drawn by lot.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from companion.dewan.formats.map import MAP
from companion.dewan.formats.plausible import note_contradictions
from companion.dewan.formats.table import RECORD
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.play import RULES, Course, Play, Step, StepKind
from companion.dewan.rules.setup import SetUp, resume
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import MOST_PLAYERS, STORY_TILES, TERRAIN_CARDS, Landmark
from companion.formats.faults import BadInput, Fault, Node, shortened
from companion.formats.fields import FLAG, TEXT, Number, Word
from companion.formats.mode import Mode
from companion.formats.objects import Object, optional, required
from companion.rules.hexes import Hex

MOST_CARDS, MOST_STORIES = 200, 99


@dataclass(frozen=True)
class SetUpForm:
    """``rules``: the edition of the rules it is played by; headers from before there were two name none."""

    table: Table
    begun: bool = False
    title: str | None = None
    row: bool = True
    stories: bool = True
    cards: int = TERRAIN_CARDS
    story_tiles: int = STORY_TILES
    box: str | None = None
    course: Course = field(default_factory=Course)
    rules: int | None = None
    mode: Mode | None = None
    way: str | None = None
    lot: bool = False

    @property
    def first_player(self) -> str | None:
        return self.table.first_player

    def with_first_player(self, name: str) -> "SetUpForm":
        return replace(self, table=replace(self.table, first_player=name))

    def set_up(self) -> SetUp:
        table = self.table
        return SetUp(
            table.scenario,
            table.players,
            table.first_player or table.players[0].name,
            with_starting_camps(table.board, [player.name for player in table.players]),
            table.rulings,
            self.row,
            self.stories,
            self.cards,
            self.story_tiles,
        )

    def resumed(self) -> Play:
        """The game the record tells of."""
        if (self.rules or 1) < 2:
            return Play(self.table, (Step(StepKind.TURN, self.table.active().name),), rules=1)
        return resume(self.table, self.course)

    def to_json(self) -> dict[str, Any]:
        return SETUP.write({**vars(self), "table": self.resumed() if self.begun else self.table})


def _form(table: tuple[Table, Course], **values: Any) -> SetUpForm:
    return SetUpForm(table[0], course=table[1], **values)


SETUP = Object(
    _form,
    {
        "table": required(RECORD),
        "begun": optional(FLAG, null=True),
        "title": optional(TEXT, null=True, written="always"),
        "row": optional(FLAG, null=True),
        "stories": optional(FLAG, null=True),
        "cards": optional(Number(1, MOST_CARDS), null=True),
        "story_tiles": optional(Number(1, MOST_STORIES), null=True),
        "box": optional(TEXT, null=True, written="always"),
        "rules": optional(Number(1, RULES), null=True, written="always"),
        "mode": optional(Word(Mode), null=True),
        "way": optional(Word(("camps", "everything")), null=True),
        "lot": optional(FLAG, null=True),
    },
)
read_setup = SETUP.parse


def refuse_partners_side_by_side(table: Table) -> None:
    """Partners sit opposite, so that the turns of the teams alternate (D-TEAM-01). Raises BadInput."""
    teams = [player.team for player in table.players]
    if len(teams) == MOST_PLAYERS and None not in teams and teams[:2] != teams[2:]:
        raise BadInput([Fault("table.players", "table.partners-opposite")])


def with_starting_camps(board: Board, players: list[str], told: dict[str, Hex] | None = None) -> Board:
    """Each player's ninth camp on the centre of a Starting tile (D-SETUP-04): where told, else in seat order."""
    camps = dict(board.camps)
    centres = [at for at, ground in sorted(board.printed.items()) if ground is Landmark.START and at not in camps]
    for name in players:
        if any(camp.player == name and camp.starting for camp in camps.values()):
            continue
        at = (told or {}).get(name)
        if at is None or at not in centres:
            at = next((centre for centre in centres if centre not in (told or {}).values()), None)
        if at is None:
            continue
        centres.remove(at)
        camps[at] = Camp(name, starting=True)
    return replace(board, camps=camps)


def read_map(value: object, table: Table) -> Board:
    """A map laid (anew) at a table. Raises BadInput.

    The camps and markers it tells take the place of those known before; if it tells none, they stay where they stand
    as long as there is a space.
    """
    node = Node(value)
    fields = node.parts = node.fields(["map"], ["starts"]) or {}
    laid = (MAP.read(fields["map"]) if "map" in fields else None) or Board()
    told = {}
    if "starts" in fields:
        names = [player.name for player in table.players]
        for name, entry in fields["starts"].members(len(names)):
            at = entry.hex()
            if name not in names:
                entry.fault("table.unknown-player", name=shortened(name))
            elif at is not None and laid.printed.get(at) is not Landmark.START:
                entry.fault("map.starting-camp-on-start", q=at.q, r=at.r)
            elif at is not None:
                told[name] = at
    note_contradictions(node, replace(table, board=laid), as_played=True)
    if node.faults:
        raise BadInput(node.faults)
    given = fields["map"].value if "map" in fields and isinstance(fields["map"].value, dict) else {}
    camps = laid.camps if "camps" in given else table.board.camps
    markers = laid.markers if "markers" in given else table.board.markers
    board = replace(
        laid,
        camps={at: camp for at, camp in camps.items() if _can_stay(laid, at, camp) and not (camp.starting and told)},
        markers={at: marker for at, marker in markers.items() if at in laid.printed},
    )
    return with_starting_camps(board, [player.name for player in table.players], told)


def _can_stay(laid: Board, at: Hex, camp: Camp) -> bool:
    return laid.printed.get(at) is Landmark.START if camp.starting else at in laid.printed
