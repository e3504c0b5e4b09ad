"""Amendments: an earlier entry put otherwise or taken out. What was recorded after it stays, and is judged again."""

from collections.abc import Callable

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Game, Json, Lot, State
from companion.log.entries import AMEND, NewEntry, Timeline, amended_entry
from companion.rules.verdict import Reason
from companion.service.replay import replay


def inside(kind: str, body: Json, change: Callable[[str, Json], Json]) -> Json:
    """The body with what it says of the game changed: of an amendment, what is to be recorded instead."""
    if kind != AMEND:
        return change(kind, body)
    instead = body.get("body")
    return {**body, "body": change(str(body.get("kind")), instead)} if isinstance(instead, dict) else body


def state_before(game: Game, header: Json, line: Timeline, number: int) -> State:
    """Where the table stood before an entry, as things are. Raises BadInput for an entry that does not stand."""
    if not any(entry.seq == number and entry.kind != AMEND for entry in line.kept):
        raise BadInput([Fault("body.entry", "log.no-such-entry", {"seq": number})])
    first = game.begin(header)
    before = [entry for entry in line.effective if entry.seq < number]
    played = replay(game, first, before, keep=1, judged_again=line.judged_again)
    return played.states[-1][1] if played.states else first


def amending(
    game: Game, header: Json, line: Timeline, draft: NewEntry, lot: Lot
) -> tuple[NewEntry, tuple[Reason, ...]]:
    """The amendment with its lot drawn, and the reasons against what is now to be recorded. Raises BadInput and
    CannotPlay: what is put in the place of an entry has to fit there."""
    number = amended_entry(draft)
    assert number is not None
    state, body = state_before(game, header, line, number), draft.body.get("body")
    if not isinstance(body, dict):
        if number in line.amendments and "body" not in line.amendments[number].body:
            raise BadInput([Fault("body.entry", "log.no-such-entry", {"seq": number})])
        return draft, ()
    kind = str(draft.body["kind"])
    played = game.play(state, kind, dict(body), lot)
    given = body if played.body is None else played.body
    return NewEntry(draft.id, AMEND, {**draft.body, "body": given}, draft.by, draft.at, draft.rules), played.reasons
