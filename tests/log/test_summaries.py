"""Lists of tables are read from an index, however many tables there are that they do not show."""

import pytest
from sqlalchemy import Connection, event

from companion.log.store import Store
from companion.log.summaries import GOING_ON, number, page


@pytest.mark.sqlite
def test_tables_that_go_on_are_not_looked_for_among_those_that_are_over(store: Store) -> None:
    asked: list[tuple[str, tuple[object, ...]]] = []
    with store.reading() as connection:

        @event.listens_for(connection, "before_cursor_execute")
        def note(on: Connection, cursor: object, statement: str, values: tuple[object, ...], *more: object) -> None:
            asked.append((statement, values))

        page(connection, GOING_ON, None, 0, 10)
        number(connection, GOING_ON, None)
        event.remove(connection, "before_cursor_execute", note)
        plans = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {one}", values).all() for one, values in asked]
    steps = [str(row[-1]) for plan in plans for row in plan]
    assert [step for step in steps if "summaries" in step] == [
        "SEARCH summaries USING INDEX summaries_open (mode=?)"
    ] * 2
