"""Reports the connection to the broker: an outage once, however often the bridge tries again."""

from __future__ import annotations

import time
from typing import Callable, Set

import navbus

# Seconds after which a connection counts as stable: a shorter one belongs to the outage before it.
STABLE_SECONDS = 30.0


class Health:
    """The reports about one broker. Used by the thread of the connection only."""

    def __init__(self, context: navbus.Context, address: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._context = context
        self._address = address
        self._clock = clock
        self._connected_at = -1.0
        # The kinds of failure that were reported in the present outage.
        self._reported: Set[bool] = set()
        self._is_return_reported = False

    def connected(self) -> None:
        """The broker has accepted the connection."""
        self._connected_at = self._clock()
        if self._reported and not self._is_return_reported:
            self._is_return_reported = True
            self._context.report("note", text=f"connected to the MQTT broker at {self._address}")

    def lost(self, reason: str, is_refusal: bool = False) -> bool:
        """The connection has ended, or there was none; returns whether it had been stable.

        Args:
            reason: The cause, for people.
            is_refusal: Whether the broker has answered, and has refused the bridge.
        """
        is_stable = self._connected_at >= 0 and self._clock() - self._connected_at >= STABLE_SECONDS
        self._connected_at = -1.0
        if is_stable:
            self._reported.clear()
            self._is_return_reported = False
        if is_refusal not in self._reported:
            self._reported.add(is_refusal)
            self._context.report(
                "warning",
                text=f"no connection to the MQTT broker at {self._address}: {navbus.printable(reason)[:300]}; "
                "the bridge tries again, with delays of up to a minute",
            )
        return is_stable
