"""Corrections of a recorded game of Dewan: what each change means, on the document of ``dewan/formats/play.py``.

What is told of secrets stands below ``/secret/<name>``, so that it can be left out for everybody else.
"""

from collections.abc import Mapping
from typing import Any

from companion.dewan.formats.play import read_play, write_play
from companion.dewan.rules.play import Play
from companion.dewan.rules.words import MOST_PLAYERS, Landmark
from companion.formats.faults import BadInput, Node
from companion.games.contract import Json
from companion.games.corrections import Change, Fields, corrected, record_of, set_values
from companion.games.patch import pointer_steps


def with_correction(play: Play, body: Json) -> Play:
    """Raises BadInput: paths of what does not hold together afterwards are those of the document."""
    changes = body.get("changes")
    for entry in changes if isinstance(changes, list) else ():
        if isinstance(entry, dict) and pointer_steps(entry.get("path")) == ["secret"]:
            node = Node(changes, "changes")
            node.fault("correction.path")  # all secrets at once could not be told apart by owner
            raise BadInput(node.faults)
    given = {player.name: [str(card) for card in player.secret] for player in play.table.players}
    return read_play(_without_lost_secrets(corrected(write_play(play), body, CHANGES), given))


# --- What the changes mean


def _map(document: Any) -> Any:
    return document["table"]["map"]


def _space(document: Json, at: Node) -> Any:
    """A space of the map; what is said of none is a fault."""
    found = next((one for one in _map(document)["spaces"] if one["at"] == at.value), None)
    if found is None and (where := at.hex()):
        at.fault("map.no-such-space", q=where.q, r=where.r)
    return found


def _taken_off(document: Json, what: str, at: Node) -> list[Json]:
    """The camps or markers of the map without what is on a space."""
    left = [one for one in _map(document)[what] if one["at"] != at.value]
    taken = [one for one in _map(document)[what] if one["at"] == at.value]
    _map(document)[what] = left
    return taken


def _set_camp(document: Json, fields: Fields) -> None:
    """Whose camp stands there; null for nobody's."""
    if (space := _space(document, fields["at"])) is None:
        return
    _taken_off(document, "camps", fields["at"])
    if fields["player"].value is not None:
        camp = {"player": fields["player"].value, "at": space["at"], "starting": space["terrain"] == Landmark.START}
        _map(document)["camps"].append(camp)


def _move_camp(document: Json, fields: Fields) -> None:
    if _space(document, fields["to"]) is None or _space(document, fields["at"]) is None:
        return
    moved = _taken_off(document, "camps", fields["at"])
    if not moved:
        fields["at"].fault("correction.not-applicable")
    _taken_off(document, "camps", fields["to"])
    _map(document)["camps"] += [{**camp, "at": fields["to"].value} for camp in moved]


def _set_marker(document: Json, fields: Fields) -> None:
    """Which marker lies there; null for none."""
    if _space(document, fields["at"]) is not None:
        _taken_off(document, "markers", fields["at"])
        if fields["kind"].value is not None:
            _map(document)["markers"].append({"kind": fields["kind"].value, "at": fields["at"].value})


def _set_berries(document: Json, fields: Fields) -> None:
    """On a space, or beside a player's board."""
    if "at" in fields:
        if (space := _space(document, fields["at"])) is not None:
            space["berries"] = fields["berries"].value
    elif "player" in fields:
        _player(document, fields)["berries"] = fields["berries"].value
    else:
        fields["berries"].fault("ask.one-of", words="at, player")


def _set_ground(document: Json, fields: Fields) -> None:
    """The map as it lies: every space, and the icons between them."""
    set_values(_map(document), fields, "spaces", "icons")


def _player(document: Any, fields: Fields) -> Json:
    return record_of(document["table"], fields["player"])


def _set_player(document: Json, fields: Fields) -> None:
    set_values(_player(document, fields), fields, "hand", "hidden_cards", "fish", "tucked")


def _set_stories(document: Any, fields: Fields) -> None:
    if _player(document, fields):
        document["stories"][fields["player"].value] = fields["stories"].value


def _swap_story(document: Any, fields: Fields) -> None:
    """Another Story tile in a place, counted from 1."""
    stories = document["stories"].get(fields["player"].value, []) if _player(document, fields) else []
    place = fields["place"].number(1, len(stories)) if stories else None
    if place is not None:
        stories[place - 1] = fields["story"].value
    elif not fields["place"].faults:
        fields["place"].fault("correction.not-applicable")


def _set_off_map(document: Any, fields: Fields) -> None:
    """How many camps were placed without saying where."""
    if _player(document, fields):
        document["off_map"][fields["player"].value] = fields["camps"].value


