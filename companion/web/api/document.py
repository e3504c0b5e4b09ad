"""The API's description: as OpenAPI, and as a page to read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from companion import __version__
from companion.web.access.policy import open_to_everyone

bp = Blueprint("document", __name__)


@cache
def openapi() -> dict[str, object]:
    described: dict[str, object] = json.loads((Path(__file__).parent / "openapi.json").read_text("utf-8"))
    described["info"] = {**described["info"], "version": __version__}  # type: ignore[dict-item]
    return described


@bp.get("/openapi.json")
@open_to_everyone
def as_openapi() -> Response:
    return jsonify(openapi())


@dataclass(frozen=True)
class ApiPage:
    api: Mapping[str, Any]


@bp.get("/")
@open_to_everyone
def as_page() -> str:
    return render_template("api/page.html", page=ApiPage(openapi()))
