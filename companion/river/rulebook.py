"""The rules of The River by topic, in the order in which a rulebook would tell them."""

from companion.games.rulebook import Rulebook, Topic, numbered, run
from companion.river.examples.examples import illustration
from companion.river.reference import NAME, reference
from companion.river.rules.rulings import OPTIONS

RULEBOOK = Rulebook(
    "river",
    (
        Topic("river-tableau", "fit", (*run("V-GEO", 8), *numbered("VR", 1))),
        Topic("river-setup", "feather", (*run("V-SETUP", 8), *numbered("VR", 3, 4))),
        Topic("river-turn", "hand", (*run("V-TURN", 6), "V-START-01", *numbered("VR", 2, 7, 18))),
        Topic("river-tiles", "turn-right", (*run("V-TILE", 3), "V-SWAP-01", *numbered("VR", 10, 11, 12, 21))),
        Topic("river-resources", "box", (*run("V-PROD", 6), *run("V-FOOD", 2), *numbered("VR", 8, 9))),
        Topic(
            "river-buildings",
            "home",
            ("V-RES-01", *run("V-BUILD", 6), *run("V-SECRET", 3), *numbered("VR", 6, 14, 15, 20)),
        ),
        Topic("river-cleanup", "replay", (*run("V-CLEAN", 5), "V-SETTLE-01", *numbered("VR", 5, 13, 19))),
        Topic("river-scoring", "score", ("V-END-01", *run("V-SCORE", 9))),
        Topic("river-meadows", "berry", (*run("V-MEAD", 7), *numbered("VR", 16, 17))),
    ),
    OPTIONS,
    "VR-",
    illustration,
    (NAME,),
    reference,
)
