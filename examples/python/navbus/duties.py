"""The pending actions of a client: an action that is not possible now is tried again later, without blocking."""

from __future__ import annotations

import enum
from typing import Optional

# Seconds without a message after which the bus has ended or moved: it sends a heartbeat each second.
SILENCE = 3.0
HELLO_INTERVAL = 1.0
REPAIR_INTERVAL = 0.25
# Seconds until a throttled request is repeated.
THROTTLED_INTERVAL = 1.0


class Duty(enum.Enum):
    """An action that is due."""

    SAY_HELLO = "say hello again"
    ASK_FOR_MARK = "ask how far the session has come"


class Duties:
    """Decides which action is due; time is an argument, seconds of the monotonic clock."""

    def __init__(self) -> None:
        # A message has arrived since the last call of `due`.
        self.has_heard = True
        # Events are missing, and the bus did not answer the request for them.
        self.owes_repair = False
        self._repair_at = float("-inf")
        # The bus needs a hello of this client.
        self.owes_hello = False
        # No message has arrived for so long that the client says hello to check for the bus.
        self.is_deaf = False
        self._heard_at = self._hello_at = self._mark_at = float("-inf")

    def repair_failed(self, now: float, is_throttled: bool) -> None:
        """Records that the bus did not answer, or throttled the request: the request is repeated a little later."""
        self.owes_repair = True
        self._repair_at = now + (THROTTLED_INTERVAL if is_throttled else REPAIR_INTERVAL)

    def lets_repair(self, now: float) -> bool:
        """Whether a request for missing events is allowed: while the bus does not answer, not at every message."""
        return not self.owes_repair or now >= self._repair_at

    def due(self, now: float) -> Optional[Duty]:
        """The action that is due now; it then counts as done."""
        if self.has_heard:
            self.has_heard = False
            self._heard_at = now
        self.is_deaf = now >= self._heard_at + SILENCE
        if (self.owes_hello or self.is_deaf) and now >= self._hello_at + HELLO_INTERVAL:
            self._hello_at = now
            self.owes_hello = True
            return Duty.SAY_HELLO
        if self.owes_repair and now >= self._next_mark:
            self._mark_at = now
            return Duty.ASK_FOR_MARK
        return None

    def seconds_to_wait(self, now: float) -> float:
        """Seconds until `due` has to be called again."""
        end = self._heard_at + SILENCE
        if self.owes_hello or now >= end:
            end = self._hello_at + HELLO_INTERVAL
        if self.owes_repair:
            end = min(end, self._next_mark)
        return max(end - now, 0.0)

    @property
    def _next_mark(self) -> float:
        return max(self._mark_at + REPAIR_INTERVAL, self._repair_at)
