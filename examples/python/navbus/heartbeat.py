"""Counts the events for the heartbeat, and decides when a heartbeat is due.

Heartbeats are sent on the thread of the callbacks: a control that hangs in a callback sends none, and is replaced.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Optional

from navbus.v1 import bus_pb2

# Seconds between two heartbeats.
INTERVAL = 1.0
# Seconds without an event after which `on_silence` is called.
SILENCE = 5.0
# Seconds after which `on_silence` is called again while the silence lasts.
REPEATED_SILENCE = 8.0

LATENCY_BOUNDS = (0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


class Heartbeat:
    """Decides when a heartbeat or a notice of silence is due; time is an argument, seconds of the monotonic clock."""

    def __init__(self, now: float, is_on_this_machine: bool) -> None:
        self.delivered = 0
        # Whether the bus has the same clock.
        self._is_on_this_machine = is_on_this_machine
        self._next_heartbeat = now
        self._last_event = now
        self._last_silence_notice: Optional[float] = None
        # Events published before are part of the snapshot, and do not count for the latency.
        self._measured_from = now
        self._counts = [0] * (len(LATENCY_BOUNDS) + 1)
        self._sum = 0.0

    def note_event(self, published_nanoseconds: int, now: float, ends_silence: bool) -> None:
        """Records an event that is about to be delivered to the control."""
        self.delivered += 1
        if ends_silence:
            self._last_event, self._last_silence_notice = now, None
        published = published_nanoseconds / 1e9
        if self._is_on_this_machine and self._measured_from <= published <= now:
            self._counts[bisect_left(LATENCY_BOUNDS, now - published)] += 1
            self._sum += now - published

    def note_new_state(self, now: float) -> None:
        """Records that a new snapshot follows."""
        self._last_event, self._last_silence_notice = now, None
        self._measured_from = now

    def is_due(self, now: float) -> bool:
        """Whether a heartbeat is due; it then counts as sent. Missed heartbeats are not sent later."""
        if now < self._next_heartbeat:
            return False
        self._next_heartbeat = now + INTERVAL
        return True

    def is_silence_due(self, now: float) -> bool:
        """Whether `on_silence` is due; it then counts as called."""
        notice = self._last_silence_notice
        if now < (self._last_event + SILENCE if notice is None else notice + REPEATED_SILENCE):
            return False
        self._last_silence_notice = now
        return True

    def seconds_to_wait(self, now: float) -> float:
        """Seconds until the next heartbeat: at most one, so that silence is detected too."""
        return max(self._next_heartbeat - now, 0.0)

    def latency(self) -> bus_pb2.Histogram:
        """Times from the publishing of an event until the control has handled it."""
        return bus_pb2.Histogram(bounds_seconds=LATENCY_BOUNDS, counts=self._counts, sum_seconds=self._sum)
