"""What a browser says of its push service, checked without the network: the address and the keys."""

from __future__ import annotations

import base64
import ipaddress
from urllib.parse import urlsplit

__all__ = ["BadEndpoint", "BadKeys", "check_endpoint", "is_public", "unbase64"]

MAX_ENDPOINT = 2_000


class BadEndpoint(ValueError):
    """Not the address of a push service: those have TLS, a name and a public address."""


class BadKeys(ValueError):
    """The device's keys are not what the standard says."""


def check_endpoint(endpoint: str, *, anywhere: bool = False) -> None:
    """Refuse what can't be a push service; raises `BadEndpoint`.

    >>> check_endpoint("https://push.example/abc")
    >>> check_endpoint("http://169.254.169.254/latest")
    Traceback (most recent call last):
    jeton.server.people.endpoints.BadEndpoint: expected an https address of a public host
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadEndpoint("not an address") from None
    known = parts.scheme in ("http", "https") if anywhere else parts.scheme == "https" and port in (None, 443)
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= MAX_ENDPOINT
    if not known or not parts.hostname or parts.username or parts.password or not plain:
        raise BadEndpoint("expected an https address of a public host")
    if not anywhere and _is_number(parts.hostname):
        raise BadEndpoint("expected the name of a host")


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.replace(".", "").isdigit() or host.lower().startswith("0x")
    return True


def is_public(address: str) -> bool:
    """Return whether an address is on the internet: not this machine, its network, or somebody's cloud.

    >>> is_public("93.184.216.34"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1"), is_public("169.254.169.254")
    (True, False, False, False)
    """
    found = ipaddress.ip_address(address)
    mapped = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    return (mapped or found).is_global and not (mapped or found).is_multicast


def unbase64(text: str) -> bytes:
    """Return bytes from base64 as browsers write it; raises `BadKeys`."""
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise BadKeys("not base64") from None
