"""The worked cases G-01 to G-34, each told once to the rules and once, as a record, to the questions.

Strips and drawings are explained in ``tests/boards.py``.
"""

from dataclasses import replace

import pytest

from companion.dewan.rules import game, piles
from companion.dewan.rules.piles import Piles
from companion.dewan.rules.stories import count, newly_complete
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import Marker, Symbol, Terrain
from companion.rules.hexes import Hex
from tests.boards import ask, board, cards, path, points, story, strip_path, table

rule = pytest.mark.rule


def tolls(on: Table, along: tuple[Hex, ...], player: str = "P1") -> list[tuple[str, str | None]]:
    """The price of a path: (terrain or "any", who gets the card)."""
    return [(toll.needs or "any", toll.to) for toll in game.check_route(on, player, along).cost]


def legal(on: Table, along: tuple[Hex, ...], hand: str, player: str = "P1") -> bool:
    """Whether the path may be paid with exactly this hand: the rules and the question must agree."""
    verdict = game.check_route(on, player, along, cards(hand))
    asked = ask("route", on, player=player, path=along, cards=[str(one) for one in cards(hand)])
    assert asked["ok"]
    assert asked["legal"] is verdict.legal
    assert bool(asked["reasons"]) is not verdict.legal
    return verdict.legal


# Routes


@rule("D-ROUTE-04", "D-ROUTE-06", "D-ROUTE-08", "D-ROUTE-10", "D-ROUTE-14")
def test_g01_rulebook_route() -> None:
    on = table("*P1  M  W  W  B:P2  B", hands={"P1": "F M W B B"})
    along = strip_path(0, 5)
    assert tolls(on, along) == [
        ("any", None),
        ("mountain", None),
        ("water", None),
        ("badlands", "P2"),
        ("badlands", None),
    ]

    verdict = game.check_route(on, "P1", along)
    assert verdict.legal
    assert verdict.payment is not None
    assert sorted(str(paid.card) for paid in verdict.payment) == ["badlands", "badlands", "forest", "mountain", "water"]
    assert [str(paid.card) for paid in verdict.payment if paid.toll.to == "P2"] == ["badlands"]

    asked = ask("route", on, player="P1", path=along)
    assert asked["legal"] is True
    assert asked["reasons"] == []
    assert asked["cost"] == [
        {"at": [0, 0], "needs": "any", "to": "discard"},
        {"at": [1, 0], "needs": "mountain", "to": "discard"},
        {"at": [2, 0], "needs": "water", "to": "discard"},
        {"at": [4, 0], "needs": "badlands", "to": "P2"},
        {"at": [5, 0], "needs": "badlands", "to": "discard"},
    ]
    assert [(paid["card"], paid["to"]) for paid in asked["payment"]] == [
        ("forest", "discard"),
        ("mountain", "discard"),
        ("water", "discard"),
        ("badlands", "P2"),
        ("badlands", "discard"),
    ]
    assert ask("routes", on, player="P1", to=[5, 0])["routes"] == [
        {"to": [5, 0], "path": [[q, 0] for q in range(6)], "cards": 5, "given": 1}
    ]


@rule("D-ROUTE-06", "D-ROUTE-07", "D-ROUTE-16", "R-57")
def test_g02_adjacent_destination() -> None:
    from_forest = table("F:P1  D")
    assert legal(from_forest, strip_path(0, 1), "F D")
    assert not legal(from_forest, strip_path(0, 1), "D D")
    assert not legal(from_forest, strip_path(0, 1), "D")
    assert legal(table("*P1  D"), strip_path(0, 1), "M D")


@rule("D-ROUTE-05", "D-ROUTE-17")
def test_g03_no_greedy_matching() -> None:
    on = table("M:P1  D")
    assert legal(on, strip_path(0, 1), "M/D M")
    assert not legal(on, strip_path(0, 1), "M/D")


@rule("D-ROUTE-02", "D-GEO-07", "D-GEO-08")
def test_g04_forbidden_destinations() -> None:
    around = board(
        """
        *P2
    D       F:P1    W
        D:P2    D:P1
        """,
        first=(0, -1),
    )
    on = table(around, hands={"P1": "F D D W M"})
    assert on.board.printed[Hex(-1, 0)] is Terrain.DESERT
    adjacent = Hex(0, 0).neighbours()
    assert [at for at in adjacent if on.board.has(at) and game.check_route(on, "P1", (Hex(0, 0), at)).legal] == [
        (-1, 0)
    ]
    found = ask("routes", on, player="P1")["routes"]
    assert [route["to"] for route in found] == [[-1, 0]]


