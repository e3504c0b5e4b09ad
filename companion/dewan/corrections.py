"""Corrections of a recorded game: changes of the document of ``dewan/formats/play.py``, as JSON Patch.

What is told of secrets stands below ``/secret/<name>``, so that it can be left out for everybody else.
"""

from collections.abc import Mapping

from companion.dewan.formats.play import read_play, write_play
from companion.dewan.rules.play import Play
from companion.formats.faults import BadInput, Node
from companion.games.contract import Json
from companion.games.patch import patched, pointer_steps


def corrected(play: Play, body: Json) -> Play:
    """Raises BadInput: paths of what does not hold together afterwards are those of the document."""
    node = Node(body)
    fields = node.fields(["reason", "changes"]) or {}
    if "reason" in fields:
        fields["reason"].text()
    changes = fields.get("changes", node)
    for entry in changes.value if isinstance(changes.value, list) else ():
        if isinstance(entry, dict) and pointer_steps(entry.get("path")) == ["secret"]:
            changes.fault("correction.path")  # all secrets at once could not be told apart by owner
    if node.faults:
        raise BadInput(node.faults)
    told = {player.name: [str(card) for card in player.secret] for player in play.table.players}
    return read_play(_without_lost_secrets(patched(write_play(play), changes), told))


def _without_lost_secrets(document: object, told: Mapping[str, list[str]]) -> object:
    """Where fewer cards are held unseen than were told, nobody but their owner knows which are left: none is kept.

    Whoever corrects the number need not know that any were told.
    """
    match document:
        case {"table": {"players": list(players)}, "secret": dict(secrets)}:
            for player in players:
                if not isinstance(player, dict):
                    continue
                name, hidden = player.get("name"), player.get("hidden_cards", 0)
                before = told.get(name) if isinstance(name, str) else None
                if before and secrets.get(name) == before and isinstance(hidden, int) and len(before) > hidden:
                    secrets[name] = []
    return document


def seen_changes(changes: object, viewer: str | None) -> list[object]:
    """Without what is told of the secrets of others."""
    seen = []
    for change in changes if isinstance(changes, list) else []:
        parts = pointer_steps(change.get("path")) if isinstance(change, dict) else []
        if parts and (parts[0] != "secret" or (len(parts) > 1 and parts[1] == viewer)):
            seen.append(change)
    return seen
