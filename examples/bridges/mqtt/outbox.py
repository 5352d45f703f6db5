"""The newest value of each topic, until the broker has it."""

from __future__ import annotations

import threading
from typing import Dict, Optional, Tuple


class Outbox:
    """Bounded by the number of topics: a newer value replaces an older one. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: Dict[str, bytes] = {}
        # The topics to publish, in order; a dictionary is a set with an order.
        self._pending: Dict[str, None] = {}

    def put(self, topic: str, payload: bytes) -> bool:
        """Sets the value of a topic; returns whether it has changed."""
        with self._lock:
            if self._values.get(topic) == payload:
                return False
            self._values[topic] = payload
            self._pending[topic] = None
            return True

    def __contains__(self, topic: str) -> bool:
        with self._lock:
            return topic in self._values

    def repeat_all(self) -> None:
        """Publishes every value again: the broker may have lost all of them."""
        with self._lock:
            self._pending = dict.fromkeys(self._values)

    def take(self) -> Optional[Tuple[str, bytes]]:
        """The next topic to publish, with its newest value."""
        with self._lock:
            if not self._pending:
                return None
            topic = next(iter(self._pending))
            del self._pending[topic]
            return topic, self._values[topic]
