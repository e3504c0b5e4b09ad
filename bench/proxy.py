"""The proxy examples of docs/security.md as they stand there, tried with the nginx and the Caddy of this machine.

    python -m bench.proxy                    # nginx and Caddy, those that are installed; needs the port 443 of loopback
    python -m bench.proxy --only nginx

The configuration is taken out of the document. Only what must differ here is replaced: where it listens (loopback), the
port of Companion, and the certificate, which is made for the run. Then a browser and bare requests look whether what
the page promises holds: pages and forms over HTTPS, cookies marked for it, news at once, nobody taken for the owner,
and no forged ``X-Forwarded-*`` believed. Chromium is used where there is one.
"""

import argparse
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path

from companion.dewan.demo import demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName
from companion.web.serve import listen

NAME = "games.example"
PAGE = Path(__file__).parents[1] / "docs" / "security.md"
START = re.compile(r"```sh\ncompanion (--local-only --proxy [^\n]+)\n```")
NGINX = re.compile(r"```nginx\n(.*?)```", re.DOTALL)
CADDY = re.compile(r"Caddy:\n\n```\n(.*?)```", re.DOTALL)
FORGED = {
    "X-Forwarded-For": "127.0.0.1",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Port": "80",
    "X-Real-IP": "127.0.0.1",
    "Forwarded": "for=127.0.0.1;proto=http;host=evil.example",
}
LARGE = 99_000_000
"""Of a photo; up to 100 MB Companion says itself what is wrong with it."""
FORMS = 200
PROMPT_SECONDS = 1.0
"""A stream that is held back arrives with the next heartbeat, after ten seconds, or never."""


@dataclass
class Findings:
    faults: list[str] = field(default_factory=list)

    def see(self, holds: bool, what: str) -> None:
        print(f"  {'ok' if holds else 'NOT'}  {what}", flush=True)
        if not holds:
            self.faults.append(what)


@dataclass
class Client:
    """Over HTTPS, under the public name, from an address of loopback of its own; keeps its cookies."""

    source: str = "127.0.0.1"
    cookies: dict[str, str] = field(default_factory=dict)
    set_cookies: list[str] = field(default_factory=list)

    def ask(
        self, path: str, headers: Mapping[str, str] = {}, data: bytes | None = None
    ) -> tuple[int, Mapping[str, str], str]:
        answer = self.open(path, headers, data)
        text = answer.read().decode(errors="replace")
        return answer.status, dict(answer.getheaders()), text

    def open(self, path: str, headers: Mapping[str, str] = {}, data: bytes | None = None) -> HTTPResponse:
        unchecked = ssl.create_default_context()
        unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
        connection = HTTPSConnection(NAME, 443, timeout=60, context=unchecked)
        plain = socket.create_connection(("127.0.0.1", 443), timeout=60, source_address=(self.source, 0))
        connection.sock = unchecked.wrap_socket(plain, server_hostname=NAME)
        own = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        connection.request("GET" if data is None else "POST", path, data, {**own, **headers})
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            self.set_cookies.append(cookie)
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("nginx", "caddy"))
    arguments = parser.parse_args()
    findings = Findings()
    for name, started in (("nginx", nginx), ("caddy", caddy)):
        if arguments.only not in (None, name):
            continue
        if shutil.which(name) is None:
            print(f"{name}: not installed")
            continue
        print(name)
        with ExitStack() as left:
            folder = Path(left.enter_context(tempfile.TemporaryDirectory()))
            process, port = left.enter_context(companion(folder / "data"))
            left.enter_context(started(folder, port))
            look(findings, folder / "data", process)
    print("all of it holds" if not findings.faults else f"{len(findings.faults)} do not hold")
    return 1 if findings.faults else 0


def look(findings: Findings, data: Path, process: "subprocess.Popen[str]") -> None:
    see, stranger = findings.see, Client("127.0.0.2")
    status, _, home = stranger.ask("/")
    see(status == 200 and f"https://{NAME}/" in home, "the home page, with its own address as others find it")
    _strangers(findings, stranger)
    owner = Client("127.0.0.3")
    owner.ask(_key(data))
    owner.ask("/join")
    status, _, _ = owner.ask("/keeping")
    see(status == 200, "the key of the house opens it")
    record = write_table(demo_table(ScenarioName.BASE))
    made = owner.ask("/api/tables", {"Content-Type": "application/json"}, json.dumps({"record": record}).encode())
    see(made[0] == 201, "the house makes a table")
    table_id = json.loads(made[2])["table"]["id"]
    see(stranger.ask(f"/tables/{table_id}")[0] == 404, "which is none to a stranger")
    _streams(findings, owner, table_id)
    _large_photo(findings, owner, table_id)
    _browser(findings, data, owner, table_id)
    with owner.open(f"/tables/{table_id}/live") as stream:
        _word(stream, "news")
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        given = _word(stream, "stopped")
        process.wait(20)
        see(given and time.monotonic() - began < 5, f"stopped, and said so, in {time.monotonic() - began:.2f} s")


