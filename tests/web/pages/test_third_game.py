"""A third game on the screens: rules behind ``Game``, a class of screens, two templates and a few words.

It is made, opened, played, undone, looked back on, corrected, scored and taken home without a line for it in there.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.registry import PLUGINS
from companion.i18n import catalog
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.service.tables import Tables
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from companion.web.rulebook.book import book
from tests.games.countdown import Countdown
from tests.games.countdown_screens import COUNTDOWN, WORDS, CountdownScreens
from tests.web.people import Device, House, network_app

PACKAGE = Path(catalog.__file__).parents[1]


@pytest.fixture
def backend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Backend]:
    """The game is in the registry, as one that came with Companion would be."""
    monkeypatch.setitem(PLUGINS, Countdown.key, COUNTDOWN)
    book.cache_clear()
    with open_backend(DataDir(tmp_path)) as opened:
        service = Tables(opened.service.store, lot=lambda below, number: range(number))
        yield replace(opened, service=service)
    book.cache_clear()


@pytest.fixture
def client(backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Its words stand beside those of the catalogue, as they would in the catalogue."""
    known = catalog._messages

    def with_words(language: str) -> tuple[dict[str, tuple[str, ...]], object]:
        messages, plural = known(language)
        return {**messages, **{code: (text,) for code, text in WORDS.items()}}, plural

    monkeypatch.setattr(catalog, "_messages", with_words)
    app = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient) -> str:
    """Its address, as the set-up page gives it."""
    form = {"game": "countdown", "players": "2", "name": ["Ana", "Ben"], "from": "4", "do": "create"}
    made = client.post("/tables/new", data=form)
    assert made.status_code == 303
    return str(made.location)


def press(client: FlaskClient, table: str, by: int) -> str:
    """The button with this number on the page as it stands, and the page it leads to."""
    for form in re.findall(r"<form.*?</form>", client.get(table).text, flags=re.DOTALL):
        if f'<button class="button">{by}</button>' in form:
            break
    else:
        raise AssertionError(f"no button {by}")
    fields = {name: value.replace("&#34;", '"') for name, value in re.findall(r'name="(\w+)"\s+value="([^"]*)"', form)}
    assert client.post(f"{table}/record", data=fields).status_code == 303
    return client.get(table).text


def test_it_can_be_chosen_and_is_made_on_the_shared_page(client: FlaskClient, table: str) -> None:
    page = client.get("/tables/new").text
    assert 'href="/tables/new?game=countdown"' in page
    assert "Countdown" in page
    own = client.get("/tables/new?game=countdown").text
    assert 'name="from"' in own
    assert 'name="name"' in own
    refused = client.post("/tables/new", data={"game": "countdown", "from": "ten", "do": "create"})
    assert refused.status_code == 422
    assert "ten" in refused.text
    assert "Still to go: 4" in client.get(table).text
    assert f'href="{table}"' in client.get("/").text


def test_it_is_played_undone_and_looked_back_on(client: FlaskClient, table: str) -> None:
    assert "Still to go: 1" in press(client, table, 3)
    seen = {"seen": "1", "id": "undo-it"}
    assert client.post(f"{table}/undo", data=seen).status_code == 303
    assert "Still to go: 4" in client.get(table).text
    assert client.post(f"{table}/redo", data={"seen": "2", "id": "redo-it"}).status_code == 303
    assert "Still to go: 1" in client.get(table).text
    assert "Ana counted down" in client.get(f"{table}/history").text
    past = client.get(f"{table}/at/0").text
    assert "Still to go: 4" in past
    assert '<button class="button">' not in past


def test_against_its_rules_is_recorded_and_marked(client: FlaskClient, table: str) -> None:
    body = json.dumps({"player": "Ben", "by": 4})
    client.post(f"{table}/record", data={"seen": "0", "id": "e", "kind": "step", "body": body})
    history = client.get(f"{table}/history").text
    assert "C-1" in history
    assert "C-3" in history


def test_it_has_a_pad_and_goes_home_as_a_file(client: FlaskClient, table: str) -> None:
    press(client, table, 2)
    press(client, table, 2)
    pad = client.get(f"{table}/score").text
    assert "Turns so far" in pad
    assert "Ana" in pad
    assert client.get(f"{table}/score?column=Ana&row=turns").status_code == 200
    assert client.get(f"{table}/table.json").json == {"players": ["Ana", "Ben"], "number": 0, "turn": 2}
    log = client.get(f"{table}/log.json").json
    assert log is not None
    assert [entry["kind"] for entry in log["entries"]] == ["step", "step"]


