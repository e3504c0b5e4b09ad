"""How much of a game of Dewan is recorded, changed while it is played."""

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.dewan.limits import refuse_what_no_table_shows
from companion.dewan.rules import recording
from companion.dewan.rules.play import Play
from companion.dewan.rules.table import Blank
from companion.dewan.rules.words import MOST_PLAYERS, ROW_LENGTH, STORY_ROW_LENGTH, TERRAIN_CARDS
from companion.formats.faults import BadInput, Node
from companion.formats.mode import Mode
from companion.games.contract import Json
from companion.games.ways import EVERYTHING, ONLY_SCORE, read_way

if TYPE_CHECKING:
    from companion.dewan.game import DewanState

CAMPS = "camps"
"""Who placed where, the pile on the Event tile, and the events."""
WAYS = (CAMPS, EVERYTHING, ONLY_SCORE)


def tracked(state: "DewanState", body: Json) -> "DewanState":
    """``{"way": "everything", "holds": {name: {"cards": 5}}}``: where hands were not followed, who goes on with
    everything says how many cards each player holds. Older logs name what they follow: ``{"row": false, "stories":
    true}``. Raises BadInput, CannotPlay.
    """
    if "way" not in body:
        return replace(state, play=_following(state.play, body))
    node = Node(body)
    fields = node.fields(["way"], ["holds"]) or {}
    way = read_way(fields, WAYS)
    play = state.play
    if state.way == ONLY_SCORE and way != ONLY_SCORE:
        play = recording.going_on(play)
    if way == ONLY_SCORE:
        play = recording.score_only(play)
    else:
        play = recording.camps_only(play) if way == CAMPS else recording.everything(play)
    if "holds" in fields:
        play = _holding(play, fields["holds"])
    if node.faults:
        raise BadInput(node.faults)
    refuse_what_no_table_shows(play)
    return replace(state, play=play, told_mode=Mode.QUICK_SCORE if way == ONLY_SCORE else Mode.RECORDED)


def _holding(play: Play, node: Node) -> Play:
    table = play.table
    names = [player.name for player in table.players]
    for name, entry in node.members(MOST_PLAYERS):
        if name not in names:
            entry.fault("table.unknown-player", name=name)
            continue
        fields = entry.fields(["cards"]) or {}
        number = fields["cards"].number(0, TERRAIN_CARDS) if "cards" in fields else None
        if number is not None:
            table = table.with_player(replace(table.player(name), hand=(), hidden_cards=number, secret=()))
    return replace(play, table=table)


def _following(play: Play, body: Json) -> Play:
    node = Node(body)
    fields = node.fields([], ["row", "stories"]) or {}
    wanted = {key: entry.flag() for key, entry in fields.items()}
    if node.faults:
        raise BadInput(node.faults)
    if "row" in wanted:
        row = play.table.row or (Blank.UNTOLD,) * ROW_LENGTH
        play = replace(play, table=replace(play.table, row=row if wanted["row"] else None))
    if "stories" in wanted:
        story_row = play.story_row if play.story_row is not None else (None,) * STORY_ROW_LENGTH
        play = replace(play, story_row=story_row if wanted["stories"] else None)
    return play
