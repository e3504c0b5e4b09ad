"""Can she afford it? Anybody at the table may ask; whoever holds the hand agrees or not; only the one who asked learns
the answer, which is yes or no.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Flask, Response, abort, current_app, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView, RouteDrawing
from companion.dewan.drawing.map_words import hex_in
from companion.dewan.game import DewanState
from companion.dewan.pages.questions import HandAnswer, PhoneQuestion, PhoneQuestions
from companion.dewan.rules import game
from companion.dewan.rules.cards import Card
from companion.dewan.rules.table import Table
from companion.log.roles import Role
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.web.access.codes import access_store
from companion.web.access.devices import known_device, this_device
from companion.web.access.policy import current_viewer, open_to, open_to_players
from companion.web.htmx import see_other, tell_page, wants_fragment
from companion.web.submit import backend, view_table


def affords(table: Table, player: str, to: Hex, path: Sequence[Hex]) -> HandAnswer:
    """``table`` is as the player sees it. Whether the hand pays for this path, or where none is given for any way to
    the space; ``OPEN`` where only cards the player has not entered could."""
    owner = table.player(player)
    if _pays(table, player, to, path, owner.hand):
        return HandAnswer.YES
    return HandAnswer.OPEN if owner.hidden_cards and _pays(table, player, to, path, owner.payable) else HandAnswer.NO


def _pays(table: Table, player: str, to: Hex, path: Sequence[Hex], cards: Sequence[Card]) -> bool:
    if path:
        return game.check_route(table, player, path, cards).legal
    return bool(game.find_routes(table, player, cards, to))


bp = Blueprint("asking", __name__, url_prefix="/tables/<table_id>")

NOTHING = "none"
"""How a page that shows no question says so."""
MOST_SPACES = 200


@dataclass(frozen=True)
class Put:
    """A question as the one who is asked sees it: where, and what the answer would be."""

    question: PhoneQuestion
    map: MapView
    answer: HandAnswer


@dataclass(frozen=True)
class AskedPart:
    """What became of the question of this device. ``gone``: it waited too long."""

    table_id: str
    asked: PhoneQuestion | None
    gone: bool = False

    @property
    def state(self) -> str:
        return f"{self.asked.id}.{self.asked.word}" if self.asked else NOTHING


@dataclass(frozen=True)
class PutPart:
    """The question that waits for this player."""

    table_id: str
    put: Put | None

    @property
    def state(self) -> str:
        return self.put.question.id if self.put else NOTHING


def init_app(app: Flask) -> None:
    app.extensions["questions"] = PhoneQuestions(app.extensions["notes"])
    app.add_template_global(asked_here, "asked_here")
    app.add_template_global(lambda table_id: PutPart(table_id, put_to_me(table_id)), "put_to_me")
    app.add_template_global(may_be_asked, "may_be_asked")


def questions() -> PhoneQuestions:
    kept: PhoneQuestions = current_app.extensions["questions"]
    return kept


# --- The one who asks


@bp.post("/ask")
@open_to(Role.SPECTATOR)
def ask(table_id: str) -> AnyResponse:
    viewer, look = current_viewer(table_id), view_table(table_id)
    table = _table(look)
    player = request.form.get("player", "")
    to, path = _about(request.form.get("to", ""), request.form.get("path", ""))
    if to is None or not table.board.has(to) or not may_be_asked(table_id, table, player):
        abort(422)
    about = {"to": _spelled(to), "path": ";".join(map(_spelled, path))}
    if questions().ask(table_id, player, viewer.player, known_device(), about) is None:
        abort(503)
    backend().service.call(table_id)
    return see_other(
        url_for("asking.asked", table_id=table_id) if wants_fragment() else _referee(table_id, player, about)
    )


@bp.get("/ask")
@open_to(Role.SPECTATOR)
def asked(table_id: str) -> AnyResponse:
    """What became of the question of this device; asked for again and again while a page shows it."""
    if not wants_fragment():
        return see_other(url_for("referee.at_table", table_id=table_id))
    part, was = asked_here(table_id), request.args.get("was", NOTHING)
    if was == part.state:
        return _unchanged()
    part = replace(part, gone=part.asked is None and was.endswith(HandAnswer.WAITING))
    # The verdict beside it may be another one now.
    return tell_page(make_response(render_template("dewan/asking/_asked.html", page=part)), "answered")


@bp.post("/ask/done")
@open_to(Role.SPECTATOR)
def done(table_id: str) -> AnyResponse:
    """The answer has been read, or the question is withdrawn."""
    if device := this_device():
        questions().forget(table_id, device)
        backend().service.call(table_id)
    return see_other(url_for("asking.asked", table_id=table_id))


def asked_here(table_id: str) -> AskedPart:
    device = this_device()
    return AskedPart(table_id, questions().of(table_id, device) if device else None)


def answered(table_id: str, player: str, to: Hex | None, path: Sequence[Hex]) -> HandAnswer | None:
    """What this device was answered about this player and this space or path; None while it was not."""
    asked = asked_here(table_id).asked
    about = {"to": _spelled(to), "path": ""} if to is not None else {"path": ";".join(map(_spelled, path))}
    if asked is None or asked.player != player or any(asked.about[key] != told for key, told in about.items()):
        return None
    return asked.word if asked.word in (HandAnswer.YES, HandAnswer.NO) else None


def may_be_asked(table_id: str, table: Table, player: str) -> bool:
    """Somebody else with unseen cards and a phone to answer on."""
    store = access_store()
    if store is None or player == current_viewer(table_id).player or player not in [one.name for one in table.players]:
        return False
    seated = {member.place.player for member in store.members(table_id) if not member.gone}
    return table.player(player).hidden_cards > 0 and player in seated


# --- The one who is asked


@bp.get("/seat/asked")
@open_to_players
def put(table_id: str) -> AnyResponse:
    if not wants_fragment():
        return see_other(url_for("seat.show", table_id=table_id))
    part = PutPart(table_id, put_to_me(table_id))
    if request.args.get("was", NOTHING) == part.state:
        return _unchanged()
    return make_response(render_template("dewan/asking/_put.html", page=part))


@bp.post("/seat/asked")
@open_to_players
def answer(table_id: str) -> AnyResponse:
    """Agree, and the answer is told; or not."""
    player, now = _player(table_id), put_to_me(table_id)
    if now is None or now.question.id != request.form.get("question"):
        return see_other(url_for("asking.put", table_id=table_id))  # it was withdrawn, or waited too long
    word = now.answer if request.form.get("agree") == "yes" else HandAnswer.DECLINED
    questions().answer(now.question.id, table_id, player, word)
    backend().service.call(table_id)
    return see_other(url_for("asking.put", table_id=table_id))


def put_to_me(table_id: str) -> Put | None:
    player = _player(table_id)
    question = questions().waiting_for(table_id, player)
    if question is None:
        return None
    look = view_table(table_id)
    table = _table(look)
    to, path = _about(question.about["to"], question.about["path"])
    if to is None or not table.board.has(to):
        return None
    drawn = MapView(
        table.board,
        looks=player_styles(table.players, box_in(backend(), look.state.box)),
        chosen=[to],
        routes=[RouteDrawing(path, "traced")] if path else (),
        letters=False,
        fade_others=not path,
    )
    return Put(question, drawn, affords(table.as_seen_by(player), player, to, path))


# --- Inside


def _about(to: str, path: str) -> tuple[Hex | None, tuple[Hex, ...]]:
    spaces = tuple(at for text in path.split(";")[:MOST_SPACES] if (at := hex_in(text)) is not None)
    return (spaces[-1] if spaces else hex_in(to)), spaces


def _spelled(at: Hex) -> str:
    return f"{at.q},{at.r}"


def _referee(table_id: str, player: str, about: dict[str, str]) -> str:
    asked_about = {"path": about["path"]} if about["path"] else {"to": about["to"]}
    return url_for("referee.at_table", table_id=table_id, player=player, **asked_about)  # type: ignore[arg-type]


def _unchanged() -> Response:
    return make_response("", 204)


def _player(table_id: str) -> str:
    return current_viewer(table_id).player or abort(403)


def _table(look: TableView) -> Table:
    if not isinstance(look.state, DewanState):
        abort(404)
    return look.state.play.table
