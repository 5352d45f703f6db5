"""Helpers for events of guidance: the cue of an event, and the side of a step."""

from __future__ import annotations

import math
from typing import NamedTuple, Optional

from navbus.formatting import name_of
from navbus.v1 import events_pb2

# Maximum validity in seconds: a cue is for the next minutes, and a longer validity is an error of the sender.
MAX_VALIDITY_SECONDS = 86_400.0


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
    return min(max(seconds, 0.0), MAX_VALIDITY_SECONDS) if math.isfinite(seconds) else 0.0


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
