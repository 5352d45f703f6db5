"""A subscriber of a bus, with its connection to the request endpoint. Used on one thread; it has no threads of its
own."""

from __future__ import annotations

import os
import time
from typing import Callable, Optional, Set

import zmq

from navbus.bus_credentials import BusCredentials
from navbus.counters import Counters
from navbus.delivery import Delivery
from navbus.errors import NoAnswer, NoBus
from navbus.journal_client import JournalClient
from navbus.path_trust import admits, own_users
from navbus.pending_actions import Action
from navbus.report_outbox import Entry, ReportNumbers, ReportOutbox
from navbus.request_channel import RequestChannel
from navbus.request_connection import RETRY_INTERVAL, RequestConnection, milliseconds
from navbus.session_subscription import SessionSubscription
from navbus.sockets import reachable
from navbus.stream_receiver import StreamReceiver
from navbus.v1 import bus_pb2, events_pb2
from navbus.wake_up import WakeUp

# Seconds after which an unanswered hello is sent again: the bus may have ended before its reply.
HELLO_TIMEOUT = 1.0
# Seconds that an ending client waits for the events that have not arrived yet.
CATCH_UP_TIMEOUT = 0.5
# Minimum seconds for which it handles messages without effect before it checks the clock.
MIN_RECEIVE_SECONDS = 0.1


