"""All tables of a service, opened: what tests compare with."""

from companion.service.answers import TableView
from companion.service.lists import Lists
from companion.service.tables import Tables


def every_look(tables: Tables) -> tuple[TableView, ...]:
    """The one touched last first; without those that cannot be opened."""
    return tuple(tables.look(one.info.id) for one in Lists(tables).everything() if one.summary)
