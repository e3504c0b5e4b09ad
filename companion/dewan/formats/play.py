"""A game under way as one JSON document: the table record, and what the record has no place for.

Snapshots are kept in this form, and corrections are changes of it.
"""

from dataclasses import replace

from companion.dewan.formats.actions import Json, story_json, story_of
from companion.dewan.formats.cards import card_of
from companion.dewan.formats.course import all_of, by_player, course_json, course_of, names_of
from companion.dewan.formats.table import table_of, write_table
from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import RULES, Play
from companion.dewan.rules.table import Blank, Player
from companion.dewan.rules.words import (
    ROW_LENGTH,
    STORY_SPACES,
    TERRAIN_CARDS,
)
from companion.formats.faults import Node, read_whole


def write_play(play: Play) -> Json:
    """Everything there is to know, secrets included. ``read_play`` gives an equal game back, without its news."""
    table = play.table
    record = {key: value for key, value in write_table(table).items() if key != "row"}
    players = record["players"]
    assert isinstance(players, list)
    # Everything stands in one place only: a correction must not change a copy nobody reads.
    record["players"] = [{key: value for key, value in player.items() if key != "stories"} for player in players]
    return {
        "table": record,
        "row": None if table.row is None else [str(card) for card in table.row],
        "stories": {player.name: [story_json(story) for story in player.stories] for player in table.players},
        "secret": {player.name: [str(card) for card in player.secret] for player in table.players},
        **course_json(play),
        "rules": play.rules,
        "gaps": play.gaps,
        "ahead": list(play.ahead),
    }


def read_play(value: object) -> Play:
    """Raises BadInput with every fault."""
    return read_whole(value, _play)


def _play(node: Node) -> Play | None:
    fields = node.fields(
        ["table", "row", "stories", "secret", "steps", "round", "last_round", "story_row", "story_stack", "off_map"],
        ["rules", "gaps", "ahead"],
    )
    table = table_of(fields["table"], as_played=True) if fields and "table" in fields else None
    if not fields or table is None or len(fields) < 10:
        return None
    names = [player.name for player in table.players]
    stories = by_player(fields["stories"], names, lambda list_: tuple(all_of(story_of, list_.items(STORY_SPACES))))
    secret = by_player(fields["secret"], names, lambda list_: tuple(all_of(card_of, list_.items(TERRAIN_CARDS))))
    for player in table.players:
        if len(secret.get(player.name, ())) > player.hidden_cards:
            fields["secret"].child(player.name, None).fault("hand.none-unseen", player=player.name)

    def whole(player: Player) -> Player:
        return replace(player, stories=stories.get(player.name, ()), secret=secret.get(player.name, ()))

    row: tuple[Card | Blank, ...] | None = None
    if fields["row"].value is not None:
        row = tuple(place for node in fields["row"].items(ROW_LENGTH) if (place := _row_place(node)))
    for key in ("steps", "round", "last_round", "off_map"):
        if fields[key].value is None:
            fields[key].fault("json.missing-key", key=key)
    course = course_of(fields, names)
    return Play(
        replace(table, players=tuple(map(whole, table.players)), row=row),
        course.steps or (),
        course.round or 1,
        bool(course.last_round),
        course.story_row,
        course.story_stack,
        course.off_map,
        (fields["rules"].number(1, RULES) if "rules" in fields else None) or 1,
        (fields["gaps"].number(0, ROW_LENGTH) if "gaps" in fields else None) or 0,
        names_of(fields["ahead"], names) if "ahead" in fields else (),
    )


def _row_place(node: Node) -> Card | Blank | None:
    if isinstance(node.value, str) and node.value in tuple(Blank):
        return Blank(node.value)
    return card_of(node)
