"""The reports that the bus has not acknowledged yet, in order.

One report is in flight at a time: after a restart, the bus receives it again before the next one, so that it recognizes
a repetition.
"""

from __future__ import annotations

import math
import time
from typing import List, NamedTuple, Optional

# Maximum number of reports kept while there is no bus.
MAX_REPORTS = 1024
# Seconds after which a report without an answer is sent again.
ANSWER_TIMEOUT = 0.5
# Seconds between two attempts while there is no bus.
RETRY_INTERVAL = 0.05


class Entry(NamedTuple):
    """A report with the id of its frame."""

    id: int
    data: bytes


class ReportNumbers:
    """The numbers of the reports of this process.

    They begin at the wall clock in nanoseconds: a later process with the same process id, which is common in
    containers, does not use the same numbers.
    """

    def __init__(self) -> None:
        self._last = time.time_ns()

    def next(self) -> int:
        """The number of the next report."""
        self._last += 1
        return self._last


class ReportOutbox:
    """Decides when each report is sent; time is an argument, seconds of the monotonic clock."""

    def __init__(self) -> None:
        self._entries: List[Entry] = []
        self._is_sent = False
        self._tried_at: Optional[float] = None

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, entry: Entry) -> bool:
        """Keeps a report; False if another one was dropped for it."""
        self._entries.append(entry)
        if len(self._entries) <= MAX_REPORTS:
            return True
        # The report in flight may have arrived: keep it.
        del self._entries[1 if self._is_sent else 0]
        return False

    def due(self, now: float) -> Optional[Entry]:
        """The report to send now; None if none is due."""
        return self._entries[0] if self._entries and self.seconds_to_wait(now) == 0 else None

    def seconds_to_wait(self, now: float) -> float:
        """Seconds until `due` has to be called again."""
        if not self._entries:
            return math.inf
        if self._tried_at is None:
            return 0.0
        return max(self._tried_at + (ANSWER_TIMEOUT if self._is_sent else RETRY_INTERVAL) - now, 0.0)

    def tried(self, now: float, is_sent: bool) -> None:
        """Records an attempt to send the first report."""
        self._tried_at = now
        # A report that was sent once may have arrived, even if the connection is lost since.
        self._is_sent = self._is_sent or is_sent

    def acknowledge(self, id: int) -> bool:
        """Handles a reply: a reply to the first report removes it."""
        if not self.is_in_flight(id):
            return False
        del self._entries[0]
        self._is_sent = False
        self._tried_at = None
        return True

    def is_in_flight(self, id: int) -> bool:
        """Whether this is the id of the report in flight."""
        return bool(self._entries) and self._entries[0].id == id

    def unsent(self) -> List[Entry]:
        """The reports that were never sent."""
        return self._entries[1 if self._is_sent else 0 :]
