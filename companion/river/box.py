"""An owner's box of The River: what is printed on the boards, tiles and cards of one copy, corrected step by step.

``edit`` entries: ``{"what": "sides", "changes": [JSON Patch on the box file]}``.
"""

from collections.abc import Collection
from dataclasses import dataclass

from companion.formats.faults import BadInput, Fault, Node
from companion.games.contract import Json, Label, Lot, Played, Summary
from companion.games.not_played import EDIT, NotPlayed
from companion.games.patch import patched
from companion.games.viewer import PUBLIC, Viewer
from companion.river.formats.box import read_river_box, write_river_box
from companion.river.rules.box import Box

PARTS = ("name", "invented", "colors", "sides", "boards", "supplies", "tiles", "buildings")


@dataclass(frozen=True)
class RiverBoxState:
    box: Box


class RiverBoxKeeping(NotPlayed):
    key = "river-box"
    rules_version = "river-box/1"
    rules_known: Collection[str] = (rules_version,)
    is_box = True

    def open_header(self, header: object, lot: Lot) -> Json:
        return {"box": write_river_box(_box_in(header))}

    def begin(self, header: Json) -> RiverBoxState:
        return RiverBoxState(_box_in(header))

    def play(self, state: RiverBoxState, kind: str, body: Json, lot: Lot | None = None) -> Played:
        if kind != EDIT:
            raise BadInput([Fault("kind", "table.unknown-entry", {"kind": kind})])
        node = Node(body)
        fields = node.fields(["what", "changes"])
        if fields and "what" in fields and fields["what"].value not in PARTS:
            fields["what"].fault("json.unknown-word", word=str(body.get("what"))[:40], words=", ".join(PARTS))
        if not fields or node.faults:
            raise BadInput(node.faults)
        return Played(RiverBoxState(read_river_box(patched(write_river_box(state.box), fields["changes"]))))

    def record(self, state: RiverBoxState, viewer: Viewer = PUBLIC) -> Json:
        return write_river_box(state.box)

    def snapshot(self, state: RiverBoxState) -> Json:
        return write_river_box(state.box)

    def restore(self, snapshot: object) -> RiverBoxState:
        return RiverBoxState(read_river_box(snapshot))

    def summary(self, state: RiverBoxState) -> Summary:
        return Summary(state.box.name, "", (), 1, None, False, counts={"invented": int(state.box.invented)})

    def label(self, kind: str, body: Json) -> Label:
        what = body.get("what")
        return Label(f"river.label.box-{what}" if what in PARTS else "river.label.box")


def _box_in(header: object) -> Box:
    node = Node(header)
    fields = node.fields(["box"])
    if not fields or node.faults:
        raise BadInput(node.faults)
    return read_river_box(fields["box"].value)
