"""Where a rule stands in the printed rulebook, in words: the heading in the reader's edition."""

from typing import NamedTuple

from companion.games.registry import PLUGINS
from companion.i18n.catalog import Speaker


class Source(NamedTuple):
    """``remark``: of a ruling, why it was needed; else empty. ``german``: in every language."""

    heading: str
    remark: str = ""
    german: bool = False

    def __str__(self) -> str:
        return f"{self.heading} ({self.remark})" if self.remark else self.heading


def source(rule: str, say: Speaker) -> Source | None:
    """None for a rule that is not ours: an imported log may name any."""
    for plugin in PLUGINS.values():
        headings = plugin.printed
        if headings and (heading := headings.of(rule)):
            remark = say(f"source.{heading.standing}") if heading.standing else ""
            return Source(say(f"heading.{plugin.key}.{heading.code}"), remark, headings.german)
    return None
