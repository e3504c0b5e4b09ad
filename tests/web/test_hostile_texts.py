"""Names, titles and reasons that want to be more than text stay text, on every page and in every file."""

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from companion.log.roles import Role
from companion.web.access.limits import Limits
from tests.web.past_games import quick_score
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


Places = dict[str, str]
"""What stands for ``<table_id>``, by how an address begins."""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Places]]:
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
        evening, league = evening_and_league(house)
        yield house, {"/evenings/": evening, "/leagues/": league, "": house.table_id}


def evening_and_league(house: House) -> tuple[str, str]:
    """Two evenings with a game that was played, people and a call for a ruling; and the league that counts them."""
    tablet = house.tablet
    league, *evenings = (
        tablet.post(path, {"name": name}).headers["Location"].rpartition("/")[2]
        for path, name in (("/leagues", TEXTS[2]), ("/evenings", TEXTS[0]), ("/evenings", TEXTS[1]))
    )
    for number, evening in enumerate(evenings):
        played = quick_score(house.backend, TEXTS[0], **{text: 10 * seat + number for seat, text in enumerate(TEXTS)})
        joined = [played.info.id] if number else [house.table_id, played.info.id]
        for seq, table_id in enumerate(joined):
            body = {"do": "join", "table": table_id}
            house.backend.service.record(evening, seq, f"join-{seq}", "evening", body)
        for text in TEXTS:
            assert tablet.post(f"/evenings/{evening}/do", {"do": "come", "name": text}).status_code == 303
        tablet.post(f"/evenings/{evening}/do", {"do": "pair", "size": "2", "how": "drawn"})
        added = tablet.post(f"/leagues/{league}/do", {"do": "add-evening", "evening": evening})
        assert added.status_code == 303, added.text
    assert tablet.post(f"/tables/{house.table_id}/organiser", {"text": TEXTS[0]}).status_code == 303
    assert tablet.post(f"/leagues/{league}/do", {"do": "publish", "public": "yes"}).status_code == 303
    return evenings[0], league


@pytest.mark.parametrize("role", [Role.HOST, Role.SPECTATOR])
def test_no_text_becomes_part_of_a_page(opened: tuple[House, Places], role: Role) -> None:
    house, places = opened
    device = house.tablet if role is Role.HOST else house.joined(role)
    read: Counter[str] = Counter()
    for route in routes():
        if route.method != "GET" or "/live" in route.rule or "<box_id>" in route.rule:
            continue
        begin = next(begin for begin in places if route.rule.startswith(begin))
        path = route.rule.replace("<table_id>", places[begin])
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
                read[begin] += TEXTS[3][:10] in answer.text
            else:
                assert answer.mimetype != "text/html"
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
            answer.close()
    assert read[""] > 10
    assert read["/leagues/"] > 1, "the public page is everybody's"
    assert (read["/evenings/"] > 1) == (role is Role.HOST)
