"""What no real table can show: each part of a record may be well formed and still contradict another."""

from collections import Counter

from companion.record.faults import Node
from companion.rules.dewan.table import Table
from companion.rules.dewan.words import CAMPS_TO_PLACE, LAND, MARKERS, Landmark, Marker, ScenarioName, Terrain
from companion.rules.hexes import Hex


def note_contradictions(node: Node, table: Table) -> None:
    """Note every contradiction on the record's node."""
    _players(node, table)
    board_node = _at(node, "map")
    if board_node is None:
        return
    _spaces(board_node, table)
    _camps(board_node, table)
    _markers(board_node, table)


def _at(node: Node | None, key: str) -> Node | None:
    """The member, if it is there and has the shape it should have."""
    value = node.value.get(key) if node and isinstance(node.value, dict) else None
    return node.child(key, value) if node and isinstance(value, (dict, list)) else None


def _entries(node: Node, key: str, where: str = "at") -> list[tuple[Node, Hex]]:
    """The well-formed members of a list, each with the space it speaks of."""
    listed = _at(node, key)
    if listed is None or not isinstance(listed.value, list):
        return []
    found = []
    for entry in listed.items(len(listed.value)):
        at = entry.value.get(where) if isinstance(entry.value, dict) else None
        if isinstance(at, list) and len(at) == 2 and all(type(n) is int for n in at):
            found.append((entry.child(where, at), Hex(*at)))
    return found


def _players(node: Node, table: Table) -> None:
    listed = _at(node, "players")
    if listed is None or not isinstance(listed.value, list):
        return
    for key, code in (("name", "table.name-twice"), ("color", "table.color-twice")):
        seen: set[str] = set()
        for entry in listed.items(len(listed.value)):
            value = entry.value.get(key) if isinstance(entry.value, dict) else None
            if isinstance(value, str) and value in seen:
                entry.child(key, value).fault(code, name=value[:40])
            if isinstance(value, str):
                seen.add(value)
    in_teams = table.scenario is ScenarioName.TEAM
    sizes = Counter(player.team for player in table.players)
    if in_teams and (len(table.players) != 4 or sorted(sizes.values()) != [2, 2] or None in sizes):
        listed.fault("table.two-teams-of-two")
    if not in_teams:
        for entry in listed.items(len(listed.value)):
            if isinstance(entry.value, dict) and entry.value.get("team") is not None:
                entry.child("team", None).fault("table.team-elsewhere")


def _spaces(node: Node, table: Table) -> None:
    """A berry lies on land; a marker has sent it away, or keeps it where the table has so ruled (R-22)."""
    stay = table.ruling("R-22") == "stay-on-the-marker"
    for key in ("spaces", "berries"):
        for entry, at in _entries(node, key):
            ground = table.board.printed.get(at)
            covered = at in table.board.markers and not stay
            if ground is not None and table.board.berries.get(at) and (ground not in LAND or covered):
                path = entry.path.removesuffix("at") + "berries" if key == "spaces" else entry.path
                Node(None, path, entry.faults).fault("map.berry-off-land", q=at.q, r=at.r)


def _camps(node: Node, table: Table) -> None:
    board = table.board
    names = {player.name for player in table.players}
    counts: Counter[tuple[str, bool]] = Counter()
    for entry, at in _entries(node, "camps"):
        camp = board.camps.get(at)
        ground = board.ground.get(at)
        if ground is None:
            entry.fault("map.no-such-space", q=at.q, r=at.r)
        if camp is None:
            continue
        if camp.player not in names:
            Node(None, entry.path.removesuffix("at") + "player", entry.faults).fault(
                "table.unknown-player", name=camp.player
            )
        counts[camp.player, camp.starting] += 1
        if counts[camp.player, camp.starting] > (1 if camp.starting else CAMPS_TO_PLACE):
            code = "map.two-starting-camps" if camp.starting else "map.too-many-camps"
            entry.fault(code, name=camp.player, most=CAMPS_TO_PLACE)
        if ground is not None and camp.starting != (ground is Landmark.START):
            entry.fault("map.starting-camp-on-start" if camp.starting else "map.camp-on-start", q=at.q, r=at.r)
        elif ground is Terrain.WATER and table.scenario is not ScenarioName.LAKE_VILLAGES:
            entry.fault("map.camp-on-water", q=at.q, r=at.r)
        elif ground in (Landmark.LAVA, Landmark.VOLCANO):
            entry.fault("map.camp-on-lava", q=at.q, r=at.r)


def _markers(node: Node, table: Table) -> None:
    """On top of printed land, at most eight of each (R-20)."""
    counts: Counter[Marker] = Counter()
    for entry, at in _entries(node, "markers"):
        ground = table.board.printed.get(at)
        if ground is None:
            entry.fault("map.no-such-space", q=at.q, r=at.r)
        elif ground not in LAND:
            entry.fault("map.marker-off-land", q=at.q, r=at.r)
        if (kind := table.board.markers.get(at)) is not None:
            counts[kind] += 1
            if counts[kind] > MARKERS:
                entry.fault("map.too-many-markers", most=MARKERS)
