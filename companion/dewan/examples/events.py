"""Examples of scenarios and their events (D-SCEN, D-EVENT, D-DOWN, D-VOLC, D-LAKE)."""

from collections.abc import Mapping

from companion.dewan.examples.boards import story
from companion.dewan.examples.kinds import (
    ADA,
    BEN,
    CountExample,
    CoveredExample,
    Example,
    Fish,
    PieceExample,
    PiecesExample,
    Points,
    RouteExample,
    Scene,
    ShownExample,
    Targets,
    Zones,
)
from companion.dewan.rules.words import Symbol, Terrain

DOWNPOUR, VOLCANO, LAKE = "downpour", "volcano", "lake-villages"

_ROWS = PiecesExample(
    "example.own-rows",
    (PieceExample("icon", "story"), PieceExample("icon", "fire"), PieceExample("icon", "pair", lit=True)),
)
_PAIRS = Points(Scene("", DOWNPOUR, berries={ADA: 3}, tucked={ADA: "F:fire M:fire"}), "pairs", 8, "D-SCEN-03")
_PILE = PiecesExample("example.event-pile", (PieceExample("back", number=8, lit=True), PieceExample("back", number=35)))
_LAST_CARD = PiecesExample(
    "example.last-card", (PieceExample("icon", "countdown", 0, lit=True), PieceExample("icon", "volcano"))
)
_SUPPLY = PiecesExample(
    "example.from-the-supply", (PieceExample("icon", "story"), PieceExample("back", number=35, lit=True))
)
_SHUFFLE = PiecesExample(
    "example.new-supply", (PieceExample("card", "M/B"), PieceExample("icon", "replay"), PieceExample("back", lit=True))
)
_GAPS = PiecesExample(
    "example.gaps", (PieceExample("card", "F"), PieceExample("gap"), PieceExample("card", "D"), PieceExample("gap"))
)
_NOWHERE = Targets(Scene("V M:Ben D F", VOLCANO), 0)
_RISING = Targets(
    Scene(
        """
W       D       F:Ben   M
    F       B~      D       F
""",
        DOWNPOUR,
    ),
    3,
)
_JOINED = Zones(Scene("W D~ W F", DOWNPOUR), Terrain.WATER, 1, "example.waters-join")
_SHRINKS = CoveredExample(
    Scene(
        """
F       F+2     D
    D       W
""",
        DOWNPOUR,
    ),
    "1,0",
    {"0,0": 2},
)
_ODD = CoveredExample(
    Scene(
        """
F+3     F       F
    D       W
""",
        DOWNPOUR,
    ),
    "1,0",
    {"0,0": 1, "2,0": 1},
    odd=1,
)
_CRATER = Targets(
    Scene(
        """
    F       D:Ben   F
B       V       M^      D
    W       F       B
""",
        VOLCANO,
    ),
    6,
)
_LAVA = CoveredExample(Scene("V F+2 F D", VOLCANO), "1,0", {"2,0": 2})
_WARM = Points(Scene("F:Ada V D:Ada M", VOLCANO), "fire", 1, "D-VOLC-07")
_SHORES = Points(Scene("W F:Ada W D", VOLCANO), "water_zones", 4, "D-VOLC-08")
_RIVALS = Points(Scene("D:Ada *Ben F:Ada M", VOLCANO), "starting_tiles", 4, "D-VOLC-09")
_MOST = Points(
    Scene(
        """
F:Ada   W       D:Ben
    M:Ada   B       F
""",
        LAKE,
    ),
    "water_majorities",
    6,
    "D-LAKE-09",
)
_FISH = Fish(Scene("W:Ada F W:Ada D W:Ben", LAKE), {ADA: 2, BEN: 1})
_VILLAGE_ICON = CountExample(
    Scene("F W:Ada D", LAKE, icons=(("pigment", (1, 0), (2, 0)),)), Symbol.PIGMENT, 1, "D-STORY-06"
)
_FROM_VILLAGE = RouteExample(Scene("F W:Ada W D M", LAKE, hand="W D"), "1-3", cost=2)

