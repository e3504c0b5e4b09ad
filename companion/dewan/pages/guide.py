"""The first-game guide of Dewan."""

from collections.abc import Mapping

from companion.dewan.examples.kinds import PieceExample
from companion.dewan.examples.pictures import piece_view
from companion.dewan.pages.setup import SetupDraft, checklist
from companion.dewan.rules.tiles import Box
from companion.dewan.rules.words import ScenarioName
from companion.web.drawing.illustration import GuideStep

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


def guide_steps(scenario: ScenarioName, names: tuple[str, ...], first: str, box: Box) -> tuple[GuideStep, ...]:
    """The list of the set-up page, in the same words and numbers, then the first stories and the first turn.

    ``names`` in seat order, ``first`` the first player.
    """
    lines = checklist(SetupDraft(scenario=scenario, players=len(names)), box)
    steps = [
        GuideStep(
            line.code,
            f"web.setup.lay-{line.code}",
            _RULES[line.code],
            {"n": line.n, **line.params},
            tuple(map(piece_view, _pieces(line.code, line.n, line.params, line.icon))),
            _MAPS.get(line.code),
        )
        for line in lines
    ]
    at = names.index(first)
    choosing = (*names[at:], *names[:at])[::-1]
    steps.append(
        GuideStep(
            "first-stories", "guide.first-stories", "D-SETUP-08", {"names": ", ".join(choosing)}, example="D-SETUP-09"
        )
    )
    steps.append(GuideStep("first-turn", "guide.first-turn", "D-TURN-03", {"player": first}, example="D-TURN-03"))
    return tuple(steps)


def _pieces(code: str, n: int, params: Mapping[str, int], icon: str) -> tuple[PieceExample, ...]:
    if code in _MAPS:
        return ()
    if code == "stories":
        return (*(PieceExample("icon", "story") for _ in range(n)), PieceExample("stack", "story", params["stack"]))
    if code == "hands":
        return (PieceExample("back"),) * n
    if code == "row":
        return tuple(PieceExample("card", card) for card in _ROW[:n])
    if code == "event-pile":
        return (PieceExample("back", number=n, lit=True), PieceExample("back", number=params["supply"]))
    if code == "draw-pile":
        return (PieceExample("back", number=n),)
    return (PieceExample("icon", icon, n if n > 1 else None),)
