"""Sharing a game: as a picture, PDF, table or text, for another app, by a link for guests; in the device's language."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec

from flask import Blueprint, Response, abort, make_response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.log.access import Place
from companion.service.answers import TableView
from companion.service.clocks import clock_text
from companion.service.results import Result
from companion.share import bgstats, words
from companion.share.pad import Called, SharedPad, shared_pad
from companion.web.access.addresses import address_for_others
from companion.web.access.codes import access_store, shown_code
from companion.web.access.policy import Role, current_viewer, open_to
from companion.web.drawing.qr import qr_svg
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import current_speaker, t
from companion.web.pages.past_game import called_now, look_and_result, minutes, own_screens, wanted_clocks

bp = Blueprint("share", __name__, url_prefix="/games/<table_id>/share")

BGG_ID = re.compile(r"[1-9][0-9]{0,8}")
A_YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class SharePage:
    """``bgg``: the game's number at BoardGameGeek. ``guest``: where guests may look. ``draws``: there is a picture."""

    result: Result
    pad: SharedPad
    summary: str
    bgstats: str
    bgg: int | None
    guest: str | None
    qr: Markup | None
    draws: bool
    rematch: str | None


def draws_pictures() -> bool:
    """Not inside a browser: a pack comes without Pillow."""
    return find_spec("PIL") is not None


@bp.get("")
@open_to(Role.SPECTATOR)
def show(table_id: str) -> Response:
    look, result = look_and_result(table_id)
    pad = _pad(look, result, called_now())
    guest = _guest_address(table_id)
    page = SharePage(
        result,
        pad,
        summary=words.summary(pad, _times(result)),
        bgstats=bgstats.address(_play(look, result)),
        bgg=_bgg_id(result),
        guest=guest,
        qr=qr_svg(guest, t("web.share.qr-label")) if guest else None,
        draws=draws_pictures(),
        rematch=own_screens(look).rematch(look),
    )
    return page_or_fragment("share/page.html", "share/_share.html", page)


@bp.post("/bgg")
@open_to(Role.SPECTATOR)
def tell_bgg(table_id: str) -> AnyResponse:
    """The game's number at BoardGameGeek, remembered on this device; an empty field forgets it."""
    _, result = look_and_result(table_id)
    given = request.form.get("bgg", "").strip()
    answer = see_other(url_for("share.show", table_id=table_id))
    if BGG_ID.fullmatch(given):
        answer.set_cookie(_cookie(result), given, max_age=A_YEAR, httponly=True, samesite="Lax")
    else:
        answer.delete_cookie(_cookie(result))
    return answer


@bp.get("/pad-<shape>.png")
@open_to(Role.SPECTATOR)
def picture(table_id: str, shape: str) -> Response:
    if not draws_pictures():
        abort(404)
    from companion.share import picture as drawing  # only here: Pillow is slow to import

    if shape not in drawing.SIZES:
        abort(404)
    look, result = look_and_result(table_id)
    pad = _pad(look, result, _printed(result, drawing.can_print))
    return _file(drawing.pad_picture(pad, shape), "image/png", result, f"{shape}.png", inline=True)


@bp.get("/pad.pdf")
@open_to(Role.SPECTATOR)
def pdf(table_id: str) -> Response:
    if not draws_pictures():  # ReportLab needs the same
        abort(404)
    from companion.share import pdf as sheet  # only here: ReportLab is slow to import

    look, result = look_and_result(table_id)
    pad = _pad(look, result, _printed(result, sheet.can_print))
    return _file(sheet.pad_pdf(pad, current_speaker().language), "application/pdf", result, "pdf")


@bp.get("/pad.csv")
@open_to(Role.SPECTATOR)
def table(table_id: str) -> Response:
    look, result = look_and_result(table_id)
    return _file(words.pad_csv(_pad(look, result, called_now())), "text/csv; charset=utf-8", result, "csv")


@bp.get("/summary.txt")
@open_to(Role.SPECTATOR)
def text(table_id: str) -> Response:
    look, result = look_and_result(table_id)
    given = words.summary(_pad(look, result, called_now()), _times(result))
    return _file(given.encode(), "text/plain; charset=utf-8", result, "txt")


@bp.get("/play.bgsplay")
@open_to(Role.SPECTATOR)
def play_file(table_id: str) -> Response:
    look, result = look_and_result(table_id)
    called = called_now()
    pad = _pad(look, result, called)
    given = bgstats.play_file(result, pad, called, minutes(result), _bgg_id(result))
    return _file(given, "application/octet-stream", result, "bgsplay")


def _pad(look: TableView, result: Result, called: Called) -> SharedPad:
    return shared_pad(result, current_speaker(), called, own_screens(look).looks(look))


def _times(result: Result) -> str:
    found, called = wanted_clocks(result), called_now()
    if found is None:
        return ""
    times = tuple(f"{called(name)} {clock_text(clock.used)}" for name, clock in found.by_player.items())
    return t("share.time", times=times)


def _play(look: TableView, result: Result) -> dict[str, object]:
    called = called_now()
    return bgstats.play(result, _pad(look, result, called), called, minutes(result), _bgg_id(result))


def _printed(result: Result, can_print: Callable[[str], bool]) -> Called:
    """Whoever has a name no font of ours can set is called by the seat."""
    return partial(_print_name, result, can_print, called_now())


def _print_name(result: Result, can_print: Callable[[str], bool], called: Called, name: str) -> str:
    given = called(name)
    if can_print(given) or name not in result.players:
        return given
    return t("web.people.gone", number=result.players.index(name) + 1)


def _guest_address(table_id: str) -> str | None:
    """What lets a guest on the network look: given out by the host alone."""
    store, address = access_store(), address_for_others()
    if store is None or address is None or not current_viewer(table_id).hosts:
        return None
    code = shown_code(store, Place(table_id, Role.SPECTATOR))
    return address.rstrip("/") + url_for("join.scan", code=code)


def _cookie(result: Result) -> str:
    return f"bgg-{result.game}"


def _bgg_id(result: Result) -> int | None:
    given = request.cookies.get(_cookie(result), "")
    return int(given) if BGG_ID.fullmatch(given) else None


def _file(content: bytes, kind: str, result: Result, ending: str, *, inline: bool = False) -> Response:
    answer = make_response(content)
    answer.headers["Content-Type"] = kind
    how = "inline" if inline and "download" not in request.args else "attachment"
    answer.headers["Content-Disposition"] = f'{how}; filename="{result.game}-{result.ended_at[:10]}.{ending}"'
    return answer
