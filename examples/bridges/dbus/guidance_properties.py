"""Events of navbus as values of the D-Bus properties."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional

import navbus
from navbus.v1 import events_pb2

# Values by the name of their property; a number that is unknown is absent.
Values = Dict[str, Any]

# Range of the D-Bus type of times.
MAX_TIME_SECONDS = 2**62


def no_values(state: str) -> Values:
    """The values without guidance and without a position."""
    values: Values = {
        name: ""
        for name in (
            "RouteId",
            "TravelMode",
            "StreetName",
            "NextManeuver",
            "NextManeuverRoadName",
            "NextManeuverInstruction",
            "NextManeuverExitNumber",
            "FollowingManeuver",
            "FollowingManeuverRoadName",
        )
    }
    values.update(
        dict.fromkeys(("IsSpeedUnlimited", "IsOffRoute", "IsWrongWay", "IsInTunnel", "IsOnFerry"), False),
        State=state,
        PositionStatus="unknown",
        PositionCause="unknown",
        Lanes=[],
    )
    return values


def fix_values(fix: navbus.Fix) -> Values:
    """The values of a position."""
    return _known(
        SpeedMetersPerSecond=_optional(fix, "speed_meters_per_second"),
        CourseDegrees=_optional(fix, "course_degrees"),
        AltitudeMeters=_optional(fix, "altitude_meters"),
        HorizontalAccuracyMeters=_optional(fix, "horizontal_accuracy_meters"),
        PositionDegrees=_position(fix.smoothed_position),
    )


def guidance_values(info: navbus.NavigationInfo) -> Values:
    """The values of guidance, with its position."""
    values = no_values(member(events_pb2.NavigationState, info.state))
    values.update(fix_values(info.fix))
    values.update(
        RouteId=navbus.printable(info.route_id),
        StreetName=navbus.printable(info.current_street_name),
        PositionStatus=member(events_pb2.PositionStatus, info.position_status),
        PositionCause=member(events_pb2.PositionCause, info.position_cause),
        IsOffRoute=info.is_off_route,
        IsWrongWay=info.is_wrong_way,
        IsInTunnel=info.is_in_tunnel,
        IsOnFerry=info.is_on_ferry,
    )
    if info.HasField("matched"):
        values.update(_known(MatchedPositionDegrees=_position(info.matched.position)))
    if info.HasField("speed_limit"):
        limit = _optional(info.speed_limit, "meters_per_second")
        values.update(_known(SpeedLimitMetersPerSecond=limit), IsSpeedUnlimited=limit is None)
    if info.HasField("current_step"):
        values.update(_next_maneuver_values(info))
    if info.HasField("next_step"):
        values.update(
            _known(FollowingManeuverDistanceMeters=_optional(info, "maneuver_to_next_meters")),
            FollowingManeuver=member(navbus.Maneuver, info.next_step.maneuver),
            FollowingManeuverRoadName=navbus.printable(info.next_step.simple_road_name),
        )
    values.update(_remaining_values(info))
    return values


def member(enumeration: Any, number: int) -> str:
    """The name of a member of an enumeration, without its prefix: "turn_left"."""
    return navbus.name_of(enumeration, number).replace(" ", "_")


def _next_maneuver_values(info: navbus.NavigationInfo) -> Values:
    step = info.current_step
    roundabout_exit = step.roundabout.exit_count if step.roundabout.HasField("exit_count") else None
    return {
        **_known(NextManeuverRoundaboutExit=roundabout_exit),
        "NextManeuver": member(navbus.Maneuver, step.maneuver),
        "NextManeuverRoadName": navbus.printable(step.simple_road_name),
        "NextManeuverInstruction": navbus.printable(step.instruction),
        "NextManeuverExitNumber": navbus.printable(step.exit_number),
        "Lanes": [
            [[member(events_pb2.LaneShape, direction.shape), direction.is_recommended] for direction in lane.directions]
            for lane in step.lanes
        ],
    }


def _remaining_values(info: navbus.NavigationInfo) -> Values:
    values: Values = {}
    for name, field in (
        ("NextManeuver", "to_maneuver"),
        ("Stopover", "to_stopover"),
        ("Destination", "to_destination"),
    ):
        if info.HasField(field):
            remaining = getattr(info, field)
            values[f"{name}DistanceMeters"] = _finite(remaining.distance_meters)
            values[f"{name}DurationSeconds"] = _finite(remaining.duration_seconds)
    duration = values.get("DestinationDurationSeconds")
    if duration is not None and info.HasField("fix"):
        arrival = info.fix.time_nanoseconds / 1e9 + duration
        values["ArrivalTimeUnixSeconds"] = round(arrival) if abs(arrival) < MAX_TIME_SECONDS else None
    return _known(**values)


def _known(**values: Any) -> Values:
    return {name: value for name, value in values.items() if value is not None}


def _optional(message: Any, field: str) -> Optional[float]:
    return _finite(getattr(message, field)) if message.HasField(field) else None


def _finite(number: float) -> Optional[float]:
    return number if math.isfinite(number) else None


def _position(position: events_pb2.Coordinate) -> Optional[List[float]]:
    degrees = [position.latitude_degrees, position.longitude_degrees]
    return degrees if all(map(math.isfinite, degrees)) else None
