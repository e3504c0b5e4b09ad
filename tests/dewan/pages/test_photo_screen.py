"""A reading looked over and compared, without any photo: readings made from the tiles of the demo box."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.dewan.corrections import with_correction
from companion.dewan.demo import demo_box
from companion.dewan.formats.setup import read_map, read_setup
from companion.dewan.pages.photo.differences import compare, laid_over, settling_changes
from companion.dewan.pages.photo.photo_map import PhotoChange, PhotoMap, map_body, moved, photo_map, tiles_for
from companion.dewan.pages.photo.since_entry import update_of
from companion.dewan.rules import game
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.play import Play
from companion.dewan.rules.table import Player
from companion.dewan.rules.tiles import LaidTile, lay
from companion.dewan.rules.words import Terrain
from companion.rules.hexes import Hex
from tests.web.tables import COLORS, NAMES, demo_tiles

BOX = demo_box()
HERE = Hex(0, 0)
PLAYERS = tuple(Player(name, color=color) for name, color in zip(NAMES[:3], COLORS, strict=False))


def laid_tiles(turned: int = 0, move: Hex = HERE) -> list[LaidTile]:
    """The demo map of three players, as it lies in coordinates turned and moved as a photo's may be."""
    laid = []
    for entry in demo_tiles("base", 3):
        tile = BOX.tile(str(entry["tile"]))
        assert tile is not None
        q, r = entry["at"]  # type: ignore[misc]
        laid.append(LaidTile(tile, Hex(q, r).turned(turned).moved(move), (int(entry["rotation"]) + turned) % 6))  # type: ignore[call-overload]
    return laid


def reading_of(tiles: list[LaidTile], camps: dict[Hex, str] | None = None, sure: float = 0.99) -> dict[str, Any]:
    """What the reader would say of these tiles."""
    spaces = [
        {
            "at": list(at),
            "terrain": str(space.ground),
            "centre_px": [100 + at.q * 20, 100 + at.r * 20],
            "corners_px": [[100 + at.q * 20 + x, 100 + at.r * 20 + y] for x, y in ((8, 0), (4, 7), (-4, 7), (-8, 0))],
            "confidence": sure,
            "alternatives": [{"terrain": "water", "confidence": 1 - sure}],
        }
        for laid in tiles
        for at, space in laid.spaces().items()
    ]
    return {
        "found": True,
        "size_px": [800, 600],
        "spaces": spaces,
        "tiles": [
            {"id": one.tile.id, "centre": list(one.at), "rotation": one.rotation, "confidence": sure} for one in tiles
        ],
        "camps": [{"at": list(at), "color": color, "confidence": 0.95} for at, color in (camps or {}).items()],
    }


def seen_with(*changes: PhotoChange, reading: dict[str, Any] | None = None) -> PhotoMap:
    return photo_map(reading or reading_of(laid_tiles()), changes, PLAYERS, BOX)


def test_nothing_corrected_is_the_map_as_read() -> None:
    seen = seen_with()
    assert seen.complete
    assert dict(seen.board.printed) == dict(lay(laid_tiles()).spaces)
    assert set(seen.board.icons) == set(lay(laid_tiles()).icons)
    assert not seen.doubtful


@given(st.integers(0, 5), st.sampled_from(["1", "-1"]))
def test_a_tap_turns_a_tile_by_a_sixth_and_six_taps_bring_it_round(number: int, way: str) -> None:
    tiles = laid_tiles()
    at = sorted(tiles[number].spaces())[3]
    once = seen_with(PhotoChange("turn", at, way))
    assert once.tiles[tiles[number].at].rotation == (tiles[number].rotation + int(way)) % 6
    assert once.complete, "the spaces show the tile as it now lies"
    others = [one.at for one in tiles if one != tiles[number]]
    assert [once.tiles[one] for one in others] == [seen_with().tiles[one] for one in others]
    assert seen_with(*[PhotoChange("turn", at, way)] * 6).ground == seen_with().ground


def test_a_corrected_space_finds_its_tile_again() -> None:
    """The reader misread one space and named no tile that fits; the person puts it right."""
    tiles = laid_tiles()
    reading = reading_of(tiles)
    wrong = next(space for space in reading["spaces"] if space["terrain"] == "forest")
    at = Hex(*wrong["at"])
    right = seen_with(PhotoChange("ground", at, "volcano"), reading=reading)
    assert not right.complete
    assert right.flower_at(at) not in right.tiles
    assert seen_with(
        PhotoChange("ground", at, "volcano"), PhotoChange("ground", at, "forest"), reading=reading
    ).complete


