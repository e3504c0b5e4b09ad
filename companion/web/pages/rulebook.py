"""The rules at hand: by topic, searched as one types, each with its own address; at a table with its choices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Flask, Response, abort, g, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.ask.source import Source, source
from companion.games.contract import RULING
from companion.games.rulebook import Reference, Topic
from companion.i18n.catalog import LANGUAGES, speaker
from companion.service.answers import TableView
from companion.web.access.policy import Role, current_viewer, open_to, open_to_everyone
from companion.web.drawing.illustration import Illustration
from companion.web.entry import EntryRequest
from companion.web.game_screens import screens_of
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import current_speaker
from companion.web.rulebook.book import Book, Rule, book, rulebook_of, rulebooks
from companion.web.rulebook.search import RuleHit, search
from companion.web.submit import Refused, entry_id, submit, view_table

bp = Blueprint("rulebook", __name__)

TO_DECIDE = "to-decide"
"""Not a topic of the rulebook: the rulings a table may change, together."""


def init_app(app: Flask) -> None:
    app.add_template_global(rule_url)
    app.add_template_global(rule_title)
    app.add_template_global(rule_source_of)
    app.add_template_global(example_of)


@dataclass(frozen=True)
class RulebookScope:
    """Where the rulebook lies open: by itself, or at a table."""

    game: str
    look: TableView | None = None

    @property
    def book(self) -> Book:
        return book(self.game, current_speaker().language)

    @property
    def rulings(self) -> Mapping[str, str]:
        """What this table has decided."""
        return screens_of(self.look).rulings(self.look) if self.look else {}

    def in_force(self, ruling: str) -> str | None:
        """The option this table has chosen, or follows because it chose none."""
        return self.rulings.get(ruling, rulebooks()[self.game].options[ruling][0]) if self.look else None

    @property
    def references(self) -> Sequence[str]:
        """The printed references there are; at a table the one of what it plays."""
        names = rulebooks()[self.game].references
        return [name for name in names if name == self.look.summary.scenario] if self.look else names

    def reference_url(self, name: str) -> str:
        if self.look:
            return url_for("rulebook.sheet_at_table", table_id=self.look.info.id)
        return url_for("rulebook.sheet", game=self.game, scenario=name)

    def url(self, page: str, **parts: Any) -> str:
        if self.look:
            return url_for(f"rulebook.{page}_at_table", table_id=self.look.info.id, **parts)
        return url_for(f"rulebook.{page}", game=self.game, **parts)


@dataclass(frozen=True)
class WholePage:
    """All rules; what the other pages of the rulebook show beside ``place``, they add."""

    place: RulebookScope


@dataclass(frozen=True)
class ContentsPage(WholePage):
    """``found``: what ``typed`` finds; None where nobody typed anything."""

    typed: str
    found: RuleHit | None

    @property
    def games(self) -> Sequence[str]:
        return tuple(rulebooks())


@dataclass(frozen=True)
class TopicPage(WholePage):
    """``topic``: None for the rulings a table may change."""

    topic: Topic | None
    rules: Sequence[Rule]


@dataclass(frozen=True)
class ReferencePage(WholePage):
    sheet: Reference
    all_names: Sequence[str]


@dataclass(frozen=True)
class RulePage(WholePage):
    """A rule with its neighbours; of a ruling what the table has ``chosen``, and whether it may be changed here."""

    rule: Rule
    before: Rule | None
    after: Rule | None
    may_choose: bool
    notice: str | None
    entry_id: str = field(default_factory=entry_id)

    @property
    def default(self) -> str | None:
        return self.rule.options[0] if self.rule.options else None

    @property
    def chosen(self) -> str | None:
        return self.place.in_force(self.rule.id) if self.rule.options else None


def rule_url(rule: str) -> str:
    """The address of a rule, at the table the page is about if there is one."""
    table_id = (request.view_args or {}).get("table_id")
    if table_id:
        return url_for("rulebook.rule_at_table", table_id=table_id, rule=rule)
    return url_for("rulebook.rule", game=rulebook_of(rule).game, rule=rule)


def rule_title(rule: str) -> str:
    known = book(rulebook_of(rule).game, current_speaker().language).by_id.get(rule)
    return known.title if known else ""


def rule_source_of(rule: str) -> Source | None:
    return source(rule, current_speaker())


def example_of(rule: str, rulings: Mapping[str, str] | None = None) -> Illustration | None:
    """The drawn example of a rule, as it turns out where these rulings hold."""
    drawn: Illustration | None = rulebook_of(rule).illustrate(rule, rulings or {}, current_speaker())
    return drawn


@bp.get("/rules")
@open_to_everyone
def index() -> Response:
    return _contents(RulebookScope(next(iter(rulebooks()))))


@bp.get("/rules/<game>")
@open_to_everyone
def contents(game: str) -> Response:
    return _contents(_alone(game))


@bp.get("/tables/<table_id>/rules")
@open_to(Role.SPECTATOR)
def contents_at_table(table_id: str) -> Response:
    return _contents(_at_table(table_id))


@bp.get("/rules/<game>/topics/<topic>")
@open_to_everyone
def topic(game: str, topic: str) -> Response:
    return _topic(_alone(game), topic)


@bp.get("/tables/<table_id>/rules/topics/<topic>")
@open_to(Role.SPECTATOR)
def topic_at_table(table_id: str, topic: str) -> Response:
    return _topic(_at_table(table_id), topic)


@bp.get("/rules/<game>/book/<language>")
@open_to_everyone
def whole(game: str, language: str) -> str:
    """All of it on one page, in one language: for reading without a server."""
    place = _alone(game)
    if language not in LANGUAGES:
        abort(404)
    g.speaker = speaker(language)
    return render_template("rules/whole.html", page=WholePage(place))


@bp.get("/rules/<game>/reference/<scenario>")
@open_to_everyone
def sheet(game: str, scenario: str) -> Response:
    return _sheet(_alone(game), scenario)


@bp.get("/tables/<table_id>/rules/reference")
@open_to(Role.SPECTATOR)
def sheet_at_table(table_id: str) -> Response:
    place = _at_table(table_id)
    return _sheet(place, next(iter(place.references), ""))


@bp.get("/rules/<game>/<rule>")
@open_to_everyone
def rule(game: str, rule: str) -> Response:
    return _rule(_alone(game), rule)


@bp.get("/tables/<table_id>/rules/<rule>")
@open_to(Role.SPECTATOR)
def rule_at_table(table_id: str, rule: str) -> Response:
    return _rule(_at_table(table_id), rule)


@bp.post("/tables/<table_id>/rules/<rule>")
@open_to(Role.RECORDER)
def choose(table_id: str, rule: str) -> AnyResponse:
    """The table decides a point the editions leave open; it stands in the log, and can be undone."""
    done = submit(table_id, EntryRequest(RULING, {rule: request.form.get("option", "")}))
    if isinstance(done, Refused):
        return _rule(_place_of(done.look), rule, done.text, done.status)
    return see_other(url_for("rulebook.rule_at_table", table_id=table_id, rule=rule))


def _alone(game: str) -> RulebookScope:
    if game not in rulebooks():
        abort(404)
    return RulebookScope(game)


def _at_table(table_id: str) -> RulebookScope:
    return _place_of(view_table(table_id))


def _place_of(look: TableView) -> RulebookScope:
    return RulebookScope(look.info.game, look) if look.info.game in rulebooks() else abort(404)


def _contents(place: RulebookScope) -> Response:
    typed = request.args.get("q", "").strip()
    page = ContentsPage(place, typed, search(place.book, typed) if typed else None)
    return page_or_fragment("rules/contents.html", "rules/_found.html", page)


def _topic(place: RulebookScope, key: str) -> Response:
    found = (None, place.book.to_decide) if key == TO_DECIDE else place.book.topic(key)
    if found is None:
        abort(404)
    return page_or_fragment("rules/topic.html", "rules/_topic.html", TopicPage(place, *found))


def _sheet(place: RulebookScope, name: str) -> Response:
    known = rulebooks()[place.game]
    if name not in known.references:
        abort(404)
    page = ReferencePage(place, known.reference(name), known.references)
    return page_or_fragment("rules/reference.html", "rules/_reference.html", page)


def _rule(place: RulebookScope, rule: str, notice: str | None = None, status: int = 200) -> Response:
    known = place.book.by_id.get(rule)
    if known is None:
        abort(404)
    before, after = place.book.beside(known)
    may_choose = place.look is not None and current_viewer(place.look.info.id).records
    page = RulePage(place, known, before, after, may_choose, notice)
    return page_or_fragment("rules/rule.html", "rules/_sheet.html", page, status)
