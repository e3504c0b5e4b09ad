"""The first-game guide of The River."""

from companion.river.examples.kinds import piece
from companion.river.rules.box import Box
from companion.river.rules.setup import first_reveal
from companion.river.rules.words import FIRST_SCOUTS, Resource
from companion.web.drawing.illustration import GuideStep


def guide_steps(names: tuple[str, ...], start: str, box: Box) -> tuple[GuideStep, ...]:
    """As far as the box tells what is printed on its boards; the rest is read off the board."""
    players, tiles = len(names), first_reveal(len(names))
    supply, side = box.supply(players), box.side(players)
    at = names.index(start)
    choosing = (*names[at:], *names[:at])[::-1]
    steps = [
        GuideStep("boards", "guide.river-boards", "V-SETUP-01", {"n": players}, example="V-SETUP-01"),
        GuideStep("scouts", "guide.river-scouts", "V-SETUP-02", {"n": FIRST_SCOUTS}, example="V-SETUP-02"),
        GuideStep("tiles", "guide.river-tiles", "V-SETUP-03", {"n": tiles}, (piece("meadow", tiles),)),
    ]
    if side.building_spaces and not box.invented:
        cards = (piece("building", side.building_spaces),)
        steps.append(GuideStep("buildings", "guide.river-buildings", "V-SETUP-04", {"n": side.building_spaces}, cards))
    else:
        steps.append(GuideStep("buildings", "guide.river-buildings-all", "V-SETUP-04", pieces=(piece("building"),)))
    if supply.resources and not box.invented:
        each = {str(resource): supply.resources.get(resource, 0) for resource in Resource}
        heap = tuple(piece(resource, number) for resource, number in each.items())
        steps.append(GuideStep("resources", "guide.river-resources", "V-SETUP-05", each, heap))
    else:
        heap = tuple(piece(str(resource)) for resource in Resource)
        steps.append(GuideStep("resources", "guide.river-resources-board", "V-SETUP-05", {"n": players}, heap))
    return (
        *steps,
        GuideStep(
            "bonus",
            "guide.river-bonus-two" if players == 2 else "guide.river-bonus",
            "V-SETUP-06",
            example="V-SETUP-06",
        ),
        GuideStep("figure", "guide.river-figure", "V-SETUP-07", {"player": start}, example="V-SETUP-07"),
        GuideStep(
            "first-tiles", "guide.river-first-tiles", "V-SETUP-08", {"names": ", ".join(choosing)}, example="V-SETUP-08"
        ),
        GuideStep("first-turn", "guide.river-first-turn", "V-TURN-04", {"player": start}, example="V-TURN-04"),
    )
