"""Where a rule stands in the printed rulebook, in words: the heading in the reader's edition."""

from typing import NamedTuple

from companion.dewan.rules.headings import HEADINGS
from companion.i18n.catalog import Speaker


class Source(NamedTuple):
    """``remark``: of a ruling, why it was needed; else empty. ``german``: whatever the reader's language is."""

    heading: str
    remark: str = ""
    german: bool = False

    def __str__(self) -> str:
        return f"{self.heading} ({self.remark})" if self.remark else self.heading


def source(rule: str, say: Speaker) -> Source | None:
    """None for a rule that is not ours: an imported log may name any."""
    game, headings, german = "dewan", HEADINGS, False
    if rule.startswith("V"):
        from companion.river.rules.headings import HEADINGS as RIVER

        game, headings, german = "river", RIVER, True
    heading = headings.of(rule)
    if heading is None:
        return None
    remark = say(f"source.{heading.standing}") if heading.standing else ""
    return Source(say(f"heading.{game}.{heading.code}"), remark, german)
