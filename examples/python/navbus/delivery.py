"""The deliveries of a client: events, and changes of the stream."""

from __future__ import annotations

from typing import NamedTuple, Union

from navbus.v1 import events_pb2


class Resynchronized(NamedTuple):
    """Events of the wanted topics were lost permanently, this many. The newer parts of the current state follow as
    events."""

    missed: int
    is_navigating: bool


class Restarted(NamedTuple):
    """Another run of the bus has begun. Its current state follows as events."""

    run: int
    is_navigating: bool


Delivery = Union[events_pb2.Envelope, Resynchronized, Restarted]
