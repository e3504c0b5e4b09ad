"""My box of The River by photo: terrain tiles in rows, one question for all that look alike."""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.river.box import LOOK, RiverBoxState
from companion.river.formats.look import RiverLook, read_look, write_look
from companion.river.formats.tiles import TILE, tile_json
from companion.river.learned import ADD, HOWS, REPLACE, SeenKind, told_tile, with_seen
from companion.river.pages.box import opened
from companion.river.pages.words import meadow_choices
from companion.river.rules.box import Box
from companion.river.rules.tiles import Tile
from companion.river.rules.words import PRODUCED, Terrain
from companion.service.answers import TableView
from companion.web.access.policy import clients, open_to_box_keepers
from companion.web.entry import EntryRequest
from companion.web.forms import number_in
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.photo.jobs import PhotoJob, can_read
from companion.web.photo.process import PhotoFailed
from companion.web.photo.sending import allow_photos, failure_text, job_of, jobs, result_of, sent_photo, wait_page
from companion.web.submit import Refused, entry_id, submit

STAGES = ("load", "pieces")
WAITING = "river/photo/wait.html"
MOST_SHOWN = 12
"""Pictures shown of one group."""
NOTHING = "nothing"
"""What somebody calls a group that is no terrain tile."""


bp = Blueprint("river_tiles", __name__, url_prefix="/river-box")


@bp.url_value_preprocessor
def _allow_photos(endpoint: str | None, values: dict[str, object] | None) -> None:
    allow_photos(endpoint, values)


@dataclass(frozen=True)
class TakeTilesPage:
    look: TableView
    known: int
    notice: str | None
    entry_id: str = field(default_factory=entry_id)

    @property
    def box(self) -> Box:
        box: Box = self.look.state.box
        return box


@bp.get("/<box_id>/photo")
@open_to_box_keepers
def take_tiles(box_id: str) -> Response:
    return _take(opened(box_id), None if can_read() else "absent")


def _take(look: TableView, failed: str | None, status: int = 200, notice: str | None = None) -> Response:
    page = TakeTilesPage(look, len(look_of(look.state).tiles), failure_text(failed) if failed else notice)
    return page_or_fragment("river/photo/take_tiles.html", "river/photo/_take_tiles.html", page, status)


def look_of(state: RiverBoxState) -> RiverLook:
    return read_look(state.look) if state.look else RiverLook()


@bp.post("/<box_id>/photo")
@open_to_box_keepers
def send_tiles(box_id: str) -> AnyResponse:
    look = opened(box_id)
    head: Json = {"game": "river", "tiles": True, "look": look.state.look}
    try:
        key = jobs().start(box_id, sent_photo(), head, clients=clients())
    except PhotoFailed as failed:
        return _take(look, failed.code, 422)
    return see_other(url_for("river_tiles.tiles_found", box_id=box_id, key=key))


@bp.post("/<box_id>/photo/<key>/cancel")
@open_to_box_keepers
def drop_tiles(box_id: str, key: str) -> AnyResponse:
    job_of(box_id, key)
    jobs().forget(key)
    return see_other(url_for("river_tiles.take_tiles", box_id=box_id))


@bp.get("/<box_id>/photo/<key>/picture.jpg")
@open_to_box_keepers
def tiles_picture(box_id: str, key: str) -> Response:
    return Response(result_of(job_of(box_id, key)).picture, mimetype="image/jpeg")


@dataclass(frozen=True)
class Group:
    """Tiles that look alike. ``views``: where each is in the photo, as the part of it to show; ``said``: what somebody
    says of them, or what is offered; ``known``: whether they look like a tile of the box."""

    number: int
    members: tuple[int, ...]
    views: tuple[str, ...]
    said: Mapping[str, Any]
    known: bool

    @property
    def kind(self) -> str:
        return str(self.said.get("kind", ""))