def _set_piles(document: Any, fields: Fields) -> None:
    """How many cards are in each, Story tiles in the stack, and tokens nobody has; null for cards nobody counts."""
    set_values(document["table"], fields, *PILES, *TOKENS)
    if "story_stack" in fields:
        document["story_stack"] = fields["story_stack"].value


def _set_seats(document: Any, fields: Fields) -> None:
    """The same people in another order, clockwise, or in other colors."""
    had: dict[object, Json] = {one["name"]: one for one in document["table"]["players"]}
    seats = [seat.fields(["name"], ["color"]) or {} for seat in fields["players"].items(MOST_PLAYERS)]
    order = [seat["name"].value for seat in seats if "name" in seat]
    if len(order) != len(had) or any(name not in order for name in had):
        fields["players"].fault("correction.not-applicable")
        return
    for name, seat in zip(order, seats, strict=True):
        set_values(had[name], seat, "color")
    document["table"]["players"] = [had[name] for name in order]


def _add_player(document: Any, fields: Fields) -> None:
    """Somebody who joins late, on the last seat."""
    late: Json = {"name": fields["player"].value}
    set_values(late, fields, "color", "hidden_cards")
    document["table"]["players"].append(late)


def _set_turn(document: Any, fields: Fields) -> None:
    """Whose turn it is; whatever was still open before it is dropped."""
    document["steps"] = [{"kind": "turn", "player": fields["player"].value}]
    document["table"]["active_player"] = fields["player"].value


def _end_game(document: Any, fields: Fields) -> None:
    document["steps"] = [{"kind": "over", "player": document["table"]["players"][0]["name"]}]


def _set_row(document: Json, fields: Fields) -> None:
    """The open cards; null where they are not followed."""
    document["row"] = fields["row"].value


def _set_story_row(document: Json, fields: Fields) -> None:
    """The open Story tiles; null for one nobody knows."""
    document["story_row"] = fields["stories"].value


PILES = ("draw_pile", "supply", "discard")
TOKENS = ("water_markers", "lava_markers", "fish_tokens")

CHANGES: Mapping[str, Change] = {
    "set-camp": Change(_set_camp, ("at", "player")),
    "remove-camp": Change(lambda document, fields: _set_camp(document, {**fields, "player": Node(None)}), ("at",)),
    "move-camp": Change(_move_camp, ("at", "to")),
    "set-berries": Change(_set_berries, ("berries",), ("at", "player")),
    "set-marker": Change(_set_marker, ("at", "kind")),
    "set-ground": Change(_set_ground, ("spaces", "icons")),
    "set-hand": Change(_set_player, ("player",), ("hand", "hidden_cards")),
    "set-fish": Change(_set_player, ("player", "fish")),
    "set-tucked": Change(_set_player, ("player", "tucked")),
    "set-stories": Change(_set_stories, ("player", "stories")),
    "swap-story": Change(_swap_story, ("player", "place", "story")),
    "set-row": Change(_set_row, ("row",)),
    "set-story-row": Change(_set_story_row, ("stories",)),
    "set-piles": Change(_set_piles, (), (*PILES, "story_stack", *TOKENS)),
    "set-off-map": Change(_set_off_map, ("player", "camps")),
    "set-seats": Change(_set_seats, ("players",)),
    "add-player": Change(_add_player, ("player",), ("color", "hidden_cards")),
    "set-turn": Change(_set_turn, ("player",)),
    "set-round": Change(lambda document, fields: document.update(round=fields["round"].value), ("round",)),
    "end-game": Change(_end_game),
}


def _without_lost_secrets(document: object, given: Mapping[str, list[str]]) -> object:
    """Where fewer cards are held unseen than were told, nobody but their owner knows which are left: none is kept.

    Whoever corrects the number need not know that any were told.
    """
    match document:
        case {"table": {"players": list(players)}, "secret": dict(secrets)}:
            for player in players:
                if not isinstance(player, dict):
                    continue
                name, hidden = player.get("name"), player.get("hidden_cards", 0)
                before = given.get(name) if isinstance(name, str) else None
                if before and secrets.get(name) == before and isinstance(hidden, int) and len(before) > hidden:
                    secrets[name] = []
    return document


def seen_changes(changes: object, viewer: str | None) -> list[object]:
    """Without what is told of the secrets of others."""
    seen: list[object] = []
    for change in changes if isinstance(changes, list) else []:
        parts = pointer_steps(change.get("path")) if isinstance(change, dict) else []
        if isinstance(change, dict) and "do" in change and "op" not in change:
            seen.append(change)  # no change that says what it means tells a secret
        elif parts and (parts[0] != "secret" or (len(parts) > 1 and parts[1] == viewer)):
            seen.append(change)
    return seen
