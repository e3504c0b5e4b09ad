"""Cards and Story tiles as they are drawn and as they are read aloud."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import Ground, Need, Terrain
from companion.i18n.catalog import Speaker


@dataclass(frozen=True)
class NeedView:
    """One thing a story asks for; drawn solid when it is there, dashed while it is missing."""

    need: Need
    met: bool

    @property
    def is_terrain(self) -> bool:
        return isinstance(self.need, Terrain)


@dataclass(frozen=True)
class StoryView:
    story: StoryTile
    needs: tuple[NeedView, ...]
    state: str  # "open", "complete", "done"


def story_view(story: StoryTile, have: Mapping[Need, int] | None = None) -> StoryView:
    """``have``: how much of each need is there; without it nothing is ticked off. A told story stays told."""
    needs = tuple(
        NeedView(
            need,
            story.done is True or number <= (have or {}).get(need, 0),
        )
        for need, want in story.needs.items()
        for number in range(1, want + 1)
    )
    complete = have is not None and all(one.met for one in needs)
    return StoryView(story, needs, "done" if story.done else "complete" if complete else "open")


def letter(ground: Ground, say: Speaker) -> str:
    """What is written on a space or a card, in the reader's language: a forest is no F in German."""
    return say(f"letter.{ground}")


def card_name(card: Card, say: Speaker) -> str:
    """E.g. "Forest and Water with Fire"."""
    halves = [half_name(half, say) for half in card.halves]
    return halves[0] if len(halves) == 1 else say("web.card.two", {"first": halves[0], "second": halves[1]})


def half_name(half: Half, say: Speaker) -> str:
    if half.symbol is None:
        return say(f"word.{half.terrain}")
    return say("web.card.with", {"terrain": half.terrain, "symbol": half.symbol})


def story_name(view: StoryView, say: Speaker) -> str:
    """E.g. "Story of 5 points: 1 of 2 Forest, 3 of 3 Crystal"."""
    parts = []
    for need, want in view.story.needs.items():
        have = sum(one.met for one in view.needs if one.need == need)
        parts.append(say("web.story.need", {"have": have, "want": want, "need": need}))
    return say("web.story.name", {"n": view.story.points, "needs": ", ".join(parts)})


def missing_words(view: StoryView, say: Speaker) -> str:
    """What is still missing, in one line; empty when nothing is."""
    missing = {
        need: sum(not one.met for one in view.needs if one.need == need)
        for need in view.story.needs
        if any(not one.met for one in view.needs if one.need == need)
    }
    if not missing:
        return ""
    parts = [say("web.story.count", {"number": number, "need": need}) for need, number in missing.items()]
    return say("web.story.missing", {"needs": ", ".join(parts)})
