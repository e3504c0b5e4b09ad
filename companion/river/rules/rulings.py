"""Where the one edition is silent and the table may choose: the options, default first.

The other rulings of the catalogue (section 9) leave nothing to choose and live where their rule lives. VR-03, the
number of terrain tiles a round, is a printed fact: it stands in the box file.
"""

from collections.abc import Mapping

OPTIONS: Mapping[str, tuple[str, ...]] = {
    # How the river runs through the second row.
    "VR-01": ("winding", "left-to-right"),
    # Which capacities are held against a scout: those the text is sure of, or all the box file names.
    "VR-02": ("certain-only", "as-in-the-box"),
    # A gift meadow chosen before the first round.
    "VR-04": ("gift-works", "no-instant-effect"),
    # The tile nobody chose before the first round, when the thrown-away tiles are shuffled.
    "VR-05": ("leftover-stays-out", "leftover-comes-back"),
    # Food among the three resources exchanged for one food.
    "VR-07": ("allowed", "not-allowed"),
    # One more for the first scout on the food island.
    "VR-08": ("no-bonus", "bonus"),
    # Producing with every storage full.
    "VR-09": ("by-returning", "closed"),
    # The two swaps of a swap meadow.
    "VR-11": ("compulsory", "optional"),
    # A clean-up meadow whose owner has no free storage.
    "VR-13": ("by-returning", "nothing"),
    # A terrain meadow that shows meadows.
    "VR-16": ("counts-itself", "others-only"),
    # Framed spaces covered in the last round.
    "VR-19": ("settled", "not-in-the-last-round"),
}


def choice(rulings: Mapping[str, str], ruling: str) -> str:
    """The option in force at a table that has chosen ``rulings``."""
    return rulings.get(ruling, OPTIONS[ruling][0])
