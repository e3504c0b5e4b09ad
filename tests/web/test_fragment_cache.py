"""One drawing for many screens: drawn once, never shown to somebody it is not for, with everybody's own tokens."""

import gzip
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask

from companion.dewan.pages import table as dewan_table
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.web.backend import open_backend
from companion.web.fragment_cache import KEPT_SECONDS, MOST_KEPT, Fragment, FragmentCache
from tests.dewan.pages.test_table_screen import hidden
from tests.web.evening import JONAS, MARA, Evening, new_evening
from tests.web.people import Device, network_app

BY_ITSELF = {"HX-Request": "true", "By-Itself": "true"}
SOMETHING = Fragment("<p>drawn</p>", ())


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with open_backend(DataDir(tmp_path)) as backend:
        app = network_app(backend, tmp_path)
        app.extensions["drawings"] = FragmentCache(clock=lambda: 0.0)  # nothing gets too old, however slow the machine
        yield app


@pytest.fixture
def evening(app: Flask) -> Evening:
    return new_evening(app)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A line for every table screen that is really drawn."""
    return counted(monkeypatch, "page_or_fragment")


def counted(monkeypatch: pytest.MonkeyPatch, name: str) -> list[str]:
    lines: list[str] = []
    real = getattr(dewan_table, name)

    def counting(*arguments: object, **more: object) -> object:
        lines.append(name)
        return real(*arguments, **more)

    monkeypatch.setattr(dewan_table, name, counting)
    return lines


def fetched(evening: Evening, device: Device, language: str = "en") -> str:
    answer = device.get(evening.here, headers={**BY_ITSELF, "Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def without_tokens(html: str) -> str:
    return re.sub(r'name="(csrf_token|id)" value="[^"]+"', "", html)


def test_screens_that_may_see_the_same_share_one_drawing(evening: Evening, drawn: list[str]) -> None:
    others = [evening.house.joined(Role.SPECTATOR) for _ in range(3)]
    drawn.clear()
    seen = [fetched(evening, device) for device in (evening.spectator, *others)]
    assert len(drawn) == 1
    assert len(set(map(without_tokens, seen))) == 1


def test_what_somebody_taps_is_drawn_anew(evening: Evening, drawn: list[str]) -> None:
    drawn.clear()
    for _ in range(2):
        assert evening.spectator.get(evening.here, headers={"HX-Request": "true"}).status_code == 200
    assert len(drawn) == 2


def test_roles_seats_languages_and_numbers_are_told_apart(evening: Evening, drawn: list[str]) -> None:
    drawn.clear()
    fetched(evening, evening.spectator)
    fetched(evening, evening.spectator, "de")
    fetched(evening, evening.house.tablet)
    fetched(evening, evening.phones[JONAS])
    fetched(evening, evening.phones[MARA])
    assert len(drawn) == 5
    evening.hand.take()
    assert f'data-seq="{evening.hand.look.seq}"' in fetched(evening, evening.spectator)
    assert len(drawn) == 6


def test_tokens_are_everybodys_own_and_work(evening: Evening) -> None:
    recorder = evening.house.joined(Role.RECORDER)
    another = evening.house.joined(Role.RECORDER)
    forms = [hidden(fetched(evening, device), "/undo") for device in (recorder, another)]
    assert forms[0]["id"] != forms[1]["id"]
    assert forms[0]["csrf_token"] != forms[1]["csrf_token"]
    # Another's token is no token.
    assert recorder.client.post(f"{evening.here}/undo", data=forms[1]).status_code == 400
    assert another.client.post(f"{evening.here}/undo", data=forms[1]).status_code == 303


@pytest.mark.parametrize(("asked", "packed"), [("gzip, deflate", "gzip"), ("br, gzip", "br"), ("", None)])
def test_a_shared_page_travels_compressed(evening: Evening, asked: str, packed: str | None) -> None:
    others = [evening.spectator, *(evening.house.joined(Role.SPECTATOR) for _ in range(3))]
    answers = [device.get(evening.here, headers={**BY_ITSELF, "Accept-Encoding": asked}) for device in others]
    assert {answer.headers.get("Content-Encoding") for answer in answers} == {packed}
    # Gzip writes the second it was packed in.
    pages = [gzip.decompress(answer.data) if packed == "gzip" else answer.data for answer in answers]
    assert len(set(pages)) == 1
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in answers)
    if packed == "gzip":
        assert pages[0].decode() == fetched(evening, evening.spectator)


def test_who_may_record_gets_no_page_of_another(evening: Evening) -> None:
    recorders = [evening.house.joined(Role.RECORDER) for _ in range(2)]
    headers = {**BY_ITSELF, "Accept-Encoding": "gzip"}
    pages = [gzip.decompress(device.get(evening.here, headers=headers).data).decode() for device in recorders]
    assert hidden(pages[0], "/undo")["csrf_token"] != hidden(pages[1], "/undo")["csrf_token"]


def test_screens_that_only_look_carry_no_tokens(evening: Evening) -> None:
    """They could do nothing with them, and with them no two pages would be the same."""
    page = fetched(evening, evening.spectator)
    assert "csrf_token" not in page
    assert page.count("disabled") == 2


def test_somebody_who_may_not_look_gets_no_shared_drawing(evening: Evening) -> None:
    fetched(evening, evening.spectator)
    assert evening.house.device().get(evening.here, headers=BY_ITSELF).status_code == 404


def test_the_score_pad_is_shared_as_well(evening: Evening) -> None:
    pages = [
        evening.house.joined(Role.SPECTATOR).get(f"{evening.here}/score", headers=BY_ITSELF).text for _ in range(2)
    ]
    assert without_tokens(pages[0]) == without_tokens(pages[1])
    assert 'class="pad-page"' in pages[0]


# --- The drawings themselves


def test_those_who_come_while_it_is_drawn_wait_for_it() -> None:
    drawings, begun, finish = FragmentCache(), threading.Event(), threading.Event()
    times: list[int] = []

    def slowly() -> Fragment:
        times.append(1)
        begun.set()
        assert finish.wait(30)
        return SOMETHING

    with ThreadPoolExecutor(4) as threads:
        first = threads.submit(drawings.get, "key", slowly)
        assert begun.wait(30)
        rest = [threads.submit(drawings.get, "key", slowly) for _ in range(3)]
        finish.set()
        assert all(one.result(30) is SOMETHING for one in (first, *rest))
    assert len(times) == 1


def test_a_drawing_is_kept_for_a_moment_only() -> None:
    now = [0.0]
    drawings = FragmentCache(lambda: now[0])
    first = drawings.get("key", lambda: Fragment("1", ()))
    assert drawings.get("key", lambda: Fragment("2", ())) is first
    now[0] = KEPT_SECONDS + 0.1
    assert drawings.get("key", lambda: Fragment("2", ())).html == "2"


def test_what_could_not_be_drawn_is_tried_again() -> None:
    drawings = FragmentCache()

    def fails() -> Fragment:
        raise KeyError

    with pytest.raises(KeyError):
        drawings.get("key", fails)
    assert drawings.get("key", lambda: SOMETHING) is SOMETHING


def test_only_so_many_are_kept() -> None:
    drawings = FragmentCache()
    drawings.get(0, lambda: Fragment("old", ()))
    for key in range(1, MOST_KEPT + 1):
        drawings.get(key, lambda: SOMETHING)
    assert drawings.get(0, lambda: Fragment("new", ())).html == "new"
