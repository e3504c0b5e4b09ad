"""Whole readings of the sample photos."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

from companion.rules.hexes import Hex
from companion.vision.command import main
from companion.vision.evaluate import checked_rows, evaluate, judge
from companion.vision.load import load_photo
from companion.vision.look import learn_look, look_from_json, look_to_json
from companion.vision.overlay import draw_reading
from companion.vision.pipeline import read_photo
from companion.vision.reading import Reading
from companion.vision.settings import DEFAULTS
from tests.vision.conftest import SAMPLES, box_of, truth_of

FILES = Path(__file__).parent / "files"


@pytest.fixture(scope="module")
def easy() -> Reading:
    return read_photo(SAMPLES / "easy_1.jpg", box_of("easy_1"))


def test_the_checked_in_results_do_not_drop() -> None:
    """Guards ``sample_photos/results.json``: figures may rise (write the table anew), none may fall."""
    before = {row["photo"]: row for row in json.loads((SAMPLES / "results.json").read_text(encoding="utf-8"))}
    now = {row["photo"]: row for row in checked_rows(evaluate(SAMPLES))}
    assert set(now) == set(before)
    for photo, row in now.items():
        old = before[photo]
        for figure in ("spaces_found", "terrain_right", "exact", "tiles_right", "camps_right"):
            assert row[figure] >= old[figure], (photo, figure)
        assert row["spurious"] <= old["spurious"], photo
        assert row["camps_read"] - row["camps_right"] <= old["camps_read"] - old["camps_right"], photo
        assert row["found"] == old["found"], photo
        assert row["centre_error"] <= max(0.1, old["centre_error"]), photo


def test_the_samples_meet_the_aims() -> None:
    rows = json.loads((SAMPLES / "results.json").read_text(encoding="utf-8"))
    maps = [r for r in rows if r["map_present"]]
    assert len(rows) >= 12
    assert sum(r["terrain_right"] for r in maps) / sum(r["spaces"] for r in maps) >= 0.995
    assert not any(r["found"] for r in rows if not r["map_present"])
    assert max(r["centre_error"] for r in maps) < 0.1
    assert sum(r["camps_right"] for r in maps) / sum(r["camps"] for r in maps) >= 0.95
    assert sum(r["camps_right"] for r in maps) / sum(r["camps_read"] for r in maps) >= 0.95


def test_every_sample_has_truth_and_box() -> None:
    for photo in SAMPLES.glob("*.jpg"):
        truth = truth_of(photo.stem)
        assert truth["photo"] == photo.name
        assert (SAMPLES / truth["box"]).exists()
        assert photo.stat().st_size < 300_000


def test_coordinates_and_rotation_agree_with_the_box(easy: Reading) -> None:
    tiles = {t.id: t for t in box_of("easy_1").tiles}
    read = {s.at: s.terrain for s in easy.spaces}
    for tile in easy.tiles:
        for at, terrain in tiles[tile.id].terrains.items():
            assert read[at.turned(tile.rotation).moved(tile.centre)] == terrain


def test_confidences_are_probabilities(easy: Reading) -> None:
    for one in (*easy.spaces, *easy.tiles, *easy.camps):
        assert 0 <= one.confidence <= 1


def test_json_has_the_contract_keys(easy: Reading) -> None:
    document = easy.as_json("easy_1.jpg")
    assert list(document) == ["photo", "found", "seconds", "spaces", "tiles", "camps", "warnings"]
    assert set(document["spaces"][0]) == {"at", "terrain", "centre_px", "confidence"}
    assert set(document["tiles"][0]) == {"id", "rotation", "centre", "confidence"}
    assert set(document["camps"][0]) == {"color", "at", "confidence"}
    json.dumps(document)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_photo_reads_the_same_map(turn: int) -> None:
    with Image.open(SAMPLES / "easy_1.jpg") as picture:
        turned = picture.rotate(turn, expand=True)
    out = io.BytesIO()
    turned.save(out, "PNG")
    reading = read_photo(out.getvalue(), box_of("easy_1"))
    truth = truth_of("easy_1")
    width, height = truth["size"]
    for h in truth["hexes"]:
        x, y = h["centre_px"]
        h["centre_px"] = {90: (y, width - 1 - x), 180: (width - 1 - x, height - 1 - y), 270: (height - 1 - y, x)}[turn]
    result = judge(reading, truth)
    assert result.exact
    assert result.tiles_right == result.tiles
    assert result.centre_error < 0.1


def test_pixels_are_those_of_the_photo_as_displayed() -> None:
    """Stored sideways with an EXIF orientation: the answer is in upright pixels."""
    with Image.open(SAMPLES / "easy_1.jpg") as picture:
        stored = picture.transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = 6
    out = io.BytesIO()
    stored.save(out, "JPEG", quality=90, exif=exif)
    assert judge(read_photo(out.getvalue(), box_of("easy_1")), truth_of("easy_1")).exact


def test_a_heic_photo_is_read() -> None:
    result = judge(read_photo(FILES / "easy_1.heic", box_of("easy_1")), truth_of("easy_1"))
    assert result.exact


def test_twelve_megapixels_answer_in_their_own_pixels() -> None:
    with Image.open(SAMPLES / "easy_1.jpg") as picture:
        large = picture.resize((picture.width * 5 // 2, picture.height * 5 // 2), Image.Resampling.BICUBIC)
    out = io.BytesIO()
    large.save(out, "JPEG", quality=85)
    truth = truth_of("easy_1")
    for h in truth["hexes"]:
        h["centre_px"] = [2.5 * v for v in h["centre_px"]]
    result = judge(read_photo(out.getvalue(), box_of("easy_1")), truth)
    assert result.exact
    assert result.centre_error < 0.1


def test_without_a_box_spaces_and_terrains_are_still_read() -> None:
    result = judge(read_photo(SAMPLES / "easy_1.jpg"), truth_of("easy_1"))
    assert result.exact
    assert result.tiles_right == 0


@pytest.mark.parametrize("name", ["none_0", "none_3"])
@pytest.mark.parametrize("with_box", [True, False])
def test_a_table_without_a_map_is_refused(name: str, with_box: bool) -> None:
    reading = read_photo(SAMPLES / f"{name}.jpg", box_of(name) if with_box else None)
    assert not reading.found
    assert not reading.spaces
    assert "no map" in reading.warnings[0]


@pytest.mark.parametrize("kind", ["black", "white", "noise", "ramp", "stripes", "grey photo"])
def test_pictures_of_nothing_are_refused(kind: str) -> None:
    rng = np.random.default_rng(1)
    ys, xs = np.mgrid[0:480, 0:640]
    values = {
        "black": np.zeros((480, 640, 3)),
        "white": np.full((480, 640, 3), 255.0),
        "noise": rng.uniform(0, 255, (480, 640, 3)),
        "ramp": np.stack([xs / 3, ys / 2, xs / 4], axis=2),
        "stripes": np.repeat((xs // 20 % 2 * 200)[..., None], 3, axis=2),
        "grey photo": np.repeat(rng.normal(120, 20, (480, 640, 1)), 3, axis=2),
    }[kind]
    out = io.BytesIO()
    Image.fromarray(np.clip(values, 0, 255).astype(np.uint8)).save(out, "PNG")
    assert not read_photo(out.getvalue(), box_of("easy_1")).found


def test_four_taps_are_enough() -> None:
    """A photo too blurred to find the lattice in alone is read once four centres are tapped, each a bit off."""
    truth = truth_of("easy_3")
    with Image.open(SAMPLES / "easy_3.jpg") as picture:
        blurred = picture.filter(ImageFilter.GaussianBlur(2))
    out = io.BytesIO()
    blurred.save(out, "PNG")
    hexes = truth["hexes"]
    far = sorted(hexes, key=lambda h: h["centre_px"][0])
    high = sorted(hexes, key=lambda h: h["centre_px"][1])
    chosen = {(h["q"], h["r"]): h for h in (far[0], far[-1], high[0], high[-1], far[3], high[3])}.values()
    off = [(4.0, -3.0), (-4.0, 3.0), (3.0, 4.0), (-3.0, -4.0), (2.0, 2.0), (-2.0, 3.0)]
    taps = [
        (h["centre_px"][0] + dx, h["centre_px"][1] + dy, h["q"], h["r"])
        for h, (dx, dy) in zip(chosen, off, strict=False)
    ][:4]
    result = judge(read_photo(out.getvalue(), box_of("easy_3"), taps=taps), truth)
    assert result.exact
    assert result.tiles_right == result.tiles


def test_taps_in_a_line_or_mirrored_find_nothing() -> None:
    line = [(100.0 * k, 100.0, k, 0) for k in range(1, 5)]
    assert not read_photo(SAMPLES / "easy_1.jpg", box_of("easy_1"), taps=line).found
    mirrored = [(800.0, 600.0, 0, 0), (900.0, 600.0, 1, 0), (850.0, 513.0, 0, 1), (950.0, 513.0, 1, 1)]
    assert not read_photo(SAMPLES / "easy_1.jpg", box_of("easy_1"), taps=mirrored).found


def test_the_overlay_changes_the_picture_only_near_the_map(easy: Reading) -> None:
    rgb = load_photo(SAMPLES / "easy_1.jpg", DEFAULTS).rgb
    drawn = draw_reading(rgb, easy)
    changed = (drawn != rgb).any(axis=2)
    assert changed.any()
    xs = [x for ring in easy.corners_px.values() for x, _ in ring]
    assert not changed[:, : max(0, int(min(xs)) - 60)].any()
    assert np.array_equal(draw_reading(rgb, Reading(found=False)), rgb)


def test_the_look_of_ones_own_tiles_is_learned_and_kept() -> None:
    box, truth = box_of("easy_1"), truth_of("easy_1")
    look = learn_look([(SAMPLES / "easy_1.jpg", tuple(t["id"] for t in truth["tiles"]))], box)
    assert {"forest", "water", "desert"} <= set(look)
    assert look["forest"][0][1] < 0 < look["desert"][0][2]
    again = look_from_json(json.loads(json.dumps(look_to_json(look))))
    assert again == look
    assert judge(read_photo(SAMPLES / "easy_1.jpg", box, look=look), truth).exact


@pytest.mark.parametrize(
    "document",
    [
        {"format": "other"},
        {"format": "dewan-look/1", "terrains": {"sea": {}}},
        {"format": "dewan-look/1", "terrains": {"forest": {"lab": [1, 2]}}},
        {"format": "dewan-look/1", "terrains": {"forest": {"lab": [1, 2, 3], "spread": [0, 1, 1]}}},
    ],
)
def test_a_broken_look_is_refused_in_words(document: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="look"):
        look_from_json(document)


def test_the_command_writes_one_line_a_photo(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"%PDF-")
    status = main([str(SAMPLES / "easy_1.jpg"), str(bad), "--box", str(SAMPLES / "easy_1.box.json"), "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert status == 1
    assert [line["found"] for line in lines] == [True, False]
    assert "PDF" in lines[1]["warnings"][0]
    assert {tuple(s["at"]) for s in lines[0]["spaces"]} >= {(0, 0)}


def test_the_command_speaks_plainly_without_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(SAMPLES / "none_0.jpg")]) == 0
    assert "no map" in capsys.readouterr().out


def test_the_command_refuses_a_broken_box(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    box = tmp_path / "box.json"
    box.write_text("{}")
    assert main([str(SAMPLES / "none_0.jpg"), "--box", str(box)]) == 2
    assert "box file" in capsys.readouterr().err


def test_the_judge_finds_mistakes(easy: Reading) -> None:
    truth = truth_of("easy_1")
    truth["hexes"][0]["terrain"] = "water" if truth["hexes"][0]["terrain"] != "water" else "desert"
    assert not judge(easy, truth).exact
    assert judge(Reading(found=False), truth_of("easy_1")).spaces_found == 0
    mirrored = truth_of("easy_1")
    for h in mirrored["hexes"]:
        h["q"], h["r"] = h["r"], h["q"]
    assert not judge(easy, mirrored).exact


def test_at_is_a_hex(easy: Reading) -> None:
    assert all(isinstance(s.at, Hex) for s in easy.spaces)
