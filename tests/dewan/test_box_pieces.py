"""Pieces of photos go into a box: counted, confirmed, put right; two boxes are brought together."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.dewan.box_merge import differences, in_common, joined
from companion.dewan.box_pieces import MOST_TILES, CountedCards, Shown, ShownPhoto, filled, same_tile
from companion.dewan.demo import demo_box
from companion.dewan.formats.shared_box import read_shared, write_shared
from companion.dewan.pages.pieces.changes import box_changes
from companion.dewan.rules.cards import Card, parse_card
from companion.dewan.rules.tiles import Box, StoryTile, Tile
from companion.dewan.rules.words import TERRAIN_CARDS, Symbol, Terrain
from companion.formats.faults import BadInput
from companion.games.contract import Json

EMPTY = Box("Mine")
FOREST, WATER, DESERT = (parse_card(word) for word in ("forest", "water", "desert:fire"))
STORY = StoryTile({Terrain.FOREST: 2, Symbol.CRYSTAL: 1}, 5, 1)
LOOK: Json = {
    "format": "dewan-look/1",
    "terrains": {"forest": {"lab": [46.0, -24.0, 22.0], "spread": [6, 5, 5], "seen": 7}},
}


def photo(key: str, *pieces: object, again: bool | None = None) -> ShownPhoto:
    return ShownPhoto(key, tuple(Shown(piece) for piece in pieces), again)  # type: ignore[arg-type]


def total(cards: Mapping[Card, int]) -> int:
    return sum(cards.values())


def test_cards_of_several_photos_add_up_unless_a_photo_shows_them_once_more() -> None:
    first, second = photo("a", FOREST, FOREST, WATER, DESERT), photo("b", WATER, WATER, WATER)
    assert filled(EMPTY, [first, second]).box.cards == {FOREST: 2, WATER: 4, DESERT: 1}
    closer = photo("c", FOREST, FOREST, WATER, DESERT, DESERT)
    done = filled(EMPTY, [first, closer])
    assert done.box.cards == {FOREST: 2, WATER: 1, DESERT: 2}
    assert done.remarks[1]["box.again"] == 4
    assert total(filled(EMPTY, [first, replace(closer, again=False)]).box.cards) == 9
    one = photo("d", DESERT, again=True)
    assert filled(EMPTY, [first, one]).box.cards == {FOREST: 2, WATER: 1, DESERT: 1}


def test_photos_that_were_put_in_are_not_counted_twice_and_can_be_put_right() -> None:
    done = filled(EMPTY, [photo("a", FOREST, WATER), photo("b", DESERT)])
    again = filled(done.box, [photo("a", FOREST, WATER), photo("b", DESERT)], done.counted)
    assert again.box == done.box
    corrected = ShownPhoto("a", (Shown(FOREST, name="forest"), Shown(DESERT, name="water")))
    right = filled(done.box, [corrected, photo("b", DESERT)], done.counted)
    assert right.box.cards == {FOREST: 1, DESERT: 2}
    another_day = filled(right.box, [photo("a", FOREST, WATER), photo("b", DESERT)], right.counted)
    assert another_day.box == right.box, "what was put right stays so"
    later = filled(done.box, [photo("c", FOREST)], done.counted)
    assert later.box.cards == {FOREST: 2, WATER: 1, DESERT: 1}
    assert later.counted["a"] == CountedCards({FOREST: 1, WATER: 1}, {FOREST: 1, WATER: 1})


def test_cards_that_were_typed_are_confirmed_by_a_photo_of_them() -> None:
    typed = replace(EMPTY, cards={FOREST: 2, WATER: 1, DESERT: 1})
    assert filled(typed, [photo("a", FOREST, FOREST, WATER, DESERT)]).box == typed


def test_a_story_tile_is_put_right_where_it_stands() -> None:
    done = filled(EMPTY, [photo("a", STORY, STORY)])
    assert [one.id for one in done.box.stories] == ["T01", "T02"], "two side by side are two"
    other = ShownPhoto("a", (Shown(replace(STORY, points=7), name="T01"), Shown(STORY, name="T02")))
    right = filled(done.box, [other])
    assert [(one.id, one.points) for one in right.box.stories] == [("T01", 7), ("T02", 5)]


def test_a_story_tile_or_card_with_an_open_sign_waits() -> None:
    waits = ShownPhoto("a", (Shown(STORY, whole=False), Shown(FOREST, whole=False)))
    done = filled(EMPTY, [waits])
    assert (done.box, done.ids, dict(done.remarks[0])) == (EMPTY, ((None, None),), {"box.unnamed": 2})


def test_a_tile_that_is_not_wholly_known_only_confirms() -> None:
    tile = demo_box().tiles[0]
    waits = ShownPhoto("a", (Shown(tile, whole=False),))
    assert filled(EMPTY, [waits]).ids == ((None,),)
    assert filled(replace(EMPTY, tiles=(tile,)), [waits]).ids == ((tile.id,),)
    turned = tile._replace(spaces={at.turned(2): space for at, space in tile.spaces.items()})
    assert same_tile(tile, turned)


def test_what_is_left_out_goes_out_of_the_box_again() -> None:
    done = filled(EMPTY, [photo("a", STORY, FOREST)])
    out = ShownPhoto("a", (Shown(None, "", name="T01"), Shown(None, "", name="forest")))
    assert filled(done.box, [out], done.counted).box == EMPTY


def test_a_full_box_says_so() -> None:
    def painted(tile: Tile, ground: Terrain) -> Tile:
        return tile._replace(
            spaces={at: one._replace(ground=ground) if at.q else one for at, one in tile.spaces.items()}
        )

    tiles = [painted(tile, ground) for tile in demo_box().tiles for ground in (Terrain.DESERT, Terrain.FOREST)]
    distinct = [one for k, one in enumerate(tiles) if not any(same_tile(one, other) for other in tiles[:k])]
    assert len(distinct) > MOST_TILES
    done = filled(EMPTY, [photo("a", *distinct)])
    assert (len(done.box.tiles), done.remarks[0]["box.full-tiles"]) == (MOST_TILES, len(distinct) - MOST_TILES)
    many = filled(EMPTY, [photo("a", *[FOREST] * 60)])
    assert (total(many.box.cards), many.remarks[0]["box.full-cards"]) == (TERRAIN_CARDS, 60 - TERRAIN_CARDS)


def test_two_boxes_are_brought_together_as_far_as_one_chooses() -> None:
    whole = demo_box()
    mine = replace(whole, tiles=whole.tiles[:4], stories=whole.stories[:5], cards={FOREST: 1}, layouts=(), colors=())
    assert differences(whole, whole) == ()
    found = differences(mine, whole)
    assert in_common(mine, whole) == 4
    after = joined(mine, whole, {one.key for one in found})
    assert (len(after.tiles), len(after.stories)) == (len(whole.tiles), len(whole.stories))
    assert differences(after, whole) == ()
    assert joined(mine, whole, {f"tile:{whole.tiles[5].id}"}).tiles == (*mine.tiles, whole.tiles[5])
    assert joined(mine, whole, ()) == mine
    bare = replace(mine, tiles=tuple(tile._replace(icons=()) for tile in mine.tiles))
    other = next(one for one in differences(bare, whole) if one.mine is not None)
    assert other.key.startswith("tile:"), "the same grounds with other icons are shown side by side"
    assert len(joined(bare, whole, {other.key}).tiles) == 4


def test_a_shared_box_holds_no_pictures() -> None:
    document = write_shared(demo_box(), LOOK)
    assert set(document) == {"format", "box", "look"}
    assert read_shared(document) == (demo_box(), LOOK)
    assert read_shared(document["box"]) == (demo_box(), None)
    assert "look" not in write_shared(demo_box(), None)
    wrong: list[object] = [{**document, "more": 1}, {**document, "look": 7}, {"format": document["format"]}, [], None]
    for broken in wrong:
        with pytest.raises(BadInput):
            read_shared(broken)


def test_changes_lead_from_one_box_to_the_other() -> None:
    changes = box_changes(replace(demo_box(), stories=()), demo_box())
    assert {one["path"] for one in changes} == {"/stories/-"}
    assert box_changes(demo_box(), demo_box()) == []
