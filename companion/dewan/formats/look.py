"""How the tiles of one's own copy look, as the photo reader learned it: a document beside the box file.

``{"format": "dewan-look/1", "terrains": {"forest": {"lab": [46, -24, 22], "spread": [6, 5, 5], "seen": 12}, …}}``:
colours in CIE Lab as they would look in even daylight, how far they vary, and from how many spaces they were learned.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.dewan.rules.words import Landmark, Terrain
from companion.formats.faults import BadInput, Node

FORMAT = "dewan-look/1"
GROUNDS = (*(terrain.value for terrain in Terrain), Landmark.START.value)
MOST_SEEN = 1_000_000
_MOST_LAB = 200
"""Further out is no colour."""


@dataclass(frozen=True)
class TerrainLook:
    lab: tuple[float, ...]
    spread: tuple[float, ...]
    seen: int


def read_look(value: object) -> dict[str, TerrainLook]:
    """Raises BadInput with every fault."""
    node = Node(value)
    fields = node.fields(["format", "terrains"]) or {}
    if "format" in fields and fields["format"].value != FORMAT:
        fields["format"].fault("json.unknown-word", word=str(fields["format"].value)[:40], words=FORMAT)
    look = {}
    for name, entry in fields["terrains"].members(len(GROUNDS)) if "terrains" in fields else ():
        if name not in GROUNDS:
            entry.fault("json.unknown-word", word=name[:40], words=", ".join(GROUNDS))
            continue
        parts = entry.fields(["lab", "spread"], ["seen"]) or {}
        if not {"lab", "spread"} <= set(parts):
            continue
        lab, spread = (_three(parts[key], least) for key, least in (("lab", -_MOST_LAB), ("spread", 0.01)))
        seen = parts["seen"].number(1, MOST_SEEN) if "seen" in parts else 1
        if lab and spread and seen:
            look[name] = TerrainLook(lab, spread, seen)
    if node.faults:
        raise BadInput(node.faults)
    return look


def write_look(look: Mapping[str, TerrainLook]) -> dict[str, object]:
    return {
        "format": FORMAT,
        "terrains": {
            name: {"lab": list(one.lab), "spread": list(one.spread), "seen": one.seen}
            for name, one in sorted(look.items())
        },
    }


def _three(node: Node, least: float) -> tuple[float, ...]:
    numbers = node.items(3)
    if len(numbers) < 3:
        node.fault("json.too-few", n=3)
        return ()
    for one in numbers:
        if isinstance(one.value, bool) or not isinstance(one.value, (int, float)):
            one.number(0, 0)
        elif not least <= one.value <= _MOST_LAB:
            one.fault("json.out-of-range", least=least, most=_MOST_LAB)
    return tuple(float(one.value) for one in numbers if isinstance(one.value, (int, float)))