def _strangers(findings: Findings, stranger: Client) -> None:
    see = findings.see
    see(stranger.ask("/keeping")[0] == 404, "who comes through the proxy is not the owner")
    see(stranger.ask("/tables/new")[0] in (403, 404), "and makes no tables")
    status, headers, home = stranger.ask("/", FORGED)
    see(status == 200 and f"https://{NAME}/" in home, "a forged scheme or host changes no address")
    see(stranger.ask("/keeping", FORGED)[0] == 404, "a forged address makes nobody the owner")
    see("evil" not in home + str(headers), "a forged host is not repeated")
    kept = [cookie.lower() for cookie in stranger.set_cookies]
    see(
        bool(kept) and all("secure" in one and "httponly" in one for one in kept), "all cookies are Secure and HttpOnly"
    )
    forms = "application/x-www-form-urlencoded"
    origin = {"Content-Type": forms, "Origin": f"https://{NAME}"}
    see(stranger.ask("/theme", origin, b"theme=dark")[0] == 400, "a form without its token is refused")
    token = re.search(r'name="csrf-token" content="([^"]+)"', home)
    sent = f"theme=dark&csrf_token={token[1] if token else ''}".encode()
    see(stranger.ask("/theme", origin, sent)[0] == 303, "with its token it is taken")
    whole = sum(_answered(stranger, origin, sent) for _ in range(FORMS))
    see(whole == FORMS, f"{whole} of {FORMS} forms are answered, and to the end")
    other = {**origin, "Origin": "https://evil.example"}
    see(stranger.ask("/theme", other, sent)[0] == 403, "from another origin it is not")
    guesser = Client("127.0.0.4")
    guessed = [
        guesser.ask(f"/join/{'x' * 40}{i}", {"X-Forwarded-For": f"198.51.100.{i}", "Forwarded": f"for=198.51.100.{i}"})[
            0
        ]
        for i in range(30)
    ]
    see(guessed[0] == 303 and 429 in guessed, "whoever guesses codes waits, whatever addresses are forged")
    see(stranger.ask("/join/nothing")[0] == 303, "and others do not wait with them")


def _answered(client: Client, headers: Mapping[str, str], form: bytes) -> bool:
    try:
        return client.ask("/theme", headers, form)[0] == 303
    except HTTPException:  # the answer broke off
        return False


def _streams(findings: Findings, owner: Client, table_id: str) -> None:
    for encoding in ("identity", "gzip, br"):
        waits: list[float] = []
        with owner.open(f"/tables/{table_id}/live", {"Accept-Encoding": encoding}) as stream:
            kind = stream.getheader("Content-Type", "")
            began = time.monotonic()
            _word(stream, "news")
            first = time.monotonic() - began
            for _ in range(10):
                began = time.monotonic()
                status, seq = _record(owner, table_id)
                given = status == 201 and _word(stream, "news", seq)
                waits.append(time.monotonic() - began if given else 99.0)
        findings.see(
            kind.startswith("text/event-stream") and max(first, *waits) < PROMPT_SECONDS,
            f"ten news by the stream ({encoding}): {sorted(waits)[5] * 1000:.0f} ms at the median, "
            f"{max(waits) * 1000:.0f} at most, recording included",
        )


def _record(owner: Client, table_id: str) -> tuple[int, int]:
    seq = json.loads(owner.ask(f"/api/tables/{table_id}/number")[2])["seq"]
    taken = {"do": "take-cards", "player": ("Ada", "Ben", "Cleo")[seq % 3]}
    body = {"seen": seq, "id": f"e{seq}", "kind": "action", "body": taken}
    sent = json.dumps(body).encode()
    status, _, text = owner.ask(f"/api/tables/{table_id}/entries", {"Content-Type": "application/json"}, sent)
    if status != 201:
        print(text[:300])
    return status, seq + 1


def _word(stream: HTTPResponse, word: str, number: int | None = None) -> bool:
    """Read on until the stream says this; False when it ends before."""
    found = False
    while line := stream.readline().decode().strip("\r\n") or stream.readline().decode().strip("\r\n"):
        if line == f"event: {word}":
            found = True
        elif found and line.startswith("data:"):
            if number is None or int(line[5:]) >= number:
                return True
            found = False
    return False


