"""What a reading is: spaces, tiles and camps with their confidence, or a failure with its reason. No pictures here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.hexes import Hex
from companion.vision.errors import PhotoError as PhotoError


@dataclass(frozen=True)
class Remark:
    """Something to be told about a reading; the catalogue has the words."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


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
    alternatives: tuple[tuple[str, int, float], ...] = ()  # other tiles and turns, likeliest first


@dataclass(frozen=True)
class ReadCamp:
    """A camp: its colour's name in the box, its space, and where in the photo its foot stands."""

    color: str
    at: Hex
    confidence: float
    foot_px: tuple[float, float] = (0.0, 0.0)
    alternatives: tuple[tuple[str, float], ...] = ()  # other colours, likeliest first; none has the empty name


@dataclass(frozen=True)
class ReadBerries:
    """Berry tokens lying on a space."""

    at: Hex
    count: int
    confidence: float


@dataclass(frozen=True)
class ReadMarker:
    """A marker that covers a space's terrain: ``water`` or ``lava``."""

    kind: str
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
    maybe_camps: tuple[ReadCamp, ...] = ()  # likelier not there than there, but worth a look
    berries: tuple[ReadBerries, ...] = ()
    markers: tuple[ReadMarker, ...] = ()
    warnings: tuple[Remark, ...] = ()
    corners_px: dict[Hex, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    stage_seconds: dict[str, float] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        return sum(self.stage_seconds.values())

    def as_json(self, photo: str, say: Callable[..., str] = lambda code, params: code) -> dict[str, Any]:
        """The reading in the form of the interchange contract; ``say`` turns a code and its parameters into words."""
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
            "berries": [
                {"at": list(b.at), "count": b.count, "confidence": round(b.confidence, 3)} for b in self.berries
            ],
            "markers": [{"kind": m.kind, "at": list(m.at), "confidence": round(m.confidence, 3)} for m in self.markers],
            "warnings": [say(one.code, one.params) for one in self.warnings],
        }

    def as_review(self, photo: str) -> dict[str, Any]:
        """The same and everything a person needs to check it: outlines, what else it may be, where camps stand."""
        plain = self.as_json(photo)
        for entry, space in zip(plain["spaces"], self.spaces, strict=True):
            entry["corners_px"] = [[round(x, 1), round(y, 1)] for x, y in self.corners_px[space.at]]
            entry["alternatives"] = [{"terrain": t, "confidence": round(p, 3)} for t, p in space.alternatives]
        for entry, tile in zip(plain["tiles"], self.tiles, strict=True):
            entry["alternatives"] = [
                {"id": name, "rotation": turn, "confidence": round(p, 3)} for name, turn, p in tile.alternatives
            ]
        return {
            **plain,
            "size_px": list(self.size_px),
            "camps": [_camp_review(camp) for camp in self.camps],
            "maybe_camps": [_camp_review(camp) for camp in self.maybe_camps],
        }


def _camp_review(camp: ReadCamp) -> dict[str, Any]:
    return {
        "color": camp.color,
        "at": list(camp.at),
        "confidence": round(camp.confidence, 3),
        "foot_px": [round(camp.foot_px[0], 1), round(camp.foot_px[1], 1)],
        "alternatives": [{"color": name or None, "confidence": round(p, 3)} for name, p in camp.alternatives],
    }