EXAMPLES: Mapping[str, Example] = {
    "D-SCEN-01": PiecesExample(
        "example.one-scenario", tuple(PieceExample("icon", name) for name in ("water-marker", "volcano", "fish"))
    ),
    "D-SCEN-02": _ROWS,
    "D-SCEN-03": _PAIRS,
    "R-01": _PAIRS,
    "R-02": _ROWS,
    "R-07": Points(Scene("F:Ada D B", DOWNPOUR, tucked={ADA: "M"}), "forest_mountain_zones", 3, "D-DOWN-08"),
    "R-49": _PAIRS,
    "D-EVENT-01": _PILE,
    "D-EVENT-02": _PILE,
    "D-EVENT-03": _LAST_CARD,
    "D-EVENT-04": _PILE,
    "D-EVENT-05": _SUPPLY,
    "D-EVENT-06": _SHUFFLE,
    "D-EVENT-07": PiecesExample(
        "example.used-up",
        (PieceExample("icon", "lava", 0), PieceExample("icon", "water-marker", 0), PieceExample("icon", "fish", 0)),
    ),
    "D-EVENT-08": PiecesExample(
        "example.how-often", tuple(PieceExample("back", number=number) for number in (6, 8, 10))
    ),
    "D-EVENT-09": _LAST_CARD,
    "R-14": _LAST_CARD,
    "R-15": _SHUFFLE,
    "R-16": _GAPS,
    "R-18": _LAST_CARD,
    "R-19": _NOWHERE,
    "R-20": _CRATER,
    "R-21": _SHRINKS,
    "R-22": CoveredExample(
        Scene(
            """
D       F+2     M
    D       W
""",
            DOWNPOUR,
        ),
        "1,0",
        {},
    ),
    "R-23": CoveredExample(
        Scene(
            """
    F       W
M       F+2     F       F
    F       B
""",
            DOWNPOUR,
        ),
        "0,1",
        {"1,1": 2},
    ),
    "R-24": _ODD,
    "R-26": CountExample(
        Scene("V F^ M:Ada D", VOLCANO, icons=(("crystal", (1, 0), (2, 0)),)), Symbol.CRYSTAL, 1, "D-STORY-06"
    ),
    "R-50": _SHUFFLE,
    "R-64": _SUPPLY,
    "D-DOWN-01": ShownExample(Scene("F W D~ W M", DOWNPOUR), "example.water-marker", spaces="2"),
    "D-DOWN-02": PiecesExample(
        "example.water-stories", (PieceExample("story", story=story("1W 1F", 4)), PieceExample("icon", "close"))
    ),
    "D-DOWN-03": _RISING,
    "D-DOWN-04": _JOINED,
    "D-DOWN-05": CoveredExample(
        Scene(
            """
F+2     F       F       F
    D       W       M
""",
            DOWNPOUR,
        ),
        "1,0",
        {"2,0": 2},
    ),
    "D-DOWN-06": _ODD,
    "D-DOWN-07": _SHRINKS,
    "D-DOWN-08": Points(Scene("F:Ada D F:Ada M:Ada", DOWNPOUR), "forest_mountain_zones", 9, "D-DOWN-08"),
    "D-DOWN-09": _PAIRS,
    "R-27": _JOINED,
    "R-63": _RISING,
    "D-VOLC-01": ShownExample(Scene("F B V D M", VOLCANO), "example.volcano", spaces="2"),
    "D-VOLC-02": _CRATER,
    "D-VOLC-03": _CRATER,
    "D-VOLC-04": _LAVA,
    "D-VOLC-05": RouteExample(Scene("*Ada M^ D F", VOLCANO, hand="F M D"), "0-2", against="D-VOLC-05"),
    "D-VOLC-06": RouteExample(Scene("*Ada M D^ F", VOLCANO, hand="F M D"), "0-2", against="D-VOLC-06"),
    "D-VOLC-07": _WARM,
    "D-VOLC-08": _SHORES,
    "D-VOLC-09": _RIVALS,
    "D-VOLC-10": Points(Scene("F:Ada V D", VOLCANO, berries={ADA: 2}, tucked={ADA: "M:fire"}), "pairs", 6, "D-SCEN-03"),
    "R-03": _WARM,
    "R-05": _SHORES,
    "R-25": _LAVA,
    "R-28": _CRATER,
    "R-56": _RIVALS,
    "D-LAKE-01": PiecesExample("example.fish-tokens", (PieceExample("icon", "fish", 20),)),
    "D-LAKE-02": RouteExample(Scene("*Ada M W W D", LAKE, hand="F M W"), "0-2", cost=3),
    "D-LAKE-03": RouteExample(Scene("*Ada M W W:Ben D", LAKE, hand="F M W"), "0-2", against="D-LAKE-03"),
    "D-LAKE-04": _FROM_VILLAGE,
    "D-LAKE-05": RouteExample(Scene("*Ada W W:Ben D M", LAKE, hand="F W D"), "0-3", cost=3, gives={BEN: 1}),
    "D-LAKE-06": CountExample(Scene("F W:Ada W D", LAKE), Terrain.WATER, 0, "D-LAKE-06"),
    "D-LAKE-07": _VILLAGE_ICON,
    "D-LAKE-08": _FISH,
    "D-LAKE-09": _MOST,
    "D-LAKE-10": Points(Scene("", LAKE, berries={ADA: 2}, tucked={ADA: "F:fire"}), "pairs", 3, "D-SCEN-03"),
    "D-LAKE-11": Points(Scene("", LAKE, fish={ADA: 3}), "fish", 9, "D-LAKE-11"),
    "R-36": _MOST,
    "R-37": _FISH,
    "R-38": _FISH,
    "R-39": _FISH,
    "R-40": _MOST,
    "R-41": _VILLAGE_ICON,
    "R-42": _FROM_VILLAGE,
}
