"""Signs of all photos together: gathered into groups, and looked for once more where others have theirs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.dewan.vision.colours import TERRAINS
from companion.dewan.vision.decode import FLOWER
from companion.dewan.vision.found_pieces import (
    MARGIN,
    SYMBOLS,
    PhotoPieces,
    Sign,
    SignPlace,
    half_of,
)
from companion.dewan.vision.lattice import Floats, plane_of
from companion.dewan.vision.look import Look
from companion.dewan.vision.signs import ALIKE, RINGS, STEPS, distances, drawn, grouped, typical_of
from companion.dewan.vision.sought import Match, Sheet
from companion.dewan.vision.spots import SPOT, apart, shared
from companion.dewan.vision.straight import INNER_EDGES, UNIT, Rectangle, StraightFlower
from companion.rules.hexes import SIDES, Hex

_COMMON = 3  # signs of a card or a space that look alike, to be more than art
_CERTAIN = 4.0  # a sign this near to one that is known need not be moved to be compared
_FITS = {"story": 25.0, "edge": 21.0, "card": 20.0, "space": 17.0}
"""How near a mark must come to a known sign to be one too: on paper lie signs in any case, in a space mostly art."""
_FITS_PLAIN = 14.0  # and a plain mark in a terrain's colour
_HIDDEN = {"edge": 15.0, "card": 16.0, "space": 14.0}  # the same where no mark was seen
_TIGHT = 6.0  # how far signs may be apart to be what others are compared with
_SAME, _SURELY, _SAME_ON_ART = 7.5, 11.0, 13.0
"""Laid in the same way, signs nearer than this are of one kind, also where one ink and one badge make all alike; signs
that are what they come nearest to; and signs on art. A kind asked about twice costs less than two taken for one."""
_KINDS, _TELLING = 4, 8
"""Known kinds of signs, or Story tiles, from which on a sign that is like no other is art, and none seen but once."""
_STRANGE, _NEARER = 9.0, 0.7
"""How far signs of a kind that is on cards only are apart, and how much nearer than to the kind they resemble."""
_PATCH = 21.0  # how near a mark on paper must come to a terrain's sign
_MAIN, _AT_MAIN = 0.6, 0.25
"""Of the symbols in the commonest place, how many stand in another that is as usual; and of the cards with one symbol
how many show it in such a place at least."""
_ELSEWHERE = 8.0  # what a sign of a card that stands where no others do must be nearer by
_RARE = 0.12  # of the symbols in the commonest place that stand in another, or it is art that looks like some
_DRAWN = 12.0  # Lab by which the parts of a sign differ; what is more even is a patch of colour, as art is full of
_ALIKE_DRAWN = 7.0  # and two signs of one kind differ less in that
_NEVER = -1000.0  # a colour nothing has
_SPACE = 0.3  # how far from a space's middle its symbol stands at most
_WIDE = (0.55, 0.7, 0.85, 1.0, 1.2, 1.45, 1.7)  # of a mark's radius, what its sign's may be
_CLOSE = (0.9, 1.0, 1.1)  # of the radius signs of a print have
_MOST = len(SYMBOLS)


def group_signs(
    photos: Sequence[PhotoPieces],
    seen: Sequence[Sequence[Rectangle | StraightFlower]],
    look: Look | None = None,
    apart: Mapping[SignPlace, int] | None = None,
) -> list[PhotoPieces]:
    """The photos with every sign that is no terrain in a group; what looks like nothing else on its kind is art.

    ``seen``: the pieces' pictures; ``apart``: signs that somebody says are another kind than those they look like, by
    which of these kinds.
    """
    return _Grouping(photos, seen, look, apart or {}).grouped()


class _Grouping:
    """Signs that are surely signs, on paper or where cards have theirs, are what all other marks are compared with."""

    def __init__(
        self,
        photos: Sequence[PhotoPieces],
        seen: Sequence[Sequence[Rectangle | StraightFlower]],
        look: Look | None,
        apart: Mapping[SignPlace, int],
    ) -> None:
        self.photos, self.apart = photos, {place: part for place, part in apart.items() if part}
        self.sheets = [
            [Sheet(piece, one, photo.gain) for piece, one in zip(photo.pieces, own, strict=True)]
            for photo, own in zip(photos, seen, strict=True)
        ]
        self.open = {
            (i, j, k): sign
            for i, photo in enumerate(photos)
            for j, piece in enumerate(photo.pieces)
            for k, sign in enumerate(piece.signs)
            if sign.kind is None
        }
        self.known = np.zeros((0, RINGS, STEPS, 3))
        for colours in (one for known in (look.signs.values() if look else ()) for one in known):
            self._know(colours)
        kinds: dict[str, list[Floats]] = {}
        for sign in (s for photo in photos for piece in photo.pieces if piece.kind == "story" for s in piece.signs):
            if sign.kind in TERRAINS:
                kinds.setdefault(sign.kind, []).append(sign.colours)
        self.terrains = [terrain for terrain, own in kinds.items() if len(own) >= _COMMON]
        self.swatches = np.array([typical_of(kinds[terrain]) for terrain in self.terrains]).reshape(-1, RINGS, STEPS, 3)
        self.found: dict[SignPlace, tuple[int, Sign]] = {}
        self.gaps: dict[SignPlace, float] = {}
        self.more: dict[tuple[int, int], list[tuple[int, Sign, tuple[Hex, int] | None]]] = {}

    def _know(self, sign: Floats) -> None:
        self.known = np.concatenate([self.known, sign[None]])

    def on(self, place: SignPlace) -> str:
        """What a sign lies on: ``story``, ``card``, or of a tile ``edge`` or ``space``."""
        piece = self.photos[place[0]].pieces[place[1]]
        if piece.kind != "tile":
            return piece.kind
        return "space" if piece.edges[place[2]] is None else "edge"

    def grouped(self) -> list[PhotoPieces]:
        """On paper first; what is known from there tells where cards have their symbols, and those tell the rest."""
        on_paper = [place for place in self.open if self.on(place) == "story"]
        before = len(self.known)
        self._learn(on_paper)
        self._match(on_paper)
        self._by_colour(on_paper, before)
        others = [place for place in self.open if self.on(place) != "story"]
        self._match(others)
        if self._learn_strangers(others):
            self._match(others)
        self._leave_patches(others)
        on_cards = [place for place in others if self.on(place) == "card" and place not in self.found]
        spots = self._spots(_MAIN)
        self._learn(self._in_place(on_cards))
        self._match([place for place in others if place not in self.found])
        # Art that stands where symbols do by chance teaches what art everywhere then looks like.
        self._leave_patches(others, spots)
        self._one_a_half()
        self._look_again()
        return self._numbered()

    def _alike(self, places: Sequence[SignPlace], alike: float = ALIKE) -> list[list[SignPlace]]:
        """Places whose marks look alike as they were cut, most first."""
        if not places:
            return []
        labels = grouped(np.array([self.open[place].colours for place in places]), alike)
        members: dict[tuple[int, int], list[SignPlace]] = {}
        for place, label in zip(places, labels.tolist(), strict=True):
            members.setdefault((label, self.apart.get(place, 0)), []).append(place)
        return sorted(members.values(), key=lambda one: -len(one))

    def _in_place(self, places: Sequence[SignPlace]) -> list[SignPlace]:
        """Of marks on cards those that stand where symbols do, or as long as none is known where others stand."""
        spots = self._spots()
        if spots:
            return [p for p in places if min(np.linalg.norm(self.open[p].at - spot) for spot in spots) < SPOT]
        at = np.array([self.open[place].at for place in places]).reshape(-1, 2)
        return [place for place, shared in zip(places, shared(at), strict=True) if shared]

    def _learn(self, places: Sequence[SignPlace]) -> None:
        """What the kinds of sure signs look like, each once."""
        # On art one sign differs more from card to card, but none stands there by chance.
        tight = _TIGHT if places and self.on(places[0]) == "story" else ALIKE
        for alike in self._alike([place for place in places if place not in self.apart], tight):
            if self.on(alike[0]) == "card" and len(alike) < (2 if self._spots() else _COMMON):
                continue
            typical = typical_of([self.open[place].colours for place in alike])
            gaps = distances(typical[None], np.array([self.open[place].colours for place in alike]))[0]
            if drawn(typical) < _DRAWN:
                continue
            on_paper = self.on(alike[0]) == "story"
            near = _SAME if on_paper else _SAME_ON_ART
            same = self._best(alike[int(gaps.argmin())], near)
            if same is None or same.gap > near:
                self._know(typical)

    def _best(self, place: SignPlace, patch: float = _PATCH) -> Match | None:
        """The known sign a mark shows best; on paper it may be a terrain's, nearer than ``patch``."""
        sheet, sign = self.sheets[place[0]][place[1]], self.open[place]
        at, radius = sheet.own_px(sign.at)[None], sheet.radius_of(sign)
        found = sheet.best(at, [radius * scale for scale in _WIDE], self.known)
        if self.on(place) == "story":
            # A part of any sign may look like a patch of one colour: only all of it is compared.
            patches = sheet.best(at, [radius * scale for scale in _CLOSE], self.swatches)
            found += [
                replace(match, which=match.which + len(self.known))
                for match in patches
                if match.gap < patch and abs(drawn(self.swatches[match.which]) - drawn(sign.colours)) < _ALIKE_DRAWN
            ]
        return min(found, key=lambda match: match.gap, default=None)

    def _match(self, places: Sequence[SignPlace]) -> None:
        """Every mark that comes near to a known sign is one too."""
        for place in (one for one in places if one not in self.apart):
            sign = self.open[place]
            gaps = distances(sign.colours[None], self.known)[0] if len(self.known) else np.full(1, np.inf)
            self.gaps[place] = float(gaps.min())
            if gaps.min() < _CERTAIN:
                other = float(np.partition(gaps, 1)[1]) if len(gaps) > 1 else MARGIN
                margin = min(other - self.gaps[place], MARGIN)
                self.found[place] = int(gaps.argmin()), replace(sign, gap=self.gaps[place], margin=margin)
                continue
            match = self._best(place)
            is_sign = match is not None and match.which < len(self.known)
            if match is not None and match.gap < (_FITS_PLAIN if sign.likely and is_sign else _FITS[self.on(place)]):
                moved = self.sheets[place[0]][place[1]].sign(match)
                self.gaps[place] = match.gap
                terrain = match.which - len(self.known)
                self.found[place] = match.which, replace(moved, kind=self.terrains[terrain]) if terrain >= 0 else moved

    def _by_colour(self, places: Sequence[SignPlace], look: int) -> None:
        """Marks on paper that look like few others are the terrain whose colour they have: art is never the same twice.

        ``look``: as many signs were known before.
        """
        tiles = sum(piece.kind == "story" for photo in self.photos for piece in photo.pieces)
        if look < _KINDS and tiles < _TELLING:
            return
        for which in range(look, len(self.known)):
            own = [p for p in places if p in self.found and self.found[p][0] == which]
            if sum(self.gaps[place] < _SURELY for place in own) < _COMMON:
                self.known[which] = _NEVER
                for place in own:
                    del self.found[place]
        self._match([place for place in places if place not in self.found])
        for place in places:
            sign = self.open[place]
            if place not in self.found and place not in self.apart and sign.likely:
                self.found[place] = len(self.known), replace(sign, kind=sign.likely, gap=MARGIN, margin=0.0)

    def _learn_strangers(self, places: Sequence[SignPlace]) -> bool:
        """Signs that are on no Story tile, but look much like one that is.

        On cards they are nearer to each other than to that; within a tile's spaces no resource ever stands.
        """
        before = len(self.known)
        cards = [p for p in places if self.on(p) == "card" and p in self.found and self.gaps[p] > _SAME]
        elsewhere = {self.found[p][0] for p in self.found if self.on(p) in ("story", "edge")}
        spaces = [p for p in places if self.on(p) == "space" and p in self.found and self.found[p][0] in elsewhere]
        for far, nearer in ((cards, _NEARER), (spaces, 1.0)):
            if len(far) < _COMMON:
                continue
            colours = np.array([self.found[place][1].colours for place in far])
            gaps = np.array([self.gaps[place] for place in far])
            labels = grouped(colours, _STRANGE)
            for label in np.unique(labels):
                own = labels == label
                typical = typical_of(colours[own])
                apart = float(np.median(distances(typical[None], colours[own])[0]))
                known = distances(typical[None], self.known[before:]).min(initial=np.inf)
                alike = own.sum() >= _COMMON and apart < nearer * np.median(gaps[own])
                if alike and known > _STRANGE and drawn(typical) >= _DRAWN:
                    self._know(typical)
        return len(self.known) > before

    def _leave_patches(self, places: Sequence[SignPlace], spots: Sequence[Floats] = ()) -> None:
        """What is found all over the cards is art: a patch of colour, seen on paper in bad light.

        ``spots``: where symbols stood before such art was found.
        """
        spots = spots or self._spots(_MAIN)
        for which in range(len(self.known)):
            own = [place for place in places if place in self.found and self.found[place][0] == which]
            at = [self.found[place][1].at for place in own if self.on(place) == "card"]
            placed = sum(min(np.linalg.norm(one - spot) for spot in spots) < SPOT for one in at) if spots else 0
            if len(at) >= _COMMON and placed < _AT_MAIN * len(at):
                self.known[which] = _NEVER
                for place in own:
                    del self.found[place]

    def _one_a_half(self) -> None:
        """Of a card's half the mark that is likeliest its symbol: art that looks like one stands elsewhere."""
        spots = self._spots()
        best: dict[tuple[int, int, int], SignPlace] = {}
        gaps = dict(self.gaps)
        for place in [one for one in self.found if self.on(one) == "card"]:
            at = self.found[place][1].at
            if spots and min(np.linalg.norm(at - spot) for spot in spots) > SPOT:
                gaps[place] += _ELSEWHERE
            half = (*place[:2], half_of(self.photos[place[0]].pieces[place[1]], at))
            best[half] = min(place, best.get(half, place), key=lambda one: gaps[one])
        for place in [one for one in self.found if self.on(one) == "card"]:
            if place not in best.values() or gaps[place] > _FITS["card"]:
                del self.found[place]

    def _look_again(self) -> None:
        """Where others have their sign, one may melt into the art around it."""
        radii: dict[str, list[float]] = {}
        for place, (_, sign) in self.found.items():
            radii.setdefault(self.on(place), []).append(self.sheets[place[0]][place[1]].radius_of(sign))
        usual = {on: [float(np.median(own)) * k for k in _CLOSE] for on, own in radii.items()}
        spots = self._spots()
        for i, sheets in enumerate(self.sheets):
            for j, sheet in enumerate(sheets):
                taken = [(self.on(p), sign, p) for p, (_, sign) in self.found.items() if p[:2] == (i, j)]
                if sheet.piece.kind == "card" and "card" in usual:
                    halves = {half_of(sheet.piece, sign.at) for _, sign, _ in taken}
                    places = [spot for spot in spots if half_of(sheet.piece, spot) not in halves]
                    found = self._hidden(sheet, places, usual["card"], "card")
                    best: dict[int, Match] = {}
                    for match in found:
                        half = half_of(sheet.piece, sheet.sign(match).at)
                        best[half] = min(match, best.get(half, match), key=lambda one: one.gap)
                    self.more[i, j] = [(match.which, sheet.sign(match), None) for match in best.values()]
                elif sheet.piece.kind == "tile" and "edge" in usual:
                    full = {sheet.piece.edges[place[2]] for on, _, place in taken if on == "edge"}
                    edges = [edge for edge in INNER_EDGES if edge not in full]
                    middles = [plane_of([at])[0] + 0.5 * plane_of([SIDES[side]])[0] for at, side in edges]
                    self.more[i, j] = [
                        (match.which, sheet.sign(match), edge)
                        for edge, middle in zip(edges, middles, strict=True)
                        for match in self._hidden(sheet, [middle], usual["edge"], "edge")
                    ]
                    self.more[i, j] += self._in_spaces(sheet, [sign for _, sign, _ in taken], usual)

    def _in_spaces(
        self, sheet: Sheet, taken: Sequence[Sign], usual: Mapping[str, Sequence[float]]
    ) -> list[tuple[int, Sign, tuple[Hex, int] | None]]:
        """Signs that are neither on paper nor on sides are those of spaces: looked for all over each."""
        on_cards = Counter(which for place, (which, _) in self.found.items() if self.on(place) == "card")
        elsewhere = Counter(which for place, (which, _) in self.found.items() if self.on(place) in ("story", "edge"))
        own = sorted(which for which, count in on_cards.items() if elsewhere[which] < 0.3 * count)
        found: list[tuple[int, Sign, tuple[Hex, int] | None]] = []
        radii = usual.get("space", usual["edge"])
        for at in FLOWER if own else ():
            middle = plane_of([at])[0]
            if any(np.linalg.norm(sign.at - middle) < 0.5 for sign in taken):
                continue
            match = sheet.anywhere(sheet.own_px(middle), _SPACE * UNIT, radii, self.known[own])
            if match is not None and match.gap < _HIDDEN["space"]:
                found.append((own[match.which], sheet.sign(match), None))
        return found

    def _spots(self, rare: float = _RARE) -> list[Floats]:
        """Where on a card symbols stand."""
        at = [np.array(sign.at) for place, (_, sign) in self.found.items() if self.on(place) == "card"]
        near = [sum(apart(one, other) < SPOT for other in at) for one in at]
        spots: list[Floats] = []
        for k in np.argsort(near, kind="stable")[::-1]:
            for spot in (at[k], 1 - at[k]):
                if near[k] >= max(_COMMON, rare * max(near)) and all(
                    np.linalg.norm(spot - other) > SPOT for other in spots
                ):
                    spots.append(spot)
        return spots

    def _hidden(self, sheet: Sheet, places: Sequence[Floats], radii: Sequence[float], on: str) -> list[Match]:
        own = np.array([sheet.own_px(place) for place in places]).reshape(-1, 2)
        return [match for match in sheet.best(own, radii, self.known) if match.gap < _HIDDEN[on]]

    def _numbered(self) -> list[PhotoPieces]:
        groups: dict[object, list[SignPlace]] = {}
        for place, (which, sign) in self.found.items():
            if sign.kind is None:
                groups.setdefault(which, []).append(place)
        for places in self._alike([place for place in self.open if place not in self.found]):
            if self._asked(places):
                groups[("left", *places[0])] = places
        ordered = sorted(groups.values(), key=lambda places: -len(places))
        real = {place: number for number, places in enumerate(ordered, 1) for place in places}
        by_sign = {which: real[places[0]] for which, places in groups.items()}
        for which in {which for more in self.more.values() for which, _, _ in more}:
            by_sign.setdefault(which, len(by_sign) + 1)
        # What was recognized by its colour or its digits is a group as well: one name puts right all of it.
        kinds = {sign.kind for photo in self.photos for piece in photo.pieces for sign in piece.signs}
        known = sorted(kind for kind in kinds | {sign.kind for _, sign in self.found.values()} if kind)
        named = {kind: len(by_sign) + 1 + k for k, kind in enumerate(known)}
        after = []
        for i, photo in enumerate(self.photos):
            pieces = []
            for j, piece in enumerate(photo.pieces):
                kept: list[tuple[Sign, tuple[Hex, int] | None]] = []
                for k, cut in enumerate(piece.signs):
                    _, sign = self.found.get((i, j, k), (0, cut))
                    group = named[sign.kind] if sign.kind else real.get((i, j, k))
                    if group is not None:
                        edge = piece.edges[k] if piece.edges else None
                        kept.append((replace(sign, group=group, number=k), edge))
                kept += [(replace(sign, group=by_sign[which]), edge) for which, sign, edge in self.more.get((i, j), ())]
                edges = tuple(edge for _, edge in kept) if piece.kind == "tile" else ()
                pieces.append(replace(piece, signs=tuple(sign for sign, _ in kept), edges=edges))
            after.append(replace(photo, pieces=tuple(pieces)))
        return after

    def _asked(self, places: Sequence[SignPlace]) -> bool:
        """Whether marks that are no known sign may be signs: on paper, or where little is known, alike and in place."""
        if any(place in self.apart for place in places):
            return True
        on = Counter(self.on(place) for place in places)
        if on["story"] > 0.3 * len(places):
            return True
        if len(self._in_place([place for place in places if self.on(place) == "card"])) >= _COMMON and self._spots():
            return True
        if len(self.known) >= _MOST:
            return False
        if on["edge"]:
            return True
        return len(places) >= _COMMON and len(self._in_place(places)) + on["space"] > 0.5 * len(places)
