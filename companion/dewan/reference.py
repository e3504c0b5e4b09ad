"""The printed reference of each scenario: two sides of paper, chosen from the rules."""

from collections.abc import Mapping

from companion.dewan.rules.piles import EVENT_PILE
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.scoring import COMMON_ROWS
from companion.dewan.rules.setup import figures
from companion.dewan.rules.words import ScenarioName
from companion.games.rulebook import Reference, ReferenceRow, Section

_TURN = Section("turn", ("D-TURN-01", "D-TURN-03", "D-TAKE-01", "D-TAKE-02", "D-TAKE-03", "D-TAKE-04"), ("D-TAKE-01",))
_ROUTE = Section(
    "route",
    (
        "D-ROUTE-01",
        "D-ROUTE-02",
        "D-ROUTE-04",
        "D-ROUTE-05",
        "D-ROUTE-06",
        "D-ROUTE-07",
        "D-ROUTE-08",
        "D-ROUTE-10",
        "D-ROUTE-11",
        "D-ROUTE-13",
    ),
    ("D-ROUTE-12",),
)
_PLACING = Section("placing", ("D-EFF-01", "D-EFF-02", "D-EFF-03", "D-EFF-04", "D-BERRY-01"), ("D-EFF-02",))
_STORIES = Section(
    "stories",
    (
        "D-STORY-01",
        "D-STORY-03",
        "D-STORY-04",
        "D-STORY-05",
        "D-STORY-06",
        "D-STORY-07",
        "D-STORY-08",
        "D-EOT-01",
        "D-EOT-02",
    ),
    ("D-STORY-04",),
)
_END = Section("scoring", ("D-END-01", "D-END-03", "D-SCORE-WIN-01"))
_EVENTS = Section("events", ("D-EVENT-02", "D-EVENT-03", "D-EVENT-04", "D-EVENT-05", "D-EVENT-06", "D-EVENT-07"))
_OWN: Mapping[ScenarioName, tuple[Section, ...]] = {
    ScenarioName.BASE: (),
    ScenarioName.TEAM: (Section("team", ("D-TEAM-01", "D-TEAM-02", "D-TEAM-07", "D-TEAM-08"), ("D-TEAM-05",)),),
    ScenarioName.DOWNPOUR: (
        _EVENTS,
        Section("downpour", ("D-DOWN-02", "D-DOWN-03", "D-DOWN-04", "D-DOWN-05", "D-DOWN-06"), ("D-DOWN-03",)),
    ),
    ScenarioName.VOLCANO: (
        _EVENTS,
        Section("volcano", ("D-VOLC-02", "D-VOLC-03", "D-VOLC-04", "D-VOLC-05", "D-VOLC-07"), ("D-VOLC-02",)),
    ),
    ScenarioName.LAKE_VILLAGES: (
        _EVENTS,
        Section(
            "lake-villages",
            ("D-LAKE-02", "D-LAKE-03", "D-LAKE-04", "D-LAKE-05", "D-LAKE-06", "D-LAKE-08"),
            ("D-LAKE-05",),
        ),
    ),
}
_RULINGS: Mapping[ScenarioName, tuple[str, ...]] = {
    ScenarioName.BASE: ("R-04", "R-30", "R-35"),
    ScenarioName.TEAM: ("R-04", "R-10", "R-30", "R-35"),
    ScenarioName.DOWNPOUR: ("R-01", "R-22", "R-30", "R-35"),
    ScenarioName.VOLCANO: ("R-01", "R-03", "R-05", "R-22", "R-30", "R-35"),
    ScenarioName.LAKE_VILLAGES: ("R-01", "R-05", "R-30", "R-35"),
}


def reference(name: str) -> Reference:
    scenario = ScenarioName(name)
    rules = SCENARIOS[scenario]
    numbers = [figures(scenario, players) for players in rules.players]
    rows = [
        ReferenceRow("starting-tiles", tuple(one.starting_tiles for one in numbers)),
        ReferenceRow("neutral-tiles", tuple(one.neutral_tiles for one in numbers)),
        ReferenceRow("draw-pile", tuple(one.draw_pile for one in numbers)),
    ]
    if rules.event_tile:
        rows.append(ReferenceRow("supply", tuple(one.supply for one in numbers)))
        rows.append(ReferenceRow("takes", tuple(EVENT_PILE[players] // 2 for players in rules.players)))
    rows.append(ReferenceRow("story-stack", tuple(one.story_stack for one in numbers)))
    return Reference(
        "dewan",
        scenario,
        rules.players,
        tuple(rows),
        (_TURN, _ROUTE, _PLACING, _STORIES, *_OWN[scenario], _END),
        tuple((row.key, row.rule) for row in (*COMMON_ROWS, *rules.rows)),
        _RULINGS[scenario],
    )
