"""A layout as one taps it: places for tiles on a grid, each the middle of a flower of seven."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.dewan.pages.box_tiles import KIND_SIGNS, MOST_REACH, Handle, handle
from companion.dewan.rules.tiles import Layout, TileKind
from companion.dewan.rules.words import FEWEST_PLAYERS, MOST_PLAYERS, ScenarioName
from companion.formats.faults import Fault
from companion.games.contract import Json
from companion.rules.hexes import Hex, distance
from companion.web.drawing.hex_shapes import RADIUS, centre, outline

LINE = "line"
MOST_SLOTS = 20
WAYS_ROUND = tuple(tuple(first.turned(sixth) for sixth in range(6)) for first in (Hex(2, 1), Hex(1, 2)))
"""Where the next flower interlocks with one: to the one side of each of its sides, or to the other."""
_APART = 3
"""Middles of two flowers that do not lie on each other are at least so far from each other."""
_SIGNS = {sign.lower(): kind for kind, sign in KIND_SIGNS.items()}


@dataclass(frozen=True)
class LayoutDraft:
    slots: Mapping[Hex, TileKind] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


def read_layout(text: str) -> LayoutDraft:
    """``s0,0 n2,1``: as much of it as is one; it is written by our own pages."""
    slots = {
        Hex(int(q), int(r)): _SIGNS[sign] for sign, q, r in re.findall(r"([snvd])(-?\d{1,3}),(-?\d{1,3})", text[:2000])
    }
    return LayoutDraft(dict(list(slots.items())[:MOST_SLOTS]))


def write_layout(draft: LayoutDraft) -> str:
    return " ".join(f"{KIND_SIGNS[kind].lower()}{at.q},{at.r}" for at, kind in draft.slots.items())


def draft_of(layout: Layout | None) -> LayoutDraft:
    return LayoutDraft({slot.at: slot.kind for slot in layout.slots}) if layout else LayoutDraft()


def layout_json(draft: LayoutDraft, scenario: ScenarioName, players: int) -> Json:
    slots = [{"kind": kind, "at": list(at)} for at, kind in draft.slots.items()]
    return {"scenario": scenario, "players": players, "slots": slots}


def tap(draft: LayoutDraft, press: str, kind: TileKind) -> LayoutDraft:
    """``at:2,1``: a place there, or another kind of tile on it, or none if it had this kind; ``clear``."""
    if press == "clear":
        return LayoutDraft()
    place = re.fullmatch(r"at:(-?\d{1,3}),(-?\d{1,3})", press)
    if place is None:
        return draft
    at = Hex(int(place[1]), int(place[2]))
    if max(map(abs, at)) > MOST_REACH:
        return draft
    if draft.slots.get(at) is kind:
        return LayoutDraft({one: its for one, its in draft.slots.items() if one != at})
    if any(distance(at, other) < _APART for other in draft.slots if other != at):
        return replace(draft, faults=(Fault(LINE, "boxline.slots-overlap"),))
    if len(draft.slots) >= MOST_SLOTS and at not in draft.slots:
        return replace(draft, faults=(Fault(LINE, "json.too-many", {"most": MOST_SLOTS}),))
    return LayoutDraft({**draft.slots, at: kind})


def flower(at: Hex) -> tuple[Hex, ...]:
    return (at, *at.neighbours())


def snug_places(draft: LayoutDraft) -> tuple[Hex, ...]:
    """Where one more tile would interlock with those that are there; the middle of the grid when there are none."""
    if not draft.slots:
        return (Hex(0, 0),)
    steps = {Hex(at.q - other.q, at.r - other.r) for at in draft.slots for other in draft.slots}
    # Once two tiles interlock, the others go round the same way.
    ways = [way for way in WAYS_ROUND if steps & set(way)] or WAYS_ROUND
    near = {at.moved(step) for at in draft.slots for way in ways for step in way}
    return tuple(sorted(at for at in near if all(distance(at, other) >= _APART for other in draft.slots)))


def grid(draft: LayoutDraft) -> tuple[Hex, ...]:
    """The spaces of the grid: those of the places, and room around them for one more."""
    around = {Hex(0, 0), *draft.slots, *snug_places(draft)}
    return tuple(sorted({space for at in around for space in flower(at)}, key=lambda at: (at.r, at.q)))


def player_numbers(scenario: ScenarioName) -> tuple[int, ...]:
    """The team game is for four (D-TEAM-01)."""
    return (MOST_PLAYERS,) if scenario is ScenarioName.TEAM else tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))


@dataclass(frozen=True)
class LayoutSlot:
    path: str
    kind: str
    x: float
    y: float


@dataclass(frozen=True)
class LayoutDrawing:
    view_box: str
    slots: tuple[LayoutSlot, ...]
    spaces: tuple[tuple[Handle, bool], ...]
    """Every space of the grid, and whether a tile there would interlock with the others."""


def layout_drawing(draft: LayoutDraft, margin: float = RADIUS * 0.3) -> LayoutDrawing:
    spaces = grid(draft)
    snug = set(snug_places(draft))
    points = [centre(at) for at in spaces]
    left, top = min(x for x, _ in points) - RADIUS - margin, min(y for _, y in points) - RADIUS - margin
    right, bottom = max(x for x, _ in points) + RADIUS + margin, max(y for _, y in points) + RADIUS + margin
    return LayoutDrawing(
        f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}",
        tuple(
            LayoutSlot(outline(flower(at)), kind, round(centre(at)[0], 1), round(centre(at)[1], 1))
            for at, kind in draft.slots.items()
        ),
        tuple((handle(f"at:{at.q},{at.r}", at, centre(at)), at in snug) for at in spaces),
    )


def layout_place(layouts: Sequence[Layout], scenario: ScenarioName, players: int) -> int | None:
    wanted = (scenario, players)
    return next((i for i, one in enumerate(layouts) if (one.scenario, one.players) == wanted), None)
