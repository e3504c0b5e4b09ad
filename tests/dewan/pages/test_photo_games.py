"""Whole games kept by photos alone: a picture a round, events included, and the pad is right in the end."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.dewan.demo import demo_box
from companion.dewan.pages.photo.photo_map import photo_map
from companion.dewan.pages.photo.since_entry import entries_of, update_of
from companion.dewan.rules import game
from companion.dewan.rules.actions import Action, DiscardForFish, PlaceCamp, PlaceMarker, TakeCards
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.setup import SetUp
from companion.dewan.rules.table import Player
from companion.dewan.rules.tiles import LaidTile, lay
from companion.dewan.rules.words import LAND, Landmark, ScenarioName, Terrain
from companion.rules.hexes import Hex
from tests.dewan.pages.test_photo_screen import reading_of
from tests.web.tables import COLORS, NAMES, demo_tiles

PLAYERS = 3


def laid(scenario: str) -> list[LaidTile]:
    box, tiles = demo_box(), []
    for entry in demo_tiles(scenario, PLAYERS):
        tile = box.tile(str(entry["tile"]))
        assert tile is not None
        tiles.append(LaidTile(tile, Hex(*entry["at"]), int(entry["rotation"])))  # type: ignore[misc, call-overload]
    return tiles


def begun(scenario: str) -> Play:
    printed = lay(laid(scenario))
    starts = [at for at, ground in sorted(printed.spaces.items()) if ground is Landmark.START]
    camps = {at: Camp(name, starting=True) for at, name in zip(starts, NAMES[:PLAYERS], strict=True)}
    players = tuple(Player(name, color=color) for name, color in zip(NAMES[:PLAYERS], COLORS, strict=False))
    board = Board(printed.spaces, printed.icons, printed.berries, camps)
    choices = SetUp(ScenarioName(scenario), players, NAMES[0], board, row=False, stories=False)
    return replace(game.begin(choices), camps_only=True)


def decided(play: Play, chance: Random) -> Action:
    """What the player does whose decision it is."""
    step, board = play.next, play.table.board
    if step.kind is StepKind.MARKER:
        return PlaceMarker(step.player, chance.choice(game.eligible_spaces(play.table)))
    if step.kind is StepKind.FISH:
        return DiscardForFish(step.player, chance.random() < 0.5)
    grounds: set[Any] = set(LAND) | ({Terrain.WATER} if play.table.scenario == "lake-villages" else set())
    free = [at for at in board.printed if board.is_free(at) and board.ground[at] in grounds]
    if play.camps_left(step.player) and chance.random() < 0.6:
        return PlaceCamp(step.player, chance.choice(free))
    return TakeCards(step.player)


def photographed(play: Play) -> dict[str, Any]:
    """What the reader sees where it reads everything right."""
    table = play.table
    colors = {player.name: str(player.color) for player in table.players}
    reading = reading_of(laid(table.scenario), {at: colors[camp.player] for at, camp in table.board.camps.items()})
    lying = [(at, count) for at, count in table.board.berries.items() if count]
    reading["berries"] = [{"at": list(at), "count": count, "confidence": 0.95} for at, count in lying]
    reading["markers"] = [
        {"at": list(at), "kind": kind.value, "confidence": 0.95} for at, kind in table.board.markers.items()
    ]
    return reading


@pytest.mark.parametrize("scenario", ["base", "downpour", "volcano", "lake-villages"])
def test_a_photo_a_round_is_the_whole_record(scenario: str) -> None:
    chance = Random(scenario)
    true = record = begun(scenario)
    while not true.over:
        number, fish = true.round, []
        while not true.over and (true.round == number or true.next.kind is not StepKind.TURN):
            action = decided(true, chance)
            true = game.apply(true, action)
            fish += [action.player] if isinstance(action, DiscardForFish) and action.discard else []
        update = update_of(record, photo_map(photographed(true), (), record.table.players, demo_box()))
        assert update is not None
        assert not any(line.doubtful for line in update.lines)
        questions = [update.first, update.ask_event, update.marker_due]
        assert not any(questions), "fish is all a photo cannot show"
        assert set(update.fish) >= set(fish)
        for entry in entries_of(record, update.lines, close=True, fish=fish):
            record = game.apply(record, entry)
        assert (record.round, record.next, record.table.board) == (true.round, true.next, true.table.board)
    assert record.over
    assert game.score(record.table) == game.score(true.table)
