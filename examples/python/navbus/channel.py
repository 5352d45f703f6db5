"""The line to the request endpoint of a bus. Nothing on it ever waits, but `exchange`."""

from __future__ import annotations

import math
import time
from typing import Callable, Optional

import zmq

from navbus import reading
from navbus.counters import Counters
from navbus.errors import NoAnswer, Refused, Unreadable
from navbus.keys import Keys
from navbus.sockets import check_access, request_socket
from navbus.v1 import bus_pb2

# Seconds between looks at a bus that is not there yet.
RETRY = 0.02


class Channel:
    """Sends requests; answers that nobody waits for go to `take_answer`."""

    def __init__(
        self,
        context: "zmq.Context[zmq.Socket[bytes]]",
        endpoint: str,
        keys: Optional[Keys],
        counters: Counters,
        take_answer: Callable[[bus_pb2.ReplyFrame], None],
    ) -> None:
        self.endpoint = endpoint
        self.socket = request_socket(context, endpoint, keys)
        self._counters = counters
        self._take_answer = take_answer
        self._last_id = 0

    def exchange(self, request: bus_pb2.Request, timeout: float) -> bus_pb2.Reply:
        """Sends a request as soon as there is a bus, and waits for its answer.

        Raises:
            NoBus: `NoAnswer` in time, or `Refused`.
            Unreadable: What came cannot be read.
        """
        deadline = time.monotonic() + timeout
        id = self.next_id()
        while not self.send(bus_pb2.RequestFrame(id=id, request=request)):
            check_access(self.endpoint)
            self.take_replies()
            if time.monotonic() >= deadline:
                raise NoAnswer(self.endpoint, timeout)
            self.socket.poll(milliseconds(min(RETRY, deadline - time.monotonic())), zmq.POLLOUT)
        while True:
            answer = self.take_replies(until=id)
            if answer is not None:
                if answer.WhichOneof("reply") == "refused":
                    raise Refused(answer.refused.code, answer.refused.text)
                return answer
            if time.monotonic() >= deadline:
                raise NoAnswer(self.endpoint, timeout)
            self.socket.poll(milliseconds(deadline - time.monotonic()))

    def next_id(self) -> int:
        """The id of the next request."""
        self._last_id += 1
        return self._last_id

    def send(self, frame: bus_pb2.RequestFrame) -> bool:
        """Sends a request; False if there is no bus."""
        return self.send_bytes(frame.SerializeToString())

    def send_bytes(self, data: bytes) -> bool:
        """The same with its bytes."""
        try:
            self.socket.send(data, zmq.NOBLOCK)
        except zmq.Again:
            return False
        return True

    def take_replies(self, until: Optional[int] = None) -> Optional[bus_pb2.Reply]:
        """Takes the answers that are there: up to that with this id, or all. Others than that are taken note of."""
        # Who floods us with answers does not keep us for ever.
        deadline = time.monotonic() + RETRY
        while until is not None or time.monotonic() < deadline:
            try:
                frames = self.socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return None
            try:
                answer = reading.reply(frames[-1])
            except Unreadable:
                self._counters.malformed += 1
                if until is not None:
                    raise
                continue
            if until is not None and answer.id == until:
                return answer.reply
            self._take_answer(answer)
        return None

    def poll(self, seconds: float) -> None:
        """Waits for an answer."""
        self.socket.poll(milliseconds(seconds))


def milliseconds(seconds: float) -> int:
    """Rounded up, so that a wait ends after its deadline and not before."""
    return 60_000 if seconds > 60 else max(math.ceil(seconds * 1000), 0)
