"""JSON for people: what fits on a line stays on one, so that a space or a story is a line and not eight."""

import json

WIDTH = 110


def pretty_json(value: object) -> str:
    return _laid_out(value, "", WIDTH) + "\n"


def _laid_out(value: object, indent: str, room: int) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    # The record and its map are always opened, however little is in them.
    if not isinstance(value, (dict, list)) or not value or (indent and len(flat) <= room):
        return flat
    inner = indent + "  "
    if isinstance(value, list):
        lines = [_laid_out(item, inner, WIDTH - len(inner)) for item in value]
    else:
        lines = []
        for key, item in value.items():
            head = json.dumps(key, ensure_ascii=False) + ": "
            lines.append(head + _laid_out(item, inner, WIDTH - len(inner) - len(head)))
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return f"{opening}\n{inner}" + f",\n{inner}".join(lines) + f"\n{indent}{closing}"
