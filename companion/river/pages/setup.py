"""The set-up page of The River: who plays, with which box and rulings, and what to lay out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.formats.mode import Mode
from companion.games.contract import Json
from companion.games.ways import ONLY_SCORE
from companion.river.formats.box import write_river_box
from companion.river.formats.table import FORMAT
from companion.river.rules.box import Box
from companion.river.rules.rulings import OPTIONS
from companion.river.rules.setup import first_reveal
from companion.river.rules.words import FIRST_SCOUTS, IN_THE_BOX, MOST_PLAYERS, Resource
from companion.river.tracking import ROUNDS, WAYS
from companion.web.backend import DEMO_BOX, Boxes
from companion.web.seating import Fields, Seating, first_name, given_seats, one, settled_seats, tapped_seats

COLORS = ("black", "blue", "green", "yellow")
"""Those of the printed boats, for boxes that name too few."""


OFFERED_WAYS = (*WAYS, ONLY_SCORE)


@dataclass(frozen=True)
class SetupDraft(Seating):
    way: str = ROUNDS
    """How much is recorded; ``score``: nothing but the results."""
    rulings: tuple[tuple[str, str], ...] = ()
    """What the table decided otherwise than we propose."""

    def ruling(self, ruling: str) -> str:
        return dict(self.rulings).get(ruling, OPTIONS[ruling][0])


def read_draft(fields: Fields, boxes: Mapping[str, Box]) -> SetupDraft:
    box = one(fields, "box")
    given = ((ruling, one(fields, ruling)) for ruling in OPTIONS)
    way = one(fields, "way")
    draft = SetupDraft(
        **given_seats(fields),
        way=way if way in OFFERED_WAYS else ROUNDS,
        box=box if box in boxes else list(boxes)[-1],
        rulings=tuple((ruling, option) for ruling, option in given if option in OPTIONS[ruling][1:]),
    )
    return settled_seats(draft, color_names(boxes[draft.box]))


def tapped(draft: SetupDraft, do: str, boxes: Mapping[str, Box]) -> SetupDraft:
    verb, _, rest = do.partition(":")
    draft = replace(draft, box=rest) if verb == "box" and rest in boxes else tapped_seats(draft, do)
    return settled_seats(draft, color_names(boxes[draft.box]))


def color_names(box: Box) -> tuple[str, ...]:
    named = tuple(color.name for color in box.colors)
    return named if len(named) >= MOST_PLAYERS else (*named, *(color for color in COLORS if color not in named))


def header(draft: SetupDraft, box: Box, names: Sequence[str]) -> Json:
    """What the new table is made from. It keeps its box: a box corrected later changes no old game."""
    return {
        "table": {
            "format": FORMAT,
            "players": [{"name": names[seat], "color": draft.colors[seat] or None} for seat in draft.seats],
            "start_player": first_name(draft, names),
            "rulings": dict(draft.rulings),
            "box": write_river_box(box),
        },
        "title": draft.title.strip() or None,
        "way": draft.way,
        "mode": Mode.RECORDED,
    }


@dataclass(frozen=True)
class SetupLine:
    """One line of the list for the table: a code of the catalogue, its numbers, the sign beside it."""

    code: str
    icon: str
    params: Mapping[str, object]


def checklist(draft: SetupDraft, box: Box) -> tuple[SetupLine, ...]:
    """What to lay out, in the order of the rules (V-SETUP-01 to V-SETUP-08)."""
    players = draft.players
    side, supply = box.side(players), box.supply(players)
    resources = IN_THE_BOX if players == MOST_PLAYERS else supply.resources
    lines = [
        SetupLine("boards-two" if players == 2 else "boards-more", "river", {}),
        SetupLine("scouts", "scout", {"n": FIRST_SCOUTS}),
        SetupLine("first-tiles", "island", {"n": first_reveal(players)}),
    ]
    if side.building_spaces is not None:
        lines.append(SetupLine("buildings", "building", {"n": side.building_spaces}))
    else:
        lines.append(SetupLine("buildings-untold", "building", {}))
    if resources is not None:
        lines.append(SetupLine("resources", "wood", {str(kind): resources.get(kind, 0) for kind in Resource}))
    else:
        lines.append(SetupLine("resources-untold", "wood", {}))
    lines.append(SetupLine("bonus-two" if players == 2 else "bonus", "bonus", {}))
    lines.append(SetupLine("figure", "figure", {}))
    lines.append(SetupLine("choose", "feather", {}))
    return tuple(lines)


@dataclass(frozen=True)
class OwnSetup:
    """What The River asks beside the seats."""

    draft: SetupDraft
    boxes: Boxes[Box]
    demo = DEMO_BOX
    options = OPTIONS
    ways = OFFERED_WAYS

    @property
    def lines(self) -> tuple[SetupLine, ...]:
        return checklist(self.draft, self.boxes[self.draft.box])

    @property
    def invented(self) -> bool:
        return self.boxes[self.draft.box].invented
