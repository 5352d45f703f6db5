"""Sends requests of a control to the bus that a person could also make: a button that mutes, a worn compass."""

from __future__ import annotations

import math
import threading
from typing import Callable, List, NamedTuple, Optional, Set

from navbus.v1 import bus_pb2

# Seconds that a request waits for the bus: a later effect is no longer wanted.
TIMEOUT = 2.0
# Maximum number of requests that wait for the bus.
MAX_REQUESTS = 32
# Maximum number of remembered reasons; beyond it, reasons are reported again.
MAX_REASONS = 32
# Seconds between two attempts while there is no bus.
RETRY_INTERVAL = 0.05

# Called with the answer to a request: empty if the bus has accepted it, otherwise the reason, for people.
OnAnswer = Callable[[str], None]
# Called with the reply to a request that the bus has accepted.
OnReply = Callable[[bus_pb2.Reply], None]


class _Queued(NamedTuple):
    request: bus_pb2.Request
    on_answer: Optional[OnAnswer]
    on_reply: Optional[OnReply] = None


class _InFlight(NamedTuple):
    id: int
    queued: _Queued


class RequestChannel:
    """Decides when each request is sent; time is an argument, seconds of the monotonic clock.

    `add` may be called from any thread, the other methods only from the thread that owns the sockets.
    """

    def __init__(self, complain: Callable[[str], None]) -> None:
        self._complain = complain
        self._waiting: List[_Queued] = []
        self._lock = threading.Lock()
        self._in_flight: Optional[_InFlight] = None
        self._deadline: Optional[float] = None
        self._next_try = -math.inf
        self._reported: Set[str] = set()

    def add(
        self, request: bus_pb2.Request, on_answer: Optional[OnAnswer] = None, on_reply: Optional[OnReply] = None
    ) -> None:
        """Queues a request. A heading replaces a queued one of the same compass.

        A request with `on_answer` is answered in any case, and no warning is reported for it.
        """
        queued = _Queued(request, on_answer, on_reply)
        with self._lock:
            for index, other in enumerate(self._waiting):
                if _is_same_compass(request, other.request):
                    self._waiting[index] = queued
                    return
            if len(self._waiting) < MAX_REQUESTS:
                self._waiting.append(queued)
                return
        self._refuse(queued, f"the bus does not respond, and {MAX_REQUESTS} requests already wait for it")

    def due(self, now: float) -> Optional[bus_pb2.Request]:
        """The request to send now; None if none is due."""
        if self._in_flight is not None and self._deadline is not None and now >= self._deadline:
            self._give_up("the bus did not answer")
        with self._lock:
            if self._in_flight is not None or not self._waiting or now < self._next_try:
                return None
            if self._deadline is None:
                self._deadline = now + TIMEOUT
            return self._waiting[0].request

    def tried(self, now: float, id: int, is_sent: bool) -> None:
        """Records that the due request was sent with this id, or that there was no bus."""
        if is_sent:
            with self._lock:
                self._in_flight = _InFlight(id, self._waiting.pop(0))
            self._deadline = now + TIMEOUT
        elif self._deadline is not None and now >= self._deadline:
            self._give_up("there is no bus")
        else:
            self._next_try = now + RETRY_INTERVAL

    def handle(self, answer: bus_pb2.ReplyFrame) -> bool:
        """Handles a reply; False if it belongs to another request."""
        if self._in_flight is None or answer.id != self._in_flight.id:
            return False
        queued, self._in_flight, self._deadline = self._in_flight.queued, None, None
        refused = answer.reply.refused
        if answer.reply.WhichOneof("reply") != "refused":
            if queued.on_reply is not None:
                queued.on_reply(answer.reply)
            elif queued.on_answer is not None:
                queued.on_answer("")
        elif not _is_untimely(queued.request, refused.code):
            self._refuse(queued, refused.text)
        return True

    def seconds_to_wait(self, now: float) -> float:
        """Seconds until `due` has to be called again."""
        if self._in_flight is not None:
            return max((self._deadline or now) - now, 0.0)
        return max(self._next_try - now, 0.0) if self._waiting else math.inf

    def _give_up(self, reason: str) -> None:
        # The other queued requests would also be too old when a bus returns.
        with self._lock:
            dropped = [*([] if self._in_flight is None else [self._in_flight.queued]), *self._waiting]
            self._waiting = []
            self._in_flight = None
            self._deadline = None
        for queued in dropped:
            self._refuse(queued, f"{reason} within {TIMEOUT:g} s")

    def _refuse(self, queued: _Queued, reason: str) -> None:
        if queued.on_answer is None:
            self._warn(reason)
        else:
            queued.on_answer(reason)

    def _warn(self, reason: str) -> None:
        if len(self._reported) >= MAX_REASONS:
            self._reported = set()
        if reason not in self._reported:
            self._reported.add(reason)
            self._complain(f"a request of this control was not carried out: {reason}")


def _is_same_compass(request: bus_pb2.Request, other: bus_pb2.Request) -> bool:
    return (
        request.WhichOneof("request") == "heading" == other.WhichOneof("request")
        and request.heading.reading.source == other.heading.reading.source
    )


def _is_untimely(request: bus_pb2.Request, code: int) -> bool:
    """Whether the bus cannot use a heading at present, for example before the first position: the next one follows
    soon."""
    return request.WhichOneof("request") == "heading" and code == bus_pb2.REQUEST_ERROR_CODE_UNAVAILABLE


def make_request(session: str, kind: str, **fields: object) -> bus_pb2.Request:
    """Creates a request by its name in bus.proto: `make_request("main", "mute", is_muted=True)`.

    Raises:
        ValueError: There is no such request, or it has no such field.
    """
    request = bus_pb2.Request()
    if kind not in bus_pb2.Request.DESCRIPTOR.fields_by_name:
        names = ", ".join(field.name for field in bus_pb2.Request.DESCRIPTOR.fields)
        raise ValueError(f'there is no request "{kind}"; there are {names}')
    part = getattr(request, kind)
    if "session" in part.DESCRIPTOR.fields_by_name:
        fields.setdefault("session", session)
    part.CopyFrom(type(part)(**fields))
    part.SetInParent()
    return request
