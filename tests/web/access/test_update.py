"""An update in mid-evening: the folder and the cookies an older Companion left, and this one started on them.

``evening_*.sql`` and ``.json`` were written by the Companion whose database had that number: a table made on a tablet,
a phone in Jonas's seat, a spectator, and a code for Inês's seat that nobody has scanned yet. From 0004 on the game has
begun, it is Jonas's turn, and there is a second shared screen.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.log.datadir import DataDir
from companion.web.backend import open_backend
from tests.web.people import Device, House, network_app

HERE = Path(__file__).parent


@pytest.mark.parametrize("left", sorted(path.stem for path in HERE.glob("evening_*.sql")))
def test_an_update_in_mid_evening_keeps_everybody_in_their_place(tmp_path: Path, left: str) -> None:
    kept = json.loads((HERE / f"{left}.json").read_text(encoding="utf-8"))
    (tmp_path / "secret-key").write_bytes(bytes.fromhex(kept["secret-key"]))
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as database:
        database.executescript((HERE / f"{left}.sql").read_text(encoding="utf-8"))
    with open_backend(DataDir(tmp_path)) as backend:
        app = network_app(backend, tmp_path)

        def device(name: str) -> Device:
            found = Device(app.test_client())
            found.client.set_cookie("device", kept[name])
            return found

        house = House(app, backend, device("host"), kept["table"])
        table = f"/tables/{house.table_id}"
        assert house.tablet.get(f"{table}/phones").status_code == 200
        assert device("spectator").get(table).status_code == 200
        assert device("spectator").get(f"{table}/phones").status_code == 403
        assert device("seat").get(f"{table}/seat").status_code == 200
        # A code that hung on the fridge during the update still leads to its seat.
        late = house.device()
        assert late.scan(kept["code"]).request.path == f"{table}/seat"
        assert house.device().get(table).status_code == 404
        if "recorder" in kept:
            goes_on(house, device("seat"), device("recorder"), device("spectator"))


def goes_on(house: House, seat: Device, recorder: Device, spectator: Device) -> None:
    """What the phone in the seat records is seen by all, and the second screen takes it back."""
    table, entries = f"/tables/{house.table_id}", f"/api/tables/{house.table_id}/entries"
    seen = house.backend.service.number(house.table_id)

    def record(device: Device, name: str, kind: str, body: dict[str, object]) -> int:
        entry = {"seen": house.backend.service.number(house.table_id), "id": name, "kind": kind, "body": body}
        return device.client.post(entries, json=entry).status_code

    take: dict[str, object] = {"do": "take-cards", "player": "Jonas"}
    assert record(spectator, "a", "action", take) == 403
    assert record(seat, "b", "action", take) == 201
    for device in (house.tablet, seat, recorder, spectator):
        assert device.get(f"{table}/number").get_json()["seq"] == seen + 1
        with device.get(f"{table}/live") as stream:
            assert stream.status_code == 200
    assert record(recorder, "c", "undo", {}) == 201
    assert recorder.get(f"{table}/phones").status_code == 403
