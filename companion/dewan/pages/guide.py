"""The first-game guide of Dewan."""

from collections.abc import Iterator, Mapping, Sequence

from companion.dewan.examples.kinds import PieceExample
from companion.dewan.examples.pictures import piece_view
from companion.dewan.pages.setup import SetupDraft, checklist
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.tiles import Box
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


def guide_steps(play: Play, box: Box) -> tuple[GuideStep, ...]:
    """The list of the set-up page, in the same words and numbers, then the first stories and the first round."""
    table = play.table
    scenario, names = table.scenario, tuple(player.name for player in table.players)
    first = table.first_player or names[0]
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
    return (*steps, *_first_round(play, (*names[at:], *names[:at])))


def _first_round(play: Play, order: Sequence[str]) -> Iterator[GuideStep]:
    """Turn by turn, with what each choice means; those the table has recorded are done."""
    first, *others = order
    taken = _turns_taken(play, order)
    yield _step("first-turn", "first-turn", "D-TURN-03", {"player": first}, done=taken > 0)
    yield _step("take", "take", "D-TAKE-01", done=taken > 0)
    yield _step("place", "place", "D-ROUTE-04", done=taken > 0)
    yield _step("after", "after", "D-EFF-01", done=taken > 0)
    if SCENARIOS[play.table.scenario].event_tile:
        yield _step("event", "event", "D-EVENT-03")
    for number, player in enumerate(others, 2):
        yield _step(f"turn-{number}", "next-turn", "D-TURN-01", {"player": player}, done=taken >= number)
    yield _step("second-round", "second-round", "D-TURN-02", {"player": first}, done=taken > len(order))
    yield _step("end", "end", "D-END-01", done=play.over)


def _turns_taken(play: Play, order: Sequence[str]) -> int:
    """How many turns the first round has seen; one more than there are players from the second on."""
    if play.over or play.round > 1:
        return len(order) + 1
    return 0 if play.next.kind is StepKind.FIRST_STORY else order.index(play.next.player)


def _step(
    key: str, text: str, rule: str, params: Mapping[str, object] | None = None, *, done: bool = False
) -> GuideStep:
    return GuideStep(key, f"guide.{text}", rule, params or {}, example=rule, done=done)


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
