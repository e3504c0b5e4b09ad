"""Hidden cards reach the phone of whoever holds them, and nobody else.

Two evenings are played alike but for the hidden card one player tells. To everybody else they must look the same to the
letter: on every page, in every file and answer there is, also after undo, in replays and in refusals.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.log.roles import Role
from companion.web.access.secret_key import house_key
from tests.web.people import Device, House, made_table, network_app, open_desk_for
from tests.web.tables import NAMES
from tests.web.test_route_answers import PARTS

HOLDER, NEIGHBOUR = NAMES[:2]
ONE, OTHER = "desert:crystal/water", "mountain:artifact/forest"
WHO = ("spectator", "neighbour", "recorder", "host", "owner")


class Evening:
    """A table at which one card is told on the holder's phone."""

    def __init__(self, house: House, folder: Path, card: str) -> None:
        self.house, self.card = house, card
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
        self.tell = {"do": "tell-cards", "player": HOLDER, "cards": [card]}
        assert self.record("holder", "told", "action", self.tell) == 201

    @property
    def seq(self) -> int:
        return self.house.backend.service.look(self.house.table_id).seq

    def post(
        self, who: str, entry_id: str, kind: str, body: dict[str, object], seen: int | None = None
    ) -> tuple[int, str]:
        request = {"seen": self.seq if seen is None else seen, "id": entry_id, "kind": kind, "body": body}
        answer = self.devices[who].client.post(f"/api/tables/{self.house.table_id}/entries", json=request)
        return answer.status_code, self.plain(answer.text)

    def record(self, who: str, entry_id: str, kind: str, body: dict[str, object]) -> int:
        return self.post(who, entry_id, kind, body)[0]

    def addresses(self) -> list[str]:
        """Every address of the table that can be looked at, each moment of the past among them."""
        rules = [
            rule.rule
            for rule in self.house.app.url_map.iter_rules()
            if "<table_id>" in rule.rule and "GET" in (rule.methods or ()) and not rule.rule.endswith("/live")
        ]
        found = []
        for rule in sorted(rules):
            path = rule.replace("<table_id>", self.house.table_id)
            for part, value in PARTS.items():
                if part != "<int:seq>":
                    path = path.replace(part, value)
            moments = range(self.seq + 1) if "<int:seq>" in path else range(1)
            found += [path.replace("<int:seq>", str(moment)) for moment in moments]
        more = [f"/api/tables/{self.house.table_id}?at={moment}" for moment in range(self.seq + 1)]
        return [*found, *more, "/", "/api/tables", "/games"]

    def seen_by(self, who: str) -> dict[str, str]:
        """What each address answers, without what is drawn by lot for every page."""
        return {
            self.plain(path): self.plain(self.devices[who].get(path).data.decode("latin-1"))
            for path in self.addresses()
        }

    def plain(self, text: str) -> str:
        text = text.replace(self.house.table_id, "TABLE")
        text = re.sub(r"<strong>\w{3} \w{3}</strong>", "", text)  # short codes are drawn
        text = re.sub(r'(name="csrf-token" content|name="csrf_token" value|name="id" value)="[^"]*"', "", text)
        text = re.sub(r'/join/[\w-]+|class="qr-dark" d="[^"]*"|name="device" value="\w+"', "", text)
        # When a PDF was made, and what files call the table, made from its id.
        return re.sub(r'\(D:\d{14}[^)]*\)|<[0-9a-f]{32}>|"uuid": "[^"]*"', "", text)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Evening, Evening]]:
    with ExitStack() as stack:
        found = []
        for card in (ONE, OTHER):
            folder = tmp_path_factory.mktemp("evening")
            backend = stack.enter_context(open_desk_for(folder))
            app = network_app(backend, folder)
            tablet = Device(app.test_client())
            found.append(Evening(House(app, backend, tablet, made_table(tablet)), folder, card))
        yield found[0], found[1]


def check(evenings: tuple[Evening, Evening], whom: tuple[str, ...] = WHO) -> None:
    one, other = evenings
    for who in whom:
        seen = one.seen_by(who)
        assert seen == other.seen_by(who), who
        assert len(seen) > 20
    mine = one.seen_by("holder")
    assert mine["/api/tables/TABLE"] != other.seen_by("holder")["/api/tables/TABLE"]


def test_a_hidden_card_reaches_its_own_phone_alone(evenings: tuple[Evening, Evening]) -> None:
    """Told, taken back by undo, and brought back again."""
    check(evenings)
    for evening in evenings:
        assert evening.record("host", "undone", "undo", {}) == 201
    for who in WHO:
        assert evenings[0].seen_by(who) == evenings[1].seen_by(who), who
    for evening in evenings:
        assert evening.record("host", "redone", "redo", {}) == 201
    check(evenings, ("host", "neighbour"))


def test_the_holder_sees_it_in_every_way_there_is(evenings: tuple[Evening, Evening]) -> None:
    for evening in evenings:
        table, phone = evening.house.table_id, evening.devices["holder"]
        assert evening.card in phone.get(f"/api/tables/{table}/record").text
        assert evening.card in phone.get(f"/tables/{table}/table.json").text
        assert evening.card in phone.get(f"/tables/{table}/log.json").text
    pages = [
        evening.plain(evening.devices["holder"].get(f"/tables/{evening.house.table_id}/seat").text)
        for evening in evenings
    ]
    assert pages[0] != pages[1]


def test_refusals_tell_nothing(evenings: tuple[Evening, Evening]) -> None:
    """What is impossible, late or twice is answered alike, whatever the card."""
    for who in ("host", "recorder", "neighbour"):
        for entry in (
            ("late", "action", {"do": "take-story", "player": NEIGHBOUR, "place": 1}, 0),
            ("told", "action", {"do": "take-story", "player": NEIGHBOUR, "place": 1}, None),
            ("bad", "action", {"do": "place-camp", "player": HOLDER, "cards": ["lava"]}, None),
            ("worse", "correction", {"reason": "r", "changes": [{"op": "remove", "path": "/secret/Jonas/9"}]}, None),
        ):
            answers = [evening.post(who, *entry) for evening in evenings]
            assert answers[0] == answers[1], (who, entry)
            assert answers[0][0] >= 400


def test_a_guess_at_hidden_cards_learns_nothing(evenings: tuple[Evening, Evening]) -> None:
    """The request that told them, sent again by somebody else, right or wrong."""
    evening = evenings[0]
    for who in ("host", "neighbour", "owner"):
        answers = {
            evening.post(who, "told", "action", {"do": "tell-cards", "player": HOLDER, "cards": [card]}, seen)
            for card in (ONE, OTHER)
            for seen in (0, None)
        }
        assert len(answers) == 1
        assert answers.pop()[0] == 403


def test_the_hosts_log_reads_in_without_the_hidden_cards(evenings: tuple[Evening, Evening]) -> None:
    evening = evenings[0]
    log = evening.house.tablet.get(f"/tables/{evening.house.table_id}/log.json").get_json()
    made = evening.house.tablet.client.post("/api/tables", json={"log": log})
    assert made.status_code == 201
    assert made.get_json()["broken"] is None
    assert evening.card not in made.text


def test_a_stream_carries_numbers_only(evenings: tuple[Evening, Evening]) -> None:
    for who in (*WHO, "holder"):
        evening = evenings[0]
        answer = evening.devices[who].get(f"/tables/{evening.house.table_id}/live")
        chunks = iter(answer.response)
        said = bytes(next(chunks)).decode()
        answer.close()
        assert re.fullmatch(r"id: \d+\nevent: news\ndata: \d+\n\n", said), said
