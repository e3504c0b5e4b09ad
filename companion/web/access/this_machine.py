"""Whether a request was made on this machine, by the account Companion runs under, and not passed on by a proxy.

A proxy that says nothing of itself is known by what it cannot hide from us: the name and port it was asked under, the
old HTTP that nginx speaks unless told otherwise, and, on Linux, the account its connection belongs to. What a
forwarder of the same account passes on byte for byte cannot be told from a browser: docs/security.md.
"""

import os
import socket
import struct
from pathlib import Path
from typing import Any

from flask import current_app, request

from companion.web.access.addresses import host_of

_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")
_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
"""Every connection of a Linux machine, with the account it belongs to."""


def asked_directly() -> bool:
    """By a program of this machine that speaks to us itself."""
    if not is_loopback(request.remote_addr or "") or any(name in request.headers for name in _FORWARDED):
        return False
    if current_app.config["DIRECT"]:  # the page around ours says who asks; the name it goes by is that of a web host
        return True
    if request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0" or not _names_us(request.headers.get("Host", "")):
        return False
    return _of_our_account(request.environ)


def is_loopback(address: str) -> bool:
    here = address.removeprefix("::ffff:")
    return here == "::1" or here.startswith("127.")


def _names_us(header: str) -> bool:
    host = host_of(header)
    port = header.rpartition(":")[2] if ":" in header.rpartition("]")[2] else "80"
    return (host == "localhost" or is_loopback(host)) and port == request.environ.get("SERVER_PORT")


def _of_our_account(environ: dict[str, Any]) -> bool:
    """Asked once for each connection. True where the system does not tell."""
    channel = getattr(environ.get("waitress.client_disconnected"), "__self__", None)
    if channel is None or not hasattr(os, "getuid"):
        return True
    if not hasattr(channel, "of_our_account"):
        account = account_of(channel.socket)
        channel.of_our_account = account is None or account == os.getuid()
    return bool(channel.of_our_account)


def account_of(connection: socket.socket) -> int | None:
    """The number of the account at the other end of a connection within this machine; None if it cannot be known."""
    try:
        ends = _written(connection.getpeername()), _written(connection.getsockname())
    except OSError:  # closed meanwhile
        return -1
    ours = " ".join(ends).encode()
    for path in _TABLES:
        try:
            table = path.read_bytes()
        except OSError:
            continue
        at = table.find(ours)
        if at >= 0:
            return int(table[at:].split(maxsplit=7)[6])
    return None


def _written(end: tuple[Any, ...]) -> str:
    """An address and port as those files have them: words of 32 bits, each in the order of this machine."""
    host, port = end[:2]
    packed = socket.inet_pton(socket.AF_INET6 if ":" in host else socket.AF_INET, host.partition("%")[0])
    words = struct.unpack(f"={len(packed) // 4}I", packed)
    return "".join(f"{word:08X}" for word in words) + f":{port:04X}"