class BusClient:
    """Delivers each event of the wanted topics once, in the order of publishing over all topics.

    A client that joins late receives the current state first. It fetches lost events from the journal of the bus, and
    reports permanently lost ones as `Resynchronized`. It joins a restarted bus again without help.
    """

    def __init__(self, endpoint: str, credentials: Optional[BusCredentials], complain: Callable[[str], None]) -> None:
        self.endpoint = endpoint
        self.counters = Counters()
        self.wake_up = WakeUp()
        self.request_channel = RequestChannel(complain)
        self._credentials = credentials
        self._context: "zmq.Context[zmq.Socket[bytes]]" = zmq.Context()
        self._requests = RequestConnection(self._context, endpoint, credentials, self.counters, self._handle_reply)
        # Called five times a second while missed events are fetched; False cancels, for example because the process has
        # to end.
        self.may_continue_repair: Callable[[], bool] = lambda: True
        journal = JournalClient(self._requests.exchange, lambda: self.may_continue_repair())
        self._receiver = StreamReceiver(journal, self.counters)
        self._stream: Optional[SessionSubscription] = None
        self._complain = complain
        # Unusable endpoints that have been reported.
        self._unusable: Set[str] = set()
        self._outbox = ReportOutbox()
        self._numbers = ReportNumbers()
        # The repeated hello that has no reply yet, and the content of the reply.
        self._hello_id: Optional[int] = None
        self._welcome: Optional[bus_pb2.Welcome] = None

    @property
    def is_navigating(self) -> bool:
        """Whether navigation was active in the last snapshot."""
        return self._receiver.is_navigating

    @property
    def is_of_own_user(self) -> bool:
        """Whether the bus is on this machine and belongs to this user or root, not to another trusted user."""
        try:
            return self.endpoint.startswith("ipc://") and admits(self.endpoint, own_users())
        except NoBus:
            return False

    # ---- Joining

    def join(self, hello: bus_pb2.Hello, timeout: float) -> bus_pb2.Welcome:
        """Says hello, subscribes and requests a snapshot, for which `await_snapshot` waits. The bus may start in the
        meantime.

        Raises:
            NoBus: `NoAnswer` if there is no reply in time, or `Refused`.
        """
        deadline = time.monotonic() + timeout
        welcome = self._say_hello(hello, deadline, timeout)
        endpoint = reachable(welcome.events_endpoint, self.endpoint)
        while not admits(endpoint, self._requests.users):
            # The bus has ended since, or is starting.
            if time.monotonic() >= deadline:
                raise NoAnswer(endpoint, timeout)
            time.sleep(RETRY_INTERVAL)
            welcome = self._say_hello(hello, deadline, timeout)
            endpoint = reachable(welcome.events_endpoint, self.endpoint)
        if self._stream is not None:
            self._stream.socket.close()
        self._stream = SessionSubscription(self._context, hello, endpoint, self._credentials, welcome, time.monotonic())
        self._receiver.pending.clear()
        return welcome

    def await_snapshot(self, timeout: float) -> bool:
        """Waits up to this time for the snapshot, which `next` delivers first; `wake_up` ends the wait. False if it has
        not arrived yet: a large one may take longer, and the request remains active."""
        stream = self._joined
        deadline = time.monotonic() + timeout
        while stream.order is None and time.monotonic() < deadline:
            if self._receiver.receive(stream):
                continue
            seconds = self._perform_due_actions(stream)
            now = time.monotonic()
            wait = min(seconds, stream.seconds_to_renewal(now), deadline - now)
            if self._wait(wait, stream):
                break
            stream.renew_snapshot(time.monotonic())
        return stream.order is not None

    @property
    def _joined(self) -> SessionSubscription:
        assert self._stream is not None, "join comes first"
        return self._stream

    @property
    def run(self) -> int:
        """The run of the bus that sent the snapshot."""
        order = self._joined.order
        return 0 if order is None else order.run

    def say_hello_again(self) -> None:
        """Says hello again: the bus that sent the snapshot may be another process than the one that received the
        hello."""
        self._joined.pending_actions.needs_hello = True

    def _say_hello(self, hello: bus_pb2.Hello, deadline: float, timeout: float) -> bus_pb2.Welcome:
        while True:
            try:
                reply = self._requests.exchange(
                    bus_pb2.Request(hello=hello), min(HELLO_TIMEOUT, max(deadline - time.monotonic(), 0.001))
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
        """Waits for the next delivery; None after the timeout or after a use of `wake_up`."""
        stream = self._joined
        start = time.monotonic()
        deadline: Optional[float] = None
        while not self._receiver.pending:
            if self._receiver.receive(stream):
                # Messages without effect must not keep it busy forever.
                if time.monotonic() > start + max(timeout, MIN_RECEIVE_SECONDS):
                    return None
                continue
            now = time.monotonic()
            if deadline is None:
                deadline = now + timeout
            if now > deadline:
                return None
            wait = min(deadline - now, self._perform_due_actions(stream), stream.seconds_to_renewal(now))
            if self._wait(wait, stream):
                return None
            stream.renew_snapshot(time.monotonic())
        return self._receiver.pending.popleft()

    def catch_up(self) -> None:
        """Fetches the events that are published and have not arrived yet, so that an ending control receives the last
        ones too. Takes at most half a second, or slightly more if the journal is needed."""
        stream = self._stream
        if stream is None or stream.is_awaiting_snapshot:
            return
        deadline = time.monotonic() + CATCH_UP_TIMEOUT
        stream.request_barrier(time.monotonic())
        seen_before = stream.snapshots_seen
        while stream.snapshots_seen == seen_before and time.monotonic() < deadline:
            if not self._receiver.receive(stream):
                self._wait(deadline - time.monotonic(), stream)
        self.drain_reports(deadline)

    # ---- Replies

    def _handle_reply(self, answer: bus_pb2.ReplyFrame) -> None:
        is_refused = answer.reply.WhichOneof("reply") == "refused"
        if self._outbox.is_in_flight(answer.id):
            # A throttled report is sent again a little later.
            if not is_refused or answer.reply.refused.code != bus_pb2.REQUEST_ERROR_CODE_THROTTLED:
                self._outbox.acknowledge(answer.id)
            return
        if self.request_channel.handle(answer) or answer.id != self._hello_id:
            return
        self._hello_id = None
        if self._stream is not None:
            # The bus has received the hello even if it refused it. Events arrive nevertheless; only the list of
            # controls may lack this one.
            self._stream.pending_actions.needs_hello = False
        if answer.reply.WhichOneof("reply") == "welcome":
            self._welcome = answer.reply.welcome

    # ---- Pending actions

    def _perform_due_actions(self, stream: SessionSubscription) -> float:
        """Performs the actions that are due; returns the seconds until the next one."""
        self._requests.handle_replies()
        now = time.monotonic()
        if self._welcome is not None and self._may_move(stream, self._welcome):
            welcome, self._welcome = self._welcome, None
            self._move(stream, welcome.events_endpoint)
            stream.adopt(welcome, now)
        action = stream.pending_actions.due(now)
        if action is Action.SAY_HELLO:
            # The hello makes the control known to the bus; its settings do not change. Nothing waits for the reply.
            id = self._requests.next_id()
            if self._requests.reach() and self._requests.send(
                bus_pb2.RequestFrame(id=id, request=bus_pb2.Request(hello=stream.hello))
            ):
                self._hello_id = id
        elif action is Action.REQUEST_BARRIER:
            stream.request_barrier(now)
        self.send_reports()
        self._send_requests(now)
        sources = (stream.pending_actions, self._outbox, self.request_channel)
        return min(source.seconds_to_wait(now) for source in sources)

    def _move(self, stream: SessionSubscription, endpoint: str) -> None:
        try:
            endpoint = reachable(endpoint, self.endpoint)
            if not admits(endpoint, self._requests.users):
                return
            stream.move(endpoint)
        except NoBus as problem:
            if stream.order is None:
                raise
            # Events may still arrive at the current endpoint.
            if endpoint not in self._unusable:
                self._unusable.add(endpoint)
                self._complain(f"failed to {problem}")

    def _may_move(self, stream: SessionSubscription, welcome: bus_pb2.Welcome) -> bool:
        if stream.order is None:
            # A large snapshot over a slow connection takes long: at the same endpoint it continues.
            return reachable(welcome.events_endpoint, self.endpoint) != stream.endpoint
        return not stream.pending_actions.is_repairing and not stream.is_awaiting_snapshot

    def _wait(self, seconds: float, stream: SessionSubscription) -> bool:
        """Waits for a message or a reply; True after a use of `wake_up`."""
        poller = zmq.Poller()
        poller.register(stream.socket, zmq.POLLIN)
        poller.register(self._requests.socket, zmq.POLLIN)
        poller.register(self.wake_up.descriptor, zmq.POLLIN)
        if self.wake_up.descriptor not in dict(poller.poll(milliseconds(seconds))):
            return False
        self.wake_up.clear()
        return True

    def _send_requests(self, now: float) -> None:
        request = self.request_channel.due(now)
        while request is not None:
            id = self._requests.next_id()
            self.request_channel.tried(now, id, self._requests.send(bus_pb2.RequestFrame(id=id, request=request)))
            request = self.request_channel.due(now)

    # ---- Reports

    def report(self, report: events_pb2.ControlReport, session: str) -> None:
        """Keeps a report until the bus has acknowledged it, even after a restart of the bus; the bus publishes it
        once."""
        report.process_id = os.getpid()
        report.number = self._numbers.next()
        id = self._requests.next_id()
        frame = bus_pb2.RequestFrame(
            id=id, request=bus_pb2.Request(report=bus_pb2.ReportRequest(session=session, report=report))
        )
        if not self._outbox.add(Entry(id, frame.SerializeToString())):
            self.counters.unsent_reports += 1

    def send_reports(self) -> None:
        """Sends the report that is due; never waits."""
        if len(self._outbox):
            # During a flood of events, nothing else handles the replies.
            self._requests.handle_replies()
        now = time.monotonic()
        entry = self._outbox.due(now)
        if entry is not None:
            self._outbox.tried(now, self._requests.send_bytes(entry.data))

    def drain_reports(self, deadline: float) -> None:
        """Waits until the bus has acknowledged all reports, or until the deadline."""
        while len(self._outbox) and time.monotonic() < deadline:
            self.send_reports()
            wait = min(self._outbox.seconds_to_wait(time.monotonic()), deadline - time.monotonic())
            self._requests.poll(wait)
            self._requests.handle_replies()

    def send_heartbeat(self, vitals: bus_pb2.ControlVitals, session: str) -> None:
        """Sends a heartbeat; never waits, and there is no reply."""
        self._requests.send(
            bus_pb2.RequestFrame(
                request=bus_pb2.Request(heartbeat=bus_pb2.HeartbeatRequest(session=session, vitals=vitals))
            )
        )

    def close(self) -> None:
        """Closes the client; sends the last reports without waiting for replies."""
        for entry in self._outbox.unsent():
            if not self._requests.send_bytes(entry.data):
                break
        self._context.destroy(linger=300)
