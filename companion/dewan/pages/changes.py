"""What a correction has to change, so that the record says what is seen on the table."""

from companion.dewan.corrections import PILES
from companion.dewan.rules.play import Play, StepKind
from companion.games.contract import Json
from companion.rules.hexes import Hex

Changes = list[Json]


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
