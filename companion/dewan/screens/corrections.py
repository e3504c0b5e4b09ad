"""Corrections as a page tells them: what somebody sees on the table, against what is recorded.

Each function gives the changes of one part (``dewan/corrections.py``); where nothing differs it gives none.
"""

from collections.abc import Sequence

from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import Play, StepKind
from companion.games.contract import Json
from companion.rules.hexes import Hex

Changes = list[Json]
NUMBERS = ("berries", "fish", "hidden_cards")
PILES = ("draw_pile", "supply", "discard")


def player_changes(play: Play, name: str, numbers: dict[str, int], hand: Sequence[str]) -> Changes:
    """What a player has beside the board and in hand. The cards are as typed: reading them back finds their faults."""
    player = play.table.player(name)
    changes: Changes = [
        {"do": f"set-{key}", "player": name, key: numbers[key]}
        for key, before in (("berries", player.berries), ("fish", player.fish))
        if numbers[key] != before
    ]
    told: Json = {"hand": list(hand), "hidden_cards": numbers["hidden_cards"]}
    before: Json = {"hand": [str(card) for card in player.hand], "hidden_cards": player.hidden_cards}
    if wanted := {key: value for key, value in told.items() if value != before[key]}:
        changes.append({"do": "set-hand", "player": name, **wanted})
    return changes


def pile_changes(play: Play, numbers: dict[str, int | None]) -> Changes:
    piles = play.table.piles
    before = dict(zip(PILES, (piles.draw, piles.supply, piles.discard), strict=True))
    wanted = {key: value for key, value in numbers.items() if value != before[key]}
    return [{"do": "set-piles", **wanted}] if wanted else []


def space_changes(play: Play, at: Hex, camp: str | None, berries: int, marker: str | None) -> Changes:
    """What stands and lies on one space."""
    board = play.table.board
    changes: Changes = []
    standing = board.camps.get(at)
    if (standing.player if standing else None) != camp:
        put: Json = {"do": "remove-camp"} if camp is None else {"do": "set-camp", "player": camp}
        changes.append({**put, "at": list(at)})
    if board.berries.get(at, 0) != berries:
        changes.append({"do": "set-berries", "at": list(at), "berries": berries})
    if board.markers.get(at) != marker:
        changes.append({"do": "set-marker", "at": list(at), "kind": marker})
    return changes


def turn_changes(play: Play, player: str, round_number: int) -> Changes:
    """Whose turn it is; whatever was still open before it is dropped."""
    changes: Changes = []
    if (play.next.kind, play.next.player) != (StepKind.TURN, player):
        changes.append({"do": "set-turn", "player": player})
    if play.round != round_number:
        changes.append({"do": "set-round", "round": round_number})
    return changes


def hand_text(cards: Sequence[Card]) -> str:
    return ", ".join(map(str, cards))


def cards_in(text: str) -> list[str]:
    """Cards as people type them: with commas, spaces or lines between."""
    return [word for word in text.replace(",", " ").split() if word]
