"""Pieces read from pictures of them: cut out, sorted by kind, their signs grouped and named."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.piece_figures import Figures, judge, true_names
from bench.pieces.prints import edition, story, varied
from bench.pieces.signs import FONTS, GLYPHS, HELD_OUT_FONTS, draw_number, draw_sign
from companion.cli import main
from companion.dewan.formats.box import read_box
from companion.dewan.formats.look import FORMAT, SIGN_BYTES, read_look, write_look
from companion.dewan.pages.pieces.page import DOUBT
from companion.dewan.rules.cards import parse_card
from companion.dewan.rules.tiles import Box
from companion.dewan.vision import named_groups
from companion.dewan.vision.confidence import sure_of
from companion.dewan.vision.digits import NONE, digit_logs, glyphs_in
from companion.dewan.vision.found_pieces import NOTHING, Piece, PiecesReading, Sign
from companion.dewan.vision.halves import SPLITS, common_split, depths
from companion.dewan.vision.learn_pieces import learn_pieces, names_by_box
from companion.dewan.vision.look import Look, document_of_look, look_of_document
from companion.dewan.vision.make_box import make_box
from companion.dewan.vision.named_groups import name_groups
from companion.dewan.vision.numbers import Number, number_place, numbers_of
from companion.dewan.vision.pieces import read_pieces
from companion.dewan.vision.pipeline import learn_photo
from companion.dewan.vision.printed import MEMBERS
from companion.dewan.vision.signs import described, distances, grouped, opened_sign, packed_sign
from companion.dewan.vision.sought import Sheet
from companion.dewan.vision.straight import Rectangle
from companion.dewan.vision.tiles import seen_box
from companion.formats.faults import BadInput
from companion.vision.cut import Outline
from tests.dewan.vision.made_pieces import (
    Made,
    bare_table,
    cards,
    map_and_pieces,
    printed,
    stories,
    tiles,
    tiles_as_map,
)


@pytest.fixture(scope="module")
def made() -> list[Made]:
    return [tiles(), stories(), cards()]


@pytest.fixture(scope="module")
def reading(made: list[Made]) -> PiecesReading:
    found = read_pieces([one.path for one in made])
    return name_groups(found.photos, None, true_names(found, [one.truth for one in made]))


def test_easy_pictures_are_read_right(reading: PiecesReading, made: list[Made]) -> None:
    figures = Figures()
    for photo, one in zip(reading.photos, made, strict=True):
        judge(photo, one.truth, figures)
    assert figures.all["found"] == 12
    assert not [line for line in figures.wrong if not line.startswith("berries")], figures.wrong


def test_one_photo_of_the_tiles_laid_as_a_map_brings_all_ten_of_them() -> None:
    one = tiles_as_map()
    figures = Figures()
    judge(read_pieces([one.path]).photos[0], one.truth, figures)
    assert figures.all["found"] == figures.right["terrains"] == 10, figures.wrong


def test_signs_that_look_alike_are_one_group(reading: PiecesReading) -> None:
    """As many groups as there are kinds, or little more: each is a question."""
    kinds = Counter(group.kind for group in reading.groups if group.kind and group.kind != NOTHING)
    asked = [kind for kind in kinds.elements() if kind in ("artifact", "pigment", "crystal", "fire", "berry")]
    assert len(asked) <= 2 * len(set(asked))


def test_a_box_is_made_and_a_second_photo_confirms_it(reading: PiecesReading, made: list[Made]) -> None:
    box = make_box(reading, Box("mine"), Look()).box
    assert [story.id for story in box.stories] == ["T01", "T02", "T03", "T04"]
    assert [(dict(s.needs), s.points, s.fire) for s in box.stories] == [
        (one["needs"], one["points"], one["fire"]) for one in made[1].truth["pieces"]
    ]
    assert sum(box.cards.values()) == 6
    assert max(box.cards.values()) == 2
    again = make_box(reading, box, Look())
    assert again.box == box
    assert {remark.code for remark in again.remarks[1]} == {"box.again"}
    twice = PiecesReading((*reading.photos, *reading.photos), reading.groups)
    assert make_box(twice, Box("mine"), Look()).box.cards == box.cards


def test_pieces_with_an_unnamed_sign_wait(made: list[Made]) -> None:
    found = read_pieces([made[1].path])
    result = make_box(found, Box("mine"), Look())
    unnamed = sum(piece.unnamed for piece in found.photos[0].pieces)
    assert len(result.box.stories) == 4 - unnamed
    assert unnamed
    assert [(one.code, one.params["n"]) for one in result.remarks[0]] == [("box.unnamed", unnamed)]


@pytest.mark.parametrize(("others", "kind"), [("artifact", "artifact"), ("fire", None), (NOTHING, None)])
def test_a_sign_the_look_does_not_know_is_what_its_group_is_or_is_asked_about(
    made: list[Made], monkeypatch: pytest.MonkeyPatch, others: str, kind: str | None
) -> None:
    """Nothing waits for a name that nobody is asked for."""
    found = read_pieces([made[1].path])
    group = max((one for one in found.groups if one.kind is None), key=lambda one: one.seen)
    assert group.seen >= 3
    known = iter(["artifact" if kind else NOTHING, others, *[None] * group.seen])
    inside = {sign.colours.tobytes() for p in found.photos[0].pieces for sign in p.signs if sign.group == group.number}
    monkeypatch.setattr(
        named_groups, "_known_kind", lambda colours, _: next(known) if colours.tobytes() in inside else None
    )
    named = name_groups(found.photos, None, {})
    assert next(one.kind for one in named.groups if one.number == group.number) == kind
    signs = [sign for p in named.photos[0].pieces for sign in p.signs if sign.group == group.number]
    assert all(sign.kind == kind for sign in signs) or kind is None


def test_a_full_box_takes_no_more_and_says_so(reading: PiecesReading) -> None:
    """Different points make different story tiles: 24 of them fill the box."""
    tile = reading.photos[1].pieces[0]
    numbers = [next(k for k, s in enumerate(tile.signs) if s.kind and s.kind.isdecimal())]
    many = []
    for points in range(26):
        signs = list(tile.signs)
        signs[numbers[0]] = replace(signs[numbers[0]], kind=str(points))
        many.append(replace(tile, signs=tuple(signs)))
    photo = replace(reading.photos[1], pieces=tuple(many))
    result = make_box(PiecesReading((photo,), reading.groups), Box("mine"), Look())
    assert len(result.box.stories) == 24
    assert [(one.code, one.params["n"]) for one in result.remarks[0]] == [("box.full-stories", 2)]
    sixty = replace(reading.photos[2], pieces=reading.photos[2].pieces * 10)
    full = make_box(PiecesReading((sixty,), reading.groups), Box("mine"), Look())
    assert sum(full.box.cards.values()) == 55
    assert [(one.code, one.params["n"]) for one in full.remarks[0]] == [("box.full-cards", 5)]


def test_what_was_learned_is_kept_and_used(reading: PiecesReading, made: list[Made]) -> None:
    result = make_box(reading, Box("mine"), Look())
    document = write_look(document_of_look(result.look, seen_box(result.box)))
    assert document["format"] == FORMAT
    look = look_of_document(read_look(json.loads(json.dumps(document))))
    assert set(look.signs) == {g.kind for g in reading.groups} & {"artifact", "pigment", "crystal", "berry", "fire"}
    again = read_pieces([made[1].path], look)
    assert [piece.needs for piece in again.photos[0].pieces] == [one["needs"] for one in made[1].truth["pieces"]]
    assert not [group for group in again.groups if group.kind is None]


def test_learning_from_a_box_names_the_signs_itself(reading: PiecesReading, made: list[Made]) -> None:
    box = make_box(reading, Box("mine"), Look()).box
    look, learned = learn_pieces(made[1].path, box, Look())
    assert [name for _, name, _ in learned] == ["T01", "T02", "T03", "T04"]
    wanted = {s["kind"] for one in made[1].truth["pieces"] for s in one["signs"]}
    assert set(look.signs) == wanted & {"artifact", "pigment", "crystal", "fire"}
    other, nothing = learn_pieces(made[1].path, Box("another"), Look())
    assert (other.signs, nothing) == ({}, [])


def test_every_tile_of_a_photo_teaches_its_print(made: list[Made]) -> None:
    """Strewn, each in a turn of its own: laid as a map they have the same pictures."""
    box = read_box(printed().box)
    strewn, learned = learn_pieces(made[0].path, box, Look())
    shown = {one["id"] for one in made[0].truth["pieces"]}
    assert {name for _, name, _ in learned} == shown == set(strewn.prints)
    as_map = learn_photo(tiles_as_map().path, seen_box(box), Look()).look
    for name in shown:
        one, other = (np.log(look.prints[name][0].picture[MEMBERS >= 0] + 0.02) for look in (strewn, as_map))
        assert np.corrcoef(one.ravel(), other.ravel())[0, 1] > 0.9


def test_the_map_and_pieces_beside_it_are_learned_from_one_photo(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = map_and_pieces()
    (tmp_path / "box.json").write_text(json.dumps(printed().box))
    given = ["--box", str(tmp_path / "box.json"), "--look", str(tmp_path / "look.json"), "--json"]
    assert main(["learn", str(made.path), *given]) == 0
    said = json.loads(capsys.readouterr().out)
    learned = {(one["kind"], one["id"]) for one in said["learned"]}
    there = {(one["kind"], one.get("id") or one["card"]) for one in made.truth["pieces"]}
    assert learned <= there, "no piece that is not there"
    assert {one for one in there if one[0] != "card"} <= learned
    look = read_look(json.loads((tmp_path / "look.json").read_text()))
    assert set(look.tiles) == {name for kind, name in there if kind == "tile"}
    assert look.signs


def test_a_sign_that_could_be_several_is_not_named(reading: PiecesReading) -> None:
    """One card with a symbol, and a box with that card in every symbol."""
    box = Box("mine", cards={parse_card(f"forest:{kind}"): 1 for kind in ("fire", "crystal", "pigment")})
    photo = reading.photos[2]
    one = next(piece for piece in photo.pieces if piece.signs)
    one = replace(one, halves=("forest",), signs=(replace(one.signs[0], kind=None, at=(0.5, 0.2)),))
    groups = tuple(replace(group, kind=None) for group in reading.groups if group.number == one.signs[0].group)
    assert names_by_box(PiecesReading((replace(photo, pieces=(one,)),), groups), box) == {}


def test_a_bare_table_has_no_pieces() -> None:
    assert read_pieces([bare_table()]).photos[0].pieces == ()


def test_signs_of_a_tile_cut_by_the_rim_are_no_cards_and_a_card_alone_is_one(made: list[Made]) -> None:
    """A sign's badge has four sides as a card has, but is about square."""
    table = cv2.imread(str(bare_table()))
    cv2.circle(table, (0, 200), 190, (60, 110, 50), -1)
    for y in (110, 260):
        cv2.rectangle(table, (60, y), (110, y + 48), (225, 235, 240), -1)
        cv2.circle(table, (85, y + 24), 14, (40, 30, 160), -1)
    found = read_pieces([cv2.imencode(".png", table)[1].tobytes()]).photos[0]
    assert found.pieces == ()
    assert found.strange == 2
    one = next(one for one in made[2].truth["pieces"] if ":" in one["card"])
    left, top = np.maximum(np.min(one["outline_px"], axis=0) - 60, 0).astype(int)
    right, low = (np.max(one["outline_px"], axis=0) + 60).astype(int)
    alone = cv2.imread(str(made[2].path))[top:low, left:right]
    [piece] = read_pieces([cv2.imencode(".png", alone)[1].tobytes()]).photos[0].pieces
    assert piece.kind == "card"


