"""Where a game of Dewan stands, beside what lies on its table: the same keys in the table record and in the document of
a game under way."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from companion.dewan.formats.actions import Json, story_json, story_of
from companion.dewan.formats.cards import card_of
from companion.dewan.rules.play import AUTOMATIC, Play, Step, StepKind
from companion.dewan.rules.setup import Course
from companion.dewan.rules.words import CAMPS_TO_PLACE, MOST_PLAYERS, ROW_LENGTH, STORY_ROW_LENGTH, STORY_TILES
from companion.formats.faults import Node, shortened

KEYS = ("round", "last_round", "story_row", "story_stack", "steps", "off_map")
MOST_STEPS, MOST_ROUNDS = 50, 99_999
DECISIONS = tuple(kind for kind in StepKind if kind not in AUTOMATIC)
LAST_STEPS = (StepKind.TURN, StepKind.END_OF_TURN, StepKind.OVER)
Value = TypeVar("Value")


def course_json(play: Play) -> Json:
    return {
        "steps": [_step_json(step) for step in play.steps],
        "round": play.round,
        "last_round": play.last_round,
        "story_row": None if play.story_row is None else [story_json(story) for story in play.story_row],
        "story_stack": play.story_stack,
        "off_map": dict(play.off_map),
    }


def course_of(fields: Mapping[str, Node], names: Sequence[str]) -> Course:
    """As far as it was told and could be read; faults are noted on the nodes."""
    told = {key: fields[key] for key in KEYS if key in fields and fields[key].value is not None}
    story_row = None
    if "story_row" in told:
        entries = told["story_row"].items(STORY_ROW_LENGTH)
        story_row = tuple(None if entry.value is None else story_of(entry) for entry in entries)
    steps = None
    if "steps" in told:
        steps = tuple(all_of(_step, told["steps"].items(MOST_STEPS)))
        _check_steps(told["steps"], steps, names)
    off_map: Mapping[str, int] = {}
    if "off_map" in told:
        off_map = by_player(told["off_map"], names, lambda entry: entry.number(0, CAMPS_TO_PLACE) or 0)
    return Course(
        told["round"].number(1, MOST_ROUNDS) if "round" in told else None,
        told["last_round"].flag() if "last_round" in told else None,
        story_row,
        told["story_stack"].number(0, STORY_TILES * 2) if "story_stack" in told else None,
        steps,
        off_map,
    )


def _step_json(step: Step) -> Json:
    told = {"place": step.place, "card": None if step.card is None else str(step.card)}
    return {"kind": step.kind, "player": step.player} | {k: v for k, v in told.items() if v is not None}


def names_of(node: Node, known: Sequence[str]) -> tuple[str, ...]:
    found = []
    for entry in node.items(MOST_STEPS):
        name = entry.text()
        if name is not None and name not in known:
            entry.fault("table.unknown-player", name=shortened(name))
        elif name is not None:
            found.append(name)
    return tuple(found)


def all_of(read: Callable[[Node], Value | None], nodes: list[Node]) -> list[Value]:
    return [value for node in nodes if (value := read(node)) is not None]


def by_player(node: Node, names: Sequence[str], read: Callable[[Node], Value]) -> Mapping[str, Value]:
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


def _step(node: Node) -> Step | None:
    fields = node.fields(["kind", "player"], ["place", "card"])
    if not fields or not {"kind", "player"} <= set(fields):
        return None
    kind, player = fields["kind"].word(StepKind), fields["player"].text()
    place = fields["place"].number(1, ROW_LENGTH) if "place" in fields else None
    card = card_of(fields["card"]) if "card" in fields else None
    return Step(kind, player, place, card) if kind and player else None
