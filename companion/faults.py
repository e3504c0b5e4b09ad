"""What is wrong with input, and where. The log and the formats share it; the catalogue has the words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Fault:
    """What is wrong, and where: ``path`` is spelled like ``map.camps[3].at``."""

    path: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict)


class BadInput(Exception):
    """Something was not what it should be; ``faults`` says all that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(f"{fault.path}: {fault.code}" for fault in self.faults))


def shortened(value: object, most: int = 40) -> str:
    """The value as it may be shown in a message: never long, never two lines."""
    text = value if isinstance(value, str) else type(value).__name__ if isinstance(value, (dict, list)) else repr(value)
    text = "".join(letter if letter.isprintable() else "�" for letter in text[: most + 1])
    return text if len(text) <= most else text[: most - 1] + "…"


def join_path(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
