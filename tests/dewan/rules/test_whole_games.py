"""Whole games of the demo box, played at random but within the rules, and then not within the rules."""

import json
import random
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.dewan.demo import demo_box
from companion.dewan.formats.play import read_play, write_play
from companion.dewan.rules import game
from companion.dewan.rules.actions import (
    Action,
    DiscardForFish,
    Pass,
    PileEmpty,
    PlaceCamp,
    PlaceMarker,
    SlideUp,
    TakeCards,
    TakeStory,
    TellCards,
    TuckCard,
)
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.setup import SetUp
from companion.dewan.rules.table import Blank, Player
from companion.dewan.rules.tiles import LaidTile, StoryTile, TileKind, lay
from companion.dewan.rules.turns import Impossible
from companion.dewan.rules.words import TERRAIN_CARDS, Landmark, ScenarioName
from companion.rules.hexes import Hex
from tests.strategies import examples

BOX = demo_box()
DECK = [card for card, count in BOX.cards.items() for _ in range(count)]
MOST_ACTIONS = 600


def set_up(scenario: ScenarioName, players: int, dice: random.Random) -> Play:
    names = ["Ann", "Bob", "Cid", "Dot"][:players]
    layout = BOX.layout(scenario, players)
    assert layout is not None
    tiles = {kind: [tile for tile in BOX.tiles if tile.kind is kind] for kind in TileKind}
    for pile in tiles.values():
        dice.shuffle(pile)
    printed = lay(LaidTile(tiles[slot.kind].pop(), slot.at, dice.randrange(6)) for slot in layout.slots)
    centres = sorted(at for at, ground in printed.spaces.items() if ground is Landmark.START)
    camps = {at: Camp(name, starting=True) for at, name in zip(centres, names, strict=True)}
    seats = tuple(
        Player(name, team="AB"[i % 2] if scenario is ScenarioName.TEAM else None, hand=tuple(dice.sample(DECK, 2)))
        for i, name in enumerate(names)
    )
    return game.begin(
        SetUp(scenario, seats, dice.choice(names), Board(printed.spaces, printed.icons, printed.berries, camps))
    )


def legal_action(play: Play, dice: random.Random) -> Action:
    """Something the player whose decision it is may do."""
    step, table = play.next, play.table
    player = table.player(step.player)
    match step.kind:
        case StepKind.FIRST_STORY | StepKind.STORY:
            places: list[int | None] = list(range(1, len(play.story_row or ()) + 1))
            if play.story_stack:
                places.append(None)
            return TakeStory(player.name, dice.choice(places), story(dice), story(dice))
        case StepKind.TUCK:
            if not player.hand or dice.random() < 0.2:
                return TuckCard(player.name)
            card = dice.choice(player.hand)
            return TuckCard(player.name, card, dice.choice(card.halves))
        case StepKind.MARKER:
            at = dice.choice(game.eligible_spaces(table))
            covered = game.place_marker(table, at)
            parts = dice.sample(covered.tied, covered.odd) if covered.odd else []
            return PlaceMarker(player.name, at, tuple(dice.choice(part) for part in parts))
        case StepKind.FISH:
            return DiscardForFish(player.name, dice.random() < 0.7, dice.choice(player.hand) if player.hand else None)
    routes = game.find_routes(table, player.name)
    if routes and dice.random() < 0.7:
        route = dice.choice(routes)
        verdict = game.check_route(table, player.name, route.path)
        assert verdict.payment is not None
        return PlaceCamp(player.name, path=route.path, cards=tuple(paid.card for paid in verdict.payment))
    assert table.row is not None
    pairs = [(i + 1, i + 2) for i in range(5) if Blank.GAP not in table.row[i : i + 2]]
    if pairs:
        return TakeCards(player.name, dice.choice(pairs), tuple(dice.choices(DECK, k=2)))
    return PlaceCamp(player.name, path=routes[0].path) if routes else Pass(player.name)


def story(dice: random.Random) -> StoryTile:
    return dice.choice(BOX.stories)


def cards_on_the_table(play: Play) -> int:
    piles = play.table.piles
    return (
        sum(player.cards_in_hand + len(player.tucked) for player in play.table.players)
        + sum(card is not Blank.GAP for card in play.table.row or ())
        + (piles.draw or 0)
        + (piles.supply or 0)
        + (piles.discard or 0)
    )


