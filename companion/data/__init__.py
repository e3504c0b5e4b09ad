"""Data that comes with Companion. Nothing here is read before somebody asks for it."""

from functools import cache

from companion.record.box import read_box
from companion.record.strict_json import parse_json
from companion.rules.dewan.tiles import Box


@cache
def demo_box() -> Box:
    """A box of our own invention: what the tiles of a real copy show is not known to us."""
    return read_box(parse_json(demo_box_text()))


def demo_box_text() -> bytes:
    from importlib.resources import files  # only this needs it, and it is slow to import

    return files(__name__).joinpath("demo-box.json").read_bytes()
