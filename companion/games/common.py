"""What every recorded game does alike: rulings the table changes, cells of the pad typed by hand."""

from collections.abc import Collection, Mapping, Sequence

from companion.formats.faults import BadInput, Node, shortened
from companion.formats.shared import Rulings
from companion.games.contract import Json, Label

MOST_TYPED, MOST_COLUMNS, MOST_ROWS = 999, 9, 20
MOST_NAMED = 4

SCORE = "score"
"""The kind of entry that types a cell of the pad."""

Typed = Mapping[str, Mapping[str, int]]
"""Cells of the pad written by hand, by column and row."""


def with_rulings(rulings: Mapping[str, str], options: Mapping[str, Sequence[str]], body: Json) -> dict[str, str]:
    """The rulings in force after ``{"R-04": "starting-camp-apart"}``. Raises BadInput."""
    return {**rulings, **Rulings(options).parse(body)}


def ruling_label(body: Json) -> Label:
    """Names what was decided; the body of a broken log may be anything."""
    return Label("label.ruling", {"rulings": ", ".join(shortened(ruling) for ruling in sorted(body)[:MOST_NAMED])})


def with_typed(typed: Typed, cells: Mapping[str, Collection[str]], body: Json) -> Typed:
    """The typed cells after ``{"column": name, "row": row, "points": 12}``; null takes one back. Raises BadInput."""
    node = Node(body)
    fields = node.fields(["column", "row", "points"])
    if not fields or node.faults:
        raise BadInput(node.faults)
    column, row = fields["column"].text(), fields["row"].text()
    if column is not None and column not in cells:
        fields["column"].fault("table.unknown-player", name=column)
    elif column is not None and row is not None and row not in cells[column]:
        fields["row"].fault("json.unknown-word", word=shortened(row), words=", ".join(sorted(cells[column])))
    points = fields["points"]
    number = None if points.value is None else points.number(-MOST_TYPED, MOST_TYPED)
    if node.faults or column is None or row is None:
        raise BadInput(node.faults)
    rows = {key: value for key, value in typed.get(column, {}).items() if key != row}
    if number is not None:
        rows[row] = number
    columns = {**typed, column: rows}
    return {name: kept for name, kept in columns.items() if kept}


def typed_of(node: Node) -> Typed:
    return {
        column: {row: cell.number(-MOST_TYPED, MOST_TYPED) or 0 for row, cell in rows.members(MOST_ROWS)}
        for column, rows in node.members(MOST_COLUMNS)
    }


def typed_json(typed: Typed) -> Json:
    return {column: dict(rows) for column, rows in typed.items()}
