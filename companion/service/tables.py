"""The service every screen, the API and the command line go through."""

import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypeVar

from companion.formats.faults import BadInput, Fault
from companion.games.contract import CORRECTION, CannotPlay, Game, Json, Label, Lot, State
from companion.games.registry import all_games
from companion.games.viewer import SERVER, Viewer
from companion.i18n.catalog import code_of
from companion.log.entries import AMEND, REDO, UNDO, Entry, NewEntry, Timeline, timeline
from companion.log.entry_json import checked
from companion.log.errors import Corrupt, UnknownTable
from companion.log.feed import Feed
from companion.log.photos import PhotoAlbums
from companion.log.rows import TableInfo
from companion.log.store import Appended, Repeated, Stale, Store
from companion.rules.verdict import Reason
from companion.service import permissions
from companion.service.amending import amending, inside, state_before
from companion.service.answers import Fate, HistoryLine, IdTaken, Missed, Outcome, Recorded, TableView
from companion.service.naming import check_names
from companion.service.replay import UNREADABLE, Replayed, replay, whole
from companion.service.summaries import UNREADABLE as UNREADABLE_SUMMARY
from companion.service.summaries import summarised
from companion.service.table_cache import Memory, OpenTable

_LOCKS = 64
Replaced = TypeVar("Replaced")


def by_lot(below: int, number: int) -> Sequence[int]:
    return secrets.SystemRandom().sample(range(below), number)


def utc_now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def new_id() -> str:
    return secrets.token_urlsafe(12)


