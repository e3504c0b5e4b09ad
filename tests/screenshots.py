"""Pictures of every screen: ``python -m tests.screenshots`` writes docs/screenshots.

Each screen at tablet and phone sizes, light and dark. A new screen is one line in ``SCREENS``, or in ``BOX_SCREENS``
where it needs a box to show.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from companion.data import demo_box_json
from companion.record.faults import Node
from companion.table.datadir import DataDir
from companion.web.app import create_app
from companion.web.config import TableCard, WebConfig
from companion.web.desk import Desk, open_desk
from companion.web.serve import PORT
from tests.web.browser import open_browser
from tests.web.conftest import LiveServer, SomeTables, start_server

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
SCREENS = {"home": "/", "nothing-here": "/no/such/page", "drawings": "/styleguide"}
BOX_SCREENS = {
    "box-shelf": "/box",
    "box-demo": "/box/demo/tiles",
    "box-tiles": "/box/{box}/tiles?line=fd%2B+m*a9f+w&at=6",
    "box-tile-icons": "/box/{box}/tiles?edit=N2&tool=crystal",
    "box-cards": "/box/{box}/cards",
    "box-stories": "/box/{box}/stories?line=ffcc+5+1",
    "box-colors": "/box/{box}/colors",
    "box-layouts": "/box/{box}/layouts?scenario=volcano&players=3",
}
DEVICES = {
    "tablet": (1366, 1024),
    "small-tablet": (1024, 768),
    "portrait": (768, 1024),
    "phone": (390, 844),
}


def main(names: list[str]) -> None:
    tables = SomeTables()
    friends = (("Jonas", "indigo"), ("Inês", "marigold"), ("Mara", "raspberry"))
    tables.listed = [
        TableCard("Friday at the cabin", "volcano", friends, 7, "2026-11-13T21:10:00Z", "/"),
        TableCard("Kitchen table", "base", (("Ada", "pearl"), ("Bo", "indigo")), 3, "2026-11-08T19:00:00Z", "/"),
    ]
    server = start_server(create_app(WebConfig(companion=tables, styleguide=True)), PORT)
    try:
        pictures(server, SCREENS, names)
    finally:
        server.stop()
    with TemporaryDirectory() as folder, open_desk(DataDir(Path(folder))) as desk:
        server = start_server(create_app(WebConfig(companion=desk)), PORT)
        try:
            box = half_typed_box(desk)
            pictures(server, {name: path.format(box=box) for name, path in BOX_SCREENS.items()}, names)
        finally:
            server.stop()


def half_typed_box(desk: Desk) -> str:
    """Somebody is typing their box; the id of it. What is in it is invented, like the demo box."""
    fields = Node(demo_box_json()).fields(["format", "name", "colors", "tiles", "cards", "stories", "layouts"])
    assert fields is not None
    parts = {key: field.value for key, field in fields.items()}
    for key, number in (("tiles", 9), ("cards", 34), ("stories", 15), ("layouts", 10)):
        kept = parts[key]
        assert isinstance(kept, list)
        parts[key] = kept[:number]
    look = desk.service.create("dewan-box", {"box": {**parts, "name": "The copy in the cabin"}})
    change = {"op": "remove", "path": "/tiles/8"}
    desk.service.record(look.info.id, 0, "one", "edit", {"what": "tiles", "changes": [change], "name": "N5"})
    return look.info.id


def pictures(server: LiveServer, screens: dict[str, str], names: list[str]) -> None:
    # Pictures do not show where they were made.
    with open_browser("--host-resolver-rules=MAP companion.local 127.0.0.1") as browser:
        for name, path in screens.items():
            if not names or name in names:
                picture(browser, server, name, path)


def picture(browser: Browser, server: LiveServer, name: str, path: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for device, (width, height) in DEVICES.items():
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(f"http://companion.local:{server.port}{path}")
            page.evaluate("document.fonts.ready.then(() => true)")
            page.screenshot(path=FOLDER / f"{name}-{device}-{scheme}.jpg", type="jpeg", quality=80)
            context.close()


if __name__ == "__main__":
    main(sys.argv[1:])
