"""The score of a finished game, counted a second time from its table record alone, without Companion's rules.

Written from the catalogue, row by row, as plainly as it can be: colours spread over the map, lists are counted. It
knows no rulings but the defaults, and no record in which a story's state is unknown.
"""

from collections.abc import Iterable
from typing import Any

Space = tuple[int, int]
Record = dict[str, Any]


def neighbours(at: Space) -> list[Space]:
    q, r = at
    return [(q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)]


def clusters(spaces: Iterable[Space]) -> list[set[Space]]:
    left, found = set(spaces), []
    while left:
        cluster, edge = set(), [left.pop()]
        while edge:
            at = edge.pop()
            cluster.add(at)
            near = left.intersection(neighbours(at))
            left -= near
            edge.extend(near)
        found.append(cluster)
    return found


class Pad:
    """One finished table."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.scenario = record["scenario"]
        self.names = [player["name"] for player in record["players"]]
        self.player = {player["name"]: player for player in record["players"]}
        covered = {tuple(marker["at"]): marker["kind"] for marker in record["map"]["markers"]}
        self.ground = {tuple(space["at"]): space["terrain"] for space in record["map"]["spaces"]} | covered
        self.camps = {
            name: {tuple(camp["at"]) for camp in record["map"]["camps"] if camp["player"] == name}
            for name in self.names
        }
        self.placed = {
            name: {
                tuple(camp["at"]) for camp in record["map"]["camps"] if camp["player"] == name and not camp["starting"]
            }
            for name in self.names
        }
        self.starts = {camp["player"]: tuple(camp["at"]) for camp in record["map"]["camps"] if camp["starting"]}
        terrains = ("mountain", "badlands", "desert", "forest", "water")
        self.zones = [
            (terrain, zone)
            for terrain in terrains
            for zone in clusters(at for at, ground in self.ground.items() if ground == terrain)
        ]

    def touches(self, at: Space, zone: set[Space]) -> bool:
        """Next to it, and not in it (D-ZONE-06)."""
        return at not in zone and bool(zone.intersection(neighbours(at)))

    # Stories (section 8)

    def has(self, name: str, need: str) -> int:
        tucked = sum(need in half.split(":") for half in self.player[name]["tucked"])
        if need == "water":
            return tucked + sum(
                any(self.touches(at, zone) for at in self.placed[name])
                for terrain, zone in self.zones
                if terrain == need
            )
        if need in ("artifact", "pigment", "crystal"):
            icons = [icon for icon in self.record["map"]["icons"] if icon["kind"] == need]
            return tucked + sum(any(tuple(end) in self.placed[name] for end in icon["between"]) for icon in icons)
        return tucked + sum(bool(zone & self.placed[name]) for terrain, zone in self.zones if terrain == need)

    def stories(self, name: str) -> list[Record]:
        return [
            story
            for story in self.player[name]["stories"]
            if story["done"] or all(self.has(name, need) >= number for need, number in story["needs"].items())
        ]

    def fire(self, name: str) -> int:
        fire = sum(story["fire"] for story in self.stories(name))
        fire += sum(half.endswith(":fire") for half in self.player[name]["tucked"])
        fire += len(self.placed[name]) == 8
        if self.scenario == "volcano":
            fire += any(self.ground.get(near) == "volcano" for at in self.camps[name] for near in neighbours(at))
        return fire

    def berries(self, name: str) -> int:
        return self.player[name]["berries"] + sum(half.endswith(":berry") for half in self.player[name]["tucked"])

    # Columns

    def rows(self, members: list[str], rivals: list[list[str]]) -> dict[str, int]:
        fire = sum(map(self.fire, members))
        most = max(sum(map(self.fire, column)) for column in rivals)
        rows = {
            "stories": sum(story["points"] for name in members for story in self.stories(name)),
            "fire": fire,
            "fire_majority": 4 if fire == most > 0 else 0,
        }
        name = members[0]
        pairs = min(self.berries(name), fire)
        if self.scenario == "base":
            rows["groups"] = 4 * sum(len(group) > 1 for group in clusters(self.camps[name]))
            rows["berries"] = 2 * self.berries(name)
        elif self.scenario == "team":
            both = set().union(*(self.camps[member] for member in members))
            mixed = [group for group in clusters(both) if all(group & self.camps[member] for member in members)]
            rows["groups"] = 4 * len(mixed)
            rows["berry_pairs"] = 4 * min(map(self.berries, members))
        elif self.scenario == "downpour":
            settled = [
                zone for terrain, zone in self.zones if terrain in ("forest", "mountain") and zone & self.camps[name]
            ]
            rows["forest_mountain_zones"] = 3 * len(settled)
            rows["pairs"] = 4 * pairs
        elif self.scenario == "volcano":
            waters = [zone for terrain, zone in self.zones if terrain == "water"]
            rows["water_zones"] = 2 * sum(any(self.touches(at, zone) for at in self.camps[name]) for zone in waters)
            rivals_starts = [start for owner, start in self.starts.items() if owner != name]
            rows["starting_tiles"] = 2 * sum(
                any(start in neighbours(at) for start in rivals_starts) for at in self.placed[name]
            )
            rows["pairs"] = 3 * pairs
        else:
            rows["water_majorities"] = sum(
                self.majority(name, zone) for terrain, zone in self.zones if terrain == "water"
            )
            rows["pairs"] = 3 * pairs
            rows["fish"] = 3 * self.player[name]["fish"]
        return rows

    def majority(self, name: str, zone: set[Space]) -> int:
        beside = {one: sum(self.touches(at, zone) for at in self.camps[one]) for one in self.names}
        if beside[name] == 0 or beside[name] < max(beside.values()):
            return 0
        return 6 if list(beside.values()).count(beside[name]) == 1 else 3

    def columns(self) -> dict[str, list[str]]:
        """The columns that are ranked: players, or teams."""
        if self.scenario != "team":
            return {name: [name] for name in self.names}
        teams: dict[str, list[str]] = {}
        for name in self.names:
            teams.setdefault(self.player[name]["team"], []).append(name)
        return teams

    def scores(self) -> dict[str, dict[str, int]]:
        columns = self.columns()
        return {name: self.rows(members, list(columns.values())) for name, members in columns.items()}

    def ranking(self) -> list[list[str]]:
        hands = {
            name: sum(len(self.player[one]["hand"]) + self.player[one]["hidden_cards"] for one in members)
            for name, members in self.columns().items()
        }
        worth = {name: (sum(rows.values()), hands[name]) for name, rows in self.scores().items()}
        return [[name for name in worth if worth[name] == place] for place in sorted(set(worth.values()), reverse=True)]
