"""Pictures of every screen: ``python -m tests.screenshots`` writes build/screenshots.

The ones that README and docs show are renewed in docs/screenshots, too.

Each screen at tablet and phone sizes, light and dark. A new screen is one line in ``SCREENS``, or in ``BOX_SCREENS``
where it needs a box to show.
"""

import json
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from companion.dewan.demo import demo_box_json
from companion.dewan.pages.changes import space_changes
from companion.dewan.pages.quick_answers import answer_entries, camp_entry
from companion.dewan.pages.timer import new_timer
from companion.dewan.rules import game
from companion.dewan.rules.words import LAND, ScenarioName
from companion.dewan.scoreboard import scoreboard as pad
from companion.formats.faults import Node
from companion.log.access import Place
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.river.demo import river_demo_box
from companion.river.formats.box import write_river_box
from companion.service.files import import_log
from companion.web.access.codes import access_store, shown_code
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import TableCard, WebConfig
from companion.web.serve import PORT
from tests.dewan.pages.test_table_screen import hidden
from tests.web.browser import open_browser
from tests.web.conftest import LiveServer, SomeTables, start_server
from tests.web.events import lake_table, take_untracked
from tests.web.photos import key_of, photo, read, table_of
from tests.web.river import RiverHand, begun_river, new_river
from tests.web.tables import Hand, demo_tiles, new_table

