"""What comes over the stream: which event is handed out, which is fetched from the journal, when to begin anew."""

from __future__ import annotations

import time
from collections import deque
from typing import Deque, List

from navbus import reading
from navbus.counters import Counters
from navbus.delivery import Delivery, Resynchronized, Restarted
from navbus.errors import Unreadable
from navbus.journal import PATIENCE, Journal, Repair
from navbus.order import Order, Verdict
from navbus.stream import Kind, Received, Stream
from navbus.topics import ALL, ON_COMMAND, ON_NAVIGATION, ON_NAVIGATION_STARTED, topic_of
from navbus.v1 import bus_pb2, events_pb2


class Inbox:
    """Takes the messages of a stream, and keeps what they lead to until it is handed out."""

    def __init__(self, journal: Journal, counters: Counters) -> None:
        self.pending: Deque[Delivery] = deque()
        # Whether a navigation was active when the present state was last fetched.
        self.is_navigating = False
        self._journal = journal
        self.counters = counters

    def receive(self, stream: Stream) -> bool:
        """Takes one message; False if there is none."""
        received = stream.receive()
        if received is None:
            return False
        stream.duties.has_heard = True
        try:
            if received.kind is Kind.EVENT:
                self._take_event(stream, received)
            elif received.kind is Kind.SNAPSHOT:
                self._take_snapshot(stream, received)
            elif received.kind is Kind.BEAT:
                self._take_beat(stream, received)
            elif received.kind is Kind.MALFORMED:
                self.counters.malformed += 1
        except Unreadable:
            # Its event leaves a gap, and is fetched again.
            self.counters.malformed += 1
        return True

    def _take_event(self, stream: Stream, received: Received) -> None:
        # What precedes the snapshot is covered by it.
        if stream.is_awaiting_snapshot or stream.order is None:
            return
        envelope = reading.envelope(received.payload)
        if topic_of(envelope) not in (received.topic, None):
            raise Unreadable(f"read an event of {received.topic}: it is of another topic")
        verdict = stream.order.take(received.topic, envelope)
        if verdict is Verdict.DELIVER:
            self._hand_out(stream, envelope)
        elif verdict is Verdict.OTHER_RUN:
            stream.expect_snapshot(time.monotonic())
        elif verdict is Verdict.GAP:
            self._take_gap(stream, stream.order, received.topic, envelope)

    def _hand_out(self, stream: Stream, envelope: events_pb2.Envelope) -> None:
        # An event of a kind that is not known has no topic here, and is passed over.
        if topic_of(envelope) in stream.wanted:
            self.pending.append(envelope)

    def _take_gap(self, stream: Stream, order: Order, topic: str, envelope: events_pb2.Envelope) -> None:
        # Nobody answered a moment ago; what is missing then includes this.
        if stream.duties.owes_repair:
            return
        self.counters.gaps += 1
        outcome = self._repair(stream, order, envelope.sequence - 1)
        if outcome is Repair.FILLED:
            order.advance(topic, envelope)
            self._hand_out(stream, envelope)
        elif outcome is Repair.GONE:
            stream.ask_for_snapshot(time.monotonic())
        else:
            self._owe_repair(stream)

    def _take_beat(self, stream: Stream, received: Received) -> None:
        if stream.is_awaiting_snapshot or stream.order is None:
            return
        beat = reading.snapshot(received.payload)
        if beat.run != stream.order.run:
            stream.expect_snapshot(time.monotonic())
            return
        self._greet(stream, beat.process_id)
        if not stream.order.is_behind(beat) or not stream.duties.lets_repair(time.monotonic()):
            return
        self.counters.gaps += 1
        if self._fill(stream, stream.order, beat) is Repair.GONE:
            stream.ask_for_snapshot(time.monotonic())

    def _take_snapshot(self, stream: Stream, received: Received) -> None:
        """A snapshot begins the stream, ends a resynchronisation, or comes over a new connection."""
        snapshot = reading.snapshot(received.payload)
        if not stream.note_snapshot(received.topic):
            # Over a new connection: what this client may do can have changed.
            stream.duties.owes_hello = True
        added = stream.take_added()
        order = stream.order
        if order is None:
            self._begin(stream, snapshot)
            return
        if order.run != snapshot.run or snapshot.sequence < order.sequence:
            self.pending.append(Restarted(snapshot.run, _shows_navigation(snapshot)))
            self._begin(stream, snapshot)
            stream.duties.owes_hello = True
            return
        self._greet(stream, snapshot.process_id)
        is_fresh = stream.is_awaiting_snapshot
        stream.snapshot_arrived()
        if not order.is_behind(snapshot):
            stream.duties.owes_repair = False
            return
        if not is_fresh:
            if not stream.duties.lets_repair(time.monotonic()):
                return
            self.counters.gaps += 1
            if self._fill(stream, order, snapshot) is not Repair.GONE:
                return
        missed, latest = order.resynchronization(snapshot, stream.wanted, added)
        self.counters.missed += missed
        self.is_navigating = _shows_navigation(snapshot)
        order.advance_to(snapshot)
        stream.duties.owes_repair = False
        if missed > 0:
            self.pending.append(Resynchronized(missed, self.is_navigating))
        self.pending.extend(_in_order(stream, latest))

    def _begin(self, stream: Stream, snapshot: bus_pb2.Snapshot) -> None:
        stream.snapshot_arrived()
        stream.bus_process_id = snapshot.process_id
        stream.duties.owes_repair = False
        stream.order = Order(snapshot, stream.restriction)
        self.is_navigating = _shows_navigation(snapshot)
        for envelope in _in_order(stream, list(snapshot.latest)):
            self._hand_out(stream, envelope)

    def _greet(self, stream: Stream, process_id: int) -> None:
        """A bus whose process is another one does not know this client yet."""
        if process_id:
            if stream.bus_process_id not in (0, process_id):
                stream.duties.owes_hello = True
            stream.bus_process_id = process_id

    def _fill(self, stream: Stream, order: Order, snapshot: bus_pb2.Snapshot) -> Repair:
        """Fetches what a snapshot or a beat knows of and this client does not."""
        outcome = self._repair(stream, order, snapshot.sequence)
        if outcome is Repair.FILLED:
            order.advance_to(snapshot)
        stream.duties.owes_repair = False
        if outcome is Repair.UNANSWERED:
            self._owe_repair(stream)
        return outcome

    def _owe_repair(self, stream: Stream) -> None:
        stream.duties.repair_failed(time.monotonic(), self._journal.is_throttled)

    def _repair(self, stream: Stream, order: Order, through: int) -> Repair:
        # Who was not answered a moment ago asks once: events wait behind the answer.
        patience = 0.0 if stream.duties.owes_repair else PATIENCE
        outcome, fetched = self._journal.fetch(
            stream.hello.session, [topic for topic in ALL if topic in stream.wanted], order, through, patience
        )
        if self._journal.is_forbidden:
            # It may do something else than it was told: the answer to another hello tells.
            stream.duties.owes_hello = True
        if outcome is Repair.FILLED:
            self.counters.repaired += len(fetched)
            for topic, envelope in fetched:
                order.advance(topic, envelope)
                self._hand_out(stream, envelope)
        return outcome


def _shows_navigation(snapshot: bus_pb2.Snapshot) -> bool:
    """Who may not receive the beginning sees it by the guidance, which is in a snapshot as long as there is any."""
    return any(topic_of(event) in (ON_NAVIGATION_STARTED, ON_NAVIGATION) for event in snapshot.latest)


def _in_order(stream: Stream, latest: List[events_pb2.Envelope]) -> List[events_pb2.Envelope]:
    """Who carries out commands has to know that it is muted before it hears of anything that it would say."""
    if not stream.hello.takes_commands:
        return latest
    return sorted(latest, key=lambda event: topic_of(event) != ON_COMMAND)
