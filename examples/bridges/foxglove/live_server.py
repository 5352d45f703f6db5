"""The server that Foxglove connects to: channels, and the present state for a client that connects late."""

from __future__ import annotations

import ipaddress
import json
import logging
import os
import socket
import threading
import time
from typing import Callable, Dict, NamedTuple, Optional, Sequence, Set, Tuple

import foxglove
from foxglove.messages import GeoJson, Log
from foxglove.websocket import ChannelView, Client, ServerListener, WebSocketServer
from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import FileDescriptor
from navbus import SettingsError
from navbus.v1 import events_pb2

from generated import LocationFix_pb2
from messages import METRICS_SCHEMA

# Messages that wait for a slow client; the oldest are dropped. At one fix a second, these are three minutes.
MAX_WAITING_MESSAGES = 1024


def descriptor_set(*files: FileDescriptor) -> bytes:
    """The serialized FileDescriptorSet that describes protobuf messages to a client."""
    described = descriptor_pb2.FileDescriptorSet()
    for file in files:
        file.CopyToProto(described.file.add())
    return described.SerializeToString()


def _protobuf(name: str, *files: FileDescriptor) -> foxglove.Schema:
    return foxglove.Schema(name=name, encoding="protobuf", data=descriptor_set(*files))


ENVELOPE = _protobuf("navbus.v1.Envelope", events_pb2.DESCRIPTOR)
LOCATION_FIX = _protobuf(
    "foxglove.LocationFix", *LocationFix_pb2.DESCRIPTOR.dependencies, LocationFix_pb2.DESCRIPTOR
)
METRICS = foxglove.Schema(name="navbus.Metrics", encoding="jsonschema", data=json.dumps(METRICS_SCHEMA).encode())


class ChannelKind(NamedTuple):
    """A channel: the start of its topic, before the name of the session, and its messages."""

    prefix: str
    schema: foxglove.Schema
    # Whether its latest message is part of the present state, which a late client gets.
    is_state: bool = True
    encoding: str = "protobuf"


# By the names of the setting `only`. Events and positions have the topics that they have in recordings.
CHANNELS: Dict[str, ChannelKind] = {
    "gps": ChannelKind("onGPS/", ENVELOPE),
    "navigation": ChannelKind("onNavigation/", ENVELOPE),
    "started": ChannelKind("onNavigationStarted/", ENVELOPE),
    "stopped": ChannelKind("onNavigationStopped/", ENVELOPE),
    "control": ChannelKind("onControl/", ENVELOPE, is_state=False),
    "command": ChannelKind("onCommand/", ENVELOPE, is_state=False),
    "heading": ChannelKind("onHeading/", ENVELOPE),
    "position": ChannelKind("/position/", LOCATION_FIX),
    "route": ChannelKind("/route/", GeoJson.get_schema()),
    "log": ChannelKind("/log/", Log.get_schema(), is_state=False),
    "metrics": ChannelKind("/metrics/", METRICS, encoding="json"),
}