@rule("D-ROUTE-11", "R-58")
def test_g05_through_a_foreign_starting_camp() -> None:
    on = table("D:P1  *P2  F", hands={"P1": "D M F"})
    paid = ask("route", on, player="P1", path=strip_path(0, 2))["payment"]
    assert [(one["card"], one["as"], one["to"]) for one in paid] == [
        ("desert", "desert", "discard"),
        ("mountain", "any", "P2"),
        ("forest", "forest", "discard"),
    ]


@rule("D-ROUTE-09")
def test_g06_two_water_zones() -> None:
    on = table("F:P1  W  D  W  F")
    assert [needs for needs, _ in tolls(on, strip_path(0, 4))] == ["forest", "water", "desert", "water", "forest"]
    assert not legal(on, strip_path(0, 4), "F W D F")
    assert legal(on, strip_path(0, 4), "F W D W F")


@rule("R-08", "D-ROUTE-13")
def test_g07_own_camp_on_the_way() -> None:
    on = table("F:P1  D  D:P1  M  B")
    assert legal(on, strip_path(0, 4), "F D D M B")
    assert [to for _, to in tolls(on, strip_path(0, 4))] == [None] * 5
    verdict = game.check_route(on, "P1", strip_path(0, 4))
    assert [(hint.rule, hint.spaces) for hint in verdict.remarks] == [("R-08", (Hex(2, 0),))]
    assert len(tolls(on, strip_path(2, 4))) == 3


# Zones, berries, stories


@rule("D-ZONE-01", "D-ZONE-03")
def test_g08_zones_round_a_centre() -> None:
    on = table(
        board(
            """
        M       F
    M       *P1     M
        D       F
        """,
            first=(0, -1),
        )
    )
    assert ask("zones", on)["zones"] == [
        {"terrain": "mountain", "spaces": [[-1, 0], [0, -1]], "berries": 0},
        {"terrain": "desert", "spaces": [[-1, 1]], "berries": 0},
        {"terrain": "forest", "spaces": [[0, 1]], "berries": 0},
        {"terrain": "forest", "spaces": [[1, -1]], "berries": 0},
        {"terrain": "mountain", "spaces": [[1, 0]], "berries": 0},
    ]


@rule("D-STORY-04", "D-STORY-05")
def test_g10_same_zone_twice() -> None:
    on = table(
        board(
            """
    F:P1    F:P1    D
        W       W
    """
        ),
        stories={"P1": [story("1F 1W")]},
    )
    asked = ask("stories", on)["players"]["P1"]
    assert asked == [{"complete": True, "needs": {"forest": {"want": 1, "have": 1}, "water": {"want": 1, "have": 1}}}]


@rule("D-STORY-05")
def test_g11_one_camp_two_water_zones() -> None:
    on = table(
        board(
            """
    W       F:P1    W
        D       D       W
    """
        ),
        stories={"P1": [story("1F 2W")]},
    )
    assert ask("stories", on)["players"]["P1"] == [
        {"complete": True, "needs": {"forest": {"want": 1, "have": 1}, "water": {"want": 2, "have": 2}}}
    ]


def g12(tucked: str) -> Table:
    return table(
        "F:P1  D  F:P1  M",
        icons=[("artifact", (2, 0), (3, 0))],
        tucked={"P1": tucked},
        stories={"P1": [story("3F 2artifact", 7, done=False)]},
    )


@rule("D-STORY-04", "D-STORY-06", "D-STORY-08", "D-EOT-02")
def test_g12_rulebook_completion() -> None:
    met = g12("F:artifact")
    assert ask("stories", met)["players"]["P1"][0] == {
        "complete": True,
        "needs": {"forest": {"want": 3, "have": 3}, "artifact": {"want": 2, "have": 2}},
    }
    assert newly_complete(met, "P1") == (0,)
    assert piles.take_reward(Piles(draw=20, discard=0), 1, event_tile=False).cards == 1

    short = ask("stories", g12(""))["players"]["P1"][0]
    assert short["complete"] is False
    assert [need["have"] for need in short["needs"].values()] == [2, 1]
    assert newly_complete(g12(""), "P1") == ()


