"""Fetches the events that did not arrive from the journal of the bus."""

from __future__ import annotations

import enum
import time
from typing import Callable, List, Sequence, Tuple

from navbus.errors import NoAnswer, NoBus, Refused, Unreadable
from navbus.order import Order
from navbus.v1 import bus_pb2, events_pb2

# Seconds for which a bus that does not answer is asked, and for which it is waited for each time.
PATIENCE = 0.6
ATTEMPT = 0.2
# Seconds that fetching may take in all: a bus that only lets trickle what is missed is of no use.
LONGEST = 10.0
# The most events that are fetched in one go.
MOST_EVENTS = 1 << 18
NO_END = (1 << 64) - 1


class Repair(enum.Enum):
    """How an attempt to fetch missed events ended."""

    FILLED = "all are there"
    GONE = "the journal no longer has them all"
    UNANSWERED = "nobody answered: the bus may come back"


Part = Tuple[Repair, List[events_pb2.Envelope]]
# With the topic of each: an event of a later version does not say it.
Fetched = Tuple[Repair, List[Tuple[str, events_pb2.Envelope]]]


class Journal:
    """Asks through a function that sends a request and waits for the answer so many seconds."""

    def __init__(
        self,
        exchange: Callable[[bus_pb2.Request, float], bus_pb2.Reply],
        goes_on: Callable[[], bool] = lambda: True,
    ) -> None:
        self._exchange = exchange
        # Called before each question: a client has other duties meanwhile, and may be told to end.
        self._goes_on = goes_on
        self._patience = PATIENCE
        # Whether the last question may not be asked.
        self.is_forbidden = False
        # Whether the bus wants to be asked more slowly.
        self.is_throttled = False

    def fetch(
        self, session: str, topics: Sequence[str], order: Order, through: int, patience: float = PATIENCE
    ) -> Fetched:
        """The events up to the sequence `through` that follow what was handed out, in their order.

        A bus that does not answer is asked for `patience` seconds, once at least.
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
        # Who goes by the numbers of each topic may have handed out a later event of another one already.
        if fetched and fetched[0][1].sequence < order.sequence:
            return Repair.GONE, []
        return Repair.FILLED, fetched

    def _fetch_topic(self, session: str, topic: str, order: Order, through: int, deadline: float) -> Part:
        fetched: List[events_pb2.Envelope] = []
        while time.monotonic() < deadline and len(fetched) < MOST_EVENTS:
            first = order.latest(topic) + len(fetched) + 1
            if first > NO_END:
                return Repair.GONE, []  # No bus comes that far; one that says so has lost its count.
            missed = bus_pb2.MissedEvents(session=session, topic=topic, first=first, last=NO_END)
            outcome, part = self._ask(missed)
            # The journal always keeps the newest event of a topic: nothing kept means nothing happened.
            if outcome is not Repair.FILLED or not part:
                return outcome, fetched
            if not order.continues(topic, len(fetched), part):
                return Repair.GONE, []
            fetched += [envelope for envelope in part if envelope.sequence <= through]
            if part[-1].sequence >= through:
                return Repair.FILLED, fetched
        return Repair.GONE, []

    def _ask(self, missed: bus_pb2.MissedEvents) -> Part:
        """Asks, and again while the bus is away: asking twice does no harm."""
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
                # Otherwise the session has gone, or it may not be asked: the state that comes next has to do.
                return (Repair.UNANSWERED if self.is_throttled else Repair.GONE), []
            except Unreadable:
                return Repair.GONE, []
            except NoBus:
                return Repair.UNANSWERED, []
            if answer.WhichOneof("reply") != "events":
                return Repair.GONE, []
            return Repair.FILLED, list(answer.events.events)