@dataclass(frozen=True)
class TilesFoundPage:
    look: TableView
    key: str
    size: tuple[int, int]
    groups: Sequence[Group]
    parts: int
    strange: int
    how: str
    faults: Sequence[str] = ()
    entry_id: str = field(default_factory=entry_id)
    kinds = tuple(Terrain)
    produced = PRODUCED
    hows = HOWS
    nothing = NOTHING

    @property
    def box(self) -> Box:
        box: Box = self.look.state.box
        return box

    @property
    def meadows(self) -> list[tuple[str, str]]:
        return meadow_choices()

    @property
    def count(self) -> int:
        return sum(len(group.members) for group in self.groups)


@bp.get("/<box_id>/photo/<key>")
@open_to_box_keepers
def tiles_found(box_id: str, key: str) -> AnyResponse:
    look, job = opened(box_id), job_of(box_id, key)
    if not job.done:
        return wait_page(key, job, url_for("river_tiles.drop_tiles", box_id=box_id, key=key), STAGES, WAITING)
    try:
        job.result()
    except PhotoFailed as failed:
        return _take(look, failed.code, 422)
    if not job.result().reading.get("tiles"):
        return _take(look, None, 422, t("river.photo-no-tiles"))
    return _page(look, key, job)


def _page(look: TableView, key: str, job: PhotoJob, faults: Sequence[Fault] = ()) -> Response:
    reading: Any = result_of(job).reading
    page = TilesFoundPage(
        look,
        key,
        (int(reading["size"][0]), int(reading["size"][1])),
        _groups(look.state, job),
        int(reading["parts"]),
        int(reading["strange"]),
        str(job.notes.get("how") or (ADD if look.state.look else REPLACE)),
        [t(fault.code, **fault.params) for fault in faults],
    )
    template = "river/photo/tiles.html", "river/photo/_tiles.html"
    return page_or_fragment(*template, page, 422 if faults else 200)


def _groups(state: RiverBoxState, job: PhotoJob) -> list[Group]:
    """As the reader grouped them, and as somebody parted them."""
    reading: Any = result_of(job).reading
    apart: Mapping[str, int] = job.notes.get("apart", {})
    said: Mapping[str, Any] = job.notes.get("said", {})
    members: dict[tuple[int, int], list[int]] = {}
    for number, tile in enumerate(reading["tiles"]):
        members.setdefault((int(tile["group"]), apart.get(str(number), 0)), []).append(number)
    names = {tile.id: tile for tile, _ in state.box.tiles}
    groups: list[Group] = []
    for (group, part), own in sorted(members.items(), key=lambda pair: pair[0]):
        read = reading["groups"][group]
        known = names.get(read["known"]) if not part else None
        offered = _said_of(known) if known else {"kind": read["kinds"][0]}
        answer = said.get(str(own[0]), offered)
        shown = {"kind": "", "kind2": "", "symbols": {}, "storages": 0, "meadow": "", **answer}
        views = tuple(_view(reading["tiles"][k]["corners"]) for k in own[:MOST_SHOWN])
        groups.append(Group(len(groups), tuple(own), views, shown, known is not None and answer is offered))
    return groups


def _said_of(tile: Tile) -> dict[str, Any]:
    written = tile_json(tile)
    kinds = str(written.get("kind", "")).split("/")
    return {
        "kind": kinds[0],
        "kind2": kinds[1] if len(kinds) > 1 else "",
        "symbols": written.get("symbols") or {},
        "storages": written.get("storages") or 0,
        "meadow": written.get("meadow") or "",
    }


def _view(corners: Sequence[Sequence[float]]) -> str:
    xs, ys = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    reach = 0.04 * max(max(xs) - min(xs), max(ys) - min(ys))
    wide, tall = max(xs) - min(xs) + 2 * reach, max(ys) - min(ys) + 2 * reach
    return f"{min(xs) - reach:.0f} {min(ys) - reach:.0f} {wide:.0f} {tall:.0f}"


