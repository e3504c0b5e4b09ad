"""Where the editions differ or are silent and the table may choose: the options, default first.

Every other ruling of the catalogue (section 16) is fixed and lives where its rule lives.
"""

from collections.abc import Mapping

OPTIONS: Mapping[str, tuple[str, ...]] = {
    # What a berry is paired with in the pairs row of the scenarios.
    "R-01": ("fire", "fish", "artifact", "pigment", "crystal"),
    # Fire from the volcano: once, or for every camp next to it.
    "R-03": ("once-a-player", "once-a-camp"),
    # The starting camp in camp groups.
    "R-04": ("starting-camp-counts", "starting-camp-apart"),
    # The starting camp in the Volcano's Water row and the Lake Villages' majorities.
    "R-05": ("starting-camp-counts", "starting-camp-apart"),
    # The card paid for crossing a team-mate's camp.
    "R-10": ("to-the-team-mate", "to-the-discards"),
    # The berries of a one-space zone that a marker covers.
    "R-22": ("out-of-the-game", "to-the-largest-neighbour", "stay-on-the-marker"),
    # A story that is met but was never slid up, at the end of the game.
    "R-30": ("final-check", "discarded"),
    # The most-Fire bonus when nobody has any.
    "R-35": ("no-bonus-at-zero", "all-tie"),
}


def choice(rulings: Mapping[str, str], ruling: str) -> str:
    """The option in force at a table that has chosen ``rulings``."""
    return rulings.get(ruling, OPTIONS[ruling][0])
