"""Who is who across all games, kept like a table: a log of small changes, so that a merge can be undone.

The log of a game keeps the names as they were typed. This one says which of them are the same person and what that
person is called now; lists and exports look names up here.

- ``merge``: ``{"from": "Jonny", "into": "Jonas"}``: both names are one person from now on, called by the second;
- ``rename``: ``{"name": "Jonas", "to": "Jonas B."}``.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from companion.formats.faults import BadInput, Fault, Node, shortened
from companion.games.contract import Json, Label, Lot, Played, Summary
from companion.games.not_played import NotPlayed
from companion.games.viewer import PUBLIC, Viewer

MERGE, RENAME = "merge", "rename"
GONE = re.compile(r"#([0-9]+)")
"""What stands where a deleted person's name stood: the number of the seat."""


def key_of(name: str) -> str:
    """Under which two spellings of a name are the same: capitals and spaces do not matter."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@dataclass(frozen=True)
class PeopleState:
    """``into``: keys of names that stand for somebody else's; ``shown``: how people want to be called, by key."""

    into: Mapping[str, str] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)

    def person(self, name: str) -> str:
        """The key of the person a name stands for."""
        key = key_of(name)
        while key in self.into:  # never a circle: only a person of its own is merged into another
            key = self.into[key]
        return key

    def name(self, name: str) -> str:
        """What the person of this name is called."""
        return self.shown.get(self.person(name), name)

    def merged(self, one: str, into: str) -> "PeopleState":
        gone, stays = self.person(one), self.person(into)
        if gone == stays:
            return self
        return PeopleState({**self.into, gone: stays}, {**self.shown, stays: self.name(into)})

    def renamed(self, name: str, to: str) -> "PeopleState":
        """Who types the new name later on means the same person."""
        person = self.person(name)
        shown = {**self.shown, person: to}
        new = key_of(to)
        return PeopleState(self.into if new == person else {**self.into, new: person}, shown)


class PeopleBook(NotPlayed):
    key = "people"
    rules_version = "people/1"
    rules_known: Collection[str] = (rules_version,)

    def open_header(self, header: object, lot: Lot) -> Json:
        return {}

    def begin(self, header: Json) -> PeopleState:
        return PeopleState()

    def play(self, state: PeopleState, kind: str, body: Json, lot: Lot | None = None) -> Played:
        if kind == MERGE:
            one, into = _two_names(body, "from", "into")
            if state.person(one) == state.person(into):
                raise BadInput([Fault("into", "people.same", {"name": shortened(into)})])
            return Played(state.merged(one, into))
        if kind == RENAME:
            name, to = _two_names(body, "name", "to")
            if state.person(to) != key_of(to) and state.person(to) != state.person(name):
                raise BadInput([Fault("to", "people.taken", {"name": shortened(to)})])
            return Played(state.renamed(name, to))
        raise BadInput([Fault("kind", "table.unknown-entry", {"kind": shortened(kind)})])

    def record(self, state: PeopleState, viewer: Viewer = PUBLIC) -> Json:
        return self.snapshot(state)

    def snapshot(self, state: PeopleState) -> Json:
        return {"into": dict(state.into), "shown": dict(state.shown)}

    def restore(self, snapshot: object) -> PeopleState:
        node = Node(snapshot)
        fields = node.fields(["into", "shown"]) or {}
        given = {part: {name: entry.text() or "" for name, entry in fields[part].members(100_000)} for part in fields}
        if node.faults:
            raise BadInput(node.faults)
        return PeopleState(given["into"], given["shown"])

    def summary(self, state: PeopleState) -> Summary:
        return Summary(None, "", (), 1, None, False)

    def label(self, kind: str, body: Json) -> Label:
        if kind == MERGE:
            return Label("label.merge", {"one": shortened(body.get("from")), "into": shortened(body.get("into"))})
        if kind == RENAME:
            return Label("label.rename", {"name": shortened(body.get("name")), "to": shortened(body.get("to"))})
        return Label("label.unknown", {"kind": shortened(kind)})

    def with_names(self, document: Json, names: Mapping[str, str]) -> Json:
        return {key: names.get(value, value) if isinstance(value, str) else value for key, value in document.items()}


def _two_names(body: Json, *keys: str) -> tuple[str, str]:
    node = Node(body)
    fields = node.fields(list(keys)) or {}
    names = [fields[key].text() if key in fields else None for key in keys]
    if node.faults or None in names:
        raise BadInput(node.faults)
    return str(names[0]), str(names[1])