def test_another_tile_changes_places_with_the_one_that_lies_there() -> None:
    first, second = sorted((one for one in laid_tiles() if one.tile.kind == "neutral"), key=lambda one: one.at)[:2]
    seen = seen_with(PhotoChange("tile", first.at, second.tile.id))
    assert seen.tiles[first.at].tile == second.tile
    assert seen.tiles[second.at].tile == first.tile
    assert seen.complete
    spare = next(tile for tile in BOX.tiles if tile.id not in {one.tile.id for one in laid_tiles()})
    assert seen_with(PhotoChange("tile", first.at, spare.id)).tiles[first.at].tile == spare


def test_the_tile_that_lies_there_is_offered_first() -> None:
    for laid in laid_tiles():
        assert tiles_for(seen_with(), laid.at, BOX)[0].tile.id == laid.tile.id


def test_camps_are_put_taken_and_given_to_whoever_plays_them() -> None:
    at, other = sorted(at for at, ground in seen_with().ground.items() if ground is Terrain.FOREST)[:2]
    assert seen_with(PhotoChange("camp", at, COLORS[1])).board.camps == {at: Camp(NAMES[1])}
    assert seen_with(PhotoChange("camp", at, COLORS[1]), PhotoChange("camp", at, "")).board.camps == {}
    reading = reading_of(laid_tiles(), {at: "white", other: "white"})
    assert seen_with(reading=reading).unknown_camps == {"white": (at, other)}
    given = seen_with(PhotoChange("color", at, "white", COLORS[2]), reading=reading)
    assert given.board.camps == {at: Camp(NAMES[2]), other: Camp(NAMES[2])}
    body = map_body(given, BOX, with_camps=True)["map"]
    assert isinstance(body, dict)
    assert [camp["player"] for camp in body["camps"]] == [NAMES[2], NAMES[2]]


def test_a_map_made_anew_in_mid_game_keeps_what_lies_on_it() -> None:
    """The photo's coordinates are its own: the map goes where it was recorded, with its berries and its camps."""
    at = min(at for at, ground in lay(laid_tiles()).spaces.items() if ground is Terrain.FOREST)
    play = play_with(laid_tiles(), {at: Camp(NAMES[0])})
    board = play.table.board
    taken = replace(play.table, board=board.with_berries(dict(list(board.berries.items())[1:])))
    seen = seen_with(reading=reading_of(laid_tiles(4, Hex(3, 1))))
    same = laid_over(board, seen.ground)
    assert same is not None
    anew = read_map(map_body(moved(seen, *same), BOX, with_camps=False, before=taken.board), taken)
    assert (anew.printed, anew.berries) == (taken.board.printed, taken.board.berries)
    assert anew.camps[at] == Camp(NAMES[0])
    assert set(anew.icons) == set(board.icons)


def test_of_another_map_nothing_stays() -> None:
    at = min(at for at, ground in lay(laid_tiles()).spaces.items() if ground is Terrain.FOREST)
    play = play_with(laid_tiles(), {at: Camp(NAMES[0])})
    anew = read_map(map_body(seen_with(), BOX, with_camps=False), play.table)
    assert all(camp.starting for camp in anew.camps.values())
    assert anew.berries == lay(laid_tiles()).berries


def test_doubt_is_marked_until_somebody_has_looked() -> None:
    reading = reading_of(laid_tiles(), sure=0.6)
    seen = seen_with(reading=reading)
    assert seen.doubtful == set(seen.ground)
    at = min(seen.ground)
    assert at not in seen_with(PhotoChange("fine", at), reading=reading).doubtful
    assert at not in seen_with(PhotoChange("ground", at, "desert"), reading=reading).doubtful


def test_corrections_that_make_no_sense_change_nothing() -> None:
    nonsense = [PhotoChange("ground", Hex(40, 40), "forest"), PhotoChange("ground", Hex(0, 0), "lemonade")]
    nonsense += [
        PhotoChange("tile", Hex(0, 0), "no such tile"),
        PhotoChange("jump", Hex(0, 0)),
        PhotoChange("turn", Hex(9, 9), "1"),
    ]
    assert seen_with(*nonsense) == seen_with()


# --- Compared with the record


def play_with(tiles: list[LaidTile], camps: dict[Hex, Camp]) -> Play:
    printed = lay(tiles)
    board = Board(printed.spaces, printed.icons, printed.berries, camps)
    players = [{"name": player.name, "color": player.color} for player in PLAYERS]
    spaces = [
        {"at": list(at), "terrain": ground, "berries": board.berries.get(at, 0)}
        for at, ground in sorted(board.printed.items())
    ]
    record = {
        "format": "dewan-table/1",
        "scenario": "base",
        "players": players,
        "map": {
            "spaces": spaces,
            "icons": [{"kind": icon.kind, "between": [list(at) for at in icon.between]} for icon in board.icons],
            "camps": [
                {"player": camp.player, "at": list(at), "starting": camp.starting} for at, camp in sorted(camps.items())
            ],
        },
    }
    return game.resume(read_setup({"table": record}).table)


