"""The object on D-Bus: answers the calls of other programs."""

from __future__ import annotations

import time
from typing import Any, Callable, Dict, Optional

import navbus
from caller_limits import CALLS, COMMANDS, CallerLimits
from dbus_fast import Message, Variant
from guidance_properties import Values
from interface import NAME, Interface, object_path, parent_description

PROPERTIES = "org.freedesktop.DBus.Properties"
INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"
PEER = "org.freedesktop.DBus.Peer"
DBUS_ERROR = "org.freedesktop.DBus.Error."
UNKNOWN_VALUE = "org.navbus.Error.Unknown"
REFUSED = "org.navbus.Error.Refused"

# Seconds to wait after a call beyond the limits: a flood then takes little processor time from guidance.
FLOOD_DELAY = 0.001

# Sends a request to the bus of navbus; the last argument is called with the reason of a refusal, or with an empty text.
SendCommand = Callable[[str, Dict[str, Any], Callable[[str], None]], None]


class CallError(Exception):
    """The answer to a call that fails: a D-Bus error with its name and its text."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name if "." in name else DBUS_ERROR + name


class NavigationObject:
    """The object of a session. All methods are called on the thread of D-Bus."""

    def __init__(self, session: str, interface: Interface, send_command: SendCommand) -> None:
        self.path = object_path(session)
        # The present values of the properties.
        self.values: Values = {}
        self._interface = interface
        self._send_command = send_command
        self._calls = CallerLimits(CALLS)
        self._commands = CallerLimits(COMMANDS)
        self._children = self._parents()

    def answer(self, call: Message, send: Callable[[Message], None]) -> bool:
        """Answers a call, now or later, through `send`; False if the library answers it."""
        try:
            if not self._calls.allows(call.sender or "", time.monotonic()):
                time.sleep(FLOOD_DELAY)
                raise CallError("LimitsExceeded", f"more than {CALLS.per_second:g} calls a second")
            if call.interface == PEER:
                return False
            if call.path != self.path:
                send(self._answer_for_parent(call))
            elif call.member in self._interface.methods and call.interface in (NAME, None):
                self._handle_command(call, send)
            else:
                send(self._answer_standard(call))
        except CallError as error:
            send(Message.new_error(call, error.name, str(error)))
        return True

    def variant(self, name: str) -> Variant:
        """The present value of a property, with its type."""
        return Variant(self._interface.properties[name], self.values[name])

    # ---- Introspection and properties

    def _parents(self) -> Dict[str, str]:
        """The child of each object above that of the session."""
        elements = self.path.split("/")[1:]
        return {"/" + "/".join(elements[:depth]): elements[depth] for depth in range(len(elements))}

    def _answer_for_parent(self, call: Message) -> Message:
        child = self._children.get(call.path or "")
        if child is None:
            raise CallError("UnknownObject", f"there is no object {_quoted(call.path)}; there is {self.path}")
        if call.member == "Introspect" and call.interface in (INTROSPECTABLE, None):
            _check_signature(call, "")
            return Message.new_method_return(call, "s", [parent_description(child)])
        raise CallError("UnknownMethod", f"this object has no method {_quoted(call.member)}; guidance is at {self.path}")

    def _answer_standard(self, call: Message) -> Message:
        answers = {
            (INTROSPECTABLE, "Introspect"): ("", self._introspect),
            (PROPERTIES, "Get"): ("ss", self._get),
            (PROPERTIES, "GetAll"): ("s", self._get_all),
            (PROPERTIES, "Set"): ("ssv", self._refuse_to_set),
        }
        for (interface, name), (signature, answer) in answers.items():
            if call.member == name and call.interface in (interface, None):
                _check_signature(call, signature)
                return answer(call)
        if call.interface in (NAME, PROPERTIES, INTROSPECTABLE, None):
            raise CallError("UnknownMethod", f"there is no method {_quoted(call.member)}")
        raise CallError("UnknownInterface", f"there is no interface {_quoted(call.interface)}")

    def _introspect(self, call: Message) -> Message:
        return Message.new_method_return(call, "s", [self._interface.description])

    def _get(self, call: Message) -> Message:
        interface, name = call.body
        self._check_property(interface, name)
        if name not in self.values:
            raise CallError(UNKNOWN_VALUE, f"{name} is unknown at present")
        return Message.new_method_return(call, "v", [self.variant(name)])

    def _get_all(self, call: Message) -> Message:
        interface = call.body[0]
        if interface in (PROPERTIES, INTROSPECTABLE, PEER):
            return Message.new_method_return(call, "a{sv}", [{}])
        _check_interface(interface)
        return Message.new_method_return(call, "a{sv}", [{name: self.variant(name) for name in self.values}])

    def _refuse_to_set(self, call: Message) -> Message:
        interface, name, _ = call.body
        self._check_property(interface, name)
        raise CallError("PropertyReadOnly", f"{name} cannot be written")

    def _check_property(self, interface: str, name: str) -> None:
        _check_interface(interface)
        if name not in self._interface.properties:
            raise CallError("UnknownProperty", f"there is no property {_quoted(name)}")

    # ---- Commands

    def _handle_command(self, call: Message, send: Callable[[Message], None]) -> None:
        _check_signature(call, self._interface.methods[call.member or ""])
        if not self._commands.allows(call.sender or "", time.monotonic()):
            raise CallError("LimitsExceeded", f"more than {COMMANDS.per_second:g} commands a second")

        def answer(reason: str) -> None:
            send(Message.new_error(call, REFUSED, reason) if reason else Message.new_method_return(call))

        if call.member == "Mute":
            self._send_command("mute", {"is_muted": call.body[0]}, answer)
        else:
            self._send_command({"Repeat": "repeat_announcement", "Stop": "stop"}[call.member or ""], {}, answer)


def _check_signature(call: Message, wanted: str) -> None:
    if call.signature != wanted:
        raise CallError(
            "InvalidArgs", f'{call.member} takes arguments of the types "{wanted}", not "{call.signature}"'
        )


def _check_interface(name: str) -> None:
    if name not in (NAME, ""):
        raise CallError("UnknownInterface", f"there is no interface {_quoted(name)} with properties")


def _quoted(text: Optional[str]) -> str:
    """A text of another program, for an error."""
    return '"' + navbus.printable((text or "")[:64]) + '"'
