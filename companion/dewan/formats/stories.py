"""Story tiles as JSON: in the box, in a table record, and in the log, where they keep their name in the box."""

from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import RESOURCES, Terrain
from companion.formats.fields import FLAG, TEXT, Flag, Number
from companion.formats.objects import MapOf, Object, optional, required

MOST_POINTS = 99
NEEDS = MapOf(
    Number(1, 20),
    (*Terrain, *RESOURCES),
    description="What a Story tile requires, with the number of each.",
    name="needs",
)
POINTS = Number(0, MOST_POINTS, name="points")
FIRE = Number(0, MOST_POINTS, "Fire icons on the tile; 0 when absent.", "fire")
_REQUIREMENTS = {"needs": required(NEEDS), "points": required(POINTS)}

BOX_STORY = Object(StoryTile, {"id": required(TEXT), **_REQUIREMENTS, "fire": optional(FIRE)})
STORY = Object(
    StoryTile,
    {
        **_REQUIREMENTS,
        "fire": optional(FIRE),
        "done": optional(Flag("Slid up or not; null or absent when unknown."), null=True, written="always"),
    },
    name="story",
)
NAMED_STORY = Object(
    StoryTile,
    {
        "id": optional(TEXT, null=True, written="always"),
        **_REQUIREMENTS,
        "fire": optional(FIRE, null=True),
        "done": optional(FLAG, null=True, written="always"),
    },
    description="A Story tile with its name in the box.",
    name="namedStory",
)
story_json = NAMED_STORY.write
