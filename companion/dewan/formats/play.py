"""A game under way as one JSON document: the table record, and what the record has no place for.

Snapshots are kept in this form, and corrections are changes of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from companion.dewan.formats.actions import Json, story_json, story_of
from companion.dewan.formats.cards import card_of
from companion.dewan.formats.table import table_of, write_table
from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import Play, Step, StepKind
from companion.dewan.rules.table import Blank, Player
from companion.dewan.rules.words import (
    CAMPS_TO_PLACE,
    MOST_PLAYERS,
    ROW_LENGTH,
    STORY_ROW_LENGTH,
    STORY_SPACES,
    STORY_TILES,
    TERRAIN_CARDS,
)
from companion.formats.faults import Node, read_whole, shortened

MOST_STEPS, MOST_ROUNDS = 50, 99_999
DECISIONS = tuple(
    kind for kind in StepKind if kind not in (StepKind.LAY_OUT, StepKind.EVENT, StepKind.NEW_PILE, StepKind.END_OF_TURN)
)
LAST_STEPS = (StepKind.TURN, StepKind.END_OF_TURN, StepKind.OVER)
Value = TypeVar("Value")


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
        "steps": [_step_json(step) for step in play.steps],
        "round": play.round,
        "last_round": play.last_round,
        "story_row": None if play.story_row is None else [story_json(story) for story in play.story_row],
        "story_stack": play.story_stack,
        "off_map": dict(play.off_map),
    }


def _step_json(step: Step) -> Json:
    told = {"place": step.place, "card": None if step.card is None else str(step.card)}
    return {"kind": step.kind, "player": step.player} | {k: v for k, v in told.items() if v is not None}


def read_play(value: object) -> Play:
    """Raises BadInput with every fault."""
    return read_whole(value, _play)


def _play(node: Node) -> Play | None:
    fields = node.fields(
        ["table", "row", "stories", "secret", "steps", "round", "last_round", "story_row", "story_stack", "off_map"]
    )
    table = table_of(fields["table"], as_played=True) if fields and "table" in fields else None
    if not fields or table is None or len(fields) < 10:
        return None
    names = [player.name for player in table.players]
    stories = _by_player(fields["stories"], names, lambda list_: tuple(_all(story_of, list_.items(STORY_SPACES))))
    secret = _by_player(fields["secret"], names, lambda list_: tuple(_all(card_of, list_.items(TERRAIN_CARDS))))
    off_map = _by_player(fields["off_map"], names, lambda entry: entry.number(0, CAMPS_TO_PLACE) or 0)
    for player in table.players:
        if len(secret.get(player.name, ())) > player.hidden_cards:
            fields["secret"].child(player.name, None).fault("hand.none-unseen", player=player.name)

    def whole(player: Player) -> Player:
        return replace(player, stories=stories.get(player.name, ()), secret=secret.get(player.name, ()))

    row: tuple[Card | Blank, ...] | None = None
    if fields["row"].value is not None:
        row = tuple(place for node in fields["row"].items(ROW_LENGTH) if (place := _row_place(node)))
    story_row = None
    if fields["story_row"].value is not None:
        entries = fields["story_row"].items(STORY_ROW_LENGTH)
        story_row = tuple(None if entry.value is None else story_of(entry) for entry in entries)
    steps = tuple(_all(_step, fields["steps"].items(MOST_STEPS)))
    _check_steps(fields["steps"], steps, names)
    stack = fields["story_stack"]
    return Play(
        replace(table, players=tuple(map(whole, table.players)), row=row),
        steps,
        fields["round"].number(1, MOST_ROUNDS) or 1,
        bool(fields["last_round"].flag()),
        story_row,
        None if stack.value is None else stack.number(0, STORY_TILES * 2),
        off_map,
    )


def _all(read: Callable[[Node], Value | None], nodes: list[Node]) -> list[Value]:
    return [value for node in nodes if (value := read(node)) is not None]


def _by_player(node: Node, names: Sequence[str], read: Callable[[Node], Value]) -> Mapping[str, Value]:
    found = {}
    for name, entry in node.members(MOST_PLAYERS):
        if name not in names:
            entry.fault("table.unknown-player", name=shortened(name))
        found[name] = read(entry)
    return found


def _check_steps(node: Node, steps: Sequence[Step], names: Sequence[str]) -> None:
    """Somebody must be asked something first, and what comes last must lead on or be the end."""
    if not steps:
        node.fault("json.too-few", n=1)
        return
    for i, step in enumerate(steps):
        if step.player not in names:
            node.child(f"{i}", None).fault("table.unknown-player", name=step.player)
    if steps[0].kind not in DECISIONS or steps[-1].kind not in LAST_STEPS:
        node.fault("play.steps")


def _row_place(node: Node) -> Card | Blank | None:
    if isinstance(node.value, str) and node.value in tuple(Blank):
        return Blank(node.value)
    return card_of(node)


def _step(node: Node) -> Step | None:
    fields = node.fields(["kind", "player"], ["place", "card"])
    if not fields or not {"kind", "player"} <= set(fields):
        return None
    kind, player = fields["kind"].word(StepKind), fields["player"].text()
    place = fields["place"].number(1, ROW_LENGTH) if "place" in fields else None
    card = card_of(fields["card"]) if "card" in fields else None
    return Step(kind, player, place, card) if kind and player else None
