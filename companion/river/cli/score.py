"""The score pad of The River in the terminal."""

from collections.abc import Mapping
from typing import Any

from companion.cli.record_file import ScoreRequest
from companion.cli.terminal import columns, put
from companion.i18n.catalog import Speaker


def show(asked: ScoreRequest, answer: Mapping[str, Any]) -> None:
    """Players have different meadows: a row stands for all, and stays empty for who has none there."""
    say = asked.say
    sheets: Mapping[str, Any] = answer["players"]
    rows = list(dict.fromkeys(row for sheet in sheets.values() for row in sheet["rows"]))
    rows.sort(key=lambda row: int(row.partition("_")[2]) if row.startswith("meadow_") else 0)
    pad = [["", *sheets]]
    pad += [[_title(row, say), *(str(sheet["rows"].get(row, "")) for sheet in sheets.values())] for row in rows]
    pad.append([say("row.total"), *(str(sheet["total"]) for sheet in sheets.values())])
    put(columns(pad) + "\n")


def _title(row: str, say: Speaker) -> str:
    kind, _, number = row.partition("_")
    return say(f"river.row.{kind}", {"number": number})
