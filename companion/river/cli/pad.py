"""The score pad of The River in the terminal."""

from collections.abc import Mapping
from typing import Any

from companion.cli.terminal import columns
from companion.i18n.catalog import Speaker

FORMAT = "river-table/1"


def river_pad(answer: Mapping[str, Any], say: Speaker) -> str:
    """Players have different meadows: a row stands for all, and stays empty for who has none there."""
    sheets: Mapping[str, Any] = answer["players"]
    rows = list(dict.fromkeys(row for sheet in sheets.values() for row in sheet["rows"]))
    rows.sort(key=lambda row: int(row.partition("_")[2]) if row.startswith("meadow_") else 0)
    pad = [["", *sheets]]
    pad += [[_title(row, say), *(str(sheet["rows"].get(row, "")) for sheet in sheets.values())] for row in rows]
    pad.append([say("row.total"), *(str(sheet["total"]) for sheet in sheets.values())])
    return columns(pad)


def _title(row: str, say: Speaker) -> str:
    kind, _, number = row.partition("_")
    return say(f"river.row.{kind}", {"number": number})


def river_remarks(answer: Mapping[str, Any]) -> list[str]:
    sheets = answer["players"].values()
    remarks = [remark for part in (*sheets, answer) for remark in part["remarks"]]
    return [f"{remark['text']} ({remark['rule']})" for remark in remarks]
