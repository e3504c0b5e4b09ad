"""What a reading is: spaces, tiles and camps with their confidence, or a failure with its reason. No pictures here."""

from dataclasses import dataclass, field
from typing import Any

from companion.rules.hexes import Hex


class PhotoError(Exception):
    """A photo that can't be opened. ``code`` names the reason, the message says it in plain words."""

    def __init__(self, code: str, sentence: str):
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True)
class ReadSpace:
    """One space: where it is, what it shows, and the other terrains it may show, likeliest first."""

    at: Hex
    terrain: str
    centre_px: tuple[float, float]
    confidence: float
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class ReadTile:
    """One tile of the box, its turn and where its centre lies."""

    id: str
    rotation: int
    centre: Hex
    confidence: float


@dataclass(frozen=True)
class ReadCamp:
    """A camp: its colour's name in the box, and its space."""

    color: str
    at: Hex
    confidence: float


@dataclass(frozen=True)
class Reading:
    """Everything read from one photo. Pixels are those of the photo as displayed."""

    found: bool
    size_px: tuple[int, int] = (0, 0)
    spaces: tuple[ReadSpace, ...] = ()
    tiles: tuple[ReadTile, ...] = ()
    camps: tuple[ReadCamp, ...] = ()
    warnings: tuple[str, ...] = ()
    corners_px: dict[Hex, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    stage_seconds: dict[str, float] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        return sum(self.stage_seconds.values())

    def as_json(self, photo: str) -> dict[str, Any]:
        """The reading in the form of the interchange contract."""
        return {
            "photo": photo,
            "found": self.found,
            "seconds": round(self.seconds, 3),
            "spaces": [
                {
                    "at": list(s.at),
                    "terrain": s.terrain,
                    "centre_px": [round(s.centre_px[0], 1), round(s.centre_px[1], 1)],
                    "confidence": round(s.confidence, 3),
                }
                for s in self.spaces
            ],
            "tiles": [
                {
                    "id": t.id,
                    "rotation": t.rotation,
                    "centre": list(t.centre),
                    "confidence": round(t.confidence, 3),
                }
                for t in self.tiles
            ],
            "camps": [{"color": c.color, "at": list(c.at), "confidence": round(c.confidence, 3)} for c in self.camps],
            "warnings": list(self.warnings),
        }
