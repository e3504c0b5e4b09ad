"""Taking a person out of everything: the one exception to a log that is never changed.

Whoever asks to be forgotten must really be gone: from headers, entries, verdicts and seats, from what was worked out of
them, from the book of people, and from the file, whose freed pages are overwritten. The games stay what they were;
where the name stood, there is the number of the seat.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.formats.faults import BadInput
from companion.games.contract import Game, Json
from companion.games.names import in_free_text
from companion.games.people import GONE, PeopleBook, PeopleState
from companion.log.entries import Damaged, Entry, NewEntry, effective, json_text, timeline
from companion.log.errors import UnknownTable
from companion.log.rewriting import Rewritten, erase, rewrite
from companion.log.rows import TableInfo
from companion.service.amending import inside
from companion.service.people import PEOPLE
from companion.service.replay import replay, whole
from companion.service.tables import Tables

SOMEBODY = "…"
"""Stands for the name in what people wrote at tables the person was not at."""


class CannotForget(Exception):
    """A game would not be the same without the name; nothing was changed."""


@dataclass(frozen=True)
class Forgotten:
    """How many games it was, and whether the old text is gone from the file already: not while somebody reads it."""

    games: int
    erased: bool


def forget_person(tables: Tables, person: str) -> Forgotten:
    """``person``: the key in the book of people. Raises CannotForget, and what the disk has to say."""
    with tables.everything_held():
        state = _book(tables)
        spellings = _spellings(tables, person, state)
        changed = [one for info in tables.store.tables() if (one := _without(tables, info, person, state, spellings))]
        played = sum(bool(one.names) for one in changed)
        rewrite(tables.store, changed, _book_without(tables, person, state))
    return Forgotten(played, erase(tables.store))


def _book(tables: Tables) -> PeopleState:
    try:
        state = tables.look(PEOPLE).state
    except UnknownTable:
        return PeopleState()
    assert isinstance(state, PeopleState)
    return state


def _without(
    tables: Tables, info: TableInfo, person: str, people: PeopleState, written: Collection[str]
) -> Rewritten | None:
    """The table without the person; None where there is nothing to change."""
    game = tables.game_of(info)
    if info.id == PEOPLE or info.header is None or game is None:
        return None
    header = dict(info.header)
    stored = tables.store.entries(info.id)
    players = _players(game, header)
    names = _seat_names(players, person, people)
    # Nobody has a seat at an evening: whoever came is named in its entries alone.
    called = names if players else dict.fromkeys(written, _free_number(stored))
    spellings = {**dict.fromkeys(written, next(iter(names.values()), SOMEBODY)), **names}
    entries = tuple(
        entry if isinstance(entry, Damaged) else _entry_without(game, entry, called, spellings) for entry in stored
    )
    changed_header = _document(game, header, names, spellings)
    if changed_header == header and entries == stored:
        return None
    if called:
        _must_be_the_same(game, header, whole(stored), changed_header, whole(entries), names)
    kept = tuple(entry for entry in entries if isinstance(entry, Entry))
    return Rewritten(info.id, changed_header, kept, names)


def _free_number(entries: Sequence[Entry | Damaged]) -> str:
    """What stands for somebody where nobody else is called so."""
    text = json_text([dict(entry.body) for entry in entries if isinstance(entry, Entry)])
    number = 1
    while f'"#{number}"' in text:
        number += 1
    return f"#{number}"


def _seat_names(players: Collection[str], person: str, people: PeopleState) -> dict[str, str]:
    names: dict[str, str] = {}
    for seat, name in enumerate(players, start=1):
        if people.person(name) == person and not GONE.fullmatch(name):
            number = seat
            while f"#{number}" in players:
                number += len(players)
            names[name] = f"#{number}"
    return names


def _spellings(tables: Tables, person: str, people: PeopleState) -> set[str]:
    """How the person was ever written: at the tables, in the book, and as keys are."""
    keys = {person, *(key for key in people.into if people.person(key) == person)}
    shown = {people.shown[key] for key in keys if key in people.shown}
    seated = {
        name
        for info in tables.store.tables()
        if info.header is not None and (game := tables.game_of(info))
        for name in _players(game, dict(info.header))
        if people.person(name) == person
    }
    return {*keys, *(key.title() for key in keys), *shown, *seated}


def _players(game: Game, header: Json) -> tuple[str, ...]:
    try:
        return game.summary(game.begin(header)).players
    except BadInput:
        return ()


def _document(game: Game, document: Json, names: Mapping[str, str], spellings: Mapping[str, str]) -> Json:
    changed = game.with_names(document, names) if names else document
    for key in ("title", "reason"):
        text = changed.get(key)
        if isinstance(text, str):
            changed = {**changed, key: in_free_text(text, spellings)}
    return changed


def _entry_without(game: Game, entry: Entry, names: Mapping[str, str], spellings: Mapping[str, str]) -> Entry:
    verdict = entry.verdict
    if names and isinstance(verdict, list):
        verdict = [game.with_names(reason, names) if isinstance(reason, dict) else reason for reason in verdict]
    by = names.get(entry.by, entry.by) if entry.by is not None else None
    body = inside(entry.kind, dict(entry.body), lambda _, document: _document(game, document, names, spellings))
    return Entry(entry.seq, entry.id, entry.kind, body, by, entry.at, entry.rules, verdict)


def _must_be_the_same(
    game: Game,
    header: Json,
    entries: Collection[Entry],
    changed_header: Json,
    changed: Collection[Entry],
    names: Mapping[str, str],
) -> None:
    """Replayed with the other names, the game comes to the same end."""
    line, line_changed = timeline(entries), timeline(changed)
    before = replay(game, game.begin(header), line.effective, judged_again=line.judged_again)
    try:
        first = game.begin(changed_header)
        after = replay(game, first, line_changed.effective, judged_again=line_changed.judged_again)
    except BadInput as bad:
        raise CannotForget() from bad
    if len(before.states) != len(after.states):
        raise CannotForget()
    if not before.states:
        return
    then, now = game.scoreboard(before.states[-1][1]), game.scoreboard(after.states[-1][1])
    if then and now and {names.get(name, name): total for name, total in then.totals.items()} != now.totals:
        raise CannotForget()


def _book_without(tables: Tables, person: str, state: PeopleState) -> list[NewEntry] | None:
    """The book anew, with what counts in it and is not about the person; None where it need not change."""
    try:
        entries = whole(tables.store.entries(PEOPLE))
    except UnknownTable:
        return None
    kept = [entry for entry in effective(entries) if not _about(entry, person, state)]
    return [entry.draft() for entry in kept if entry.rules in PeopleBook.rules_known]


def _about(entry: Entry, person: str, state: PeopleState) -> bool:
    return any(state.person(name) == person for name in _names_in(entry))


def _names_in(entry: Entry) -> Iterator[str]:
    yield from (value for value in entry.body.values() if isinstance(value, str))
