"""What this machine is called on the local network, and which names a request may call it by."""

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

from flask import current_app, request

_LOCAL_NETWORKS = [
    ipaddress.ip_network(network)
    for network in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
]
_NOWHERE = ("10.255.255.255", 9)
"""An address to ask the routing table about; nothing is ever sent there."""


def lan_addresses() -> list[str]:
    """IPv4 addresses other devices can reach, the likeliest first. Empty when there is no network."""
    found: dict[str, None] = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
            found[probe.getsockname()[0]] = None
        except OSError:
            pass
    try:
        for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(entry[4][0])] = None
    except OSError:
        pass
    return [address for address in found if not address.startswith("127.") and address != "0.0.0.0"]


@lru_cache(maxsize=1)
def machine_names() -> frozenset[str]:
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    return frozenset({"localhost", "companion.local", name, short, f"{short}.local"} - {"", ".local"})


def parts_of(url: str) -> SplitResult:
    """The parts of an address somebody sent; those of an empty one where it is none."""
    try:
        return urlsplit(url)
    except ValueError:  # e.g. half of an IPv6 address
        return urlsplit("")


def host_of(header: str) -> str:
    """The host in a ``Host`` header without its port, lower case; empty when it is none."""
    host = header.strip().lower()
    if host.startswith("["):
        inside, bracket, rest = host[1:].partition("]")
        return inside if bracket and (not rest or _is_port(rest)) else ""
    name, colon, port = host.partition(":")
    return name.rstrip(".") if not colon or _is_port(f":{port}") else ""


def _is_port(text: str) -> bool:
    return text[:1] == ":" and (text[1:] == "" or (text[1:].isdecimal() and text[1:].isascii()))


def is_our_host(host: str, extra: frozenset[str] = frozenset()) -> bool:
    """Whether a page asked for under this host may be answered.

    A page elsewhere can point a name of its own at this machine and then read what we answer (DNS rebinding), but it
    cannot do so with an address: names must be known, addresses only local or our own.
    """
    if host in extra or host in machine_names():
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in _LOCAL_NETWORKS) or host in lan_addresses()


def address_for_others() -> str | None:
    """Where another device finds this page: as this one did, unless that was a name for the machine itself."""
    if current_app.config["DIRECT"]:  # inside a browser there is no address: phones connect to the page itself
        return None
    host = host_of(request.host)
    if host not in ("localhost", "127.0.0.1", "::1"):
        return request.host_url
    addresses = lan_addresses() if current_app.config["REACHABLE"] else []
    port = request.host.rpartition(":")[2] if ":" in request.host.rpartition("]")[2] else ""
    return f"http://{addresses[0]}{':' if port else ''}{port}/" if addresses else None
