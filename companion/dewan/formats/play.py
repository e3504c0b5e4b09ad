"""A game under way as one JSON document: the table record, and what the record has no place for.

Snapshots are kept in this form, and corrections are changes of it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.dewan.formats.cards import CARD
from companion.dewan.formats.course import COURSE, MOST_STEPS, check_course, note_unknown_names
from companion.dewan.formats.stories import NAMED_STORY
from companion.dewan.formats.table import PLAYED_TABLE
from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import RULES, Course, Play
from companion.dewan.rules.table import Blank, Player, Table
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import MOST_PLAYERS, ROW_LENGTH, STORY_SPACES, TERRAIN_CARDS
from companion.formats.faults import Node
from companion.formats.fields import FLAG, TEXT, Number, Spelled
from companion.formats.objects import ListOf, MapOf, Object, optional, required
from companion.formats.shared import note_unknown_player


def _row_place(node: Node) -> Card | Blank | None:
    if isinstance(node.value, str) and node.value in tuple(Blank):
        return Blank(node.value)
    return CARD.read(node)


def _play(
    table: Table,
    stories: Mapping[str, tuple[StoryTile, ...]],
    secret: Mapping[str, tuple[Card, ...]],
    row: tuple[Card | Blank, ...] | None = None,
    rules: int = 1,
    **values: Any,
) -> Play:
    def whole(player: Player) -> Player:
        return replace(player, stories=stories.get(player.name, ()), secret=secret.get(player.name, ()))

    return Play(replace(table, players=tuple(map(whole, table.players)), row=row), rules=rules, **values)


def _check_play(node: Node, play: Play) -> None:
    names = [player.name for player in play.table.players]
    for key in ("stories", "secret"):
        note_unknown_names(node.parts[key], names)
    for player in play.table.players:
        if len(player.secret) > player.hidden_cards:
            node.parts["secret"].child(player.name, None).fault("hand.none-unseen", player=player.name)
    check_course(node, Course(steps=play.steps), names)
    for entry in node.parts["ahead"].entries if "ahead" in node.parts else ():
        note_unknown_player(entry, names)


PLAY = Object(
    _play,
    {
        "table": required(PLAYED_TABLE),
        "row": required(ListOf(Spelled(_row_place, {"type": "string"}), ROW_LENGTH), null=True),
        "stories": required(MapOf(ListOf(NAMED_STORY, STORY_SPACES), most=MOST_PLAYERS)),
        "secret": required(MapOf(ListOf(CARD, TERRAIN_CARDS), most=MOST_PLAYERS)),
        **{key: required(COURSE[key].field) for key in ("steps", "round", "last_round")},
        **{key: required(COURSE[key].field, null=True) for key in ("story_row", "story_stack")},
        "off_map": required(COURSE["off_map"].field),
        "rules": optional(Number(1, RULES)),
        "gaps": optional(Number(0, ROW_LENGTH)),
        "camps_only": optional(FLAG, written="unless-empty"),
        "ahead": optional(ListOf(TEXT, MOST_STEPS)),
    },
    check=_check_play,
)
read_play = PLAY.parse


def write_play(play: Play) -> dict[str, Any]:
    """Everything there is to know, secrets included. ``read_play`` gives an equal game back, without its news."""
    players = play.table.players
    record = PLAY.write(
        {
            **vars(play),
            "table": replace(play.table, row=None),
            "row": play.table.row,
            "stories": {player.name: player.stories for player in players},
            "secret": {player.name: player.secret for player in players},
        }
    )
    # Everything stands in one place only: a correction must not change a copy nobody reads.
    for player in record["table"]["players"]:
        del player["stories"]
    return record
