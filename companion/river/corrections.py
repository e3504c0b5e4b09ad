"""Corrections of a recorded game of The River: what each change means, on the table record."""

from collections.abc import Mapping
from typing import Any

from companion.games.contract import Json
from companion.games.corrections import Change, Fields, record_of, set_values

OF_A_PLAYER = ("resources", "untold_resources", "scouts", "settled", "aside", "laid_this_round", "buildings", "bonus")
OF_THE_TURN = ("active_player", "start_player", "round", "over")


def _set_player(document: Json, fields: Fields) -> None:
    set_values(record_of(document, fields["player"]), fields, *OF_A_PLAYER)


def _set_tile(document: Json, fields: Fields) -> None:
    """Another tile on a space, or one more at the end of the river."""
    tiles = _tiles(document, fields)
    place = fields["place"].number(1, len(tiles) + 1)
    if place is not None:
        tiles[place - 1 : place] = [fields["tile"].value]


def _remove_tile(document: Json, fields: Fields) -> None:
    """The last one of the river; fewer may then have been laid this round."""
    record: Any = record_of(document, fields["player"])
    if record:
        del record["tiles"][-1:]
        record["laid_this_round"] = min(record["laid_this_round"], len(record["tiles"]))


def _tiles(document: Json, fields: Fields) -> list[object]:
    tiles = record_of(document, fields["player"]).get("tiles", [])
    assert isinstance(tiles, list)
    return tiles


def _set_turn(document: Json, fields: Fields) -> None:
    """Whose turn it is, who has the figure, which round it is, and whether it is over."""
    set_values(document, fields, *OF_THE_TURN)


CHANGES: Mapping[str, Change] = {
    "set-player": Change(_set_player, ("player",), OF_A_PLAYER),
    "set-tile": Change(_set_tile, ("player", "place", "tile")),
    "remove-tile": Change(_remove_tile, ("player",)),
    "set-turn": Change(_set_turn, (), OF_THE_TURN),
}
