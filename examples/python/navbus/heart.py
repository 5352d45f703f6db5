"""Collects the content of heartbeats, and decides when one is due.

Heartbeats are sent on the thread of the callbacks: a control that hangs in a callback sends none, and is replaced.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Optional

from navbus.v1 import bus_pb2

INTERVAL = 1.0
# Seconds without an event after which `on_silence` is called.
SILENCE = 5.0
# Seconds after which `on_silence` is called again while the silence lasts.
SILENCE_AGAIN = 8.0

LATENCY_BOUNDS = (0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


class Heart:
    """Decides when a heartbeat is due; time is an argument, seconds of the monotonic clock."""

    def __init__(self, now: float, is_on_this_machine: bool) -> None:
        self.delivered = 0
        # Whether the bus has the same clock.
        self._is_on_this_machine = is_on_this_machine
        self._next_beat = now
        self._last_event = now
        self._told_silence: Optional[float] = None
        # Events published before are part of the snapshot, and do not count for the latency.
        self._measured_from = now
        self._counts = [0] * (len(LATENCY_BOUNDS) + 1)
        self._sum = 0.0

    def note_event(self, published_nanoseconds: int, now: float, ends_silence: bool) -> None:
        """Records an event that is about to be delivered to the control."""
        self.delivered += 1
        if ends_silence:
            self._last_event, self._told_silence = now, None
        published = published_nanoseconds / 1e9
        if self._is_on_this_machine and self._measured_from <= published <= now:
            self._counts[bisect_left(LATENCY_BOUNDS, now - published)] += 1
            self._sum += now - published

    def note_new_state(self, now: float) -> None:
        """Records that a new snapshot follows."""
        self._last_event, self._told_silence = now, None
        self._measured_from = now

    def beats(self, now: float) -> bool:
        """Whether a heartbeat is due; it then counts as sent. Missed heartbeats are not sent later."""
        if now < self._next_beat:
            return False
        self._next_beat = now + INTERVAL
        return True

    def tells_silence(self, now: float) -> bool:
        """Whether `on_silence` is due; it then counts as called."""
        due = self._last_event + SILENCE if self._told_silence is None else self._told_silence + SILENCE_AGAIN
        if now < due:
            return False
        self._told_silence = now
        return True

    def seconds_to_wait(self, now: float) -> float:
        """Seconds until the next heartbeat: at most one, so that silence is detected too."""
        return max(self._next_beat - now, 0.0)

    def latency(self) -> bus_pb2.Histogram:
        """Times from the publishing of an event until the control has handled it."""
        return bus_pb2.Histogram(bounds_seconds=LATENCY_BOUNDS, counts=self._counts, sum_seconds=self._sum)
