"""An owner's box, kept like a table: a log of small changes, so that typing it in can be undone step by step.

- ``edit``: ``{"what": "tiles", "changes": [JSON Patch on the box file], "name": "N3"}``; the name of the piece is for
  the label and may be left out.
- ``look``: ``{"look": dewan-look/1}``, how the owner's tiles look to the photo reader, which the box file has no place
  for; null forgets it.
- ``pieces``: ``{"changes": […], "photos": [{"key", "cards", "added"}], "look": …}``, what photos of pieces showed. The
  cards of each photo are kept, so that another photo of the same cards does not double them. With ``name``, the pieces
  come from another box of that name.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.dewan.box_pieces import CountedCards
from companion.dewan.formats.box import read_box, write_box
from companion.dewan.formats.counted import read_counted, write_counted
from companion.dewan.formats.look import read_look, write_look
from companion.dewan.rules.tiles import Box
from companion.formats.faults import BadInput, Fault, Node
from companion.games.contract import Json, Label, Lot, Played, Summary
from companion.games.not_played import EDIT, NotPlayed
from companion.games.patch import OPERATIONS, patched
from companion.games.viewer import PUBLIC, Viewer

LOOK = "look"
PIECES = "pieces"
PARTS = ("name", "colors", "tiles", "cards", "stories", "layouts")


@dataclass(frozen=True)
class BoxState:
    """``look``: a document as ``dewan/formats/look.py`` reads it. ``counted``: the cards of photos, by their names."""

    box: Box
    look: Json | None = None
    counted: Mapping[str, CountedCards] = field(default_factory=dict)


def counts_of(box: Box) -> dict[str, int]:
    """How many pieces of each kind are told."""
    return {
        "tiles": len(box.tiles),
        "cards": sum(box.cards.values()),
        "stories": len(box.stories),
        "colors": len(box.colors),
        "layouts": len(box.layouts),
    }


class BoxKeeping(NotPlayed):
    key = "dewan-box"
    rules_version = "dewan-box/1"
    rules_known: Collection[str] = (rules_version,)
    is_box = True

    def open_header(self, header: object, lot: Lot) -> Json:
        return {"box": write_box(_box_in(header))}

    def begin(self, header: Json) -> BoxState:
        return BoxState(_box_in(header))

    def play(self, state: BoxState, kind: str, body: Json, lot: Lot | None = None) -> Played:
        if kind == LOOK:
            return Played(replace(state, look=_look_in(Node(body))))
        if kind == PIECES:
            return Played(_with_pieces(state, Node(body)))
        if kind != EDIT:
            raise BadInput([Fault("kind", "table.unknown-entry", {"kind": kind})])
        node = Node(body)
        fields = node.fields(["what", "changes"], ["name"])
        if fields and "what" in fields and fields["what"].value not in PARTS:
            fields["what"].fault("json.unknown-word", word=str(body.get("what"))[:40], words=", ".join(PARTS))
        if fields and "name" in fields:
            fields["name"].text()
        if not fields or node.faults:
            raise BadInput(node.faults)
        return Played(replace(state, box=read_box(patched(write_box(state.box), fields["changes"]))))

    def record(self, state: BoxState, viewer: Viewer = PUBLIC) -> Json:
        return write_box(state.box)

    def snapshot(self, state: BoxState) -> Json:
        """As snapshots were before there was more than the box, where there is no more."""
        if state.look is None and not state.counted:
            return write_box(state.box)
        photos = {"photos": write_counted(state.counted)} if state.counted else {}
        return {"box": write_box(state.box), "look": state.look, **photos}

    def restore(self, snapshot: Any) -> BoxState:
        if not isinstance(snapshot, dict) or "look" not in snapshot:
            return BoxState(read_box(snapshot))
        photos = read_counted(Node(snapshot.get("photos", [])))
        return BoxState(_box_in({"box": snapshot.get("box")}), _look_in(Node({"look": snapshot["look"]})), photos)

    def summary(self, state: BoxState) -> Summary:
        return Summary(state.box.name, "", (), 1, None, False, counts=counts_of(state.box))

    def label(self, kind: str, body: Json) -> Label:
        if kind == LOOK:
            return Label("label.box-look" if body.get("look") else "label.box-look-forgotten")
        if kind == PIECES:
            name = body.get("name")
            if isinstance(name, str):
                return Label("label.box-joined", {"name": name})
            photos = body.get("photos")
            return Label("label.box-photos", {"n": len(photos) if isinstance(photos, list) else 0})
        what, name, changes = body.get("what"), body.get("name"), body.get("changes")
        if not isinstance(name, str):
            return Label(f"label.box-{what}")
        if what in ("cards", "name"):
            return Label(f"label.box-{what}-given", {"name": name})
        first = changes[0] if isinstance(changes, list) and changes else None
        done = first.get("op") if isinstance(first, dict) else None
        return Label(f"label.box-{what}-{done if done in OPERATIONS else 'replace'}", {"name": name})


def _look_in(node: Node) -> Json | None:
    fields = node.fields(["look"])
    if not fields or node.faults:
        raise BadInput(node.faults)
    value = fields["look"].value
    return None if value is None else write_look(read_look(value))


def _with_pieces(state: BoxState, node: Node) -> BoxState:
    fields = node.fields(["changes"], ["photos", "look", "name"])
    photos = read_counted(fields["photos"]) if fields and "photos" in fields else {}
    if fields and "name" in fields:
        fields["name"].text()
    if not fields or node.faults:
        raise BadInput(node.faults)
    box = read_box(patched(write_box(state.box), fields["changes"]))
    look = _look_in(Node({"look": fields["look"].value})) if "look" in fields else state.look
    return BoxState(box, look, {**state.counted, **photos})


def _box_in(header: object) -> Box:
    node = Node(header)
    fields = node.fields(["box"])
    if not fields or node.faults:
        raise BadInput(node.faults)
    return read_box(fields["box"].value)
