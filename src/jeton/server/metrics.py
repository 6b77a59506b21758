"""What operators can measure while the server runs, in the form that Prometheus reads."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

__all__ = ["CONTENT_TYPE", "METRICS", "exposition"]

CONTENT_TYPE = CONTENT_TYPE_LATEST

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """All metrics, on a registry of their own."""

    def __init__(self) -> None:
        """Start everything at zero."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, processor time, open files
        self.requests = Counter("jeton_requests_total", "HTTP requests, by the class of their status.", ["status"],
                                registry=self.registry)  # fmt: skip
        self.request_seconds = Histogram("jeton_request_seconds", "How long HTTP requests take.", buckets=FAST,
                                         registry=self.registry)  # fmt: skip
        self.connections = Gauge("jeton_connections", "Connections of all kinds.", registry=self.registry)
        self.rows = Counter("jeton_rows_total", "Rows written to the log, by kind.", ["kind"], registry=self.registry)
        self.refusals = Counter("jeton_refusals_total", "Refusals, by code.", ["code"], registry=self.registry)
        self.commit = Histogram("jeton_commit_seconds", "From decision to durable.", buckets=FAST,
                                registry=self.registry)  # fmt: skip
        self.clashes = Counter("jeton_clashes_total", "Rows that another node wrote first.", registry=self.registry)
        self.errors = Counter("jeton_errors_total", "Rooms that failed and were read anew.", registry=self.registry)
        self.rooms = Gauge("jeton_rooms", "Rooms in memory.", registry=self.registry)
        self.sockets = Gauge("jeton_sockets", "Sockets that are open.", registry=self.registry)
        self.forwarded = Counter("jeton_forwarded_total", "Sockets passed on to the node of their table.",
                                 registry=self.registry)  # fmt: skip
        self.closed = Counter("jeton_closed_total", "Sockets that the server closed, by reason.", ["code"],
                              registry=self.registry)  # fmt: skip
        self.notices = Counter("jeton_notices_total", "Turn notices, by outcome.", ["outcome"], registry=self.registry)
        self.bot_seconds = Histogram("jeton_bot_seconds", "How long bots think.", registry=self.registry)
        self.bot_failures = Counter("jeton_bot_failures_total", "Bots that failed, and were stood in for.",
                                    registry=self.registry)  # fmt: skip
        self.bot_queue = Gauge("jeton_bot_queue", "Moves of bots that wait for a worker.", registry=self.registry)
        self.bot_wait = Histogram("jeton_bot_wait_seconds", "How long moves of bots wait for a worker.", buckets=FAST,
                                  registry=self.registry)  # fmt: skip
        self.bot_hurried = Counter("jeton_bot_hurried_total", "Moves of bots that were given less time, since others "
                                   "waited.", registry=self.registry)  # fmt: skip
        self.bot_elsewhere = Counter("jeton_bot_elsewhere_total", "Thoughts handed to other machines, by outcome.",
                                     ["outcome"], registry=self.registry)  # fmt: skip
        self.bot_places = Gauge("jeton_bot_places", "Thoughts of bots that other machines take at a time.",
                                registry=self.registry)  # fmt: skip
        self._kinds: dict[str, Counter] = {}

    def count_row(self, kind: str) -> None:
        """Count a row that was written; keep each labelled counter, since looking it up takes longer than counting."""
        counter = self._kinds.get(kind)
        if counter is None:
            counter = self._kinds[kind] = self.rows.labels(kind)
        counter.inc()


METRICS = Metrics()


def exposition() -> bytes:
    """Return the text that Prometheus reads."""
    return generate_latest(METRICS.registry)
