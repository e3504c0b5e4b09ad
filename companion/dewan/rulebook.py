"""The rules of Dewan by topic, in the order in which a rulebook would tell them."""

from companion.dewan.examples.catalog import illustration
from companion.dewan.reference import reference
from companion.dewan.rules.rulings import OPTIONS
from companion.dewan.rules.words import ScenarioName
from companion.games.rulebook import Rulebook, Topic, numbered, run

_SCORE = (
    "D-SCORE-STORY-01",
    *run("D-SCORE-FIRE", 3),
    *run("D-SCORE-GROUP", 2),
    "D-SCORE-BERRY-01",
    "D-SCORE-WIN-01",
)


RULEBOOK = Rulebook(
    "dewan",
    (
        Topic("map", "fit", (*run("D-GEO", 10), *numbered("R", 43, 48))),
        Topic("pieces", "cards", (*run("D-CARD", 4), "D-TILE-01", *numbered("R", 52, 62))),
        Topic("setup", "feather", (*run("D-SETUP", 10), *numbered("R", 45, 47, 60, 61))),
        Topic("turn", "hand", (*run("D-TURN", 4), *run("D-TAKE", 5), *numbered("R", 44, 46))),
        Topic("route", "route", (*run("D-ROUTE", 19), *numbered("R", 8, 9, 10, 11, 12, 13, 57, 58))),
        Topic("placing", "camp", (*run("D-EFF", 6), *run("D-BERRY", 3), *numbered("R", 32, 33, 34, 51))),
        Topic("zones", "eye", run("D-ZONE", 6)),
        Topic("stories", "story", (*run("D-STORY", 11), *run("D-EOT", 4), *numbered("R", 6, 17, 29, 31, 55, 59))),
        Topic("scoring", "score", (*run("D-END", 3), *_SCORE, *numbered("R", 4, 30, 35))),
        Topic("team", "camp-group", (*run("D-TEAM", 8), *numbered("R", 53, 54))),
        Topic(
            "events",
            "countdown",
            (
                *run("D-SCEN", 3),
                *run("D-EVENT", 9),
                *numbered("R", 1, 2, 7, 49, 14, 15, 16, 18, 19, 20, 21, 22, 23, 24, 26, 50, 64),
            ),
        ),
        Topic("downpour", "water-marker", (*run("D-DOWN", 9), *numbered("R", 27, 63))),
        Topic("volcano", "volcano", (*run("D-VOLC", 10), *numbered("R", 3, 5, 25, 28, 56))),
        Topic("lake-villages", "fish", (*run("D-LAKE", 11), *numbered("R", 36, 37, 38, 39, 40, 41, 42))),
    ),
    OPTIONS,
    "R-",
    illustration,
    tuple(ScenarioName),
    reference,
)