@rule("D-STORY-07")
def test_g13_shared_icon() -> None:
    between = [("crystal", (0, 0), (1, 0))]
    shared = table("D:P1  D:P2", icons=between)
    assert [count(shared, name, Symbol.CRYSTAL).have for name in ("P1", "P2")] == [1, 1]
    both = table("D:P1  D:P1", icons=between, stories={"P1": [story("2crystal")]})
    assert ask("stories", both)["players"]["P1"][0]["needs"] == {"crystal": {"want": 2, "have": 1}}


@rule("D-STORY-03")
def test_g14_starting_camp() -> None:
    on = table("W  *P1  W", icons=[("pigment", (1, 0), (2, 0))], stories={"P1": [story("1W 1pigment")]})
    assert ask("stories", on)["players"]["P1"][0]["needs"] == {
        "water": {"want": 1, "have": 0},
        "pigment": {"want": 1, "have": 0},
    }


# Cards and piles


@rule("D-TAKE-05")
def test_g17_reshuffle_in_mid_refill() -> None:
    first = piles.from_draw_pile(Piles(draw=1, discard=3), 1)
    assert (first.cards, first.reshuffled, first.piles) == (1, False, Piles(draw=0, discard=3))
    second = piles.from_draw_pile(first.piles, 1)
    assert (second.cards, second.reshuffled, second.piles) == (1, True, Piles(draw=2, discard=0))


@rule("R-15", "D-EVENT-04", "D-EVENT-06")
def test_g24_short_supply() -> None:
    made = piles.new_event_pile(Piles(draw=0, supply=6, discard=9), players=4)
    assert (made.cards, made.reshuffled, made.piles) == (10, True, Piles(draw=10, supply=5, discard=0))


# Scoring


@rule("D-SCORE-STORY-01", "D-SCORE-FIRE-01", "D-SCORE-FIRE-02", "D-SCORE-FIRE-03", "D-END-03")
@rule("D-SCORE-GROUP-01", "D-SCORE-BERRY-01")
def test_g19_rulebook_table() -> None:
    """P1 is Billy, P2 Alix, P3 Charlie.

    Alix has placed seven: her fourth group needs the starting camp (R-04). Charlie has placed all eight, and a fourth
    tile that is not met; nobody could meet nine Mountains here, so every other tile counts because it is done.
    """
    on = table(
        board(
            """
    B:P1    B:P1    .       B:P1    B:P1
        .
    *P2     B:P2    .       B:P2    B:P2    .       B:P2    B:P2    .       B:P2    B:P2
        .
    B:P3    B:P3    B:P3    B:P3    B:P3    .       B:P3    B:P3    B:P3
    """
        ),
        berries={"P1": 5, "P2": 2, "P3": 3},
        tucked={"P3": "F:fire W:berry"},
        stories={
            "P1": [story("9M", 9, fire=1, done=True), story("9M", 8, done=True)],
            "P2": [story("9M", 10, fire=3, done=True), story("9M", 9, fire=3, done=True)],
            "P3": [
                story("9M", 5, fire=1, done=True),
                story("9M", 7, done=True),
                story("9M", 4, done=True),
                story("9M", 9, fire=2, done=False),
            ],
        },
    )
    asked = ask("score", on)
    assert {name: sheet["rows"] for name, sheet in asked["players"].items()} == {
        "P1": {"stories": 17, "fire": 1, "fire_majority": 0, "groups": 8, "berries": 10},
        "P2": {"stories": 19, "fire": 6, "fire_majority": 4, "groups": 16, "berries": 4},
        "P3": {"stories": 16, "fire": 3, "fire_majority": 0, "groups": 8, "berries": 8},
    }
    assert {name: sheet["total"] for name, sheet in asked["players"].items()} == {"P1": 36, "P2": 49, "P3": 35}
    assert asked["ranking"] == [["P2"], ["P1"], ["P3"]]
    assert [sheet.total for sheet in game.score(on).players] == [36, 49, 35]


@rule("D-SCORE-GROUP-01", "D-SCORE-GROUP-02", "R-04")
def test_g20_groups() -> None:
    on = table(
        board(
            """
    *P1     D:P1    D:P1    .       .       D:P1    .       .       D:P1
        .       .       .       .       .       D:P1
    """
        )
    )
    assert points(on, "P1")["groups"] == 8


