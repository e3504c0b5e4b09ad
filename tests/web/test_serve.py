"""The command: where it listens, what it says, how it stops."""

import io
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic

import pytest

from companion.i18n.catalog import speaker
from companion.log.datadir import DataDir
from companion.web import serve
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.serve import PortTaken, Server, announce, has_display, listen, main


def test_taken_port_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["--local-only", "--port", str(port), "--data", str(tmp_path)]) == 1
    assert f"Port {port} is in use" in capsys.readouterr().err


def test_next_port_is_tried_where_none_was_asked_for() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(PortTaken):
            listen("127.0.0.1", port)
        with listen("127.0.0.1", port, tries=20) as second:
            assert port < second.getsockname()[1] < port + 20


def test_foreign_address_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--host", "203.0.113.1", "--data", str(tmp_path)]) == 1
    assert "203.0.113.1" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http"])
def test_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--port", port])
    assert stopped.value.code == 2
    assert "--port" in capsys.readouterr().err


def test_addresses_and_code_are_printed() -> None:
    out = io.StringIO()
    announce("http://127.0.0.1:8650/", ["http://192.168.1.9:8650/"], speaker("en"), out)
    assert "http://192.168.1.9:8650/" in out.getvalue()
    assert "█" in out.getvalue()
    alone = io.StringIO()
    announce("http://127.0.0.1:8650/", [], speaker("en"), alone)
    assert "█" not in alone.getvalue()


def test_plain_terminal_gets_the_address_without_the_code() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    announce("http://127.0.0.1:8650/", ["http://192.168.1.9:8650/"], speaker("en"), out)
    out.seek(0)
    assert "http://192.168.1.9:8650/" in out.read()


def test_browser_opens_only_where_somebody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSH_CONNECTION", "CI", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(serve.sys, "platform", "linux")
    assert not has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_display()
    monkeypatch.setenv("SSH_CONNECTION", "somewhere")
    assert not has_display()


@pytest.mark.skipif(os.name != "posix", reason="signals as on Linux and macOS")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_command_serves_and_stops_cleanly(how: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "--local-only", "--no-browser", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            assert process.stdout
            first = process.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:(\d+)/", first)
            assert address, first
            with closing(HTTPConnection("127.0.0.1", int(address[1]), timeout=10)) as connection:
                connection.request("GET", "/")
                answer = connection.getresponse()
                assert answer.status == 200
                assert "waitress" not in (answer.headers["Server"] or "").lower()
                answer.read()
            began = monotonic()
            process.send_signal(how)
            assert process.wait(timeout=10) == 0
            assert monotonic() - began < 5  # what waitress alone would wait; a stop takes a quarter of a second
            assert "Stopped." in process.stdout.read()
        finally:
            process.kill()
    assert (tmp_path / "secret-key").is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="files are counted otherwise there")
@pytest.mark.parametrize(
    ("soft", "hard", "shares", "raised"),
    [
        (1024, 20_000, (2500, 10_000), 12_700),
        (1024, 4096, (1948, 1948), 4096),
        (256, 1024, (412, 412), 1024),
        (64, 64, (64, 0), 64),
    ],
)
def test_as_many_connections_as_the_system_gives(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, shares: tuple[int, int], raised: int
) -> None:
    import resource

    asked = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda what: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: asked.append(limits))
    assert serve.shared_out(10_000) == shares
    assert asked[-1] == (raised, hard)


def test_behind_a_proxy_the_server_believes_it_and_nobody_else(tmp_path: Path) -> None:
    arguments = serve._parser().parse_args(["--proxy", "https://Games.example", "--data", str(tmp_path)])
    with open_backend(DataDir(tmp_path)) as backend:
        config = serve.config_of(arguments, backend, "127.0.0.1")
        assert config.https
        assert not config.trust_loopback
        assert not config.anyone_makes
        app = create_app(config)
        server = Server(app, listen("127.0.0.1", 0), proxied=True)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        asked = urllib.request.Request(f"http://127.0.0.1:{server.port}/")
        for name, value in (
            ("Host", "games.example"),
            ("X-Forwarded-For", "203.0.113.9"),
            ("X-Forwarded-Proto", "https"),
        ):
            asked.add_header(name, value)
        with urllib.request.urlopen(asked) as answer:
            page, cookies = answer.read().decode(), answer.headers.get_all("Set-Cookie")
        server.stop()
        thread.join(timeout=10)
    assert "https://games.example/" in page  # where others find it
    assert cookies
    assert all("Secure" in cookie for cookie in cookies)


def test_behind_a_proxy_others_are_told_its_name() -> None:
    arguments = serve._parser().parse_args(["--local-only", "--proxy", "https://games.example"])
    assert serve.told_to_others(arguments, "127.0.0.1", 8650) == ["https://games.example"]
    assert serve.told_to_others(serve._parser().parse_args(["--local-only"]), "127.0.0.1", 8650) == []


@pytest.mark.parametrize("address", ["games.example", "ftp://games.example", "https://"])
def test_a_proxy_without_a_whole_address_is_a_mistake(address: str) -> None:
    with pytest.raises(SystemExit):
        serve._parser().parse_args(["--proxy", address])


@pytest.mark.parametrize(("lasted", "rests"), [(0.0, [serve.TURN_SECONDS]), (0.001, [0.002]), (0.5, [])])
def test_the_loop_rests_after_a_turn_that_found_something_at_once(lasted: float, rests: list[float]) -> None:
    now = [10.0]
    rested: list[float] = []

    def turn() -> None:
        now[0] += lasted

    serve.paced(turn, clock=lambda: now[0], pause=rested.append)
    assert rested == [pytest.approx(rest) for rest in rests]
