"""Fetches missing events from the journal of the bus."""

from __future__ import annotations

import enum
import time
from typing import Callable, List, Sequence, Tuple

from navbus.errors import NoAnswer, NoBus, Refused, Unreadable
from navbus.order import Order
from navbus.v1 import bus_pb2, events_pb2

# Seconds for which requests are repeated if the bus does not answer, and seconds to wait for each reply.
PATIENCE = 0.6
ATTEMPT = 0.2
# Maximum seconds of fetching: a bus that sends the missing events too slowly is of no use.
LONGEST = 10.0
# Maximum number of events in one fetch.
MOST_EVENTS = 1 << 18
NO_END = (1 << 64) - 1


class Repair(enum.Enum):
    """Result of an attempt to fetch missed events."""

    FILLED = "all are there"
    GONE = "the journal no longer has them all"
    UNANSWERED = "no answer: the bus may come back"


Part = Tuple[Repair, List[events_pb2.Envelope]]
# Each event with its topic, which an event of a later version does not contain.
Fetched = Tuple[Repair, List[Tuple[str, events_pb2.Envelope]]]


class Journal:
    """Fetches events through a function that sends a request and waits a number of seconds for the reply."""

    def __init__(
        self,
        exchange: Callable[[bus_pb2.Request, float], bus_pb2.Reply],
        goes_on: Callable[[], bool] = lambda: True,
    ) -> None:
        self._exchange = exchange
        # Called before each request: the client has other pending actions, and may have to end.
        self._goes_on = goes_on
        self._patience = PATIENCE
        # Whether the bus refused the last request as forbidden.
        self.is_forbidden = False
        # Whether the bus throttled the last request.
        self.is_throttled = False

    def fetch(
        self, session: str, topics: Sequence[str], order: Order, through: int, patience: float = PATIENCE
    ) -> Fetched:
        """Fetches the events after the last delivered one, up to the sequence `through`, in their order.

        If the bus does not answer, repeats the request for `patience` seconds, and makes it at least once.
        """
        self.is_forbidden = self.is_throttled = False
        self._patience = patience
        deadline = time.monotonic() + LONGEST
        fetched: List[Tuple[str, events_pb2.Envelope]] = []
        for topic in topics:
            outcome, part = self._fetch_topic(session, topic, order, through, deadline)
            if outcome is not Repair.FILLED:
                return outcome, []
            fetched += [(topic, envelope) for envelope in part]
        fetched.sort(key=lambda event: event[1].sequence)
        # A client that uses the numbers of each topic may already have delivered a later event of another topic.
        if fetched and fetched[0][1].sequence < order.sequence:
            return Repair.GONE, []
        return Repair.FILLED, fetched

    def _fetch_topic(self, session: str, topic: str, order: Order, through: int, deadline: float) -> Part:
        fetched: List[events_pb2.Envelope] = []
        while time.monotonic() < deadline and len(fetched) < MOST_EVENTS:
            first = order.latest(topic) + len(fetched) + 1
            if first > NO_END:
                return Repair.GONE, []  # No bus reaches this number; the numbers of this bus are invalid.
            missed = bus_pb2.MissedEvents(session=session, topic=topic, first=first, last=NO_END)
            outcome, part = self._ask(missed)
            # The journal always keeps the newest event of a topic: an empty reply means that there was no event.
            if outcome is not Repair.FILLED or not part:
                return outcome, fetched
            if not order.continues(topic, len(fetched), part):
                return Repair.GONE, []
            fetched += [envelope for envelope in part if envelope.sequence <= through]
            if part[-1].sequence >= through:
                return Repair.FILLED, fetched
        return Repair.GONE, []

    def _ask(self, missed: bus_pb2.MissedEvents) -> Part:
        """Sends a request, and repeats it while there is no bus: repetition is harmless."""
        deadline = time.monotonic() + self._patience
        while True:
            if not self._goes_on():
                return Repair.UNANSWERED, []
            try:
                answer = self._exchange(bus_pb2.Request(missed=missed), ATTEMPT)
            except NoAnswer:
                if time.monotonic() >= deadline:
                    return Repair.UNANSWERED, []
                continue
            except Refused as refused:
                self.is_forbidden = refused.code == bus_pb2.REQUEST_ERROR_CODE_FORBIDDEN
                self.is_throttled = refused.code == bus_pb2.REQUEST_ERROR_CODE_THROTTLED
                # Otherwise the session has ended, or the request is forbidden: use the next snapshot.
                return (Repair.UNANSWERED if self.is_throttled else Repair.GONE), []
            except Unreadable:
                return Repair.GONE, []
            except NoBus:
                return Repair.UNANSWERED, []
            if answer.WhichOneof("reply") != "events":
                return Repair.GONE, []
            return Repair.FILLED, list(answer.events.events)
