"""The first-game guide: setting up step by step, with the numbers of one table, each step drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.dewan.examples.kinds import Piece
from companion.dewan.rules.tiles import Box
from companion.dewan.rules.words import ScenarioName
from companion.dewan.screens.setup import Draft, checklist
from companion.river.rules.box import Box as RiverBox
from companion.river.rules.setup import first_reveal
from companion.river.rules.words import FIRST_SCOUTS, Resource


@dataclass(frozen=True)
class Step:
    """``code``: of the catalogue, with its numbers. ``rule``: where it is explained. ``pieces``: what is drawn."""

    key: str
    code: str
    rule: str
    params: Mapping[str, object] = field(default_factory=dict)
    pieces: tuple[Piece, ...] = ()
    example: str | None = None
    """The rule whose map is drawn here."""


_RULES: Mapping[str, str] = {
    "starting-tiles": "D-SETUP-02",
    "neutral-tiles": "D-SETUP-02",
    "volcano-tile": "D-VOLC-01",
    "downpour-tile": "D-DOWN-01",
    "berries": "D-SETUP-03",
    "camps": "D-SETUP-04",
    "stories-out": "D-DOWN-02",
    "stories": "D-SETUP-05",
    "hands": "D-SETUP-06",
    "row": "D-SETUP-06",
    "event-pile": "D-EVENT-01",
    "draw-pile": "D-SETUP-06",
    "lava": "D-VOLC-01",
    "water": "D-DOWN-01",
    "fish": "D-LAKE-01",
    "first": "D-SETUP-07",
}
_MAPS: Mapping[str, str] = {
    "starting-tiles": "D-GEO-04",
    "neutral-tiles": "D-SETUP-02",
    "volcano-tile": "R-43",
    "downpour-tile": "D-DOWN-01",
    "berries": "D-SETUP-03",
    "camps": "D-SETUP-04",
    "stories-out": "D-DOWN-02",
}
_ROW = ("F", "M/D", "W", "B", "D/W", "F")


def dewan_steps(scenario: ScenarioName, names: tuple[str, ...], first: str, box: Box) -> tuple[Step, ...]:
    """The list of the set-up page, in the same words and numbers, then the first stories and the first turn.

    ``names`` in seat order, ``first`` the first player.
    """
    lines = checklist(Draft(scenario=scenario, players=len(names)), box)
    steps = [
        Step(
            line.code,
            f"web.setup.lay-{line.code}",
            _RULES[line.code],
            {"n": line.n, **line.params},
            _pieces(line.code, line.n, line.params, line.icon),
            _MAPS.get(line.code),
        )
        for line in lines
    ]
    at = names.index(first)
    choosing = (*names[at:], *names[:at])[::-1]
    steps.append(
        Step("first-stories", "guide.first-stories", "D-SETUP-08", {"names": ", ".join(choosing)}, example="D-SETUP-09")
    )
    steps.append(Step("first-turn", "guide.first-turn", "D-TURN-03", {"player": first}, example="D-TURN-03"))
    return tuple(steps)


def _pieces(code: str, n: int, params: Mapping[str, int], icon: str) -> tuple[Piece, ...]:
    if code in _MAPS:
        return ()
    if code == "stories":
        return (*(Piece("icon", "story") for _ in range(n)), Piece("stack", "story", params["stack"]))
    if code == "hands":
        return (Piece("back"),) * n
    if code == "row":
        return tuple(Piece("card", card) for card in _ROW[:n])
    if code == "event-pile":
        return (Piece("back", number=n, lit=True), Piece("back", number=params["supply"]))
    if code == "draw-pile":
        return (Piece("back", number=n),)
    return (Piece("icon", icon, n if n > 1 else None),)


def _tiles(number: int) -> tuple[Piece, ...]:
    return (Piece("icon", "meadow", number),)


def river_steps(names: tuple[str, ...], start: str, box: RiverBox) -> tuple[Step, ...]:
    """As far as the box tells what is printed on its boards; the rest is read off the board."""
    players = len(names)
    supply, side = box.supply(players), box.side(players)
    at = names.index(start)
    choosing = (*names[at:], *names[:at])[::-1]
    steps = [
        Step("boards", "guide.river-boards", "V-SETUP-01", {"n": players}, example="V-SETUP-01"),
        Step("scouts", "guide.river-scouts", "V-SETUP-02", {"n": FIRST_SCOUTS}, example="V-SETUP-02"),
        Step("tiles", "guide.river-tiles", "V-SETUP-03", {"n": first_reveal(players)}, _tiles(first_reveal(players))),
    ]
    if side.building_spaces and not box.invented:
        cards = (Piece("icon", "building", side.building_spaces),)
        steps.append(Step("buildings", "guide.river-buildings", "V-SETUP-04", {"n": side.building_spaces}, cards))
    else:
        steps.append(Step("buildings", "guide.river-buildings-all", "V-SETUP-04", pieces=(Piece("icon", "building"),)))
    if supply.resources and not box.invented:
        each = {str(resource): supply.resources.get(resource, 0) for resource in Resource}
        heap = tuple(Piece("icon", resource, number) for resource, number in each.items())
        steps.append(Step("resources", "guide.river-resources", "V-SETUP-05", each, heap))
    else:
        heap = tuple(Piece("icon", str(resource)) for resource in Resource)
        steps.append(Step("resources", "guide.river-resources-board", "V-SETUP-05", {"n": players}, heap))
    return (
        *steps,
        Step(
            "bonus",
            "guide.river-bonus-two" if players == 2 else "guide.river-bonus",
            "V-SETUP-06",
            example="V-SETUP-06",
        ),
        Step("figure", "guide.river-figure", "V-SETUP-07", {"player": start}, example="V-SETUP-07"),
        Step(
            "first-tiles", "guide.river-first-tiles", "V-SETUP-08", {"names": ", ".join(choosing)}, example="V-SETUP-08"
        ),
        Step("first-turn", "guide.river-first-turn", "V-TURN-04", {"player": start}, example="V-TURN-04"),
    )
