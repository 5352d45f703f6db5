"""What a client hands out."""

from __future__ import annotations

from typing import NamedTuple, Union

from navbus.v1 import events_pb2


class Resynchronized(NamedTuple):
    """Events were lost for good, this many of the wanted topics. The present state follows as events where it is newer."""

    missed: int
    is_navigating: bool


class Restarted(NamedTuple):
    """Another run of the bus has begun. Its present state follows as events."""

    run: int
    is_navigating: bool


Delivery = Union[events_pb2.Envelope, Resynchronized, Restarted]