def test_a_sign_is_found_in_any_turn_and_kept_in_few_bytes() -> None:
    rng = np.random.default_rng(2)
    one = rng.uniform(20, 80, (6, 24, 3))
    turned = np.roll(one, 7, axis=1)
    other = rng.uniform(20, 80, (6, 24, 3))
    assert distances(one[None], turned[None])[0, 0] < 1e-6 < distances(one[None], other[None])[0, 0]
    assert grouped(np.array([one, turned, other])).tolist()[0] == grouped(np.array([one, turned, other])).tolist()[1]
    assert len(packed_sign(one)) == SIGN_BYTES
    assert np.abs(opened_sign(packed_sign(one)) - one).max() < 0.51


def _drawn(ground: float, kind: str, at: tuple[float, float], radius: float) -> Sheet:
    """A Story tile or card with one sign on grey ground."""
    rgb = np.full((240, 160, 3), ground, np.float32)
    draw_sign(rgb, printed().signs, kind, at, radius)
    lab = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB), np.float32)
    outline = Outline("rectangle", np.array([[0, 0], [159, 0], [159, 239], [0, 239]], float), 1.0, 159 * 239)
    return Sheet(Piece("card", outline, 1.0), Rectangle(outline, lab, np.eye(3), np.zeros((2, 3)), 0.0, ()), np.ones(3))


