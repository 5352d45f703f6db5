"""A connection to BlueZ over the system D-Bus, with a copy of its objects."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, List, Optional, Tuple

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from problem import ADAPTER_OFF, BUS_LOST, NO_ADAPTER, NO_BLUEZ, CallFailure, Problem, problem_of

NAME = "org.bluez"
ADAPTER = "org.bluez.Adapter1"
PROPERTIES = "org.freedesktop.DBus.Properties"
MANAGER = "org.freedesktop.DBus.ObjectManager"
DBUS = "org.freedesktop.DBus"

# Seconds for an answer, unless the call names others.
CALL_SECONDS = 10.0

Objects = Dict[str, Dict[str, Dict[str, Any]]]


class BlueZ:
    """The objects of BlueZ by path, interface and property; `wake` is set after each change."""

    def __init__(self, wake: asyncio.Event) -> None:
        self._wake = wake
        self._bus: Optional[MessageBus] = None
        self._watch: Optional[asyncio.Task[None]] = None
        # Unique name of BlueZ on the bus; None before the first answer.
        self._owner: Optional[str] = None
        # Signals that arrive before the objects are known.
        self._early: List[Message] = []
        self._answer: Callable[[Message], Optional[Message]] = lambda call: None
        self.objects: Objects = {}
        # Whether the bus or BlueZ has gone; the connection is then of no more use.
        self.is_lost = False
        self._is_closed = False
        self.loss = NO_BLUEZ
        # Whether BlueZ has appeared on a bus where it was missing.
        self.has_appeared = False

    async def connect(self) -> None:
        """Connects to the system D-Bus and reads the objects of BlueZ."""
        try:
            self._bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
        except Exception as error:  # dbus-fast raises errors of sockets, of addresses and of its own.
            raise Problem(f"failed to connect to the system D-Bus: {error}; apt-get install dbus") from error
        self._watch = asyncio.ensure_future(self._await_disconnect(self._bus))
        self._bus.add_message_handler(self._handle)
        for rule in (
            f"type='signal',sender='{NAME}'",
            f"type='signal',sender='{DBUS}',member='NameOwnerChanged',arg0='{NAME}'",
        ):
            await self._call(DBUS, "/org/freedesktop/DBus", DBUS, "AddMatch", "s", [rule])
        try:
            reply = await self._call(NAME, "/", MANAGER, "GetManagedObjects", "", [])
        except CallFailure as failure:
            raise problem_of(failure, "read the state of Bluetooth", "systemctl restart bluetooth") from failure
        self._owner = reply.sender
        self.objects = {path: _plain(interfaces) for path, interfaces in reply.body[0].items()}
        # A signal that preceded the answer is repeated too: the last one for each property agrees with the answer.
        for signal in self._early:
            self._apply(signal)
        self._early = []

    async def close(self) -> None:
        """Ends the connection; BlueZ then forgets all that it registered."""
        self._is_closed = self.is_lost = True
        if self._bus is not None:
            self._bus.disconnect()
        if self._watch is not None:
            await asyncio.wait([self._watch], timeout=1)

    def handle_calls(self, answer: Callable[[Message], Optional[Message]]) -> None:
        """Answers the calls of BlueZ, and of no other program, to objects of this connection."""
        self._answer = answer

    async def call(
        self, path: str, interface: str, member: str, signature: str = "", *body: Any, seconds: float = CALL_SECONDS
    ) -> List[Any]:
        """Calls a method of BlueZ; raises CallFailure for its error, Problem for a lost connection."""
        reply = await self._call(NAME, path, interface, member, signature, list(body), seconds)
        return list(reply.body)

    def emit(self, path: str, interface: str, member: str, signature: str, *body: Any) -> None:
        """Sends a signal to BlueZ alone: its values are for the display, not for other programs on the bus."""
        signal = Message(
            message_type=MessageType.SIGNAL,
            destination=self._owner,
            path=path,
            interface=interface,
            member=member,
            signature=signature,
            body=list(body),
        )
        self._send(signal)

    # ---- Objects

    def property(self, path: str, interface: str, name: str, default: Any = None) -> Any:
        """The value of a property; the default if there is none."""
        return self.objects.get(path, {}).get(interface, {}).get(name, default)

    def adapters(self) -> List[Tuple[str, bool]]:
        """The paths of the adapters, and whether each is on."""
        return sorted(
            (path, bool(self.property(path, ADAPTER, "Powered"))) for path in self.objects if ADAPTER in self.objects[path]
        )

    def adapter(self) -> str:
        """The path of the first adapter that is on."""
        adapters = self.adapters()
        for path, is_on in adapters:
            if is_on:
                return path
        raise Problem(ADAPTER_OFF if adapters else NO_ADAPTER)

    def require(self, adapter: str) -> None:
        """Raises the problem if the connection is lost, or the adapter is removed or off."""
        if self.is_lost:
            raise Problem(self.loss)
        if ADAPTER not in self.objects.get(adapter, {}):
            raise Problem(NO_ADAPTER)
        if not self.property(adapter, ADAPTER, "Powered"):
            raise Problem(ADAPTER_OFF)

    # ---- Messages

    async def _call(
        self,
        destination: str,
        path: str,
        interface: str,
        member: str,
        signature: str,
        body: List[Any],
        seconds: float = CALL_SECONDS,
    ) -> Message:
        if self._bus is None or self.is_lost:
            raise Problem(self.loss)
        message = Message(
            destination=destination, path=path, interface=interface, member=member, signature=signature, body=body
        )
        answer = asyncio.ensure_future(self._bus.call(message))
        assert self._watch is not None
        # A call does not always end with the connection.
        await asyncio.wait([answer, self._watch], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            answer.cancel()
            if self._watch.done():
                raise Problem(BUS_LOST)
            raise CallFailure("org.freedesktop.DBus.Error.NoReply", f"no answer within {seconds:g} s")
        if answer.exception() is not None:
            raise Problem(BUS_LOST)
        reply = answer.result()
        if reply.message_type == MessageType.ERROR:
            text = reply.body[0] if reply.body and isinstance(reply.body[0], str) else ""
            raise CallFailure(reply.error_name or "", text)
        return reply

    def _send(self, message: Message) -> None:
        if self._bus is None or self.is_lost:
            return
        try:
            self._bus.send(message)
        except OSError:  # The socket is closed, and the end of the connection is noticed only later.
            self._lose()

    async def _await_disconnect(self, bus: Any) -> None:
        try:
            await bus.wait_for_disconnect()
        except Exception:  # The reason is that of the socket.
            pass
        self._lose()

    def _lose(self) -> None:
        self.is_lost, self.loss = True, BUS_LOST
        self._wake.set()

    def _handle(self, message: Message) -> bool:
        """Handles a message; False leaves it to dbus-fast, which answers a call that there is no such object."""
        if self._is_closed:
            return True
        if message.message_type == MessageType.METHOD_CALL:
            reply = self._answer(message) if message.sender == self._owner else None
            if reply is not None:
                self._send(reply)
            return reply is not None
        if message.message_type == MessageType.SIGNAL:
            if message.interface == DBUS and message.member == "NameOwnerChanged":
                self._note_owner(message)
            elif message.destination is None:  # The bus passes on only the broadcasts of BlueZ.
                if self._owner is None:
                    self._early.append(message)
                else:
                    self._apply(message)
            self._wake.set()
        return False

    def _note_owner(self, message: Message) -> None:
        if message.sender != DBUS or not message.body or message.body[0] != NAME:
            return
        if self._owner is not None and message.body[2] != self._owner:
            self.is_lost = True
        self.has_appeared = bool(message.body[2])

    def _apply(self, signal: Message) -> None:
        member, body = signal.member, signal.body
        if signal.interface == MANAGER and member == "InterfacesAdded" and signal.signature == "oa{sa{sv}}":
            self.objects.setdefault(body[0], {}).update(_plain(body[1]))
        elif signal.interface == MANAGER and member == "InterfacesRemoved" and signal.signature == "oas":
            interfaces = self.objects.get(body[0], {})
            for name in body[1]:
                interfaces.pop(name, None)
            if not interfaces:
                self.objects.pop(body[0], None)
        elif signal.interface == PROPERTIES and member == "PropertiesChanged" and signal.signature == "sa{sv}as":
            values = self.objects.get(signal.path or "", {}).get(body[0])
            if values is not None:
                values.update({name: value.value for name, value in body[1].items()})
                for name in body[2]:
                    values.pop(name, None)


def _plain(interfaces: Dict[str, Dict[str, Variant]]) -> Dict[str, Dict[str, Any]]:
    return {
        interface: {name: value.value for name, value in values.items()} for interface, values in interfaces.items()
    }


def ignore_socket_errors(loop: asyncio.AbstractEventLoop, context: Dict[str, Any]) -> None:
    """Ignores the errors that dbus-fast leaves in the results of its own calls: the end of the connection is reported once."""
    if not isinstance(context.get("exception"), (OSError, EOFError)):
        loop.default_exception_handler(context)
