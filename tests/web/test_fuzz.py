"""Requests nobody would send are answered all the same, and never by a 500. ``bench/fuzz.py`` sends many more."""

from collections.abc import Iterator
from random import Random

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.fuzz import some_tables
from bench.strange_requests import Stranger
from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Stranger]]:
    folder = tmp_path_factory.mktemp("fuzz")
    with open_backend(DataDir(folder)) as backend:
        app = create_app(WebConfig(data_dir=folder, companion=backend))
        app.config["WTF_CSRF_ENABLED"] = False
        yield app, Stranger(app, some_tables(backend))


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(chance=st.randoms(use_true_random=False))
def test_no_request_breaks_the_server(strange: tuple[Flask, Stranger], chance: Random) -> None:
    app, stranger = strange
    ask = stranger.request(chance)
    status = ask.send(app.test_client())
    assert status < 500 or status == 503, ask


def test_the_same_seed_makes_the_same_request(strange: tuple[Flask, Stranger]) -> None:
    _, stranger = strange
    assert stranger.request(Random("7-3")) == stranger.request(Random("7-3"))
