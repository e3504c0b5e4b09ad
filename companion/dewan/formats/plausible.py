"""What no real table can show: each part of a record may be well formed and still contradict another."""

from collections import Counter

from companion.dewan.rules.table import Table
from companion.dewan.rules.words import CAMPS_TO_PLACE, LAND, MARKERS, Landmark, Marker, ScenarioName, Terrain
from companion.formats.faults import Node
from companion.formats.objects import note_twins
from companion.rules.hexes import Hex


def note_contradictions(node: Node, table: Table, *, as_played: bool) -> None:
    """Note every contradiction on the record's node; ``as_played`` leaves out what is possible but not allowed."""
    if "players" in node.parts:
        _players(node.parts["players"], table)
    if "map" in node.parts:
        _camps(node.parts["map"], table)
        _markers(node.parts["map"], table)
        if not as_played:
            _allowed(node.parts["map"], table)


def _entries(node: Node, key: str) -> list[tuple[Node, Hex]]:
    """The members of a list whose space could be read, with it."""
    places = (
        [entry.parts["at"] for entry in node.parts[key].entries if "at" in entry.parts] if key in node.parts else []
    )
    return [(place, place.result) for place in places if isinstance(place.result, Hex)]


def _players(listed: Node, table: Table) -> None:
    note_twins(listed.entries, "name", "table.name-twice")
    note_twins(listed.entries, "color", "table.color-twice")
    in_teams = table.scenario is ScenarioName.TEAM
    sizes = Counter(player.team for player in table.players)
    if in_teams and (len(table.players) != 4 or sorted(sizes.values()) != [2, 2] or None in sizes):
        listed.fault("table.two-teams-of-two")
    for entry in listed.entries:
        if not in_teams and "team" in entry.parts and entry.parts["team"].value is not None:
            entry.parts["team"].fault("table.team-elsewhere")


def _camps(node: Node, table: Table) -> None:
    names = {player.name for player in table.players}
    counts: Counter[tuple[str, bool]] = Counter()
    for entry, at in _entries(node, "camps"):
        camp = table.board.camps.get(at)
        ground = table.board.ground.get(at)
        if ground is None:
            entry.fault("map.no-such-space", q=at.q, r=at.r)
        if camp is None:
            continue
        if camp.player not in names:
            _beside(entry, "player").fault("table.unknown-player", name=camp.player)
        counts[camp.player, camp.starting] += 1
        if counts[camp.player, camp.starting] > (1 if camp.starting else CAMPS_TO_PLACE):
            code = "map.two-starting-camps" if camp.starting else "map.too-many-camps"
            entry.fault(code, name=camp.player, most=CAMPS_TO_PLACE)
        if ground is not None and camp.starting and ground is not Landmark.START:
            entry.fault("map.starting-camp-on-start", q=at.q, r=at.r)


def _markers(node: Node, table: Table) -> None:
    counts: Counter[Marker] = Counter()
    for entry, at in _entries(node, "markers"):
        if not table.board.has(at):
            entry.fault("map.no-such-space", q=at.q, r=at.r)
        if (kind := table.board.markers.get(at)) is not None:
            counts[kind] += 1
            if counts[kind] > MARKERS:
                entry.fault("map.too-many-markers", most=MARKERS)


def _allowed(node: Node, table: Table) -> None:
    """What can only have come about against the rules."""
    ground, printed = table.board.ground, table.board.printed
    stay = table.ruling("R-22") == "stay-on-the-marker"
    for key in ("spaces", "berries"):
        for entry, at in _entries(node, key):
            covered = at in table.board.markers and not stay
            if at in printed and table.board.berries.get(at) and (printed[at] not in LAND or covered):
                where = _beside(entry, "berries") if key == "spaces" else entry
                where.fault("map.berry-off-land", q=at.q, r=at.r)
    for entry, at in _entries(node, "camps"):
        camp = table.board.camps.get(at)
        if camp is None or camp.starting:
            continue
        if ground.get(at) is Landmark.START:
            entry.fault("map.camp-on-start", q=at.q, r=at.r)
        elif ground.get(at) is Terrain.WATER and table.scenario is not ScenarioName.LAKE_VILLAGES:
            entry.fault("map.camp-on-water", q=at.q, r=at.r)
        elif ground.get(at) in (Landmark.LAVA, Landmark.VOLCANO):
            entry.fault("map.camp-on-lava", q=at.q, r=at.r)
    for entry, at in _entries(node, "markers"):
        if at in printed and printed[at] not in LAND:
            entry.fault("map.marker-off-land", q=at.q, r=at.r)


def _beside(entry: Node, key: str) -> Node:
    """The neighbouring key of the same list entry."""
    return Node(None, entry.path.rpartition(".")[0] + "." + key, entry.faults)
