"""Files that are no photos, or hostile ones: each with its own plain sentence, quickly and in little memory."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bench.bad_photos import COMMANDS, FILES, MOST_MB, asking, colourful, cost, encoded
from companion.dewan.vision.reading import PhotoError
from companion.dewan.vision.settings import DEFAULTS
from companion.vision.load import load_photo
from tests.dewan.vision.conftest import SAMPLES

SAVED = Path(__file__).parent / "files"


@cache
def made(name: str) -> bytes:
    return FILES[name][0]()


def refusal(data: bytes | Path) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        load_photo(data, DEFAULTS)
    assert caught.value.sentence.endswith(".")
    return caught.value


@pytest.mark.parametrize("name", [name for name, (_, code) in FILES.items() if code])
def test_bad_input_is_refused_by_name(name: str) -> None:
    assert refusal(made(name)).code == FILES[name][1]


@pytest.mark.parametrize("name", ["CMYK", "16 bit", "EXIF that lies", "zip bomb, head lies"])
def test_odd_but_honest_pictures_are_opened(name: str) -> None:
    photo = load_photo(made(name), DEFAULTS)
    assert sorted(photo.size_px) == [300, 400]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_worst_files_stay_below_the_limit_and_leave_nothing(tmp_path: Path, command: str) -> None:
    """In a process of its own, whose peak is its own: bombs, and the largest pictures that are opened."""
    look = tmp_path / "look.json"
    look.write_bytes((SAMPLES / "print" / "look.json").read_bytes())
    known = json.loads(look.read_text(encoding="utf-8"))
    given, scratch = tmp_path / "given", tmp_path / "scratch"
    given.mkdir()
    scratch.mkdir()
    worst = ["zip bomb, head honest", "zip bomb, head lies", "note that unpacks to 300 MB", "12 megapixels, WebP"]
    paths = []
    for name in worst:
        paths.append(given / f"{len(paths)}.jpg")
        paths[-1].write_bytes(made(name))
    said, megabytes, _ = cost(paths, cwd=given, scratch=scratch, command=asking(command, look))
    assert len(said) == len(worst)
    assert all(sentence.endswith(".") for sentence in said)
    assert megabytes < MOST_MB
    assert sorted(given.iterdir()) == sorted(paths)
    assert not list(scratch.iterdir())
    assert json.loads(look.read_text(encoding="utf-8")) == known, "a bad photo never makes it worse"
    assert sorted(tmp_path.iterdir()) == sorted([given, scratch, look]), "nor a box of nothing"


def test_a_file_of_200_megabytes_is_refused_unread(tmp_path: Path) -> None:
    big = tmp_path / "big.jpg"
    with big.open("wb") as file:
        file.truncate(200_000_000)
    assert refusal(big).code == "too-heavy"
    assert "200 MB" in refusal(big).sentence


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nothing.jpg").code == "missing"
    assert refusal(tmp_path).code == "not-a-file"


def test_a_pdf_named_jpg_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "map.jpg"
    path.write_bytes(b"%PDF-1.4 anything")
    assert "PDF" in refusal(path).sentence


def assert_colourful(rgb: np.ndarray) -> None:
    height, width = rgb.shape[:2]
    left, right, top = rgb[height // 2, width // 4], rgb[height // 2, 3 * width // 4], rgb[height // 20, width // 2]
    assert int(left.argmax()) == 0
    assert int(right.argmax()) == 2
    assert int(top.argmax()) == 1


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_common_kinds_are_read(kind: str) -> None:
    photo = load_photo(encoded(colourful(), kind), DEFAULTS)
    assert photo.size_px == (400, 300)
    assert_colourful(photo.rgb)


@pytest.mark.parametrize("mode", ["CMYK", "P", "RGBA", "L", "LA", "1"])
def test_other_modes_become_rgb(mode: str) -> None:
    kind = "JPEG" if mode in ("CMYK", "L") else "PNG"
    photo = load_photo(encoded(colourful(mode=mode), kind), DEFAULTS)
    assert photo.rgb.shape == (300, 400, 3)
    if mode in ("CMYK", "P", "RGBA"):
        assert_colourful(photo.rgb)


def test_sixteen_bits_are_scaled_down() -> None:
    ramp = np.linspace(0, 65535, 400 * 300).reshape(300, 400).astype(np.uint16)
    photo = load_photo(encoded(Image.fromarray(ramp), "PNG"), DEFAULTS)
    assert photo.rgb[0, 0, 0] < 5
    assert photo.rgb[-1, -1, 0] > 250
    assert 120 < photo.rgb[150, 200, 0] < 136


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_applied_once(orientation: int) -> None:
    back = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    stored = colourful() if back is None else colourful().transpose(back)
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = load_photo(encoded(stored, "JPEG", exif=exif), DEFAULTS)
    assert photo.size_px == (400, 300)
    assert_colourful(photo.rgb)


@pytest.mark.parametrize("value", [0, 9, 77])
def test_a_senseless_orientation_is_ignored(value: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = value
    assert_colourful(load_photo(encoded(colourful(), "JPEG", exif=exif), DEFAULTS).rgb)


def test_broken_exif_is_ignored() -> None:
    data = encoded(colourful(), "JPEG", exif=b"Exif\x00\x00II*\x00\xff\xff\xff\xff garbage")
    assert_colourful(load_photo(data, DEFAULTS).rgb)


def test_large_photos_are_shrunk_but_keep_their_size() -> None:
    photo = load_photo(encoded(colourful(4000, 3000), "JPEG"), DEFAULTS)
    assert photo.size_px == (4000, 3000)
    assert max(photo.rgb.shape) <= DEFAULTS.working_side_px
    assert photo.shrink == pytest.approx(0.5, abs=0.01)
    assert_colourful(photo.rgb)


def test_heic_is_read_and_a_cut_one_refused() -> None:
    data = (SAVED / "colours.heic").read_bytes()
    photo = load_photo(data, DEFAULTS)
    assert photo.size_px == (400, 300)
    assert_colourful(photo.rgb)
    assert refusal(data[: len(data) // 2]).code in ("truncated", "damaged", "wrong-kind")


def test_nothing_is_left_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.jpg"
    path.write_bytes(encoded(colourful(), "JPEG"))
    load_photo(path, DEFAULTS)
    assert [p.name for p in tmp_path.iterdir()] == ["a.jpg"]
