"""What each cache buys: processor time with the cache turned off, over that with it, on the request it is there for.

    python -m bench.caches

One process without a network. *News*: something is recorded, and then twenty screens (the host's tablet, two seats and
spectators in four languages) fetch the table by themselves, as after every record. *Page*: one device opens the table.
*Record*: one entry over the API. *Step*: a step of a replay. *Cold*: the longest recorded game is opened
after a start.
With and without take turns; the ratio is that of the medians.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from flask.testing import FlaskClient

from companion.dewan.demo import demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName
from companion.log.access import AccessStore, Place
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.log.store import Store
from companion.service import playback as course
from companion.service import table_cache as opened
from companion.service.files import import_log, import_record
from companion.web import fragment_cache as shared
from companion.web.access.codes import access_store, shown_code
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.golden_files import golden_logs, read

LANGUAGES = ("en", "de", "fr", "pt")
SCREENS = 20
ROUNDS = 7
LEAST = 1.3
"""A cache that buys less is not worth its code."""


class Scene:
    def __init__(self, backend: Backend, folder: Path) -> None:
        self.backend = backend
        self.app = create_app(WebConfig(data_dir=folder, companion=backend, testing=True, trust_loopback=False))
        look = import_record(backend.service, write_table(demo_table(ScenarioName.VOLCANO)))
        self.table, self.names = look.info.id, look.summary.players
        self.tablet = self.joined(Place(self.table, Role.RECORDER), "en")
        self.screens = [self.tablet]
        self.screens += [self.joined(Place(self.table, Role.SEAT, name), "en") for name in self.names[:2]]
        for number in range(SCREENS - len(self.screens)):
            self.screens.append(self.joined(Place(self.table, Role.SPECTATOR), LANGUAGES[number % len(LANGUAGES)]))
        finished = import_log(backend.service, read(golden_logs()[0]))
        self.finished = finished.info.id
        self.guest = self.joined(Place(self.finished, Role.SPECTATOR), "en")
        self.entries = 0
        longest = max(map(read, golden_logs()), key=lambda log: len(log["entries"]))  # type: ignore[arg-type]
        self.long = import_log(backend.service, longest).info.id

    def joined(self, place: Place, language: str) -> FlaskClient:
        client = self.app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        client.environ_base["HTTP_ACCEPT_ENCODING"] = "gzip, br"
        with self.app.app_context():
            store = access_store()
            assert store is not None
            code = shown_code(store, place)
        client.get(f"/join/{code}")
        client.get("/join")
        return client

    def record(self) -> None:
        self.entries += 1
        seen = self.backend.service.number(self.table)
        body = {"row": bool(self.entries % 2)}
        entry = {"seen": seen, "id": f"e{self.entries}", "kind": "track", "body": body}
        answer = self.tablet.post(f"/api/tables/{self.table}/entries", json=entry)
        assert answer.status_code == 201, answer.text

    def news(self) -> None:
        self.record()
        for screen in self.screens:
            answer = screen.get(f"/tables/{self.table}", headers={"HX-Request": "true", "By-Itself": "1"})
            assert answer.status_code == 200, answer.status_code

    def page(self) -> None:
        assert self.tablet.get(f"/tables/{self.table}").status_code == 200

    def step(self) -> None:
        self.entries += 1
        assert self.guest.get(f"/games/{self.finished}/replay?step={self.entries % 20}").status_code == 200

    def cold(self) -> None:
        self.backend.service._memory.forget_all()
        self.backend.service.look(self.long)


@contextmanager
def without_open_tables(backend: Backend) -> Iterator[None]:
    with patch.object(opened, "TABLES_KEPT", 0):
        backend.service._memory.forget_all()
        yield


@contextmanager
def without_replays(backend: Backend) -> Iterator[None]:
    with patch.object(course, "STEPS_KEPT", 0):
        backend.playbacks.forget()
        yield


def caches(scene: Scene) -> dict[str, tuple[Callable[[], Any], tuple[Callable[[], None], ...]]]:
    """How each is turned off, and the requests it is there for."""
    known = access_store_of(scene)
    return {
        "open tables (Memory)": (lambda: without_open_tables(scene.backend), (scene.record, scene.page)),
        "snapshots": (lambda: patch.object(Store, "load_snapshot", lambda *_: None), (scene.cold,)),
        "fragments (FragmentCache)": (lambda: patch.object(shared, "KEPT_SECONDS", -1.0), (scene.news,)),
        "replays (PlaybackCache)": (lambda: without_replays(scene.backend), (scene.step,)),
        "places of devices": (
            lambda: patch.object(AccessStore, "_look_up", lambda _, device: looked_up(known, device)),
            (scene.news, scene.page),
        ),
    }


def access_store_of(scene: Scene) -> AccessStore:
    found: AccessStore = scene.app.extensions["access"]
    return found


LOOK_UP = AccessStore._look_up


def looked_up(store: AccessStore, device: str) -> Any:
    store._known.clear()
    return LOOK_UP(store, device)


def spent(do: Callable[[], None]) -> float:
    began = time.process_time()
    do()
    return time.process_time() - began


def main() -> int:
    short = []
    print(f"{'cache':28}{'request':10}{'with, ms':>10}{'without':>10}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder, open_backend(DataDir(Path(folder))) as backend:
        scene = Scene(backend, Path(folder))
        for do in (scene.news, scene.page, scene.step, scene.cold):
            do()
        for name, (turn_off, requests) in caches(scene).items():
            best = 0.0
            for do in requests:
                kept, off = [], []
                for _ in range(ROUNDS):
                    kept.append(spent(do))
                    with turn_off():
                        do()
                        off.append(spent(do))
                    do()
                ratio = median(off) / median(kept)
                best = max(best, ratio)
                times = f"{1000 * median(kept):10.1f}{1000 * median(off):10.1f}"
                print(f"{name:28}{do.__name__:10}{times}{ratio:8.2f}", flush=True)
            if best < LEAST:
                short.append(name)
    print(f"buys less than {LEAST}: {', '.join(short) or 'none'}")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
