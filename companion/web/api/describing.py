"""What the API's description says of a route, beside its path and method: said where the route is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from companion.formats.fields import Json

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Query:
    """A value in the address."""

    description: str
    schema: Json


@dataclass(frozen=True)
class Operation:
    """``answers``: the schema by status, with a sentence. ``refused``: statuses beside those every such route has."""

    id: str
    summary: str
    answers: Mapping[int, tuple[str, Json]]
    description: str = ""
    query: Mapping[str, Query] = field(default_factory=dict)
    body: str = ""
    """The name of its schema."""
    media: str = "application/json"
    refused: tuple[int, ...] = ()
    security: tuple[str, ...] | None = None
    """How one may show who one is; an empty word: not at all."""


def described(operation: Operation) -> Callable[[View], View]:
    def mark(view: View) -> View:
        view.operation = operation  # type: ignore[attr-defined]
        return view

    return mark


TABLE_ID: Json = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}
