"""Corrections as changes of the game's document: what somebody sees on wood, against what is recorded.

Each function gives the JSON Patch for one part; where nothing differs it gives none.
"""

from collections.abc import Sequence

from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.words import Landmark
from companion.games.contract import Json
from companion.rules.hexes import Hex

Changes = list[Json]
NUMBERS = ("berries", "fish", "hidden_cards")
PILES = ("draw_pile", "supply", "discard")


def player_changes(play: Play, name: str, numbers: dict[str, int], hand: Sequence[str]) -> Changes:
    """What a player has beside the board and in hand. The cards are as typed: reading them back finds their faults."""
    seat = next(i for i, player in enumerate(play.table.players) if player.name == name)
    player = play.table.players[seat]
    before: dict[str, object] = {
        "berries": player.berries,
        "fish": player.fish,
        "hidden_cards": player.hidden_cards,
        "hand": [str(card) for card in player.hand],
    }
    wanted: dict[str, object] = {**numbers, "hand": list(hand)}
    return [_replace(f"/table/players/{seat}/{key}", value) for key, value in wanted.items() if value != before[key]]


def pile_changes(play: Play, numbers: dict[str, int | None]) -> Changes:
    piles = play.table.piles
    before = dict(zip(PILES, (piles.draw, piles.supply, piles.discard), strict=True))
    changes: Changes = []
    for key, value in numbers.items():
        if value == before[key]:
            continue
        changes.append({"op": "remove", "path": f"/table/{key}"} if value is None else _add(f"/table/{key}", value))
    return changes


def space_changes(play: Play, at: Hex, camp: str | None, berries: int, marker: str | None) -> Changes:
    """What stands and lies on one space."""
    board = play.table.board
    changes: Changes = []
    standing = board.camps.get(at)
    if (standing.player if standing else None) != camp:
        camps = [
            {"player": one.player, "at": list(space), "starting": one.starting}
            for space, one in sorted(board.camps.items())
            if space != at
        ]
        if camp is not None:
            camps.append({"player": camp, "at": list(at), "starting": board.ground.get(at) is Landmark.START})
        changes.append(_replace("/table/map/camps", camps))
    if board.berries.get(at, 0) != berries:
        place = sorted(board.printed).index(at)
        changes.append(_add(f"/table/map/spaces/{place}/berries", berries))
    if board.markers.get(at) != marker:
        markers = [{"kind": kind, "at": list(space)} for space, kind in sorted(board.markers.items()) if space != at]
        if marker is not None:
            markers.append({"kind": marker, "at": list(at)})
        changes.append(_replace("/table/map/markers", markers))
    return changes


def turn_changes(play: Play, player: str, round_number: int) -> Changes:
    """Whose turn it is; whatever was still open before it is dropped."""
    changes: Changes = []
    if (play.next.kind, play.next.player) != (StepKind.TURN, player):
        changes.append(_replace("/steps", [{"kind": "turn", "player": player}]))
        changes.append(_add("/table/active_player", player))
    if play.round != round_number:
        changes.append(_replace("/round", round_number))
    return changes


def hand_text(cards: Sequence[Card]) -> str:
    return ", ".join(map(str, cards))


def cards_in(text: str) -> list[str]:
    """Cards as people type them: with commas, spaces or lines between."""
    return [word for word in text.replace(",", " ").split() if word]


def _replace(path: str, value: object) -> Json:
    return {"op": "replace", "path": path, "value": value}


def _add(path: str, value: object) -> Json:
    return {"op": "add", "path": path, "value": value}