def differences(play: Play, reading: dict[str, Any]) -> list[tuple[str, Hex]]:
    found = compare(play.table.board, photo_map(reading, (), PLAYERS, BOX), BOX)
    assert found is not None
    return [(one.kind, one.at) for one in found]


@given(st.integers(0, 5), st.integers(-4, 4), st.integers(-4, 4))
def test_the_same_map_agrees_however_the_photo_was_taken(turn: int, q: int, r: int) -> None:
    assert differences(play_with(laid_tiles(), {}), reading_of(laid_tiles(turn, Hex(q, r)))) == []


@given(st.integers(0, 5), st.integers(0, 5), st.integers(1, 5))
def test_a_tile_that_is_turned_is_found_and_put_right(turn: int, number: int, off: int) -> None:
    shown = laid_tiles(turn, Hex(2, -3))
    shown[number] = shown[number]._replace(rotation=(shown[number].rotation + off) % 6)
    play = play_with(laid_tiles(), {})
    seen = photo_map(reading_of(shown), (), PLAYERS, BOX)
    found = compare(play.table.board, seen, BOX)
    assert found is not None
    if not found:  # so turned, it shows the same
        return
    assert [(one.kind, one.at) for one in found] == [("turned", laid_tiles()[number].at)]
    mended = with_correction(play, {"reason": "seen", "changes": settling_changes(play, found[0])})
    assert compare(mended.table.board, seen, BOX) == ()
    assert sum(mended.table.board.berries.values()) == sum(play.table.board.berries.values()), "no berry is lost"
    assert len(mended.table.board.icons) == len(play.table.board.icons)


def test_another_tile_is_found_and_put_right() -> None:
    shown = laid_tiles()
    number = next(i for i, one in enumerate(shown) if one.tile.kind == "neutral")
    used = {one.tile.id for one in shown}
    spare = next(tile for tile in BOX.tiles if tile.kind == "neutral" and tile.id not in used)
    was = shown[number]
    shown[number] = LaidTile(spare, was.at, 2)
    play = play_with(laid_tiles(), {})
    seen = photo_map(reading_of(shown), (), PLAYERS, BOX)
    (found,) = compare(play.table.board, seen, BOX) or ()
    assert (found.kind, found.recorded, found.seen) == ("tile", was.tile.id, spare.id)
    mended = with_correction(play, {"reason": "seen", "changes": settling_changes(play, found)})
    assert compare(mended.table.board, seen, BOX) == ()


def test_camps_missing_extra_moved_and_of_another_colour() -> None:
    land = sorted(at for at, ground in lay(laid_tiles()).spaces.items() if ground in (Terrain.FOREST, Terrain.DESERT))
    play = play_with(laid_tiles(), {at: Camp(name) for at, name in zip(land, (*NAMES[:3], NAMES[0]), strict=False)})
    reading = reading_of(laid_tiles(), {land[1]: COLORS[2], land[3]: COLORS[0], land[5]: COLORS[1], land[6]: COLORS[0]})
    expected = {("moved", land[0]), ("other", land[1]), ("missing", land[2]), ("extra", land[5])}
    assert set(differences(play, reading)) == expected
    seen = photo_map(reading, (), PLAYERS, BOX)
    found = compare(play.table.board, seen, BOX) or ()
    moved_one = next(one for one in found if one.kind == "moved")
    assert (moved_one.recorded, moved_one.to) == (NAMES[0], land[6])
    update = update_of(play, seen, {land[6]})
    assert update is not None
    assert {line.at for line in update.camps} == {land[5]}, "a camp that was recorded is no new one"
    while found := compare(play.table.board, seen, BOX):
        play = with_correction(play, {"reason": "seen", "changes": settling_changes(play, found[0])})
    assert {at: camp.player for at, camp in play.table.board.camps.items() if not camp.starting} == {
        land[1]: NAMES[2],
        land[3]: NAMES[0],
        land[5]: NAMES[1],
        land[6]: NAMES[0],
    }


def test_another_map_is_not_compared() -> None:
    others = [tile for tile in BOX.tiles if tile.id not in {one.tile.id for one in laid_tiles()}]
    assert len(others) >= 4
    elsewhere = [LaidTile(tile, one.at, 0) for tile, one in zip(others, laid_tiles(), strict=False)]
    seen = photo_map(reading_of(elsewhere), (), PLAYERS, BOX)
    assert compare(play_with(laid_tiles(), {}).table.board, seen, BOX) is None
