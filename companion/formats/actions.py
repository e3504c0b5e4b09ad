"""Actions as JSON, as their classes in the rules declare them: ``{"do": "take-cards", "player": "Alix", …}``.

The word of ``do`` is the name of the class, or what its attribute ``word`` says. Keys are its fields: one without a
default must be there, any other may be left out or null and is written if it differs from its default. Limits come
from ``Annotated`` types.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from dataclasses import Field as DataField
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from companion.formats.faults import Node
from companion.formats.fields import FLAG, HEX, TEXT, Constant, Field, Number, Word
from companion.formats.objects import ListOf, MapOf, Object, ObjectMember, Tagged, required
from companion.rules.hexes import Hex
from companion.rules.limits import AlwaysWritten, OneOf, Range, Size

Known = Mapping[Any, Field[Any]]
"""Fields by the type they read, beside those every game has."""
Checks = Mapping[type, Callable[[Node, Any], None]]
_PLAIN: Known = {str: TEXT, bool: FLAG, Hex: HEX}


def actions(classes: Iterable[type], known: Known, checks: Checks | None = None) -> Tagged[Any]:
    kinds = {}
    for made in classes:
        word = getattr(made, "word", "") or re.sub(r"(?<!^)(?=[A-Z])", "-", made.__name__).lower()
        members = {"do": required(Constant(word)), **{one.name: _member(one, known) for one in fields(made)}}
        kinds[word] = (made, Object(made, members, check=(checks or {}).get(made), name=word))
    return Tagged("do", kinds)


def _member(one: DataField[Any], known: Known) -> ObjectMember:
    hint, _ = _without_none(one.type)
    field = _field(hint, known)
    if one.default is MISSING and one.default_factory is MISSING:
        return required(field)
    if get_origin(hint) is Annotated and any(isinstance(limit, AlwaysWritten) for limit in get_args(hint)):
        return ObjectMember(field, False, True, omit=lambda value: False)
    default = one.default_factory() if one.default_factory is not MISSING else one.default
    return ObjectMember(field, False, True, omit=lambda value: value == default)


def _field(hint: Any, known: Known) -> Field[Any]:
    limits: tuple[object, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        limits = tuple(rest)
    if hint in known or hint in _PLAIN:
        return known[hint] if hint in known else _PLAIN[hint]
    if hint is int:
        span = next(limit for limit in limits if isinstance(limit, Range))
        return Number(span.least, span.most)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        words = next((limit.words for limit in limits if isinstance(limit, OneOf)), tuple(hint))
        return Word(hint(word) for word in words)
    parts = get_args(hint)
    if get_origin(hint) is tuple:
        item, null = _without_none(parts[0])
        size = next((limit for limit in limits if isinstance(limit, Size)), Size(len(parts), len(parts)))
        return ListOf(_field(item, known), size.most, size.least, null=null)
    size = next(limit for limit in limits if isinstance(limit, Size))
    return MapOf(_field(parts[1], known), most=size.most)


def _without_none(hint: Any) -> tuple[Any, bool]:
    if get_origin(hint) in (Union, UnionType):
        (inner,) = (part for part in get_args(hint) if part is not NoneType)
        return inner, True
    return hint, False
