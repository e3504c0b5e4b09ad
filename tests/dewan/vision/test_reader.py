"""Whole readings of the sample photos."""

import base64
import io
import itertools
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageFilter

from bench.photo_figures import checked_rows, evaluate, judge
from bench.photo_overlay import draw_reading
from companion.dewan.cli.read import main
from companion.dewan.vision import worker
from companion.dewan.vision.lattice import make_views
from companion.dewan.vision.pipeline import STAGES, read_photo
from companion.dewan.vision.reading import Reading
from companion.dewan.vision.search import hexagons_in, search_from
from companion.dewan.vision.settings import DEFAULTS
from companion.dewan.vision.terrain import read_map
from companion.i18n.environment import terminal_speaker
from companion.rules.hexes import Hex
from companion.vision.load import load_photo
from companion.vision.pipes import clean_picture
from tests.dewan.vision.conftest import SAMPLES, box_of, truth_of

FILES = Path(__file__).parent / "files"


told_of_easy: list[tuple[str, int, int]] = []
"""What was told of the stages of that reading."""


@pytest.fixture(scope="module")
def easy() -> Reading:
    told_of_easy.clear()
    return read_photo(SAMPLES / "easy_1.jpg", box_of("easy_1"), progress=lambda *told: told_of_easy.append(told))


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
    assert list(document) == ["photo", "found", "seconds", "spaces", "tiles", "camps", "berries", "markers", "warnings"]
    assert set(document["spaces"][0]) == {"at", "terrain", "centre_px", "confidence"}
    assert set(document["tiles"][0]) == {"id", "rotation", "centre", "confidence"}
    assert set(document["camps"][0]) == {"color", "at", "confidence"}
    json.dumps(document)


@pytest.mark.parametrize("turn", [90, 180])
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
        h["centre_px"] = {90: (y, width - 1 - x), 180: (width - 1 - x, height - 1 - y)}[turn]
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


@pytest.mark.parametrize(("name", "with_box"), [("none_0", True), ("none_3", False)])
def test_a_table_without_a_map_is_refused(name: str, with_box: bool) -> None:
    reading = read_photo(SAMPLES / f"{name}.jpg", box_of(name) if with_box else None)
    assert not reading.found
    assert not reading.spaces
    assert reading.warnings[0].code == "cli.read.nothing"


