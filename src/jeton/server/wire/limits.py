"""Token buckets: how much may come from one socket or one address."""

from __future__ import annotations

import time
from collections import OrderedDict

__all__ = ["Bucket", "Buckets"]


class Bucket:
    """So many at once, refilled evenly.

    >>> bucket = Bucket(2, 10.0, now=0.0)
    >>> bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(5.0)
    (True, True, False, True)
    """

    __slots__ = ("at", "left", "rate", "size")

    def __init__(self, size: int, seconds: float, now: float | None = None) -> None:
        """Start full; `size` come back in `seconds`."""
        self.size, self.rate = size, size / seconds
        self.left, self.at = float(size), time.monotonic() if now is None else now

    def take(self, now: float | None = None, cost: float = 1.0) -> bool:
        """Take one, or as many as something costs, if they are there; what costs more than all takes all."""
        cost = min(cost, self.size)
        now = time.monotonic() if now is None else now
        self.left = min(self.size, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Buckets:
    """A bucket for each address; those unused for longest are forgotten."""

    def __init__(self, size: int, seconds: float, keep: int = 20_000) -> None:
        """Give all the same size."""
        self.size, self.seconds, self.keep = size, seconds, keep
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Take one, or what something costs, from an address's bucket."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.size, self.seconds)
        self._buckets.move_to_end(address)
        while len(self._buckets) > self.keep:
            self._buckets.popitem(last=False)
        return bucket.take(cost=cost)
