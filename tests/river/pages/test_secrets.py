"""What lies face down at a table of The River reaches the phone of its owner, and nobody else, until the end.

Two evenings are played alike but for points of a building, values of bonus tiles and a reserved card. To everybody else
they must look the same to the letter: on every page, in every file and answer there is.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.log.roles import Role
from companion.web.access.secret_key import house_key
from tests.dewan.pages.test_hidden_cards import WHO, Evening
from tests.web.people import Device, House, network_app, open_desk_for
from tests.web.river import NAMES

HOLDER, NEIGHBOUR, THIRD = NAMES[:3]
Json = dict[str, object]
rule = pytest.mark.rule


def secrets(other: bool) -> list[Json]:
    """Everybody's first tile, then buildings, bonus tiles and reserved cards, in two worlds that look alike."""
    first: list[Json] = [{"do": "take-tile", "player": name, "tile": "forest"} for name in (THIRD, NEIGHBOUR, HOLDER)]
    points, card = (9, "stone") if other else (2, "wood")
    return [
        *first,
        {"do": "build", "player": HOLDER, "building": {"cost": {}, "points": points}},
        {"do": "take-figure", "player": NEIGHBOUR},
        {"do": "build", "player": THIRD, "building": {"cost": {}, "points": 4}},
        {"do": "reserve", "player": HOLDER, "building": {"cost": {card: 2}, "points": points}},
    ]


class RiverEvening(Evening):
    def __init__(self, house: House, folder: Path, other: bool) -> None:
        self.house = house
        owner = house.device()
        assert owner.scan(house_key(folder)).status_code == 200
        self.devices: dict[str, Device] = {
            "spectator": house.joined(Role.SPECTATOR),
            "neighbour": house.joined(Role.SEAT, NEIGHBOUR),
            "recorder": house.joined(Role.RECORDER),
            "host": house.tablet,
            "owner": owner,
            "holder": house.joined(Role.SEAT, HOLDER),
        }
        for number, body in enumerate(secrets(other)):
            assert self.record("host", f"entry-{number}", "action", body) == 201
        # The stacks of bonus tiles lie open: that the two values changed places nobody else can see.
        fix = [
            {"op": "replace", "path": "/players/0/buildings", "value": [8 if other else 1]},
            {"op": "replace", "path": "/players/0/bonus", "value": [5 if other else 6]},
            {"op": "replace", "path": "/players/2/bonus/0", "value": 6 if other else 5},
        ]
        assert self.record("host", "fixed", "correction", {"reason": "r", "changes": fix}) == 201
        typed: Json = {"column": HOLDER, "row": "bonus", "points": 3 if other else 7}
        assert self.record("host", "typed", "score", typed) == 201


def river_house(folder: Path, stack: ExitStack) -> House:
    backend = stack.enter_context(open_desk_for(folder))
    app = network_app(backend, folder)
    tablet = Device(app.test_client())
    players = [{"name": name} for name in NAMES[:3]]
    table = {"format": "river-table/1", "players": players, "start_player": HOLDER}
    made = tablet.client.post("/api/tables", json={"game": "river", "header": {"table": table}})
    assert made.status_code == 201, made.text
    return House(app, backend, tablet, made.get_json()["table"]["id"])


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RiverEvening, RiverEvening]]:
    with ExitStack() as stack:
        folders = [tmp_path_factory.mktemp("river") for _ in range(2)]
        one, other = (RiverEvening(river_house(folder, stack), folder, bool(i)) for i, folder in enumerate(folders))
        yield one, other


@rule("V-SECRET-01", "V-SECRET-02", "V-SECRET-03")
def test_what_lies_face_down_reaches_its_own_phone_alone(evenings: tuple[RiverEvening, RiverEvening]) -> None:
    one, other = evenings
    for who in WHO:
        seen = one.seen_by(who)
        theirs = other.seen_by(who)
        assert seen.keys() == theirs.keys()
        assert [path for path in seen if seen[path] != theirs[path]] == [], who
        assert len(seen) > 20
    mine, theirs = one.seen_by("holder"), other.seen_by("holder")
    assert mine["/api/tables/TABLE"] != theirs["/api/tables/TABLE"]
    assert mine["/tables/TABLE/seat"] != theirs["/tables/TABLE/seat"]


@rule("V-SECRET-01")
def test_a_guess_learns_nothing(evenings: tuple[RiverEvening, RiverEvening]) -> None:
    evening = evenings[0]
    for who in ("host", "recorder", "neighbour"):
        answers = {
            evening.post(who, "entry-3", "action", {**secrets(False)[3], "building": {"cost": {}, "points": points}})
            for points in (2, 9)
        }
        assert len(answers) == 1, who


@rule("V-SECRET-01")
def test_the_hosts_log_reads_in_without_the_secrets(evenings: tuple[RiverEvening, RiverEvening]) -> None:
    evening = evenings[0]
    log = evening.house.tablet.get(f"/tables/{evening.house.table_id}/log.json").get_json()
    made = evening.house.tablet.client.post("/api/tables", json={"log": log})
    assert made.status_code == 201
    assert made.get_json()["broken"] is None
