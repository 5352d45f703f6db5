"""Signal K deltas (specification 1.8): SI units, angles in radians. An unknown value is null."""

from __future__ import annotations

import json
import math
import time
from datetime import datetime, timezone
from typing import Dict, List, Optional, Sequence, Union

from geodesy import Point
from vessel import Vessel
from waypoints import Waypoint

Value = Union[None, float, int, str, Dict[str, float]]

# The longest delta.
MAX_UPDATE_BYTES = 2_000
# The port on which a Signal K server itself sends deltas.
PORT = 8375

_COURSE = "navigation.courseGreatCircle"
# A slower approach gives no time that means anything.
_MIN_CLOSING_SPEED = 0.1


class SignalK:
    """Writes the state of the vessel as a delta, one line of JSON."""

    port = PORT
    max_update_bytes = MAX_UPDATE_BYTES

    def update(self, vessel: Vessel) -> List[bytes]:
        """The delta of one update."""
        values = {**_position_values(vessel), **_course_values(vessel)}
        update = {
            "source": {"label": "navbus", "type": "navbus"},
            "timestamp": _timestamp(time.time_ns() if vessel.time_nanoseconds is None else vessel.time_nanoseconds),
            "values": [{"path": path, "value": value} for path, value in values.items()],
        }
        delta = {"context": "vessels.self", "updates": [update]}
        return [json.dumps(delta, separators=(",", ":"), allow_nan=False).encode() + b"\n"]

    def route(self, waypoints: Sequence[Waypoint]) -> List[bytes]:
        """A server stores routes as resources, which no delta can add."""
        return []


def _position_values(vessel: Vessel) -> Dict[str, Value]:
    position = _position(vessel.position)
    if position and vessel.altitude_meters is not None:
        position["altitude"] = round(vessel.altitude_meters, 1)
    quality = {"A": "GNSS Fix", "D": "DGNSS fix", "E": "Estimated (DR) mode"}.get(vessel.mode, "no GPS")
    return {
        "navigation.position": position,
        "navigation.speedOverGround": _rounded(vessel.speed, 2),
        "navigation.courseOverGroundTrue": _radians(vessel.course_degrees),
        "navigation.gnss.methodQuality": quality,
        "navigation.gnss.satellites": vessel.satellites,
    }


def _course_values(vessel: Vessel) -> Dict[str, Value]:
    leg = vessel.leg
    closing_speed = leg.closing_speed if leg else None
    is_closing = leg and closing_speed and closing_speed >= _MIN_CLOSING_SPEED
    arrival = vessel.arrival_nanoseconds
    return {
        f"{_COURSE}.nextPoint.position": _position(leg.destination.position if leg else None),
        f"{_COURSE}.nextPoint.distance": _rounded(leg.distance_meters if leg else None, 1),
        f"{_COURSE}.nextPoint.bearingTrue": _radians(leg.bearing if leg else None),
        f"{_COURSE}.nextPoint.velocityMadeGood": _rounded(closing_speed, 2),
        f"{_COURSE}.nextPoint.timeToGo": round(leg.distance_meters / closing_speed) if is_closing else None,  # type: ignore
        f"{_COURSE}.previousPoint.position": _position(leg.origin.position if leg else None),
        f"{_COURSE}.bearingTrackTrue": _radians(leg.track_bearing if leg else None),
        f"{_COURSE}.crossTrackError": _rounded(leg.cross_track_meters if leg else None, 1),
        f"{_COURSE}.activeRoute.estimatedTimeOfArrival": None if arrival is None else _timestamp(arrival),
    }


def _position(point: Optional[Point]) -> Optional[Dict[str, float]]:
    return None if point is None else {"latitude": round(point.latitude, 7), "longitude": round(point.longitude, 7)}


def _radians(degrees: Optional[float]) -> Optional[float]:
    """Cut, not rounded: a rounded angle could reach a full turn."""
    return None if degrees is None else math.floor(math.radians(degrees) * 10_000) / 10_000


def _rounded(value: Optional[float], digits: int) -> Optional[float]:
    return None if value is None else round(value, digits)


def _timestamp(nanoseconds: int) -> str:
    """RFC 3339 with milliseconds, UTC."""
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S") + f".{rest // 1_000_000:03d}Z"
