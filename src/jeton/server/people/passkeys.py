"""Passkeys: the two ceremonies of WebAuthn, by the library of that name. A challenge is kept hashed and used once.

The library is imported where it is used, and by `warming.py` once the server is ready: a start does not wait for it.
"""

from __future__ import annotations

import hashlib
import ipaddress
import time
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from jeton.server.people.news import note
from jeton.server.people.people import User
from jeton.server.people.plain_text import clean
from jeton.store import Clash, Store, queries

__all__ = ["BadPasskey", "NoPasskeys", "Passkey", "Passkeys", "Site"]

log = structlog.get_logger(__name__)

MINUTES = 5
MOST = 20
MAX_NAME = 48


class BadPasskey(ValueError):
    """The passkey's answer is wrong: a wrong or used challenge, another site, a bad signature."""


class NoPasskeys(ValueError):
    """Browsers make no passkeys for this address: it needs TLS and a name, or localhost."""


class Passkey(Struct, frozen=True):
    """One passkey of a person."""

    id: str
    name: str
    host: str
    made_at: int
    used_at: int


class Site(Struct, frozen=True):
    """Where a ceremony takes place: passkeys are bound to the host's name."""

    host: str
    origin: str

    @classmethod
    def of(cls, scheme: str, host: str) -> Site:
        """Return the site of a request; raises `NoPasskeys` if browsers would refuse."""
        name = host.lower().rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host.lower()
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            if scheme == "https" or name == "localhost":
                return cls(name, f"{scheme}://{host.lower()}")
        raise NoPasskeys(f"{scheme}://{host}")


def _wall() -> int:
    return time.time_ns() // 1_000_000


def _hash(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()


class Passkeys:
    """All passkeys."""

    def __init__(self, store: Store) -> None:
        """Take an open store."""
        self.store = store

    async def of(self, user: User) -> list[Passkey]:
        """Return a person's passkeys, the oldest first."""
        found = await self.store.fetch(queries.passkeys.of(user.id, MOST))
        return [Passkey(row["id"], row["name"], row["host"], row["made_at"], row["used_at"]) for row in found]

    async def begin_register(self, user: User, site: Site) -> dict[str, Any]:
        """Return what the browser needs to make a passkey: one that finds its person without a typed name."""
        import webauthn
        from webauthn.helpers import structs

        mine = [
            structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(one.id))
            for one in await self.of(user)
            if one.host == site.host
        ]
        options = webauthn.generate_registration_options(
            rp_id=site.host, rp_name="Jeton", user_id=user.id.encode(), user_name=user.login or user.name,
            user_display_name=user.name, exclude_credentials=mine, timeout=MINUTES * 60_000,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
        )  # fmt: skip
        await self._keep(options.challenge, "register", user.id)
        return dict(msgspec.json.decode(webauthn.options_to_json(options)))

    async def register(self, user: User, site: Site, answer: Mapping[str, Any], name: str) -> None:
        """Keep the passkey that the browser made; raises `BadPasskey`."""
        import webauthn
        from webauthn.helpers import bytes_to_base64url

        challenge = await self._spend(answer, "register", user.id)
        try:
            done = webauthn.verify_registration_response(
                credential=dict(answer), expected_challenge=challenge, expected_rp_id=site.host,
                expected_origin=site.origin,
            )  # fmt: skip
        except Exception as error:
            raise _bad(error) from None
        now, key = _wall(), bytes_to_base64url(done.credential_id)
        row = {"id": key, "user": user.id, "public_key": done.credential_public_key,
               "counter": done.sign_count, "name": clean(name, MAX_NAME), "host": site.host, "made_at": now,
               "used_at": now}  # fmt: skip
        if len(key) > 1400 or len(await self.of(user)) >= MOST:
            raise BadPasskey("too many, or too long")
        try:
            await self.store.execute(queries.passkeys.add(**row), *note(user, "passkey"))
        except Clash:
            raise BadPasskey("it is known already") from None

    async def begin_sign_in(self, site: Site) -> dict[str, Any]:
        """Return what the browser needs to use a passkey; it says nothing about anybody."""
        import webauthn

        options = webauthn.generate_authentication_options(rp_id=site.host, timeout=MINUTES * 60_000)
        await self._keep(options.challenge, "sign_in", None)
        return dict(msgspec.json.decode(webauthn.options_to_json(options)))

    async def sign_in(self, site: Site, answer: Mapping[str, Any]) -> str:
        """Return the user whose passkey answered; raises `BadPasskey`."""
        import webauthn

        challenge = await self._spend(answer, "sign_in", None)
        named = str(answer.get("id", ""))[:1400]
        found = await self.store.fetch(queries.passkeys.by_id(named, site.host))
        if not found:
            raise BadPasskey("nobody's")
        try:
            done = webauthn.verify_authentication_response(
                credential=dict(answer), expected_challenge=challenge, expected_rp_id=site.host,
                expected_origin=site.origin, credential_public_key=bytes(found[0]["public_key"]),
                credential_current_sign_count=found[0]["counter"],
            )  # fmt: skip
        except Exception as error:
            raise _bad(error) from None
        await self.store.execute(queries.passkeys.use(named, done.new_sign_count, _wall()))
        return str(found[0]["user"])

    async def drop(self, user: User, passkey: str) -> bool:
        """Forget a passkey."""
        return await self.store.execute(queries.passkeys.drop(user.id, passkey)) == 1

    async def count(self, user: User) -> int:
        """Return how many passkeys a person has."""
        return int((await self.store.fetch(queries.passkeys.count_of(user.id)))[0]["n"])

    async def _keep(self, challenge: bytes, kind: str, user: str | None) -> None:
        lasts = MINUTES * 60_000
        await self.store.execute(*queries.passkeys.add_challenge(_hash(challenge), kind, user, _wall(), lasts))

    async def _spend(self, answer: Mapping[str, Any], kind: str, user: str | None) -> bytes:
        """Return the challenge that an answer is about, if it was ours and is still good; it works only once."""
        from webauthn.helpers import base64url_to_bytes, parse_client_data_json

        try:
            sent = parse_client_data_json(base64url_to_bytes(answer["response"]["clientDataJSON"]))
        except Exception as error:
            raise _bad(error) from None
        if await self.store.execute(queries.passkeys.spend_challenge(_hash(sent.challenge), kind, user, _wall())) != 1:
            raise BadPasskey("the challenge is not ours, too old or used")
        return sent.challenge


def _bad(error: Exception) -> BadPasskey:
    """Return one refusal, whatever is wrong with an answer that anybody may send; the log says what is wrong."""
    log.info("passkey refused", error=f"{type(error).__name__}: {error}"[:200])
    return BadPasskey("the answer can't be verified")
