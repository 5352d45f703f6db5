"""A client as Foxglove is one: it negotiates the protocol, subscribes, and decodes messages with the advertised schemas."""

from __future__ import annotations

import base64
import json
import socket
import struct
import threading
import time
from typing import Any, Callable, Dict, List, NamedTuple

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PROTOCOL = "foxglove.sdk.v1"


class Received(NamedTuple):
    """A message of a channel."""

    topic: str
    log_time: int
    data: bytes


class Channel(NamedTuple):
    """An advertised channel."""

    id: int
    topic: str
    encoding: str
    schema_name: str
    schema: bytes
    metadata: Dict[str, str]

    def decode(self, data: bytes) -> Any:
        """Decodes a message with nothing but the advertised schema."""
        return json.loads(data) if self.encoding == "json" else self.message_class().FromString(data)

    def message_class(self) -> Any:
        pool = descriptor_pool.DescriptorPool()
        for file in descriptor_pb2.FileDescriptorSet.FromString(self.schema).file:
            pool.Add(file)
        return message_factory.GetMessageClass(pool.FindMessageTypeByName(self.schema_name))


class Peer:
    """A connected client, whose messages are collected on a thread. Use it in a `with`."""

    def __init__(self, url: str, is_read: bool = True) -> None:
        self.socket = connect(url, subprotocols=[PROTOCOL], max_size=None, compression=None, legacy=True)
        self.server_info: Dict[str, Any] = json.loads(self.socket.recv(timeout=20))
        advertised = json.loads(self.socket.recv(timeout=20))
        self.channels = {channel.topic: channel for channel in map(_channel, advertised["channels"])}
        self.messages: List[Received] = []
        self.statuses: List[Dict[str, Any]] = []
        self._topics: Dict[int, str] = {}
        self._reader = threading.Thread(target=self._read if is_read else lambda: None, daemon=True)
        self._reader.start()

    def __enter__(self) -> "Peer":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()
        self._reader.join()

    def subscribe(self, *topics: str) -> None:
        """Subscribes to channels, by default to all."""
        subscriptions = []
        for topic in topics or self.channels:
            number = len(self._topics) + 100
            self._topics[number] = topic
            subscriptions.append({"id": number, "channelId": self.channels[topic].id})
        self.socket.send(json.dumps({"op": "subscribe", "subscriptions": subscriptions}))

    def _read(self) -> None:
        try:
            for frame in self.socket:
                if isinstance(frame, str):
                    self.statuses.append(json.loads(frame))
                elif frame[0] == 1:
                    number, log_time = struct.unpack("<IQ", frame[1:13])
                    self.messages.append(Received(self._topics[number], log_time, frame[13:]))
        except ConnectionClosed:
            pass

    def of(self, topic: str) -> List[Received]:
        return [message for message in list(self.messages) if message.topic == topic]

    def wait(self, condition: Callable[[], object], seconds: float = 20) -> bool:
        return wait(condition, seconds)

    @property
    def is_connected(self) -> bool:
        return self._reader.is_alive()


def _channel(values: Dict[str, Any]) -> Channel:
    schema = values["schema"]
    data = base64.b64decode(schema) if values["schemaEncoding"] == "protobuf" else schema.encode()
    return Channel(
        values["id"], values["topic"], values["encoding"], values["schemaName"], data, values.get("metadata", {})
    )


def wait(condition: Callable[[], object], seconds: float = 20) -> bool:
    """Waits until a condition holds."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.005)
    return bool(condition())


def unfinished_message(port: int, mebibytes: int) -> socket.socket:
    """A connection that has sent the beginning of a message that never ends."""
    connection = socket.create_connection(("127.0.0.1", port), 20)
    lines = (
        "GET / HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Protocol: {PROTOCOL}",
    )
    try:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        connection.recv(2000)
        for number in range(mebibytes):
            # A binary frame and its continuations, none of them the last, masked with zeros.
            opcode = 2 if number == 0 else 0
            connection.sendall(bytes([opcode, 0xFF]) + struct.pack(">Q", 1 << 20) + bytes(4) + bytes(1 << 20))
    except OSError:
        connection.close()
        raise
    return connection
