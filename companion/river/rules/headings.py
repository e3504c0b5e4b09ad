"""Where each rule stands in the printed rulebook of The River, by the heading it stands under.

The German book is the one these were read from.
"""

from companion.rules.headings import Headings, Standing

HEADINGS = Headings(
    families={
        "V-GEO": "tile",
        "V-SETUP": "setup",
        "V-TURN": "turn",
        "V-START": "start",
        "V-TILE": "tile",
        "V-SWAP": "swap",
        "V-PROD": "produce",
        "V-FOOD": "produce",
        "V-RES": "reserve",
        "V-BUILD": "build",
        "V-CLEAN": "clean-up",
        "V-SETTLE": "clean-up",
        "V-END": "end",
        "V-SCORE": "scoring",
        "V-MEAD": "meadows",
    },
    elsewhere={
        "V-GEO-02": "scoring",
        "V-GEO-03": "before",
        "V-GEO-07": "clean-up",
        "V-GEO-08": "setup",
        "V-SETUP-08": "before",
        "V-TURN-01": "round",
        "V-TURN-02": "round",
        "V-TURN-05": "place",
        "V-TURN-06": "place",
        "V-CLEAN-05": "meadows",
    },
    rulings={
        Standing.SILENT: {
            "before": (4,),
            "place": (2, 18),
            "tile": (1, 21),
            "produce": (9,),
            "build": (20,),
            "clean-up": (3, 6, 19),
            "scoring": (14,),
            "meadows": (16,),
        },
        Standing.UNCLEAR: {
            "turn": (7,),
            "swap": (10,),
            "produce": (8,),
            "build": (15,),
            "clean-up": (5, 12),
            "meadows": (11, 13, 17),
        },
    },
    ruling="VR",
    german=True,
)