class Tables:
    """All threads may share one. Chance and the clock are handed in, so that tests can hold them still."""

    def __init__(
        self,
        store: Store,
        feed: Feed | None = None,
        games: Mapping[str, Game] | None = None,
        lot: Lot = by_lot,
        now: Callable[[], str] = utc_now,
        albums: PhotoAlbums | None = None,
    ) -> None:
        self.store = store
        self.feed = feed or Feed()
        self.games = all_games() if games is None else games
        self.lot = lot
        self._now = now
        self._albums = albums
        self._memory = Memory(store, self.games)
        self.feed.forget_with(self._memory.forget_all)
        # Tables share a fixed number of locks: asking for tables that do not exist must not use up memory.
        self._locks = tuple(threading.RLock() for _ in range(_LOCKS))

    # --- Making and finding tables

    def create(
        self,
        game: str,
        header: object,
        log: Sequence[NewEntry] = (),
        created_at: str | None = None,
        table_id: str | None = None,
    ) -> TableView:
        """A new table, under an id of its own unless one is given. Raises BadInput, and TableError for what the disk
        has to say."""
        rules = self._game(game)
        stored = rules.open_header(header, self.lot)
        check_names(rules.summary(rules.begin(stored)).players)
        info = self.store.create_table(table_id or new_id(), game, stored, created_at or self._now(), log)
        self.summarise(info.id)
        return self.look(info.id)

    def summarise(self, table_id: str) -> None:
        """Make the summary of a table anew from its log. Raises UnknownTable, and what the disk has to say."""
        with self._locked(table_id):
            try:
                opened = self._memory.opened(table_id)
                info, summary = opened.info, summarised(self._game(opened.info.game), opened.info, opened.state())
            except (Corrupt, BadInput):
                info, summary = self.store.table(table_id), UNREADABLE_SUMMARY
            self.store.save_summary(info, summary)

    def delete(self, table_id: str) -> None:
        with self._locked(table_id):
            if self._albums:  # first: a photo must not outlive its table, whatever happens in between
                self._albums.drop_all(table_id)
            self.store.delete_table(table_id)
            self._memory.forget(table_id)
        self.feed.forget(table_id)
        self.feed.call(table_id)  # whoever waits goes to look, and finds it gone

    def call(self, table_id: str) -> None:
        """Let those who wait at a table look up, though its log has not grown."""
        self.store.call(table_id)
        self.feed.call(table_id)

    # --- All of them at once

    @contextmanager
    def everything_held(self) -> Iterator[None]:
        """Nobody else records or looks meanwhile; what is known of open tables is not true afterwards."""
        with ExitStack() as locked:
            for lock in self._locks:
                locked.enter_context(lock)
            yield
            self._memory.forget_all()

    def replace_all(self, replacing: Callable[[Store], Replaced]) -> Replaced:
        """Have the whole store replaced while nobody records; every screen goes to look again."""
        with self.everything_held():
            done = replacing(self.store)
        self.feed.begin_anew()
        return done

    def game_of(self, info: TableInfo) -> Game | None:
        return self.games.get(info.game)

    # --- Looking

    def look(self, table_id: str, viewer: Viewer = SERVER) -> TableView:
        """The table as it stands. Raises UnknownTable."""
        with self._locked(table_id):
            return self._look(self._memory.opened(table_id), viewer)

    def look_back(self, table_id: str, seq: int, viewer: Viewer = SERVER) -> TableView:
        """The table as it stood after entry ``seq``; 0 is before the first."""
        info = self.store.table(table_id)
        return self._look(self._memory.as_of(info, min(max(0, seq), info.last_seq)), viewer)

    def history(self, table_id: str, since: int = 0, viewer: Viewer = SERVER) -> tuple[HistoryLine, ...]:
        """What was recorded after entry ``since``, also what was undone again."""
        info = self.store.table(table_id)
        game = self._seen_game(info, viewer)
        entries = whole(self.store.entries(table_id))
        line = timeline(entries)
        played = Replayed((), None, 0)
        if line.amendments and info.header is not None:
            played = replay(game, game.begin(dict(info.header)), line.effective, 1, line.judged_again)
        return tuple(self._line(game, line, entry, played) for entry in entries if entry.seq > since)

    def look_before(self, table_id: str, entry: int, viewer: Viewer = SERVER) -> TableView:
        """The table as it stood before an entry, for who wants to put that otherwise. Raises UnknownTable, BadInput."""
        look = self.look(table_id, viewer)
        line = timeline(whole(self.store.entries(table_id)))
        state = state_before(look.game, dict(look.info.header or {}), line, entry)
        return replace(look, state=permissions.redact(look.game, state, viewer), undo=None, redo=None)

    def entries(self, table_id: str, up_to: int) -> tuple[Entry, ...]:
        """Every entry up to a number; what can no longer be read has a stand-in."""
        return whole(self.store.entries(table_id, 0, up_to))

    def rules_of(self, game: str) -> str | None:
        """The version of a game's rules in use; None for a game nobody knows."""
        return self.games[game].rules_version if game in self.games else None

    def wait(self, table_id: str, after: int, seconds: float) -> int:
        """Sleep until the log is longer than ``after``, at most so long: the number it then has. Raises UnknownTable,
        also when the table is deleted meanwhile."""
        if self.number(table_id) > after:
            return self.number(table_id)
        given = self.feed.wait(table_id, after, seconds)
        return given if given > after else self.store.last_seq(table_id)

    def number(self, table_id: str) -> int:
        """The number of the log as everybody was told it; what nobody has recorded at since the start, the disk knows.

        Fifty screens ask for it at once, and what was announced is on the disk.
        """
        given = self.feed.latest(table_id)
        return self.store.last_seq(table_id) if given is None else given

    # --- Recording

    def record(
        self,
        table_id: str,
        seen: int,
        entry_id: str,
        kind: str,
        body: Json,
        by: str | None = None,
        viewer: Viewer = SERVER,
    ) -> Outcome:
        """Record an entry after ``seen``, the last number its author has seen.

        What breaks a rule is recorded with its verdict. Raises BadInput and CannotPlay for what cannot be carried out;
        then nothing was written.
        """
        with self._locked(table_id):
            opened = self._memory.opened(table_id)
            game = self._seen_game(opened.info, viewer)
            if not isinstance(body, dict):
                raise BadInput([Fault("body", "json.not-a-object", {"value": type(body).__name__})])
            permissions.check_request(game, viewer, kind, body)
            by = permissions.author(viewer, by)
            draft = checked(NewEntry(entry_id, kind, body, by, self._now(), game.rules_version))
            # Whatever is not to be recorded is still shown to the store, after an entry that is no longer the last:
            # it may have been recorded before.
            refused: BadInput | CannotPlay | None = None
            after, summary, expected = opened, None, opened.seq - 1
            if seen == opened.seq:
                permissions.check_entry(game, opened.state(), viewer, kind, body, _taken_back(opened, kind))
                try:
                    draft, state = self._played(game, opened, draft)
                    after, expected = self._memory.after(opened, draft.numbered(seen + 1), state), seen
                    permissions.check_parts(game, viewer, kind, opened.state(), after.state())
                    summary = summarised(game, after.info, after.state())
                except (BadInput, CannotPlay) as error:
                    refused = error
            answer = self.store.append(table_id, expected, draft, summary, sound=True)
            if isinstance(answer, Appended):
                self.feed.announce(table_id, answer.entry.seq)
                self._memory.recorded(after)
                return Recorded(answer.entry, self._look(after, viewer))
            if isinstance(answer, Stale):
                if refused:
                    raise refused
                return Missed(self.look(table_id, viewer), self.history(table_id, seen, viewer))
            known, look = answer.entry, self.look(table_id, viewer)
            if isinstance(known, Entry) and (isinstance(answer, Repeated) or _same(game, known, draft)):
                return Recorded(known, look, repeated=True)
            return IdTaken(look)

    def undo(self, table_id: str, seen: int, entry_id: str, by: str | None = None, to: int | None = None) -> Outcome:
        """Take back the last entry that counts, or everything after entry ``to``.

        Of a log that breaks off, what cannot be replayed is taken back first, all at once."""
        return self.record(table_id, seen, entry_id, UNDO, {} if to is None else {"to": to}, by)

    def redo(self, table_id: str, seen: int, entry_id: str, by: str | None = None) -> Outcome:
        """Bring back what the last undo took."""
        return self.record(table_id, seen, entry_id, REDO, {}, by)

    def correct(
        self, table_id: str, seen: int, entry_id: str, reason: str, changes: Sequence[Json], by: str | None = None
    ) -> Outcome:
        """Bring the record in line with what is on wood."""
        return self.record(table_id, seen, entry_id, CORRECTION, {"reason": reason, "changes": list(changes)}, by)

    # --- Inside

    def _game(self, key: str) -> Game:
        if key not in self.games:
            raise BadInput([Fault("game", "table.unknown-game", {"words": ", ".join(self.games)})])
        return self.games[key]

    @contextmanager
    def _locked(self, table_id: str) -> Iterator[None]:
        with self._locks[hash(table_id) % _LOCKS]:
            yield

    def _played(self, game: Game, opened: OpenTable, draft: NewEntry) -> tuple[NewEntry, State | None]:
        """The entry with its lot drawn and its verdict, and the state it leads to (None for undo, redo, amendments)."""
        if draft.kind == UNDO:
            return _undoing(opened, draft), None
        if draft.kind == AMEND:
            return self._amended(game, opened, draft), None
        if draft.kind == REDO:
            if not opened.line.redoable:
                raise BadInput([Fault("", "log.nothing-to-redo")])
            return replace(draft, body={}), None
        if opened.broken:
            raise BadInput([Fault("", "log.broken", {"seq": opened.broken.seq})])
        played = game.play(opened.state(), draft.kind, dict(draft.body), self.lot)
        body = draft.body if played.body is None else played.body
        return replace(draft, body=body, verdict=_verdict(played.reasons)), played.state

    def _amended(self, game: Game, opened: OpenTable, draft: NewEntry) -> NewEntry:
        if opened.broken:
            raise BadInput([Fault("", "log.broken", {"seq": opened.broken.seq})])
        line = timeline(whole(self.store.entries(opened.info.id)))  # what is in memory may begin later
        draft, reasons = amending(game, dict(opened.info.header or {}), line, draft, self.lot)
        return replace(draft, verdict=_verdict(reasons))

    def _look(self, opened: OpenTable, viewer: Viewer) -> TableView:
        game = self._seen_game(opened.info, viewer)
        undo, redo = opened.line.undoable, opened.line.redoable
        undo_label = self.label(game, undo) if undo else None
        if opened.broken:
            undo_label = Label("label.rest", {"seq": opened.broken.seq})
        return TableView(
            opened.info,
            game,
            opened.seq,
            permissions.redact(game, opened.state(), viewer),
            undo_label,
            self.label(game, redo[0]) if redo else None,
            opened.broken,
            undo.by if undo else None,
        )

    def _seen_game(self, info: TableInfo, viewer: Viewer) -> Game:
        """The game of a table this viewer may see. Raises UnknownTable."""
        game = self._game(info.game)
        if not permissions.may_see(viewer, game):
            raise UnknownTable(table=info.id)
        return game

    def _line(self, game: Game, line: Timeline, entry: Entry, played: Replayed) -> HistoryLine:
        fate, why = _fate(line, entry, played)
        now = next((one for one in line.effective if one.seq == entry.seq), entry) if fate is Fate.CHANGED else entry
        verdict = now.verdict if isinstance(now.verdict, list) else []
        rules = [str(reason.get("rule"))[:20] for reason in verdict if isinstance(reason, dict)]
        if entry.seq in played.judged:
            rules = [reason.rule for reason in played.judged[entry.seq]]
        return HistoryLine(entry.seq, entry.kind, self.label(game, now), entry.by, entry.at, fate, tuple(rules), why)

    def label(self, game: Game, entry: Entry) -> Label:
        """What an entry is called."""
        if entry.kind in (UNDO, REDO):
            return Label(f"label.{entry.kind}")
        if entry.kind == AMEND:
            return Label(
                "label.amended" if "body" in entry.body else "label.taken-out", {"number": entry.body["entry"]}
            )
        if entry.kind == UNREADABLE:
            return Label("label.unreadable", {"seq": entry.seq})
        return game.label(entry.kind, dict(entry.body))


