"""The River, as the registry knows it."""

from companion.games.plugin import GamePlugin

RIVER = GamePlugin(
    key="river",
    game="companion.river.game:River",
    box="companion.river.box:RiverBoxKeeping",
    screens="companion.river.pages.screens:RiverScreens",
    formats=("river-table/1",),
    published="companion.river.formats.published:PUBLISHED",
    questions="companion.river.questions:RIVER",
    rules="companion.river.rulebook:RULEBOOK",
    headings="companion.river.rules.headings:HEADINGS",
    reader="companion.river.vision.worker",
    score="companion.river.cli.score:pads",
)
