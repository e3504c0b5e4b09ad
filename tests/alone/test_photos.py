"""The photo part of a pack: loaded when a photo is wanted, by checksum, from where its owner said. Small stand-ins take
the place of the runtime's packages, which cannot be had here."""

import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from companion.alone import fetch, pack
from companion.platform import browser
from tests.alone.packed import StaticHost, app, device, new_table, opened

pytestmark = pytest.mark.browser

MODULES = {"numpy": "numpy", "opencv-python": "cv2", "pillow": "PIL"}
ABSENT = "The photo reader is not here"


def wheel(name: str) -> bytes:
    made = io.BytesIO()
    about = f"{name.replace('-', '_')}-1.dist-info"
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(zipfile.ZipInfo(f"{MODULES[name]}/__init__.py"), "STAND_IN = True\n")
        archive.writestr(zipfile.ZipInfo(f"{about}/METADATA"), f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        archive.writestr(zipfile.ZipInfo(f"{about}/WHEEL"), "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(zipfile.ZipInfo(f"{about}/RECORD"), "")
    return made.getvalue()


@pytest.fixture(scope="module")
def with_photos(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """As ``companion pack --photos packages``, where the runtime's list of packages names the stand-ins."""
    folder = tmp_path_factory.mktemp("photos") / "pack"
    wheels = {name: wheel(name) for name in pack.PHOTO_PACKAGES}
    ordinary = fetch.package

    def package(kept: Path, wanted: str, *names: str) -> Mapping[str, bytes]:
        files = dict(ordinary(kept, wanted, *names))
        if "pyodide-lock.json" in names:
            lock = json.loads(files["pyodide-lock.json"])
            for name, content in wheels.items():
                sums = {"file_name": f"{name}.whl", "sha256": hashlib.sha256(content).hexdigest(), "depends": []}
                lock["packages"][name] |= sums
            files["pyodide-lock.json"] = json.dumps(lock).encode()
        return files

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fetch, "package", package)
        pack.pack(folder, photos="packages")
    (folder / "packages").mkdir()
    for name, content in wheels.items():
        (folder / "packages" / f"{name}.whl").write_bytes(content)
    yield folder
    shutil.rmtree(folder)


def test_the_photo_part_is_loaded_when_a_photo_is_wanted_and_kept(
    playwright: Playwright, with_photos: Path, tmp_path: Path
) -> None:
    host = StaticHost(with_photos)
    numpy = with_photos / "packages" / "numpy.whl"
    sound = numpy.read_bytes()
    numpy.write_bytes(sound[:-1] + b"!")
    with device(playwright, tmp_path / "profile") as context:
        page = opened(context, host.url)
        address = f"app/tables/{new_table(page)}/photo"
        go = "(where) => { document.getElementById('app').src = where; }"
        page.evaluate(go, address)
        expect(app(page).get_by_text(ABSENT)).to_be_visible(timeout=120_000)  # another checksum: it is not run
        numpy.write_bytes(sound)
        page.evaluate(go, f"{address}?again")
        expect(app(page).locator("input[type=file]").first).to_be_attached(timeout=120_000)
        expect(app(page).get_by_text(ABSENT)).to_have_count(0)
        shutil.rmtree(with_photos / "packages")
        page.close()
        page = opened(context, host.url)
        page.evaluate(go, address)
        expect(app(page).locator("input[type=file]").first).to_be_attached(timeout=120_000)
        expect(app(page).get_by_text(ABSENT)).to_have_count(0)  # from the device, without the host
    host.stop()


def test_what_is_a_process_elsewhere_runs_at_once() -> None:
    """The photo's worker in the thread that answers: here with a photo that is none."""
    program = browser.start_program(("python", "-m", "companion.dewan.vision.worker"))
    photo = b"no photo"
    program.stdin.write(json.dumps({"bytes": len(photo), "box": {}}).encode() + b"\n" + photo)
    *stages, last = [json.loads(line) for line in program.stdout.readlines()]
    assert stages == [{"stage": "load"}]
    assert last["failed"] == "wrong-kind"
    assert browser.workers(2, "photo").submit(lambda given: given + 1, 1).result() == 2
