"""Examples of ways across the map (D-ROUTE, and the rulings about routes)."""

from collections.abc import Mapping

from companion.dewan.examples.kinds import ADA, BEN, CLEO, DANA, RouteExample, Scene, TribeBoard

_TWO_CARDS = RouteExample(Scene("*Ada D F", hand="W D"), "0-1", cost=2)
_STARTING_CAMP = RouteExample(Scene("*Ada M B *Ben D", hand="F M B W D"), "0-4", cost=5, gives={BEN: 1})
_OWN_CAMP = RouteExample(Scene("*Ada M:Ada D F", hand="F M D"), "0-2", cost=3, remark="R-08")
_EXACT = RouteExample(Scene("*Ada M D", hand="F M M/D"), "0-2", cost=3, words="example.exact")

EXAMPLES: Mapping[str, RouteExample | TribeBoard] = {
    "D-ROUTE-01": RouteExample(Scene("*Ada M F:Ada D", hand="F D"), "2-3", cost=2),
    "D-ROUTE-02": RouteExample(Scene("*Ada M W D", hand="F M W"), "0-2", against="D-ROUTE-02"),
    "D-ROUTE-03": RouteExample(Scene("*Ada M D F", hand="B M F"), "0-1 3", against="D-ROUTE-03"),
    "D-ROUTE-04": RouteExample(Scene("*Ada M D F", hand="B M D"), "0-2", cost=3),
    "D-ROUTE-05": RouteExample(Scene("*Ada M D F", hand="B M/F B/D"), "0-2", cost=3),
    "D-ROUTE-06": RouteExample(Scene("*Ada D F", hand="W D"), "0-1", cost=2),
    "D-ROUTE-07": RouteExample(Scene("*Ada M F:Ada D", hand="W D"), "2-3", against="D-ROUTE-07"),
    "D-ROUTE-08": RouteExample(Scene("*Ada W W W D", hand="F W D"), "0-4", cost=3),
    "D-ROUTE-09": RouteExample(Scene("*Ada W M W D", hand="F W M W D"), "0-4", cost=5),
    "D-ROUTE-10": RouteExample(Scene("*Ada M:Ben D F", hand="F M D"), "0-2", cost=3, gives={BEN: 1}),
    "D-ROUTE-11": _STARTING_CAMP,
    "D-ROUTE-12": RouteExample(Scene("*Ada M:Ben D:Cleo F", hand="W M D F"), "0-3", cost=4, gives={BEN: 1, CLEO: 1}),
    "D-ROUTE-13": _OWN_CAMP,
    "D-ROUTE-14": RouteExample(Scene("*Ada M D:Ben F", hand="B M D F"), "0-3", cost=4, gives={BEN: 1}),
    "D-ROUTE-15": TribeBoard("example.leftmost", 3, lit=(4,)),
    "D-ROUTE-16": _TWO_CARDS,
    "D-ROUTE-17": _EXACT,
    "D-ROUTE-18": _TWO_CARDS,
    "D-ROUTE-19": RouteExample(Scene("*Ada M F:Ben D", hand="F D"), "2-3", against="D-ROUTE-19"),
    "R-08": _OWN_CAMP,
    "R-09": RouteExample(Scene("M:Ada *Ada D F", hand="M W D"), "0-2", cost=3, remark="R-08"),
    "R-10": RouteExample(
        Scene("*Ada M:Cleo D F", "team", hand="F M D", teams={ADA: "A", BEN: "B", CLEO: "A", DANA: "B"}),
        "0-2",
        cost=3,
        gives={CLEO: 1},
    ),
    "R-11": RouteExample(Scene("F *Ada M D", hand="W M W F"), "1 2 1 0", against="D-ROUTE-03"),
    "R-12": RouteExample(
        Scene(
            """
*Ada    W       M       W       D
            W       W
""",
            hand="F W M W D",
        ),
        "0-4",
        cost=5,
        remark="R-12",
    ),
    "R-13": _EXACT,
    "R-57": _TWO_CARDS,
    "R-58": _STARTING_CAMP,
}
