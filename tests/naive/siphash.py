"""SipHash-1-3 (Aumasson and Bernstein, 2012), written out as the paper draws it.

One round for each eight bytes of the message, three to finish. The chance of a match is nothing but this hash: the
seed is its key, and the name of a draw its message.
"""

from collections.abc import Iterator

WORD = 2**64

Words = tuple[int, int, int, int]


def siphash13(key: bytes, message: bytes) -> int:
    """Hash a message under a key of sixteen bytes, to a number below 2 ** 64.

    >>> f"{siphash13(bytes(16), b''):016x}"
    'd1fba762150c532c'
    """
    k0, k1 = int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")
    v = (k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573)

    for word in words(message):
        v = (v[0], v[1], v[2], v[3] ^ word)
        v = sip_round(v)
        v = (v[0] ^ word, v[1], v[2], v[3])

    v = (v[0], v[1], v[2] ^ 0xFF, v[3])
    for _ in range(3):
        v = sip_round(v)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def words(message: bytes) -> Iterator[int]:
    """Cut a message into words of eight bytes; the last one is filled with zeros and ends with the length."""
    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) % 256])
    for start in range(0, len(padded), 8):
        yield int.from_bytes(padded[start : start + 8], "little")


def sip_round(v: Words) -> Words:
    """Stir the four words once: additions, rotations and exclusive ors, left column and right column in turn."""
    v0, v1, v2, v3 = v
    v0 = (v0 + v1) % WORD
    v2 = (v2 + v3) % WORD
    v1 = rotate(v1, 13) ^ v0
    v3 = rotate(v3, 16) ^ v2
    v0 = rotate(v0, 32)
    v2 = (v2 + v1) % WORD
    v0 = (v0 + v3) % WORD
    v1 = rotate(v1, 17) ^ v2
    v3 = rotate(v3, 21) ^ v0
    v2 = rotate(v2, 32)
    return v0, v1, v2, v3


def rotate(word: int, places: int) -> int:
    """Turn a word of 64 bits to the left."""
    return (word << places) % WORD | word >> (64 - places)
