"""Small helpers for what nearly every control shows."""

from __future__ import annotations

import math
import unicodedata
from typing import Any, NamedTuple, Optional

from navbus.v1 import events_pb2


# A cue is for the next minutes; what says more comes from a faulty sender.
LONGEST_VALIDITY = 86_400.0


class CueKey(NamedTuple):
    """Names a cue: announce it once for each."""

    identity: int
    stage: int


def cue_key(info: events_pb2.NavigationInfo) -> Optional[CueKey]:
    """What names the cue of a moment; None if nothing is due. A cue stays in the events until the next one."""
    return CueKey(info.cue.identity, info.cue.stage) if info.HasField("cue") else None


def is_stale(cue: events_pb2.Cue, fix: events_pb2.Fix) -> bool:
    """Whether announcing a cue at the time of this fix would mislead: it became due too long ago."""
    return fix.time_nanoseconds - cue.due_at_nanoseconds > validity(cue) * 1e9


def validity(cue: events_pb2.Cue) -> float:
    """For how many seconds after it became due a cue may be announced: 0 to a day, whatever a faulty sender says."""
    seconds = cue.valid_for_seconds
    return min(max(seconds, 0.0), LONGEST_VALIDITY) if math.isfinite(seconds) else 0.0


def printable(text: str) -> str:
    """A text of others in one line, without what a terminal would obey: each control character is a question mark.

    So is what turns the direction of the text (U+202A to U+202E, U+2066 to U+2069), and what nobody sees.
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
    """A distance for people: "40 m", "650 m", "1.2 km", "14 km"; "? m" for a number that is none."""
    if not math.isfinite(meters):
        return "? m"
    meters = max(meters, 0.0)
    if meters < 100:
        return f"{round(meters / 10) * 10:d} m"
    if meters < 975:
        return f"{round(meters / 50) * 50:d} m"
    return f"{meters / 1000:.1f} km" if meters < 9_950 else f"{meters / 1000:.0f} km"


def name_of(enumeration: Any, number: int) -> str:
    """A member's name in words: `name_of(Maneuver, info.current_step.maneuver)` is "turn left"."""
    members = enumeration.DESCRIPTOR.values_by_number
    full = members[number if number in members else 0].name
    prefix = _upper_snake(enumeration.DESCRIPTOR.name)
    return str(full[len(prefix) + 1 :]).lower().replace("_", " ")


def side_of(step: events_pb2.Step) -> int:
    """To which side a step leads: -1 left, 1 right, 0 neither or not known."""
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