def hexagon_floor(tones: int) -> bytes:
    rng = np.random.default_rng(2)
    colours = [(225, 160, 40), (60, 60, 60), (120, 140, 160)][:tones]
    floor = np.full((900, 1200, 3), 90, np.uint8)
    angles = np.radians(30 + 60 * np.arange(6))
    for r, q in itertools.product(range(15), range(-8, 17)):
        ring = np.array([(q + r / 2) * 78, r * 68]) + np.stack([np.cos(angles), np.sin(angles)], axis=1) * 43
        ink = tuple(int(v) for v in np.array(colours[int(rng.integers(tones))]) * rng.uniform(0.9, 1.05))
        cv2.fillPoly(floor, [np.round(ring).astype(np.int32)], ink, cv2.LINE_AA)
    out = io.BytesIO()
    Image.fromarray(cv2.GaussianBlur(floor, (0, 0), 1)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(("tones", "with_box"), [(1, False), (3, True)])
def test_a_floor_of_hexagons_is_no_map(tones: int, with_box: bool) -> None:
    """Seams all over and even a few tones, but more of it than any table holds, and too little on it."""
    assert not read_photo(hexagon_floor(tones), box_of("easy_1") if with_box else None).found


def test_a_floor_of_hexagons_is_not_even_read() -> None:
    """Naming hundreds of spaces would take many seconds, only to refuse them."""
    rgb = load_photo(hexagon_floor(3), DEFAULTS).rgb
    views = make_views(rgb, DEFAULTS.view_sides_px)
    lattice = search_from(views, hexagons_in(views, DEFAULTS), rgb.shape[1], rgb.shape[0], DEFAULTS)[0].lattice
    assert read_map(views, lattice, None, DEFAULTS) is None
    assert read_map(views, lattice, None, replace(DEFAULTS, floor_spaces=10_000)) is not None, "else this tests nothing"


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


def blurred(name: str) -> bytes:
    """A sample too blurred to be sure of."""
    with Image.open(SAMPLES / f"{name}.jpg") as picture:
        soft = picture.filter(ImageFilter.GaussianBlur(2))
    out = io.BytesIO()
    soft.save(out, "PNG")
    return out.getvalue()


def tapped(name: str, spaces: list[Hex], off_px: float) -> list[tuple[float, float]]:
    """Taps on space centres, each off by so much and another way."""
    places = {(h["q"], h["r"]): h["centre_px"] for h in truth_of(name)["hexes"]}
    ways = [(0.6, -0.8), (-0.8, 0.6), (0.8, 0.6), (-0.6, -0.8)]
    return [
        (places[at][0] + off_px * dx, places[at][1] + off_px * dy) for at, (dx, dy) in zip(spaces, ways, strict=True)
    ]


@pytest.mark.parametrize("side", [1, 4])
def test_four_taps_on_touching_spaces_are_enough(side: int) -> None:
    """In any order, each a tenth of a space off, on a photo too blurred to be sure of."""
    name, at = "easy_3", Hex(0, 0)
    diamond = [at, at.neighbour(side), at.neighbour(side + 2), at.neighbour(side + 1)]
    result = judge(read_photo(blurred(name), box_of(name), taps=tapped(name, diamond, off_px=11)), truth_of(name))
    assert result.exact
    assert result.tiles_right == result.tiles


def test_named_taps_may_be_anywhere() -> None:
    name = "easy_3"
    hexes = truth_of(name)["hexes"]
    far = sorted(hexes, key=lambda h: h["centre_px"][0])
    high = sorted(hexes, key=lambda h: h["centre_px"][1])
    spaces = [Hex(h["q"], h["r"]) for h in (far[0], far[-1], high[0], high[-1])]
    assert len(set(spaces)) == 4
    taps = [(*px, *at) for px, at in zip(tapped(name, spaces, off_px=8), spaces, strict=True)]
    assert judge(read_photo(blurred(name), box_of(name), taps=taps), truth_of(name)).exact


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


def test_a_review_says_more_than_the_contract(easy: Reading) -> None:
    review = json.loads(json.dumps(easy.as_review("easy_1.jpg")))
    plain = easy.as_json("easy_1.jpg")
    assert review["size_px"] == truth_of("easy_1")["size"]
    for said, space in zip(plain["spaces"], review["spaces"], strict=True):
        assert said.items() <= space.items()
        assert len(space["corners_px"]) == 6
        middle = np.mean(space["corners_px"], axis=0)
        assert np.abs(middle - space["centre_px"]).max() < 3
        assert space["terrain"] not in [other["terrain"] for other in space["alternatives"]]
    for tile in review["tiles"]:
        assert (tile["id"], tile["rotation"]) not in [(o["id"], o["rotation"]) for o in tile["alternatives"]]
        shares = [tile["confidence"], *(other["confidence"] for other in tile["alternatives"])]
        assert sum(shares) <= 1.01
    spots = {tuple(space["at"]): np.array(space["corners_px"]) for space in review["spaces"]}
    assert review["camps"]
    for camp in review["camps"]:
        corners = spots[tuple(camp["at"])]
        assert (corners.min(axis=0) <= camp["foot_px"]).all()
        assert (camp["foot_px"] <= corners.max(axis=0)).all()


@pytest.mark.usefixtures("easy")
def test_every_stage_is_announced() -> None:
    assert told_of_easy == [(stage, k, len(STAGES)) for k, stage in enumerate(STAGES)]


def worked(head: dict[str, object], photo: bytes) -> list[dict[str, object]]:
    """What the worker says, line by line."""
    given = io.BytesIO(json.dumps({**head, "bytes": len(photo)}).encode() + b"\n" + photo)
    out = io.BytesIO()
    assert worker.main(given, out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_worker_tells_its_progress_and_gives_the_bare_picture() -> None:
    box = json.loads((SAMPLES / "easy_1.box.json").read_text(encoding="utf-8"))
    *stages, told = worked({"box": box}, (SAMPLES / "easy_1.jpg").read_bytes())
    assert list(dict.fromkeys(line["stage"] for line in stages)) == list(STAGES)
    reading = told["reading"]
    assert isinstance(reading, dict)
    assert len(reading["spaces"]) == len(truth_of("easy_1")["hexes"])
    with Image.open(io.BytesIO(base64.b64decode(str(told["picture"])))) as picture:
        assert list(picture.size) == reading["size_px"]
        assert not picture.getexif()


def test_the_worker_strips_where_a_photo_was_taken() -> None:
    tags = Image.Exif()
    tags[0x010F] = "Maker of phones"
    tags.get_ifd(0x8825)[2] = (48.0, 8.0, 13.0)
    sent = io.BytesIO()
    with Image.open(SAMPLES / "easy_1.jpg") as photo:
        photo.save(sent, "JPEG", exif=tags, comment=b"at my place")
    with Image.open(io.BytesIO(sent.getvalue())) as photo:
        assert photo.getexif().get_ifd(0x8825), "the photo tells where it was taken"
    picture = clean_picture(sent.getvalue())
    assert b"Exif" not in picture
    assert b"Maker of phones" not in picture
    with Image.open(io.BytesIO(picture)) as photo:
        assert not photo.getexif()
        assert set(photo.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


def test_the_command_writes_one_line_a_photo(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"%PDF-")
    status = main([str(SAMPLES / "easy_1.jpg"), str(bad), "--box", str(SAMPLES / "easy_1.box.json"), "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert status == 1
    assert [line["found"] for line in lines] == [True, False]
    assert lines[1]["warnings"] == [terminal_speaker()("web.photo.failed-wrong-kind")]
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