@rule("D-SCORE-FIRE-02")
def test_g21_tie_for_fire() -> None:
    on = table(
        "D  D",
        players=("P1", "P2", "P3"),
        stories={name: [story("9M", 0, fire, done=True)] for name, fire in (("P1", 5), ("P2", 5), ("P3", 2))},
    )
    rows = [points(on, name) for name in ("P1", "P2", "P3")]
    assert [row["fire"] + row["fire_majority"] for row in rows] == [9, 9, 2]


@rule("D-SCORE-WIN-01")
def test_g22_tie_break() -> None:
    forty = [story("9M", 40, 0, done=True)]
    unequal = table(
        "D  D",
        hands={"P1": "M M M", "P2": "M M M M"},
        tucked={"P1": "F D B"},
        stories={"P1": forty, "P2": forty},
    )
    assert ask("score", unequal)["ranking"] == [["P2"], ["P1"]]
    equal = table("D  D", hands={"P1": "M M M M"}, hidden={"P2": 4}, stories={"P1": forty, "P2": forty})
    assert ask("score", equal)["ranking"] == [["P1", "P2"]]


# Events


@rule("D-DOWN-03")
def test_g25_downpour_targets() -> None:
    on = table(
        board(
            """
        F+2     D
    B       W       F       M
        M       D:P2
    """,
            first=(0, -1),
        ),
        "downpour",
    )
    targets = [[-1, 0], [-1, 1], [0, -1], [1, -1], [1, 0]]
    assert [list(at) for at in game.eligible_spaces(on)] == targets
    assert ask("event", on)["eligible"] == targets


def g26(berries: int) -> Table:
    return table(
        board(
            f"""
    F+{berries}     F       F       F       F
        .       W
    """
        ),
        "downpour",
    )


@rule("D-DOWN-05", "D-DOWN-06")
def test_g26_split() -> None:
    """Only (1,0) and (2,0) touch the Water at (1,1); what happens to the berries is the same wherever they lie."""
    unequal = ask("event", g26(3), place=[1, 0])
    assert [(zone["spaces"], zone["berries"]) for zone in unequal["berries"] if zone["terrain"] == "forest"] == [
        ([[0, 0]], 0),
        ([[2, 0], [3, 0], [4, 0]], 3),
    ]
    assert unequal["odd_berry"] is None

    odd = ask("event", g26(3), place=[2, 0])
    halves = [[[0, 0], [1, 0]], [[3, 0], [4, 0]]]
    assert [zone["berries"] for zone in odd["berries"] if zone["terrain"] == "forest"] == [1, 1]
    assert odd["odd_berry"] == halves

    even = ask("event", g26(4), place=[2, 0])
    assert [zone["berries"] for zone in even["berries"] if zone["terrain"] == "forest"] == [2, 2]
    assert even["odd_berry"] is None


@rule("D-DOWN-04", "R-27", "D-ZONE-04")
def test_g27_marker_joins_water() -> None:
    on = table("F:P1  W  D  W  F", "downpour")
    assert len(tolls(on, strip_path(0, 4))) == 5
    flooded = replace(on, board=on.board.with_marker(Hex(2, 0), Marker.WATER))
    assert [needs for needs, _ in tolls(flooded, strip_path(0, 4))] == ["forest", "water", "forest"]
    assert legal(flooded, strip_path(0, 4), "F W F")
    assert [zone.spaces for zone in flooded.board.zones if zone.terrain is Terrain.WATER] == [strip_path(1, 3)]


def g28(on_the_edge: str = "F") -> Table:
    """(-2,0) is free Forest, or has P1's camp."""
    return table(
        board(
            f"""
        W       D:P2    W
    {on_the_edge:<8}D^      V       F       F
        D       M       B
    """,
            first=(-1, -1),
        ),
        "volcano",
    )


@rule("D-VOLC-02", "D-VOLC-03", "R-20", "R-28")
def test_g28_lava_targets() -> None:
    targets = [[-2, 0], [-2, 1], [-1, 1], [0, 1], [1, 0]]
    assert [list(at) for at in game.eligible_spaces(g28())] == targets
    assert ask("event", g28())["eligible"] == targets


