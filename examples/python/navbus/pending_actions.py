"""The actions that a client still has to perform with its bus: a failed action is tried again; nothing blocks."""

from __future__ import annotations

import enum
from typing import Optional

# Seconds without a message after which the bus has ended or moved: it sends a heartbeat each second.
SILENCE = 3.0
# Seconds between two attempts.
HELLO_INTERVAL = 1.0
REPAIR_INTERVAL = 0.25
# Seconds until a throttled request is repeated.
THROTTLED_INTERVAL = 1.0


class Action(enum.Enum):
    """An action to perform now."""

    SAY_HELLO = "say hello"
    REQUEST_BARRIER = "request a snapshot as a barrier"


class PendingActions:
    """Decides which action is due; time is an argument, seconds of the monotonic clock."""

    def __init__(self) -> None:
        # Whether a message has arrived since the last call of `due`.
        self.has_received = True
        # Whether missed events could not be requested, because the bus did not reply.
        self.is_repairing = False
        self._repair_at = float("-inf")
        # Whether the bus does not know this client.
        self.needs_hello = False
        # Whether no message has arrived for so long that a hello was sent.
        self.is_stalled = False
        self._received_at = self._hello_at = self._barrier_at = float("-inf")

    def repair_failed(self, now: float, is_throttled: bool) -> None:
        """Records that the bus did not reply, or throttled the request: the request is repeated a little later."""
        self.is_repairing = True
        self._repair_at = now + (THROTTLED_INTERVAL if is_throttled else REPAIR_INTERVAL)

    def may_repair(self, now: float) -> bool:
        """Whether missed events may be requested now: while the bus does not reply, not at every message."""
        return not self.is_repairing or now >= self._repair_at

    def due(self, now: float) -> Optional[Action]:
        """The action that is due now; it then counts as done."""
        if self.has_received:
            self.has_received = False
            self._received_at = now
        self.is_stalled = now >= self._received_at + SILENCE
        if (self.needs_hello or self.is_stalled) and now >= self._hello_at + HELLO_INTERVAL:
            self._hello_at = now
            self.needs_hello = True
            return Action.SAY_HELLO
        if self.is_repairing and now >= self._next_barrier:
            self._barrier_at = now
            return Action.REQUEST_BARRIER
        return None

    def seconds_to_wait(self, now: float) -> float:
        """Seconds until `due` has to be called again."""
        end = self._received_at + SILENCE
        if self.needs_hello or now >= end:
            end = self._hello_at + HELLO_INTERVAL
        if self.is_repairing:
            end = min(end, self._next_barrier)
        return max(end - now, 0.0)

    @property
    def _next_barrier(self) -> float:
        return max(self._barrier_at + REPAIR_INTERVAL, self._repair_at)
