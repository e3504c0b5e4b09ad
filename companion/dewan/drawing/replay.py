"""A step of the replay of Dewan, drawn: the map with what this step changed on it."""

from collections.abc import Mapping

from companion.dewan.drawing.map_svg import MapView, RouteDrawing
from companion.dewan.game import DewanState
from companion.dewan.rules.board import Board
from companion.games.facts import FactKind
from companion.rules.hexes import Hex
from companion.service.playback import PlaybackStep
from companion.web.drawing.players import PlayerStyle


def replay_map(before: PlaybackStep | None, step: PlaybackStep, looks: Mapping[str, PlayerStyle]) -> MapView | None:
    """The way that was gone, new camps and markers; None for a table without a map."""
    board = _board(step)
    if board is None or not board.printed:
        return None
    paths = [fact.spaces for fact in step.facts if fact.kind is FactKind.ROUTE and len(fact.spaces) > 1]
    routes = [RouteDrawing(path) for path in paths if all(map(board.has, path))]
    return MapView(board, looks=looks, chosen=_new(before, board), routes=routes)


def _new(before: PlaybackStep | None, board: Board) -> list[Hex]:
    old = _board(before) if before is not None else None
    if old is None or old.printed != board.printed:
        return []
    return [at for at in board.camps if at not in old.camps] + [at for at in board.markers if at not in old.markers]


def _board(step: PlaybackStep) -> Board | None:
    return step.state.play.table.board if isinstance(step.state, DewanState) else None
