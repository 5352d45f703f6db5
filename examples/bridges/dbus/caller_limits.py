"""Limits the calls of each program on D-Bus."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple, Tuple

# Maximum number of callers with a count of their own; the caller that has been silent longest is forgotten.
MAX_CALLERS = 256


class Limit(NamedTuple):
    """Calls at once, and calls a second over a longer time."""

    burst: float
    per_second: float


# All calls; a desktop shell that reads all properties at each signal makes fewer.
CALLS = Limit(burst=200, per_second=100)
# Calls that send a request to the bus, which people make by pressing a button.
COMMANDS = Limit(burst=5, per_second=2)


class CallerLimits:
    """A token bucket for each caller; time is an argument, seconds of the monotonic clock."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._buckets: OrderedDict[str, Tuple[float, float]] = OrderedDict()

    def allows(self, caller: str, now: float) -> bool:
        """Whether the caller may make one more call now."""
        tokens, then = self._buckets.pop(caller, (self._limit.burst, now))
        tokens = min(tokens + (now - then) * self._limit.per_second, self._limit.burst)
        is_allowed = tokens >= 1
        self._buckets[caller] = (tokens - 1 if is_allowed else tokens, now)
        if len(self._buckets) > MAX_CALLERS:
            self._buckets.popitem(last=False)
        return is_allowed
