"""Data that comes with Companion. Nothing here is read before somebody asks for it."""

from functools import cache

from companion.record.box import read_box
from companion.record.strict_json import parse_json
from companion.rules.dewan.tiles import Box
from companion.rules.river.box import Box as RiverBox


@cache
def demo_box() -> Box:
    """A box of our own invention: what the tiles of a real copy show is not known to us."""
    return read_box(parse_json(demo_box_text()))


@cache
def river_demo_box() -> RiverBox:
    """What the boards of The River show is not known to us either; an owner writes a better box once."""
    from companion.record.river_box import read_river_box

    return read_river_box(parse_json(_text("river-demo-box.json")))


def demo_box_text() -> bytes:
    return _text("demo-box.json")


def _text(name: str) -> bytes:
    from importlib.resources import files  # only this needs it, and it is slow to import

    return files(__name__).joinpath(name).read_bytes()
