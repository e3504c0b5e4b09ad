"""The page of a box's photos: what is missing, what was found, what is asked about, and what would go into the box."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.dewan.box import BoxState, counts_of
from companion.dewan.box_pieces import Filled, ShownPhoto, filled
from companion.dewan.pages.box_shelf import BoxPage, OpenBox
from companion.dewan.pages.pieces.session import ART, PiecePhoto, Session, piece_of
from companion.dewan.pages.pieces.shown import NONE, PieceLine, read_line, typed_line
from companion.dewan.rules.words import RESOURCES, STORY_TILES, TERRAIN_CARDS, Symbol, Terrain
from companion.web.photo.sending import failure_text

TILES_WANTED = 10
DOUBT = 0.8
"""Below this a reading is marked: one that is wrong and not marked costs more than a look at a right one."""
MOST_ASKED = 6
"""Signs of a group that are shown with its question."""
MEANINGS: Mapping[str, tuple[str, ...]] = {
    "tile": (*RESOURCES, Symbol.BERRY),
    "story": (*RESOURCES, Symbol.FIRE),
    "card": tuple(Symbol),
}
"""What a sign may mean on each kind of piece; on a Story tile it may also be a terrain."""


@dataclass(frozen=True)
class SignView:
    """A sign in the picture of its piece. ``view``: the part of the picture that shows it."""

    photo: str
    piece: int
    size: tuple[int, int]
    view: str


@dataclass(frozen=True)
class SignQuestion:
    """A group of signs. ``kind``: None while nobody knows; ``meanings``: what it may be, the likelier first; ``guess``:
    which of them is chosen already. ``terrains``: what it may be besides.
    """

    number: int
    seen: int
    kind: str | None
    meanings: tuple[str, ...]
    terrains: tuple[str, ...]
    signs: tuple[SignView, ...]
    guess: str | None = None


@dataclass(frozen=True)
class FoundPiece:
    """``state``: ``new``, ``there`` (in the box already), ``waits`` (``said`` is why), ``full``, ``left-out``."""

    photo: str
    number: int
    what: PieceLine
    state: str
    said: str
    name: str | None
    typed: bool

    @property
    def doubtful(self) -> bool:
        return not self.typed and self.what.confidence < DOUBT


@dataclass(frozen=True)
class ShownPicture:
    """``outlines``: of the pieces, as points of a polygon in pixels of the picture of this ``size``.

    ``parts``: what the rim cuts off; ``strange``: how many things are none of ours, or could not be read.
    """

    key: str
    size: tuple[int, int]
    outlines: tuple[tuple[int, str, str], ...]
    parts: int
    strange: int
    remarks: Mapping[str, int]
    failed: str | None
    cards: int
    again: bool


@dataclass(frozen=True)
class Meter:
    """How many pieces of a kind the box has, how many the photos would add, and how many every copy has."""

    part: str
    number: int
    more: int
    wanted: int

    @property
    def missing(self) -> int:
        return max(0, self.wanted - self.number - self.more)


@dataclass(frozen=True)
class PiecesPage(BoxPage):
    session: Session | None
    notice: str | None = None
    done: int | None = None
    part = "photos"

    @property
    def photos(self) -> Sequence[PiecePhoto]:
        return self.session.photos if self.session else ()

    @property
    def busy(self) -> bool:
        return self.session is not None and self.session.busy

    @property
    def read_photos(self) -> int:
        return sum(photo.waiting is None for photo in self.photos)

    @cached_property
    def lines(self) -> list[tuple[PiecePhoto, list[PieceLine]]]:
        return lines_of(self.session)

    @cached_property
    def filled(self) -> Filled | None:
        return filled_box(self.opened, self.session)

    @cached_property
    def found(self) -> list[FoundPiece]:
        filled_now, session, had = self.filled, self.session, self.opened.box
        if filled_now is None or session is None:
            return []
        there = {one.id for one in had.tiles} | {str(one.id) for one in had.stories}
        found = []
        for (photo, lines), ids in zip(self.lines, filled_now.ids, strict=True):
            for number, (line, name) in enumerate(zip(lines, ids, strict=True)):
                key = (photo.key, number)
                state, said = "new", ""
                if line.kind == NONE:
                    state = "left-out"
                elif not line.shown.whole or line.shown.piece is None:
                    state, said = "waits", line.shown.waits.removeprefix("box.")
                elif name is None:
                    state = "full"
                elif line.kind != "card" and name in there:
                    state = "there"
                there |= {name} if name and line.kind != "card" else set()
                found.append(FoundPiece(photo.key, number, line, state, said, name, key in session.typed))
        return found

    def of_kind(self, kind: str) -> list[FoundPiece]:
        """What needs a look comes first."""
        order = {"waits": 0, "full": 1, "new": 2, "there": 3, "left-out": 4}
        pieces = [one for one in self.found if one.what.kind == kind]
        return sorted(pieces, key=lambda one: (order[one.state], not one.doubtful))

    @property
    def waiting(self) -> int:
        return sum(one.state == "waits" for one in self.found)

    @property
    def left_out(self) -> list[FoundPiece]:
        return [one for one in self.found if one.what.kind == NONE]

    @cached_property
    def meters(self) -> tuple[Meter, ...]:
        now = counts_of(self.opened.box)
        after = counts_of(self.filled.box) if self.filled else now
        wanted = {"tiles": TILES_WANTED, "cards": TERRAIN_CARDS, "stories": STORY_TILES}
        return tuple(Meter(part, now[part], after[part] - now[part], most) for part, most in wanted.items())

    @property
    def more(self) -> int:
        return sum(abs(one.more) for one in self.meters)

    @property
    def changes(self) -> bool:
        """Whether there is anything to put into the box."""
        return self.filled is not None and (self.filled.box != self.opened.box or self.learns)

    @property
    def learns(self) -> bool:
        state = self.opened.look.state if self.opened.look else None
        known = state.look if isinstance(state, BoxState) else None
        sorted_now = self.session.sorted if self.session else None
        return sorted_now is not None and sorted_now.look != (known or _NOTHING)

    @cached_property
    def questions(self) -> list[SignQuestion]:
        """The groups nobody knows, the largest first."""
        return [one for one in self.groups if one.kind is None]

    @cached_property
    def named(self) -> list[SignQuestion]:
        """Those that have a name; numbers are put right piece by piece."""
        return [one for one in self.groups if one.kind is not None and not one.kind.isdecimal()]

    @cached_property
    def groups(self) -> list[SignQuestion]:
        session = self.session
        if session is None or session.sorted is None:
            return []
        asked = [question(session, int(one["number"])) for one in session.sorted.groups]
        return sorted(filter(None, asked), key=lambda one: -one.seen)

    @cached_property
    def pictures(self) -> list[ShownPicture]:
        shown = []
        remarks: dict[str, Mapping[str, int]] = {}
        if self.filled is not None:
            remarks = {photo.key: said for (photo, _), said in zip(self.lines, self.filled.remarks, strict=True)}
        states = {(one.photo, one.number): one.state for one in self.found}
        for photo in self.photos:
            cut = photo.cut or {"size": [4, 3], "pieces": [], "parts": 0, "strange": 0}
            outlines = tuple(
                (number, _points(piece["corners"]), states.get((photo.key, number), "new"))
                for number, piece in enumerate(cut["pieces"])
            )
            said = remarks.get(photo.key, {})
            cards = sum(one.what.kind == "card" for one in self.found if one.photo == photo.key)
            size = int(cut["size"][0]), int(cut["size"][1])
            again = photo.again if photo.again is not None else said.get("box.again", 0) > 0 and cards > 0
            shown.append(
                ShownPicture(
                    photo.key,
                    size,
                    outlines,
                    cut["parts"],
                    cut["strange"],
                    said,
                    failure_text(photo.failed) if photo.failed else None,
                    cards,
                    again,
                )
            )
        return shown


_NOTHING = {"format": "dewan-look/1", "terrains": {}}


def _points(corners: Sequence[Sequence[float]]) -> str:
    return " ".join(f"{float(x):.0f},{float(y):.0f}" for x, y in corners)


def lines_of(session: Session | None) -> list[tuple[PiecePhoto, list[PieceLine]]]:
    """Each photo that was sorted, with its pieces as they were read, or as somebody said they are."""
    sorted_now = session.sorted if session else None
    if session is None or sorted_now is None:
        return []
    found = []
    for photo_key, pieces in zip(sorted_now.keys, sorted_now.shown, strict=True):
        photo = session.photo(photo_key)
        if photo is None:
            continue
        lines = []
        for number, piece in enumerate(pieces):
            typed = session.typed.get((photo_key, number))
            lines.append(typed_line(*typed) if typed else read_line(piece))
        found.append((photo, lines))
    return found


def filled_box(box: OpenBox, session: Session | None) -> Filled | None:
    """The box as it would be with everything the photos show; None where there is nothing yet."""
    lines = lines_of(session)
    state = box.look.state if box.look else None
    if session is None or not lines or not isinstance(state, BoxState):
        return None
    photos = [
        ShownPhoto(
            photo.key,
            tuple(line.shown_as(session.put.get((photo.key, number))) for number, line in enumerate(each)),
            photo.again,
        )
        for photo, each in lines
    ]
    return filled(state.box, photos, state.counted)


def question(session: Session, number: int, most: int = MOST_ASKED) -> SignQuestion | None:
    group = session.group(number)
    if group is None or session.sorted is None:
        return None
    signs = [sign_view(session, *session.sorted.sign(place)) for place in group["signs"][:most]]
    on = [kind for kind in MEANINGS if kind in group["on"]]
    common = Counter(word for kind in on for word in MEANINGS[kind])
    terrains = tuple(map(str, Terrain)) if "story" in on else ()
    likely = [word for word in group.get("maybe", ()) if word in (*common, *terrains, ART)]
    # What the reader thinks comes first, then what may stand on all the pieces it stands on.
    meanings = tuple(dict.fromkeys([*likely, *sorted(common, key=lambda word: -common[word]), ART]))
    kind = group["kind"] if isinstance(group["kind"], str) else None
    others = tuple(word for word in terrains if word not in meanings)
    guess = likely[0] if likely else None
    return SignQuestion(number, int(group["seen"]), kind, meanings, others, tuple(filter(None, signs)), guess)


def sign_view(session: Session, key: str, number: int, sign: int) -> SignView | None:
    piece = piece_of(session.photo(key), number)
    if piece is None or not 0 <= sign < len(piece["signs"]):
        return None
    x, y, radius = (float(value) for value in piece["signs"][sign]["shown"])
    reach = radius * 1.6
    width, height = (int(value) for value in piece["picture_size"])
    return SignView(key, number, (width, height), f"{x - reach:.0f} {y - reach:.0f} {2 * reach:.0f} {2 * reach:.0f}")
