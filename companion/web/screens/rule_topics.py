"""The rules of both games by topic, in the order in which a rulebook would tell them.

A ruling (``R-``, ``VR-``) says what holds where editions differ or are silent; it stands with the rules it is about.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.dewan.rules import rulings as dewan_rulings
from companion.river.rules import rulings as river_rulings

DEWAN, RIVER = "dewan", "river"
GAMES = (DEWAN, RIVER)


@dataclass(frozen=True)
class Topic:
    key: str
    icon: str
    rules: tuple[str, ...]


def _run(family: str, last: int) -> tuple[str, ...]:
    return tuple(f"{family}-{number:02}" for number in range(1, last + 1))


def _rulings(*numbers: int) -> tuple[str, ...]:
    return tuple(f"R-{number:02}" for number in numbers)


def _river_rulings(*numbers: int) -> tuple[str, ...]:
    return tuple(f"VR-{number:02}" for number in numbers)


_SCORE = (
    "D-SCORE-STORY-01",
    *_run("D-SCORE-FIRE", 3),
    *_run("D-SCORE-GROUP", 2),
    "D-SCORE-BERRY-01",
    "D-SCORE-WIN-01",
)

TOPICS: Mapping[str, tuple[Topic, ...]] = {
    DEWAN: (
        Topic("map", "fit", (*_run("D-GEO", 10), *_rulings(43, 48))),
        Topic("pieces", "cards", (*_run("D-CARD", 4), "D-TILE-01", *_rulings(52, 62))),
        Topic("setup", "feather", (*_run("D-SETUP", 10), *_rulings(45, 47, 60, 61))),
        Topic("turn", "hand", (*_run("D-TURN", 4), *_run("D-TAKE", 5), *_rulings(44, 46))),
        Topic("route", "route", (*_run("D-ROUTE", 19), *_rulings(8, 9, 10, 11, 12, 13, 57, 58))),
        Topic("placing", "camp", (*_run("D-EFF", 6), *_run("D-BERRY", 3), *_rulings(32, 33, 34, 51))),
        Topic("zones", "eye", _run("D-ZONE", 6)),
        Topic("stories", "story", (*_run("D-STORY", 11), *_run("D-EOT", 4), *_rulings(6, 17, 29, 31, 55, 59))),
        Topic("scoring", "score", (*_run("D-END", 3), *_SCORE, *_rulings(4, 30, 35))),
        Topic("team", "camp-group", (*_run("D-TEAM", 8), *_rulings(53, 54))),
        Topic(
            "events",
            "countdown",
            (
                *_run("D-SCEN", 3),
                *_run("D-EVENT", 9),
                *_rulings(1, 2, 7, 49, 14, 15, 16, 18, 19, 20, 21, 22, 23, 24, 26, 50, 64),
            ),
        ),
        Topic("downpour", "water-marker", (*_run("D-DOWN", 9), *_rulings(27, 63))),
        Topic("volcano", "volcano", (*_run("D-VOLC", 10), *_rulings(3, 5, 25, 28, 56))),
        Topic("lake-villages", "fish", (*_run("D-LAKE", 11), *_rulings(36, 37, 38, 39, 40, 41, 42))),
    ),
    RIVER: (
        Topic("river-tableau", "fit", (*_run("V-GEO", 8), *_river_rulings(1))),
        Topic("river-setup", "feather", (*_run("V-SETUP", 8), *_river_rulings(3, 4))),
        Topic("river-turn", "hand", (*_run("V-TURN", 6), "V-START-01", *_river_rulings(2, 7, 18))),
        Topic("river-tiles", "turn-right", (*_run("V-TILE", 3), "V-SWAP-01", *_river_rulings(10, 11, 12, 21))),
        Topic("river-resources", "box", (*_run("V-PROD", 6), *_run("V-FOOD", 2), *_river_rulings(8, 9))),
        Topic("river-buildings", "home", ("V-RES-01", *_run("V-BUILD", 6), *_river_rulings(6, 14, 15, 20))),
        Topic("river-cleanup", "replay", (*_run("V-CLEAN", 5), "V-SETTLE-01", *_river_rulings(5, 13, 19))),
        Topic("river-scoring", "score", ("V-END-01", *_run("V-SCORE", 9))),
        Topic("river-meadows", "berry", (*_run("V-MEAD", 7), *_river_rulings(16, 17))),
    ),
}

OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {DEWAN: dewan_rulings.OPTIONS, RIVER: river_rulings.OPTIONS}
"""What a table may decide for itself, by game and ruling, the default first."""


def game_of(rule: str) -> str:
    """By the first letter of its id; whether there is such a rule is another question."""
    return RIVER if rule.startswith("V") else DEWAN


def is_ruling(rule: str) -> bool:
    return rule.startswith(("R-", "VR-"))


def topic_of(rule: str) -> Topic | None:
    return next((topic for topic in TOPICS[game_of(rule)] if rule in topic.rules), None)


def all_rules(game: str) -> tuple[str, ...]:
    return tuple(rule for topic in TOPICS[game] for rule in topic.rules)
