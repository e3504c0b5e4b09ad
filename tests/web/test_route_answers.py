"""Every route with every role and without any; the expected answers are in ``route_answers.py``."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from companion.log.roles import Role
from companion.web.access.limits import Limits
from companion.web.access.secret_key import house_key
from tests.web.people import Device, House, made_table, open_house
from tests.web.route_answers import WHO, Route, routes
from tests.web.tables import NAMES

PARTS = {
    "<code>": "no-such-code",
    "<game>": "dewan",
    "<int:entry>": "0",
    "<int:number>": "0",
    "<int:seq>": "0",
    "<key>": "no-such-photo",
    "<language>": "de",
    "<name>": "20261117T225300Z-0a1b2c.jpg",
    "<path:filename>": "css/tokens.css",
    "<rule>": "D-TURN-01",
    "<scenario>": "volcano",
    "<shape>": "wide",
    "<sort>": "row",
    "<topic>": "turn",
}
"""What stands in the variable parts of an address; tables and boxes are real ones."""


class Everybody:
    """All of them at one table. ``box`` makes a new box of the tablet's each time: some of the routes throw it away."""

    def __init__(self, house: House, folder: Path) -> None:
        self.house = house
        hours = count(step=3600.0)  # so many come and go here that there must be time in between
        house.app.extensions["limits"] = Limits(lambda: next(hours))
        elsewhere, owner = house.device(), house.device()
        made_table(elsewhere)
        assert owner.scan(house_key(folder)).status_code == 200
        self.devices: dict[str, Device] = {
            "nobody": house.device(),
            "spectator": house.joined(Role.SPECTATOR),
            "seat": house.joined(Role.SEAT, NAMES[0]),
            "neighbour": house.joined(Role.SEAT, NAMES[1]),
            "recorder": house.joined(Role.RECORDER),
            "host": house.tablet,
            "elsewhere": elsewhere,
            "owner": owner,
        }
        for device in self.devices.values():
            device.post("/theme", {"theme": "auto"})  # a token for its forms
        self.places = {f"/{kind}/": self.opened(kind) for kind in ("evenings", "leagues")}
        evening = house.backend.service
        evening.record(self.places["/evenings/"], 0, "j", "evening", {"do": "join", "table": house.table_id})

    def opened(self, kind: str) -> str:
        """An evening or a league of the tablet's, with a spectator and a second screen."""
        made = self.devices["host"].post(f"/{kind}", {"name": "Friday"}).headers["Location"].rpartition("/")[2]
        for who, role in (("spectator", Role.SPECTATOR), ("recorder", Role.RECORDER)):
            arrives = self.devices[who].get(f"/join/{replace(self.house, table_id=made).code(role)}")
            assert self.devices[who].get(arrives.headers["Location"]).status_code == 303
        return made

    def box(self) -> str:
        return self.house.tablet.post("/box/new").headers["Location"].split("/")[2]

    def answer(self, who: str, method: str, rule: str) -> int:
        place = next((one for begin, one in self.places.items() if rule.startswith(begin)), self.house.table_id)
        path = rule.replace("<table_id>", place)
        if "<box_id>" in path:
            path = path.replace("<box_id>", self.box())
        for part, value in PARTS.items():
            path = path.replace(part, value)
        device = self.devices[who]
        answer = device.get(path) if method == "GET" else device.post(path)
        answer.close()
        return answer.status_code


@pytest.fixture(scope="module")
def everybody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everybody]:
    folder = tmp_path_factory.mktemp("house")
    with open_house(folder, "downpour", styleguide=True) as house:
        yield Everybody(house, folder)


def test_every_route_is_in_the_table(everybody: Everybody) -> None:
    there = {
        (method, rule.rule)
        for rule in everybody.house.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    listed = [(route.method, route.rule) for route in routes()]
    assert set(listed) == there
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("route", routes(), ids=lambda route: f"{route.method} {route.rule}")
def test_everybody_gets_the_expected_answer(everybody: Everybody, route: Route) -> None:
    answers = {who: everybody.answer(who, route.method, route.rule) for who in WHO}
    assert answers == route.answers


def test_no_view_breaks_at_a_table_of_another_kind(everybody: Everybody) -> None:
    """Tables, evenings, leagues and boxes have one kind of address: a view meets all of them."""
    host = everybody.devices["host"]
    river = {"format": "river-table/1", "players": [{"name": "Ada"}, {"name": "Bo"}], "start_player": "Ada"}
    made = host.client.post("/api/tables", json={"game": "river", "header": {"table": river, "begun": True}})
    ids = [made.get_json()["table"]["id"]]
    for path in ("/evenings", "/leagues", "/box/new", "/river-box/new"):
        where = host.post(path, {"name": "Friday"}).headers["Location"]
        ids.append(next(part for part in where.split("/") if len(part) > 10 and part != "river-box"))
    broken = []
    for route in routes():
        if "<table_id>" in route.rule and not route.rule.endswith("/live"):
            for table_id in ids:
                path = route.rule.replace("<table_id>", table_id)
                for part, value in PARTS.items():
                    path = path.replace(part, value)
                answer = host.get(path) if route.method == "GET" else host.post(path)
                answer.close()
                if answer.status_code >= 500:
                    broken.append((route.method, route.rule, answer.status_code))
    assert broken == []
