"""The connection to D-Bus: connects again and again, owns the name, and publishes changes."""

from __future__ import annotations

import asyncio
import os
import select
import threading
from collections import deque
from typing import Any, Callable, Deque, List, NamedTuple, Optional, Tuple

import navbus
from dbus_fast import DBusError, Message, MessageFlag, MessageType, RequestNameReply
from dbus_fast.aio import MessageBus
from guidance_properties import Values
from interface import NAME, Interface, path_element
from navigation_object import PROPERTIES, NavigationObject, SendCommand

# Seconds before the second attempt to connect; the delay doubles up to the maximum.
MIN_DELAY = 0.5
MAX_DELAY = 60.0
# Seconds for the handshake with the daemon.
CONNECT_TIMEOUT = 10.0
# Seconds after which a connection counts as stable: the next delay is the shortest one again.
STABLE_SECONDS = 10.0
# Maximum number of messages that wait for a daemon that does not read.
MAX_WAITING_MESSAGES = 1000
# Seconds until they are tried again.
WRITE_INTERVAL = 0.02
# Maximum number of signals that wait for the thread of D-Bus.
MAX_WAITING_SIGNALS = 64
# Seconds that the start of the control waits for the first connection.
START_TIMEOUT = 2.0
# Seconds that the end of the process waits for this thread.
STOP_TIMEOUT = 1.0

Report = Callable[[str, str], None]


class Address(NamedTuple):
    """The bus to connect to."""

    kind: str
    name: str

    @property
    def description(self) -> str:
        """The bus, for messages."""
        return f"the D-Bus {self.kind} bus"

    @property
    def address(self) -> str:
        """The address of the daemon.

        Raises:
            ConnectionError: The environment names none.
        """
        if self.kind == "system":
            return os.environ.get("DBUS_SYSTEM_BUS_ADDRESS") or "unix:path=/run/dbus/system_bus_socket"
        address = os.environ.get("DBUS_SESSION_BUS_ADDRESS")
        if address:
            return address
        folder = os.environ.get("XDG_RUNTIME_DIR", "")
        if folder.startswith("/") and os.path.exists(f"{folder}/bus"):
            return f"unix:path={folder}/bus"
        raise ConnectionError("DBUS_SESSION_BUS_ADDRESS is not set")


async def connected(address: Address) -> MessageBus:
    """A new connection to the daemon."""
    bus = MessageBus(bus_address=address.address)
    try:
        await asyncio.wait_for(bus.connect(), CONNECT_TIMEOUT)
    except BaseException:
        bus.disconnect()
        raise
    return bus


def default_name(session: str) -> str:
    """The name of a session on the bus."""
    return NAME if session == "main" else f"{NAME}.{path_element(session)}"