GOLDEN = Path(__file__).parent / "golden" / "dewan"
ROOT = Path(__file__).parents[1]
FOLDER, SHOWN = ROOT / "build" / "screenshots", ROOT / "docs" / "screenshots"
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
TABLE_SCREENS = {
    "set-up": "/tables/new?scenario=volcano",
    "set-up-teams": "/tables/new?scenario=team&name=Mara&name=Jonas&name=In%C3%AAs&name=V%C3%A4in%C3%B6&first=2",
    "table": "/tables/{now}",
    "table-place": "/tables/{now}?place=1",
    "table-route": "/tables/{now}?to={to}",
    "table-take": "/tables/{now}?take=2",
    "table-history": "/tables/{now}/history",
    "table-correct": "/tables/{now}/correct",
    "score-pad": "/tables/{now}/score?column=Alix&row=water_zones",
    "score-final": "/tables/{over}/score",
    "quick-start": "/score?scenario=volcano",
    "quick-score": "/score/{quick}?who=1",
    "quick-score-map": "/score/{quick_map}",
    "map-picker": "/tables/{bare}/map?m=lay,0,0,S1&m=turn,-1,S1&m=lay,4,2,S2&m=lay,2,1,N1&m=lay,-1,3,N4",
    "map-picker-move": "/tables/{bare}/map?m=lay,0,0,S1&m=lay,2,1,N1&m=lay,4,2,S2&tile=S2&moving=1",
    "map-picker-paint": "/tables/{bare}/map?paint=neutral&faces=MBD.FW.&space=3&berries=0&icon=crystal,0,0",
    "map-picker-again": "/tables/{now}/map",
    "first-stories": "/tables/{bare}",
    "photo": "/tables/{now}/photo",
    "referee": "/referee?map=volcano&path=0,1;0,0;0,-1;-1,-1",
    "referee-legal": "/tables/{now}/referee?to={to}",
    "referee-cards": "/referee?map=volcano&hand=typed&cards=forest,desert/water&choose=1",
    "stories": "/tables/{now}/stories?player=Alix&story=1&need=forest",
    "seat": "/join/{seat}",
    "rules": "/rules/dewan",
    "rules-found": "/rules/dewan?q=berry",
    "rules-topic": "/rules/dewan/topics/route",
    "rules-ruling": "/tables/{now}/rules/R-03",
    "reference": "/rules/dewan/reference/volcano",
    "guide": "/tables/{bare}/guide",
    "past-games": "/games",
    "past-game": "/games/{over}",
    "replay": "/games/{over}/replay?step=40",
    "share": "/games/{over}/share",
    "people": "/people",
    "person": "/people/one?who=alix",
}
"""``bare``: a table just set up, without a map; ``now``: one in mid-game, ``to`` a space its active player can reach;
``over``: a finished one; ``quick``, ``quick_map``: pads of games nobody recorded."""
EVENT_SCREENS = {
    "event": "/tables/{event}",
    "event-chosen": "/tables/{event}?to={marker}",
    "event-fish": "/tables/{fish}",
    "timer-start": "/timer",
    "timer": "/timer/{timer}",
    "timer-event": "/timer/{called}",
}
"""``event``: a volcano that has just woken, ``marker`` a space for lava; ``fish``: villages deciding; ``timer``: one
that has counted a take, ``called``: one whose event is there."""
PHOTO_SCREENS = {
    "photo-review": "/tables/{photo}/photo/{review}?look=1&at={doubtful}",
    "photo-compare": "/tables/{compared}/photo/{compare}/compare",
    "photo-taps": "/tables/{photo}/photo/{no_map}/taps",
    "box-look": "/box/{taught}/look",
}
"""``review``: a photo that was read, with a doubtful space; ``compare``: one beside a record with a slip in it;
``no_map``: one without a map; ``taught``: a box that has learned how its tiles look."""
RIVER_SCREENS = {
    "river-set-up": "/tables/new?game=river",
    "river-table": "/tables/{river}",
    "river-tile": "/tables/{river}?do=terrain&kind=meadow",
    "river-build": "/tables/{river}?do=build",
    "river-clean-up": "/tables/{river}?do=cleanup",
    "river-score": "/tables/{river}/score?column=Mara&row=meadow_2",
    "river-quick": "/score/{river_quick}",
    "river-correct": "/tables/{river}/correct?who=0",
    "river-box": "/river-box/{river_box}",
}
"""``river``: a game of The River in its first round; ``river_quick``: the example of the rulebook in fast mode."""
DEVICES = {
    "tablet": (1366, 1024),
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
        pictures(server, SCREENS, names, "companion.local")  # home says where others find it
    finally:
        server.stop()
    with TemporaryDirectory() as folder, open_backend(DataDir(Path(folder))) as backend:
        app = create_app(WebConfig(companion=backend))
        server = start_server(app, PORT)
        try:
            box = half_typed_box(backend)
            now, to, over = tables_to_show(backend)
            places = {"box": box, "now": now, "to": to, "over": over, "bare": bare_table(backend)}
            places |= {"quick": quick_score(backend), "quick_map": quick_score(backend, demo_tiles("base", 3))}
            places |= events_to_show(backend)
            places["seat"] = seat_code(app, backend, now)
            places |= rivers_to_show(backend)
            paths = TABLE_SCREENS | BOX_SCREENS | EVENT_SCREENS | RIVER_SCREENS
            screens = {name: path.format(**places) for name, path in paths.items()}
            pictures(server, screens, names)
            photos = photos_to_show(backend, app.test_client())  # last: they bring boxes of their own
            pictures(server, {name: path.format(**photos) for name, path in PHOTO_SCREENS.items()}, names)
        finally:
            server.stop()
            app.extensions["photo_jobs"].stop()


def tables_to_show(backend: Backend) -> tuple[str, str, str]:
    """A recorded game in the middle and at its end; and the farthest space the active player can pay for."""
    log = json.loads((GOLDEN / "volcano" / "last-player-ends.json").read_text(encoding="utf-8"))
    log["header"]["title"] = "Friday at the cabin"
    for player, color in zip(log["header"]["table"]["players"], ("indigo", "marigold", "raspberry"), strict=True):
        player["color"] = color
    over = import_log(backend.service, log)
    for length in range(52, len(log["entries"])):
        now = import_log(backend.service, {**log, "entries": log["entries"][:length]})
        play = now.state.play
        routes = game.find_routes(play.table, play.next.player) if play.next.kind == "turn" else ()
        if len(routes) > 4 and max(route.cards for route in routes) > 3:
            to = max(routes, key=lambda route: route.cards).to
            return now.info.id, f"{to.q},{to.r}", over.info.id
        backend.service.delete(now.info.id)
    raise AssertionError("the recorded game has no turn worth a picture")


def seat_code(app: Flask, backend: Backend, table_id: str) -> str:
    """For the phone of whoever's turn it is."""
    player = backend.service.look(table_id).state.play.next.player
    with app.app_context():
        store = access_store()
        assert store is not None
        return shown_code(store, Place(table_id, Role.SEAT, player))


def events_to_show(backend: Backend) -> dict[str, str]:
    volcano = take_untracked(Hand(backend, new_table(backend, "volcano", 3, row=False, stories=False)), 4)
    board = volcano.play.table.board
    marker = max(
        game.eligible_spaces(volcano.play.table), key=lambda at: zone.berries if (zone := board.zone_at(at)) else 0
    )
    fish = take_untracked(lake_table(backend))
    fish.record("action", {"do": "discard-for-fish", "player": "Charlie", "discard": True})
    timers = [
        take_untracked(
            Hand(backend, backend.service.create("dewan", new_timer(name, ["1", "2", "3"], "Event countdown"))), takes
        )
        for name, takes in ((ScenarioName.VOLCANO, 1), (ScenarioName.DOWNPOUR, 4))
    ]
    return {
        "event": volcano.look.info.id,
        "marker": f"{marker.q},{marker.r}",
        "fish": fish.look.info.id,
        "timer": timers[0].look.info.id,
        "called": timers[1].look.info.id,
    }


def photos_to_show(backend: Backend, client: FlaskClient) -> dict[str, str]:
    table, compared = table_of(backend, "hard_5"), table_of(backend, "hard_2")
    review, no_map = (read(client, table, photo(name)) for name in ("hard_5", "none_3"))
    seen = re.findall(r'data-space="(-?\d+,-?\d+)" aria-label="([^"]*)"', client.get(review).text)
    doubtful = next((at for at, label in seen if "doubtful" in label), seen[0][0])
    first = read(client, compared, photo("hard_2"))
    client.post(f"{first}/accept", data=hidden(client.get(first).text, "/accept") | {"camps": "on"})
    hand = Hand(backend, backend.service.look(compared.info.id))
    board = hand.play.table.board
    empty = next(at for at in sorted(board.printed) if board.is_free(at) and board.ground[at] == "forest")
    changes = space_changes(hand.play, empty, "P1", board.berries.get(empty, 0), None)
    hand.record("correction", {"reason": "A slip", "changes": changes})
    grounds = {"mountain": [38, 1, -4], "badlands": [46, 36, 26], "forest": [44, -26, 20], "water": [56, -6, -30]}
    terrains = {name: {"lab": lab, "spread": [6, 5, 5], "seen": 9} for name, lab in grounds.items()}
    taught = str(table.state.box)
    body = {"look": {"format": "dewan-look/1", "terrains": terrains}}
    backend.service.record(taught, 0, "look", "look", body)
    return {
        "photo": table.info.id,
        "review": key_of(review),
        "doubtful": doubtful,
        "no_map": key_of(no_map),
        "compared": compared.info.id,
        "compare": key_of(read(client, hand.look, photo("hard_2"))),
        "taught": taught,
    }


def rivers_to_show(backend: Backend) -> dict[str, str]:
    hand = begun_river(backend)
    for body in (
        {"do": "take-tile", "player": "Mara", "place": 3},
        {"do": "produce", "player": "Jonas", "resource": "wood"},
        {"do": "take-figure", "player": "Inês"},
        {"do": "take-tile", "player": "Mara", "place": 1},
        {"do": "reserve", "player": "Jonas", "place": 5},
        {"do": "produce", "player": "Inês", "resource": "clay"},
    ):
        hand.record(body)
    told = RiverHand(backend, new_river(backend, begun=True, over=True))
    results = {"columns": [6, 0, 2, 2], "buildings": 23, "bonus": 7, "resources": 2}
    meadows = [{"meadow": "terrain", "count": 2}, {"meadow": "production", "count": 3}]
    told.record({"player": "Mara", "quick": {**results, "meadows": meadows}}, "quick")
    box = write_river_box(river_demo_box()) | {"name": "The copy in the cabin"}
    kept = backend.service.create("river-box", {"box": box})
    return {"river": hand.look.info.id, "river_quick": told.look.info.id, "river_box": kept.info.id}


def bare_table(backend: Backend) -> str:
    """Three friends who have just sat down."""
    friends = [("Jonas", "indigo"), ("Inês", "marigold"), ("Mara", "raspberry")]
    players = [{"name": name, "color": color} for name, color in friends]
    record = {"format": "dewan-table/1", "scenario": "base", "players": players, "first_player": "Inês"}
    return backend.service.create("dewan", {"table": record, "title": "Kitchen table"}).info.id


def quick_score(backend: Backend, tiles: list[dict[str, object]] | None = None) -> str:
    """A game nobody recorded, half told; with a map where there are tiles."""
    names = {"Billy": "indigo", "Alix": "raspberry", "Charlie": "marigold"}
    players = [{"name": name, "color": color} for name, color in names.items()]
    record: dict[str, object] = {"format": "dewan-table/1", "scenario": "base", "players": players}
    look = backend.service.create("dewan", {"table": record, "begun": True, "mode": "quick-score"})
    if tiles:
        laid = {"map": {"box": demo_box_json(), "tiles": tiles}}
        look = backend.service.record(look.info.id, look.seq, "map", "map", laid).look
    told = [(0, "story", "7/1"), (0, "story", "5/0"), (0, "berries", "5"), (1, "story", "6/2"), (1, "story", "4/1")]
    told += [(1, "berries", "12"), (1, "tucked-fire", "1"), (2, "story", "5/1"), (2, "tucked-berry", "1")]
    told += [] if tiles else [(0, "groups", "2"), (1, "groups", "4"), (1, "final", "1")]
    board = look.state.play.table.board
    land = [at for at in sorted(board.ground) if board.ground[at] in LAND]
    for number in range(1, len(told) + (9 if tiles else 0) + 1):
        if number > len(told):
            entries = [camp_entry(look.state, number % 3, [land[2 * (number - len(told))]], "Quick score")]
        else:
            entries = answer_entries(look.state, pad(look.state), *told[number - 1], "Quick score")
        look = backend.service.record(look.info.id, look.seq, f"told-{number}", entries[0].kind, entries[0].body).look
    return look.info.id


def half_typed_box(backend: Backend) -> str:
    """Somebody is typing their box; the id of it. What is in it is invented, like the demo box."""
    fields = Node(demo_box_json()).fields(["format", "name", "colors", "tiles", "cards", "stories", "layouts"])
    assert fields is not None
    parts = {key: field.value for key, field in fields.items()}
    for key, number in (("tiles", 9), ("cards", 34), ("stories", 15), ("layouts", 10)):
        kept = parts[key]
        assert isinstance(kept, list)
        parts[key] = kept[:number]
    look = backend.service.create("dewan-box", {"box": {**parts, "name": "The copy in the cabin"}})
    change = {"op": "remove", "path": "/tiles/8"}
    backend.service.record(look.info.id, 0, "one", "edit", {"what": "tiles", "changes": [change], "name": "N5"})
    return look.info.id


def pictures(server: LiveServer, screens: dict[str, str], names: list[str], host: str = "127.0.0.1") -> None:
    """The owner is known at 127.0.0.1 alone."""
    with open_browser("--host-resolver-rules=MAP companion.local 127.0.0.1") as browser:
        for name, path in screens.items():
            if not names or name in names:
                picture(browser, f"http://{host}:{server.port}{path}", name)


def picture(browser: Browser, address: str, name: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for device, (width, height) in DEVICES.items():
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
            )
            # Over plain http the page says once that the screen may fall asleep; here it has been read.
            context.add_init_script("localStorage.setItem('companion.sleep-told', 'yes')")
            page = context.new_page()
            page.goto(address)
            page.evaluate("document.fonts.ready.then(() => true)")
            picture = FOLDER / f"{name}-{device}-{scheme}.jpg"
            page.screenshot(path=picture, type="jpeg", quality=70)
            if (SHOWN / picture.name).exists():
                shutil.copyfile(picture, SHOWN / picture.name)
            context.close()


if __name__ == "__main__":
    main(sys.argv[1:])
