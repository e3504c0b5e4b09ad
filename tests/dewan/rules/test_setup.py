"""Everything before the first turn."""

from dataclasses import astuple

import pytest

from companion.dewan.demo import demo_box
from companion.dewan.formats.table import read_table
from companion.dewan.rules import game
from companion.dewan.rules.actions import TakeCards, TakeStory
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.setup import figures
from companion.dewan.rules.stories import newly_complete
from companion.dewan.rules.table import Blank
from companion.dewan.rules.tiles import LaidTile, TileKind, lay
from companion.dewan.rules.words import BERRIES_PER_SYMBOL, CAMPS_TO_PLACE, Landmark, ScenarioName, Terrain
from companion.rules.hexes import SIDES, Hex, are_adjacent
from tests.boards import board, story
from tests.dewan.rules.games import begun, broken, done, due, under_way

rule = pytest.mark.rule
BOX = demo_box()
SCENARIOS_OF_EVENTS = (ScenarioName.DOWNPOUR, ScenarioName.VOLCANO, ScenarioName.LAKE_VILLAGES)


def test_how_many_may_play() -> None:
    assert {name: scenario.players for name, scenario in SCENARIOS.items()} == {
        "base": (2, 3, 4),
        "team": (4,),
        "downpour": (2, 3, 4),
        "volcano": (2, 3, 4),
        "lake-villages": (2, 3, 4),
    }


def test_figures_of_the_base_game() -> None:
    """Section 1.2 of the catalogue."""
    for players, draw_pile in ((2, 45), (3, 43), (4, 41)):
        numbers = figures(ScenarioName.BASE, players)
        assert (numbers.starting_tiles, numbers.neutral_tiles, numbers.special_tiles) == (players, players, 0)
        assert (numbers.dealt, numbers.row, numbers.draw_pile, numbers.supply) == (2 * players, 6, draw_pile, 0)
        assert (numbers.story_row, numbers.story_stack, numbers.markers) == (5, 19, 0)


@rule("D-EVENT-01")
def test_figures_of_the_scenarios_with_events() -> None:
    for scenario in SCENARIOS_OF_EVENTS:
        piles = [(figures(scenario, n).draw_pile, figures(scenario, n).supply) for n in (2, 3, 4)]
        assert piles == [(6, 39), (8, 35), (10, 31)]


def test_a_smaller_box_deals_what_it_has() -> None:
    poor = figures(ScenarioName.VOLCANO, 2, cards=14, stories=3)
    assert (poor.draw_pile, poor.supply, poor.story_row, poor.story_stack) == (4, 0, 3, 0)
    assert all(number >= 0 for number in astuple(figures(ScenarioName.DOWNPOUR, 4, cards=0, stories=0)))


@rule("D-SETUP-01", "D-SETUP-02", "R-43")
@pytest.mark.parametrize("layout", BOX.layouts, ids=lambda one: f"{one.scenario}-{one.players}")
def test_a_box_lays_out_every_scenario_with_a_starting_tile_for_each_player(layout: object) -> None:
    chosen = next(one for one in BOX.layouts if one == layout)
    assert BOX.layout(chosen.scenario, chosen.players) == chosen
    numbers = figures(chosen.scenario, chosen.players)
    kinds = [slot.kind for slot in chosen.slots]
    assert kinds.count(TileKind.STARTING) == numbers.starting_tiles
    assert kinds.count(TileKind.NEUTRAL) == numbers.neutral_tiles
    assert len(kinds) == numbers.starting_tiles + numbers.neutral_tiles + numbers.special_tiles


def laid_record(kinds: list[str]) -> dict[str, object]:
    """A Volcano table for two with such tiles in a row, however many."""
    tiles = []
    unused = list(BOX.tiles)
    for i, kind in enumerate(kinds):
        tile = next(one for one in unused if one.kind == kind)
        unused.remove(tile)
        tiles.append({"tile": tile.id, "at": [2 * i, i], "rotation": i % 6})
    from companion.dewan.formats.box import write_box

    return {
        "format": "dewan-table/1",
        "scenario": "volcano",
        "players": [{"name": "P1"}, {"name": "P2"}],
        "map": {"box": write_box(BOX), "tiles": tiles},
    }


@rule("R-43")
def test_the_special_tile_may_be_added_or_replace_a_neutral_one() -> None:
    added = read_table(laid_record(["starting", "starting", "neutral", "neutral", "volcano"]))
    instead = read_table(laid_record(["starting", "starting", "neutral", "volcano"]))
    assert (len(added.board.printed), len(instead.board.printed)) == (35, 28)


@rule("D-GEO-01", "D-GEO-04")
def test_a_territory_tile_is_a_centre_and_six_around_it() -> None:
    for tile in BOX.tiles:
        assert set(tile.spaces) == {Hex(0, 0), *SIDES}
        terrains = sum(isinstance(space.ground, Terrain) for space in tile.spaces.values())
        assert terrains == {TileKind.STARTING: 6, TileKind.VOLCANO: 6}.get(tile.kind, 7)


