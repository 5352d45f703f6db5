"""The subscription of a client to the events of one session."""

from __future__ import annotations

import enum
import math
import secrets
from typing import Callable, FrozenSet, Iterable, List, NamedTuple, Optional

import zmq

from navbus.bus_credentials import BusCredentials
from navbus.delivery_order import DeliveryOrder
from navbus.errors import NoBus
from navbus.pending_actions import PendingActions
from navbus.sockets import connect_events, event_socket
from navbus.topics import ALL
from navbus.v1 import bus_pb2

# Seconds after which an awaited snapshot is requested again; longer each time, since a snapshot with a large route
# takes long on a busy machine.
RENEWAL_INTERVAL = 1.0
# Maximum number of snapshot requests that may still be answered.
MAX_NAMES = 4


class Kind(enum.Enum):
    """The kind of a message of the subscription."""

    EVENT = "event"
    SNAPSHOT = "snapshot"
    HEARTBEAT = "heartbeat"
    # Of another session with the same beginning of its name, or unknown to this version.
    FOREIGN = "foreign"
    MALFORMED = "malformed"


class Received(NamedTuple):
    """A message whose payload is not decoded yet."""

    kind: Kind
    topic: str
    payload: bytes


class SessionSubscription:
    """The subscriptions, and the awaited snapshot."""

    def __init__(
        self,
        context: "zmq.Context[zmq.Socket[bytes]]",
        hello: bus_pb2.Hello,
        endpoint: str,
        credentials: Optional[BusCredentials],
        welcome: bus_pb2.Welcome,
        now: float,
    ) -> None:
        self.hello = hello
        self.endpoint = endpoint
        self.pending_actions = PendingActions()
        # The progress in the session; None before the first snapshot.
        self.order: Optional[DeliveryOrder] = None
        # Process id of the bus; 0 if unknown.
        self.bus_process_id = 0
        # Number of replies to the last snapshot request.
        self.snapshots_seen = 0
        self._allowed = allowed_topics(welcome)
        self._receives_all = not welcome.HasField("topics")
        # Topics allowed since the last snapshot: their earlier events do not count as missed.
        self._added: FrozenSet[str] = frozenset()
        self._awaiting_since: Optional[float] = None
        # Unpredictable, so that no other peer can receive the snapshot.
        self._tag = f"{hello.process_id}-{secrets.token_hex(10)}"
        self._count = 0
        # The topics under which snapshots were requested, the newest last.
        self._names: List[str] = []
        self._is_answered = False
        self._event_topics = {f"{topic}/{hello.session}".encode(): topic for topic in ALL}
        self._heartbeat_topic = f"~beat/{hello.session}".encode()
        self._make_socket: Callable[[], "zmq.Socket[bytes]"] = lambda: event_socket(context, credentials)
        self.socket = self._make_socket()
        self._subscribe_all()
        self.ask_for_snapshot(now)
        connect_events(self.socket, endpoint)

    def _subscribe_all(self) -> None:
        """Subscribes to all known topics, wanted or not: only the sequence of the session shows every loss. The
        snapshot is requested last, since it covers the others."""
        for topic in ALL:
            if topic in self._allowed:
                self._subscribe(f"{topic}/{self.hello.session}")
        self._subscribe(f"~beat/{self.hello.session}")
        for name in self._names:
            self._subscribe(name)

    @property
    def wanted(self) -> FrozenSet[str]:
        """The topics whose events are delivered."""
        return self._allowed.intersection(self.hello.topics)

    @property
    def restriction(self) -> Optional[FrozenSet[str]]:
        """The received topics, if the bus has others that are withheld or of a later version."""
        return None if self._receives_all else self._allowed

    def adopt(self, welcome: bus_pb2.Welcome, now: float) -> None:
        """Adapts the subscriptions to the allowed topics; if these have changed, requests a snapshot."""
        allowed = allowed_topics(welcome)
        self._receives_all = not welcome.HasField("topics")
        added, removed = allowed - self._allowed, self._allowed - allowed
        self._allowed = allowed
        if self.order is not None:
            self.order.restriction = self.restriction
        if not added and not removed:
            return
        for topic in added:
            self._subscribe(f"{topic}/{self.hello.session}")
        for topic in removed:
            self._unsubscribe(f"{topic}/{self.hello.session}")
        self._added = (self._added | added) & allowed
        self.ask_for_snapshot(now)

    def take_added(self) -> FrozenSet[str]:
        """Returns and clears the topics whose earlier events do not count as missed."""
        added, self._added = self._added, frozenset()
        return added

    def move(self, endpoint: str) -> None:
        """Moves to another endpoint; raises NoBus if the endpoint is invalid, and keeps the current one. At the same
        endpoint it connects again if there are no messages although the bus replies: libzmq does not reconnect after a
        violation of the protocol, such as a frame that is too large."""
        if endpoint == self.endpoint and (self.pending_actions.has_received or not self.pending_actions.is_stalled):
            return
        # The next check comes after another such period.
        self.pending_actions.has_received = True
        former, self.socket = self.socket, self._make_socket()
        try:
            connect_events(self.socket, endpoint)
        except NoBus:
            self.socket.close()
            self.socket = former
            raise
        former.close()
        self.endpoint = endpoint
        self._subscribe_all()

    # ---- Snapshots

    def ask_for_snapshot(self, now: float) -> None:
        """Requests a snapshot on the event socket. The subscription remains: libzmq repeats it on every new connection,
        so that a restarted bus also sends a snapshot."""
        may_be_answered = MAX_NAMES - 1 if self.is_awaiting_snapshot and not self._is_answered else 0
        self._count += 1
        name = f"~snap/{self.hello.session}/{self._tag}-{self._count}"
        self._awaiting_since = now
        self._is_answered = False
        self._subscribe(name)
        self._forget_names(but=may_be_answered)
        self._names.append(name)

    def request_barrier(self, now: float) -> None:
        """Requests a snapshot only as a barrier: events published before it arrive before it."""
        awaiting_since = self._awaiting_since
        self.ask_for_snapshot(now)
        self._awaiting_since = awaiting_since

    def expect_snapshot(self, now: float) -> None:
        """Waits for a snapshot that should arrive; if it does not, it will be requested."""
        if self._awaiting_since is None:
            self._awaiting_since = now

    def note_snapshot(self, topic: str) -> bool:
        """Records a snapshot; False if it was not requested but arrived over a new connection."""
        if not self._names or topic != self._names[-1]:
            return True
        self._forget_names(but=1)
        was_answered, self._is_answered = self._is_answered, True
        self.snapshots_seen += 1
        return not was_answered

    def snapshot_arrived(self) -> None:
        """Records the arrival of the awaited snapshot."""
        self._awaiting_since = None

    @property
    def is_awaiting_snapshot(self) -> bool:
        """Whether events are ignored until a snapshot arrives."""
        return self._awaiting_since is not None

    def renew_snapshot(self, now: float) -> None:
        """Requests an overdue snapshot again."""
        if self.is_awaiting_snapshot and self.seconds_to_renewal(now) == 0:
            self.ask_for_snapshot(now)

    def seconds_to_renewal(self, now: float) -> float:
        """Seconds until the awaited snapshot is overdue."""
        if self._awaiting_since is None:
            return math.inf
        return max(self._awaiting_since + RENEWAL_INTERVAL * max(len(self._names), 1) - now, 0.0)

    def _forget_names(self, but: int) -> None:
        while len(self._names) > but:
            self._unsubscribe(self._names.pop(0))

    # ---- Messages

    def receive(self) -> Optional[Received]:
        """Receives one message; None if there is none."""
        try:
            frames = self.socket.recv_multipart(zmq.NOBLOCK)
        except zmq.Again:
            return None
        if len(frames) != 2:
            return Received(Kind.MALFORMED, "", b"")
        name, payload = frames
        topic = self._event_topics.get(name)
        if topic is not None:
            return Received(Kind.EVENT, topic, payload)
        if name == self._heartbeat_topic:
            return Received(Kind.HEARTBEAT, "", payload)
        text = name.decode("utf-8", "replace")
        return Received(Kind.SNAPSHOT if text in self._names else Kind.FOREIGN, text, payload)

    def _subscribe(self, name: str) -> None:
        self.socket.setsockopt(zmq.SUBSCRIBE, name.encode())

    def _unsubscribe(self, name: str) -> None:
        self.socket.setsockopt(zmq.UNSUBSCRIBE, name.encode())


def allowed_topics(welcome: bus_pb2.Welcome) -> FrozenSet[str]:
    """The allowed topics, from the reply to a hello. A bus that lists none has the seven topics and no others, and
    withholds none."""
    topics: Iterable[str] = welcome.topics.topics if welcome.HasField("topics") else ALL
    return frozenset(topics).intersection(ALL)
