"""Decodes messages by the rules of the contract."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Tuple, Type, TypeVar

from google.protobuf.message import DecodeError, Message

from navbus.errors import MalformedMessage
from navbus.v1 import bus_pb2, events_pb2

# The required fields of messages from the bus: "Required" in events.proto and bus.proto.
REQUIRED: Dict[str, Tuple[str, ...]] = {
    "Envelope": ("session",),
    "Fix": ("position", "smoothed_position"),
    "NavigationInfo": ("fix",),
    "RouteRequest": ("position",),
    "MatchedPosition": ("position",),
    "LookaheadPoint": ("position",),
    "Stopover": ("position",),
    "SpeedLimitSpan": ("span", "limit"),
    "SpokenText": ("text",),
    "Snapshot": ("session",),
    "ReplyFrame": ("reply",),
    "SessionStatus": ("session",),
}

M = TypeVar("M", bound=Message)
Checker = Callable[[Any], None]


def decode(kind: Type[M], data: bytes) -> M:
    """Decodes a message.

    An unknown number of an enumeration becomes its neutral member 0, so that `Name` always works. Unknown fields are
    ignored.

    Raises:
        MalformedMessage: The bytes are not such a message, or a required field is missing.
    """
    try:
        message = kind.FromString(data)
    except (DecodeError, UnicodeDecodeError, ValueError) as error:
        raise MalformedMessage(f"read a {kind.DESCRIPTOR.name} of {len(data)} bytes: {error}") from error
    _checker(kind.DESCRIPTOR)(message)
    return message


def _is_repeated(field: Any) -> bool:
    # Newer versions of protobuf have is_repeated, and warn about label; older ones have only label.
    known = getattr(field, "is_repeated", None)
    return bool(known) if known is not None else field.label == field.LABEL_REPEATED


def _is_map(field: Any) -> bool:
    return bool(field.message_type.GetOptions().map_entry)


_checkers: Dict[str, Checker] = {}


def _checker(descriptor: Any) -> Checker:
    """A check of messages of one kind; created once, with only the fields that need checking."""
    known = _checkers.get(descriptor.full_name)
    if known is not None:
        return known
    _checkers[descriptor.full_name] = lambda message: None  # for kinds that contain themselves
    name = descriptor.name
    required = REQUIRED.get(name, ()) if descriptor.file.package == "navbus.v1" else ()
    present = [f for f in required if descriptor.fields_by_name[f].message_type is not None]
    filled = [f for f in required if f not in present]
    enumerations: List[Tuple[str, bool, Any]] = []
    parts: List[Tuple[str, bool, Checker]] = []
    for field in descriptor.fields:
        if field.enum_type is not None:
            enumerations.append((field.name, _is_repeated(field), field.enum_type.values_by_number))
        elif field.message_type is not None and not _is_map(field):
            checker = _checker(field.message_type)
            if checker is not _check_nothing:
                parts.append((field.name, _is_repeated(field), checker))

    def check(message: Any) -> None:
        for part in present:
            if not message.HasField(part):
                raise MalformedMessage(f"read a {name}: its {part} is missing")
        for part in filled:
            if not getattr(message, part):
                raise MalformedMessage(f"read a {name}: its {part} is missing")
        for part, is_repeated, members in enumerations:
            if is_repeated:
                numbers = getattr(message, part)
                for index, number in enumerate(numbers):
                    if number not in members:
                        numbers[index] = 0
            elif getattr(message, part) not in members:
                setattr(message, part, 0)
        for part, is_repeated, checker in parts:
            if is_repeated:
                for item in getattr(message, part):
                    checker(item)
            elif message.HasField(part):
                checker(getattr(message, part))

    checker = check if required or enumerations or parts else _check_nothing
    _checkers[descriptor.full_name] = checker
    return checker


def _check_nothing(message: Any) -> None:
    pass


def envelope(data: bytes) -> events_pb2.Envelope:
    """Decodes an event."""
    return decode(events_pb2.Envelope, data)


def snapshot(data: bytes) -> bus_pb2.Snapshot:
    """Decodes a snapshot, or a heartbeat of the bus, which is a snapshot without events."""
    return decode(bus_pb2.Snapshot, data)


def reply(data: bytes) -> bus_pb2.ReplyFrame:
    """Decodes a reply."""
    return decode(bus_pb2.ReplyFrame, data)