def _large_photo(findings: Findings, owner: Client, table_id: str) -> None:
    page = owner.ask(f"/tables/{table_id}/photo")[2]
    token = re.search(r'name="csrf-token" content="([^"]+)"', page)
    edge = "e" * 30
    head = f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'.encode()
    body = head + bytes(LARGE) + f"\r\n--{edge}--\r\n".encode()
    headers = {
        "Content-Type": f"multipart/form-data; boundary={edge}",
        "X-CSRFToken": token[1] if token else "",
        "Origin": f"https://{NAME}",
    }
    status, kind, _ = owner.ask(f"/tables/{table_id}/photo", headers, body)
    findings.see(
        status in (303, 422) and "Content-Security-Policy" in kind,
        f"a file of {LARGE // 1_000_000} MB is answered by Companion itself ({status})",
    )


def _browser(findings: Findings, data: Path, owner: Client, table_id: str) -> None:
    from playwright.sync_api import expect

    from tests.web.browser import chromium_path, open_browser

    if chromium_path() is None:
        print("  --  no Chromium here")
        return
    wrong: list[str] = []
    with open_browser(f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors") as browser:
        context = browser.new_context(base_url=f"https://{NAME}", ignore_https_errors=True)
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(_key(data))
        findings.see(
            page.url == f"https://{NAME}/", "in Chromium: the key of the house leads home and leaves the address"
        )
        page.locator('button[name="theme"][value="dark"]').first.click()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        findings.see(page.evaluate("isSecureContext") is True, "a form is posted; the page is a secure context")
        page.goto(f"/tables/{table_id}")
        expect(page.locator("html")).to_have_attribute("data-connection", "live")
        _, seq = _record(owner, table_id)
        expect(page.locator("#table")).to_have_attribute("data-seq", str(seq))
        findings.see(True, "the table follows by its stream and draws what another device recorded")
        page.goto(f"/tables/{table_id}/phones")
        findings.see(f"https://{NAME}/join/" in page.content(), "the codes of the seats lead through the proxy")
        kept = context.cookies()
        findings.see(bool(kept) and all(one["secure"] and one["httpOnly"] for one in kept), "its cookies are Secure")
        page.goto("about:blank")
        context.close()
    findings.see(not wrong, f"nothing on its console {wrong[:3] or ''}")


def _key(data: Path) -> str:
    given = subprocess.run(
        [sys.executable, "-m", "companion", "key", "--data", str(data), "--at", f"https://{NAME}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return f"/join/{given.partition(f'https://{NAME}/join/')[2].split()[0]}"


@contextmanager
def companion(data: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """As the document says, with a port and a folder of its own."""
    with listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    words = START.findall(PAGE.read_text("utf-8"))[0].split()
    command = [sys.executable, "-m", "companion", *words, "--port", str(port), "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            while (line := process.stdout.readline()) and "Ctrl+C" not in line:
                if "http" in line:
                    print(f"  | {line.rstrip()}")
            yield process, port
        finally:
            process.kill()


@contextmanager
def nginx(folder: Path, port: int) -> Iterator[None]:
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"),
            *("-keyout", str(folder / f"{NAME}.key"), "-out", str(folder / f"{NAME}.pem")),
        ],
        check=True,
        capture_output=True,
    )
    given = NGINX.findall(PAGE.read_text("utf-8"))[0]
    site = given.replace("listen 443", "listen 127.0.0.1:443").replace("/etc/ssl/", f"{folder}/")
    site = site.replace("127.0.0.1:8650", f"127.0.0.1:{port}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    # gzip as distributions have it switched on: it must not hold the stream back either.
    # As root, nginx would hand large bodies to a user who may not look into this folder.
    user = "user root;" if os.geteuid() == 0 else ""
    whole = f"""{user} daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}
        http {{ gzip on; access_log off; {temporary} {site} }}"""
    (folder / "nginx.conf").write_text(whole)
    with _running(["nginx", "-e", f"{folder}/error.log", "-c", str(folder / "nginx.conf")]):
        yield


@contextmanager
def caddy(folder: Path, port: int) -> Iterator[None]:
    """With a certificate of Caddy's own making, and without its port for administration."""
    site = CADDY.findall(PAGE.read_text("utf-8"))[0].replace("127.0.0.1:8650", f"127.0.0.1:{port}")
    here = "admin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\ndefault_bind 127.0.0.1"
    (folder / "Caddyfile").write_text(f"{{\n{here}\nstorage file_system {folder}/caddy\n}}\n{site}")
    with _running(["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]):
        yield


@contextmanager
def _running(command: list[str]) -> Iterator[None]:
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _answers(process)
            yield
        finally:
            process.terminate()


def _answers(process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        try:
            if Client().ask("/healthz")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"{process.args!r} does not answer on port 443")


if __name__ == "__main__":
    sys.exit(main())
