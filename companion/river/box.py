"""An owner's box of The River: what is printed on the boards, tiles and cards of one copy, corrected step by step.

- ``edit``: ``{"what": "sides", "changes": [JSON Patch on the box file]}``.
- ``look``: ``{"changes": [JSON Patch on the box file], "look": river-look/1}``, what a photo of terrain tiles showed:
  the tiles there are, and how they look to the photo reader; a look of null forgets it.
"""

from collections.abc import Collection
from dataclasses import dataclass

from companion.formats.faults import BadInput, Fault, Node
from companion.games.contract import Json, Label, Lot, Played, Summary
from companion.games.not_played import EDIT, NotPlayed
from companion.games.patch import patched
from companion.games.viewer import PUBLIC, Viewer
from companion.river.formats.box import read_river_box, write_river_box
from companion.river.formats.look import look_for_box, of_box, read_look, write_look
from companion.river.rules.box import Box

LOOK = "look"
PARTS = ("name", "invented", "colors", "sides", "boards", "supplies", "tiles", "buildings")


@dataclass(frozen=True)
class RiverBoxState:
    """``look``: a document as ``river/formats/look.py`` reads it."""

    box: Box
    look: Json | None = None


class RiverBoxKeeping(NotPlayed):
    key = "river-box"
    rules_version = "river-box/1"
    rules_known: Collection[str] = (rules_version,)
    is_box = True

    def open_header(self, header: object, lot: Lot) -> Json:
        box, look = _opened(header)
        written: Json = {"box": write_river_box(box)}
        return {**written, "look": look} if look else written

    def begin(self, header: Json) -> RiverBoxState:
        return RiverBoxState(*_opened(header))

    def play(self, state: RiverBoxState, kind: str, body: Json, lot: Lot | None = None) -> Played:
        if kind == LOOK:
            return Played(_with_look(state, Node(body)))
        if kind != EDIT:
            raise BadInput([Fault("kind", "table.unknown-entry", {"kind": kind})])
        node = Node(body)
        fields = node.fields(["what", "changes"])
        if fields and "what" in fields and fields["what"].value not in PARTS:
            fields["what"].fault("json.unknown-word", word=str(body.get("what"))[:40], words=", ".join(PARTS))
        if not fields or node.faults:
            raise BadInput(node.faults)
        box = read_river_box(patched(write_river_box(state.box), fields["changes"]))
        return Played(RiverBoxState(box, _left(state.look, box)))

    def record(self, state: RiverBoxState, viewer: Viewer = PUBLIC) -> Json:
        return write_river_box(state.box)

    def snapshot(self, state: RiverBoxState) -> Json:
        """As snapshots were before there was more than the box, where there is no more."""
        written = write_river_box(state.box)
        return written if state.look is None else {"box": written, "look": state.look}

    def restore(self, snapshot: object) -> RiverBoxState:
        if not isinstance(snapshot, dict) or "look" not in snapshot:
            return RiverBoxState(read_river_box(snapshot))
        box = _box_in({"box": snapshot.get("box")})
        return RiverBoxState(box, write_look(look_for_box(snapshot["look"], box)))

    def summary(self, state: RiverBoxState) -> Summary:
        return Summary(state.box.name, "", (), 1, None, False, counts={"invented": int(state.box.invented)})

    def label(self, kind: str, body: Json) -> Label:
        if kind == LOOK:
            return Label("river.label.box-look" if body.get("look") else "river.label.box-look-forgotten")
        what = body.get("what")
        return Label(f"river.label.box-{what}" if what in PARTS else "river.label.box")


def _box_in(header: object) -> Box:
    return _opened(header)[0]


def _opened(header: object) -> tuple[Box, Json | None]:
    """A box, and how its tiles look where that came with it."""
    node = Node(header)
    fields = node.fields(["box"], ["look"])
    if not fields or node.faults:
        raise BadInput(node.faults)
    box = read_river_box(fields["box"].value)
    look = fields["look"].value if "look" in fields else None
    return box, None if look is None else write_look(look_for_box(look, box))


def _with_look(state: RiverBoxState, node: Node) -> RiverBoxState:
    fields = node.fields(["look"], ["changes"])
    if not fields or node.faults:
        raise BadInput(node.faults)
    box = read_river_box(patched(write_river_box(state.box), fields["changes"])) if "changes" in fields else state.box
    look = fields["look"].value
    return RiverBoxState(box, None if look is None else write_look(look_for_box(look, box)))


def _left(look: Json | None, box: Box) -> Json | None:
    """What is known of the tiles the box still has."""
    return None if look is None else write_look(of_box(read_look(look), box))
