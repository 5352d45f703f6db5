"""The waypoints of a route, and the leg between two of them that is active."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import List, NamedTuple, Optional, Tuple

import navbus
from geodesy import Point, distance, is_past, simplified
from navbus.v1 import events_pb2

# A GPX line keeps its vertices within this distance: each bend of a route at sea is a waypoint, and a recorded track does not
# have one for every second.
TOLERANCE_METERS = 10.0


class Waypoint(NamedTuple):
    """A waypoint of a route."""

    # At least six ASCII characters, unique in its route.
    name: str
    position: Point
    # Index of the vertex of the route.
    vertex: int


class Waypoints:
    """The waypoints of one route, and which of them are those of the active leg.

    They are the maneuvers of a road route, and the bends of a GPX route: guidance derives turns only where a GPX line
    turns by 30 degrees or more, but the straight legs of a boat must not leave the line.

    On a road route, no leg is active while guidance says off route. On a GPX route the leg remains active: a boat that the
    tide has set aside is led back to its leg.
    """

    def __init__(self, route: navbus.Route) -> None:
        self.route_id = route.id
        self.is_line = route.provider == "gpx"
        line = [Point(*place) for place in zip(route.latitudes_degrees, route.longitudes_degrees)]
        self._along = _distances_along(line, route.distance_meters)
        numbered = self._bends(route, line) if self.is_line else _maneuvers(route, len(line))
        self.all: List[Waypoint] = [Waypoint(_name(number), line[vertex], vertex) for number, vertex in numbered]
        self._vertices = [waypoint.vertex for waypoint in self.all]
        # Index of the waypoint at the end of the leg that was active last; 0 before the route was reached.
        self._last = 0

    @staticmethod
    def _bends(route: navbus.Route, line: List[Point]) -> List[Tuple[int, int]]:
        ends = sorted({0, *(stop.geometry_index for stop in route.stopovers if 0 < stop.geometry_index < len(line))})
        vertices = {0}
        for start, end in zip(ends, ends[1:]):
            vertices.update(start + index for index in simplified(line[start : end + 1], TOLERANCE_METERS))
        return list(enumerate(sorted(vertices)))

    def active(self, info: navbus.NavigationInfo) -> Optional[Tuple[Waypoint, Waypoint]]:
        """The waypoints at the start and the end of the active leg; None while no leg is active."""
        is_followed = info.state in (events_pb2.NAVIGATION_STATE_ENROUTE, events_pb2.NAVIGATION_STATE_REROUTING)
        if not is_followed or info.route_id != self.route_id or len(self.all) < 2:
            return None
        index = self._next_on_line(info) if self.is_line else self._next_maneuver(info)
        return (self.all[index - 1], self.all[index]) if index else None

    def _next_maneuver(self, info: navbus.NavigationInfo) -> int:
        if info.is_off_route or not info.HasField("current_step") or not info.HasField("matched"):
            return 0
        return self._limited(bisect_left(self._vertices, info.current_step.geometry_index))

    def _next_on_line(self, info: navbus.NavigationInfo) -> int:
        if info.HasField("matched") and not info.is_off_route:
            vertex = bisect_right(self._along, info.matched.distance_along_route_meters)
            self._last = self._limited(bisect_left(self._vertices, vertex))
        here = Point(info.fix.smoothed_position.latitude_degrees, info.fix.smoothed_position.longitude_degrees)
        while info.is_off_route and 0 < self._last < len(self.all) - 1:
            if not is_past(here, self.all[self._last - 1].position, self.all[self._last].position):
                break
            self._last += 1
        return self._last

    def _limited(self, index: int) -> int:
        return min(max(index, 1), len(self.all) - 1)


def _maneuvers(route: navbus.Route, count: int) -> List[Tuple[int, int]]:
    """The numbers and the vertices of the steps; the departure after a stopover is at the same vertex as the arrival."""
    numbered: List[Tuple[int, int]] = []
    for leg in route.legs:
        for step in leg.steps:
            if step.geometry_index < count and (not numbered or step.geometry_index > numbered[-1][1]):
                numbered.append((step.number, step.geometry_index))
    return numbered


def _distances_along(line: List[Point], length_meters: float) -> List[float]:
    """The distance of each vertex from the start, on the scale of the length that the route itself has."""
    along = [0.0]
    for start, end in zip(line, line[1:]):
        along.append(along[-1] + distance(start, end))
    scale = length_meters / along[-1] if along[-1] > 0 and length_meters > 0 else 1.0
    return [meters * scale for meters in along]


def _name(number: int) -> str:
    """NB0003 for 3: old autopilots show only six characters, the last ones of which differ."""
    return f"NB{number:04d}"[-6:]
