"""Positions on a sphere: distances, bearings, and a line without its needless vertices. Angles in degrees, lengths in metres."""

from __future__ import annotations

import math
from typing import List, NamedTuple, Sequence, Tuple

EARTH_RADIUS_METERS = 6_371_008.8


class Point(NamedTuple):
    """A position in degrees north and east."""

    latitude: float
    longitude: float


def distance(start: Point, end: Point) -> float:
    """The length of the great circle between two points."""
    north = math.radians(end.latitude - start.latitude)
    east = math.radians(end.longitude - start.longitude)
    across = math.cos(math.radians(start.latitude)) * math.cos(math.radians(end.latitude))
    half = math.sin(north / 2) ** 2 + across * math.sin(east / 2) ** 2
    return 2 * EARTH_RADIUS_METERS * math.asin(min(1.0, math.sqrt(half)))


def bearing(start: Point, end: Point) -> float:
    """The initial direction of the great circle to a point, clockwise from true north, at least 0 and less than 360."""
    start_latitude, end_latitude = math.radians(start.latitude), math.radians(end.latitude)
    east = math.radians(end.longitude - start.longitude)
    y = math.sin(east) * math.cos(end_latitude)
    x = math.cos(start_latitude) * math.sin(end_latitude)
    x -= math.sin(start_latitude) * math.cos(end_latitude) * math.cos(east)
    return math.degrees(math.atan2(y, x)) % 360


def cross_track(point: Point, start: Point, end: Point) -> float:
    """The distance from the great circle through two points, metres; positive if the point is to the right of it."""
    angle = math.radians(bearing(start, point) - bearing(start, end))
    return EARTH_RADIUS_METERS * math.asin(math.sin(distance(start, point) / EARTH_RADIUS_METERS) * math.sin(angle))


def is_past(point: Point, start: Point, end: Point) -> bool:
    """Whether a point lies beyond the perpendicular to a leg at its end."""
    arriving = bearing(end, start) + 180
    return distance(end, point) > 0 and math.cos(math.radians(bearing(end, point) - arriving)) > 0


def is_right_of(point: Point, origin: Point, direction_degrees: float) -> bool:
    """Whether a point lies to the right of a line through the origin."""
    return math.sin(math.radians(bearing(origin, point) - direction_degrees)) >= 0


def simplified(line: Sequence[Point], tolerance_meters: float) -> List[int]:
    """The indices of the vertices that keep a line within a tolerance (Douglas and Peucker); the ends are among them."""
    kept = [0, len(line) - 1]
    stretches = [(0, len(line) - 1)]
    while stretches:
        first, last = stretches.pop()
        farthest, meters = first, tolerance_meters
        for index in range(first + 1, last):
            away = _distance_from_segment(line[index], line[first], line[last])
            if away > meters:
                farthest, meters = index, away
        if farthest != first:
            kept.append(farthest)
            stretches += [(first, farthest), (farthest, last)]
    return sorted(set(kept))


def _distance_from_segment(point: Point, start: Point, end: Point) -> float:
    """In the plane that touches the sphere at the start: exact enough to tell a bend from a straight line."""
    x, y = _plane(start, point)
    end_x, end_y = _plane(start, end)
    squared = end_x * end_x + end_y * end_y
    share = min(max((x * end_x + y * end_y) / squared, 0.0), 1.0) if squared else 0.0
    return math.hypot(x - share * end_x, y - share * end_y)


def _plane(origin: Point, point: Point) -> Tuple[float, float]:
    east = (point.longitude - origin.longitude + 180) % 360 - 180
    scale = math.radians(1) * EARTH_RADIUS_METERS
    return east * scale * math.cos(math.radians(origin.latitude)), (point.latitude - origin.latitude) * scale
