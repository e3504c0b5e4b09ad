"""The API's description, as OpenAPI and as a page to read: made of the routes and of the formats."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template
from werkzeug.routing import Rule

from companion import __version__
from companion.ask.given import Questions
from companion.formats.fields import Constant, Json, Word
from companion.formats.objects import Document, Object, optional, required
from companion.formats.openapi import answer_schema, components, ref
from companion.games.registry import PLUGINS
from companion.i18n.catalog import LANGUAGES
from companion.service.api_format import ANSWERS
from companion.service.api_json import RECORD_REQUEST
from companion.web.access.policy import open_to_everyone
from companion.web.api.describing import TABLE_ID, Operation, described
from companion.web.api.tables import NEW_TABLE

bp = Blueprint("document", __name__)

REFUSALS = {
    "Refused": "Everything that is wrong, each with its path in the record.",
    "UnknownCode": "The code presented does not hold, or holds no longer.",
    "NotAllowed": "You may only watch here, or not do this now.",
    "TooMany": "Too much at once; Retry-After says when to ask again.",
    "Unavailable": "The store cannot be used just now: it is locked, or cannot be written.",
    "DiskFull": "The disk is full: nothing was recorded.",
}
BY_STATUS = {401: "UnknownCode", 403: "NotAllowed", 429: "TooMany", 503: "Unavailable", 507: "DiskFull"}
"""Every other status is ``Refused``."""
SECURITY = {
    "code": {
        "type": "http",
        "scheme": "bearer",
        "description": "A code of the table (Players' phones) or the key of the house (companion key).",
    },
    "device": {
        "type": "apiKey",
        "in": "cookie",
        "name": "device",
        "description": "The cookie a device was given when it made the table or scanned a code.",
    },
}


@cache
def openapi(app: Flask) -> dict[str, Any]:
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api")]
    paths: dict[str, dict[str, Json]] = {}
    for rule in sorted(rules, key=lambda rule: rule.rule):
        operation: Operation = vars(app.view_functions[rule.endpoint])["operation"]
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            path = rule.rule.replace("<", "{").replace(">", "}")
            paths.setdefault(path, {})[method.lower()] = _operation(operation, rule)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Companion",
            "summary": "The referee at your table: questions about a table of Dewan or The River, and recorded tables.",
            "version": __version__,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "responses": {
                name: {"description": words, "content": _content(ref("Refusal"))} for name, words in REFUSALS.items()
            },
            "schemas": _schemas(),
            "securitySchemes": SECURITY,
        },
    }


def _operation(operation: Operation, rule: Rule) -> Json:
    parameters = [{"name": name, "in": "path", "required": True, "schema": TABLE_ID} for name in sorted(rule.arguments)]
    parameters += [
        {"name": name, "in": "query", "description": query.description, "schema": query.schema}
        for name, query in operation.query.items()
    ]
    responses: Json = {
        str(status): {"description": words, "content": _content(schema, operation.media)}
        for status, (words, schema) in operation.answers.items()
    }
    for status in operation.refused:
        responses[str(status)] = {"$ref": f"#/components/responses/{BY_STATUS.get(status, 'Refused')}"}
    body = {"required": True, "content": _content(ref(operation.body))} if operation.body else None
    security: list[Json] | None = (
        None if operation.security is None else [{word: []} if word else {} for word in operation.security]
    )
    parts = {
        "operationId": operation.id,
        "summary": operation.summary,
        "description": operation.description or None,
        "parameters": parameters or None,
        "requestBody": body,
        "responses": dict(sorted(responses.items())),
        "security": security,
    }
    return {key: part for key, part in parts.items() if part is not None}


def _content(schema: Json, media: str = "application/json") -> Json:
    return {media: {"schema": schema}}


def _schemas() -> dict[str, Any]:
    published = {key: found for key, plugin in PLUGINS.items() if (found := plugin.load_published())}
    documents = {name: one for game in published.values() for name, one in game.documents.items()}
    tables = [next(iter(game.documents)) for game in published.values()]
    names = {key: key.capitalize() for key in published}
    questions, answers = {}, {}
    for key, game in published.items():
        answers[f"{names[key]}Answer"] = game.answer
        if asked := PLUGINS[key].load_questions():
            questions[f"{names[key]}Question"] = _questions(asked, game.table)
    return {
        "Table": {
            "description": "A table record: everything known about a table at one moment.",
            "oneOf": [ref(name) for name in tables],
        },
        "Question": {"oneOf": [ref(name) for name in questions]},
        "Answer": {"anyOf": [ref(name) for name in answers]},
        **answers,
        **{made.__name__.removesuffix("Json"): answer_schema(made) for made in ANSWERS},
        **components(
            {**questions, "EntryRequest": _with_defs(RECORD_REQUEST), "NewTable": _with_defs(NEW_TABLE)}, documents
        ),
    }


def _with_defs(shape: Object[Any]) -> Json:
    defs: Json = {}
    return {**shape.schema(defs), "$defs": defs}


def _questions(questions: Questions, table: Document[Any]) -> Json:
    defs: Json = {}
    asked = []
    for word, question in questions.by_word.items():
        members = {
            "ask": required(Constant(word)),
            "table": required(table),
            "language": optional(Word(LANGUAGES, name="language")),
            **{key: required(field) for key, field in question.required.items()},
            **{key: optional(field, null=True) for key, field in question.optional.items()},
        }
        asked.append(Object(dict, members).schema(defs))
    return {"oneOf": asked, "$defs": defs}


@bp.get("/openapi.json")
@described(Operation("openapi", "This document", {200: ("OpenAPI 3.1.", {"type": "object"})}))
@open_to_everyone
def as_openapi() -> Response:
    return jsonify(openapi(current_app._get_current_object()))  # type: ignore[attr-defined]


@dataclass(frozen=True)
class ApiPage:
    api: Mapping[str, Any]


@bp.get("/")
@described(Operation("page", "This document as a page", {200: ("A page.", {"type": "string"})}, media="text/html"))
@open_to_everyone
def as_page() -> str:
    return render_template("api/page.html", page=ApiPage(openapi(current_app._get_current_object())))  # type: ignore[attr-defined]
