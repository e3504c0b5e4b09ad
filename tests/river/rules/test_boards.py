"""River boards that differ from colour to colour, and what a clean-up may not grow to."""

from dataclasses import replace

import pytest

from companion.formats.faults import BadInput
from companion.river.demo import river_demo_box
from companion.river.formats.box import read_river_box, write_river_box
from companion.river.formats.table import read_river_table, write_river_table
from companion.river.rules import game
from companion.river.rules.actions import CleanUp, Produce
from companion.river.rules.box import PrintedSpace, RiverBoard
from companion.river.rules.counting import storages, symbols
from companion.river.rules.storing import production
from companion.river.rules.tiles import Building, Tile
from tests.river.rules.tables import BOX, CLAY, STONE, WOOD, player, table, tiles

rule = pytest.mark.rule
BLACK = RiverBoard("black", (3, 4), {3: PrintedSpace({STONE: 2}), 6: PrintedSpace(storages=2)}, (1, 2, 4, 5))
OWN = replace(BOX, boards=(BLACK,))


@rule("V-GEO-06", "V-PROD-01", "V-PROD-03")
def test_production_and_storage_go_by_the_players_own_board() -> None:
    on = table(player("Ana", color="black"), player("Ben", color="blue"), seats=3, box=OWN)
    assert [symbols(on, one, STONE).count for one in on.players[:2]] == [2, 1]
    assert [storages(on, one).count for one in on.players[:2]] == [2, 3]
    two = table(player("Ana", color="black"), seats=2, box=OWN)
    assert symbols(two, two.player("Ana"), STONE).count == 1, "the other side has no board of its own"


@rule("V-GEO-07", "V-SETTLE-01")
def test_settling_goes_by_the_players_own_board() -> None:
    laid = {"tiles": tiles("F D M B"), "laid_this_round": 2}
    on = table(player("Ana", color="black", **laid), player("Ben", color="blue", **laid), seats=3, box=OWN)
    plan = game.clean_up(on)
    assert plan.settles == {"Ana": (4,), "Ben": (3,), "Cleo": ()} or plan.settles is not None
    assert plan.settles["Ana"] == (4,)
    assert plan.settles["Ben"] == (3,)


def test_a_box_of_either_version_is_read_and_written() -> None:
    assert read_river_box(write_river_box(OWN)) == OWN
    first = {key: value for key, value in write_river_box(BOX).items() if key != "boards"} | {"format": "river-box/1"}
    assert read_river_box(first) == BOX, "its one board stands for all"
    with pytest.raises(BadInput):
        read_river_box({**write_river_box(OWN), "format": "river-box/1"})
    twice = write_river_box(replace(OWN, boards=(BLACK, BLACK)))
    with pytest.raises(BadInput):
        read_river_box(twice)


def test_the_invented_box_tells_every_colour_apart() -> None:
    box = river_demo_box()
    assert box.invented
    assert [color.name for color in box.colors] == ["black", "blue", "green", "yellow"]
    boards = [box.board(color.name, players) for color in box.colors for players in (2, 3)]
    assert len({str((board.printed, board.framed)) for board in boards}) == 4


@rule("V-CLEAN-01")
def test_thrown_tiles_never_outgrow_the_box() -> None:
    on = table(seats=2, revealed=(Tile(),) * 4, thrown_tiles=63)
    after = game.apply(on, CleanUp())
    assert after.thrown_tiles is None
    assert read_river_table(write_river_table(after), BOX) == after


@rule("V-CLEAN-02")
def test_a_clean_up_lays_out_no_more_cards_than_there_are() -> None:
    on = table(player("Ana", buildings=(None,) * 31), seats=2, displayed=(Building(),))
    after = game.apply(on, CleanUp())
    assert len(after.displayed or ()) == 2


@rule("VR-09")
def test_giving_back_what_one_takes_gains_nothing() -> None:
    full = table(player("Ana", resources={WOOD: 3}), seats=2)
    assert codes(production(full, "Ana", WOOD).reasons) == ["V-PROD-03"]
    assert production(full, "Ana", CLAY).most == 2
    judged = game.judge(full, Produce("Ana", WOOD, 1, {WOOD: 1}))
    assert "VR-09" in codes(judged)


@rule("V-TURN-02")
def test_when_all_have_settled_the_plan_says_so() -> None:
    alone = table(player("Ana", settled=4, scouts=0), player("Ben", settled=4, scouts=0))
    assert "river.all-settled" in [remark.code for remark in game.clean_up(alone).remarks]


def codes(reasons: object) -> list[str]:
    return [reason.rule for reason in reasons]  # type: ignore[attr-defined]