def berries_on_the_table(play: Play) -> int:
    return sum(play.table.board.berries.values()) + sum(player.berries for player in play.table.players)


@pytest.mark.rule("D-GEO-10", "D-END-01", "D-EFF-03", "D-EFF-04", "D-EFF-06")
@pytest.mark.parametrize("scenario", list(ScenarioName))
@examples(0.1)
@given(seed=st.integers(0, 10**6), number=st.integers(0, 2))
def test_a_game_played_within_the_rules_loses_nothing_and_ends_fairly(
    scenario: ScenarioName, seed: int, number: int
) -> None:
    dice = random.Random(seed)
    counts = SCENARIOS[scenario].players
    play = set_up(scenario, counts[number % len(counts)], dice)
    berries = berries_on_the_table(play)
    turns: Counter[str] = Counter()
    for _ in range(MOST_ACTIONS):
        if play.over:
            break
        action = legal_action(play, dice)
        assert game.judge(play, action) == ()
        if play.next.kind is StepKind.TURN:
            assert play.camps_left(play.next.player) > 0
            turns[play.next.player] += 1
        before, play = play, game.apply(play, action)
        assert before.table.board.camps.items() <= play.table.board.camps.items()
        assert cards_on_the_table(play) == TERRAIN_CARDS
        assert berries_on_the_table(play) <= berries
        if not isinstance(action, PlaceMarker):
            assert berries_on_the_table(play) == berries_on_the_table(before)
        assert all(len(player.stories) <= 4 and len(player.tucked) <= 3 for player in play.table.players)
    assert play.over, "a game comes to its end"
    assert len(set(turns.values())) == 1, "all have had equally many turns"
    assert any(not play.camps_left(player.name) for player in play.table.players)
    score = game.score(play.table)
    assert sorted(name for place in score.ranking for name in place) == sorted(
        sheet.name for sheet in score.teams or score.players
    )


def any_action(play: Play, dice: random.Random) -> Action:
    """Anything anybody might tell the companion, sensible or not."""
    name = dice.choice([player.name for player in play.table.players])
    spaces = [*play.table.board.printed, Hex(99, 99)]
    some_cards = tuple(dice.choices(DECK, k=dice.randrange(5)))
    card: Card = dice.choice(DECK)
    return dice.choice(
        [
            TakeCards(name, dice.choice([None, (1, 2), (2, 1), (0, 1), (5, 9), (-1, 3), (), (1, 2, 3)]), some_cards),
            PlaceCamp(name, to=dice.choice(spaces)),
            PlaceCamp(name, path=tuple(dice.choices(spaces, k=dice.randrange(5))), cards=some_cards),
            PlaceCamp(name, paid=dice.randrange(9), berry=dice.random() < 0.5),
            TakeStory(name, dice.choice([None, 0, 1, 5, 6]), dice.choice([None, story(dice)])),
            TuckCard(name, dice.choice([None, card]), dice.choice([None, card.halves[0]])),
            PlaceMarker(
                name, dice.choice([None, dice.choice(spaces)]), tuple(dice.choices(spaces, k=dice.randrange(3)))
            ),
            DiscardForFish(name, dice.random() < 0.5, dice.choice([None, card])),
            PileEmpty(name),
            SlideUp(name, dice.randrange(-1, 5)),
            TellCards(name, some_cards),
            Pass(name),
        ]
    )


@pytest.mark.parametrize("scenario", list(ScenarioName))
@examples(0.15)
@given(seed=st.integers(0, 10**6))
@example(seed=1)
def test_whatever_is_told_the_game_has_a_next_step(scenario: ScenarioName, seed: int) -> None:
    """Judging and applying never raise but for what cannot be carried out; hands and piles never fall below zero."""
    dice = random.Random(seed)
    play = set_up(scenario, SCENARIOS[scenario].players[0], dice)
    for _ in range(60):
        action = any_action(play, dice) if dice.random() < 0.7 or play.over else legal_action(play, dice)
        game.judge(play, action)
        try:
            play = game.apply(play, action)
        except Impossible:
            continue
        assert play.steps
        assert play.next.kind in tuple(StepKind)[:7], "what happens by itself has happened"
        assert min(player.cards_in_hand for player in play.table.players) >= 0
        assert all(count is None or count >= 0 for count in (play.table.piles.draw, play.table.piles.supply))
        game.score(play.table)
        assert read_play(json.loads(json.dumps(write_play(play)))) == play, "a snapshot keeps it all"
