"""The exponential and the logarithm in plain arithmetic: the same bits on every processor and in every browser.

The last bit of a library's own functions differs between machines, and a search that is one bit off soon reads another
line. Products, sums, quotients and roots of floats are the same everywhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jeton.core.jit import shared

__all__ = ["exp", "log"]

LN2_HIGH, LN2_LOW, PER_LN2 = 6.93147180369123816490e-01, 1.90821492927058770002e-10, 1.44269504088896338700
ROOT = 1.4142135623730951
LEAST = -80.0
"""Below this number `exp` returns 0: a 32-bit float would hardly show the difference."""

HALVES = 0.5 ** np.arange(128, dtype=np.float64)
TERMS = np.array([1.0 / float(np.prod(np.arange(1.0, n + 1))) for n in range(14)][::-1])
"""Coefficients of the exponential's series, the last first."""

ODD = np.array([1.0 / n for n in range(21, 0, -2)])
"""Coefficients of the logarithm's series, the last first."""


@shared
def exp(x: Any) -> Any:
    """Return the exponential of a number that is at most 1.

    >>> import math
    >>> abs(exp(-3.25) / math.exp(-3.25) - 1) < 1e-15
    True
    >>> exp(-1000.0)
    0.0
    """
    if x < LEAST:
        return 0.0
    k = np.int64(0.5 - x * PER_LN2)
    r = (x + k * LN2_HIGH) + k * LN2_LOW
    p = 0.0
    for i in range(TERMS.shape[0]):
        p = p * r + TERMS[i]
    return p * HALVES[k]


@shared
def log(x: Any) -> Any:
    """Return the logarithm of a number that is at least 1.

    >>> import math
    >>> abs(log(37.5) - math.log(37.5)) < 1e-15
    True
    """
    e = 0
    m = x * 1.0
    while m > ROOT:
        m *= 0.5
        e += 1
    f = (m - 1.0) / (m + 1.0)
    square = f * f
    p = 0.0
    for i in range(ODD.shape[0]):
        p = p * square + ODD[i]
    return e * LN2_HIGH + (e * LN2_LOW + 2.0 * f * p)
