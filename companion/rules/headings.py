"""Where a rule stands in the printed rulebook: under which heading, or why a ruling of ours was needed there."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple


class Standing(StrEnum):
    """Why a ruling was needed."""

    SILENT = "silent"
    DIFFERS = "differs"
    UNCLEAR = "unclear"


class Heading(NamedTuple):
    """The code of a heading; with a standing where the rulebook itself does not settle it."""

    code: str
    standing: Standing | None = None


@dataclass(frozen=True)
class Headings:
    """The headings of one game: of a family of rules (``D-ROUTE``), of single rules elsewhere, and of its rulings by
    their number (``ruling`` is what comes before it)."""

    families: Mapping[str, str]
    elsewhere: Mapping[str, str]
    rulings: Mapping[Standing, Mapping[str, tuple[int, ...]]]
    ruling: str
    german: bool = False
    """The German book is the only one the headings are known of."""

    @cached_property
    def _by_ruling(self) -> Mapping[str, Heading]:
        return {
            f"{self.ruling}-{number:02}": Heading(code, standing)
            for standing, by_code in self.rulings.items()
            for code, numbers in by_code.items()
            for number in numbers
        }

    def of(self, rule: str) -> Heading | None:
        """None where there is no such rule."""
        code = self.elsewhere.get(rule) or self.families.get(rule.rpartition("-")[0])
        return Heading(code) if code else self._by_ruling.get(rule)
