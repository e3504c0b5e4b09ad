"""Where a game of Dewan stands, beside what lies on its table: the same keys in the table record and in the document of
a game under way."""

from collections.abc import Mapping, Sequence

from companion.dewan.formats.cards import CARD
from companion.dewan.formats.stories import NAMED_STORY
from companion.dewan.rules.play import AUTOMATIC, Course, Step, StepKind
from companion.dewan.rules.words import CAMPS_TO_PLACE, MOST_PLAYERS, ROW_LENGTH, STORY_ROW_LENGTH, STORY_TILES
from companion.formats.faults import Node, shortened
from companion.formats.fields import TEXT, Flag, Number, Word
from companion.formats.objects import Converted, ListOf, MapOf, Object, ObjectMember, optional, required

MOST_STEPS, MOST_ROUNDS = 50, 99_999
DECISIONS = tuple(kind for kind in StepKind if kind not in AUTOMATIC)
LAST_STEPS = (StepKind.TURN, StepKind.END_OF_TURN, StepKind.OVER)

STEP = Object(
    Step,
    {
        "kind": required(Word(StepKind, "The first seven wait for somebody, the others happen by themselves.")),
        "player": required(TEXT),
        "place": optional(Number(1, ROW_LENGTH, "Of the row, for a card to be laid out.")),
        "card": optional(CARD),
    },
    name="step",
)


def _ordered(node: Node, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Somebody must be asked something first, and what comes last must lead on or be the end."""
    if steps and (steps[0].kind not in DECISIONS or steps[-1].kind not in LAST_STEPS):
        node.fault("play.steps")
    return steps


COURSE: Mapping[str, ObjectMember] = {
    "steps": optional(
        Converted(
            ListOf(
                STEP, MOST_STEPS, 1, "What comes next, a decision first; the turn of the active player when absent."
            ),
            _ordered,
        ),
        null=True,
    ),
    "round": optional(Number(1, MOST_ROUNDS), null=True),
    "last_round": optional(
        Flag("The game ends with this round; when absent, whether a player has placed all camps."), null=True
    ),
    "story_row": optional(
        ListOf(
            NAMED_STORY,
            STORY_ROW_LENGTH,
            description="The open Story tiles; null for one nobody knows. It closes up when the stack is empty.",
            null=True,
        ),
        null=True,
    ),
    "story_stack": optional(Number(0, STORY_TILES * 2), null=True),
    "off_map": optional(
        MapOf(
            Number(0, CAMPS_TO_PLACE),
            most=MOST_PLAYERS,
            description="Camps that were placed without saying where, by player.",
        ),
        null=True,
    ),
}


def check_course(node: Node, course: Course, names: Sequence[str]) -> None:
    for i, step in enumerate(course.steps or ()):
        if step.player not in names:
            node.parts["steps"].child(f"{i}", None).fault("table.unknown-player", name=step.player)
    note_unknown_names(node.parts.get("off_map"), names)


def note_unknown_names(node: Node | None, names: Sequence[str]) -> None:
    """Of an object with a key a player."""
    for name, entry in node.parts.items() if node else ():
        if name not in names:
            entry.fault("table.unknown-player", name=shortened(name))
