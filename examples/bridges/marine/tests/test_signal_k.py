"""The deltas. A table in this file stands for the schema of Signal K, which no package of PyPI or Debian has."""

from __future__ import annotations

import json
import math
import random
import re
import unittest
from typing import Any, Callable, Dict

from navbus.v1 import events_pb2
from signal_k import MAX_UPDATE_BYTES, SignalK
from tests.support import fix, guidance, route
from tests.random_vessels import random_vessel
from vessel import NOTHING, Vessel, vessel_of, vessel_of_fix
from waypoints import Waypoints

ROAD = Waypoints(route([(49.40, 8.68), (49.42, 8.68), (49.44, 8.68)]))


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def is_angle(value: Any) -> bool:
    return is_number(value) and 0 <= value < 2 * math.pi


def is_not_negative(value: Any) -> bool:
    return is_number(value) and value >= 0


def is_position(value: Any) -> bool:
    is_object = isinstance(value, dict) and {"latitude", "longitude"} <= set(value) <= {"latitude", "longitude", "altitude"}
    return is_object and all(map(is_number, value.values())) and abs(value["latitude"]) <= 90 and abs(value["longitude"]) <= 180


def is_time(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", value) is not None


# From schemas/groups/navigation.json and schemas/definitions.json of the specification, version 1.8.4: the paths of this
# bridge, and the values that each may have. Any value may be null.
PATHS: Dict[str, Callable[[Any], bool]] = {
    "navigation.position": is_position,
    "navigation.speedOverGround": is_not_negative,
    "navigation.courseOverGroundTrue": is_angle,
    "navigation.gnss.methodQuality": lambda value: value in ("no GPS", "GNSS Fix", "DGNSS fix", "Estimated (DR) mode"),
    "navigation.gnss.satellites": is_not_negative,
    "navigation.courseGreatCircle.nextPoint.position": is_position,
    "navigation.courseGreatCircle.nextPoint.distance": is_not_negative,
    "navigation.courseGreatCircle.nextPoint.bearingTrue": is_angle,
    "navigation.courseGreatCircle.nextPoint.velocityMadeGood": is_number,
    "navigation.courseGreatCircle.nextPoint.timeToGo": is_not_negative,
    "navigation.courseGreatCircle.previousPoint.position": is_position,
    "navigation.courseGreatCircle.bearingTrackTrue": is_angle,
    "navigation.courseGreatCircle.crossTrackError": is_number,
    "navigation.courseGreatCircle.activeRoute.estimatedTimeOfArrival": is_time,
}


def checked(test: unittest.TestCase, line: bytes) -> Dict[str, Any]:
    """The values of a delta by path, after a check against schemas/delta.json and the table."""
    test.assertTrue(line.endswith(b"\n") and line.count(b"\n") == 1)
    test.assertLessEqual(len(line), MAX_UPDATE_BYTES)
    delta = json.loads(line)
    test.assertEqual((set(delta), delta["context"], len(delta["updates"])), ({"context", "updates"}, "vessels.self", 1))
    update = delta["updates"][0]
    test.assertEqual(set(update), {"source", "timestamp", "values"})
    test.assertEqual(update["source"]["label"], "navbus")
    test.assertTrue(is_time(update["timestamp"]))
    values = {}
    for entry in update["values"]:
        test.assertEqual(set(entry), {"path", "value"})
        values[entry["path"]] = entry["value"]
        is_allowed = PATHS[entry["path"]]
        test.assertTrue(entry["value"] is None or is_allowed(entry["value"]), entry)
    # A receiver keeps the last value of a path: each delta has all of them.
    test.assertEqual(set(values), set(PATHS))
    return values


class DeltaTests(unittest.TestCase):
    def delta(self, vessel: Vessel) -> Dict[str, Any]:
        (line,) = SignalK().update(vessel)
        return checked(self, line)

    def test_a_vessel_on_its_route_in_si_units(self) -> None:
        info = guidance(step=1, off=30)
        info.fix.altitude_meters, info.fix.course_degrees, info.fix.satellites_used = 12.34, 90, 9
        values = self.delta(vessel_of(info, ROAD, 50))
        course = {path.rsplit("courseGreatCircle.")[1]: value for path, value in values.items() if "courseGreatCircle" in path}
        self.assertAlmostEqual(values["navigation.position"]["latitude"], 49.41)
        self.assertEqual(values["navigation.position"]["altitude"], 12.3)
        self.assertEqual((values["navigation.speedOverGround"], values["navigation.gnss.satellites"]), (10, 9))
        self.assertAlmostEqual(values["navigation.courseOverGroundTrue"], math.pi / 2, delta=1e-4)
        self.assertEqual(course["nextPoint.position"], {"latitude": 49.42, "longitude": 8.68})
        self.assertEqual(course["previousPoint.position"], {"latitude": 49.4, "longitude": 8.68})
        self.assertAlmostEqual(course["nextPoint.distance"], 1112.4, delta=1)
        self.assertAlmostEqual(course["nextPoint.bearingTrue"], 2 * math.pi - 30 / 1112, delta=1e-3)
        self.assertEqual((course["crossTrackError"], course["bearingTrackTrue"]), (30, 0))
        self.assertEqual(course["activeRoute.estimatedTimeOfArrival"], "2026-05-04T08:01:00.000Z")
        # To the east, away from a waypoint in the north-north-west: there is no time until the arrival.
        self.assertLess(course["nextPoint.velocityMadeGood"], 0)
        self.assertIsNone(course["nextPoint.timeToGo"])

    def test_the_time_to_go_is_that_of_the_approach(self) -> None:
        values = self.delta(vessel_of(guidance(step=1), ROAD, 50))
        self.assertEqual(values["navigation.courseGreatCircle.nextPoint.timeToGo"], 111)

    def test_left_of_the_line_is_negative(self) -> None:
        values = self.delta(vessel_of(guidance(step=1, off=-30), ROAD, 50))
        self.assertEqual(values["navigation.courseGreatCircle.crossTrackError"], -30)

    def test_without_a_route_the_course_is_null(self) -> None:
        values = self.delta(vessel_of_fix(fix()))
        self.assertEqual({value for path, value in values.items() if "courseGreatCircle" in path}, {None})
        self.assertEqual(values["navigation.gnss.methodQuality"], "GNSS Fix")

    def test_without_a_position_all_is_null(self) -> None:
        values = self.delta(NOTHING)
        self.assertEqual(values.pop("navigation.gnss.methodQuality"), "no GPS")
        self.assertEqual(set(values.values()), {None})

    def test_an_estimated_position_is_marked(self) -> None:
        info = guidance(step=1)
        info.position_status = events_pb2.POSITION_STATUS_ESTIMATED
        values = self.delta(vessel_of(info, ROAD, 50))
        self.assertEqual(values["navigation.gnss.methodQuality"], "Estimated (DR) mode")
        self.assertIsNotNone(values["navigation.position"])
        self.assertIsNone(values["navigation.courseGreatCircle.nextPoint.position"])

    def test_random_values_match_the_table(self) -> None:
        source = random.Random(9)
        for _ in range(2_000):
            self.delta(random_vessel(source))


if __name__ == "__main__":
    unittest.main()
