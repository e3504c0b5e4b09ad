"""Names, titles and reasons that want to be more than text stay text, on every page and in every file."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from companion.log.roles import Role
from companion.web.access.limits import Limits
from tests.web.people import Device, House, network_app, open_desk_for
from tests.web.route_answers import routes
from tests.web.tables import COLORS
from tests.web.test_route_answers import PARTS

TEXTS = (
    "\"'><hostile onx=1>",
    "</script></title><hostile>",
    "{{7*777}}{%x%}${7*777}<!--",
    "javascript:hostile()//&#60;",
)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name.startswith("on") or (name in ("href", "src", "action") and (value or "").startswith("javascript:")):
                self.wrong.append(f"{tag} {name}={value}")
        if tag == "hostile":
            self.wrong.append(tag)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("hostile")
    with open_desk_for(folder) as backend:
        app = network_app(backend, folder)
        app.extensions["limits"] = Limits(lambda: 0.0)
        tablet = Device(app.test_client())
        form: dict[str, object] = {
            "scenario": "base",
            "players": "4",
            "name": list(TEXTS),
            "color": list(COLORS[:4]),
            "title": TEXTS[0],
            "do": "create:later",
        }
        made = tablet.post("/tables/new", form)
        assert made.status_code == 303, made.text
        house = House(app, backend, tablet, made.headers["Location"].rpartition("/")[2])
        backend.service.correct(house.table_id, 0, "fix", TEXTS[1], [])
        yield house


@pytest.mark.parametrize("role", [Role.HOST, Role.SPECTATOR])
def test_no_text_becomes_part_of_a_page(house: House, role: Role) -> None:
    device = house.tablet if role is Role.HOST else house.joined(role)
    read = 0
    for route in routes():
        if route.method != "GET" or "/live" in route.rule or "<box_id>" in route.rule:
            continue
        path = route.rule.replace("<table_id>", house.table_id)
        for part, value in PARTS.items():
            path = path.replace(part, value)
        for fragment in ({}, {"HX-Request": "true"}):
            house.app.extensions["limits"] = Limits(lambda: 0.0)
            answer = device.get(path, headers=fragment)
            if answer.mimetype == "text/html":
                tags = Tags()
                tags.feed(answer.text)
                assert not tags.wrong, path
                assert "5439" not in answer.text, path
                read += TEXTS[3][:10] in answer.text
            else:
                assert answer.mimetype != "text/html"
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
            answer.close()
    assert read > 10
