"""One piece of a photo put right, or one group of signs taken apart."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.dewan.pages import box_stories
from companion.dewan.pages.box_shelf import BoxPage
from companion.dewan.pages.pieces.page import FoundPiece, Question
from companion.dewan.pages.pieces.shown import KINDS, NONE


@dataclass(frozen=True)
class EditorPage(BoxPage):
    """``piece`` or ``group`` is what is shown; ``typed``: the kind and line that came back with faults."""

    piece: FoundPiece | None = None
    group: Question | None = None
    typed: tuple[str, str] | None = None
    part = "piece"
    kinds = KINDS
    points: Sequence[int] = box_stories.BoxStoriesPage.points

    @property
    def kind(self) -> str:
        found = self.piece.what.kind if self.piece else KINDS[0]
        kind = self.typed[0] if self.typed else found
        return KINDS[0] if kind == NONE else kind

    @property
    def line(self) -> str:
        return self.typed[1] if self.typed else self.piece.what.line if self.piece else ""