def test_a_sign_is_found_beside_where_it_was_looked_for_and_in_another_size() -> None:
    kinds = ("artifact", "crystal", "fire")
    known = np.array([described(_drawn(0.8, kind, (80, 60), 18).light, 80, 60, 18) for kind in kinds])
    for which, kind in enumerate(kinds):
        [match] = _drawn(0.4, kind, (70, 150), 13).best(np.array([[73.0, 152.0]]), (12.0, 16.0), known)
        assert (match.which, match.gap < match.other) == (which, True)
        assert np.hypot(match.x - 70, match.y - 150) < 2.5
    [nothing] = _drawn(0.4, "fire", (70, 150), 13).best(np.array([[75.0, 50.0]]), (12.0, 16.0), known)
    assert nothing.gap > 20


@pytest.mark.parametrize("font", [*FONTS, *HELD_OUT_FONTS])
def test_digits_are_read_in_many_fonts(font: str) -> None:
    style = replace(printed().signs, font=font)
    read = []
    for digit in range(10):
        picture = np.full((90, 90, 3), 0.9, np.float32)
        draw_number(picture, style, digit, (45, 45), 30, np.full(3, 0.1, np.float32))
        logs = digit_logs([one.ink for one in glyphs_in(picture[..., 0] * 100, 240)])
        read.append(int(logs[logs[:, NONE].argmin(), :NONE].argmax()))
    assert sum(a == b for a, b in zip(read, range(10), strict=True)) >= 9


