"""The sockets of a client, set as the bus wants them."""

from __future__ import annotations

from typing import Optional

import zmq

from navbus.errors import EnvironmentProblem, NoBus
from navbus.keys import Keys

# Bytes of the largest request, answer and event.
LARGEST_MESSAGE = 16 * 1024 * 1024
# Events queued before some are lost, and fetched from the journal later.
RECEIVE_HIGH_WATER = 8000


def request_socket(context: "zmq.Context[zmq.Socket[bytes]]", keys: Optional[Keys]) -> "zmq.Socket[bytes]":
    """The line to the request endpoint, not connected yet. Nothing on it ever waits."""
    socket = _socket(context, zmq.DEALER, keys)
    # Only for a bus that is there: what is asked of a dead one must not surprise its successor.
    socket.set(zmq.IMMEDIATE, 1)
    # The last report of a control that ends still leaves.
    socket.set(zmq.LINGER, 300)
    return socket


def connect_requests(socket: "zmq.Socket[bytes]", endpoint: str) -> None:
    """Connects the line."""
    try:
        socket.connect(endpoint)
    except zmq.ZMQError as error:
        raise EnvironmentProblem(f"use {endpoint} as the endpoint of a bus: {error.strerror}; set NAVBUS_ENDPOINT") from error


def event_socket(context: "zmq.Context[zmq.Socket[bytes]]", keys: Optional[Keys]) -> "zmq.Socket[bytes]":
    """The subscription, not connected yet."""
    socket = _socket(context, zmq.SUB, keys)
    socket.set(zmq.RCVHWM, RECEIVE_HIGH_WATER)
    socket.set(zmq.LINGER, 0)
    return socket


def subscribe_at(socket: "zmq.Socket[bytes]", endpoint: str) -> None:
    """Connects an event socket to where the bus says its events are."""
    try:
        socket.connect(endpoint)
    except zmq.ZMQError as error:
        raise NoBus(
            f'use "{endpoint}", where the bus says that its events are: {error.strerror}; bus and control have to be of '
            "one version, and the bus has to name an ipc:// or tcp:// endpoint"
        ) from error


def _socket(context: "zmq.Context[zmq.Socket[bytes]]", kind: int, keys: Optional[Keys]) -> "zmq.Socket[bytes]":
    socket = context.socket(kind)
    socket.set(zmq.MAXMSGSIZE, LARGEST_MESSAGE)
    socket.set(zmq.RECONNECT_IVL, 10)
    socket.set(zmq.RECONNECT_IVL_MAX, 200)
    if keys is not None:
        keys.prepare(socket)
    return socket


def reachable(events: str, requests: str) -> str:
    """Where events are for who has reached the request endpoint: a bus that listens at every address does not know by
    which one it was reached. A bus of this machine sends nobody to another one, nor one of another machine to a path of
    this one.

    Raises:
        NoBus: It does.
    """
    if events.startswith(("ipc://", "tcp://")) and events[:6] != requests[:6]:
        raise NoBus(
            f'use "{events}", which the bus at {requests} names for its events: they must be where the bus is; restart the '
            "bus, or name another one"
        )
    scheme, _, place = events.partition("://")
    address, _, port = place.rpartition(":")
    if scheme != "tcp" or address not in ("*", "0.0.0.0", "[::]") or not requests.startswith("tcp://"):
        return events
    return f"tcp://{requests[len('tcp://') :].rpartition(':')[0]}:{port}"
