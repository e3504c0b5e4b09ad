"""Examples of cards, tiles, set-up and turns: what lies beside the map (D-CARD, D-SETUP, D-TURN, D-TAKE, D-EFF)."""

from collections.abc import Mapping

from companion.dewan.examples.boards import story
from companion.dewan.examples.kinds import (
    ADA,
    BEN,
    CLEO,
    Example,
    Gather,
    PieceExample,
    PiecesExample,
    Scene,
    ShownExample,
    Take,
    TribeBoard,
)
from companion.dewan.examples.maps import TWO_TILES

_ROW = "F M/D W:fire B D/W:pigment F"
_HAND = PiecesExample("example.secret-hand", (PieceExample("back", number=5),))
_BERRIES = ShownExample(Scene("F+2 D M+2 B"), "example.two-berries", spaces="0 2")
_FEATHER = PiecesExample("example.feather", (PieceExample("camp", BEN), PieceExample("icon", "feather", lit=True)))
_UNSEEN = PiecesExample(
    "example.row-or-stack", (PieceExample("story", story=story("2F 1artifact", 5, 1)), PieceExample("stack", "story"))
)
_STORY_CAMPS = TribeBoard("example.story-camps", 2, lit=(2, 4, 6))
_TUCK = TribeBoard("example.tuck-camps", 3, lit=(3, 5, 7))
_SIDE_BY_SIDE = Take(_ROW, (3, 4))
_REFILL = Take(_ROW, (3, 4), words="example.refill")
_ROUND = PiecesExample(
    "example.round",
    (
        PieceExample("camp", BEN, 1),
        PieceExample("icon", "feather"),
        PieceExample("camp", CLEO, 2),
        PieceExample("camp", ADA, 3),
    ),
)
_SHUFFLE = PiecesExample(
    "example.shuffle", (PieceExample("card", "M/B"), PieceExample("icon", "replay"), PieceExample("back", lit=True))
)

EXAMPLES: Mapping[str, Example] = {
    "D-CARD-01": PiecesExample("example.one-or-two", (PieceExample("card", "F"), PieceExample("card", "M/D"))),
    "D-CARD-02": PiecesExample(
        "example.symbols-on-cards", (PieceExample("card", "F:artifact"), PieceExample("card", "D/W:pigment"))
    ),
    "D-CARD-03": PiecesExample(
        "example.five-symbols",
        tuple(PieceExample("icon", name) for name in ("artifact", "pigment", "crystal", "berry", "fire")),
    ),
    "D-CARD-04": PiecesExample(
        "example.tucked-only", (PieceExample("card", "F:artifact"), PieceExample("half", "F:artifact", lit=True))
    ),
    "D-TILE-01": PiecesExample("example.story-tile", (PieceExample("story", story=story("2F 1artifact", 5, 1)),)),
    "R-52": _HAND,
    "R-62": PiecesExample("example.open-discards", (PieceExample("card", "M/B", lit=True), PieceExample("back"))),
    "D-SETUP-01": TWO_TILES,
    "D-SETUP-02": TWO_TILES,
    "D-SETUP-03": _BERRIES,
    "D-SETUP-04": TribeBoard("example.eight-and-one", 0),
    "D-SETUP-05": PiecesExample(
        "example.story-row", (*(PieceExample("icon", "story") for _ in range(5)), PieceExample("stack", "story", 19))
    ),
    "D-SETUP-06": PiecesExample(
        "example.dealt", (*(PieceExample("card", card) for card in _ROW.split()), PieceExample("back", number=2))
    ),
    "D-SETUP-07": _FEATHER,
    "D-SETUP-08": PiecesExample(
        "example.story-order",
        (
            PieceExample("camp", BEN, 3),
            PieceExample("icon", "feather"),
            PieceExample("camp", CLEO, 2),
            PieceExample("camp", ADA, 1),
        ),
    ),
    "D-SETUP-09": _UNSEEN,
    "D-SETUP-10": _UNSEEN,
    "R-45": _FEATHER,
    "R-47": _BERRIES,
    "R-60": _ROUND,
    "R-61": _UNSEEN,
    "D-TURN-01": _ROUND,
    "D-TURN-02": _FEATHER,
    "D-TURN-03": PiecesExample("example.one-of-two", (PieceExample("icon", "cards"), PieceExample("icon", "camp"))),
    "D-TURN-04": PiecesExample(
        "example.order-of-a-turn", tuple(PieceExample("icon", name) for name in ("hand", "countdown", "story", "next"))
    ),
    "D-TAKE-01": _SIDE_BY_SIDE,
    "D-TAKE-02": Take(_ROW, (0, 1), against="D-TAKE-02"),
    "D-TAKE-03": PiecesExample("example.no-limit", (PieceExample("back", number=12),)),
    "D-TAKE-04": _REFILL,
    "D-TAKE-05": _SHUFFLE,
    "R-44": PiecesExample(
        "example.pass",
        (
            PieceExample("card", "F"),
            PieceExample("gap"),
            PieceExample("card", "D"),
            PieceExample("icon", "next", lit=True),
        ),
    ),
    "R-46": _REFILL,
    "D-EFF-01": Gather(Scene("F+2 F F D"), "2,0", 1, "example.berry-first"),
    "D-EFF-02": TribeBoard("example.what-camps-bring", 0, lit=(2, 3, 4, 5, 6, 7, 8)),
    "D-EFF-03": _STORY_CAMPS,
    "D-EFF-04": _TUCK,
    "D-EFF-05": _TUCK,
    "D-EFF-06": TribeBoard("example.never-empty", 7, lit=(8,)),
    "R-32": _UNSEEN,
    "R-33": _STORY_CAMPS,
    "R-34": _UNSEEN,
    "R-51": _TUCK,
    "D-BERRY-01": Gather(Scene("F+2 F F D"), "2,0", 1),
    "D-BERRY-02": Gather(Scene("F+1 F:Ben F D"), "2,0", 1),
    "D-BERRY-03": Gather(Scene("F+2 F+2 F D"), "2,0", 1),
}
