"""The reports that a bus has not acknowledged yet, in their order.

One is on its way at a time: a bus that dies over it, and comes back, is told it again before the next, so that it can tell
what it has published already.
"""

from __future__ import annotations

import math
import time
from typing import List, NamedTuple, Optional

# Reports kept at most for a bus that is away.
MOST_REPORTS = 1024
# Seconds after which a report without an answer is sent again.
PATIENCE = 0.5
# Seconds after which a bus that is not there is looked for again.
INTERVAL = 0.05


class Entry(NamedTuple):
    """A report with the id of its frame."""

    id: int
    data: bytes


class ReportNumbers:
    """Counts the reports of this process.

    It begins at the nanoseconds of the wall clock: a later process of the same number, as those of a container often
    are, never comes near what this one has used.
    """

    def __init__(self) -> None:
        self._last = time.time_ns()

    def next(self) -> int:
        """The number of the next report."""
        self._last += 1
        return self._last


class Outbox:
    """Decides which report is sent when; time is an argument, seconds of the monotonic clock."""

    def __init__(self) -> None:
        self._entries: List[Entry] = []
        self._is_sent = False
        self._tried_at: Optional[float] = None

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, entry: Entry) -> bool:
        """Keeps a report; False if another one had to go for it."""
        self._entries.append(entry)
        if len(self._entries) <= MOST_REPORTS:
            return True
        # The one on its way may have arrived.
        del self._entries[1 if self._is_sent else 0]
        return False

    def due(self, now: float) -> Optional[Entry]:
        """The report to be sent at this moment."""
        return self._entries[0] if self._entries and self.seconds_to_wait(now) == 0 else None

    def seconds_to_wait(self, now: float) -> float:
        """How long until it has to look again."""
        if not self._entries:
            return math.inf
        if self._tried_at is None:
            return 0.0
        return max(self._tried_at + (PATIENCE if self._is_sent else INTERVAL) - now, 0.0)

    def tried(self, now: float, is_sent: bool) -> None:
        """The first one was sent, or could not be."""
        self._tried_at = now
        # Once sent it may have arrived, whatever became of the connection since.
        self._is_sent = self._is_sent or is_sent

    def acknowledge(self, id: int) -> bool:
        """An answer came: if it is to the first report, that one is done with."""
        if not self.is_on_its_way(id):
            return False
        del self._entries[0]
        self._is_sent = False
        self._tried_at = None
        return True

    def is_on_its_way(self, id: int) -> bool:
        """Whether this is the report that waits for its answer."""
        return bool(self._entries) and self._entries[0].id == id

    def unsent(self) -> List[Entry]:
        """What was never sent."""
        return self._entries[1 if self._is_sent else 0 :]
