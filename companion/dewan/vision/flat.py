"""What lies flat on the map: markers of lava and water, and berry tokens.

Markers are looked for before camps, which may stand on them; then again around the camps. Tokens, too: what is surely
one is no camp.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.dewan.vision.choose import FoundCamps
from companion.dewan.vision.colours import learn_table
from companion.dewan.vision.decode import Patterns
from companion.dewan.vision.flat_spaces import FlatSpace, flat_grid, look_at_spaces
from companion.dewan.vision.lattice import Floats, LatticeView, plane_of
from companion.dewan.vision.markers import (
    Face,
    MarkerLook,
    find_markers,
    marker_colours,
    marker_confidence,
    marker_under,
    usual_faces,
)
from companion.dewan.vision.pose import Pose
from companion.dewan.vision.printed import Ground
from companion.dewan.vision.reading import ReadBerries, ReadMarker
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.snap import Snapped
from companion.dewan.vision.terrain import MapReading
from companion.dewan.vision.tiles import TileSet
from companion.dewan.vision.tokens import find_tokens, surely_small
from companion.dewan.vision.tone import Tone
from companion.rules.hexes import Hex


@dataclass(frozen=True)
class FoundFlat:
    """What lies on the map. ``looks``: the markers as they look; ``small``: the colour of what surely is a token."""

    spaces: Sequence[FlatSpace] = ()
    faces: Mapping[str, Face] = field(default_factory=dict)
    looks: Mapping[Hex, MarkerLook] = field(default_factory=dict)
    small: Mapping[Hex, Floats] = field(default_factory=dict)
    markers: tuple[ReadMarker, ...] = ()
    berries: tuple[ReadBerries, ...] = ()

    def sure_covers(self, settings: Settings) -> dict[Hex, Floats]:
        """The colours (k, 3) of what covers a space and is no camp."""
        colours = marker_colours(self.looks, settings)
        return {**self.small, **{at: own for at, own in colours.items() if not self.looks[at].may_stand}}

    def doubtful(self, settings: Settings) -> frozenset[Hex]:
        """Spaces where something lies or stands, and neither outline is clearly better."""
        looks = self.looks.items()
        return frozenset(at for at, look in looks if look.may_stand and look.upright < -settings.art_margin)

    def beside(self, camps: FoundCamps, pose: Pose, settings: Settings) -> "FoundFlat":
        """With markers and tokens as the camps leave them to be seen."""
        camp_at = {camp.at for camp in camps.camps}
        hidden = _hidden(camps, pose)
        away = {space.at: _away(space, hidden, settings) for space in self.spaces}
        looks = {at: look for at, look in self.looks.items() if at not in camp_at or not look.may_stand}
        for space in self.spaces:
            if space.at in camp_at and space.at not in looks:
                under = marker_under(space, self.faces, away[space.at], settings)
                if under is not None:
                    looks[space.at] = under
        markers = tuple(ReadMarker(look.kind, at, marker_confidence(look, settings)) for at, look in looks.items())
        return replace(self, looks=looks, markers=markers, berries=self._berries(camps, away, looks, settings))

    def _berries(
        self,
        camps: FoundCamps,
        away: Mapping[Hex, Floats],
        looks: Mapping[Hex, MarkerLook],
        settings: Settings,
    ) -> tuple[ReadBerries, ...]:
        if camps.tone is None:
            return ()
        seen = {at: (far >= settings.token_beside).astype(np.float64) for at, far in away.items()}
        covers = marker_colours(looks, settings, shared=True)
        for space in self.spaces:  # what a camp shows beside its middle is no token
            if (body := away[space.at] <= settings.token_body).any():
                own = learn_table(space.lab[body], settings).means
                covers[space.at] = np.vstack([covers[space.at], own]) if space.at in covers else own
        found = find_tokens(self.spaces, camps.tone, seen, covers, settings)
        return tuple(ReadBerries(at, tokens.count, tokens.confidence) for at, tokens in found.items() if tokens.count)


def find_flat(
    views: list[LatticeView],
    snapped: Snapped,
    read: MapReading,
    box: TileSet,
    patterns: Patterns,
    printed: Ground | None,
    pose: Pose,
    settings: Settings,
) -> FoundFlat:
    """What is seen of markers and tokens before the camps are known."""
    spaces = look_at_spaces(views, snapped, read, box, patterns, printed, settings)
    faces = usual_faces(read, settings)
    looks = find_markers(spaces, faces, read, box, pose, settings)
    covers = marker_colours(looks, settings, shared=True)
    berries = [space for space in spaces if space.berry is not False]
    tokens = find_tokens(berries, Tone(read.palette.gain), {}, covers, settings)
    small = surely_small(spaces, tokens, pose, settings)
    return FoundFlat(spaces, faces, looks, small)


def _hidden(camps: FoundCamps, pose: Pose) -> Floats:
    """Places of the plane (n, 2) that camps stand on or hide."""
    points = []
    for camp in camps.camps:
        foot = pose.lattice.unproject(np.array([camp.foot_px]))[0]
        body = np.array([[*foot, height] for height in (0.0, 0.1, 0.2, 0.3)])
        points.append(pose.lattice.unproject(pose.project(body)))
    return np.concatenate(points) if points else np.zeros((0, 2))


def _away(space: FlatSpace, hidden: Floats, settings: Settings) -> Floats:
    """How far each place of the grid is from what camps hide, (n,)."""
    places = plane_of([space.at]) + flat_grid(settings)
    if not len(hidden):
        return np.full(len(places), np.inf)
    return np.asarray(np.linalg.norm(places[:, None] - hidden[None], axis=2).min(axis=1))