def test_it_is_looked_back_on_replayed_and_shared(client: FlaskClient, table: str) -> None:
    press(client, table, 2)
    press(client, table, 2)
    past = table.replace("/tables/", "/games/")
    assert past in client.get("/games").text
    assert "Ana" in client.get(past).text
    assert "Ana counted down" in client.get(f"{past}/replay?step=1").text
    assert "Ben counted down" in client.get(f"{past}/replay?step=2").text
    share = client.get(f"{past}/share").text
    assert f"{past}/share/pad.csv" in share
    rows = client.get(f"{past}/share/pad.csv").text.splitlines()
    assert any(row.startswith('"Turns so far"') or row.startswith("Turns so far") for row in rows)
    assert client.get(f"{past}/share/pad-wide.png").data.startswith(b"\x89PNG")
    assert client.get(f"{past}/share/pad.pdf").data.startswith(b"%PDF")


def test_a_game_nobody_recorded_is_scored(client: FlaskClient) -> None:
    assert "Countdown" in client.get("/score?game=countdown").text
    form = {"game": "countdown", "players": "2", "name": ["Ana", "Ben"], "from": "3", "do": "create"}
    made = client.post("/score", data=form)
    assert made.status_code == 303
    pad = client.get(made.headers["Location"]).text
    assert "Turns so far" in pad
    assert client.get(made.headers["Location"].replace("/score", "/table.json")).json["turn"] == 3  # type: ignore[index]


def test_it_is_corrected_as_text(client: FlaskClient, table: str) -> None:
    page = client.get(f"{table}/correct").text
    assert "&#34;number&#34;: 4" in page
    record = json.dumps({"players": ["Ana", "Ben"], "number": 7, "turn": 0})
    asked = {"seen": "0", "id": "c", "reason": "miscounted"}
    assert client.post(f"{table}/correct", data={**asked, "record": record}).status_code == 303
    assert "Still to go: 7" in client.get(table).text
    assert "Corrected: miscounted" in client.get(f"{table}/history").text
    refused = client.post(f"{table}/correct", data={**asked, "seen": "1", "id": "d", "record": '{"number": 1000}'})
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text


def test_its_rules_and_its_guide_are_where_the_menu_says(client: FlaskClient, table: str) -> None:
    """They were offered and not found."""
    page = client.get(table).text
    for place, words in (("rules", "Counting"), ("guide", "Choose a number"), ("rules/C-1", "Zero wins")):
        assert place == "rules/C-1" or f'href="{table}/{place}"' in page
        assert words in client.get(f"{table}/{place}").text
    assert page.count(f'href="{table}/rules"') == 1
    assert "Zero wins" in client.get("/rules/countdown/C-1").text


def test_a_game_without_rules_to_read_offers_none(
    client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLUGINS, Countdown.key, replace(COUNTDOWN, rules=None))
    monkeypatch.setattr(CountdownScreens, "guide", lambda self, look: ())
    page = client.get(table).text
    assert f'href="{table}/rules"' not in page
    assert f'href="{table}/guide"' not in page


@pytest.mark.usefixtures("client")  # its words
def test_it_is_played_on_phones(backend: Backend, tmp_path: Path) -> None:
    """Each in its own turn, and only then."""
    app = network_app(backend, tmp_path)
    tablet = Device(app.test_client())
    form: dict[str, object] = {"game": "countdown", "players": "2", "name": ["Ana", "Ben"], "from": "4", "do": "create"}
    house = House(app, backend, tablet, tablet.post("/tables/new", form).headers["Location"].rpartition("/")[2])
    ana, ben = (house.joined(Role.SEAT, name) for name in ("Ana", "Ben"))

    def step(device: Device, player: str, seen: int) -> int:
        entry = {
            "seen": str(seen),
            "id": f"{player}-{seen}",
            "kind": "step",
            "body": json.dumps({"player": player, "by": 1}),
        }
        return device.post(f"/tables/{house.table_id}/record", entry).status_code

    assert "Still to go: 4" in ana.get(f"/tables/{house.table_id}/seat").text
    assert step(ben, "Ben", 0) == 403
    assert step(ana, "Ana", 0) == 303
    assert step(ana, "Ana", 1) == 403
    assert step(ben, "Ben", 1) == 303
    assert "Still to go: 2" in tablet.get(f"/tables/{house.table_id}").text


def test_a_box_is_no_table(client: FlaskClient, backend: Backend) -> None:
    box = backend.service.create("dewan-box", {"box": {"format": "dewan-box/1", "name": "Bare"}})
    assert client.get(f"/tables/{box.info.id}").status_code == 404
    assert "Bare" not in client.get("/").text


def test_the_package_does_not_know_it() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    assert not any("CountdownScreens" in source or "countdown/1" in source for source in sources)
