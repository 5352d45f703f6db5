"""A subscriber of a bus, with its connection to the request endpoint. Used on one thread; it has no threads of its
own."""

from __future__ import annotations

import os
import time
from typing import Callable, Optional, Set

import zmq

from navbus.asking import Asking
from navbus.bell import Bell
from navbus.channel import RETRY, Channel, milliseconds
from navbus.counters import Counters
from navbus.delivery import Delivery
from navbus.duties import Duty
from navbus.errors import NoAnswer, NoBus
from navbus.inbox import Inbox
from navbus.journal import Journal
from navbus.keys import Keys
from navbus.outbox import Entry, Outbox, ReportNumbers
from navbus.sockets import reachable
from navbus.stream import Stream
from navbus.trust import admits, own_users
from navbus.v1 import bus_pb2, events_pb2

# Seconds after which an unanswered hello is sent again: the bus may have ended before its reply.
REPEAT = 1.0
# Seconds that an ending client waits for missing events.
LAST_PATIENCE = 0.5
# Minimum seconds for which it handles messages without effect before it checks the clock.
FLOOD = 0.1


class Client:
    """Delivers each event of the wanted topics once, in the order of publishing over all topics.

    A client that joins late receives the current state first. It fetches lost events from the journal of the bus, and
    reports permanently lost ones as `Resynchronized`. It joins a restarted bus again without help.
    """

    def __init__(self, endpoint: str, keys: Optional[Keys], complain: Callable[[str], None]) -> None:
        self.endpoint = endpoint
        self.counters = Counters()
        self.bell = Bell()
        self.asking = Asking(complain)
        self._keys = keys
        self._context: "zmq.Context[zmq.Socket[bytes]]" = zmq.Context()
        self._channel = Channel(self._context, endpoint, keys, self.counters, self._take_answer)
        # Called five times a second while missed events are fetched; False cancels, for example because the process has
        # to end.
        self.while_fetching: Callable[[], bool] = lambda: True
        self._inbox = Inbox(Journal(self._channel.exchange, lambda: self.while_fetching()), self.counters)
        self._stream: Optional[Stream] = None
        self._complain = complain
        # Unusable endpoints that have been reported.
        self._unusable: Set[str] = set()
        self._outbox = Outbox()
        self._numbers = ReportNumbers()
        # The repeated hello that has no reply yet, and the content of the reply.
        self._hello_id: Optional[int] = None
        self._welcome: Optional[bus_pb2.Welcome] = None

    @property
    def is_navigating(self) -> bool:
        """Whether navigation was active in the last snapshot."""
        return self._inbox.is_navigating

    @property
    def is_of_own_user(self) -> bool:
        """Whether the bus is on this machine and belongs to this user or root, not to another trusted user."""
        try:
            return self.endpoint.startswith("ipc://") and admits(self.endpoint, own_users())
        except NoBus:
            return False

    # ---- Joining

    def join(self, hello: bus_pb2.Hello, timeout: float) -> bus_pb2.Welcome:
        """Says hello, subscribes and requests a snapshot; `takes_part` waits for it. The bus may start in the meantime.

        Raises:
            NoBus: `NoAnswer` if there is no reply in time, or `Refused`.
        """
        deadline = time.monotonic() + timeout
        welcome = self._say_hello(hello, deadline, timeout)
        endpoint = reachable(welcome.events_endpoint, self.endpoint)
        while not admits(endpoint, self._channel.users):
            # The bus has ended since, or is starting.
            if time.monotonic() >= deadline:
                raise NoAnswer(endpoint, timeout)
            time.sleep(RETRY)
            welcome = self._say_hello(hello, deadline, timeout)
            endpoint = reachable(welcome.events_endpoint, self.endpoint)
        if self._stream is not None:
            self._stream.socket.close()
        self._stream = Stream(
            self._context, hello, endpoint, self._keys, welcome, time.monotonic()
        )
        self._inbox.pending.clear()
        return welcome

    def takes_part(self, timeout: float) -> bool:
        """Waits up to this time for the snapshot, which `next` delivers first; the bell ends the
        wait. False if it has not arrived yet: a large one may take longer, and the request remains active."""
        stream = self._joined
        deadline = time.monotonic() + timeout
        while stream.order is None and time.monotonic() < deadline:
            if self._inbox.receive(stream):
                continue
            wait = min(self._tend(stream), stream.seconds_to_renewal(time.monotonic()), deadline - time.monotonic())
            if self._wait(wait, stream):
                break
            stream.renew_snapshot(time.monotonic())
        return stream.order is not None

    @property
    def _joined(self) -> Stream:
        assert self._stream is not None, "join comes first"
        return self._stream

    @property
    def run(self) -> int:
        """The run of the bus that sent the snapshot."""
        order = self._joined.order
        return 0 if order is None else order.run

    def greet_again(self) -> None:
        """Says hello again: the bus that sent the snapshot may be another process than the one that received the
        hello."""
        self._joined.duties.owes_hello = True

    def _say_hello(self, hello: bus_pb2.Hello, deadline: float, timeout: float) -> bus_pb2.Welcome:
        while True:
            try:
                reply = self._channel.exchange(
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
        """Waits for the next delivery; None at the end of the time or if the bell rang."""
        stream = self._joined
        start = time.monotonic()
        deadline: Optional[float] = None
        while not self._inbox.pending:
            if self._inbox.receive(stream):
                # Messages without effect must not keep it busy forever.
                if time.monotonic() > start + max(timeout, FLOOD):
                    return None
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
        return self._inbox.pending.popleft()

    def catch_up(self) -> None:
        """Fetches the events that are published and have not arrived yet, so that an ending control receives the last
        ones too. Takes at most half a second, or slightly more if the journal is needed."""
        stream = self._stream
        if stream is None or stream.is_awaiting_snapshot:
            return
        deadline = time.monotonic() + LAST_PATIENCE
        stream.ask_for_mark(time.monotonic())
        mark = stream.snapshots_seen
        while stream.snapshots_seen == mark and time.monotonic() < deadline:
            if not self._inbox.receive(stream):
                self._wait(deadline - time.monotonic(), stream)
        self.drain_reports(deadline)

    # ---- Answers

    def _take_answer(self, answer: bus_pb2.ReplyFrame) -> None:
        is_refused = answer.reply.WhichOneof("reply") == "refused"
        if self._outbox.is_on_its_way(answer.id):
            # A throttled hello is repeated a little later.
            if not is_refused or answer.reply.refused.code != bus_pb2.REQUEST_ERROR_CODE_THROTTLED:
                self._outbox.acknowledge(answer.id)
            return
        if self.asking.take(answer) or answer.id != self._hello_id:
            return
        self._hello_id = None
        if self._stream is not None:
            # The bus has received the hello even if it refused it. Events arrive nevertheless; only the list of
            # controls may lack this one.
            self._stream.duties.owes_hello = False
        if answer.reply.WhichOneof("reply") == "welcome":
            self._welcome = answer.reply.welcome

    # ---- Actions that are due

    def _tend(self, stream: Stream) -> float:
        """Carries out the actions that are due; returns the seconds until the next one."""
        self._channel.take_replies()
        now = time.monotonic()
        if self._welcome is not None and self._may_move(stream, self._welcome):
            welcome, self._welcome = self._welcome, None
            self._move(stream, welcome.events_endpoint)
            stream.adopt(welcome, now)
        duty = stream.duties.due(now)
        if duty is Duty.SAY_HELLO:
            # The hello makes the control known to the bus; its settings do not change. Nothing waits for the reply.
            id = self._channel.next_id()
            if self._channel.reach() and self._channel.send(
                bus_pb2.RequestFrame(id=id, request=bus_pb2.Request(hello=stream.hello))
            ):
                self._hello_id = id
        elif duty is Duty.ASK_FOR_MARK:
            stream.ask_for_mark(now)
        self.send_reports()
        self._send_requests(now)
        return min(
            stream.duties.seconds_to_wait(now), self._outbox.seconds_to_wait(now), self.asking.seconds_to_wait(now)
        )

    def _move(self, stream: Stream, endpoint: str) -> None:
        try:
            endpoint = reachable(endpoint, self.endpoint)
            if not admits(endpoint, self._channel.users):
                return
            stream.move(endpoint)
        except NoBus as problem:
            if stream.order is None:
                raise
            # Events may still arrive at the current endpoint.
            if endpoint not in self._unusable:
                self._unusable.add(endpoint)
                self._complain(f"failed to {problem}")

    def _may_move(self, stream: Stream, welcome: bus_pb2.Welcome) -> bool:
        if stream.order is None:
            # A large snapshot over a slow connection takes long: at the same endpoint it continues.
            return reachable(welcome.events_endpoint, self.endpoint) != stream.endpoint
        return not stream.duties.owes_repair and not stream.is_awaiting_snapshot

    def _wait(self, seconds: float, stream: Stream) -> bool:
        """Waits for a message or a reply; True if the bell rang."""
        poller = zmq.Poller()
        poller.register(stream.socket, zmq.POLLIN)
        poller.register(self._channel.socket, zmq.POLLIN)
        poller.register(self.bell.descriptor, zmq.POLLIN)
        if self.bell.descriptor not in dict(poller.poll(milliseconds(seconds))):
            return False
        self.bell.clear()
        return True

    def _send_requests(self, now: float) -> None:
        request = self.asking.due(now)
        while request is not None:
            id = self._channel.next_id()
            self.asking.tried(now, id, self._channel.send(bus_pb2.RequestFrame(id=id, request=request)))
            request = self.asking.due(now)

    # ---- Reports

    def report(self, report: events_pb2.ControlReport, session: str) -> None:
        """Keeps a report until the bus has acknowledged it, even after a restart of the bus; the bus publishes it
        once."""
        report.process_id = os.getpid()
        report.number = self._numbers.next()
        id = self._channel.next_id()
        frame = bus_pb2.RequestFrame(
            id=id, request=bus_pb2.Request(report=bus_pb2.ReportRequest(session=session, report=report))
        )
        if not self._outbox.add(Entry(id, frame.SerializeToString())):
            self.counters.unsent_reports += 1

    def send_reports(self) -> None:
        """Sends the report that is due; never waits."""
        if len(self._outbox):
            # During a flood of events, nothing else handles the replies.
            self._channel.take_replies()
        now = time.monotonic()
        entry = self._outbox.due(now)
        if entry is not None:
            self._outbox.tried(now, self._channel.send_bytes(entry.data))

    def drain_reports(self, deadline: float) -> None:
        """Waits until the bus has acknowledged all reports, or until the deadline."""
        while len(self._outbox) and time.monotonic() < deadline:
            self.send_reports()
            wait = min(self._outbox.seconds_to_wait(time.monotonic()), deadline - time.monotonic())
            self._channel.poll(wait)
            self._channel.take_replies()

    def heartbeat(self, vitals: bus_pb2.ControlVitals, session: str) -> None:
        """Sends a heartbeat; never waits, and there is no reply."""
        self._channel.send(
            bus_pb2.RequestFrame(
                request=bus_pb2.Request(heartbeat=bus_pb2.HeartbeatRequest(session=session, vitals=vitals))
            )
        )

    def close(self) -> None:
        """Closes the client; sends the last reports without waiting for replies."""
        for entry in self._outbox.unsent():
            if not self._channel.send_bytes(entry.data):
                break
        self._context.destroy(linger=300)