@pytest.mark.parametrize(
    ("dress", "lying", "over"), [("plain", False, True), ("disc", True, False), ("ring", False, True)]
)
def test_points_are_found_in_any_dress_whichever_way_the_tiles_lie(dress: str, lying: bool, over: bool) -> None:
    """On their side all of them, one turned over as well."""
    look = varied(edition(3, "plain"), 3)
    assert look.variety is not None
    look = replace(look, variety=replace(look.variety, number=dress, layout="corner", lying=lying))
    wanted = look.box["stories"][:4]
    pictures = []
    for k, one in enumerate(wanted):
        size = look.story if (look.story[0] > look.story[1]) == lying else look.story[::-1]
        rgb = story(replace(look, story=size), one).rgb
        rgb = np.rot90(rgb, int(lying) + 2 * (over and k == 1))
        small = cv2.resize(np.ascontiguousarray(rgb), (160, 240), interpolation=cv2.INTER_AREA)
        pictures.append(np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2LAB), np.float32))
    read = [None if number is None else number.value for number in numbers_of(pictures)]
    assert read == [one["points"] for one in wanted]


def test_faint_numbers_have_a_place_where_the_one_clear_number_is_turned_over() -> None:
    faint = [[Number((0.5, 0.8), 0, 7, 0.9, 0.5, 20.0, (0, 0, 1, 1))] for _ in range(3)]
    clear = Number((0.5, 0.8), 2, 7, 3.0, 0.9, 20.0, (0, 0, 1, 1))
    place, turn = number_place([*faint, [clear]])
    assert place is not None
    assert place.tolist() == [0.5, 0.8]
    assert turn == 0, "most lie that way"


@pytest.mark.parametrize("split", SPLITS)
def test_cards_show_together_how_they_are_divided(split: str) -> None:
    """Also where some have one ground, and a symbol."""
    pictures = []
    for first, second in ((40, 70), (70, 40), (55, 55)):
        picture = np.full((240, 160, 3), first, np.float32)
        picture[depths(split, 240, 160) > 0] = second
        picture[20:60, 20:60] = 90
        pictures.append(picture)
    assert common_split(pictures, 0.05) == split


