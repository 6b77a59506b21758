"""What every test shares: how hard hypothesis tries."""

import os

from hypothesis import HealthCheck, settings

# Compiling a rule takes seconds, once: no deadline, and slow first examples are no sign of ill health.
_calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("dev", _calm)
settings.register_profile("ci", _calm, derandomize=True, print_blob=True)
settings.register_profile("interpreted", _calm, derandomize=True, max_examples=10)
settings.register_profile("soak", _calm, max_examples=5_000)

if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
    settings.load_profile("interpreted")
elif os.environ.get("CI"):
    settings.load_profile("ci")
else:
    settings.load_profile("dev")
