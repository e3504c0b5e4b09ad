"""What has been tapped in the map picker, as the address has it: moves (``m``), those taken back (``z``), and more."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.dewan.pages.laying import FURTHEST
from companion.dewan.pages.painting import Painting
from companion.dewan.rules.words import Terrain
from companion.rules.hexes import Hex

MOST_SPACES = 8


@dataclass(frozen=True)
class PickerTaps:
    moves: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    tile: str | None = None
    """A tile on the map somebody tapped."""
    slot: Hex | None = None
    """An empty place somebody tapped."""
    seen: tuple[Terrain, ...] = ()
    """Terrains a tile must show to be in the palette; one that stands here twice must be on two of its spaces."""
    box: str | None = None
    """The box the tiles come from, where it is not the table's."""
    moving: bool = False
    painting: Painting | None = None
    leaving: bool = False
    """Somebody wants to go without having used the map they have laid."""

    def args(self) -> dict[str, object]:
        """As it stands in the address."""
        args: dict[str, object] = {"m": list(self.moves), "z": list(self.undone), "f": list(self.seen)}
        args |= {"tile": self.tile, "slot": f"{self.slot.q},{self.slot.r}" if self.slot else None, "box": self.box}
        args |= {"moving": "1" if self.moving else None, "leave": "1" if self.leaving else None}
        args |= self.painting.args() if self.painting else {}
        return {key: value for key, value in args.items() if value not in (None, [], "")}

    def counts(self) -> tuple[tuple[Terrain, int], ...]:
        return tuple(Counter(self.seen).items())

    def moved(self, *moves: str) -> "PickerTaps":
        """After further moves; what was taken back is gone."""
        return PickerTaps((*self.moves, *moves), seen=self.seen, box=self.box)

    def pointing(self, *, tile: str | None = None, slot: Hex | None = None, moving: bool = False) -> "PickerTaps":
        return replace(self, tile=tile, slot=slot, moving=moving, painting=None, leaving=False)

    def back(self) -> "PickerTaps | None":
        if not self.moves:
            return None
        return PickerTaps(self.moves[:-1], (self.moves[-1], *self.undone), seen=self.seen, box=self.box)

    def again(self) -> "PickerTaps | None":
        if not self.undone:
            return None
        return PickerTaps((*self.moves, self.undone[0]), self.undone[1:], seen=self.seen, box=self.box)


def read_tapped(args: Callable[[str], list[str]], painting: Painting | None) -> PickerTaps:
    """From the address; anything that makes no sense in it is left out. ``add``: the move of the button pressed."""

    def one(key: str) -> str | None:
        return next(iter(args(key)), None) or None

    return PickerTaps(
        (*args("m"), *args("add")),
        tuple(args("z")),
        one("tile"),
        _hex(one("slot")),
        tuple(Terrain(word) for word in args("f") if word in tuple(Terrain))[: MOST_SPACES * len(Terrain)],
        one("box"),
        one("moving") == "1",
        painting,
        one("leave") == "1",
    )


def _hex(text: str | None) -> Hex | None:
    try:
        q, r = (int(part) for part in (text or "").split(","))
    except ValueError:
        return None
    return Hex(q, r) if max(abs(q), abs(r)) <= FURTHEST else None
