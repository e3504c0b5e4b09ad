"""Who looks at a table: a plain value that games redact for and permissions (``service/permissions.py``) judge."""

from dataclasses import dataclass

from companion.log.roles import Role


@dataclass(frozen=True)
class Viewer:
    """A device at one table. ``role`` is None for one that does not belong there.

    ``player``: whose seat it is; only that player's hidden cards are shown there. A host may have a seat as well, on a
    phone that does both.
    """

    role: Role | None
    player: str | None = None
    phones_record: bool = False
    """The table lets phones record the turns of their players."""
    sees_all: bool = False
    """Companion itself: replay, files on its own machine."""

    @property
    def hosts(self) -> bool:
        return self.role is Role.HOST

    @property
    def records(self) -> bool:
        """Records for everybody; a seat may record its own turns, if the table lets it."""
        return self.role is not None and self.role.is_at_least(Role.RECORDER)


PUBLIC = Viewer(Role.SPECTATOR)
"""Sees what everybody at the table may know."""
STRANGER = Viewer(None)
SERVER = Viewer(Role.HOST, sees_all=True)
