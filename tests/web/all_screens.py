"""Every screen there is, in the states worth looking at: what the tests of all screens go through.

A page that is not in here, nor named as something else than a page, fails a test.
"""

from flask import Flask

from companion.log.access import Place
from companion.log.roles import Role
from companion.web.access.codes import access_store, renewed_code
from companion.web.backend import Backend
from tests import screenshots as shown

MORE_SCREENS = {
    "api": "/api/",
    "referee-start": "/referee",
    "box-look": "/box/{box}/look",
    "box-share": "/box/{box}/share",
    "box-photos": "/box/{box}/photos",
    "past-games": "/games",
    "past-game": "/games/{over}",
    "replay": "/games/{over}/replay?step=20",
    "backups": "/keeping",
    "delete-tables": "/keeping/tables",
    "delete-table": "/keeping/tables/delete?table={now}",
    "rules": "/rules",
    "rules-game": "/rules/dewan",
    "rules-river": "/rules/river",
    "rule": "/rules/dewan/D-ROUTE-04",
    "rule-searched": "/rules/dewan?q=water",
    "rulebook": "/rules/dewan/book/en",
    "reference": "/rules/dewan/reference/volcano",
    "rules-at-table": "/tables/{now}/rules",
    "rule-at-table": "/tables/{now}/rules/R-03",
    "guide": "/tables/{bare}/guide",
    "ask-her": "/tables/{now}/ask?player=Alix&to={to}",
    "table-over": "/tables/{over}",
    "table-moment": "/tables/{now}/at/20",
    "table-changing": "/tables/{now}/change/20",
    "zones": "/tables/{now}?zones=1",
    "table-player": "/tables/{now}?who=Alix",
    "table-piles": "/tables/{now}?piles=1",
    "way-of-recording": "/tables/{now}/way",
    "phones": "/tables/{now}/phones",
    "share": "/games/{over}/share",
    "people": "/people",
    "preferences": "/preferences",
    "sketch": "/referee/sketch?ground=...................FFM....WWD&camps=..................12",
    "person": "/people/one?who=alix",
    "forget-somebody": "/people/forget?who=alix",
    "photo-album": "/tables/{now}/photo/kept",
    "tribe-boards": "/tables/{now}/photo/boards",
    "photograph-row": "/tables/{now}/photo/pieces/row",
    "seat": "/tables/{now}/seat",
    "seat-asked": "/tables/{now}/seat/asked",
    "error-in-a-form": "/tables/{now}?to=999,999",
    "offline": "/offline",
    "river-boxes": "/river-box",
    "river-tiles-photo": "/river-box/{river_box}/photo",
    "river-board-photo": "/tables/{river_quick}/river/photo",
    "join-unknown": "/join/no-such-code",
    "map-by-lot": "/tables/{bare}/map/lot",
    "evenings": "/evenings",
    "evening": "/evenings/{evening}",
    "evening-wall": "/evenings/{evening}/wall",
    "organiser": "/tables/{now}/organiser",
    "league": "/leagues/{league}",
    "league-public": "/leagues/{league}/public",
}
NO_PAGES = {
    *("api.document.as_openapi", "api.tables.every", "api.tables.look", "api.tables.history", "api.tables.log"),
    *("api.tables.number", "api.tables.score", "api.tables.table_record", "box.box_file", "home.healthz"),
    *(
        "keeping.everything",
        "monitoring.readyz",
        "monitoring.metrics",
        "pack.start",
        "pack.file",
        "pack.read",
        "static",
    ),
    *("share.picture", "share.table", "share.pdf", "share.play_file", "share.text"),
    *("installing.manifest", "installing.worker", "installing.kept"),
    *(
        "tables.clock_times",
        "tables.live",
        "tables.log_file",
        "tables.number",
        "tables.table_file",
        "photos.picture",
        "photos.kept",
        "photos.pieces_picture",
    ),
    *("evenings.tables", "organiser.line", "leagues.table", "leagues.pdf"),
    *("river_box.box_file", "box.photo_picture", "box.shared_file", "box.piece_picture"),
    *("river_photo.picture", "river_tiles.tiles_picture"),
}
"""Files, streams and numbers."""
ELSEWHERE = {
    # They need a photo that is being read.
    *("photos.review", "photos.compare_with", "photos.tap_four", "photos.pieces"),
    *("river_photo.show", "river_tiles.tiles_found"),
    *("box.learned", "box.piece", "box.group"),
    *("box.one", "join.arrive", "join.scan"),  # lead on to others
    "owner.show",  # there once a passphrase was set
    "rulebook.topic_at_table",
    "rulebook.sheet_at_table",
}
"""Pages whose tests are their own, or that look like one that is listed."""


def all_screens(backend: Backend) -> dict[str, str]:
    """By name, the addresses of all of them on a desk that was just filled."""
    now, to, over = shown.tables_to_show(backend)
    places = {
        "box": shown.half_typed_box(backend),
        "now": now,
        "to": to,
        "over": over,
        "bare": shown.bare_table(backend),
    }
    places |= {
        "quick": shown.quick_score(backend),
        "quick_map": shown.quick_score(backend, shown.demo_tiles("base", 3)),
    }
    places |= _evening(backend, now, over)
    places |= shown.events_to_show(backend) | shown.rivers_to_show(backend)
    listed = {"home": "/", "nothing-here": "/no/such/page"}
    listed |= shown.TABLE_SCREENS | shown.BOX_SCREENS | shown.EVENT_SCREENS | shown.RIVER_SCREENS | MORE_SCREENS
    return {name: path.format(**places) for name, path in listed.items()}


def _evening(backend: Backend, *tables: str) -> dict[str, str]:
    """A club night with these tables, in a league that everybody may see."""
    service = backend.service
    evening = service.create("evening", {"name": "Club night"}).info.id
    league = service.create("league", {"name": "Winter"}).info.id
    steps = [{"do": "come", "name": name} for name in ("Alix", "Billy", "Charlie")]
    steps += [{"do": "join", "table": table} for table in tables]
    steps += [
        {"do": "pair", "pairings": [["Alix", "Billy", "Charlie"]]},
        {"do": "call", "table": tables[0], "seq": 3, "text": "Camp on Water?"},
    ]
    for seq, step in enumerate(steps):
        service.record(evening, seq, f"e{seq}", "evening", step)
    for seq, step in enumerate([{"do": "add-evening", "evening": evening}, {"do": "publish", "public": True}]):
        service.record(league, seq, f"l{seq}", "league", step)
    return {"evening": evening, "league": league}


def seat_code(app: Flask, table_id: str, player: str) -> str:
    """What a phone scans to sit there."""
    with app.app_context():
        store = access_store()
        assert store
        return renewed_code(store, Place(table_id, Role.SEAT, player))
