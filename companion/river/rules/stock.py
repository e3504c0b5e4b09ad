"""Heaps of resources: counted by kind, never below zero."""

from collections.abc import Mapping

from companion.river.rules.words import Resource

Stock = Mapping[Resource, int]


def total(stock: Stock) -> int:
    return sum(stock.values())


def plus(one: Stock, other: Stock) -> dict[Resource, int]:
    return _tidy({resource: one.get(resource, 0) + other.get(resource, 0) for resource in Resource})


def minus(one: Stock, other: Stock) -> dict[Resource, int]:
    """As far as there is any."""
    return _tidy({resource: one.get(resource, 0) - other.get(resource, 0) for resource in Resource})


def holds(one: Stock, other: Stock) -> bool:
    return all(one.get(resource, 0) >= number for resource, number in other.items())


def _tidy(stock: Stock) -> dict[Resource, int]:
    return {resource: number for resource, number in stock.items() if number > 0}
