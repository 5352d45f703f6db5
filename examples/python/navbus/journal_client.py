"""Fetches missed events from the journal of the bus."""

from __future__ import annotations

import enum
import time
from typing import Callable, List, Sequence, Tuple

from navbus.delivery_order import DeliveryOrder
from navbus.errors import MalformedMessage, NoAnswer, NoBus, Refused
from navbus.v1 import bus_pb2, events_pb2

# Seconds for which requests are repeated if the bus does not reply, and seconds to wait for each reply.
ANSWER_TIMEOUT = 0.6
ATTEMPT_TIMEOUT = 0.2
# Maximum seconds of fetching: a bus that sends the missed events too slowly is of no use.
MAX_REPAIR_SECONDS = 10.0
# Maximum number of events in one fetch.
MAX_EVENTS = 1 << 18
MAX_SEQUENCE = (1 << 64) - 1


class Repair(enum.Enum):
    """The outcome of an attempt to fetch missed events."""

    FILLED = "the events are fetched"
    GONE = "the journal no longer has all of them"
    UNANSWERED = "the bus did not reply"


Part = Tuple[Repair, List[events_pb2.Envelope]]
# Each event with its topic, which an event of a later version does not contain.
Fetched = Tuple[Repair, List[Tuple[str, events_pb2.Envelope]]]


class JournalClient:
    """Fetches events through a function that sends a request and waits a number of seconds for the reply."""

    def __init__(
        self,
        exchange: Callable[[bus_pb2.Request, float], bus_pb2.Reply],
        may_continue: Callable[[], bool] = lambda: True,
    ) -> None:
        self._exchange = exchange
        # Called before each request: the client has other pending actions, and may have to end.
        self._may_continue = may_continue
        self._timeout = ANSWER_TIMEOUT
        # Whether the bus refused the last request as forbidden.
        self.is_forbidden = False
        # Whether the bus throttled the last request.
        self.is_throttled = False

    def fetch(
        self, session: str, topics: Sequence[str], order: DeliveryOrder, through: int, timeout: float = ANSWER_TIMEOUT
    ) -> Fetched:
        """Fetches the events after the last delivered one, up to the sequence `through`, in their order.

        If the bus does not reply, repeats the request for `timeout` seconds, and makes it at least once.
        """
        self.is_forbidden = self.is_throttled = False
        self._timeout = timeout
        deadline = time.monotonic() + MAX_REPAIR_SECONDS
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

    def _fetch_topic(self, session: str, topic: str, order: DeliveryOrder, through: int, deadline: float) -> Part:
        fetched: List[events_pb2.Envelope] = []
        while time.monotonic() < deadline and len(fetched) < MAX_EVENTS:
            first = order.latest(topic) + len(fetched) + 1
            if first > MAX_SEQUENCE:
                return Repair.GONE, []  # No bus reaches this number; the numbers of this bus are invalid.
            missed = bus_pb2.MissedEvents(session=session, topic=topic, first=first, last=MAX_SEQUENCE)
            outcome, part = self._request(missed)
            # The journal always keeps the newest event of a topic: an empty reply means that there was no event.
            if outcome is not Repair.FILLED or not part:
                return outcome, fetched
            if not order.continues(topic, len(fetched), part):
                return Repair.GONE, []
            fetched += [envelope for envelope in part if envelope.sequence <= through]
            if part[-1].sequence >= through:
                return Repair.FILLED, fetched
        return Repair.GONE, []

    def _request(self, missed: bus_pb2.MissedEvents) -> Part:
        """Sends a request, and repeats it while there is no bus: repetition is harmless."""
        deadline = time.monotonic() + self._timeout
        while True:
            if not self._may_continue():
                return Repair.UNANSWERED, []
            try:
                answer = self._exchange(bus_pb2.Request(missed=missed), ATTEMPT_TIMEOUT)
            except NoAnswer:
                if time.monotonic() >= deadline:
                    return Repair.UNANSWERED, []
                continue
            except Refused as refused:
                self.is_forbidden = refused.code == bus_pb2.REQUEST_ERROR_CODE_FORBIDDEN
                self.is_throttled = refused.code == bus_pb2.REQUEST_ERROR_CODE_THROTTLED
                # Otherwise the session has ended, or the request is forbidden: use the next snapshot.
                return (Repair.UNANSWERED if self.is_throttled else Repair.GONE), []
            except MalformedMessage:
                return Repair.GONE, []
            except NoBus:
                return Repair.UNANSWERED, []
            if answer.WhichOneof("reply") != "events":
                return Repair.GONE, []
            return Repair.FILLED, list(answer.events.events)
