"""Dewan, as the registry knows it."""

from companion.games.plugin import GamePlugin

DEWAN = GamePlugin(
    key="dewan",
    game="companion.dewan.game:Dewan",
    box="companion.dewan.box:BoxKeeping",
    screens="companion.dewan.pages.screens:DewanScreens",
    formats=("dewan-table/1",),
    published="companion.dewan.formats.published:PUBLISHED",
    questions="companion.dewan.questions:DEWAN",
    rules="companion.dewan.rulebook:RULEBOOK",
    headings="companion.dewan.rules.headings:HEADINGS",
    commands={
        "stories": "companion.dewan.cli.stories",
        "routes": "companion.dewan.cli.routes",
        "read": "companion.dewan.cli.read",
        "learn": "companion.dewan.cli.learn",
        "box": "companion.dewan.cli.box",
        "pieces": "companion.dewan.cli.pieces",
        "demo": "companion.dewan.cli.demo",
    },
    reader="companion.dewan.vision.worker",
    score="companion.dewan.cli.score:pads",
)
