"""The demo tables could stand on a real table: nothing was conjured up, and each shows what its scenario is about."""

from collections import Counter

import pytest

from companion.dewan.demo import demo_box, demo_table
from companion.dewan.formats.table import read_table, write_table
from companion.dewan.rules import game
from companion.dewan.rules.stories import check_stories
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import CAMPS_TO_PLACE, Marker, ScenarioName, Terrain
from companion.rules.hexes import Hex

BOX = demo_box()
ALL = pytest.mark.parametrize("table", [demo_table(name) for name in ScenarioName], ids=list(ScenarioName))


def points(table: Table, row: str) -> list[int]:
    score = game.score(table)
    return [line.points for sheet in score.teams or score.players for line in sheet.lines if line.row == row]


@ALL
def test_it_reads_back_as_it_was_written(table: Table) -> None:
    assert read_table(write_table(table)) == table


@ALL
def test_all_55_cards_are_accounted_for(table: Table) -> None:
    assert table.row is not None
    on_players = sum(player.cards_in_hand + len(player.tucked) for player in table.players)
    piles = [table.piles.draw, table.piles.supply, table.piles.discard]
    assert on_players + len(table.row) + sum(pile or 0 for pile in piles) == 55


@ALL
def test_its_open_cards_are_cards_of_the_box(table: Table) -> None:
    seen = Counter(card for player in table.players for card in player.hand)
    seen.update(card for card in table.row or () if card)
    assert all(count <= BOX.cards.get(card, 0) for card, count in seen.items())


@ALL
def test_its_stories_are_different_tiles_of_the_box(table: Table) -> None:
    known = {(frozenset(story.needs.items()), story.points, story.fire) for story in BOX.stories}
    shown = [(frozenset(s.needs.items()), s.points, s.fire) for player in table.players for s in player.stories]
    assert set(shown) <= known
    assert len(set(shown)) == len(shown)
    scenario = game.scenario_of(table)
    assert all(scenario.uses_story(story) for player in table.players for story in player.stories)


@ALL
def test_every_player_is_in_mid_game_with_what_the_camps_placed_have_brought(table: Table) -> None:
    """D-EFF-02: a Story tile for camps 2, 4 and 6, a card tucked at most for camps 3, 5 and 7."""
    for player in table.players:
        placed = len(table.placed_camps(player.name))
        assert 3 <= placed < CAMPS_TO_PLACE
        assert len(player.stories) == 1 + placed // 2
        assert len(player.tucked) <= (placed - 1) // 2


@ALL
def test_done_stories_are_complete(table: Table) -> None:
    """True of these five; a marker could have taken a requirement away (R-29)."""
    for player in table.players:
        for check in check_stories(table, player.name):
            assert check.complete or not check.story.done


@ALL
def test_berries_come_from_the_symbols_of_its_tiles(table: Table) -> None:
    lying = sum(table.board.berries.values())
    taken = sum(player.berries for player in table.players)
    assert taken > 0
    assert lying > 0
    assert lying + taken <= 14
    assert (lying + taken) % 2 == 0


@ALL
def test_somebody_can_go_somewhere(table: Table) -> None:
    assert len(game.find_routes(table, table.active().name)) >= 3


def test_the_five_tables_have_two_three_and_four_players() -> None:
    assert {len(demo_table(name).players) for name in ScenarioName} == {2, 3, 4}


def test_base_shows_gifts_water_groups_and_an_unjudged_story() -> None:
    table = demo_table(ScenarioName.BASE)
    routes = game.find_routes(table, table.active().name)
    assert any(route.given for route in routes)
    assert any(table.board.ground[at] is Terrain.WATER for route in routes for at in route.path)
    assert all(points(table, "groups"))
    assert any(story.done is None for player in table.players for story in player.stories)


def test_team_shows_mixed_groups_and_berry_pairs_of_both_teams() -> None:
    table = demo_table(ScenarioName.TEAM)
    assert [player.team for player in table.players] == ["Sun", "Moon", "Sun", "Moon"]
    assert all(points(table, "groups"))
    assert all(points(table, "berry_pairs"))


def test_downpour_shows_water_risen_and_rising() -> None:
    table = demo_table(ScenarioName.DOWNPOUR)
    assert Counter(table.board.markers.values()) == {Marker.WATER: 8 - table.water_markers}
    assert len(table.board.markers) >= 3
    assert game.eligible_spaces(table)
    assert all(points(table, "forest_mountain_zones"))
    assert any(points(table, "pairs"))


def test_volcano_shows_lava_and_everything_its_rows_count() -> None:
    table = demo_table(ScenarioName.VOLCANO)
    assert Counter(table.board.markers.values()) == {Marker.LAVA: 8 - table.lava_markers}
    assert game.eligible_spaces(table)
    warm = [item for sheet in game.score(table).players for line in sheet.lines for item in line.evidence]
    assert any(item.what == "volcano" for item in warm)
    for row in ("water_zones", "starting_tiles", "pairs"):
        assert any(points(table, row)), row


def test_lake_villages_shows_villages_fish_and_a_shared_majority() -> None:
    table = demo_table(ScenarioName.LAKE_VILLAGES)
    villages: list[Hex] = [at for at in table.board.camps if table.board.ground[at] is Terrain.WATER]
    assert len({table.board.camps[at].player for at in villages}) >= 2
    assert table.fish_tokens == 20 - sum(player.fish for player in table.players) < 20
    majorities = [item.what for sheet in game.score(table).players for line in sheet.lines for item in line.evidence]
    assert "majority" in majorities
    assert "majority-tied" in majorities
