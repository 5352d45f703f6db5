"""The content of the topics: the newest event in, JSON out. Pure functions."""

from __future__ import annotations

import json
import math
from datetime import datetime, timezone
from typing import Dict, Optional, Union

import navbus
from navbus.v1 import events_pb2

Value = Union[None, bool, float, str]
State = Dict[str, Value]

# Values of the sensor "State".
IDLE, ENROUTE, REROUTING, ARRIVED, NO_POSITION = STATES = ("idle", "enroute", "rerouting", "arrived", "no_position")

# Home Assistant refuses longer states.
MAX_TEXT = 255

KILOMETERS_PER_HOUR = 3.6


def position(fix: navbus.Fix, is_silent: bool = False) -> Optional[State]:
    """The position topic: the attributes of the device tracker, and the speed. None if the position is unusable.

    Args:
        fix: The newest position.
        is_silent: Whether the positions have stopped; the speed is then unknown.
    """
    latitude = _rounded(fix.smoothed_position.latitude_degrees, 6)
    longitude = _rounded(fix.smoothed_position.longitude_degrees, 6)
    if latitude is None or longitude is None or abs(latitude) > 90 or abs(longitude) > 180:
        return None
    state: State = {"latitude": latitude, "longitude": longitude}
    accuracy = _rounded(_optional(fix, "horizontal_accuracy_meters"), 1)
    if accuracy is not None:
        # Home Assistant logs a warning for an accuracy that is null.
        state["gps_accuracy"] = accuracy
    speed = None if is_silent else _optional(fix, "speed_meters_per_second")
    state["speed_kilometers_per_hour"] = _rounded(None if speed is None else speed * KILOMETERS_PER_HOUR, 1)
    state["course_degrees"] = None if is_silent else _rounded(_optional(fix, "course_degrees"), 0)
    state["altitude_meters"] = _rounded(_optional(fix, "altitude_meters"), 0)
    state["time"] = _time(fix.time_nanoseconds, 0)
    return state


def no_guidance(state: str) -> State:
    """The guidance topic without a route, or without a position."""
    return {
        "state": state,
        "maneuver": None,
        "road": None,
        "distance_to_maneuver_meters": None,
        "distance_to_destination_kilometers": None,
        "arrival": None,
    }


def guidance(info: navbus.NavigationInfo, fix: navbus.Fix) -> State:
    """The guidance topic: the next maneuver, and the rest of the route. An absent fact is null."""
    state = no_guidance(state_of(info))
    if info.HasField("current_step"):
        state["maneuver"] = navbus.name_of(navbus.Maneuver, info.current_step.maneuver)
        state["road"] = navbus.printable(info.current_step.simple_road_name)[:MAX_TEXT] or None
    if info.HasField("to_maneuver"):
        state["distance_to_maneuver_meters"] = _rounded(info.to_maneuver.distance_meters, 0)
    if info.HasField("to_destination"):
        kilometers = info.to_destination.distance_meters / 1000
        state["distance_to_destination_kilometers"] = _rounded(kilometers, 1)
        state["arrival"] = _time(fix.time_nanoseconds, info.to_destination.duration_seconds, is_minute=True)
    return state


def state_of(info: navbus.NavigationInfo) -> str:
    """The value of the sensor "State"."""
    if info.is_destination_reached:
        return ARRIVED
    if info.state == events_pb2.NAVIGATION_STATE_ENROUTE:
        return ENROUTE
    return REROUTING if info.state == events_pb2.NAVIGATION_STATE_REROUTING else IDLE


def encoded(state: State) -> bytes:
    """The JSON of a topic."""
    return json.dumps(state, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "replace")


def _optional(fix: navbus.Fix, field: str) -> Optional[float]:
    return float(getattr(fix, field)) if fix.HasField(field) else None


def _rounded(number: Optional[float], digits: int) -> Optional[float]:
    if number is None or not math.isfinite(number):
        return None
    return round(number, digits) if digits else round(number)


def _time(nanoseconds: int, seconds: float, is_minute: bool = False) -> Optional[str]:
    """A moment with its time zone, as Home Assistant requires it; to the minute, or to the second."""
    try:
        moment = nanoseconds / 1e9 + seconds
        moment = round(moment / 60) * 60 if is_minute else round(moment)
        return datetime.fromtimestamp(moment, timezone.utc).isoformat()
    except (OverflowError, ValueError, OSError):
        return None
