"""The devices at the other end, written from the documents of their makers and not from the bridge."""

from __future__ import annotations

import struct
from typing import Dict, List, NamedTuple

# README of komoot/BLEConnect, "Direction Arrows": the numbers with a picture.
ARROWS = {*range(1, 13), *range(15, 31)}
RESERVED = 0

# The icons of InfiniTime's src/displayapp/screens/Navigation.cpp; it draws the flag for any other name.
ICONS = set(
    """
    arrive-left arrive-right arrive-straight arrive close continue-left continue-right continue-slight-left
    continue-slight-right continue-straight continue-uturn continue depart-left depart-right depart-straight
    end-of-road-left end-of-road-right ferry flag fork-left fork-right fork-slight-left fork-slight-right fork-straight
    invalid invalid-left invalid-right invalid-slight-left invalid-slight-right invalid-straight invalid-uturn merge-left
    merge-right merge-slight-left merge-slight-right merge-straight new-name-left new-name-right new-name-sharp-left
    new-name-sharp-right new-name-slight-left new-name-slight-right new-name-straight notification-left
    notification-right notification-sharp-left notification-sharp-right notification-slight-left
    notification-slight-right notification-straight off-ramp-left off-ramp-right off-ramp-slight-left
    off-ramp-slight-right on-ramp-left on-ramp-right on-ramp-sharp-left on-ramp-sharp-right on-ramp-slight-left
    on-ramp-slight-right on-ramp-straight rotary rotary-left rotary-right rotary-sharp-left rotary-sharp-right
    rotary-slight-left rotary-slight-right rotary-straight roundabout roundabout-left roundabout-right
    roundabout-sharp-left roundabout-sharp-right roundabout-slight-left roundabout-slight-right roundabout-straight
    turn-left turn-right turn-sharp-left turn-sharp-right turn-slight-left turn-slight-right turn-straight updown uturn
    """.split()
)


class Decoded(NamedTuple):
    """A frame as a display reads it."""

    identifier: int
    direction: int
    meters: int
    street: str


def decode(value: bytes) -> Decoded:
    """Decodes a frame as the displays do: byte 4 is the arrow, bytes 5 to 8 the metres, the rest the street.

    Raises:
        ValueError: The frame is too short, its arrow is neither drawable nor reserved, or its street is not UTF-8.
    """
    if len(value) < 9 or len(value) > 512:
        raise ValueError(f"{len(value)} bytes")
    (identifier,) = struct.unpack_from("<I", value, 0)
    direction = value[4]
    meters = value[5] | value[6] << 8 | value[7] << 16 | value[8] << 24
    if direction not in ARROWS and direction != RESERVED:
        raise ValueError(f"there is no arrow {direction}")
    return Decoded(identifier, direction, meters, value[9:].decode("utf-8"))


class WatchScreen:
    """The screen of InfiniTime: each write replaces the value of its characteristic."""

    NAMES = {"0001": "icon", "0002": "narrative", "0003": "distance", "0004": "progress"}

    def __init__(self) -> None:
        # Each state of the screen, in order, and the characteristic that was written.
        self.states: List[Dict[str, object]] = []
        self.shown: Dict[str, object] = {"icon": "flag", "narrative": "Navigation", "distance": "--M", "progress": 0}

    def write(self, identifier: str, value: bytes) -> None:
        """Accepts a write; raises ValueError for a value that the firmware cannot show."""
        head, _, tail = identifier.partition("-")
        if head[:4] != "0001" or tail != "78fc-48fe-8e23-433b3a1942d0":
            raise ValueError(identifier)
        name = self.NAMES[head[4:]]
        shown: object = value[0] if name == "progress" else value.decode("utf-8")
        if name == "progress" and (len(value) != 1 or value[0] > 100):
            raise ValueError(f"progress {value!r}")
        if name == "icon" and shown not in ICONS:
            raise ValueError(f"icon {value!r}")
        self.shown = {**self.shown, name: shown}
        self.states.append(self.shown)