@rule("D-GEO-09")
@pytest.mark.parametrize("rotation", range(6))
def test_all_neighbours_of_a_centre_lie_on_its_own_tile(rotation: int) -> None:
    tile = next(tile for tile in BOX.tiles if tile.kind is TileKind.STARTING)
    laid = LaidTile(tile, Hex(5, -3), rotation)
    assert laid.spaces()[Hex(5, -3)].ground is Landmark.START
    assert {at for at in laid.spaces() if are_adjacent(at, Hex(5, -3))} == set(Hex(5, -3).neighbours())


@rule("D-SETUP-03", "D-GEO-06", "R-48")
def test_two_berries_on_every_symbol_each_in_one_space() -> None:
    tile = next(tile for tile in BOX.tiles if any(space.berry for space in tile.spaces.values()))
    printed = lay([LaidTile(tile, Hex(0, 0), 2)])
    symbols = [at.turned(2) for at, space in tile.spaces.items() if space.berry]
    assert printed.berries == dict.fromkeys(symbols, BERRIES_PER_SYMBOL)


@rule("R-47")
def test_a_table_with_more_symbols_than_tokens_says_how_many_lie_where() -> None:
    """Fifteen tokens serve seven symbols; what lies on the map is what the record says."""
    record = laid_record(["starting", "starting", "neutral", "neutral"])
    served = read_table(record)
    assert set(served.board.berries.values()) == {2}
    symbol = next(iter(served.board.berries))
    record["map"] |= {"berries": [{"at": list(symbol), "count": 1}]}  # type: ignore[operator]
    assert read_table(record).board.berries == {symbol: 1}


@rule("D-SETUP-04")
def test_eight_camps_are_left_to_place_beside_the_starting_camp() -> None:
    play = begun(2, board=board("*P1  D  *P2"))
    assert [play.camps_left(name) for name in ("P1", "P2")] == [CAMPS_TO_PLACE, CAMPS_TO_PLACE] == [8, 8]
    assert play.table.board.camps_of("P1", starting=True) == ((0, 0),)


@rule("D-SETUP-05", "D-SETUP-06")
def test_what_is_dealt() -> None:
    play = begun(3)
    assert play.story_row == (None,) * 5
    assert play.story_stack == 19
    assert [player.cards_in_hand for player in play.table.players] == [2, 2, 2]
    assert play.table.row == (Blank.UNTOLD,) * 6
    assert play.table.piles.draw == 43


@rule("D-SETUP-07", "R-45")
@pytest.mark.parametrize("first", ["P1", "P2", "P3"])
def test_anybody_may_be_first_player(first: str) -> None:
    play = begun(3, first=first)
    while play.next.kind == "first-story":
        play = done(play, TakeStory(play.next.player))
    assert play.table.first_player == first
    assert due(play) == ("turn", first)


@rule("D-SETUP-08")
def test_first_stories_go_round_against_the_clock_and_the_first_player_chooses_last() -> None:
    play = begun(4, first="P2")
    order = []
    while play.next.kind == "first-story":
        order.append(play.next.player)
        play = game.apply(play, TakeStory(play.next.player))
    assert order == ["P1", "P4", "P3", "P2"]
    assert broken(begun(3), TakeStory("P1")) == ["D-TURN-01"]
    assert broken(begun(3), TakeCards("P1", (1, 2))) == ["D-TURN-04"]


@rule("D-SETUP-09")
def test_a_first_story_from_the_row_is_replaced_at_once() -> None:
    chosen, new = story("2F", 4), story("1M", 2)
    play = game.apply(begun(2), TakeStory("P2", place=3, tile=chosen, refill=new))
    assert play.story_row == (None, None, new, None, None)
    assert play.story_stack == 18
    (tile,) = play.table.player("P2").stories
    assert (tile.needs, tile.points, tile.done) == (chosen.needs, 4, False)


@rule("D-SETUP-10", "R-34", "R-61")
def test_the_unseen_tile_is_a_free_choice_and_must_be_kept() -> None:
    """Nothing is asked about the row first, and once drawn the next player chooses."""
    drawn = story("3crystal", 9)
    play = done(begun(2), TakeStory("P2", tile=drawn))
    assert play.story_row == (None,) * 5
    assert play.story_stack == 18
    assert play.table.player("P2").stories[0].points == 9
    assert due(play) == ("first-story", "P1")
    assert broken(play, TakeStory("P2", place=1)) == ["D-TURN-01"]


def test_nothing_is_complete_before_the_first_turn() -> None:
    play = under_way(3)
    assert all(newly_complete(play.table, name) == () for name in ("P1", "P2", "P3"))
    assert due(play) == ("turn", "P1")
