"""A crew on Ray: the workers of a cluster, on this machine or on many. Each needs `pip install 'jeton[ray]'`.

Jobs are Ray tasks without Ray's own retries: `jeton.bots.crew.done_by` gives a lost one out again, and counts. Machines
may join and leave meanwhile.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Hashable, Iterable
from importlib import import_module
from typing import Any

from jeton._version import __version__
from jeton.bots.crew import Crew, Lost
from jeton.core.errors import JetonError

__all__ = ["LOCAL", "BadCluster", "RayCrew", "crew_at"]

LOCAL = "local"
"""Instead of an address: a cluster of this machine's processors, for this command alone."""


class BadCluster(JetonError):
    """Ray is missing, or no cluster is at that address, or one of its machines has another Jeton."""


def crew_at(address: str) -> Crew:
    """Return the workers of the cluster at an address: `host:port`, `auto` for this machine's cluster, or `local`."""
    try:
        ray = import_module("ray")
    except ImportError:
        raise BadCluster("Ray is not installed here. Type: pip install 'jeton[ray]'") from None
    return RayCrew(ray, address)


class RayCrew:
    """The workers of a cluster."""

    def __init__(self, ray: Any, address: str) -> None:
        """Join the cluster; raises `BadCluster` if nobody answers."""
        self._ray = ray
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # tell nobody what is played here
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        about: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
        if address == LOCAL:
            about |= {"include_dashboard": False}
        try:
            ray.init(address=address, **about)
        except (ConnectionError, RuntimeError, TimeoutError, ValueError) as error:
            raise BadCluster(f"no Ray cluster answers at {address!r}: {error}") from error
        self._lost = (
            ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError,
            ray.exceptions.OwnerDiedError, ray.exceptions.OutOfMemoryError, ray.exceptions.LocalRayletDiedError,
        )  # fmt: skip
        self._do = ray.remote(num_cpus=1, max_retries=0)(_do)
        self._given: set[Any] = set()

    def width(self) -> int:
        """Return the number of processors on all machines that are there now."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    def submit(self, work: Callable[[Any], Any], job: Any) -> Hashable:
        """Give a job out."""
        ticket: Hashable = self._do.remote(__version__, work, job)
        self._given.add(ticket)
        return ticket

    def wait(self, tickets: Iterable[Any], seconds: float | None) -> Iterable[Any]:
        """Return the tickets that are done."""
        done, _ = self._ray.wait(list(tickets), num_returns=1, timeout=seconds)
        found: Iterable[Any] = done
        return found

    def result(self, ticket: Any) -> Any:
        """Return the result of a job."""
        self._given.discard(ticket)
        try:
            return self._ray.get(ticket)
        except self._lost as error:
            raise Lost(type(error).__name__) from error
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from error

    def close(self) -> None:
        """Take back the jobs given out, and leave the cluster; a cluster that this command started ends."""
        for ticket in self._given:
            self._ray.cancel(ticket, force=True)
        self._given.clear()
        self._ray.shutdown()


def _do(version: str, work: Callable[[Any], Any], job: Any) -> Any:
    """Do a job on a machine of the cluster."""
    if version != __version__:
        raise BadCluster(f"expected Jeton {version} on every machine, got {__version__} on {platform.node()}")
    return work(job)
