"""A box to hand on: what is in it, and how its print looks to the photo reader, in one file.

Without pictures unless its owner adds them: then the look has one of each tile's print.
"""

from dataclasses import replace

from companion.dewan.formats.box import read_box, write_box
from companion.dewan.formats.look import BoxLook, look_for_box, read_look, write_look
from companion.dewan.rules.tiles import Box
from companion.formats.faults import BadInput, Node
from companion.games.contract import Json

FORMAT = "dewan-shared-box/1"


def write_shared(box: Box, look: Json | None, *, pictures: bool = False) -> Json:
    known = read_look(look) if look else BoxLook()
    if not pictures:
        known = replace(known, tiles={})
    return {"format": FORMAT, "box": write_box(box), **({"look": write_look(known)} if known else {})}


def read_shared(document: object) -> tuple[Box, Json | None]:
    """A box with or without its look, from a file of either kind. Raises BadInput with every fault."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return read_box(document), None
    node = Node(document)
    fields = node.fields(["format", "box"], ["look"])
    if not fields or node.faults:
        raise BadInput(node.faults)
    box = read_box(fields["box"].value)
    value = fields["look"].value if "look" in fields else None
    return box, None if value is None else write_look(look_for_box(value, box))
