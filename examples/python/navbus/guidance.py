"""Helpers for events of guidance: the cue of an event, and the side of a step."""

from __future__ import annotations

import math
from typing import List, NamedTuple, Optional

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


def next_steps(
    route: Optional[events_pb2.Route], info: events_pb2.NavigationInfo, count: int
) -> List[events_pb2.Step]:
    """The steps after the current one, at most `count`. An event has at most five of them, the route of onNavigationStarted
    has all; without that route, or off it, the steps of the event."""
    if route is None or route.id != info.route_id or not info.HasField("current_step"):
        return list(info.remaining_steps)[:count]
    current = info.current_step.number
    return [step for leg in route.legs for step in leg.steps if step.number > current][:count]


def is_stale(cue: events_pb2.Cue, fix: events_pb2.Fix) -> bool:
    """Whether a cue is no longer valid at the time of this fix: an announcement would mislead."""
    return fix.time_nanoseconds - cue.due_at_nanoseconds > validity(cue) * 1e9


def validity(cue: events_pb2.Cue) -> float:
    """Seconds for which a cue is valid after it became due, limited to the range from 0 to a day."""
    seconds = cue.valid_for_seconds
    return min(max(seconds, 0.0), MAX_VALIDITY_SECONDS) if math.isfinite(seconds) else 0.0


# Range and typical value of the unsigned angle of a maneuver, degrees, by a word of its name; the first word counts. The
# ranges are separated, so that a turn never looks like a slight or a sharp one.
_ANGLES = (
    ("sharp", 130.0, 160.0, 140.0),
    ("slight", 20.0, 40.0, 40.0),
    ("keep", 20.0, 50.0, 30.0),
    ("fork", 20.0, 50.0, 30.0),
    ("merge", 20.0, 50.0, 30.0),
    ("ramp", 20.0, 110.0, 45.0),
    ("turn", 60.0, 110.0, 90.0),
)


def angle_of(step: events_pb2.Step) -> Optional[float]:
    """The direction of a step, degrees clockwise from straight ahead, above -180 to 180; None if it is unknown.

    This is the true angle of the route, limited to the range of the maneuver, or the typical angle of the maneuver. For a
    roundabout it is the direction of the exit, for a destination its side.
    """
    words = name_of(events_pb2.Maneuver, step.maneuver).split()
    exit_angle = step.roundabout.exit_angle_degrees if step.roundabout.HasField("exit_angle_degrees") else math.nan
    if "roundabout" in words and math.isfinite(exit_angle):
        return 180 - (180 - exit_angle) % 360
    if "u" in words:
        return 180.0
    if words[0] in ("straight", "name", "depart") or "straight" in words:
        return 0.0
    side = side_of(step)
    if side == 0:
        return None
    least, most, typical = next((angles[1:] for angles in _ANGLES if angles[0] in words), (90.0, 90.0, 90.0))
    true = step.turn_angle_degrees * side if step.HasField("turn_angle_degrees") else math.nan
    # A true angle to the other side is ignored: routers classify a turn by the junction, and geometry is inexact.
    is_used = "roundabout" not in words and math.isfinite(true) and true > 0
    return side * (min(max(true, least), most) if is_used else typical)


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
