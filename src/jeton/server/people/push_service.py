"""The push services that browsers name: a notice is sealed for one device, and posted to a public host.

Imported when a notice is first sent or asked for: its imports are too slow for a start.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import socket
import ssl

import httpx

from jeton.server.config import Config
from jeton.server.keys import kept_secret
from jeton.server.people.endpoints import BadEndpoint, check_endpoint, is_public
from jeton.server.people.webpush import Vapid, device_key, seal
from jeton.store import Store

__all__ = ["NotReached", "PushServices", "device_key"]

SECONDS = 10.0
LASTS = 43_200
"""Seconds that a push service keeps a notice for a device that is off."""


class NotReached(Exception):
    """A push service did not answer."""


class PushServices:
    """The way to all push services."""

    def __init__(self, config: Config, store: Store) -> None:
        """Connect to nothing yet."""
        self.config, self.store = config, store
        self._vapid: Vapid | None = None
        trusted = ssl.create_default_context()
        self._client = httpx.AsyncClient(verify=trusted, timeout=SECONDS, trust_env=False, follow_redirects=False)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def vapid(self) -> Vapid:
        """Return the server's key: made when first needed, and the same on every node from then on."""
        if self._vapid is None:
            self._vapid = Vapid(await kept_secret(self.store, "vapid", Vapid.new))
        return self._vapid

    async def post(self, endpoint: str, keys: dict[str, str], message: bytes, table: str) -> int:
        """Post to exactly the address that was checked, so that the name can't point elsewhere by then.

        Returns the status; raises `BadEndpoint`, `BadKeys` or `NotReached`.
        """
        check_endpoint(endpoint, anywhere=self.config.notices_anywhere)
        url = httpx.URL(endpoint)
        address = await self._address(url.host, url.port or (443 if url.scheme == "https" else 80))
        vapid = await self.vapid()
        headers = {
            "authorization": vapid.authorization(endpoint, _contact(self.config)),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "host": url.netloc.decode(),
            "topic": hashlib.sha256(table.encode()).hexdigest()[:32],
            "ttl": str(LASTS),
            "urgency": "normal",
        }
        body = seal(message, keys["p256dh"], keys["auth"])
        sent = self._client.stream(
            "POST", url.copy_with(host=address), content=body, headers=headers, extensions={"sni_hostname": url.host}
        )
        try:
            async with asyncio.timeout(SECONDS), sent as answer:
                return answer.status_code  # the rest of the answer is not read
        except (httpx.HTTPError, RuntimeError) as error:  # a client that is closed, as the server stops
            raise NotReached(repr(error)) from error

    async def _address(self, host: str, port: int) -> str:
        async with asyncio.timeout(SECONDS):
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [str(one[4][0]) for one in found]
        if not addresses or not (self.config.notices_anywhere or all(map(is_public, addresses))):
            raise BadEndpoint(f"{host} is not a public host")
        return secrets.choice(addresses)


def _contact(config: Config) -> str:
    """Return what a push service wants to know about the sender: some refuse anything that is no address."""
    named = [origin for origin in config.origins if origin.startswith("https://")]
    return config.contact or (named[0] if named else "mailto:host@localhost")
