"""What the API answers, declared once: mypy holds the answers to it, and the API's description is made of it.

A class stands for a JSON object; its name without ``Json`` is its name in the description. ``Annotated`` adds to a
schema.
"""

from typing import Annotated, Literal, NotRequired, TypedDict, is_typeddict

from companion.formats.fields import Json

Seq = Annotated[int, {"minimum": 0}]
Source = Annotated[
    str,
    {
        "description": "The heading of the printed rulebook it stands under, in the reader's edition; of a ruling also "
        "that the book is silent or the editions differ."
    },
]
Spaces = Annotated[list[object], {"description": "The spaces that is about."}]


class ReasonJson(TypedDict):
    rule: str
    text: str
    source: Source
    spaces: NotRequired[Spaces]


class FaultJson(TypedDict):
    path: Annotated[str, {"examples": ["map.camps[3].at"]}]
    text: Annotated[str, {"minLength": 1}]
    rule: NotRequired[
        Annotated[
            str, {"description": "The rule that stands against it, where the action cannot be carried out at all."}
        ]
    ]
    source: NotRequired[Annotated[str, {"description": "The heading of the printed rulebook that rule stands under."}]]
    spaces: NotRequired[Spaces]


Faults = Annotated[list[FaultJson], {"minItems": 1}]


class RefusalJson(TypedDict):
    ok: Literal[False]
    errors: Faults


class SummaryJson(TypedDict):
    id: str
    game: str
    created_at: str
    touched_at: str
    seq: Seq
    readable: bool
    title: NotRequired[str | None]
    scenario: NotRequired[str]
    players: NotRequired[list[str]]
    round: NotRequired[Seq]
    turn: NotRequired[str | None]
    over: NotRequired[bool]


class TablesJson(TypedDict):
    ok: Literal[True]
    tables: list[SummaryJson]
    next: Annotated[str | None, {"description": "The address of the next page; null on the last."}]


class LabelJson(TypedDict):
    code: str
    text: str


class BreakJson(TypedDict):
    seq: Seq
    text: str
    cause: str


class _TableJson(TypedDict):
    """A table at one moment."""

    table: SummaryJson
    rules: str
    record: Json
    under_way: Json
    undo: LabelJson | None
    redo: LabelJson | None
    broken: BreakJson | None


class LookJson(_TableJson):
    ok: Literal[True]


class HistoryLineJson(TypedDict):
    seq: Seq
    kind: str
    text: str
    by: str | None
    at: str | None
    counts: bool
    rules: list[str]


class HistoryJson(TypedDict):
    ok: Literal[True]
    entries: list[HistoryLineJson]


class EntryJson(TypedDict):
    seq: Seq
    id: str
    kind: str
    verdict: list[ReasonJson]


class OutcomeJson(_TableJson):
    ok: Literal[True]
    entry: EntryJson
    repeated: bool


class NotRecordedJson(_TableJson):
    ok: Literal[False]
    errors: Faults
    since: NotRequired[list[HistoryLineJson]]


class NumberJson(TypedDict):
    ok: Literal[True]
    seq: Seq


class CellJson(TypedDict):
    column: str
    points: int
    counted: Annotated[int, {"description": "What the rules count; another number stands there if somebody typed it."}]


class RowJson(TypedDict):
    key: str
    text: str
    cells: Annotated[list[CellJson], {"description": "A column without such a row has no cell."}]


class ColumnJson(TypedDict):
    name: str
    members: list[str]
    total: int
    place: Annotated[int, {"minimum": 1}]


class ScoreboardJson(TypedDict):
    ok: Literal[True]
    final: bool
    columns: list[ColumnJson]
    rows: list[RowJson]
    ranking: Annotated[list[list[str]], {"description": "Names of columns, best first; equals stand together."}]
    note: Annotated[str | None, {"description": "What decided between equals, or that points are missing."}]


class LogJson(TypedDict):
    format: Literal["companion-log/1"]
    game: str
    header: Json
    entries: list[Json]
    created_at: NotRequired[str]


ANSWERS = tuple(made for name, made in [*globals().items()] if is_typeddict(made) and not name.startswith("_"))
