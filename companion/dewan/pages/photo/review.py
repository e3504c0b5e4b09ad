"""The reading over its photo: look it over, correct a space, a tile or a camp with a tap, accept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import SystemRandom

from flask import Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.map_words import hex_in
from companion.dewan.game import MAP
from companion.dewan.pages.box_tiles import small_tile
from companion.dewan.pages.photo.album import keep_photo, wants_to_keep
from companion.dewan.pages.photo.box_look import learn_later
from companion.dewan.pages.photo.differences import laid_over
from companion.dewan.pages.photo.overlay import Overlay, overlay
from companion.dewan.pages.photo.photo_map import (
    GROUNDS,
    PhotoChange,
    PhotoMap,
    SeenSpace,
    map_body,
    moved,
    photo_map,
    tiles_for,
)
from companion.dewan.pages.photo.since_entry import marker_of
from companion.dewan.pages.photo.taking import bp, look_at, take_page, under_way, wait_at_table
from companion.dewan.rules.table import Player
from companion.dewan.rules.tiles import LaidTile
from companion.dewan.rules.words import Landmark
from companion.games.contract import Json, Mode
from companion.log.errors import TableError
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.web.access.policy import Role, may_change_box, open_to
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.photo.jobs import PhotoJob
from companion.web.photo.process import PhotoFailed, PhotoRead
from companion.web.photo.sending import job_of, jobs, result_of
from companion.web.submit import Refused, backend, entry_id, submit

TILES_SHOWN = 5
"""As many tiles are offered at once; the others on demand."""
CHANGES = ("ground", "turn", "tile", "camp", "marker", "fine", "color", "move")
TURN, CAMP = "turn", "camp:"


@bp.get("/<key>")
@open_to(Role.RECORDER)
def review(table_id: str, key: str) -> AnyResponse:
    """The page to wait at, then what was read; in mid-game, what differs from the record."""
    look, job = look_at(table_id), job_of(table_id, key)
    if not job.done:
        return wait_at_table(look, key, job)
    try:
        read = job.result()
    except PhotoFailed as failed:
        return take_page(look, failed.code, 422)
    if not read.reading.get("found"):
        return see_other(url_for("photos.tap_four", table_id=table_id, key=key))
    if under_way(look) and "look" not in request.args and "at" not in request.args:
        return see_other(url_for("photos.compare_with", table_id=table_id, key=key))
    if "look" not in request.args and (doubtful := _next(map_of(look, job, read), None)) is not None:
        at = f"{doubtful.q},{doubtful.r}"
        return see_other(url_for("photos.review", table_id=table_id, key=key, look=1, closer=1, at=at))
    return review_page(look, key, job, read)


@dataclass(frozen=True)
class ReviewPage:
    """``at``: the space that was tapped, with what was read there. ``grounds``: what it may be, likeliest first.
    ``laid``: the tile there, around ``centre``; ``fitting``: those that fit. ``changed``: how often something was put
    right."""

    look: TableView
    key: str
    seen: PhotoMap
    overlay: Overlay
    here: str
    tool: str | None
    at: Hex | None
    space: SeenSpace | None
    grounds: Sequence[tuple[str, float]]
    laid: LaidTile | None
    centre: Hex | None
    fitting: Sequence[tuple[LaidTile, MapView]]
    players: Sequence[Player]
    looks: Mapping[str, PlayerStyle]
    next_doubtful: Hex | None
    changed: int
    under_way: bool
    back: bool
    starts: int
    asked: "SeatQuestion | None"
    marker: str | None
    """What kind of marker may lie there."""
    may_learn: bool
    notice: str | None
    shown: int = TILES_SHOWN
    entry_id: str = field(default_factory=entry_id)


@dataclass(frozen=True)
class SeatQuestion:
    """Whose a starting tile is on which no camp of a player is seen. ``number``: as it is shown on the photo."""

    at: Hex
    number: int
    players: Sequence[Player]


def _asked(look: TableView, seen: PhotoMap) -> SeatQuestion | None:
    """Before the first move every player has a starting tile; whose it is nobody guesses."""
    seatless = [player for player in look.state.play.table.players if player.color in seen.seatless]
    if under_way(look) or not seen.open_starts or not seatless:
        return None
    numbers = _start_numbers(seen)
    at = min(seen.open_starts, key=lambda start: numbers[start])
    return SeatQuestion(at, numbers[at], seatless)


def _start_numbers(seen: PhotoMap) -> dict[Hex, int]:
    """As they are seen from above down."""
    starts = [at for at, ground in seen.ground.items() if ground is Landmark.START]
    starts.sort(key=lambda at: seen.read[at].centre[::-1])
    return {at: number for number, at in enumerate(starts, 1)}


def review_page(
    look: TableView, key: str, job: PhotoJob, read: PhotoRead, *, notice: str | None = None, status: int = 200
) -> Response:
    seen = map_of(look, job, read)
    box = box_in(backend(), look.state.box)
    players = look.state.play.table.players
    looks = looks_of_colors(look)
    at = hex_in(request.args.get("at", ""))
    at = at if at in seen.ground else None
    tool = _tool(look)
    here = url_for("photos.review", table_id=look.info.id, key=key, look=1, tool=tool)
    centre = seen.flower_at(at) if at is not None else None
    fitting = tiles_for(seen, centre, box) if centre is not None else ()
    asked = _asked(look, seen)
    numbers = _start_numbers(seen)
    page = ReviewPage(
        look=look,
        key=key,
        seen=seen,
        overlay=overlay(
            seen,
            looks,
            at,
            lambda hex_: f"{here}&at={hex_.q},{hex_.r}",
            {start: numbers[start] for start in seen.open_starts} if asked and at is None else None,
            closer="closer" in request.args or bool(asked),
        ),
        here=here,
        tool=tool,
        at=at,
        space=seen.read[at] if at is not None else None,
        grounds=_ranked(seen, at) if at is not None else (),
        laid=seen.tiles.get(centre) if centre is not None else None,
        centre=centre,
        fitting=[(laid, small_tile(laid.tile)) for laid in fitting],
        players=[player for player in players if player.color],
        looks=looks,
        next_doubtful=_next(seen, at),
        changed=len(_changes(job)),
        under_way=under_way(look),
        back="back" in request.args,
        starts=len(numbers),
        asked=asked,
        marker=marker_of(look.state.play) if under_way(look) else None,
        may_learn=_may_learn(look),
        notice=notice,
    )
    return page_or_fragment("dewan/photo/review.html", "dewan/photo/_review.html", page, status)


@bp.post("/<key>/change")
@open_to(Role.RECORDER)
def change(table_id: str, key: str) -> AnyResponse:
    look, job = look_at(table_id), job_of(table_id, key)
    seen = map_of(look, job, result_of(job))
    form = request.form
    at, do, value = hex_in(form.get("at", "")), form.get("do", ""), form.get("value", "")
    colors = {player.color for player in look.state.play.table.players}
    sound = {
        "ground": value in GROUNDS,
        "tile": box_in(backend(), look.state.box).tile(value) is not None,
        "camp": value in {"", *colors},
        "marker": value in {"", marker_of(look.state.play)},
        "move": hex_in(value) in {*seen.camps, *seen.markers},
        "color": form.get("other", "") in {"", *colors},
    }
    if at is None or do not in CHANGES or not sound.get(do, True) or (do != "color" and at not in seen.ground):
        abort(422)
    if do == "camp" and "toggle" in form and seen.camps.get(at) == value:
        value = ""
    job.notes["changes"] = (*_changes(job), PhotoChange(do, at, value[:80], form.get("other", "")[:80]))
    left = _asked(look, map_of(look, job, result_of(job)))
    if "seat" in form and left and len(left.players) == 1:  # nobody else is left
        job.notes["changes"] = (*_changes(job), PhotoChange("camp", left.at, left.players[0].color or ""))
    if "back" in form:
        return see_other(url_for("photos.compare_with", table_id=table_id, key=key))
    stays = f"{at.q},{at.r}" if do in ("turn", "tile") and "toggle" not in form else None
    return see_other(url_for("photos.review", table_id=table_id, key=key, look=1, tool=_tool(look), at=stays))


@bp.post("/<key>/seats")
@open_to(Role.RECORDER)
def draw_seats(table_id: str, key: str) -> AnyResponse:
    """A lot says whose the starting tiles are that are left."""
    look, job = look_at(table_id), job_of(table_id, key)
    seen = map_of(look, job, result_of(job))
    colors = list(seen.seatless)
    SystemRandom().shuffle(colors)
    drawn = [PhotoChange("camp", at, color) for at, color in zip(seen.open_starts, colors, strict=False)]
    job.notes["changes"] = (*_changes(job), *drawn)
    return see_other(url_for("photos.review", table_id=table_id, key=key, look=1))


@bp.post("/<key>/undo")
@open_to(Role.RECORDER)
def undo(table_id: str, key: str) -> AnyResponse:
    look, job = look_at(table_id), job_of(table_id, key)
    job.notes["changes"] = _changes(job)[:-1]
    return see_other(url_for("photos.review", table_id=table_id, key=key, look=1, tool=_tool(look)))


@bp.post("/<key>/accept")
@open_to(Role.RECORDER)
def accept(table_id: str, key: str) -> AnyResponse:
    look, job = look_at(table_id), job_of(table_id, key)
    read = result_of(job)
    seen = map_of(look, job, read)
    if _asked(look, seen):
        return review_page(look, key, job, read, notice=t("web.photo.seat-first"), status=422)
    recorded = look.state.play.table.board
    same = laid_over(recorded, seen.ground) if recorded.printed else None
    body = map_body(
        moved(seen, *same) if same else seen,
        box_in(backend(), look.state.box),
        with_camps="camps" in request.form,
        before=recorded if same else None,
    )
    try:
        kept = keep_photo(table_id, read.picture) if wants_to_keep(table_id) else None
    except TableError as error:
        return review_page(look, key, job, read, notice=t(error.code, **error.params), status=422)
    done = submit(table_id, EntryRequest(MAP, body))
    if isinstance(done, Refused):
        if kept:
            backend().albums.drop(table_id, kept.name)
        return review_page(done.look, key, job, read, notice=done.text, status=done.status)
    if "learn" in request.form and _may_learn(look):
        learn_later(str(look.state.box), read.picture, _checked(seen))
    if look.state.mode is Mode.QUICK_SCORE:
        job.notes["accepted"] = True  # the numbers of the pad lead to it for as long as it is there
    else:
        jobs().forget(key)
    return see_other(url_for("tables.show", table_id=table_id))


def _checked(seen: PhotoMap) -> Json:
    """The map as it was looked over, for the reader to learn from."""
    covered = {*seen.camps, *seen.doubtful_camps, *seen.berries, *seen.markers}
    return {
        "learn_map": [
            {
                "at": list(at),
                "corners_px": [list(corner) for corner in seen.read[at].corners],
                "terrain": str(ground),
                "covered": at in covered,
            }
            for at, ground in sorted(seen.ground.items())
        ],
        "learn_tiles": [
            {"id": laid.tile.id, "rotation": laid.rotation, "centre": list(at)} for at, laid in seen.tiles.items()
        ],
    }


def _may_learn(look: TableView) -> bool:
    return look.state.box is not None and may_change_box(look.state.box)


def map_of(look: TableView, job: PhotoJob, read: PhotoRead) -> PhotoMap:
    play = look.state.play
    scored = look.state.mode is Mode.QUICK_SCORE
    begun = scored or under_way(look) or any(play.camps_placed(one.name) for one in play.table.players)
    return photo_map(read.reading, _changes(job), play.table.players, box_in(backend(), look.state.box), begun)


def looks_of_colors(look: TableView) -> dict[str, PlayerStyle]:
    """How camps are drawn, by their colour."""
    players = look.state.play.table.players
    looks = player_styles(players, box_in(backend(), look.state.box))
    return {player.color: looks[player.name] for player in players if player.color}


def _changes(job: PhotoJob) -> tuple[PhotoChange, ...]:
    return tuple(PhotoChange(do, Hex(*at), *more) for do, at, *more in job.notes.get("changes", ()))


def _tool(look: TableView) -> str | None:
    """What a tap on the photo does; None: it asks."""
    tool = request.values.get("tool", "")
    colors = {player.color for player in look.state.play.table.players}
    return tool if tool == TURN or (tool.startswith(CAMP) and tool.removeprefix(CAMP) in colors) else None


def _ranked(seen: PhotoMap, at: Hex) -> Sequence[tuple[str, float]]:
    """Every ground and how likely the reader finds it, the likeliest first."""
    space = seen.read[at]
    return sorted(((name, space.share(ground)) for name, ground in GROUNDS.items()), key=lambda one: -one[1])


def _next(seen: PhotoMap, at: Hex | None) -> Hex | None:
    """The doubtful space to look at after this one."""
    left = sorted(seen.doubtful | seen.doubtful_camps)
    return next((one for one in left if at is None or one > at), left[0] if left else None)
