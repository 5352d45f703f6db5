"""A subscriber of a bus, and its line to the request endpoint. Used on one thread; nothing runs behind its back."""

from __future__ import annotations

import math
import os
import time
from collections import deque
from typing import Callable, Deque, List, Optional

import zmq

from navbus import reading
from navbus.asking import Asking
from navbus.bell import Bell
from navbus.delivery import Delivery, Resynchronized, Restarted
from navbus.duties import Duty
from navbus.errors import NoAnswer, NoBus, Refused, Unreadable
from navbus.journal import Journal, Repair
from navbus.keys import Keys
from navbus.order import Order, Verdict
from navbus.outbox import Entry, Outbox, ReportNumbers
from navbus.sockets import check_access, reachable, request_socket
from navbus.stream import Kind, Received, Stream, allowed_topics
from navbus.topics import ALL, ON_COMMAND, ON_NAVIGATION, ON_NAVIGATION_STARTED, topic_of
from navbus.v1 import bus_pb2, events_pb2

# Seconds between looks at a bus that is not there yet.
RETRY = 0.02
# Seconds after which an unanswered hello is said again: the bus may have died over it.
REPEAT = 1.0
# Seconds that a client which is about to end waits for what it has not got yet.
LAST_PATIENCE = 0.5


class Counters:
    """What a client counts of itself; see ControlVitals in bus.proto."""

    def __init__(self) -> None:
        self.malformed = 0
        self.gaps = 0
        self.repaired = 0
        self.missed = 0
        self.unsent_reports = 0


