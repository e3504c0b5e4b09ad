"""A summary to paste into a chat, and the pad as a table for a spreadsheet."""

import csv
import io
import re

from companion.share.pad import SharedPad
from companion.share.standings import SharedStandings

RISKY = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for the beginning of a formula, the last four in Chinese and Japanese."""
_CELL = re.compile(rf"(^|[,;|\"]\s*)(?=[{re.escape(''.join(RISKY))}])")
"""Where one may begin: also behind what another country's spreadsheet takes for the end of a cell."""


def summary(pad: SharedPad, remark: str = "") -> str:
    """A few lines; best first, without anything a chat could take for markup."""
    ranked = sorted(pad.columns, key=lambda column: column.place)
    lines = [pad.subtitle, pad.headline, *([pad.tie] if pad.tie else []), ""]
    lines += [f"{column.place}. {column.name}: {column.total}" for column in ranked]
    lines += ["", remark] if remark else []
    return "\n".join(lines) + "\n"


def pad_csv(pad: SharedPad) -> bytes:
    """Semicolons and a byte order mark: that is how spreadsheets open it whole in every language of ours."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow([_safe(pad.subtitle), *(_safe(column.name) for column in pad.columns)])
    for name, points in pad.rows:
        writer.writerow([_safe(name), *("" if one is None else one for one in points)])
    writer.writerow([_safe(pad.total), *(column.total for column in pad.columns)])
    return ("\ufeff" + text.getvalue()).encode()


def standings_csv(shared: SharedStandings) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    for row in (shared.heads, *shared.rows):
        writer.writerow(map(_safe, row))
    return ("\ufeff" + text.getvalue()).encode()


def _safe(text: str) -> str:
    """A name is never a formula, whatever it begins with."""
    return _CELL.sub(r"\1'", " ".join(text.split()))
