"""How a space of the map is called when it is read aloud, and how addresses spell it."""

from companion.dewan.drawing.map_svg import MapView, SpaceView
from companion.dewan.rules.words import Landmark, Marker, Terrain
from companion.formats.faults import Node
from companion.i18n.catalog import Speaker
from companion.rules.hexes import Hex


def board_words(drawn: MapView, say: Speaker) -> str:
    """A small map in words, row by row: "Row 1: Forest, camp of Mara; Water. Row 2: …"."""
    rows: dict[int, list[str]] = {}
    for space in drawn.spaces:
        rows.setdefault(space.row, []).append(", ".join(_things(space, say)))
    return " ".join(say("web.map.row", {"row": row, "spaces": "; ".join(names)}) for row, names in rows.items())


def space_name(space: SpaceView, say: Speaker) -> str:
    """E.g. "Forest, 2 berries, camp of Mara, row 3, place 4"."""
    return ", ".join([*_things(space, say), say("web.map.where", {"row": space.row, "place": space.place})])


def _things(space: SpaceView, say: Speaker) -> list[str]:
    words = [_ground(space, say)]
    if space.berries:
        words.append(say("web.map.berries", {"n": space.berries}))
    words += [say("web.map.icon", {"icon": icon}) for icon in space.icons]
    if camp := space.camp:
        kind = "planned-camp" if camp.planned else "starting-camp" if camp.starting else "camp"
        words.append(say(f"web.map.{kind}", {"name": camp.player}))
    if space.number is not None:
        words.append(say("web.map.cards-perhaps" if space.doubtful else "web.map.cards", {"n": space.number}))
    if space.fault is not None:
        words.append(say("web.map.fault", {"number": space.fault}))
    if space.eligible:
        words.append(say("web.map.eligible"))
    if space.chosen:
        words.append(say("web.map.chosen"))
    return words


def _ground(space: SpaceView, say: Speaker) -> str:
    if space.marker is Marker.LAVA:
        return say("web.map.lava")
    if space.marker is Marker.WATER:
        return say("web.map.water-marker")
    if isinstance(space.ground, Terrain):
        return say(f"word.{space.ground}")
    return say("web.map.volcano" if space.ground is Landmark.VOLCANO else "web.map.start")


def hex_in(text: str) -> Hex | None:
    """A space as addresses spell it: ``2,-1``."""
    try:
        q, r = (int(part) for part in text.split(","))
    except ValueError:
        return None
    return Node([q, r]).hex()
