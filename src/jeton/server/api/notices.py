"""Turn notices: which devices want them."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from msgspec import Meta, Struct

from jeton.server.api.common import AnyRequest, Problem, services_of, signed_in
from jeton.server.people.endpoints import BadEndpoint, BadKeys
from jeton.server.people.notices import TooManyDevices

__all__ = ["HANDLERS"]

Endpoint = Annotated[str, Meta(min_length=1, max_length=2000)]


class NoticeInfo(Struct):
    """What a browser needs to subscribe, and how many of one's devices have."""

    key: str
    devices: int


class DeviceKeys(Struct, forbid_unknown_fields=True):
    """The keys of a device, as its browser gives them."""

    p256dh: Annotated[str, Meta(max_length=120)]
    auth: Annotated[str, Meta(max_length=40)]


class Device(Struct, forbid_unknown_fields=True):
    """A browser's push subscription."""

    endpoint: Endpoint
    keys: DeviceKeys


class GoneDevice(Struct, forbid_unknown_fields=True):
    """A device that wants no more notices."""

    endpoint: Endpoint


@get("/api/me/notices", tags=["notices"])
async def notice_info(request: AnyRequest) -> NoticeInfo:
    """Return the server's public key, for the browser's `pushManager.subscribe`."""
    user, notices = await signed_in(request), services_of(request).notices
    return NoticeInfo((await notices.vapid()).public, await notices.devices(user))


@post("/api/me/notices", tags=["notices"])
async def add_device(request: AnyRequest, data: Annotated[Device, Body()]) -> NoticeInfo:
    """Send turn notices to this device."""
    user, notices = await signed_in(request), services_of(request).notices
    try:
        await notices.subscribe(user, data.endpoint, data.keys.p256dh, data.keys.auth)
    except (BadEndpoint, BadKeys):
        raise Problem(400, "bad_device") from None
    except TooManyDevices:
        raise Problem(409, "too_many") from None
    return NoticeInfo((await notices.vapid()).public, await notices.devices(user))


@post("/api/me/notices/remove", tags=["notices"], status_code=200)
async def drop_device(request: AnyRequest, data: Annotated[GoneDevice, Body()]) -> NoticeInfo:
    """Send no more turn notices to this device."""
    user, notices = await signed_in(request), services_of(request).notices
    await notices.unsubscribe(user, data.endpoint)
    return NoticeInfo((await notices.vapid()).public, await notices.devices(user))


HANDLERS: list[HTTPRouteHandler] = [notice_info, add_device, drop_device]