class Service:
    """Publishes the object on D-Bus, on a thread of its own.

    `start`, `stop`, `update` and `emit` may be called from any other thread, and never wait for the daemon; only `stop`
    waits for the thread, for a second at most.
    """

    def __init__(
        self, session: str, address: Address, max_updates_per_second: int, send_command: SendCommand, report: Report
    ) -> None:
        self._address = address
        self._interval = 1 / max_updates_per_second
        self._report = report
        self._interface = Interface()
        self._object = NavigationObject(session, self._interface, send_command)
        self._lock = threading.Lock()
        # Under the lock: the newest values, the signals to send, whether the thread is about to read them, and its loop.
        self._values: Values = {}
        self._signals: Deque[Tuple[str, List[Any]]] = deque(maxlen=MAX_WAITING_SIGNALS)
        self._is_woken = False
        self._has_tried = threading.Event()
        self._loop: asyncio.AbstractEventLoop
        self._is_running = False
        self._thread = threading.Thread(target=self._run, name="dbus", daemon=True)
        # On the thread of D-Bus: the connection, the values that it has published, the time of the next update.
        self._bus: Optional[MessageBus] = None
        self._published: Values = {}
        self._next_update = 0.0
        self._update_timer: Optional[asyncio.TimerHandle] = None
        # The messages that the daemon does not read yet, and the time of the next attempt.
        self._waiting: Deque[Message] = deque()
        self._write_timer: Optional[asyncio.TimerHandle] = None
        self._is_stopping: asyncio.Event
        self._has_reported_problem = False
        self._waits_for_name = False

    # ---- Called from other threads

    def start(self) -> None:
        """Starts the thread, and waits a little for the first attempt to connect: the first signal follows soon."""
        self._thread.start()
        self._has_tried.wait(START_TIMEOUT)

    def stop(self) -> None:
        """Ends the thread; may be called before `start`, and twice."""
        with self._lock:
            if not self._is_running:
                return
            self._loop.call_soon_threadsafe(self._is_stopping.set)
        self._thread.join(STOP_TIMEOUT)

    def update(self, values: Values) -> None:
        """Sets the values of all properties; changes are published at the permitted rate."""
        with self._lock:
            self._values = values
        self._wake()

    def emit(self, signal: str, *arguments: Any) -> None:
        """Sends a signal; without a connection it is dropped."""
        with self._lock:
            self._signals.append((signal, list(arguments)))
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            if self._is_woken or not self._is_running:
                return
            self._is_woken = True
            self._loop.call_soon_threadsafe(self._handle_wake_up)

    # ---- On the thread of D-Bus

    def _run(self) -> None:
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        # In Python 3.9, an event belongs to the loop of the thread that makes it.
        self._is_stopping = asyncio.Event()
        with self._lock:
            self._loop = loop
            self._is_running = True
        try:
            loop.run_until_complete(self._connect_again_and_again())
        finally:
            with self._lock:
                self._is_running = False
            loop.close()

    async def _connect_again_and_again(self) -> None:
        delay = MIN_DELAY
        while not self._is_stopping.is_set():
            start = self._loop.time()
            try:
                await self._serve()
            # Any error of the connection has the same remedy; the control must survive it.
            except Exception as error:
                self._report_problem(error)
            finally:
                self._close()
                self._has_tried.set()
            if self._loop.time() - start > STABLE_SECONDS:
                delay = MIN_DELAY
            await self._sleep(delay)
            delay = min(delay * 2, MAX_DELAY)

    async def _serve(self) -> None:
        """Connects and serves until the connection ends."""
        bus = await connected(self._address)
        try:
            self._bus = bus
            self._take_values()
            self._published = self._object.values
            bus.add_message_handler(self._handle_message)
            await self._own_name(bus)
            self._has_tried.set()
            if self._has_reported_problem:
                self._has_reported_problem = False
                self._report("note", f"{self._address.description} is connected again")
            await self._wait_for_end(bus)
        finally:
            bus.disconnect()

    async def _wait_for_end(self, bus: MessageBus) -> None:
        waits = [asyncio.ensure_future(self._await_disconnect(bus)), asyncio.ensure_future(self._is_stopping.wait())]
        done, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for each in pending:
            each.cancel()
        if waits[0] in done:
            waits[0].result()
            raise ConnectionError("the daemon has ended the connection")

    @staticmethod
    async def _await_disconnect(bus: MessageBus) -> None:
        await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]

    async def _own_name(self, bus: MessageBus) -> None:
        reply = await asyncio.wait_for(bus.request_name(self._address.name), CONNECT_TIMEOUT)
        self._waits_for_name = reply is RequestNameReply.IN_QUEUE
        if not self._waits_for_name:
            return
        owner = await asyncio.wait_for(bus.call(_question("GetConnectionUnixProcessID", self._address.name)), CONNECT_TIMEOUT)
        process = f" of process {owner.body[0]}" if owner.message_type is MessageType.METHOD_RETURN else ""
        self._report(
            "warning",
            f"another program{process} owns the name {self._address.name}; this bridge takes it over when that program "
            f'ends: end it, or choose another name in the section of this control: name = "{NAME}.second"',
        )

    def _close(self) -> None:
        self._bus = None
        self._waiting.clear()
        for timer in (self._update_timer, self._write_timer):
            if timer is not None:
                timer.cancel()
        self._update_timer = self._write_timer = None

    async def _sleep(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._is_stopping.wait(), seconds)
        except asyncio.TimeoutError:
            pass  # It is time for the next attempt.

    def _report_problem(self, error: Exception) -> None:
        """Reports the first problem until the next successful connection."""
        if self._has_reported_problem or self._is_stopping.is_set():
            return
        self._has_reported_problem = True
        reason = "the connection has ended" if isinstance(error, EOFError) else str(error) or type(error).__name__
        self._report(
            "warning",
            f"failed to use {self._address.description}: {navbus.printable(reason)}; {self._remedy(error)}; it tries "
            f"again, with delays of up to {MAX_DELAY:g} s",
        )

    def _remedy(self, error: Exception) -> str:
        if isinstance(error, DBusError) and error.type.endswith("AccessDenied"):
            return f"install the policy file {NAME}.conf, and run navbus as the user or group that it names"
        if self._address.kind == "system":
            return "start dbus.service"
        return "start navbus in the desktop session, or under dbus-run-session"

    # ---- Messages

    def _handle_message(self, message: Message) -> Optional[bool]:
        if message.message_type is MessageType.METHOD_CALL:
            is_answered = self._object.answer(message, lambda reply: self._reply(message, reply))
            # Some versions of the library read as long as calls arrive: without this, a flood would delay the changes.
            self._handle_wake_up()
            return is_answered or None
        if self._waits_for_name and message.member == "NameAcquired" and message.body == [self._address.name]:
            self._waits_for_name = False
            self._report("note", f"the name {self._address.name} is free, and belongs to this bridge now")
        return None

    def _reply(self, call: Message, reply: Message) -> None:
        """Sends a reply, from any thread."""
        if call.flags & MessageFlag.NO_REPLY_EXPECTED:
            return
        if threading.current_thread() is self._thread:
            self._send(reply)
            return
        with self._lock:
            if self._is_running:
                self._loop.call_soon_threadsafe(self._send, reply)

    def _send(self, message: Message) -> None:
        """Sends a message, or keeps it while the daemon does not read."""
        bus = self._bus
        if bus is None:
            return
        if len(self._waiting) >= MAX_WAITING_MESSAGES:
            self._bus = None
            bus.disconnect()
            return
        self._waiting.append(message)
        self._send_waiting()

    def _send_waiting(self) -> None:
        """Sends the waiting messages as long as the socket has space. The library ends the connection if it has none."""
        while self._waiting and self._bus is not None:
            if not _is_writable(self._bus):
                if self._write_timer is None:
                    self._write_timer = self._loop.call_later(WRITE_INTERVAL, self._try_again)
                return
            self._bus.send(self._waiting.popleft()).add_done_callback(_ignore_result)

    def _try_again(self) -> None:
        self._write_timer = None
        self._send_waiting()
        self._publish_changes()

    # ---- Changes

    def _handle_wake_up(self) -> None:
        signals = self._take_values()
        self._publish_changes()
        for name, arguments in signals:
            self._send(Message.new_signal(self._object.path, NAME, name, self._interface.signals[name], arguments))

    def _take_values(self) -> List[Tuple[str, List[Any]]]:
        """Takes the newest values; returns the signals to send."""
        with self._lock:
            self._is_woken = False
            self._object.values = self._values
            signals = list(self._signals)
            self._signals.clear()
        return signals

    def _publish_changes(self) -> None:
        """Publishes the changes since the last time, or sets a timer for it."""
        values, published = self._object.values, self._published
        # While messages wait for the daemon, changes are collected.
        if self._bus is None or values is published or self._waiting:
            return
        now = self._loop.time()
        if now < self._next_update:
            if self._update_timer is None:
                self._update_timer = self._loop.call_at(self._next_update, self._handle_timer)
            return
        self._published = values
        changed = {
            name: self._object.variant(name)
            for name, value in values.items()
            if name not in published or published[name] != value
        }
        invalidated = [name for name in published if name not in values]
        if changed or invalidated:
            self._next_update = now + self._interval
            body = [NAME, changed, invalidated]
            self._send(Message.new_signal(self._object.path, PROPERTIES, "PropertiesChanged", "sa{sv}as", body))

    def _handle_timer(self) -> None:
        self._update_timer = None
        self._publish_changes()


def _is_writable(bus: MessageBus) -> bool:
    """Whether the socket has space for another message."""
    if bus._sock is None:
        return False
    poll = select.poll()
    poll.register(bus._sock, select.POLLOUT)
    return any(events & select.POLLOUT for _, events in poll.poll(0))


def _ignore_result(result: asyncio.Future[None]) -> None:
    """The end of the connection is reported elsewhere."""
    if not result.cancelled():
        result.exception()


def _question(member: str, name: str) -> Message:
    """A call of the daemon."""
    return Message(
        destination="org.freedesktop.DBus",
        path="/org/freedesktop/DBus",
        interface="org.freedesktop.DBus",
        member=member,
        signature="s",
        body=[name],
    )
