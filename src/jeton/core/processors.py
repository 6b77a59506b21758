"""How much of this machine a process may use."""

import os

__all__ = ["processors"]


def processors() -> int:
    """Return how many processors this process may use: all of them where the system can't say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
