"""Small tables on which an event is near: the worked cases of the rules, as tables of the service."""

from companion.web.backend import Backend
from tests.web.tables import Hand


def strip_table(backend: Backend, berries: int = 3) -> Hand:
    """Five Forests in a row with berries on the middle one, Water below the second and third (G-26)."""
    spaces = [{"at": [q, 0], "terrain": "forest", "berries": berries if q == 2 else 0} for q in range(5)]
    record = {
        "format": "dewan-table/1",
        "scenario": "downpour",
        "players": [{"name": "Jonas", "color": "indigo"}, {"name": "Inês", "color": "marigold"}],
        "map": {"spaces": [*spaces, {"at": [1, 1], "terrain": "water"}]},
        "first_player": "Jonas",
    }
    return Hand(backend, backend.service.create("dewan", {"table": record, "row": False, "stories": False}))


def lake_table(backend: Backend, fish: int = 20) -> Hand:
    """Billy has no village, Charlie 1, Dana 2; two cards lie on the Event tile (G-32)."""
    spaces = [{"at": [q, 0], "terrain": "water"} for q in range(4)] + [{"at": [0, 1], "terrain": "forest"}]
    villages = {0: "Charlie", 1: "Dana", 2: "Dana"}
    record = {
        "format": "dewan-table/1",
        "scenario": "lake-villages",
        "players": [{"name": name, "hidden_cards": 3} for name in ("Billy", "Charlie", "Dana")],
        "map": {"spaces": spaces, "camps": [{"player": name, "at": [q, 0]} for q, name in villages.items()]},
        "first_player": "Billy",
        "active_player": "Billy",
        "draw_pile": 2,
        "supply": 20,
        "discard": 0,
        "fish_tokens": fish,
    }
    return Hand(backend, backend.service.create("dewan", {"table": record, "begun": True}))


def take_untracked(hand: Hand, times: int = 1) -> Hand:
    for _ in range(times):
        hand.record("action", {"do": "take-cards", "player": hand.play.next.player})
    return hand