class Client:
    """Hands out each event of the wanted topics once and in the order of publishing, over all topics.

    A late joiner gets the present state first. What was lost on the way is fetched from the bus's journal, and what is
    gone for good is told as `Resynchronized`. A bus that was killed and is back is joined again by itself.
    """

    def __init__(self, endpoint: str, keys: Optional[Keys], complain: Callable[[str], None]) -> None:
        self.endpoint = endpoint
        self.counters = Counters()
        self.bell = Bell()
        self.asking = Asking(complain)
        # Whether a navigation was active when the present state was last fetched.
        self.is_navigating = False
        self._keys = keys
        self._context: "zmq.Context[zmq.Socket[bytes]]" = zmq.Context()
        self._requests = request_socket(self._context, endpoint, keys)
        self._journal = Journal(self.exchange)
        self._stream: Optional[Stream] = None
        self._pending: Deque[Delivery] = deque()
        self._outbox = Outbox()
        self._numbers = ReportNumbers()
        self._last_id = 0
        # The hello that was said again and has no answer yet, and what the answer said.
        self._hello_id: Optional[int] = None
        self._welcome: Optional[bus_pb2.Welcome] = None

    # ---- Joining

    def join(self, hello: bus_pb2.Hello, timeout: float) -> bus_pb2.Welcome:
        """Says hello, subscribes, and fetches the present state, which `next` hands out first. The bus may start
        meanwhile.

        Raises:
            NoBus: `NoAnswer` in time, or `Refused`.
        """
        deadline = time.monotonic() + timeout
        welcome = self._say_hello(hello, deadline, timeout)
        endpoint = reachable(welcome.events_endpoint, self.endpoint)
        if self._stream is not None:
            self._stream.socket.close()
        stream = Stream(
            self._context, hello, endpoint, self._keys, allowed_topics(welcome), time.monotonic()
        )
        self._stream = stream
        self._pending.clear()
        while stream.is_awaiting_snapshot:
            if time.monotonic() >= deadline:
                raise NoAnswer(endpoint, timeout)
            if not self._receive(stream):
                self._wait(min(self._tend(stream), deadline - time.monotonic(), 0.1), stream)
                stream.renew_snapshot(time.monotonic())
        return welcome

    def _say_hello(self, hello: bus_pb2.Hello, deadline: float, timeout: float) -> bus_pb2.Welcome:
        while True:
            try:
                reply = self.exchange(
                    bus_pb2.Request(hello=hello), min(REPEAT, max(deadline - time.monotonic(), 0.001))
                )
            except NoAnswer:
                if time.monotonic() >= deadline:
                    raise NoAnswer(self.endpoint, timeout) from None
                continue
            if reply.WhichOneof("reply") == "welcome":
                return reply.welcome
            raise NoBus(
                "understand the answer to hello; the bus and this program are of different versions: update both"
            )

    # ---- Events

    def next(self, timeout: float) -> Optional[Delivery]:
        """Waits for what comes next; None if the time is over or the bell rang."""
        stream = self._stream
        assert stream is not None, "join comes first"
        deadline: Optional[float] = None
        while not self._pending:
            if self._receive(stream):
                continue
            now = time.monotonic()
            if deadline is None:
                deadline = now + timeout
            if now > deadline:
                return None
            wait = min(deadline - now, self._tend(stream), stream.seconds_to_renewal(now))
            if self._wait(wait, stream):
                return None
            stream.renew_snapshot(time.monotonic())
        return self._pending.popleft()

    def catch_up(self) -> None:
        """Fetches what has been published so far and has not arrived yet, for a control that is told to end: it hears
        the last words too. Half a second at most, or little more if the journal has to be asked."""
        stream = self._stream
        if stream is None or stream.is_awaiting_snapshot:
            return
        deadline = time.monotonic() + LAST_PATIENCE
        stream.ask_for_mark(time.monotonic())
        mark = stream.snapshots_seen
        while stream.snapshots_seen == mark and time.monotonic() < deadline:
            if not self._receive(stream):
                self._wait(deadline - time.monotonic(), stream)
        self.drain_reports(deadline)

    def _receive(self, stream: Stream) -> bool:
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
            self._pending.append(envelope)

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
            stream.duties.owes_repair = True

    def _take_beat(self, stream: Stream, received: Received) -> None:
        if stream.is_awaiting_snapshot or stream.order is None:
            return
        beat = reading.snapshot(received.payload)
        if beat.run != stream.order.run:
            stream.expect_snapshot(time.monotonic())
            return
        self._greet(stream, beat.process_id)
        if not stream.order.is_behind(beat):
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
            self._pending.append(Restarted(snapshot.run, _shows_navigation(snapshot)))
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
            self.counters.gaps += 1
            if self._fill(stream, order, snapshot) is not Repair.GONE:
                return
        missed, latest = order.resynchronization(snapshot, stream.wanted, added)
        self.counters.missed += missed
        self.is_navigating = _shows_navigation(snapshot)
        order.advance_to(snapshot)
        stream.duties.owes_repair = False
        if missed > 0:
            self._pending.append(Resynchronized(missed, self.is_navigating))
        self._pending.extend(_in_order(stream, latest))

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
        stream.duties.owes_repair = outcome is Repair.UNANSWERED
        return outcome

    def _repair(self, stream: Stream, order: Order, through: int) -> Repair:
        outcome, fetched = self._journal.fetch(
            stream.hello.session, [topic for topic in ALL if topic in stream.wanted], order, through
        )
        if self._journal.is_forbidden:
            # It may do something else than it was told: the answer to another hello tells.
            stream.duties.owes_hello = True
        if outcome is Repair.FILLED:
            self.counters.repaired += len(fetched)
            for envelope in fetched:
                order.advance(topic_of(envelope) or "", envelope)
                self._hand_out(stream, envelope)
        return outcome

    # ---- Requests

    def exchange(self, request: bus_pb2.Request, timeout: float) -> bus_pb2.Reply:
        """Sends a request as soon as there is a bus, and waits for its answer.

        Raises:
            NoBus: `NoAnswer` in time, or `Refused`.
            Unreadable: What came cannot be read.
        """
        deadline = time.monotonic() + timeout
        id = self._next_id()
        while not self._send(bus_pb2.RequestFrame(id=id, request=request)):
            check_access(self.endpoint)
            self._take_replies()
            if time.monotonic() >= deadline:
                raise NoAnswer(self.endpoint, timeout)
            self._requests.poll(_milliseconds(min(RETRY, deadline - time.monotonic())), zmq.POLLOUT)
        while True:
            answer = self._take_replies(until=id)
            if answer is not None:
                if answer.WhichOneof("reply") == "refused":
                    raise Refused(answer.refused.code, answer.refused.text)
                return answer
            if time.monotonic() >= deadline:
                raise NoAnswer(self.endpoint, timeout)
            self._requests.poll(_milliseconds(deadline - time.monotonic()))

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def _send(self, frame: bus_pb2.RequestFrame) -> bool:
        return self._send_bytes(frame.SerializeToString())

    def _send_bytes(self, data: bytes) -> bool:
        try:
            self._requests.send(data, zmq.NOBLOCK)
        except zmq.Again:
            return False
        return True

    def _take_replies(self, until: Optional[int] = None) -> Optional[bus_pb2.Reply]:
        """Takes the answers that are there: up to that with this id, or all. Others than that are taken note of."""
        # Who floods us with answers does not keep us for ever.
        deadline = time.monotonic() + RETRY
        while until is not None or time.monotonic() < deadline:
            try:
                frames = self._requests.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return None
            try:
                answer = reading.reply(frames[-1])
            except Unreadable:
                self.counters.malformed += 1
                if until is not None:
                    raise
                continue
            if until is not None and answer.id == until:
                return answer.reply
            self._take_answer(answer)
        return None

    def _take_answer(self, answer: bus_pb2.ReplyFrame) -> None:
        is_refused = answer.reply.WhichOneof("reply") == "refused"
        if self._outbox.is_on_its_way(answer.id):
            # Who is told to slow down says it again a little later.
            if not is_refused or answer.reply.refused.code != bus_pb2.REQUEST_ERROR_CODE_THROTTLED:
                self._outbox.acknowledge(answer.id)
            return
        if self.asking.take(answer) or answer.id != self._hello_id:
            return
        self._hello_id = None
        if self._stream is not None:
            # Refused or not: it was heard. Events arrive all the same; only the list of controls may lack this one.
            self._stream.duties.owes_hello = False
        if answer.reply.WhichOneof("reply") == "welcome":
            self._welcome = answer.reply.welcome

    # ---- What is due

    def _tend(self, stream: Stream) -> float:
        """Does what is due; how many seconds it may wait until the next time."""
        self._take_replies()
        now = time.monotonic()
        if self._welcome is not None and not stream.duties.owes_repair and not stream.is_awaiting_snapshot:
            welcome, self._welcome = self._welcome, None
            stream.move(reachable(welcome.events_endpoint, self.endpoint))
            stream.adopt(allowed_topics(welcome), now)
        duty = stream.duties.due(now)
        if duty is Duty.SAY_HELLO:
            # So that it is known there; its settings stay as they are. Nothing is waited for.
            id = self._next_id()
            if self._send(bus_pb2.RequestFrame(id=id, request=bus_pb2.Request(hello=stream.hello))):
                self._hello_id = id
        elif duty is Duty.ASK_FOR_MARK:
            stream.ask_for_mark(now)
        self.send_reports()
        self._send_requests(now)
        return min(
            stream.duties.seconds_to_wait(now), self._outbox.seconds_to_wait(now), self.asking.seconds_to_wait(now)
        )

    def _wait(self, seconds: float, stream: Stream) -> bool:
        """Waits for a message or an answer; True if the bell rang."""
        poller = zmq.Poller()
        poller.register(stream.socket, zmq.POLLIN)
        poller.register(self._requests, zmq.POLLIN)
        poller.register(self.bell.descriptor, zmq.POLLIN)
        if self.bell.descriptor not in dict(poller.poll(_milliseconds(seconds))):
            return False
        self.bell.clear()
        return True

    def _send_requests(self, now: float) -> None:
        request = self.asking.due(now)
        while request is not None:
            id = self._next_id()
            self.asking.tried(now, id, self._send(bus_pb2.RequestFrame(id=id, request=request)))
            request = self.asking.due(now)

    # ---- Reports

    def report(self, report: events_pb2.ControlReport, session: str) -> None:
        """Keeps a report until the bus has acknowledged it, also over a restart of the bus; published once."""
        report.process_id = os.getpid()
        report.number = self._numbers.next()
        id = self._next_id()
        frame = bus_pb2.RequestFrame(
            id=id, request=bus_pb2.Request(report=bus_pb2.ReportRequest(session=session, report=report))
        )
        if not self._outbox.add(Entry(id, frame.SerializeToString())):
            self.counters.unsent_reports += 1

    def send_reports(self) -> None:
        """Sends the report that is due; never waits."""
        if len(self._outbox):
            # Under a flood of events nobody else looks for answers.
            self._take_replies()
        now = time.monotonic()
        entry = self._outbox.due(now)
        if entry is not None:
            self._outbox.tried(now, self._send_bytes(entry.data))

    def drain_reports(self, deadline: float) -> None:
        """Waits until the bus has taken all reports, or the deadline is over."""
        while len(self._outbox) and time.monotonic() < deadline:
            self.send_reports()
            wait = min(self._outbox.seconds_to_wait(time.monotonic()), deadline - time.monotonic())
            self._requests.poll(_milliseconds(wait))
            self._take_replies()

    def heartbeat(self, vitals: bus_pb2.ControlVitals, session: str) -> None:
        """Tells the bus that a control is alive; never waits, and nothing comes back."""
        self._send(
            bus_pb2.RequestFrame(
                request=bus_pb2.Request(heartbeat=bus_pb2.HeartbeatRequest(session=session, vitals=vitals))
            )
        )

    def close(self) -> None:
        """Leaves; the last reports go out without waiting for answers."""
        for entry in self._outbox.unsent():
            if not self._send_bytes(entry.data):
                break
        self._context.destroy(linger=300)


def _milliseconds(seconds: float) -> int:
    """Rounded up, so that a wait ends after its deadline and not before."""
    return 60_000 if seconds > 60 else max(math.ceil(seconds * 1000), 0)


def _shows_navigation(snapshot: bus_pb2.Snapshot) -> bool:
    """Who may not receive the beginning sees it by the guidance, which is in a snapshot as long as there is any."""
    return any(topic_of(event) in (ON_NAVIGATION_STARTED, ON_NAVIGATION) for event in snapshot.latest)


def _in_order(stream: Stream, latest: List[events_pb2.Envelope]) -> List[events_pb2.Envelope]:
    """Who carries out commands has to know that it is muted before it hears of anything that it would say."""
    if not stream.hello.takes_commands:
        return latest
    return sorted(latest, key=lambda event: topic_of(event) != ON_COMMAND)
