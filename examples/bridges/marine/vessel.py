"""The present state of the vessel, in the terms that both formats share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional

import navbus
from geodesy import Point, bearing, cross_track, distance, is_right_of
from navbus.v1 import events_pb2
from waypoints import Waypoint, Waypoints


@dataclass(frozen=True)
class ActiveLeg:
    """The leg from the previous waypoint to the next one."""

    origin: Waypoint
    destination: Waypoint
    # Distance from the line of the road, or from the straight leg of a GPX route, metres; positive if the vessel is to the
    # right of it.
    cross_track_meters: float
    # Direction from the origin to the destination, degrees.
    track_bearing: float
    # Direction and distance from the vessel to the destination, degrees and metres.
    bearing: float
    distance_meters: float
    # Speed towards the destination, metres per second; negative if the vessel moves away.
    closing_speed: Optional[float]
    # Whether the vessel is in the arrival circle of the destination.
    is_in_arrival_circle: bool
    # Whether the route ends here and its end has been reached.
    is_route_completed: bool


@dataclass(frozen=True)
class Vessel:
    """The state of the vessel at one time. An unknown value is None."""

    # Mode indicator of NMEA 0183: "A" autonomous, "D" differential, "E" estimated, "N" no position.
    mode: str
    # Time of the position, nanoseconds since 1970-01-01T00:00:00Z.
    time_nanoseconds: Optional[int] = None
    position: Optional[Point] = None
    altitude_meters: Optional[float] = None
    speed: Optional[float] = None
    # Direction of movement, degrees clockwise from true north.
    course_degrees: Optional[float] = None
    satellites: Optional[int] = None
    # None if no route is followed, or if the position is not reliable.
    leg: Optional[ActiveLeg] = None
    # Expected time of arrival at the destination of the route, nanoseconds since 1970-01-01T00:00:00Z.
    arrival_nanoseconds: Optional[int] = None

    @property
    def is_valid(self) -> bool:
        """The status of NMEA 0183: an estimated position is not valid, since an autopilot must not steer by it."""
        return self.mode in ("A", "D")


NOTHING = Vessel(mode="N")


def vessel_of_fix(fix: navbus.Fix) -> Vessel:
    """The state without navigation."""
    mode = _mode_of_quality(fix.quality)
    return NOTHING if mode == "N" else _vessel(fix, mode, fix.position)


def vessel_of(info: navbus.NavigationInfo, waypoints: Optional[Waypoints], arrival_meters: float) -> Vessel:
    """The state during navigation."""
    status = info.position_status
    if status == events_pb2.POSITION_STATUS_ESTIMATED and info.HasField("matched"):
        return _vessel(info.fix, "E", info.matched.position)
    if status != events_pb2.POSITION_STATUS_RELIABLE:
        return NOTHING
    mode = _mode_of_quality(info.fix.quality)
    leg = _leg(info, waypoints, arrival_meters) if mode in ("A", "D") else None
    arrival = None
    if leg and info.HasField("to_destination"):
        arrival = info.fix.time_nanoseconds + int(info.to_destination.duration_seconds * 1e9)
    return _vessel(info.fix, mode, info.fix.position, leg, arrival)


def _mode_of_quality(quality: int) -> str:
    if quality == events_pb2.FIX_QUALITY_NONE:
        return "N"
    if quality == events_pb2.FIX_QUALITY_DEAD_RECKONING:
        return "E"
    return "D" if quality == events_pb2.FIX_QUALITY_DIFFERENTIAL else "A"


def _vessel(
    fix: navbus.Fix,
    mode: str,
    position: events_pb2.Coordinate,
    leg: Optional[ActiveLeg] = None,
    arrival_nanoseconds: Optional[int] = None,
) -> Vessel:
    return Vessel(
        mode=mode,
        # The time of an estimated position is unknown: its event has that of the last fix.
        time_nanoseconds=None if mode == "E" else fix.time_nanoseconds,
        position=Point(position.latitude_degrees, position.longitude_degrees),
        altitude_meters=fix.altitude_meters if fix.HasField("altitude_meters") else None,
        speed=fix.speed_meters_per_second if fix.HasField("speed_meters_per_second") else None,
        course_degrees=fix.course_degrees if fix.HasField("course_degrees") else None,
        satellites=fix.satellites_used if fix.HasField("satellites_used") else None,
        leg=leg,
        arrival_nanoseconds=arrival_nanoseconds,
    )


def _leg(info: navbus.NavigationInfo, waypoints: Optional[Waypoints], arrival_meters: float) -> Optional[ActiveLeg]:
    ends = waypoints.active(info) if waypoints else None
    if waypoints is None or ends is None:
        return None
    origin, destination = ends
    fix = info.fix
    here = Point(fix.position.latitude_degrees, fix.position.longitude_degrees)
    meters = distance(here, destination.position)
    towards = bearing(here, destination.position)
    closing_speed = None
    if fix.HasField("speed_meters_per_second") and fix.HasField("course_degrees"):
        closing_speed = fix.speed_meters_per_second * math.cos(math.radians(fix.course_degrees - towards))
    return ActiveLeg(
        origin=origin,
        destination=destination,
        cross_track_meters=_cross_track(info, origin, destination, waypoints.is_line),
        track_bearing=bearing(origin.position, destination.position),
        bearing=towards,
        distance_meters=meters,
        closing_speed=closing_speed,
        is_in_arrival_circle=info.is_destination_reached or meters <= arrival_meters,
        is_route_completed=info.is_destination_reached,
    )


def _cross_track(info: navbus.NavigationInfo, origin: Waypoint, destination: Waypoint, is_line: bool) -> float:
    """From the smoothed position, like the distance from the route in the event."""
    smoothed = Point(info.fix.smoothed_position.latitude_degrees, info.fix.smoothed_position.longitude_degrees)
    if is_line:
        return cross_track(smoothed, origin.position, destination.position)
    matched = info.matched
    on_line = Point(matched.position.latitude_degrees, matched.position.longitude_degrees)
    side = 1 if is_right_of(smoothed, on_line, matched.bearing_degrees) else -1
    return side * matched.distance_from_route_meters
