"""The subscription to the events of one session."""

from __future__ import annotations

import enum
import math
import secrets
from typing import Callable, FrozenSet, Iterable, List, NamedTuple, Optional

import zmq

from navbus.duties import Duties
from navbus.errors import NoBus
from navbus.keys import Keys
from navbus.order import Order
from navbus.sockets import event_socket, subscribe_at
from navbus.topics import ALL
from navbus.v1 import bus_pb2

# Seconds after which an awaited snapshot is asked for again; longer each time, since one with a large route takes its
# time on a machine that is busy.
RENEWAL = 1.0
# How many of those that were asked for may still be answered.
MOST_NAMES = 4


class Kind(enum.Enum):
    """What a message of the stream is."""

    EVENT = "event"
    SNAPSHOT = "snapshot"
    BEAT = "beat"
    # Of another session whose name begins like ours, or nothing that this version knows.
    FOREIGN = "foreign"
    MALFORMED = "malformed"


class Received(NamedTuple):
    """A message, its payload not read yet."""

    kind: Kind
    topic: str
    payload: bytes


class Stream:
    """What is subscribed to, and which snapshot is awaited."""

    def __init__(
        self,
        context: "zmq.Context[zmq.Socket[bytes]]",
        hello: bus_pb2.Hello,
        endpoint: str,
        keys: Optional[Keys],
        welcome: bus_pb2.Welcome,
        now: float,
    ) -> None:
        self.hello = hello
        self.endpoint = endpoint
        self.duties = Duties()
        # How far it has got; None before the first snapshot.
        self.order: Optional[Order] = None
        # The process of the bus, as far as it was told.
        self.bus_process_id = 0
        # Answers to the snapshot that was asked for last.
        self.snapshots_seen = 0
        self._allowed = allowed_topics(welcome)
        self._has_all = not welcome.HasField("topics")
        # Topics that may be received since the last snapshot: what they had before was not missed.
        self._added: FrozenSet[str] = frozenset()
        self._awaiting_since: Optional[float] = None
        # Nobody can guess it and catch the answer.
        self._tag = f"{hello.process_id}-{secrets.token_hex(10)}"
        self._count = 0
        # The topics on which a snapshot was asked for, the newest last.
        self._names: List[str] = []
        self._is_answered = False
        self._events = {f"{topic}/{hello.session}".encode(): topic for topic in ALL}
        self._beat = f"~beat/{hello.session}".encode()
        self._make_socket: Callable[[], "zmq.Socket[bytes]"] = lambda: event_socket(context, keys)
        self.socket = self._make_socket()
        self._subscribe_all()
        self.ask_for_snapshot(now)
        subscribe_at(self.socket, endpoint)

    def _subscribe_all(self) -> None:
        """All topics that are known, wanted or not: the sequence of the session alone shows any loss. The snapshot comes
        last, since it covers these."""
        for topic in ALL:
            if topic in self._allowed:
                self._subscribe(f"{topic}/{self.hello.session}")
        self._subscribe(f"~beat/{self.hello.session}")
        for name in self._names:
            self._subscribe(name)

    @property
    def wanted(self) -> FrozenSet[str]:
        """The topics whose events are handed out."""
        return self._allowed.intersection(self.hello.topics)

    @property
    def restriction(self) -> Optional[FrozenSet[str]]:
        """The topics that are received, if the bus has others: some are kept back, or of a later version."""
        return None if self._has_all else self._allowed

    def adopt(self, welcome: bus_pb2.Welcome, now: float) -> None:
        """What may be received may have changed: then the subscriptions do, and the present state is asked for."""
        allowed = allowed_topics(welcome)
        self._has_all = not welcome.HasField("topics")
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
        """The topics whose past does not count as missed; from now on it would."""
        added, self._added = self._added, frozenset()
        return added

    def move(self, endpoint: str) -> None:
        """Goes on at another endpoint; NoBus if it is none, and then it stays where it is. At the same one it begins anew if nothing comes from it though the bus answers:
        libzmq never comes back to who has broken the protocol, as with a frame that is too large."""
        if endpoint == self.endpoint and (self.duties.has_heard or not self.duties.is_deaf):
            return
        # It has as long again to be heard.
        self.duties.has_heard = True
        former, self.socket = self.socket, self._make_socket()
        try:
            subscribe_at(self.socket, endpoint)
        except NoBus:
            self.socket.close()
            self.socket = former
            raise
        former.close()
        self.endpoint = endpoint
        self._subscribe_all()

    # ---- Snapshots

    def ask_for_snapshot(self, now: float) -> None:
        """Asks for the present state, in-band. The subscription stays: libzmq makes it again on every new connection, so
        that a snapshot also comes, unasked, from a bus that was killed and is back."""
        may_be_answered = MOST_NAMES - 1 if self.is_awaiting_snapshot and not self._is_answered else 0
        self._count += 1
        name = f"~snap/{self.hello.session}/{self._tag}-{self._count}"
        self._awaiting_since = now
        self._is_answered = False
        self._subscribe(name)
        self._forget_names(but=may_be_answered)
        self._names.append(name)

    def ask_for_mark(self, now: float) -> None:
        """Asks for a snapshot that only tells how far the session has come: what was published before arrives before."""
        awaiting_since = self._awaiting_since
        self.ask_for_snapshot(now)
        self._awaiting_since = awaiting_since

    def expect_snapshot(self, now: float) -> None:
        """A snapshot is on its way; if it does not come, it will be asked for."""
        if self._awaiting_since is None:
            self._awaiting_since = now

    def note_snapshot(self, topic: str) -> bool:
        """A snapshot was received; False if it was not asked for: it comes over a new connection."""
        if not self._names or topic != self._names[-1]:
            return True
        self._forget_names(but=1)
        was_answered, self._is_answered = self._is_answered, True
        self.snapshots_seen += 1
        return not was_answered

    def snapshot_arrived(self) -> None:
        """The awaited snapshot has come."""
        self._awaiting_since = None

    @property
    def is_awaiting_snapshot(self) -> bool:
        """Whether events do not count until the present state has come."""
        return self._awaiting_since is not None

    def renew_snapshot(self, now: float) -> None:
        """Asks again for a snapshot that is overdue."""
        if self.is_awaiting_snapshot and self.seconds_to_renewal(now) == 0:
            self.ask_for_snapshot(now)

    def seconds_to_renewal(self, now: float) -> float:
        """Until an awaited snapshot is overdue."""
        if self._awaiting_since is None:
            return math.inf
        return max(self._awaiting_since + RENEWAL * max(len(self._names), 1) - now, 0.0)

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
        topic = self._events.get(name)
        if topic is not None:
            return Received(Kind.EVENT, topic, payload)
        if name == self._beat:
            return Received(Kind.BEAT, "", payload)
        text = name.decode("utf-8", "replace")
        return Received(Kind.SNAPSHOT if text in self._names else Kind.FOREIGN, text, payload)

    def _subscribe(self, name: str) -> None:
        self.socket.setsockopt(zmq.SUBSCRIBE, name.encode())

    def _unsubscribe(self, name: str) -> None:
        self.socket.setsockopt(zmq.UNSUBSCRIBE, name.encode())


def allowed_topics(welcome: bus_pb2.Welcome) -> FrozenSet[str]:
    """The topics that may be received, according to the answer to a hello. A bus that names none has the seven and no
    others, nor does it keep any back."""
    told: Iterable[str] = welcome.topics.topics if welcome.HasField("topics") else ALL
    return frozenset(told).intersection(ALL)
