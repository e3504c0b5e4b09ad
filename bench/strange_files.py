"""Files nobody would send: photos, games, boxes and backups with bytes or parts of them changed, cut or doubled.

    python -m bench.strange_files                          # every kind, some hundreds of each
    python -m bench.strange_files --photos 5000 --games 5000 --boxes 5000 --backups 2000

Each is taken or refused by name; anything else is a fault and is printed with what makes it again. What was taken is
also looked at: a game that was read in opens, a backup that came back holds tables that open. Photos go straight into
the decoder, since each would start a process of its own in the server; a decoder that hangs is shown with all stacks.
"""

import argparse
import faulthandler
import io
import json
import logging
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from flask.testing import FlaskClient

from bench.fuzz import some_tables
from bench.strange_requests import changed
from companion.dewan.demo import demo_box_json, demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName
from companion.log.archive import bring_back, pack
from companion.log.datadir import DataDir
from companion.log.errors import BadBackup, NoBackup, TableError
from companion.river.demo import river_demo_box
from companion.river.formats.box import write_river_box
from companion.service.files import LOG_FORMAT, export_log, export_record
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig

ROOT = Path(__file__).parents[1]
ROUND = 500
"""After so many games or boxes a fresh folder is taken, so that lists stay short."""
HANGS_AFTER = 60

Outcomes = Counter[str]


def mangled(data: bytes, chance: Random) -> bytes:
    """With bytes changed, mostly in the head, where the format is told; cut or doubled now and then."""
    changing = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 30))):
        place = chance.randrange(min(len(changing), 800 if chance.random() < 0.7 else len(changing)))
        changing[place] = chance.randrange(256)
    if chance.random() < 0.3:
        del changing[chance.randrange(len(changing)) :]
    elif chance.random() < 0.1:
        start = chance.randrange(len(changing))
        changing[start:start] = changing[start : start + chance.randrange(2000)]
    return bytes(changing)


# --- Photos


def photo_samples() -> Mapping[str, bytes]:
    """A photo in every kind that is read. Nothing here writes HEIC, so that one is a file of the tests."""
    from PIL import Image

    jpeg = (ROOT / "sample_photos" / "easy_0.jpg").read_bytes()
    with Image.open(io.BytesIO(jpeg)) as picture:
        small = picture.convert("RGB").resize((900, 700))

    def saved(kind: str, picture: "Image.Image" = small, **how: object) -> bytes:
        file = io.BytesIO()
        picture.save(file, kind, **how)
        return file.getvalue()

    heic = ROOT / "tests" / "dewan" / "vision" / "files"
    return {
        "jpeg": jpeg,
        "jpeg, progressive": saved("JPEG", progressive=True, quality=70),
        "png": saved("PNG"),
        "png, palette": saved("PNG", small.quantize(64)),
        "png, grey with 16 bit": saved("PNG", small.convert("I;16")),
        "webp": saved("WEBP", quality=70),
        "webp, lossless": saved("WEBP", small.convert("RGBA"), lossless=True),
        "heic": (heic / "easy_1.heic").read_bytes(),
        "heic, tiny": (heic / "colours.heic").read_bytes(),
    }


def photos(number: int, seed: str) -> tuple[int, Outcomes]:
    from companion.dewan.vision.reading import PhotoError
    from companion.dewan.vision.settings import Settings
    from companion.vision.load import load_photo

    samples, settings = photo_samples(), Settings()
    kinds = list(samples)

    def one(i: int, chance: Random) -> str:
        kind = kinds[i % len(kinds)]
        try:
            load_photo(mangled(samples[kind], chance), settings)
        except PhotoError as refused:
            return f"{kind}: {refused.code}"
        return f"{kind}: read"

    return _each(number, seed, "photo", one)


# --- Games and boxes, by the forms they come in with


def text_changed(document: object, chance: Random) -> bytes:
    """As JSON with parts of it changed, and now and then bytes as well."""
    for _ in range(chance.randrange(5)):
        document = changed(document, chance)
    written = json.dumps(document, ensure_ascii=chance.random() < 0.5).encode(errors="replace")
    return mangled(written, chance) if chance.random() < 0.2 else written


def game_samples(backend: Backend) -> list[object]:
    ids = some_tables(backend)["table_id"]
    river = {"format": "river-table/1", "players": [{"name": "Ada"}, {"name": "Bo"}], "start_player": "Ada"}
    ids += (backend.service.create("river", {"table": river}).info.id,)
    golden = [json.loads(path.read_text("utf-8")) for path in sorted(ROOT.glob("tests/golden/dewan/*/*.json"))]
    logs = [found for found in golden if isinstance(found, dict) and found.get("format") == LOG_FORMAT]
    return [
        *(export_log(backend.service, one) for one in ids),
        *(export_record(backend.service, one) for one in ids),
        *(write_table(demo_table(scenario)) for scenario in ScenarioName),
        *logs,
    ]


def games(number: int, seed: str) -> tuple[int, Outcomes]:
    return _by_form(number, seed, "game", "/games/import", game_samples, ("", "/replay"))


def boxes(number: int, seed: str) -> tuple[int, Outcomes]:
    samples = [demo_box_json(), write_river_box(river_demo_box())]
    samples += [json.loads(path.read_text("utf-8")) for path in sorted((ROOT / "sample_photos").glob("*.box.json"))]
    return _by_form(number, seed, "box", "/box/read", lambda backend: samples, ("",))


