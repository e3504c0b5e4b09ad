"""What a button records. It carries the whole entry, so that the server takes one kind of request only."""

from dataclasses import dataclass

from companion.games.contract import Json


@dataclass(frozen=True)
class EntryRequest:
    """What a button records."""

    kind: str
    body: Json