def _taken_back(opened: OpenTable, kind: str) -> tuple[Entry, ...]:
    """The entry an undo takes back, or all that a redo brings back."""
    if kind == UNDO:
        return opened.line.kept[-1:]
    return opened.line.redoable if kind == REDO else ()


def _fate(line: Timeline, entry: Entry, played: Replayed) -> tuple[Fate, Label | None]:
    """What became of an entry; why, where it no longer fits."""
    if entry.kind in (UNDO, REDO):
        return Fate.STANDS, None
    if all(one.seq != entry.seq for one in line.kept):
        return Fate.UNDONE, None
    if misfit := played.misfits.get(entry.seq):
        return Fate.MISFIT, Label(misfit.code, misfit.params)
    if (amendment := line.amendments.get(entry.seq)) is None:
        return Fate.STANDS, None
    return Fate.CHANGED if "body" in amendment.body else Fate.TAKEN_OUT, None


def _undoing(opened: OpenTable, draft: NewEntry) -> NewEntry:
    if set(draft.body) - {"to"}:
        raise BadInput([Fault("body", "json.unknown-key", {"key": str(min(set(draft.body) - {"to"}))[:40]})])
    if opened.broken and "to" not in draft.body:
        return replace(draft, body={"to": opened.last_played})
    last, to = opened.line.undoable, draft.body.get("to")
    if last is None or (isinstance(to, int) and to >= last.seq):
        raise BadInput([Fault("", "log.nothing-to-undo")])
    return draft


def _verdict(reasons: Sequence[Reason]) -> list[Json] | None:
    return [_reason_json(reason) for reason in reasons] or None


def _reason_json(reason: Reason) -> Json:
    return {
        "code": reason.code,
        "rule": reason.rule,
        "spaces": [list(at) for at in reason.spaces],
        "params": {name: _param_json(value) for name, value in reason.params.items()},
    }


def _param_json(value: object) -> object:
    """A word of the rules stays one on the disk, where it would else be a text like any other: ``{"word": CODE}``."""
    if isinstance(value, StrEnum):
        return {"word": code_of(value)}
    return [_param_json(one) for one in value] if isinstance(value, tuple) else value


def _same(game: Game, known: Entry, asked: NewEntry) -> bool:
    """The same request once more; what was drawn by lot stands in the recorded body only."""
    if (known.kind, known.by) != (asked.kind, asked.by):
        return False
    if known.kind in (UNDO, REDO):
        return not asked.body or known.body == asked.body
    try:
        return inside(known.kind, dict(known.body), game.asked) == inside(asked.kind, dict(asked.body), game.asked)
    except BadInput:
        return False
