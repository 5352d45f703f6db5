"""A subscriber of a bus, and its line to the request endpoint. Used on one thread; nothing runs behind its back."""

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

# Seconds after which an unanswered hello is said again: the bus may have died over it.
REPEAT = 1.0
# Seconds that a client which is about to end waits for what it has not got yet.
LAST_PATIENCE = 0.5
# Seconds that it takes what leads to nothing at least, before it looks at the clock.
FLOOD = 0.1


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
        self._keys = keys
        self._context: "zmq.Context[zmq.Socket[bytes]]" = zmq.Context()
        self._channel = Channel(self._context, endpoint, keys, self.counters, self._take_answer)
        # Called while missed events are fetched, five times a second: False gives up, as for who is to end.
        self.while_fetching: Callable[[], bool] = lambda: True
        self._inbox = Inbox(Journal(self._channel.exchange, lambda: self.while_fetching()), self.counters)
        self._stream: Optional[Stream] = None
        self._complain = complain
        # Endpoints that cannot be used, and were told.
        self._unusable: Set[str] = set()
        self._outbox = Outbox()
        self._numbers = ReportNumbers()
        # The hello that was said again and has no answer yet, and what the answer said.
        self._hello_id: Optional[int] = None
        self._welcome: Optional[bus_pb2.Welcome] = None

    @property
    def is_navigating(self) -> bool:
        """Whether a navigation was active when the present state was last fetched."""
        return self._inbox.is_navigating

    @property
    def is_of_own_user(self) -> bool:
        """Whether the bus is on this machine and of this user or root, rather than one that is believed on demand."""
        try:
            return self.endpoint.startswith("ipc://") and admits(self.endpoint, own_users())
        except NoBus:
            return False

    # ---- Joining

    def join(self, hello: bus_pb2.Hello, timeout: float) -> bus_pb2.Welcome:
        """Says hello, subscribes, and asks for the present state; `takes_part` tells when it is there. The bus may start
        meanwhile.

        Raises:
            NoBus: `NoAnswer` in time, or `Refused`.
        """
        deadline = time.monotonic() + timeout
        welcome = self._say_hello(hello, deadline, timeout)
        endpoint = reachable(welcome.events_endpoint, self.endpoint)
        while not admits(endpoint, self._channel.users):
            # It has died since, or is just being started.
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
        """Waits so long for the present state, which `next` hands out first; the bell ends the wait. False if it is not
        there yet: a large one may take its time, and what was asked for stays asked for."""
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
        """The run of the bus whose state was fetched."""
        order = self._joined.order
        return 0 if order is None else order.run

    def greet_again(self) -> None:
        """The bus that gave the state may be another than the one that was greeted."""
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
        """Waits for what comes next; None if the time is over or the bell rang."""
        stream = self._joined
        start = time.monotonic()
        deadline: Optional[float] = None
        while not self._inbox.pending:
            if self._inbox.receive(stream):
                # What leads to nothing must not keep it for ever.
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
        """Fetches what has been published so far and has not arrived yet, for a control that is told to end: it hears
        the last words too. Half a second at most, or little more if the journal has to be asked."""
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
        self._channel.take_replies()
        now = time.monotonic()
        if self._welcome is not None and self._may_move(stream, self._welcome):
            welcome, self._welcome = self._welcome, None
            self._move(stream, welcome.events_endpoint)
            stream.adopt(welcome, now)
        duty = stream.duties.due(now)
        if duty is Duty.SAY_HELLO:
            # So that it is known there; its settings stay as they are. Nothing is waited for.
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
            # Where it is, events may still come.
            if endpoint not in self._unusable:
                self._unusable.add(endpoint)
                self._complain(f"failed to {problem}")

    def _may_move(self, stream: Stream, welcome: bus_pb2.Welcome) -> bool:
        if stream.order is None:
            # A large state over a slow line is silent for long: at the same place it goes on.
            return reachable(welcome.events_endpoint, self.endpoint) != stream.endpoint
        return not stream.duties.owes_repair and not stream.is_awaiting_snapshot

    def _wait(self, seconds: float, stream: Stream) -> bool:
        """Waits for a message or an answer; True if the bell rang."""
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
        """Keeps a report until the bus has acknowledged it, also over a restart of the bus; published once."""
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
            # Under a flood of events nobody else looks for answers.
            self._channel.take_replies()
        now = time.monotonic()
        entry = self._outbox.due(now)
        if entry is not None:
            self._outbox.tried(now, self._channel.send_bytes(entry.data))

    def drain_reports(self, deadline: float) -> None:
        """Waits until the bus has taken all reports, or the deadline is over."""
        while len(self._outbox) and time.monotonic() < deadline:
            self.send_reports()
            wait = min(self._outbox.seconds_to_wait(time.monotonic()), deadline - time.monotonic())
            self._channel.poll(wait)
            self._channel.take_replies()

    def heartbeat(self, vitals: bus_pb2.ControlVitals, session: str) -> None:
        """Tells the bus that a control is alive; never waits, and nothing comes back."""
        self._channel.send(
            bus_pb2.RequestFrame(
                request=bus_pb2.Request(heartbeat=bus_pb2.HeartbeatRequest(session=session, vitals=vitals))
            )
        )

    def close(self) -> None:
        """Leaves; the last reports go out without waiting for answers."""
        for entry in self._outbox.unsent():
            if not self._channel.send_bytes(entry.data):
                break
        self._context.destroy(linger=300)
