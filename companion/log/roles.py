"""What a device may do at a table."""

from enum import StrEnum


class Role(StrEnum):
    """The most first."""

    HOST = "host"
    RECORDER = "recorder"
    SEAT = "seat"
    SPECTATOR = "spectator"

    def is_at_least(self, other: "Role") -> bool:
        order = tuple(Role)
        return order.index(self) <= order.index(other)
