"""Examples of stories and of the score pad (D-STORY, D-EOT, D-END, D-SCORE, D-TEAM)."""

from collections.abc import Mapping

from companion.dewan.examples.boards import story
from companion.dewan.examples.kinds import (
    ADA,
    BEN,
    CLEO,
    DANA,
    CountExample,
    Example,
    GivenExample,
    PieceExample,
    PiecesExample,
    Points,
    Scene,
    TribeBoard,
)
from companion.dewan.rules.words import Symbol, Terrain

_COMPLETE = GivenExample(Scene("F:Ada W D", stories={ADA: (story("1F 1W", 4),)}), complete=True)
_SLID_UP = GivenExample(_COMPLETE.scene, complete=True, words="example.slid-up")
_STAYS = PiecesExample("example.stays-up", (PieceExample("story", story=story("1F 1D", 4, done=True)),))
_REWARD = PiecesExample(
    "example.reward", (PieceExample("story", story=story("1F 1D", 4, done=True)), PieceExample("back", number=1))
)
_ZONES = CountExample(Scene("F:Ada F:Ada D F:Ada"), Terrain.FOREST, 2, "D-STORY-04")
_WATER_CARD = CountExample(Scene("F:Ada D M", tucked={ADA: "W"}), Terrain.WATER, 1, "D-STORY-08")
_LAST_CAMP = TribeBoard("example.last-camp", 8, lit=(8,))
_NOT_MET = GivenExample(Scene("F:Ada D M", stories={ADA: (story("2F", 5),)}), complete=False, words="example.discarded")
_HANDS = PiecesExample(
    "example.hands-decide",
    (
        PieceExample("camp", ADA),
        PieceExample("back", number=4, lit=True),
        PieceExample("camp", BEN),
        PieceExample("back", number=2),
    ),
)
_FIRE = {ADA: (story("1F", 5, 1, done=True),)}
_TEAMS = {ADA: "A", BEN: "B", CLEO: "A", DANA: "B"}
_TEAM_FIRE = Points(
    Scene("", "team", teams=_TEAMS, tucked={ADA: "F:fire", CLEO: "M:fire", BEN: "D:fire"}),
    "fire_majority",
    4,
    "D-SCORE-FIRE-02",
    of="A",
)
_SEATS = PiecesExample(
    "example.partners", tuple(PieceExample("camp", name, number) for number, name in enumerate(_TEAMS, 1))
)

EXAMPLES: Mapping[str, Example] = {
    "D-STORY-01": _COMPLETE,
    "D-STORY-02": GivenExample(
        Scene("F:Ada D F:Ada W", stories={ADA: (story("2F", 3), story("1F 1W", 4))}), complete=True
    ),
    "D-STORY-03": CountExample(Scene("*Ada W D"), Terrain.WATER, 0, "D-STORY-03"),
    "D-STORY-04": _ZONES,
    "D-STORY-05": CountExample(Scene("W F:Ada W D"), Terrain.WATER, 2, "D-STORY-05"),
    "D-STORY-06": CountExample(
        Scene("F:Ada D M:Ada", icons=(("crystal", (0, 0), (1, 0)), ("crystal", (1, 0), (2, 0)))),
        Symbol.CRYSTAL,
        2,
        "D-STORY-06",
    ),
    "D-STORY-07": CountExample(
        Scene("F:Ada F:Ada D", icons=(("pigment", (0, 0), (1, 0)),)), Symbol.PIGMENT, 1, "D-STORY-06"
    ),
    "D-STORY-08": CountExample(Scene("F:Ada D M", tucked={ADA: "F:artifact"}), Terrain.FOREST, 2, "D-STORY-08"),
    "D-STORY-09": CountExample(Scene("M:Ada D B", tucked={ADA: "F F"}), Terrain.FOREST, 2, "D-STORY-08"),
    "D-STORY-10": _WATER_CARD,
    "D-STORY-11": PiecesExample(
        "example.hidden-half", (PieceExample("card", "F/D"), PieceExample("half", "F", lit=True))
    ),
    "R-06": _WATER_CARD,
    "R-17": PiecesExample(
        "example.shuffle", (PieceExample("card", "M/B"), PieceExample("icon", "replay"), PieceExample("back"))
    ),
    "R-29": _STAYS,
    "R-31": _SLID_UP,
    "R-55": _ZONES,
    "R-59": _REWARD,
    "D-EOT-01": _SLID_UP,
    "D-EOT-02": _REWARD,
    "D-EOT-03": _SLID_UP,
    "D-EOT-04": _STAYS,
    "D-END-01": _LAST_CAMP,
    "D-END-02": _LAST_CAMP,
    "D-END-03": _NOT_MET,
    "R-30": _COMPLETE,
    "D-SCORE-STORY-01": Points(
        Scene(stories={ADA: (story("1F", 5, done=True), story("2D", 7, done=True), story("1M", 4))}),
        "stories",
        12,
        "D-SCORE-STORY-01",
    ),
    "D-SCORE-FIRE-01": Points(Scene(stories=_FIRE, tucked={ADA: "F:fire"}), "fire", 2, "D-SCORE-FIRE-01"),
    "D-SCORE-FIRE-02": Points(
        Scene(stories=_FIRE, tucked={ADA: "F:fire", BEN: "M:fire"}), "fire_majority", 4, "D-SCORE-FIRE-02"
    ),
    "D-SCORE-FIRE-03": Points(Scene("D:Ada M B", stories={ADA: (story("1F", 5, 1),)}), "fire", 0, "D-SCORE-FIRE-01"),
    "D-SCORE-GROUP-01": Points(Scene("F:Ada D:Ada M F:Ada B:Ada"), "groups", 8, "D-SCORE-GROUP-01"),
    "D-SCORE-GROUP-02": Points(Scene("*Ada M:Ada D F:Ada"), "groups", 4, "D-SCORE-GROUP-01"),
    "D-SCORE-BERRY-01": Points(Scene(berries={ADA: 3}, tucked={ADA: "F:berry"}), "berries", 8, "D-SCORE-BERRY-01"),
    "D-SCORE-WIN-01": _HANDS,
    "R-04": Points(Scene("*Ada M:Ada D F:Ada"), "groups", 4, "D-SCORE-GROUP-01"),
    "R-35": Points(Scene("F:Ada D:Ben M"), "fire_majority", 0, "D-SCORE-FIRE-02"),
    "D-TEAM-01": _SEATS,
    "D-TEAM-02": _LAST_CAMP,
    "D-TEAM-03": Points(
        Scene("", "team", teams=_TEAMS, stories={n: (story("1F", p, done=True),) for n, p in ((ADA, 5), (CLEO, 4))}),
        "stories",
        9,
        "D-SCORE-STORY-01",
        of="A",
    ),
    "D-TEAM-04": _TEAM_FIRE,
    "D-TEAM-05": Points(Scene("F:Ada D:Cleo M B:Ada F:Ada", "team", teams=_TEAMS), "groups", 4, "D-TEAM-05", of="A"),
    "D-TEAM-06": Points(
        Scene("", "team", teams=_TEAMS, berries={ADA: 3, CLEO: 2}), "berry_pairs", 8, "D-TEAM-06", of="A"
    ),
    "D-TEAM-07": _HANDS,
    "D-TEAM-08": GivenExample(
        Scene("F:Ada D F:Cleo", "team", teams=_TEAMS, stories={ADA: (story("2F", 5),)}), complete=False
    ),
    "R-53": _TEAM_FIRE,
    "R-54": _SEATS,
}
