"""The printed reference: two sides of paper, chosen from the rules."""

from companion.games.rulebook import Reference, ReferenceRow, Section
from companion.river.rules.ending import bonus_to_end
from companion.river.rules.setup import first_reveal
from companion.river.rules.words import MOST_PLAYERS

NAME = "river"
"""The River has one."""

_RIVER_SECTIONS = (
    Section("river-turn", ("V-TURN-01", "V-TURN-02", "V-TURN-03", "V-TURN-04", "V-TURN-06", "V-START-01")),
    Section("river-tiles", ("V-GEO-04", "V-TILE-01", "V-TILE-02", "V-TILE-03", "V-SWAP-01")),
    Section("river-resources", ("V-PROD-01", "V-PROD-02", "V-PROD-03", "V-PROD-04", "V-FOOD-01", "V-FOOD-02")),
    Section(
        "river-buildings",
        ("V-RES-01", "V-BUILD-01", "V-BUILD-02", "V-BUILD-03", "V-BUILD-04", "V-BUILD-05", "V-SECRET-01"),
    ),
    Section("river-cleanup", ("V-CLEAN-01", "V-CLEAN-02", "V-CLEAN-03", "V-CLEAN-04", "V-SETTLE-01")),
    Section("river-meadows", tuple(f"V-MEAD-{number:02}" for number in range(1, 8))),
    Section("river-scoring", ("V-END-01", *(f"V-SCORE-{number:02}" for number in (1, 2, 3, 4, 5, 6, 8, 9)))),
)
_RIVER_RULINGS = ("VR-01", "VR-02", "VR-04", "VR-07", "VR-08", "VR-09", "VR-11", "VR-13", "VR-16", "VR-19")


def reference(name: str) -> Reference:
    """Numbers that only a real board shows are not told here; those of the invented demo box would mislead."""
    players = tuple(range(2, MOST_PLAYERS + 1))
    rows = (
        ReferenceRow("river-first-tiles", tuple(map(first_reveal, players))),
        ReferenceRow("river-end", tuple(map(bonus_to_end, players))),
    )
    return Reference("river", name, players, rows, _RIVER_SECTIONS, (), _RIVER_RULINGS)
