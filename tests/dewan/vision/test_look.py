"""The look of one's own copy: learned from photos, kept in a small file, used by the reader, never made worse."""

import base64
import io
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from bench.bad_photos import encoded
from bench.photo_figures import judge
from companion.cli import main
from companion.dewan.formats.box import read_box
from companion.dewan.formats.look import TerrainLook, look_for_box, read_look, write_look
from companion.dewan.vision import worker
from companion.dewan.vision.look import Look, document_of_look, joined_prints, joined_terrains, look_of_document
from companion.dewan.vision.pipeline import CheckedMap, learn_map, learn_photo, read_photo
from companion.dewan.vision.printed import MEMBERS, SIDE, SeenTile
from companion.dewan.vision.settings import DEFAULTS
from companion.dewan.vision.tiles import TileSet, box_from_json
from companion.formats.faults import BadInput
from companion.rules.hexes import Hex
from tests.dewan.vision.conftest import SAMPLES, box_of, truth_of

PRINT = SAMPLES / "print"
"""One painted print: two photos of its bare tiles, and one of a game."""


def read_json(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def read_truth(name: str) -> dict[str, Any]:
    return read_json(PRINT / f"{name}.json")


@pytest.fixture(scope="module")
def box() -> TileSet:
    return box_from_json(read_json(PRINT / "box.json"))


@pytest.fixture(scope="module")
def look() -> Look:
    """As ``companion learn bare_0.jpg bare_1.jpg`` wrote it."""
    return look_of_document(read_look(read_json(PRINT / "look.json")))


def kept(look: Look, box: TileSet) -> Look:
    """Through its file and back."""
    return look_of_document(read_look(json.loads(json.dumps(write_look(document_of_look(look, box))))))


def test_bare_tiles_teach_their_print(box: TileSet) -> None:
    lesson = learn_photo(PRINT / "bare_0.jpg", box, Look())
    shown = {tile["id"] for tile in read_truth("bare_0")["tiles"]}
    assert len(shown - set(lesson.tiles)) <= 1, "one of them looks nearly like another"
    assert all(prints[0].seen == (1,) * 7 for prints in lesson.look.prints.values()), "nothing stands on it"
    assert len(lesson.look.terrains) >= 5


def test_with_its_print_known_everything_on_the_map_is_right(box: TileSet, look: Look) -> None:
    known = judge(read_photo(PRINT / "game.jpg", box, look=look), read_truth("game"))
    assert (known.exact, known.camps_right, known.camps_read) == (True, known.camps, known.camps)
    assert (known.berries_right, known.berries_read) == (known.berries, known.berries)
    assert (known.markers_right, known.markers_read) == (known.markers, known.markers)


@pytest.mark.parametrize("lossless", [True, False])
def test_a_picture_of_another_size_is_refused_unopened(monkeypatch: pytest.MonkeyPatch, lossless: bool) -> None:
    document = read_json(PRINT / "look.json")
    picture = encoded(Image.new("RGB", (4000, 4000)), "WEBP", lossless=lossless, quality=1, method=0)[:12_000]
    next(iter(document["tiles"].values()))["prints"][0]["picture"] = base64.b64encode(picture).decode()
    opened = [0]
    decode = cv2.imdecode

    def counting(data: np.ndarray, how: int) -> np.ndarray:
        opened[0] += 1
        return decode(data, how)

    monkeypatch.setattr(cv2, "imdecode", counting)
    with pytest.raises(BadInput):
        look_of_document(read_look(document))
    assert opened == [0]


def test_a_look_is_a_small_file(box: TileSet, look: Look) -> None:
    written = json.dumps(write_look(document_of_look(look, box)))
    assert len(written) < 60_000
    again = kept(look, box)
    for name, prints in look.prints.items():
        assert again.prints[name][0].seen == prints[0].seen
        tile = MEMBERS >= 0
        assert np.abs(again.prints[name][0].picture - prints[0].picture)[tile].mean() < 0.02


def test_a_second_photo_of_the_same_tiles_counts_and_a_wrong_one_changes_nothing(box: TileSet, look: Look) -> None:
    once = learn_photo(PRINT / "bare_0.jpg", box, look)
    assert once.tiles
    assert max(max(prints[0].seen) for prints in once.look.prints.values()) == 2
    assert once.otherwise == ()
    # A photo somebody painted over: its tiles are recognised, but nothing of the paint is believed.
    picture = cv2.imread(str(PRINT / "bare_0.jpg"))
    reading = read_photo(PRINT / "bare_0.jpg", box)
    space = reading.spaces[len(reading.spaces) // 2]
    x, y = space.centre_px
    ring = np.array(reading.corners_px[space.at])
    cv2.circle(picture, (int(x), int(y)), int(np.ptp(ring[:, 0]) * 0.35), (200, 60, 200), -1)
    spoiled = learn_photo(cv2.imencode(".png", picture)[1].tobytes(), box, look).look
    truth = read_truth("game")
    after = judge(read_photo(PRINT / "game.jpg", box, look=spoiled), truth)
    assert (after.camps_right, after.camps_read) == (after.camps, after.camps)


def test_what_most_photos_show_wins(box: TileSet) -> None:
    """The first photo was the bad one: two good ones put it right."""
    picture = cv2.imread(str(PRINT / "bare_0.jpg"))
    reading = read_photo(PRINT / "bare_0.jpg", box)
    tile = reading.tiles[0]
    x, y = next(s.centre_px for s in reading.spaces if s.at == tile.centre)
    cv2.circle(picture, (int(x), int(y)), 12, (255, 255, 255), -1)
    known = learn_photo(cv2.imencode(".png", picture)[1].tobytes(), box, Look()).look
    good = learn_photo(PRINT / "bare_0.jpg", box, Look()).look
    for _ in range(2):
        known = learn_photo(PRINT / "bare_0.jpg", box, known).look
    centre = MEMBERS == 0
    off = np.abs(known.prints[tile.id][0].picture - good.prints[tile.id][0].picture)[centre]
    assert off.mean() < 0.03


def test_another_print_learned_first_gives_way_to_the_one_more_photos_show() -> None:
    """Photos of a tile as ``joined_prints`` sees them: one of somebody else's copy, then two of one's own."""
    grain = np.random.default_rng(3)
    # Art of a few broad patches: finer art would agree with any other.
    other, own = (np.kron(grain.uniform(0.05, 0.8, (4, 4, 3)), np.ones((SIDE // 4, SIDE // 4, 1))) for _ in range(2))

    def photo(art: np.ndarray) -> list[SeenTile]:
        seen = np.clip(art * 0.9 + grain.normal(0, 0.005, art.shape), 0, 1)
        return [SeenTile("N1", 0, Hex(0, 0), 1.0, seen, (True,) * 7)]

    daylight = np.ones(3)
    taught = joined_prints({}, photo(other), frozenset(), daylight, DEFAULTS)
    assert set(taught.tiles) == {"N1"}
    for _ in range(2):
        taught = joined_prints(taught.prints, photo(own), frozenset(), daylight, DEFAULTS)
        assert taught.otherwise == ("N1",)
    inside = MEMBERS >= 0
    assert np.abs(taught.prints["N1"][0].picture - own * 0.9)[inside].mean() < 0.02
    again = joined_prints(taught.prints, photo(own), frozenset(), daylight, DEFAULTS)
    assert set(again.tiles) == {"N1"}
    # One photo of the other copy changes nothing then.
    after = joined_prints(again.prints, photo(other), frozenset(), daylight, DEFAULTS).prints["N1"][0]
    assert np.array_equal(after.picture, again.prints["N1"][0].picture)


def test_a_checked_map_teaches_terrains_and_prints_but_not_what_is_covered() -> None:
    truth = truth_of("easy_1")
    corners = {Hex(h["q"], h["r"]): h["corners_px"] for h in truth["hexes"]}
    terrains = {Hex(h["q"], h["r"]): h["terrain"] for h in truth["hexes"]}
    tiles = [(t["id"], t["rotation"], Hex(*t["centre"])) for t in truth["tiles"]]
    centre = tiles[0][2]
    lesson = learn_map(SAMPLES / "easy_1.jpg", CheckedMap(corners, terrains, tiles, frozenset({centre})), Look())
    assert set(lesson.look.terrains) == set(terrains.values())
    assert sum(entry.seen for entry in lesson.look.terrains.values()) == len(corners) - 1
    assert lesson.look.prints[tiles[0][0]][0].seen == (0, 1, 1, 1, 1, 1, 1)
    assert judge(read_photo(SAMPLES / "easy_1.jpg", box_of("easy_1"), look=lesson.look), truth).exact


def test_terrains_are_joined_by_how_much_each_has_seen() -> None:
    one = {"forest": TerrainLook((40.0, -20.0, 20.0), (6.0, 4.0, 5.0), 9)}
    two = {
        "forest": TerrainLook((50.0, -30.0, 10.0), (7.0, 4.0, 5.0), 3),
        "water": TerrainLook((50, 0, -30), (6, 4, 5)),
    }
    both = joined_terrains(one, two)
    assert both["forest"] == TerrainLook((42.5, -22.5, 17.5), (7.0, 4.0, 5.0), 12)
    assert both["water"] == two["water"]


def test_the_worker_learns_from_a_checked_map() -> None:
    spaces = [
        {"at": [h["q"], h["r"]], "corners_px": h["corners_px"], "terrain": h["terrain"]}
        for h in truth_of("easy_1")["hexes"]
    ]
    head = {
        "box": read_json(SAMPLES / "easy_1.box.json"),
        "learn_map": spaces,
        "learn_tiles": truth_of("easy_1")["tiles"],
    }
    photo = (SAMPLES / "easy_1.jpg").read_bytes()
    told = worker.read(head, photo, lambda *_: None)["reading"]
    assert isinstance(told, dict)
    assert told["found"]
    assert {one["id"] for one in told["learned"]} == {tile["id"] for tile in truth_of("easy_1")["tiles"]}
    more = worker.read({**head, "look": told["look"]}, photo, lambda *_: None)["reading"]
    assert isinstance(more, dict)
    forest = read_look(told["look"]).terrains["forest"].seen
    assert read_look(more["look"]).terrains["forest"].seen == 2 * forest, "what was known before is not lost"


def test_the_command_learns_and_reading_uses_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "look.json"
    given = ["--box", str(PRINT / "box.json"), "--look", str(file)]
    assert main(["learn", str(PRINT / "bare_0.jpg"), str(PRINT / "none.jpg"), *given, "--json"]) == 1
    good, bad = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert {one["kind"] for one in good["learned"]} == {"tile"}
    assert all(0 <= one["confidence"] <= 1 for one in good["learned"])
    assert good["warnings"] == []
    assert bad == {"photo": str(PRINT / "none.jpg"), "learned": [], "warnings": ["There is no such file."]}
    assert read_look(read_json(file)).tiles
    assert [path.name for path in tmp_path.iterdir()] == ["look.json"], "nothing else is left there"
    assert main(["read", str(PRINT / "game.jpg"), *given, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["found"]
    assert main(["learn", str(PRINT / "bare_0.jpg"), *given, "--tiles", "N99"]) == 2
    assert "N99" in capsys.readouterr().err
    tmp_path.joinpath("folder").mkdir()
    assert main(["learn", str(PRINT / "bare_0.jpg"), "--box", given[1], "--look", str(tmp_path / "folder")]) == 0
    assert read_look(read_json(tmp_path / "folder" / "look.json")).tiles


def test_a_look_of_another_box_is_refused(
    box: TileSet, look: Look, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    document = write_look(document_of_look(look, box))
    other = read_box(read_json(SAMPLES / "easy_1.box.json"))
    with pytest.raises(BadInput) as bad:
        look_for_box(document, other)
    assert bad.value.faults[0].code == "look.other-box"
    file = tmp_path / "look.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    asked = ["--box", str(SAMPLES / "easy_1.box.json"), "--look", str(file)]
    for command in ("read", "learn"):
        assert main([command, str(SAMPLES / "easy_1.jpg"), *asked]) == 2
        assert "another box" in capsys.readouterr().err
    assert json.loads(file.read_text(encoding="utf-8")) == document, "and left as it was"


TILE = {"ground": ["forest"] * 7, "prints": [{"seen": [1] * 7, "picture": "AAAA"}]}


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({"format": "other", "terrains": {}}, "json.unknown-word"),
        ({"format": "dewan-look/1", "terrains": {"sea": {}}}, "json.unknown-word"),
        ({"format": "dewan-look/1", "terrains": {"forest": {"lab": [1, 2]}}}, "json.missing-key"),
        (
            {"format": "dewan-look/1", "terrains": {"forest": {"lab": [1, 2, 3], "spread": [0, 1, 1]}}},
            "json.out-of-range",
        ),
        ({"format": "dewan-look/2", "terrains": {}, "tiles": {"N1": TILE}}, "look.no-picture"),
        ({"format": "dewan-look/2", "terrains": {}, "tiles": {f"N{k}": {} for k in range(100_000)}}, "json.too-many"),
        (
            {"format": "dewan-look/2", "terrains": {}, "tiles": {"N1": {**TILE, "prints": [TILE] * 100_000}}},
            "json.too-many",
        ),
        (
            {
                "format": "dewan-look/2",
                "terrains": {},
                "tiles": {"N1": {**TILE, "prints": [{"seen": [1] * 7, "picture": "A" * 1_000_000}]}},
            },
            "json.long-text",
        ),
        (
            {"format": "dewan-look/2", "terrains": {}, "tiles": {"N1": {**TILE, "ground": ["forest"] * 3}}},
            "json.too-few",
        ),
    ],
)
def test_a_broken_look_is_refused_with_its_faults(document: dict[str, object], code: str) -> None:
    with pytest.raises(BadInput) as bad:
        read_look(document)
    assert code in {fault.code for fault in bad.value.faults}


def test_a_picture_of_the_wrong_size_is_none(box: TileSet, look: Look) -> None:
    document = write_look(document_of_look(look, box))
    small = io.BytesIO(cv2.imencode(".webp", np.zeros((8, 8, 3), np.uint8))[1].tobytes())
    tiles = document["tiles"]
    assert isinstance(tiles, dict)
    next(iter(tiles.values()))["prints"][0]["picture"] = base64.b64encode(small.getvalue()).decode()
    with pytest.raises(BadInput) as bad:
        look_of_document(read_look(document))
    assert bad.value.faults[0].code == "look.no-picture"


@pytest.mark.parametrize("text", ["", "{", '{"format": "dewan-look/2", "terr', "[1, 2]", "\x00\x01", "9" * 5_000_000])
def test_half_a_look_file_gets_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    file = tmp_path / "look.json"
    file.write_text(text, encoding="utf-8")
    asked = ["--box", str(PRINT / "box.json"), "--look", str(file)]
    for command in ("read", "learn"):
        assert main([command, str(PRINT / "game.jpg"), *asked]) == 2
        said = capsys.readouterr().err
        assert "look.json cannot be used" in said
        assert "Traceback" not in said
    assert file.read_text(encoding="utf-8") == text