@rule("D-VOLC-05", "D-VOLC-06")
def test_g29_lava_blocks() -> None:
    on = g28("F:P1")
    all_cards = "F F D D M M B B W W"
    assert not legal(on, path((-2, 0), (-1, 0), (-1, 1)), all_cards)
    assert not legal(on, path((-2, 0), (-1, 0)), all_cards)
    assert not legal(on, path((-2, 0), (-2, 1), (-1, 1), (0, 0)), all_cards)
    assert legal(on, path((-2, 0), (-2, 1), (-1, 1)), "F D M")
    through = game.check_route(on, "P1", path((-2, 0), (-1, 0), (-1, 1)))
    assert [(reason.code, reason.rule) for reason in through.reasons] == [("route.through-lava", "D-VOLC-05")]
    onto = game.check_route(on, "P1", path((-2, 0), (-1, 0)))
    assert [(reason.code, reason.rule) for reason in onto.reasons] == [("route.destination-lava", "D-VOLC-06")]


@rule("D-LAKE-09", "R-36", "R-40")
def test_g30_majorities() -> None:
    """P1 is Dana, P2 Billy, P3 Charlie; from above, rivers A, C and B. The camps between A and C count for both.

    Beside A: P1 4, P2 2, P3 1. Beside C: P1 3, P2 3. Beside B: P2 2, P3 2. Nobody is beside the pond on the right.
    """
    on = table(
        board(
            """
    D:P1    D:P2    D:P2    D:P3    .       .       .       W
        W:P1    W       W       W
    D:P1    D:P1    D:P1    D
        W:P3    W       W
    D:P2    D:P2    D:P2    D
        F       F       F       F
    D:P2    D:P2    D:P3    D
        W:P1    W       W
    D       D:P3    D       D
    """
        ),
        "lake-villages",
    )
    rows = {name: points(on, name)["water_majorities"] for name in ("P1", "P2", "P3")}
    assert rows == {"P1": 9, "P2": 6, "P3": 3}


@rule("D-LAKE-05")
def test_g31_water_with_a_foreign_village() -> None:
    on = table(
        board(
            """
                D
    F:P1    W       W       W:P2
        B
    """,
            first=(2, -1),
        ),
        "lake-villages",
        hands={"P1": "F W D"},
    )
    along = path((0, 0), (1, 0), (2, 0), (2, -1))
    asked = ask("route", on, player="P1", path=along)
    assert asked["legal"] is True
    assert asked["cost"] == [
        {"at": [0, 0], "needs": "forest", "to": "discard"},
        {"at": [1, 0], "needs": "water", "to": "P2"},
        {"at": [2, -1], "needs": "desert", "to": "discard"},
    ]


def g32(tokens: int) -> Table:
    return table(
        "W:P2  D  W:P3  D  W:P3  D",
        "lake-villages",
        players=("P1", "P2", "P3"),
        active_player="P1",
        fish_tokens=tokens,
    )


@rule("D-LAKE-08", "R-37", "R-38")
def test_g32_fish() -> None:
    """P1 is Billy without a village, P2 Charlie with one, P3 Dana with two."""
    assert ask("event", g32(20))["fish"] == {"P1": 0, "P2": 1, "P3": 2}
    assert ask("event", g32(2))["fish"] == {"P1": 0, "P2": 1, "P3": 1}
    later = replace(g32(2), active_player="P3")
    assert list(ask("event", later)["fish"].items()) == [("P3", 2), ("P1", 0), ("P2", 0)]


@rule("D-TEAM-05")
def test_g33_team_groups() -> None:
    """P1 and P3 are partners."""
    on = table(
        board(
            """
    D:P1    D:P1    D:P3    .       .       D:P1    D:P1    .       D:P3    .       .       D:P3
        .       .       .       .       .       .       .       .       D:P1
    """
        ),
        "team",
        teams={"P1": "A", "P2": "B", "P3": "A", "P4": "B"},
    )
    teams = ask("score", on)["teams"]
    assert teams["A"]["rows"]["groups"] == 8
    assert teams["B"]["rows"]["groups"] == 0


@rule("D-SCEN-02", "D-SCEN-03", "R-01", "R-02", "R-49")
@pytest.mark.parametrize(("scenario", "pairs"), [("downpour", 12), ("volcano", 9), ("lake-villages", 9)])
def test_g34_pairs(scenario: str, pairs: int) -> None:
    on = table(
        "D  D",
        scenario,
        berries={"P1": 4},
        tucked={"P1": "F:berry"},
        stories={"P1": [story("9M", 0, fire=3, done=True)]},
    )
    asked = ask("score", on)["players"]["P1"]
    assert asked["rows"]["pairs"] == pairs
    assert asked["rows"]["fire"] == 3
    assert asked["berries"] == 5
    assert "berries" not in asked["rows"]
    assert "groups" not in asked["rows"]