@bp.post("/<box_id>/photo/<key>")
@open_to_box_keepers
def keep_tiles(box_id: str, key: str) -> AnyResponse:
    """What the groups are is kept with the photo; then some are parted, or all goes into the box."""
    look, job = opened(box_id), job_of(box_id, key)
    if not job.done:
        abort(409)
    groups = _groups(look.state, job)
    faults: list[Fault] = []
    answers = {group.number: _answer(group.number, faults) for group in groups}
    job.notes["said"] = {
        **job.notes.get("said", {}),
        **{str(group.members[0]): answers[group.number] for group in groups},
    }
    job.notes["how"] = how = request.form.get("how") if request.form.get("how") in HOWS else ADD
    if faults:
        return _page(look, key, job, faults)
    if (parted := request.form.get("part", "")).isdecimal():
        _part(job, groups, int(parted))
        return see_other(url_for("river_tiles.tiles_found", box_id=box_id, key=key, _anchor=f"group-{parted}"))
    reading: Any = result_of(job).reading

    def entry(look: TableView) -> EntryRequest:
        state: RiverBoxState = look.state
        seen = [
            SeenKind(_tile(answers[group.number]), len(group.members), _typical(reading, group))
            for group in groups
            if answers[group.number]["kind"] != NOTHING
        ]
        if not seen:
            raise BadInput([Fault("", "river.photo-nothing")])
        tiles, learned = with_seen(state.box, look_of(state), seen, str(how))
        changes = [{"op": "add", "path": "/tiles", "value": tiles}]
        return EntryRequest(LOOK, {"changes": changes, "look": write_look(learned)})

    done = submit(box_id, entry)
    if isinstance(done, Refused):
        return _page(done.look, key, job, done.faults if done.status == 422 else [Fault("seen", "web.box.missed")])
    jobs().forget(key)
    return see_other(url_for("river_box.facts", box_id=box_id, done="tiles", _anchor="tiles"))


def _answer(number: int, faults: list[Fault]) -> dict[str, Any]:
    form = request.form
    symbols = {
        str(kind): found
        for kind in PRODUCED
        if (found := number_in(form.get(f"symbols-{number}-{kind}", ""), str(kind), 9, faults))
    }
    return {
        "kind": form.get(f"kind-{number}", NOTHING),
        "kind2": form.get(f"kind2-{number}", ""),
        "symbols": symbols,
        "storages": number_in(form.get(f"storages-{number}", ""), "storages", 9, faults) or 0,
        "meadow": form.get(f"meadow-{number}", ""),
    }


def _tile(answer: Mapping[str, Any]) -> Tile:
    """Raises BadInput."""
    return TILE.long.parse(told_tile(answer))


def _part(job: PhotoJob, groups: Sequence[Group], number: int) -> None:
    """The ticked tiles of this group are something else than its others."""
    group = groups[number] if number < len(groups) else None
    chosen = [tile for tile in request.form.getlist("apart") if tile.isdecimal()]
    own = [tile for tile in chosen if group and int(tile) in group.members]
    if group is None or not 0 < len(own) < len(group.members):
        return
    apart = dict(job.notes.get("apart", {}))
    said = dict(job.notes.get("said", {}))
    next_part = 1 + max(apart.values(), default=0)
    for tile in own:
        apart[tile] = next_part
    left = min(set(group.members) - {int(tile) for tile in own})
    said[str(left)] = said.get(str(group.members[0]), {"kind": group.kind})
    said[min(own, key=int)] = {"kind": group.kind}
    job.notes["apart"], job.notes["said"] = apart, said


def _typical(reading: Any, group: Group) -> bytes:
    """The look of the group's typical tile, or of its first one where somebody parted it."""
    of_group = reading["groups"][int(reading["tiles"][group.members[0]]["group"])]["typical"]
    tile = reading["tiles"][of_group if of_group in group.members else group.members[0]]
    return b64decode(tile["look"])


@bp.post("/<box_id>/photo/forget")
@open_to_box_keepers
def forget_look(box_id: str) -> AnyResponse:
    opened(box_id)
    submit(box_id, EntryRequest(LOOK, {"look": None}))
    return see_other(url_for("river_tiles.take_tiles", box_id=box_id))
