"""What a client still has to do with its bus, and when: what cannot be done now is tried again, nothing blocks."""

from __future__ import annotations

import enum
from typing import Optional

# Seconds of silence after which a bus that beats each second has gone, or is somewhere else.
SILENCE = 3.0
HELLO_INTERVAL = 1.0
REPAIR_INTERVAL = 0.25
# Who is told to slow down asks again a second later.
THROTTLED_INTERVAL = 1.0


class Duty(enum.Enum):
    """What is to be done now."""

    SAY_HELLO = "say hello again"
    ASK_FOR_MARK = "ask how far the session has come"


class Duties:
    """Decides by the clock, which is an argument: seconds of the monotonic one."""

    def __init__(self) -> None:
        # Something was heard since the clock was looked at.
        self.has_heard = True
        # Events are missing that nobody could be asked for.
        self.owes_repair = False
        self._repair_at = float("-inf")
        # The bus does not know this client.
        self.owes_hello = False
        # Nothing was heard for so long that the bus was asked whether it is there.
        self.is_deaf = False
        self._heard_at = self._hello_at = self._mark_at = float("-inf")

    def repair_failed(self, now: float, is_throttled: bool) -> None:
        """Nobody answered, or the bus asks for patience: it is asked again, but a little later."""
        self.owes_repair = True
        self._repair_at = now + (THROTTLED_INTERVAL if is_throttled else REPAIR_INTERVAL)

    def lets_repair(self, now: float) -> bool:
        """Whether the bus may be asked for what is missing: while nobody answers not each time that something comes."""
        return not self.owes_repair or now >= self._repair_at

    def due(self, now: float) -> Optional[Duty]:
        """What is due at this moment; it is then taken as done."""
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
        """How long until it has to look again."""
        end = self._heard_at + SILENCE
        if self.owes_hello or now >= end:
            end = self._hello_at + HELLO_INTERVAL
        if self.owes_repair:
            end = min(end, self._next_mark)
        return max(end - now, 0.0)

    @property
    def _next_mark(self) -> float:
        return max(self._mark_at + REPAIR_INTERVAL, self._repair_at)
