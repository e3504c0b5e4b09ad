"""Addresses of static files as templates write them."""

from pathlib import Path

import pytest
from flask import Flask, render_template_string

from companion.web import assets

SPRITE = "{{ url_for('static', filename='signs.svg') }}"


@pytest.fixture
def site(tmp_path: Path) -> Flask:
    (tmp_path / "signs.svg").write_text("<svg/>")
    site = Flask(__name__, static_folder=str(tmp_path), static_url_path="/static")
    assets.init_app(site)
    return site


def address(site: Flask, template: str = SPRITE, mounted_at: str = "") -> str:
    with site.test_request_context(environ_overrides={"SCRIPT_NAME": mounted_at}):
        return render_template_string(template)


def test_the_same_address_as_flask_makes(site: Flask) -> None:
    with site.test_request_context():
        plain = site.url_for("static", filename="signs.svg")
    assert plain.startswith("/static/signs.svg?v=")
    assert address(site) == plain
    assert address(site) == plain


def test_every_place_the_site_is_mounted_at_has_its_own(site: Flask) -> None:
    assert address(site).startswith("/static/")
    assert address(site, mounted_at="/club").startswith("/club/static/")


def test_a_changed_file_has_another_address(site: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = address(site)
    (tmp_path / "signs.svg").write_text("<svg><path/></svg>")
    later = assets.monotonic() + 2
    monkeypatch.setattr(assets, "monotonic", lambda: later)
    assert address(site) != before


def test_other_addresses_are_flasks_own(site: Flask) -> None:
    site.add_url_rule("/tables/<table_id>", "show", lambda table_id: "")
    assert address(site, "{{ url_for('show', table_id='a b', to=1) }}") == "/tables/a%20b?to=1"
    assert address(site, "{{ url_for('static', filename='gone.svg') }}") == "/static/gone.svg"
    external = address(site, "{{ url_for('static', filename='signs.svg', _external=True) }}")
    assert external.startswith("http://localhost/static/signs.svg?v=")
