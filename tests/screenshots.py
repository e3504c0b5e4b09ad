"""Pictures of every screen: ``python -m tests.screenshots`` writes docs/screenshots.

Each screen at tablet and phone sizes, light and dark. A new screen is one line in ``SCREENS``.
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser

from companion.web.app import create_app
from companion.web.config import TableCard, WebConfig
from companion.web.serve import PORT
from tests.web.browser import open_browser
from tests.web.conftest import LiveServer, SomeTables, start_server

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
SCREENS = {"home": "/", "nothing-here": "/no/such/page", "drawings": "/styleguide"}
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
    app = create_app(WebConfig(companion=tables, styleguide=True))
    server = start_server(app, PORT)
    try:
        # Pictures do not show where they were made.
        with open_browser("--host-resolver-rules=MAP companion.local 127.0.0.1") as browser:
            for name, path in SCREENS.items():
                if not names or name in names:
                    picture(browser, server, name, path)
    finally:
        server.stop()


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
