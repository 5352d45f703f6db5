"""Handles the messages of a subscription: decides which events to deliver, and which to fetch from the journal."""

from __future__ import annotations

import time
from collections import deque
from typing import Deque, List

from navbus import decoding
from navbus.counters import Counters
from navbus.delivery import Delivery, Restarted, Resynchronized
from navbus.delivery_order import DeliveryOrder, Verdict
from navbus.errors import MalformedMessage
from navbus.journal_client import ANSWER_TIMEOUT, JournalClient, Repair
from navbus.session_subscription import Kind, Received, SessionSubscription
from navbus.topics import ALL, ON_COMMAND, ON_NAVIGATION, ON_NAVIGATION_STARTED, topic_of
from navbus.v1 import bus_pb2, events_pb2


class StreamReceiver:
    """Handles the messages of a subscription, and queues the resulting deliveries."""

    def __init__(self, journal: JournalClient, counters: Counters) -> None:
        self.pending: Deque[Delivery] = deque()
        # Whether navigation was active in the last snapshot.
        self.is_navigating = False
        self._journal = journal
        self.counters = counters

    def receive(self, stream: SessionSubscription) -> bool:
        """Handles one message; False if there is none."""
        received = stream.receive()
        if received is None:
            return False
        stream.pending_actions.has_received = True
        try:
            if received.kind is Kind.EVENT:
                self._handle_event(stream, received)
            elif received.kind is Kind.SNAPSHOT:
                self._handle_snapshot(stream, received)
            elif received.kind is Kind.HEARTBEAT:
                self._handle_heartbeat(stream, received)
            elif received.kind is Kind.MALFORMED:
                self.counters.malformed += 1
        except MalformedMessage:
            # The event leaves a gap, and is fetched from the journal.
            self.counters.malformed += 1
        return True

    def _handle_event(self, stream: SessionSubscription, received: Received) -> None:
        # The snapshot covers the events before it.
        if stream.is_awaiting_snapshot or stream.order is None:
            return
        envelope = decoding.envelope(received.payload)
        if topic_of(envelope) not in (received.topic, None):
            raise MalformedMessage(f"read an event of {received.topic}: it is of another topic")
        verdict = stream.order.accept(received.topic, envelope)
        if verdict is Verdict.DELIVER:
            self._deliver(stream, envelope)
        elif verdict is Verdict.OTHER_RUN:
            stream.expect_snapshot(time.monotonic())
        elif verdict is Verdict.GAP:
            self._handle_gap(stream, stream.order, received.topic, envelope)

    def _deliver(self, stream: SessionSubscription, envelope: events_pb2.Envelope) -> None:
        # An event of an unknown kind has no topic, and is ignored.
        if topic_of(envelope) in stream.wanted:
            self.pending.append(envelope)

    def _handle_gap(
        self, stream: SessionSubscription, order: DeliveryOrder, topic: str, envelope: events_pb2.Envelope
    ) -> None:
        # The bus did not reply a moment ago; the pending repair includes this gap.
        if stream.pending_actions.is_repairing:
            return
        self.counters.gaps += 1
        outcome = self._repair(stream, order, envelope.sequence - 1)
        if outcome is Repair.FILLED:
            order.advance(topic, envelope)
            self._deliver(stream, envelope)
        elif outcome is Repair.GONE:
            stream.ask_for_snapshot(time.monotonic())
        else:
            self._repair_failed(stream)

    def _handle_heartbeat(self, stream: SessionSubscription, received: Received) -> None:
        if stream.is_awaiting_snapshot or stream.order is None:
            return
        heartbeat = decoding.snapshot(received.payload)
        if heartbeat.run != stream.order.run:
            stream.expect_snapshot(time.monotonic())
            return
        self._note_process(stream, heartbeat.process_id)
        if not stream.order.is_behind(heartbeat) or not stream.pending_actions.may_repair(time.monotonic()):
            return
        self.counters.gaps += 1
        if self._fill(stream, stream.order, heartbeat) is Repair.GONE:
            stream.ask_for_snapshot(time.monotonic())

    def _handle_snapshot(self, stream: SessionSubscription, received: Received) -> None:
        """Handles a snapshot, which starts the stream, ends a resynchronization, or arrives over a new connection."""
        snapshot = decoding.snapshot(received.payload)
        if not stream.note_snapshot(received.topic):
            # Over a new connection, the permissions of this client may have changed.
            stream.pending_actions.needs_hello = True
        added = stream.take_added()
        order = stream.order
        if order is None:
            self._begin(stream, snapshot)
            return
        if order.run != snapshot.run or snapshot.sequence < order.sequence:
            self.pending.append(Restarted(snapshot.run, _is_navigating(snapshot)))
            self._begin(stream, snapshot)
            stream.pending_actions.needs_hello = True
            return
        self._note_process(stream, snapshot.process_id)
        is_awaited = stream.is_awaiting_snapshot
        stream.snapshot_arrived()
        if not order.is_behind(snapshot):
            stream.pending_actions.is_repairing = False
            return
        if not is_awaited:
            if not stream.pending_actions.may_repair(time.monotonic()):
                return
            self.counters.gaps += 1
            if self._fill(stream, order, snapshot) is not Repair.GONE:
                return
        missed, latest = order.resynchronization(snapshot, stream.wanted, added)
        self.counters.missed += missed
        self.is_navigating = _is_navigating(snapshot)
        order.advance_to(snapshot)
        stream.pending_actions.is_repairing = False
        if missed > 0:
            self.pending.append(Resynchronized(missed, self.is_navigating))
        self.pending.extend(_in_order(stream, latest))

    def _begin(self, stream: SessionSubscription, snapshot: bus_pb2.Snapshot) -> None:
        stream.snapshot_arrived()
        stream.bus_process_id = snapshot.process_id
        stream.pending_actions.is_repairing = False
        stream.order = DeliveryOrder(snapshot, stream.restriction)
        self.is_navigating = _is_navigating(snapshot)
        for envelope in _in_order(stream, list(snapshot.latest)):
            self._deliver(stream, envelope)

    def _note_process(self, stream: SessionSubscription, process_id: int) -> None:
        """A new process of the bus does not know this client yet."""
        if process_id:
            if stream.bus_process_id not in (0, process_id):
                stream.pending_actions.needs_hello = True
            stream.bus_process_id = process_id

    def _fill(self, stream: SessionSubscription, order: DeliveryOrder, snapshot: bus_pb2.Snapshot) -> Repair:
        """Fetches the events that a snapshot or a heartbeat of the bus covers and this client lacks."""
        outcome = self._repair(stream, order, snapshot.sequence)
        if outcome is Repair.FILLED:
            order.advance_to(snapshot)
        stream.pending_actions.is_repairing = False
        if outcome is Repair.UNANSWERED:
            self._repair_failed(stream)
        return outcome

    def _repair_failed(self, stream: SessionSubscription) -> None:
        stream.pending_actions.repair_failed(time.monotonic(), self._journal.is_throttled)

    def _repair(self, stream: SessionSubscription, order: DeliveryOrder, through: int) -> Repair:
        # After a recent failure, request only once: events wait until the reply.
        timeout = 0.0 if stream.pending_actions.is_repairing else ANSWER_TIMEOUT
        outcome, fetched = self._journal.fetch(
            stream.hello.session, [topic for topic in ALL if topic in stream.wanted], order, through, timeout
        )
        if self._journal.is_forbidden:
            # The permissions of this client have changed: the reply to a new hello contains them.
            stream.pending_actions.needs_hello = True
        if outcome is Repair.FILLED:
            self.counters.repaired += len(fetched)
            for topic, envelope in fetched:
                order.advance(topic, envelope)
                self._deliver(stream, envelope)
        return outcome


def _is_navigating(snapshot: bus_pb2.Snapshot) -> bool:
    """Whether a snapshot shows an active navigation: by its start, or by the guidance if the start is withheld."""
    return any(topic_of(event) in (ON_NAVIGATION_STARTED, ON_NAVIGATION) for event in snapshot.latest)


def _in_order(stream: SessionSubscription, latest: List[events_pb2.Envelope]) -> List[events_pb2.Envelope]:
    """For a control that accepts commands, puts the command first: it must know that it is muted before it announces
    anything."""
    if not stream.hello.takes_commands:
        return latest
    return sorted(latest, key=lambda event: topic_of(event) != ON_COMMAND)
