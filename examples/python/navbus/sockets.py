"""The sockets of a client, with the options that the bus needs."""

from __future__ import annotations

from typing import Optional

import zmq

from navbus.bus_credentials import BusCredentials
from navbus.errors import EnvironmentProblem, NoBus

# Maximum bytes of a request, a reply and an event.
MAX_MESSAGE_BYTES = 16 * 1024 * 1024
# Maximum number of queued events; further ones are lost, and fetched from the journal later.
RECEIVE_HIGH_WATER_MARK = 8000


def request_socket(
    context: "zmq.Context[zmq.Socket[bytes]]", credentials: Optional[BusCredentials]
) -> "zmq.Socket[bytes]":
    """The socket for requests, not connected yet. Sending never waits."""
    socket = _socket(context, zmq.DEALER, credentials)
    # Send only to a connected bus: a request to a dead one must not reach its successor.
    socket.set(zmq.IMMEDIATE, 1)
    # The last report of an ending control is still sent.
    socket.set(zmq.LINGER, 300)
    return socket


def connect_requests(socket: "zmq.Socket[bytes]", endpoint: str) -> None:
    """Connects the socket for requests."""
    try:
        socket.connect(endpoint)
    except zmq.ZMQError as error:
        raise EnvironmentProblem(f"use {endpoint} as the endpoint of a bus: {error.strerror}; set NAVBUS_ENDPOINT") from error


def event_socket(
    context: "zmq.Context[zmq.Socket[bytes]]", credentials: Optional[BusCredentials]
) -> "zmq.Socket[bytes]":
    """The socket for events, not connected yet."""
    socket = _socket(context, zmq.SUB, credentials)
    socket.set(zmq.RCVHWM, RECEIVE_HIGH_WATER_MARK)
    socket.set(zmq.LINGER, 0)
    return socket


def connect_events(socket: "zmq.Socket[bytes]", endpoint: str) -> None:
    """Connects the socket for events to the endpoint that the bus names."""
    try:
        socket.connect(endpoint)
    except zmq.ZMQError as error:
        raise NoBus(
            f'use "{endpoint}", where the bus says that its events are: {error.strerror}; bus and control have to be of '
            "one version, and the bus has to name an ipc:// or tcp:// endpoint"
        ) from error


def _socket(
    context: "zmq.Context[zmq.Socket[bytes]]", kind: int, credentials: Optional[BusCredentials]
) -> "zmq.Socket[bytes]":
    socket = context.socket(kind)
    socket.set(zmq.MAXMSGSIZE, MAX_MESSAGE_BYTES)
    socket.set(zmq.RECONNECT_IVL, 10)
    socket.set(zmq.RECONNECT_IVL_MAX, 200)
    if credentials is not None:
        credentials.prepare(socket)
    return socket


def reachable(events: str, requests: str) -> str:
    """The events endpoint as a client of this request endpoint reaches it.

    A bus that listens at all addresses does not know which one the client uses. A bus on this machine must not name an
    endpoint on another machine, and a bus on another machine must not name a path on this one.

    Raises:
        NoBus: The bus names such an endpoint.
    """
    if events.startswith(("ipc://", "tcp://")) and events[:6] != requests[:6]:
        raise NoBus(
            f'use "{events}", which the bus at {requests} names for its events: they must be where the bus is; restart the '
            "bus, or name another one"
        )
    scheme, _, location = events.partition("://")
    address, _, port = location.rpartition(":")
    if scheme != "tcp" or address not in ("*", "0.0.0.0", "[::]") or not requests.startswith("tcp://"):
        return events
    return f"tcp://{requests[len('tcp://') :].rpartition(':')[0]}:{port}"
