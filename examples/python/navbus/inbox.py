"""Handles the messages of a stream: which events to deliver, which to fetch from the journal, when to start again."""

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
    """Handles the messages of a stream, and keeps the resulting deliveries until they are taken."""

    def __init__(self, journal: Journal, counters: Counters) -> None:
        self.pending: Deque[Delivery] = deque()
        # Whether navigation was active in the last snapshot.
        self.is_navigating = False
        self._journal = journal
        self.counters = counters

    def receive(self, stream: Stream) -> bool:
        """Handles one message; False if there is none."""
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
            # The event leaves a gap, and is fetched from the journal.
            self.counters.malformed += 1
        return True

    def _take_event(self, stream: Stream, received: Received) -> None:
        # The snapshot covers the events before it.
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
        # An event of an unknown kind has no topic, and is ignored.
        if topic_of(envelope) in stream.wanted:
            self.pending.append(envelope)

    def _take_gap(self, stream: Stream, order: Order, topic: str, envelope: events_pb2.Envelope) -> None:
        # The bus did not answer a moment ago; the pending repair includes this gap.
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
        """Handles a snapshot, which starts the stream, ends a resynchronization, or arrives over a new connection."""
        snapshot = reading.snapshot(received.payload)
        if not stream.note_snapshot(received.topic):
            # Over a new connection, the permissions of this client may have changed.
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
        """A new process of the bus does not know this client yet."""
        if process_id:
            if stream.bus_process_id not in (0, process_id):
                stream.duties.owes_hello = True
            stream.bus_process_id = process_id

    def _fill(self, stream: Stream, order: Order, snapshot: bus_pb2.Snapshot) -> Repair:
        """Fetches the events that a snapshot or a heartbeat of the bus covers and this client lacks."""
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
        # After a recent failure, ask only once: events wait until the reply.
        patience = 0.0 if stream.duties.owes_repair else PATIENCE
        outcome, fetched = self._journal.fetch(
            stream.hello.session, [topic for topic in ALL if topic in stream.wanted], order, through, patience
        )
        if self._journal.is_forbidden:
            # The permissions of this client have changed: the reply to a new hello contains them.
            stream.duties.owes_hello = True
        if outcome is Repair.FILLED:
            self.counters.repaired += len(fetched)
            for topic, envelope in fetched:
                order.advance(topic, envelope)
                self._hand_out(stream, envelope)
        return outcome


def _shows_navigation(snapshot: bus_pb2.Snapshot) -> bool:
    """Whether a snapshot shows an active navigation: by its start, or by the guidance if the start is withheld."""
    return any(topic_of(event) in (ON_NAVIGATION_STARTED, ON_NAVIGATION) for event in snapshot.latest)


def _in_order(stream: Stream, latest: List[events_pb2.Envelope]) -> List[events_pb2.Envelope]:
    """For a control that accepts commands, puts the command first: it must know that it is muted before it announces
    anything."""
    if not stream.hello.takes_commands:
        return latest
    return sorted(latest, key=lambda event: topic_of(event) != ON_COMMAND)
