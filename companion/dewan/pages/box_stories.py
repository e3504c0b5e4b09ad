"""A Story tile as one types it: a letter for everything it asks for, then its points, then its fire.

``ff c c 5 1``: two Forests, two Crystals, five points, one fire. M B D F W are terrains, A P C resources.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.dewan.drawing.pieces import StoryView, story_view
from companion.dewan.formats.stories import MOST_POINTS
from companion.dewan.pages.box_shelf import BoxPage
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import RESOURCES, STORY_TILES, Need, Terrain
from companion.formats.faults import Fault, shortened
from companion.games.contract import Json

LINE = "line"
MOST_LINE = 200
NEED_KEYS: Mapping[str, Need] = {str(need)[0]: need for need in (*Terrain, *RESOURCES)}
STORIES_WITH_WATER = 5


@dataclass(frozen=True)
class StoryDraft:
    needs: Mapping[Need, int] = field(default_factory=dict)
    points: int | None = None
    fire: int = 0
    faults: tuple[Fault, ...] = ()

    def tile(self, name: str | None = None) -> StoryTile:
        return StoryTile(self.needs, self.points or 0, self.fire, None, name)


def read_story(text: str) -> StoryDraft:
    """As far as it can be understood; ``faults`` say what cannot."""
    needs: dict[Need, int] = {}
    numbers: list[int] = []
    faults = []
    for part in re.findall(r"\d+|[^\s,]", text[:MOST_LINE].lower()):
        if part.isdecimal() and part.isascii():
            numbers.append(int(part[:4]))
        elif part in NEED_KEYS:
            needs[NEED_KEYS[part]] = needs.get(NEED_KEYS[part], 0) + 1
        else:
            faults.append(Fault(LINE, "boxline.unknown-need", {"sign": shortened(part)}))
    if len(numbers) > 2:
        faults.append(Fault(LINE, "boxline.three-numbers"))
    if any(number > MOST_POINTS for number in numbers):
        faults.append(Fault(LINE, "json.out-of-range", {"least": 0, "most": MOST_POINTS}))
        numbers = [min(number, MOST_POINTS) for number in numbers]
    return StoryDraft(needs, numbers[0] if numbers else None, numbers[1] if len(numbers) > 1 else 0, tuple(faults))


def open_parts(draft: StoryDraft) -> list[Fault]:
    """What must be told before the story is a story."""
    faults = [] if draft.needs else [Fault(LINE, "boxline.no-needs")]
    return faults if draft.points is not None else [*faults, Fault(LINE, "boxline.no-points")]


def write_story(draft: StoryDraft) -> str:
    keys = {need: key for key, need in NEED_KEYS.items()}
    words = ["".join(keys[need] * number for need, number in draft.needs.items())]
    if draft.points is not None:
        words += [str(draft.points)] + ([str(draft.fire)] if draft.fire else [])
    return " ".join(filter(None, words))


def draft_of(story: StoryTile) -> StoryDraft:
    return StoryDraft(in_order(story).needs, story.points, story.fire)


def in_order(story: StoryTile) -> StoryTile:
    """Terrains first, then resources, however the file lists them."""
    return replace(story, needs={need: story.needs[need] for need in NEED_KEYS.values() if need in story.needs})


def story_json(draft: StoryDraft, name: str) -> Json:
    return {"id": name, "needs": dict(draft.needs), "points": draft.points, "fire": draft.fire}


def next_name(taken: set[str]) -> str:
    return next(name for number in range(1, len(taken) + 2) if (name := f"T{number:02}") not in taken)


def tap(draft: StoryDraft, press: str) -> StoryDraft:
    """``f`` asks for one more Forest, ``-f`` for one less; ``points:5``, ``fire:1``; ``clear``."""
    what, _, rest = press.partition(":")
    if press in NEED_KEYS:
        need = NEED_KEYS[press]
        return replace(draft, needs={**draft.needs, need: draft.needs.get(need, 0) + 1})
    if press[:1] == "-" and press[1:] in NEED_KEYS:
        need = NEED_KEYS[press[1:]]
        left = {**draft.needs, need: draft.needs.get(need, 0) - 1}
        return replace(draft, needs={one: number for one, number in left.items() if number > 0})
    if what in ("points", "fire") and rest.isdecimal() and rest.isascii() and len(rest) < 4:
        number = min(int(rest), MOST_POINTS)
        if what == "points":
            return replace(draft, points=number)
        return replace(draft, fire=number, points=draft.points or 0)
    return StoryDraft() if what == "clear" else draft


@dataclass(frozen=True)
class StoryTotals:
    number: int
    with_water: int
    wanted: int = STORY_TILES
    wanted_with_water: int = STORIES_WITH_WATER


def story_totals(stories: tuple[StoryTile, ...]) -> StoryTotals:
    return StoryTotals(len(stories), sum(Terrain.WATER in story.needs for story in stories))


@dataclass(frozen=True)
class BoxStoriesPage(BoxPage):
    draft: StoryDraft
    line: str
    name: str
    editing: str
    part = "stories"
    need_keys = NEED_KEYS
    points = range(1, 10)
    fires = range(4)

    @property
    def drawn(self) -> StoryView:
        return story_view(self.draft.tile(), self.draft.needs)

    @property
    def next_name(self) -> str:
        return next_name({one.id or "" for one in self.opened.box.stories})

    @property
    def totals(self) -> StoryTotals:
        return story_totals(self.opened.box.stories)

    @property
    def given(self) -> list[tuple[StoryTile, StoryView]]:
        return [(one, story_view(in_order(one), one.needs)) for one in self.opened.box.stories]
