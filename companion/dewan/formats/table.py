"""The table record: one JSON document that says everything about a table at one moment."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.dewan.formats.box import SCENARIO
from companion.dewan.formats.cards import CARD, HALF
from companion.dewan.formats.course import COURSE, check_course
from companion.dewan.formats.map import MAP, MOST_BERRIES
from companion.dewan.formats.plausible import note_contradictions
from companion.dewan.formats.stories import STORY
from companion.dewan.rules.board import Board
from companion.dewan.rules.cards import Card
from companion.dewan.rules.piles import Piles
from companion.dewan.rules.play import Course, Play
from companion.dewan.rules.rulings import OPTIONS
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.words import (
    FEWEST_PLAYERS,
    FISH_TOKENS,
    MARKERS,
    MOST_PLAYERS,
    ROW_LENGTH,
    STORY_SPACES,
    TERRAIN_CARDS,
    TUCK_SPOTS,
    Marker,
    ScenarioName,
)
from companion.formats.faults import Node
from companion.formats.fields import TEXT, Constant, Number
from companion.formats.objects import Document, ListOf, Object, ObjectMember, optional, required
from companion.formats.shared import Rulings, note_unknown_player, players

FORMAT = "dewan-table/1"
MOST_IN_A_PILE = 999

PLAYER = Object(
    Player,
    {
        "name": required(TEXT),
        "team": optional(TEXT, null=True, written="always"),
        "color": optional(TEXT, null=True),
        "hand": optional(ListOf(CARD, TERRAIN_CARDS, description="The cards Companion knows.")),
        "hidden_cards": optional(Number(0, TERRAIN_CARDS, "How many more are held unseen.")),
        "berries": optional(Number(0, MOST_BERRIES)),
        "fish": optional(Number(0, FISH_TOKENS)),
        "tucked": optional(
            ListOf(HALF, TUCK_SPOTS, description="The visible halves of the cards under the Tribe board.")
        ),
        "stories": optional(ListOf(STORY, STORY_SPACES)),
    },
    name="player",
)
_TABLE: Mapping[str, ObjectMember] = {
    "format": required(Constant(FORMAT)),
    "scenario": required(SCENARIO),
    "rulings": optional(Rulings(OPTIONS)),
    "players": required(players(PLAYER, FEWEST_PLAYERS, MOST_PLAYERS)),
    "map": optional(MAP),
    "water_markers": optional(Number(0, MARKERS, f"Left in the stock; {MARKERS} less those on the map when absent.")),
    "lava_markers": optional(Number(0, MARKERS, "Likewise.")),
    "fish_tokens": optional(
        Number(0, FISH_TOKENS, f"Left in the stock; {FISH_TOKENS} less those of the players when absent.")
    ),
    "first_player": optional(TEXT, null=True),
    "active_player": optional(TEXT, null=True),
    "row": optional(ListOf(CARD, ROW_LENGTH)),
    "draw_pile": optional(Number(0, MOST_IN_A_PILE)),
    "supply": optional(Number(0, MOST_IN_A_PILE)),
    "discard": optional(Number(0, MOST_IN_A_PILE)),
}


def _table(
    scenario: ScenarioName,
    players: tuple[Player, ...],
    draw_pile: int | None = None,
    supply: int | None = None,
    discard: int | None = None,
    **values: Any,
) -> Table:
    board = values.pop("map", Board())
    counts = {f"{kind}_markers": MARKERS - list(board.markers.values()).count(kind) for kind in Marker}
    counts["fish_tokens"] = max(0, FISH_TOKENS - sum(player.fish for player in players))
    piles = Piles(draw_pile, supply, discard)
    return Table(scenario, players, board, piles=piles, **(counts | values))


def _record(**values: Any) -> tuple[Table, Course]:
    course = Course(**{key: values.pop(key) for key in COURSE if key in values})
    return _table(**values), course


def _parts(value: Table | Play) -> Mapping[str, object]:
    if isinstance(value, Play):
        return {**_parts(value.table), **{key: getattr(value, key) for key in COURSE}}
    return {
        **vars(value),
        "map": value.board,
        "row": None if value.row is None else [card for card in value.row if isinstance(card, Card)],
        "draw_pile": value.piles.draw,
        "supply": value.piles.supply,
        "discard": value.piles.discard,
    }


def _check_table(node: Node, table: Table, *, as_played: bool = False) -> None:
    names = [player.name for player in table.players]
    for key in ("first_player", "active_player"):
        note_unknown_player(node.parts.get(key), names)
    note_contradictions(node, table, as_played=as_played)


def _check_record(node: Node, record: tuple[Table, Course]) -> None:
    table, course = record
    _check_table(node, table)
    check_course(node, course, [player.name for player in table.players])


_IN_TEAMS = {"minItems": 4, "items": {"required": ["team"], "properties": {"team": {"type": "string"}}}}
RECORD = Document(
    _record,
    {**_TABLE, **COURSE},
    parts=_parts,
    check=_check_record,
    extra={
        "if": {"properties": {"scenario": {"const": ScenarioName.TEAM}}},
        "then": {"properties": {"players": _IN_TEAMS}},
        "else": {"properties": {"players": {"items": {"properties": {"team": {"type": "null"}}}}}},
    },
    title="Dewan table record, version 1",
    file="dewan-table-1.schema.json",
    description="Everything about one table at one moment. See record-format.md for what a schema cannot say.",
)
PLAYED_TABLE = Object(
    _table,
    _TABLE,
    parts=_parts,
    check=lambda node, table: _check_table(node, table, as_played=True),
)
"""The table of a recorded game, in which things may stand where the rules do not allow them. Where the game stands is
kept beside it."""


def read_table(value: object) -> Table:
    """Raises BadInput with every fault."""
    return RECORD.parse(value)[0]


write_table = RECORD.write
"""The record of a table, map space by space; reading it back gives an equal table."""


def write_record(play: Play, viewer: str | None = None) -> dict[str, Any]:
    """The record of a game under way, with the secrets of this viewer only and where the game stands."""
    return RECORD.write(replace(play, table=play.table.as_seen_by(viewer)))