def test_a_card_without_the_symbol_it_should_have_is_in_doubt() -> None:
    outline = Outline("rectangle", np.array([[0, 0], [9, 0], [9, 19], [0, 19]], float), 1.0, 200)
    fire = Sign((5, 5), 4, (0.5, 0.5), np.zeros((6, 24, 3)), kind="fire", gap=4.0)
    whole = Piece("card", outline, 0.99, (fire,), ("forest",))
    assert sure_of(whole) > DOUBT > sure_of(replace(whole, signs=()))
    assert sure_of(whole) > sure_of(replace(whole, signs=(replace(fire, gap=18.0, margin=0.5),)))
    assert (
        sure_of(replace(whole, signs=(), halves=("forest", "desert")))
        > DOUBT
        > sure_of(replace(whole, signs=(fire, fire)))
    )


def test_held_out_prints_share_nothing_with_tuned_ones() -> None:
    held, tuned = edition(1, "inked").signs, edition(1, "plain").signs
    assert held.font in HELD_OUT_FONTS
    assert tuned.font in FONTS
    assert all(held.drawing[kind] == len(GLYPHS[kind]) - 1 > tuned.drawing[kind] for kind in GLYPHS)


def test_the_truth_of_a_made_piece_is_what_is_printed() -> None:
    one = printed().box["stories"][0]
    signs = Counter(kind for kind, _, _ in story(printed(), one).signs)
    assert signs == Counter({**one["needs"], "fire": one["fire"], str(one["points"]): 1}) + Counter()


def test_the_command_prints_the_contract_and_writes_box_and_look(
    made: list[Made], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo, out, look = str(made[1].path), tmp_path / "box.json", tmp_path / "look.json"
    files = ["--out", str(out), "--look-out", str(look), "--json"]
    assert main(["box", photo, *files]) == 0
    first = json.loads(capsys.readouterr().out)
    assert set(first) == {"photo", "pieces", "groups", "warnings"}
    assert [piece["kind"] for piece in first["pieces"]] == ["story"] * 4
    assert set(first["pieces"][0]) == {"kind", "outline_px", "needs", "points", "fire", "signs", "confidence"}
    truths = true_names(read_pieces([made[1].path]), [made[1].truth])
    assert {group["id"] for group in first["groups"] if group["kind"] is None} == {f"g{n}" for n in truths}
    names = [word for n, kind in truths.items() for word in ("--name", f"g{n}={kind}")]
    assert main(["box", photo, *files, *names]) == 0
    capsys.readouterr()
    box = json.loads(out.read_text())
    assert [story["id"] for story in box["stories"]] == ["T01", "T02", "T03", "T04"]
    assert main(["pieces", photo, "--box", str(out), "--look", str(look), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [story["id"] for story in found["stories"]] == ["T01", "T02", "T03", "T04"]
    assert main(["learn", photo, "--box", str(out), "--look", str(look), "--json"]) == 0
    learned = json.loads(capsys.readouterr().out)["learned"]
    assert [(one["kind"], one["id"]) for one in learned] == [("story", f"T0{k}") for k in range(1, 5)]


def test_bad_input_is_a_sentence_and_nothing_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, look = tmp_path / "box.json", tmp_path / "look.json"
    files = ["--out", str(out), "--look-out", str(look)]
    assert main(["box", str(bare_table()), *files]) == 1
    assert "No tile, Story tile or card" in capsys.readouterr().out
    assert not list(tmp_path.iterdir()), "no box of nothing"
    assert main(["box", str(tmp_path / "none.jpg"), *files]) == 1
    assert capsys.readouterr().out.strip().endswith(".")
    assert main(["box", str(bare_table()), *files, "--name", "g1=gold"]) == 2
    assert "g1=gold" in capsys.readouterr().err
    nowhere = str(tmp_path / "nowhere" / "box.json")
    assert main(["box", str(bare_table()), "--out", nowhere, "--look-out", str(look)]) == 2
    assert "there is no folder" in capsys.readouterr().err
    out.write_text(json.dumps(printed().box))
    look.write_text('{"format": "dewan-look/1", "terrains": {}}')
    assert main(["pieces", str(bare_table()), "--box", str(out), "--look", str(look), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["found"], found["stories"]) == (False, [])
    assert found["warnings"]


def test_a_sign_that_is_none_is_refused() -> None:
    with pytest.raises(BadInput):
        read_look({"format": FORMAT, "terrains": {}, "signs": {"fire": ["AAAA"]}})
    with pytest.raises(BadInput):
        read_look({"format": FORMAT, "terrains": {}, "signs": {"gold": []}})
