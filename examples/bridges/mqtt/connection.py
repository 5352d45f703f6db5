"""One connection to the broker, from CONNECT to its end."""

from __future__ import annotations

import select
import ssl
import threading
import time
from typing import Any, Callable, List, Optional

import paho.mqtt.client as paho
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from broker import Broker
from commands import CommandHandler
from outbox import Outbox
from topics import OFFLINE, ONLINE, Topics
from wake_pipe import WakePipe

# Seconds that the broker has for its answer to CONNECT.
CONNECT_TIMEOUT = 10.0
# Seconds after which a broker that accepts no data counts as lost.
WRITE_TIMEOUT = 20.0
# Seconds that the last messages may take at the end.
FAREWELL_TIMEOUT = 1.0
# Largest packet that the broker may send: the commands are short.
MAX_PACKET_BYTES = 4096
# The first reason code of MQTT 5 that is an error.
FIRST_ERROR = 128
UNSUPPORTED_VERSION = 132


class Lost(Exception):
    """The connection has ended, or there was none."""

    def __init__(self, reason: str, is_refusal: bool = False) -> None:
        super().__init__(reason)
        # Whether the broker has answered, and has refused the bridge.
        self.is_refusal = is_refusal


class Connection:
    """A client of paho for one connection: none of its queues survives. One thread."""

    def __init__(
        self,
        broker: Broker,
        password: Optional[str],
        tls: Optional[ssl.SSLContext],
        topics: Topics,
        outbox: Outbox,
        commands: CommandHandler,
    ) -> None:
        self._broker = broker
        self._topics = topics
        self._outbox = outbox
        self._commands = commands
        self._is_connected = False
        self._is_announced = False
        self._blocked_since: Optional[float] = None
        self._end: Optional[Lost] = None
        self._client = _new_client(topics.id)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        # The broker publishes this when the connection ends without a farewell.
        self._client.will_set(topics.status, OFFLINE, qos=1, retain=True)
        if broker.user:
            self._client.username_pw_set(broker.user, password)
        if tls is not None:
            self._client.tls_set_context(tls)

    def run(self, wake_up: WakePipe, stop: threading.Event, on_connected: Callable[[], None]) -> None:
        """Stays connected until `stop`.

        Raises:
            Lost: There is no connection, or it has ended.
        """
        try:
            self._open()
            self._await_answer(stop)
            if not stop.is_set():
                on_connected()
                self._subscribe()
                self._outbox.repeat_all()
            while not stop.is_set():
                self._publish()
                self._step(wake_up, self._broker.keep_alive_seconds / 3)
            if self._is_connected:
                self._say_farewell(wake_up)
        except Lost:
            raise
        except ssl.SSLError as error:
            # Another attempt changes nothing: the certificate is wrong, or there is no TLS.
            raise Lost(getattr(error, "verify_message", "") or str(error), is_refusal=True) from error
        except OSError as error:
            raise Lost(error.strerror or str(error)) from error
        except Exception as error:
            # paho raises several kinds of errors for data that is no MQTT.
            raise Lost(f"the answer is not MQTT ({type(error).__name__}: {error})", is_refusal=True) from error

    def close(self) -> None:
        """Closes the socket; without a farewell before, the broker publishes the will."""
        socket = self._client.socket()
        if socket is not None:
            socket.close()

    # ---- The stages of a connection

    def _open(self) -> None:
        # Without types in paho.
        make_properties: Any = Properties
        properties = make_properties(PacketTypes.CONNECT)
        properties.MaximumPacketSize = MAX_PACKET_BYTES
        self._client.connect(
            self._broker.host, self._broker.port, keepalive=self._broker.keep_alive_seconds, properties=properties
        )

    def _await_answer(self, stop: threading.Event) -> None:
        deadline = time.monotonic() + CONNECT_TIMEOUT
        while not self._is_connected and not stop.is_set():
            if time.monotonic() >= deadline:
                raise Lost("it accepts the connection, but does not answer")
            self._step(None, 0.2)

    def _subscribe(self) -> None:
        # With retainAsPublished, also a retained message that is published now is known as such.
        options = SubscribeOptions(qos=1, retainAsPublished=True)
        self._client.subscribe([(topic, options) for topic in self._commands.topics])

    def _publish(self) -> None:
        """Publishes until the outbox is empty, or the socket accepts no more: then newer values replace older ones."""
        while not self._client.want_write():
            item = self._outbox.take()
            if item is not None:
                self._client.publish(*item, retain=True)
            elif not self._is_announced:
                # Last, so that no entity is available before its value is known.
                self._is_announced = True
                self._client.publish(self._topics.status, ONLINE, retain=True)
            else:
                return

    def _say_farewell(self, wake_up: WakePipe) -> None:
        deadline = time.monotonic() + FAREWELL_TIMEOUT
        self._publish()
        self._client.publish(self._topics.status, OFFLINE, retain=True)
        while self._client.want_write() and time.monotonic() < deadline:
            self._step(wake_up, 0.1)
        self._client.disconnect()

    def _step(self, wake_up: Optional[WakePipe], seconds: float) -> None:
        """Waits for the broker or for the control, and handles what has arrived.

        Raises:
            Lost: The connection has ended.
        """
        self._check()
        socket = self._client.socket()
        wants_write = self._client.want_write()
        self._check_blocked(wants_write)
        poller = select.poll()
        poller.register(socket, select.POLLIN | (select.POLLOUT if wants_write else 0))
        if wake_up is not None:
            poller.register(wake_up.reader, select.POLLIN)
        # TLS may have decrypted more than was read.
        is_pending = bool(getattr(socket, "pending", lambda: 0)())
        ready = dict(poller.poll(0 if is_pending else min(seconds, 1.0 if wants_write else seconds) * 1000))
        if wake_up is not None and wake_up.reader in ready:
            wake_up.drain()
        events = ready.get(socket.fileno(), 0)
        if events & select.POLLOUT:
            self._client.loop_write()
        if is_pending or events & ~select.POLLOUT:
            self._client.loop_read()
        self._client.loop_misc()
        self._check()

    def _check(self) -> None:
        if self._end is not None:
            raise self._end
        if self._client.socket() is None:
            raise Lost("the connection was closed")

    def _check_blocked(self, wants_write: bool) -> None:
        now = time.monotonic()
        if not wants_write:
            self._blocked_since = None
        elif self._blocked_since is None:
            self._blocked_since = now
        elif now - self._blocked_since >= WRITE_TIMEOUT:
            raise Lost("it accepts no data")

    # ---- Callbacks; their arguments differ between paho 1.6 and 2

    def _on_connect(self, client: Any, userdata: Any, flags: Any, reason: Any, properties: Any = None) -> None:
        if _code(reason) >= FIRST_ERROR:
            self._end = Lost(f"it refuses the connection: {_text(reason)}", is_refusal=True)
        else:
            self._is_connected = True

    def _on_disconnect(self, client: Any, userdata: Any, *details: Any) -> None:
        if self._end is None:
            reasons: List[Any] = [detail for detail in details if _code(detail) >= FIRST_ERROR]
            self._end = Lost(_text(reasons[0]) if reasons else "the connection was lost")

    def _on_message(self, client: Any, userdata: Any, message: Any) -> None:
        self._commands.handle(message.topic, message.payload, bool(message.retain))


def _new_client(id: str) -> Any:
    """A client of paho 2, or of paho 1.6, which has no version of the callbacks."""
    make_client: Any = paho.Client
    versions = getattr(paho, "CallbackAPIVersion", None)
    options = {} if versions is None else {"callback_api_version": versions.VERSION2}
    return make_client(client_id=id, protocol=paho.MQTTv5, **options)


def _code(reason: Any) -> int:
    """The number of a reason code; 0 for anything else."""
    value = getattr(reason, "value", reason)
    return value if isinstance(value, int) else 0


def _text(reason: Any) -> str:
    # paho 1.6 has only the number for the answer of a broker without MQTT 5.
    return "unsupported protocol version" if reason == UNSUPPORTED_VERSION else str(reason).lower()
