"""Requests of the control itself, one after another: what a person could ask as well (a button, a compass)."""

from __future__ import annotations

import math
import threading
from typing import Callable, List, NamedTuple, Optional, Set

from navbus.v1 import bus_pb2

# A press that was not heard by then is no longer what its wearer wants.
PATIENCE = 2.0
# More than that nobody presses while a bus hangs.
MOST_WAITING = 32
# Reasons that are remembered; a bus that finds more has them told again.
MOST_REASONS = 32
# Seconds after which a bus that is not there is looked for again.
INTERVAL = 0.05


class _Underway(NamedTuple):
    id: int
    request: bus_pb2.Request


class Asking:
    """Decides what is sent when; time is an argument, seconds of the monotonic clock.

    `add` may be called from any thread, the rest belongs to the one that owns the sockets.
    """

    def __init__(self, complain: Callable[[str], None]) -> None:
        self._complain = complain
        self._waiting: List[bus_pb2.Request] = []
        self._lock = threading.Lock()
        self._underway: Optional[_Underway] = None
        self._deadline: Optional[float] = None
        self._next_try = -math.inf
        self._told: Set[str] = set()

    def add(self, request: bus_pb2.Request) -> None:
        """Keeps a request. Of the headings of one compass the newest is enough."""
        with self._lock:
            for place, other in enumerate(self._waiting):
                if _is_same_compass(request, other):
                    self._waiting[place] = request
                    return
            if len(self._waiting) < MOST_WAITING:
                self._waiting.append(request)
                return
        self._tell(f"the bus takes nothing, and {MOST_WAITING} requests wait for it already")

    def due(self, now: float) -> Optional[bus_pb2.Request]:
        """The request to be sent at this moment."""
        if self._underway is not None and self._deadline is not None and now >= self._deadline:
            self._give_up("the bus did not answer")
        with self._lock:
            if self._underway is not None or not self._waiting or now < self._next_try:
                return None
            if self._deadline is None:
                self._deadline = now + PATIENCE
            return self._waiting[0]

    def tried(self, now: float, id: int, is_sent: bool) -> None:
        """What was due was sent with this id, or there was no bus."""
        if is_sent:
            with self._lock:
                self._underway = _Underway(id, self._waiting.pop(0))
            self._deadline = now + PATIENCE
        elif self._deadline is not None and now >= self._deadline:
            self._give_up("there is no bus")
        else:
            self._next_try = now + INTERVAL

    def take(self, answer: bus_pb2.ReplyFrame) -> bool:
        """Takes an answer; False if it is none to this."""
        if self._underway is None or answer.id != self._underway.id:
            return False
        request, self._underway, self._deadline = self._underway.request, None, None
        refused = answer.reply.refused
        if answer.reply.WhichOneof("reply") == "refused" and not _is_untimely(request, refused.code):
            self._tell(refused.text)
        return True

    def seconds_to_wait(self, now: float) -> float:
        """How long until it has to look again."""
        if self._underway is not None:
            return max((self._deadline or now) - now, 0.0)
        return max(self._next_try - now, 0.0) if self._waiting else math.inf

    @property
    def awaits_answer(self) -> bool:
        """Whether an answer may come."""
        return self._underway is not None

    def _give_up(self, reason: str) -> None:
        # What was pressed meanwhile is as old by the time that a bus is there.
        with self._lock:
            self._waiting = []
            self._underway = None
            self._deadline = None
        self._tell(f"{reason} within {PATIENCE:g} s")

    def _tell(self, reason: str) -> None:
        if len(self._told) >= MOST_REASONS:
            self._told = set()
        if reason not in self._told:
            self._told.add(reason)
            self._complain(f"a request of this control was not carried out: {reason}")


def _is_same_compass(request: bus_pb2.Request, other: bus_pb2.Request) -> bool:
    return (
        request.WhichOneof("request") == "heading" == other.WhichOneof("request")
        and request.heading.reading.source == other.heading.reading.source
    )


def _is_untimely(request: bus_pb2.Request, code: int) -> bool:
    """Whether it is a heading that cannot be used at present, as before the first position: the next one comes soon."""
    return request.WhichOneof("request") == "heading" and code == bus_pb2.REQUEST_ERROR_CODE_UNAVAILABLE


def make_request(session: str, kind: str, **fields: object) -> bus_pb2.Request:
    """A request by the name that it has in bus.proto: `make_request("main", "mute", is_muted=True)`.

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
