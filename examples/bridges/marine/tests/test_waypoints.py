"""The waypoints of routes, the active leg, and the calculations on the sphere."""

from __future__ import annotations

import math
import unittest

import navbus
from geodesy import Point, bearing, cross_track, distance, is_past, is_right_of, simplified
from navbus.v1 import events_pb2
from tests.support import guidance, route
from vessel import vessel_of
from waypoints import Waypoints

# A degree of latitude on this sphere, metres.
DEGREE = 111_195.08


class GeodesyTests(unittest.TestCase):
    def test_known_distances_and_bearings(self) -> None:
        self.assertAlmostEqual(distance(Point(0, 0), Point(1, 0)), DEGREE, delta=0.1)
        self.assertAlmostEqual(distance(Point(0, 179.5), Point(0, -179.5)), DEGREE, delta=0.1)
        self.assertAlmostEqual(distance(Point(90, 0), Point(90, 120)), 0, delta=0.001)
        self.assertAlmostEqual(bearing(Point(0, 179.5), Point(0, -179.5)), 90)
        self.assertAlmostEqual(bearing(Point(0, 0), Point(-1, 0)), 180)
        # Paris Charles de Gaulle to New York John F. Kennedy: 3,155 nautical miles, initial course 292 degrees.
        paris, new_york = Point(49.0097, 2.5479), Point(40.6413, -73.7781)
        self.assertAlmostEqual(distance(paris, new_york) / 1852, 3150, delta=10)
        self.assertAlmostEqual(bearing(paris, new_york), 292, delta=1)

    def test_the_side_of_a_line(self) -> None:
        origin = Point(49, 8)
        self.assertTrue(is_right_of(Point(49, 8.001), origin, 0))
        self.assertFalse(is_right_of(Point(49, 7.999), origin, 0))
        self.assertTrue(is_right_of(Point(49, 7.999), origin, 180))

    def test_the_distance_from_a_leg(self) -> None:
        start, end = Point(0, 179.9), Point(0, -179.9)
        self.assertAlmostEqual(cross_track(Point(-0.001, 180), start, end), DEGREE / 1000, delta=0.1)
        self.assertAlmostEqual(cross_track(Point(0.002, -180), start, end), -DEGREE / 500, delta=0.1)
        self.assertEqual(cross_track(start, start, end), 0)

    def test_the_perpendicular_at_the_end_of_a_leg(self) -> None:
        start, end = Point(54, 10), Point(54.01, 10)
        self.assertTrue(is_past(Point(54.0101, 10.1), start, end))
        self.assertFalse(is_past(Point(54.0099, 10.1), start, end))
        self.assertFalse(is_past(end, start, end))

    def test_a_line_keeps_its_bends_and_its_ends_only(self) -> None:
        straight = [Point(49 + index / 1000, 8) for index in range(50)]
        self.assertEqual(simplified(straight, 10), [0, 49])
        self.assertEqual(simplified(straight + [Point(49.049, 8.01)], 10), [0, 49, 50])
        across = [Point(0, 179.9), Point(0, 180), Point(0, -179.9), Point(0.1, -179.9)]
        self.assertEqual(simplified(across, 10), [0, 2, 3])
        self.assertEqual(simplified([Point(1, 1), Point(1, 1)], 10), [0, 1])


