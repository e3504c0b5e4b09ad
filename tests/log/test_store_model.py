"""Any course of events at the store, against a list in memory that does the same."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.log.entries import Entry, NewEntry
from companion.log.errors import TableExists, UnknownTable
from companion.log.store import Appended, Conflict, Repeated, Stale, open_store
from tests.log.logs import NOON

tables = st.sampled_from(["t", "u"])
drafts = st.builds(
    NewEntry,
    id=st.sampled_from([f"e{i}" for i in range(12)]),
    kind=st.sampled_from(["action", "undo", "redo", "correction"]),
    body=st.dictionaries(st.text("xyzé", min_size=1, max_size=2), st.integers(0, 2), max_size=2),
    by=st.sampled_from([None, "Ana"]),
    at=st.sampled_from([NOON, "2026-11-16T12:00:01Z"]),
    rules=st.just("1.0"),
    verdict=st.sampled_from([None, ["route.unpaid"]]),
)


class StoreLikeAList(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.store = open_store(self.folder / "companion.sqlite3")
        self.logs: dict[str, list[Entry]] = {}

    def teardown(self) -> None:
        self.store.check()
        self.store.close()
        shutil.rmtree(self.folder)

    @rule(table=tables, log=st.lists(drafts, max_size=3, unique_by=lambda draft: draft.id))
    def create(self, table: str, log: list[NewEntry]) -> None:
        try:
            info = self.store.create_table(table, "dewan", {}, NOON, log)
        except TableExists:
            assert table in self.logs
        else:
            assert table not in self.logs
            assert info.last_seq == len(log)
            self.logs[table] = [draft.numbered(seq) for seq, draft in enumerate(log, start=1)]

    @precondition(lambda self: self.logs)
    @rule(data=st.data(), draft=drafts)
    def append(self, data: st.DataObject, draft: NewEntry) -> None:
        table = data.draw(st.sampled_from(sorted(self.logs)))
        log = self.logs[table]
        # Mostly where the log is, so that it grows.
        expected = data.draw(st.just(len(log)) | st.integers(0, len(log) + 1))
        answer = self.store.append(table, expected, draft)
        known = next((entry for entry in log if entry.id == draft.id), None)
        if known is not None:
            same = (known.kind, known.body, known.by) == (draft.kind, draft.body, draft.by)
            assert answer == (Repeated(known) if same else Conflict(known))
        elif expected != len(log):
            assert answer == Stale(len(log), tuple(log[expected:]))
        else:
            log.append(draft.numbered(len(log) + 1))
            assert answer == Appended(log[-1])

    @rule(table=tables)
    def delete(self, table: str) -> None:
        try:
            self.store.delete_table(table)
        except UnknownTable:
            assert table not in self.logs
        else:
            del self.logs[table]

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = open_store(self.folder / "companion.sqlite3")

    @invariant()
    def same_as_the_lists(self) -> None:
        assert {info.id: info.last_seq for info in self.store.tables()} == {
            table: len(log) for table, log in self.logs.items()
        }
        for table, log in self.logs.items():
            assert self.store.entries(table) == tuple(log)


TestStoreLikeAList = StoreLikeAList.TestCase
TestStoreLikeAList.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
