"""A drawn example of a rule, or of a step of a guide: a picture, pieces beside it, and what is said of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.i18n.catalog import Speaker
from companion.web.drawing.players import PlayerStyle


@dataclass(frozen=True)
class PieceView:
    """``icon`` names a drawing, ``look`` a player's sign; else ``template`` draws ``face``."""

    kind: str
    icon: str = ""
    look: PlayerStyle | None = None
    number: int | None = None
    lit: bool = False
    face: object = None
    template: str = ""


@dataclass(frozen=True)
class Illustration:
    """``verdict``: "legal", "illegal" or empty. ``lines``: what is said below, sentence by sentence."""

    lines: tuple[str, ...] = ()
    pieces: tuple[PieceView, ...] = ()
    verdict: str = ""
    drawing: object = None
    template: str = ""
    """Draws ``drawing``."""

    @property
    def silent(self) -> "Illustration":
        """The same without its words, for where others stand beside it."""
        return replace(self, lines=(), verdict="")


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
    done: bool = False
    """The table has recorded that it is."""


def spoken(words: str | None, lines: Iterable[str], say: Speaker) -> tuple[str, ...]:
    """What an example says for itself, then what the rules say of it."""
    return (*([say(words)] if words else ()), *lines)
