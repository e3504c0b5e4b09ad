"""The one module that knows htmx's headers."""

import pytest
from flask import Flask, make_response

from companion.web import htmx
from companion.web.errors import ErrorPage


@pytest.mark.parametrize(
    ("headers", "fragment"),
    [
        ({}, False),
        ({"HX-Request": "true"}, True),
        ({"HX-Request": "true", "HX-Boosted": "true"}, False),
        ({"HX-Request": "true", "HX-History-Restore-Request": "true"}, False),
    ],
)
def test_fragment_only_for_a_swap(app: Flask, headers: dict[str, str], fragment: bool) -> None:
    page = ErrorPage(404, "Title", "Text")
    with app.test_request_context(headers=headers):
        assert htmx.wants_fragment() is fragment
        answer = htmx.page_or_fragment("errors/page.html", "errors/_error.html", page, 404)
    assert ("<html" in answer.get_data(as_text=True)) is not fragment
    assert 'class="panel error"' in answer.get_data(as_text=True)
    assert "HX-Request" in answer.headers["Vary"]


def test_see_other_is_303(app: Flask) -> None:
    with app.test_request_context():
        answer = htmx.see_other("/tables/1")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/tables/1")


def test_go_to_page_moves_the_whole_window(app: Flask) -> None:
    with app.test_request_context():
        assert htmx.go_to_page("/").status_code == 303
    with app.test_request_context(headers={"HX-Request": "true"}):
        answer = htmx.go_to_page("/")
        assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, "/")


def test_an_answer_can_say_its_address(app: Flask) -> None:
    with app.test_request_context():
        shown = htmx.show_address(make_response(""), "/tables/1")
    assert shown.headers["HX-Push-Url"] == "/tables/1"
