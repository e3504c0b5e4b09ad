"""Examples of cards, tiles, set-up and turns: what lies beside the map (D-CARD, D-SETUP, D-TURN, D-TAKE, D-EFF)."""

from collections.abc import Mapping

from companion.dewan.examples.boards import story
from companion.dewan.examples.kinds import (
    ADA,
    BEN,
    CLEO,
    Example,
    Gather,
    Piece,
    Pieces,
    Scene,
    Shown,
    Take,
    TribeBoard,
)
from companion.dewan.examples.maps import TWO_TILES

_ROW = "F M/D W:fire B D/W:pigment F"
_HAND = Pieces("example.secret-hand", (Piece("back", number=5),))
_BERRIES = Shown(Scene("F+2 D M+2 B"), "example.two-berries", spaces="0 2")
_FEATHER = Pieces("example.feather", (Piece("camp", BEN), Piece("icon", "feather", lit=True)))
_UNSEEN = Pieces("example.row-or-stack", (Piece("story", story=story("2F 1artifact", 5, 1)), Piece("stack", "story")))
_STORY_CAMPS = TribeBoard("example.story-camps", 2, lit=(2, 4, 6))
_TUCK = TribeBoard("example.tuck-camps", 3, lit=(3, 5, 7))
_SIDE_BY_SIDE = Take(_ROW, (3, 4))
_REFILL = Take(_ROW, (3, 4), words="example.refill")
_ROUND = Pieces(
    "example.round",
    (Piece("camp", BEN, 1), Piece("icon", "feather"), Piece("camp", CLEO, 2), Piece("camp", ADA, 3)),
)
_SHUFFLE = Pieces("example.shuffle", (Piece("card", "M/B"), Piece("icon", "replay"), Piece("back", lit=True)))

EXAMPLES: Mapping[str, Example] = {
    "D-CARD-01": Pieces("example.one-or-two", (Piece("card", "F"), Piece("card", "M/D"))),
    "D-CARD-02": Pieces("example.symbols-on-cards", (Piece("card", "F:artifact"), Piece("card", "D/W:pigment"))),
    "D-CARD-03": Pieces(
        "example.five-symbols",
        tuple(Piece("icon", name) for name in ("artifact", "pigment", "crystal", "berry", "fire")),
    ),
    "D-CARD-04": Pieces("example.tucked-only", (Piece("card", "F:artifact"), Piece("half", "F:artifact", lit=True))),
    "D-TILE-01": Pieces("example.story-tile", (Piece("story", story=story("2F 1artifact", 5, 1)),)),
    "R-52": _HAND,
    "R-62": Pieces("example.open-discards", (Piece("card", "M/B", lit=True), Piece("back"))),
    "D-SETUP-01": TWO_TILES,
    "D-SETUP-02": TWO_TILES,
    "D-SETUP-03": _BERRIES,
    "D-SETUP-04": TribeBoard("example.eight-and-one", 0),
    "D-SETUP-05": Pieces(
        "example.story-row", (*(Piece("icon", "story") for _ in range(5)), Piece("stack", "story", 19))
    ),
    "D-SETUP-06": Pieces("example.dealt", (*(Piece("card", card) for card in _ROW.split()), Piece("back", number=2))),
    "D-SETUP-07": _FEATHER,
    "D-SETUP-08": Pieces(
        "example.story-order",
        (Piece("camp", BEN, 3), Piece("icon", "feather"), Piece("camp", CLEO, 2), Piece("camp", ADA, 1)),
    ),
    "D-SETUP-09": _UNSEEN,
    "D-SETUP-10": _UNSEEN,
    "R-45": _FEATHER,
    "R-47": _BERRIES,
    "R-60": _ROUND,
    "R-61": _UNSEEN,
    "D-TURN-01": _ROUND,
    "D-TURN-02": _FEATHER,
    "D-TURN-03": Pieces("example.one-of-two", (Piece("icon", "cards"), Piece("icon", "camp"))),
    "D-TURN-04": Pieces(
        "example.order-of-a-turn", tuple(Piece("icon", name) for name in ("hand", "countdown", "story", "next"))
    ),
    "D-TAKE-01": _SIDE_BY_SIDE,
    "D-TAKE-02": Take(_ROW, (0, 1), against="D-TAKE-02"),
    "D-TAKE-03": Pieces("example.no-limit", (Piece("back", number=12),)),
    "D-TAKE-04": _REFILL,
    "D-TAKE-05": _SHUFFLE,
    "R-44": Pieces(
        "example.pass", (Piece("card", "F"), Piece("gap"), Piece("card", "D"), Piece("icon", "next", lit=True))
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
