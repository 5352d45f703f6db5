"""Helpers for output that most controls need."""

from __future__ import annotations

import math
import unicodedata
from typing import Any, NamedTuple, Optional

from navbus.v1 import events_pb2


# Maximum validity in seconds: a cue is for the next minutes, and a longer validity is an error of the sender.
LONGEST_VALIDITY = 86_400.0


class CueKey(NamedTuple):
    """Identifies a cue: a control renders each key once."""

    identity: int
    stage: int


def cue_key(info: events_pb2.NavigationInfo) -> Optional[CueKey]:
    """The key of the cue in an event; None if no cue is due. A cue is in every event until the next one."""
    return CueKey(info.cue.identity, info.cue.stage) if info.HasField("cue") else None


def is_stale(cue: events_pb2.Cue, fix: events_pb2.Fix) -> bool:
    """Whether a cue is no longer valid at the time of this fix: an announcement would mislead."""
    return fix.time_nanoseconds - cue.due_at_nanoseconds > validity(cue) * 1e9


def validity(cue: events_pb2.Cue) -> float:
    """Seconds for which a cue is valid after it became due, limited to the range from 0 to a day."""
    seconds = cue.valid_for_seconds
    return min(max(seconds, 0.0), LONGEST_VALIDITY) if math.isfinite(seconds) else 0.0


def printable(text: str) -> str:
    """A foreign text as one line that is safe for a terminal: a question mark replaces each control character.

    It also replaces characters that change the direction of text (U+202A to U+202E, U+2066 to U+2069), and invisible
    ones.
    """
    return "".join("?" if _controls_terminal(letter) else letter for letter in text)


def _controls_terminal(letter: str) -> bool:
    code = ord(letter)
    return (
        unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")
        or 0x202A <= code <= 0x202E
        or 0x2060 <= code <= 0x206F
        or 0xFDD0 <= code <= 0xFDEF
        or 0xFFF9 <= code <= 0xFFFB
        or 0xE0000 <= code <= 0xE0FFF
        or code in (0x180E, 0xFEFF)
        or code & 0xFFFE == 0xFFFE
    )


def distance_text(meters: float) -> str:
    """A distance for people: "40 m", "650 m", "1.2 km", "14 km"; "? m" if the number is not finite."""
    if not math.isfinite(meters):
        return "? m"
    meters = max(meters, 0.0)
    if meters < 100:
        return f"{round(meters / 10) * 10:d} m"
    if meters < 975:
        return f"{round(meters / 50) * 50:d} m"
    return f"{meters / 1000:.1f} km" if meters < 9_950 else f"{meters / 1000:.0f} km"


def name_of(enumeration: Any, number: int) -> str:
    """The name of a member in words: `name_of(Maneuver, info.current_step.maneuver)` is "turn left"."""
    members = enumeration.DESCRIPTOR.values_by_number
    full = members[number if number in members else 0].name
    prefix = _upper_snake(enumeration.DESCRIPTOR.name)
    return str(full[len(prefix) + 1 :]).lower().replace("_", " ")


def side_of(step: events_pb2.Step) -> int:
    """The side to which a step leads: -1 left, 1 right, 0 neither or unknown."""
    words = name_of(events_pb2.Maneuver, step.maneuver).split()
    if "left" in words:
        return -1
    if "right" in words:
        return 1
    if "turn" in words and "u" in words:  # Left-hand traffic turns clockwise.
        return 1 if "clockwise" in words else -1
    return 0


def _upper_snake(name: str) -> str:
    return "".join(f"_{letter}" if letter.isupper() and place else letter for place, letter in enumerate(name)).upper()
