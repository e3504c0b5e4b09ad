"""The first-game guide: setting up step by step, with the numbers of one table, each step drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.web.drawing.illustration import PieceView


@dataclass(frozen=True)
class GuideStep:
    """``code``: of the catalogue, with its numbers. ``rule``: where it is explained. ``pieces``: what is drawn."""

    key: str
    code: str
    rule: str
    params: Mapping[str, object] = field(default_factory=dict)
    pieces: tuple[PieceView, ...] = ()
    example: str | None = None
    """The rule whose example is drawn here."""
