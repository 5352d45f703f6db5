"""The frames of komoot's BLE Connect: identifier (4 bytes), direction (1), metres (4, little-endian), street (UTF-8)."""

from __future__ import annotations

import math
import struct
from typing import NamedTuple

import navbus
from navbus.v1 import events_pb2
from symbols import FINISH, NO_DIRECTION, OFF_ROUTE, symbol_of
from texts import cut, road_name

SERVICE = "71c1e128-d92f-4fa8-a2b2-0f171db3436c"
CHARACTERISTIC = "503dd605-9bcb-4f6e-b235-270a57483026"

MAX_STREET_BYTES = 64
MAX_METERS = 0xFFFF_FFFF


class Instruction(NamedTuple):
    """The content of a frame, without its identifier."""

    direction: int
    # Whole metres, not rounded further: each display rounds and converts by itself.
    meters: int = 0
    street: str = ""


NO_ROUTE = Instruction(NO_DIRECTION)


def instruction(info: navbus.NavigationInfo) -> Instruction:
    """The instruction for the present state of guidance."""
    if info.is_destination_reached:
        return Instruction(FINISH, 0, road_name(info.current_step))
    if info.is_off_route or info.is_wrong_way or info.state == events_pb2.NAVIGATION_STATE_REROUTING:
        return Instruction(OFF_ROUTE)
    if not info.HasField("current_step") or not info.HasField("to_maneuver"):
        return NO_ROUTE
    meters = info.to_maneuver.distance_meters
    if not math.isfinite(meters):
        return NO_ROUTE
    step = info.current_step
    return Instruction(symbol_of(step).direction, min(max(round(meters), 0), MAX_METERS), road_name(step))


def frame(identifier: int, instruction: Instruction) -> bytes:
    """The value of the characteristic."""
    head = struct.pack("<IBI", identifier, instruction.direction, instruction.meters)
    return head + cut(instruction.street, MAX_STREET_BYTES)
