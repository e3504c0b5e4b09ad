"""Companion below a path of a larger site: every address a page names lies below it."""

import re
from pathlib import Path

from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client, TestResponse
from werkzeug.wrappers import Response

from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.web.all_screens import all_screens

ADDRESS = re.compile(r'(?:href|src|action|hx-get|hx-post|data-[a-z-]+)="(/[^"/][^"]*)"|name="next" value="(/[^"]*)"')


def below(backend: Backend, path: Path) -> Client:
    app = create_app(WebConfig(data_dir=path, companion=backend, testing=True))
    return Client(DispatcherMiddleware(Response("not ours", 404), {"/games/companion": app}))


def get(client: Client, path: str) -> TestResponse:
    return client.get(f"/games/companion{path}", environ_overrides={"REMOTE_ADDR": "127.0.0.1"})


def test_every_address_of_every_page_lies_below_it(backend: Backend, tmp_path: Path) -> None:
    client, screens = below(backend, tmp_path), all_screens(backend)
    outside = {}
    for name, path in screens.items():
        answer = get(client, path)
        named = ["".join(found) for found in ADDRESS.findall(answer.text)]
        if wrong := [one for one in named if not one.startswith("/games/companion/")]:
            outside[name] = wrong[:3]
    assert not outside


def test_a_preference_leads_back_below_it(backend: Backend, tmp_path: Path) -> None:
    client = below(backend, tmp_path)
    token = re.search(r'name="csrf-token" content="([^"]+)"', get(client, "/").text)
    assert token
    answer = client.post("/games/companion/theme", data={"csrf_token": token[1], "theme": "dark", "next": "elsewhere"})
    assert answer.status_code == 303
    assert answer.location == "/games/companion/"
