"""The connection to the request endpoint of a bus. Only `exchange` and `poll` wait."""

from __future__ import annotations

import math
import time
from typing import Callable, Iterator, Optional

import zmq

from navbus import decoding
from navbus.bus_credentials import BusCredentials
from navbus.counters import Counters
from navbus.errors import MalformedMessage, NoAnswer, Refused
from navbus.path_trust import Untrusted, admits, trusted_users
from navbus.sockets import connect_requests, request_socket
from navbus.v1 import bus_pb2

# Seconds between two attempts while there is no bus yet.
RETRY_INTERVAL = 0.02
# Maximum bytes of the frame of a request, and bytes of each part of a larger request.
MAX_FRAME_BYTES = 64 * 1024
PART_BYTES = 60 * 1024


class RequestConnection:
    """Sends requests; replies that `exchange` does not wait for go to `handle_reply`."""

    def __init__(
        self,
        context: "zmq.Context[zmq.Socket[bytes]]",
        endpoint: str,
        credentials: Optional[BusCredentials],
        counters: Counters,
        handle_reply: Callable[[bus_pb2.ReplyFrame], None],
    ) -> None:
        self.endpoint = endpoint
        self.users = trusted_users()
        self.socket = request_socket(context, credentials)
        self._is_connected = False
        if not endpoint.startswith("ipc://"):
            self.reach()
        self._counters = counters
        self._handle_reply = handle_reply
        self._last_id = 0

    def exchange(self, request: bus_pb2.Request, timeout: float) -> bus_pb2.Reply:
        """Sends a request as soon as there is a bus, and waits for its reply.

        Raises:
            NoBus: `NoAnswer` if there is no reply in time, or `Refused`.
            MalformedMessage: The reply cannot be read.
        """
        deadline = time.monotonic() + timeout
        id = self.next_id()
        for data in frames(id, request):
            while not self.send_bytes(data):
                self.reach()
                self.handle_replies()
                if time.monotonic() >= deadline:
                    raise NoAnswer(self.endpoint, timeout)
                self.socket.poll(milliseconds(min(RETRY_INTERVAL, deadline - time.monotonic())), zmq.POLLOUT)
        while True:
            answer = self.handle_replies(until=id)
            if answer is not None:
                if answer.WhichOneof("reply") == "refused":
                    raise Refused(answer.refused.code, answer.refused.text)
                return answer
            if time.monotonic() >= deadline:
                raise NoAnswer(self.endpoint, timeout)
            self.socket.poll(milliseconds(deadline - time.monotonic()))

    def reach(self) -> bool:
        """Connects as soon as there is a trusted bus; checks a path again at each call. False if there is no bus yet.

        Raises:
            Untrusted: The bus is not trusted; the socket is disconnected.
        """
        try:
            if not admits(self.endpoint, self.users):
                return False
        except Untrusted:
            if self._is_connected:
                self.socket.disconnect(self.endpoint)
            self._is_connected = False
            raise
        if not self._is_connected:
            connect_requests(self.socket, self.endpoint)
        self._is_connected = True
        return True

    def next_id(self) -> int:
        """The id of the next request."""
        self._last_id += 1
        return self._last_id

    def send(self, frame: bus_pb2.RequestFrame) -> bool:
        """Sends a request; False if there is no bus."""
        return self.send_bytes(frame.SerializeToString())

    def send_bytes(self, data: bytes) -> bool:
        """Sends an encoded request; False if there is no bus."""
        try:
            self.socket.send(data, zmq.NOBLOCK)
        except zmq.Again:
            return False
        return True

    def handle_replies(self, until: Optional[int] = None) -> Optional[bus_pb2.Reply]:
        """Handles the replies that have arrived, all of them or up to the reply with the id `until`, which is
        returned."""
        # A flood of replies must not keep this thread busy forever.
        deadline = time.monotonic() + RETRY_INTERVAL
        while until is not None or time.monotonic() < deadline:
            try:
                frames = self.socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return None
            try:
                answer = decoding.reply(frames[-1])
            except MalformedMessage:
                self._counters.malformed += 1
                if until is not None:
                    raise
                continue
            if until is not None and answer.id == until:
                return answer.reply
            self._handle_reply(answer)
        return None

    def poll(self, seconds: float) -> None:
        """Waits for a reply."""
        self.socket.poll(milliseconds(seconds))


def frames(id: int, request: bus_pb2.Request) -> Iterator[bytes]:
    """The frames of a request: one, or one for each part if the request is too large for one frame."""
    whole = bus_pb2.RequestFrame(id=id, request=request).SerializeToString()
    if len(whole) <= MAX_FRAME_BYTES:
        yield whole
        return
    data = request.SerializeToString()
    for offset in range(0, len(data), PART_BYTES):
        part = bus_pb2.RequestPart(total_bytes=len(data), offset=offset, data=data[offset : offset + PART_BYTES])
        yield bus_pb2.RequestFrame(id=id, request=bus_pb2.Request(part=part)).SerializeToString()


def milliseconds(seconds: float) -> int:
    """Converts seconds to milliseconds, rounded up so that a wait does not end before its deadline."""
    return 60_000 if seconds > 60 else max(math.ceil(seconds * 1000), 0)