def _by_form(
    number: int, seed: str, what: str, path: str, samples: Callable[[Backend], list[object]], looks: tuple[str, ...]
) -> tuple[int, Outcomes]:
    faults, outcomes = 0, Outcomes()
    for start in range(0, number, ROUND):
        with ExitStack() as left:
            folder = Path(left.enter_context(tempfile.TemporaryDirectory()))
            backend = left.enter_context(open_backend(DataDir(folder)))
            app = create_app(WebConfig(data_dir=folder, companion=backend))
            app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=False)
            client, documents = app.test_client(), samples(backend)

            def one(
                i: int,
                chance: Random,
                client: FlaskClient = client,
                documents: list[object] = documents,
            ) -> str:
                sent = text_changed(chance.choice(documents), chance)
                answer = client.post(path, data={"file": (io.BytesIO(sent), "file.json")})
                where = answer.headers.get("Location") or answer.headers.get("HX-Redirect")
                if answer.status_code == 303 and where:
                    for look in looks:
                        _sound(client.get(where + look).status_code)
                return str(_sound(answer.status_code))

            found, given = _each(min(ROUND, number - start), f"{seed}-{start}", what, one)
            faults += found
            outcomes.update(given)
    return faults, outcomes


class Unsound(Exception):
    pass


def _sound(status: int) -> int:
    if status >= 500:
        raise Unsound(f"answered with {status}")
    return status


# --- Backups


def backups(number: int, seed: str) -> tuple[int, Outcomes]:
    with ExitStack() as left:
        folder = Path(left.enter_context(tempfile.TemporaryDirectory()))
        full, now = DataDir(folder / "full"), datetime(2026, 11, 18, tzinfo=UTC)
        with open_backend(full) as backend:
            table_id = some_tables(backend)["table_id"][0]
        (full.photos / table_id).mkdir(parents=True)
        (full.photos / table_id / "a.jpg").write_bytes((ROOT / "sample_photos" / "hard_0.jpg").read_bytes())
        archive = pack(full, folder / "all.zip", now).read_bytes()
        samples = (archive, archive, full.database.read_bytes())

        def one(i: int, chance: Random) -> str:
            sent = folder / "sent"
            data = chance.choice(samples)
            sent.write_bytes(
                _repacked(data, chance) if chance.random() < 0.3 and data is archive else _wounded(data, chance)
            )
            with tempfile.TemporaryDirectory(dir=folder) as place:
                target = DataDir(Path(place))
                try:
                    bring_back(sent, target, now)
                except (BadBackup, NoBackup) as refused:
                    if target.database.exists() or target.photos.exists():
                        raise Unsound("refused, but something was left") from refused
                    return str(refused.params.get("cause", refused.code))
                with open_backend(target) as backend:
                    for info in backend.service.store.tables():
                        backend.service.store.table(info.id)
            return "restored"

        return _each(number, seed, "backup", one)


def databases(number: int, seed: str) -> tuple[int, Outcomes]:
    """The database itself with bytes changed, as a failing disk leaves it: opened, or refused by name."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        full = DataDir(folder / "full")
        with open_backend(full) as backend:
            some_tables(backend)
        data = full.database.read_bytes()

        def one(i: int, chance: Random) -> str:
            with tempfile.TemporaryDirectory(dir=folder) as place:
                here = DataDir(Path(place))
                here.database.write_bytes(_wounded(data, chance))
                try:
                    with open_backend(here) as backend:
                        client = create_app(WebConfig(data_dir=here.path, companion=backend)).test_client()
                        status = client.get("/").status_code
                        if status >= 500 and status != 503:
                            raise Unsound(f"the home page was answered with {status}")
                        backend.service.store.check()
                except TableError as refused:
                    return refused.code
            return "opened"

        return _each(number, seed, "database", one)


def _wounded(data: bytes, chance: Random) -> bytes:
    """Anywhere: the list of a zip file is at its end, the pages of a database are everywhere."""
    changing = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 50))):
        near = chance.choice((len(changing), min(len(changing), 200)))
        place = chance.randrange(near) if chance.random() < 0.6 else len(changing) - 1 - chance.randrange(near)
        changing[place] = chance.randrange(256)
    if chance.random() < 0.2:
        del changing[chance.randrange(len(changing)) :]
    return bytes(changing)


def _repacked(archive: bytes, chance: Random) -> bytes:
    """A sound zip file whose parts are not as they should be."""
    file = io.BytesIO()
    ways = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    with zipfile.ZipFile(io.BytesIO(archive)) as sound, zipfile.ZipFile(file, "w", chance.choice(ways)) as other:
        for name in sound.namelist():
            content = sound.read(name)
            if name == "contents.json" and chance.random() < 0.7:
                content = text_changed(json.loads(content), chance)
            elif chance.random() < 0.2:
                content = mangled(content, chance)
            if chance.random() < 0.9:
                other.writestr(chance.choice((name, name, name, f"../{name}", f"photos/{name}")), content)
    return file.getvalue()


# --- The run


def _each(number: int, seed: str, what: str, one: Callable[[int, Random], str]) -> tuple[int, Outcomes]:
    faults, outcomes = 0, Outcomes()
    for i in range(number):
        faulthandler.dump_traceback_later(HANGS_AFTER, exit=True)
        try:
            outcomes[one(i, Random(f"{seed}-{what}-{i}"))] += 1
        except Exception as error:
            faults += 1
            print(f"{what} {seed}-{i}: {type(error).__name__}: {error}"[:400], flush=True)
        faulthandler.cancel_dump_traceback_later()
    return faults, outcomes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = {"photos": (photos, 450), "games": (games, 500), "boxes": (boxes, 500), "backups": (backups, 300)}
    kinds["databases"] = (databases, 300)
    for name, (_, usual) in kinds.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    faults = 0
    for name, (run, _) in kinds.items():
        number: int = getattr(arguments, name)
        found, outcomes = run(number, arguments.seed)
        faults += found
        print(f"{number} {name}, {found} faults: {dict(sorted(outcomes.items()))}", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
