"""What one address may do to hurt a server, as loops that run until somebody stops them; only against this machine."""

import asyncio
import base64
import contextlib
import os

GONE = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
CHUNK = 64 * 1024


async def dial(port):
    return await asyncio.open_connection("127.0.0.1", port, limit=CHUNK)


async def send_all(writer, data):
    """Send as much as the server takes; raises when it hangs up."""
    writer.write(data)
    await writer.drain()
    return len(data)


async def pour(port, begin, more, most=1 << 62):
    """Send a beginning and then the same again and again, until the server hangs up; return how many bytes it took."""
    taken = 0
    with contextlib.suppress(*GONE):
        _, writer = await dial(port)
        try:
            taken += await send_all(writer, begin)
            while taken < most and not writer.is_closing():
                taken += await send_all(writer, more)
                await asyncio.sleep(0)
        finally:
            writer.transport.abort()
    return taken


REQUEST = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POURS = {
    "headers": (REQUEST, b"a: b\r\n" * 10_000),
    "one header": (REQUEST + b"a: ", b"b" * CHUNK),
    "one address": (b"GET /", b"b" * CHUNK),
    "trailers": (
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",
        b"a: b\r\n" * 10_000,
    ),
    "chunks": (
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n",
        b"1\r\n \r\n" * 10_000,
    ),
    "an extension": (
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n1;a=",
        b"b" * CHUNK,
    ),
}


async def open_socket(port, table):
    """Return a spectator's socket that said hello, by hand."""
    reader, writer = await dial(port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    writer.write(frame(0x81, b'{"t":"hello","protocol":1,"client":"x"}'))
    await writer.drain()
    return reader, writer


def frame(first, payload):
    """Return a client's frame, masked with zeros."""
    assert len(payload) < 126
    return bytes((first, 0x80 | len(payload), 0, 0, 0, 0)) + payload


FRAMES = {
    "pings": frame(0x89, b"p" * 125),
    "pongs": frame(0x8A, b"p" * 125),
    "pieces": frame(0x00, b""),
    "bytes": frame(0x82, b"b" * 100),
}


async def flood(port, table, kind, most=1 << 62):
    """Send frames of a kind and never read, until the server hangs up; return how many bytes it took."""
    taken = 0
    with contextlib.suppress(*GONE):
        _, writer = await open_socket(port, table)
        try:
            if kind == "pieces":
                taken += await send_all(writer, frame(0x01, b"p"))
            writer.transport.pause_reading()
            while taken < most and not writer.is_closing():
                taken += await send_all(writer, FRAMES[kind] * 400)
                await asyncio.sleep(0)
        finally:
            writer.transport.abort()
    return taken


async def crowd(port, size, begin=b""):
    """Open so many connections that say nothing, or only the beginning of something; return those that were opened."""
    found = []
    for _ in range(size):
        with contextlib.suppress(OSError):
            reader, writer = await dial(port)
            if begin:
                writer.write(begin)
            found.append((reader, writer))
    return found


async def still_open(found):
    """Return how many of them the server has not closed; a server that answers first has refused."""
    count = 0
    for reader, _ in found:
        try:
            async with asyncio.timeout(0.001):
                await reader.read(1)
        except TimeoutError:
            count += 1
        except OSError:
            pass
    return count


def leave(found):
    for _, writer in found:
        writer.transport.abort()


async def again_and_again(attack, stop):
    """Repeat an attack, eight at a time, as soon as one ends; return how many bytes the server took in all.

    Attacks that still go on half a second after the stop are broken off, and not counted.
    """
    taken = [0] * 8

    async def one(number):
        while not stop.is_set():
            taken[number] += await attack()
            await asyncio.sleep(0.001)

    work = [asyncio.create_task(one(number)) for number in range(8)]
    await stop.wait()
    await asyncio.wait(work, timeout=0.5)
    for task in work:
        task.cancel()
    for ended in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(ended, Exception):  # not a mere cancellation
            raise ended
    return sum(taken)