class WaypointTests(unittest.TestCase):
    def test_the_maneuvers_of_a_road_are_its_waypoints(self) -> None:
        road = Waypoints(route([(49, 8), (49.01, 8.01), (49.02, 8), (49.03, 8)], step_vertices=[0, 2, 3]))
        self.assertEqual([waypoint.name for waypoint in road.all], ["NB0000", "NB0001", "NB0002"])
        self.assertEqual(road.all[1].position, Point(49.02, 8))
        origin, destination = road.active(guidance(step=2)) or self.fail()
        self.assertEqual((origin.name, destination.name), ("NB0000", "NB0001"))

    def test_the_departure_after_a_stopover_is_no_second_waypoint(self) -> None:
        answer = route([(49, 8), (49.01, 8), (49.02, 8)], step_vertices=[0, 1])
        leg = answer.legs.add()
        leg.steps.add(number=2, geometry_index=1)
        leg.steps.add(number=3, geometry_index=2)
        self.assertEqual([waypoint.name for waypoint in Waypoints(answer).all], ["NB0000", "NB0001", "NB0003"])

    def test_each_bend_of_a_gpx_line_is_a_waypoint_and_the_position_chooses_the_leg(self) -> None:
        # Guidance has one step at the end, since the line turns by less than 30 degrees.
        line = [(54.0, 10.0), (54.01, 10.0), (54.02, 10.0), (54.03, 10.003), (54.04, 10.003)]
        sea = Waypoints(route(line, provider="gpx", step_vertices=[0, 4]))
        self.assertEqual([waypoint.vertex for waypoint in sea.all], [0, 2, 3, 4])
        for along, expected in ((0, 2), (2_200, 2), (2_230, 3), (3_360, 4), (9_999, 4)):
            _, destination = sea.active(guidance(step=4, along=along)) or self.fail()
            self.assertEqual(destination.vertex, expected, along)

    def test_off_a_gpx_line_the_leg_remains_active_until_its_end_is_passed(self) -> None:
        line = [(54.0, 10.0), (54.02, 10.0), (54.03, 10.003), (54.04, 10.003)]
        sea = Waypoints(route(line, provider="gpx", step_vertices=[0, 3]))

        def off_route(latitude: float) -> navbus.NavigationInfo:
            info = guidance(step=3, latitude=latitude, longitude=10.004)
            info.state, info.is_off_route = events_pb2.NAVIGATION_STATE_REROUTING, True
            info.ClearField("matched")
            info.ClearField("current_step")
            return info

        self.assertIsNone(sea.active(off_route(54.01)))
        sea.active(guidance(step=3, latitude=54.01, longitude=10, along=1_112))
        for latitude, expected in ((54.015, 1), (54.0205, 2), (54.0195, 2), (54.035, 3), (54.05, 3)):
            _, destination = sea.active(off_route(latitude)) or self.fail()
            self.assertEqual(destination.vertex, expected, latitude)
        leg = vessel_of(off_route(54.035), sea, arrival_meters=50).leg or self.fail()
        self.assertAlmostEqual(leg.cross_track_meters, 0.001 * DEGREE * math.cos(math.radians(54.035)), delta=1)
        stopped = guidance(step=3, along=1_112)
        stopped.state = events_pb2.NAVIGATION_STATE_STOPPED
        self.assertIsNone(sea.active(stopped))

    def test_a_stopover_of_a_gpx_line_is_a_waypoint(self) -> None:
        answer = route([(54.0, 10.0), (54.01, 10.0), (54.02, 10.0)], provider="gpx", step_vertices=[0, 2])
        answer.stopovers.insert(0, answer.stopovers[0].__class__(geometry_index=1))
        self.assertEqual([waypoint.vertex for waypoint in Waypoints(answer).all], [0, 1, 2])

    def test_names_are_unique_and_have_six_characters(self) -> None:
        numbers = [*range(0, 12_000), *range(99_990, 100_010)]
        answer = route([(49, 8 + number / 1e6) for number in range(len(numbers))])
        for step, number in zip(answer.legs[0].steps, numbers):
            step.number = number
        names = [waypoint.name for waypoint in Waypoints(answer).all]
        self.assertEqual(len(set(names)), len(numbers))
        self.assertEqual({len(name) for name in names}, {6})
        self.assertTrue(all(name.isascii() and name.isalnum() for name in names))

    def test_a_route_without_a_line_or_of_another_id_has_no_active_leg(self) -> None:
        self.assertIsNone(Waypoints(route([])).active(guidance(step=0)))
        other = guidance(step=1)
        other.route_id = "other"
        self.assertIsNone(Waypoints(route([(49, 8), (50, 8)])).active(other))


class ActiveLegTests(unittest.TestCase):
    """On a road to the north."""

    road = Waypoints(route([(49.40, 8.68), (49.42, 8.68), (49.44, 8.68)]))

    def test_the_values_of_a_leg(self) -> None:
        leg = vessel_of(guidance(step=1, off=30), self.road, arrival_meters=50).leg or self.fail()
        self.assertEqual((leg.origin.name, leg.destination.name), ("NB0000", "NB0001"))
        self.assertAlmostEqual(leg.cross_track_meters, 30)
        self.assertAlmostEqual(leg.track_bearing, 0)
        self.assertAlmostEqual(leg.distance_meters, 0.01 * DEGREE, delta=1)
        self.assertAlmostEqual((leg.bearing + 180) % 360 - 180, -math.degrees(math.atan(30 / (0.01 * DEGREE))), delta=0.1)
        self.assertAlmostEqual(leg.closing_speed or 0, 10, delta=0.01)
        self.assertFalse(leg.is_in_arrival_circle)

    def test_left_of_the_line_is_negative(self) -> None:
        leg = vessel_of(guidance(step=1, off=-30), self.road, arrival_meters=50).leg or self.fail()
        self.assertAlmostEqual(leg.cross_track_meters, -30)

    def test_the_arrival_circle(self) -> None:
        near = guidance(step=1, latitude=49.4196)
        self.assertTrue((vessel_of(near, self.road, arrival_meters=50).leg or self.fail()).is_in_arrival_circle)
        self.assertFalse((vessel_of(near, self.road, arrival_meters=40).leg or self.fail()).is_in_arrival_circle)

    def test_the_speed_towards_the_waypoint_is_unknown_without_a_course(self) -> None:
        info = guidance(step=1)
        info.fix.ClearField("course_degrees")
        self.assertIsNone((vessel_of(info, self.road, 50).leg or self.fail()).closing_speed)


if __name__ == "__main__":
    unittest.main()
