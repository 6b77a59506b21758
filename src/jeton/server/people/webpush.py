"""Web push without any I/O: a message sealed for one device (RFC 8291), and proof of who sends it (RFC 8292).

Only the device can read a sealed message: the push service in between sees its size, which is always the same.
"""

from __future__ import annotations

import base64
import os
import time
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from jeton.server.people.endpoints import BadKeys, unbase64

__all__ = ["Vapid", "device_key", "seal"]

RECORD = 4096
PADDED = 1024
"""Every message is as long as this, whatever it says."""
HOURS = 12


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def device_key(p256dh: str) -> ec.EllipticCurvePublicKey:
    """Return the public key of a device; raises `BadKeys`."""
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unbase64(p256dh))
    except ValueError:
        raise BadKeys("not a point on the curve") from None


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def seal(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    salt: bytes | None = None,
    sender: ec.EllipticCurvePrivateKey | None = None,
    padded: int = PADDED,
) -> bytes:
    """Return a message that only one device can open; `salt` and `sender` are fresh outside the standard's example."""
    device, secret = device_key(p256dh), unbase64(auth)
    if len(secret) != 16:
        raise BadKeys(f"expected a secret of 16 bytes, got {len(secret)}")
    salt, sender = salt or os.urandom(16), sender or ec.generate_private_key(ec.SECP256R1())
    ours, theirs = _point(sender.public_key()), _point(device)
    shared = _derive(sender.exchange(ec.ECDH(), device), secret, b"WebPush: info\0" + theirs + ours, 32)
    key = _derive(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(shared, salt, b"Content-Encoding: nonce\0", 12)
    plain = message + b"\x02" + bytes(max(0, padded - len(message)))
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, plain, None)


class Vapid:
    """The key by which push services know this server."""

    def __init__(self, pem: str) -> None:
        """Read the text that is kept."""
        key = serialization.load_pem_private_key(pem.encode(), None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise BadKeys("not a key of an elliptic curve")
        self._key = key
        self.public = _base64(_point(key.public_key()))
        """What a browser needs when somebody subscribes."""
        self._made: dict[str, tuple[float, str]] = {}

    @staticmethod
    def new() -> str:
        """Return a new key as a text to keep."""
        key = ec.generate_private_key(ec.SECP256R1())
        kind, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        return key.private_bytes(kind, form, serialization.NoEncryption()).decode()

    def authorization(self, endpoint: str, contact: str) -> str:
        """Return the header that says who sends; good for half a day, and only at that push service."""
        parts = urlsplit(endpoint)
        audience, now = f"{parts.scheme}://{parts.netloc}", time.time()
        made = self._made.get(audience)
        if made is None or made[0] < now:
            claims = {"aud": audience, "exp": int(now + HOURS * 3600), "sub": contact}
            if len(self._made) > 100:
                self._made.clear()
            made = self._made[audience] = (now + HOURS * 1800, self._token(claims))
        return f"vapid t={made[1]}, k={self.public}"

    def _token(self, claims: dict[str, object]) -> str:
        head = _base64(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
        said = f"{head}.{_base64(msgspec.json.encode(claims))}"
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{said}.{_base64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
