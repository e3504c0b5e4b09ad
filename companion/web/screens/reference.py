"""What stands on the printed reference of a scenario: two sides of paper, chosen from the rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.dewan.rules.piles import EVENT_PILE
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.setup import figures
from companion.dewan.rules.words import ScenarioName
from companion.river.rules.ending import bonus_to_end
from companion.river.rules.setup import first_reveal
from companion.river.rules.words import MOST_PLAYERS
from companion.web.screens.rule_topics import DEWAN, RIVER

PLAIN = "river"
"""The River has one reference."""


@dataclass(frozen=True)
class Section:
    """Rules under the name of their topic, with examples drawn beside them."""

    topic: str
    rules: tuple[str, ...]
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """One line of the table of numbers: a code of the catalogue, and a number for each number of players."""

    code: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Reference:
    game: str
    name: str
    players: tuple[int, ...]
    rows: tuple[Row, ...]
    sections: tuple[Section, ...]
    scored: tuple[tuple[str, str], ...]
    """Rows of the score pad, each with its rule."""
    rulings: tuple[str, ...]
    """What the table may decide, as far as it matters here."""


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
_ALWAYS_SCORED = (
    ("stories", "D-SCORE-STORY-01"),
    ("fire", "D-SCORE-FIRE-01"),
    ("fire_majority", "D-SCORE-FIRE-02"),
)
_SCORED: Mapping[ScenarioName, tuple[tuple[str, str], ...]] = {
    ScenarioName.BASE: (("groups", "D-SCORE-GROUP-01"), ("berries", "D-SCORE-BERRY-01")),
    ScenarioName.TEAM: (("groups", "D-TEAM-05"), ("berry_pairs", "D-TEAM-06")),
    ScenarioName.DOWNPOUR: (("forest_mountain_zones", "D-DOWN-08"), ("pairs", "D-DOWN-09")),
    ScenarioName.VOLCANO: (
        ("water_zones", "D-VOLC-08"),
        ("starting_tiles", "D-VOLC-09"),
        ("pairs", "D-VOLC-10"),
    ),
    ScenarioName.LAKE_VILLAGES: (("water_majorities", "D-LAKE-09"), ("pairs", "D-LAKE-10"), ("fish", "D-LAKE-11")),
}
_RULINGS: Mapping[ScenarioName, tuple[str, ...]] = {
    ScenarioName.BASE: ("R-04", "R-30", "R-35"),
    ScenarioName.TEAM: ("R-04", "R-10", "R-30", "R-35"),
    ScenarioName.DOWNPOUR: ("R-01", "R-22", "R-30", "R-35"),
    ScenarioName.VOLCANO: ("R-01", "R-03", "R-05", "R-22", "R-30", "R-35"),
    ScenarioName.LAKE_VILLAGES: ("R-01", "R-05", "R-30", "R-35"),
}
_RIVER_SECTIONS = (
    Section("river-turn", ("V-TURN-01", "V-TURN-02", "V-TURN-03", "V-TURN-04", "V-TURN-06", "V-START-01")),
    Section("river-tiles", ("V-GEO-04", "V-TILE-01", "V-TILE-02", "V-TILE-03", "V-SWAP-01")),
    Section("river-resources", ("V-PROD-01", "V-PROD-02", "V-PROD-03", "V-PROD-04", "V-FOOD-01", "V-FOOD-02")),
    Section("river-buildings", ("V-RES-01", "V-BUILD-01", "V-BUILD-02", "V-BUILD-03", "V-BUILD-04", "V-BUILD-05")),
    Section("river-cleanup", ("V-CLEAN-01", "V-CLEAN-02", "V-CLEAN-03", "V-CLEAN-04", "V-SETTLE-01")),
    Section("river-meadows", tuple(f"V-MEAD-{number:02}" for number in range(1, 8))),
    Section("river-scoring", ("V-END-01", *(f"V-SCORE-{number:02}" for number in (1, 2, 3, 4, 5, 6, 8, 9)))),
)
_RIVER_RULINGS = ("VR-01", "VR-02", "VR-04", "VR-07", "VR-08", "VR-09", "VR-11", "VR-13", "VR-16", "VR-19")


def names(game: str) -> tuple[str, ...]:
    """The references there are."""
    return tuple(ScenarioName) if game == DEWAN else (PLAIN,)


def reference(game: str, name: str) -> Reference:
    return _river() if game == RIVER else _dewan(ScenarioName(name))


def _dewan(scenario: ScenarioName) -> Reference:
    rules = SCENARIOS[scenario]
    numbers = [figures(scenario, players) for players in rules.players]
    rows = [
        Row("starting-tiles", tuple(one.starting_tiles for one in numbers)),
        Row("neutral-tiles", tuple(one.neutral_tiles for one in numbers)),
        Row("draw-pile", tuple(one.draw_pile for one in numbers)),
    ]
    if rules.event_tile:
        rows.append(Row("supply", tuple(one.supply for one in numbers)))
        rows.append(Row("takes", tuple(EVENT_PILE[players] // 2 for players in rules.players)))
    rows.append(Row("story-stack", tuple(one.story_stack for one in numbers)))
    return Reference(
        DEWAN,
        scenario,
        rules.players,
        tuple(rows),
        (_TURN, _ROUTE, _PLACING, _STORIES, *_OWN[scenario], _END),
        (*_ALWAYS_SCORED, *_SCORED[scenario]),
        _RULINGS[scenario],
    )


def _river() -> Reference:
    """Numbers that only a real board shows are not told here; those of the invented demo box would mislead."""
    players = tuple(range(2, MOST_PLAYERS + 1))
    rows = (
        Row("river-first-tiles", tuple(map(first_reveal, players))),
        Row("river-end", tuple(map(bonus_to_end, players))),
    )
    return Reference(RIVER, PLAIN, players, rows, _RIVER_SECTIONS, (), _RIVER_RULINGS)