class LiveServer(ServerListener):
    """Sends messages to all clients that subscribe to their channel; never waits for a client."""

    def __init__(self, host: str, port: int, session: str, names: Sequence[str], warn: Callable[[str], None]) -> None:
        """Listens on nothing yet.

        Args:
            names: The channels to offer.
            warn: Called from any thread with warnings of the SDK, such as a client that was refused.
        """
        self._address = (host, port)
        self._session = session
        self._names = names
        self._warn = warn
        self._context = foxglove.Context()
        self._channels: Dict[str, foxglove.Channel] = {}
        self._server: Optional[WebSocketServer] = None
        self._listener: Optional[Descriptor] = None
        # With the same id, the app knows after a reconnection that it is still the same drive.
        self._session_id = str(time.time_ns())
        # The latest message of each channel by its topic, with its time. The lock also keeps the order: a client never
        # gets a message after a newer one.
        self._latest: Dict[str, Tuple[bytes, int]] = {}
        self._lock = threading.Lock()

    def start(self) -> str:
        """Begins to listen; returns the address for clients."""
        for name in self._names:
            kind = CHANNELS[name]
            self._channels[name] = foxglove.Channel(
                kind.prefix + self._session,
                schema=kind.schema,
                message_encoding=kind.encoding,
                metadata={"session": self._session},
                context=self._context,
            )
        logger = logging.getLogger("foxglove")
        logger.handlers, logger.propagate = [_WarningHandler(self._warn)], False
        self._listen()
        host, port = self._address
        return f"ws://{_bracketed(host)}:{port}"

    def _listen(self) -> None:
        host, port = self._address
        known = open_descriptors()
        try:
            self._server = foxglove.start_server(
                name="navbus",
                host=host,
                port=port,
                server_listener=self,
                context=self._context,
                session_id=self._session_id,
                message_backlog_size=MAX_WAITING_MESSAGES,
            )
        except RuntimeError as error:
            raise _listening_problem(host, port, str(error)) from error
        self._address = (host, self._server.port)
        self._listener = next((each for each in sorted(open_descriptors() - known) if each.is_listening), None)

    def keep_listening(self) -> None:
        """Listens again after a flood of connections: the SDK stops listening for ever when no file descriptor is left.

        The clients are disconnected once, and the app connects again.
        """
        if self._server is None or self._listener is None or self._listener.is_open or not has_free_descriptors():
            return
        self._warn("too many connections: further clients were refused; listening again")
        self._server.stop()
        try:
            self._listen()
        except SettingsError as problem:
            # The old connections may still be closing: the next call tries again.
            self._warn(f"failed to {problem}")

    def publish(self, name: str, message: bytes, time_nanoseconds: int) -> None:
        """Sends a message to the clients of a channel; nothing if the channel is not offered."""
        channel = self._channels.get(name)
        if channel is None:
            return
        with self._lock:
            if CHANNELS[name].is_state:
                self._latest[channel.topic()] = (message, time_nanoseconds)
            channel.log(message, log_time=time_nanoseconds)

    def forget(self, name: str) -> None:
        """The latest message of a channel is no longer part of the present state."""
        with self._lock:
            self._latest.pop(CHANNELS[name].prefix + self._session, None)

    def on_subscribe(self, client: Client, channel: ChannelView) -> None:
        """Sends the latest message to a client that subscribes; called by the SDK on a thread of its own."""
        with self._lock:
            latest = self._latest.get(channel.topic)
            known = next((known for known in self._channels.values() if known.id() == channel.id), None)
            if latest is not None and known is not None:
                # The SDK counts clients and sinks alike: this process has no sinks besides its clients.
                known.log(latest[0], log_time=latest[1], sink_id=client.id)

    def stop(self) -> None:
        """Closes all connections."""
        if self._server is not None:
            self._server.stop()
            self._server = None


class Descriptor(NamedTuple):
    """A file descriptor of this process, and the file behind it: numbers are used again, inodes are not."""

    number: int
    inode: int

    @property
    def is_open(self) -> bool:
        try:
            return os.fstat(self.number).st_ino == self.inode
        except OSError:
            return False

    @property
    def is_listening(self) -> bool:
        try:
            with socket.socket(fileno=os.dup(self.number)) as copy:
                return bool(copy.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
        except OSError:
            return False


def open_descriptors() -> Set[Descriptor]:
    """All file descriptors of this process."""
    descriptors = set()
    for name in os.listdir("/proc/self/fd"):
        try:
            descriptors.add(Descriptor(int(name), os.fstat(int(name)).st_ino))
        except OSError:
            pass  # It listed the folder itself.
    return descriptors


def has_free_descriptors(count: int = 16) -> bool:
    """Whether this process may open so many more files."""
    copies = []
    try:
        for _ in range(count):
            copies.append(os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC))
    except OSError:
        return False
    finally:
        for copy in copies:
            os.close(copy)
    return True


class _WarningHandler(logging.Handler):
    """Passes on the first warning of the SDK, and then each time their number has doubled: a hostile client must not
    fill the log."""

    def __init__(self, warn: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._warn = warn
        self._count = 0
        self._next = 1

    def emit(self, record: logging.LogRecord) -> None:
        self._count += 1
        if self._count >= self._next:
            self._next = self._count * 2
            self._warn(f"{record.getMessage()} ({self._count} such warnings so far)")


def is_this_machine(host: str) -> bool:
    """Whether only programs of this machine can reach an address."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _listening_problem(host: str, port: int, problem: str) -> SettingsError:
    if "in use" in problem:
        return SettingsError(
            "port", f"{port} of {host} is in use: end the other program, or set another port, or 0 for a free one"
        )
    if "Permission denied" in problem:
        return SettingsError("port", f"{port} of {host} belongs to root: set a port above 1023")
    return SettingsError("host", f"{host} is no address of this machine ({problem})")
