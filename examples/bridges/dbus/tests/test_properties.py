"""Events in, values of the properties and signals out; without a daemon."""

from __future__ import annotations

import unittest
from typing import Any, List, Tuple

import navbus
from caller_limits import COMMANDS, MAX_CALLERS, CallerLimits
from dbus import DBusBridge
from dbus_fast import Variant
from guidance_properties import Values, guidance_values, no_values
from interface import Interface, object_path, path_element
from navbus.v1 import events_pb2
from service import default_name


class RecordingService:
    """Records in place of D-Bus."""

    def __init__(self) -> None:
        self.values: Values = {}
        self.signals: List[Tuple[Any, ...]] = []

    def update(self, values: Values) -> None:
        self.values = values

    def emit(self, signal: str, *arguments: Any) -> None:
        self.signals.append((signal, *arguments))

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass


def guidance() -> navbus.NavigationInfo:
    info = navbus.NavigationInfo(state=events_pb2.NAVIGATION_STATE_ENROUTE, current_street_name="Kurpfalzring")
    info.fix.time_nanoseconds = 1_700_000_000_400_000_000
    info.fix.smoothed_position.latitude_degrees = 49.5
    info.fix.smoothed_position.longitude_degrees = 8.25
    info.current_step.number = 2
    info.current_step.maneuver = events_pb2.MANEUVER_ROUNDABOUT_LEFT_COUNTERCLOCKWISE
    info.current_step.roundabout.exit_count = 2
    lane = info.current_step.lanes.add()
    lane.directions.add(shape=events_pb2.LANE_SHAPE_SLIGHT_LEFT, is_recommended=True)
    lane.directions.add(shape=events_pb2.LANE_SHAPE_STRAIGHT)
    info.to_maneuver.distance_meters = 120.5
    info.to_destination.duration_seconds = 61
    info.speed_limit.is_explicit = True
    return info


class PropertyTests(unittest.TestCase):
    def test_guidance_has_typed_values_with_units_in_their_names(self) -> None:
        values = guidance_values(guidance())
        self.assertEqual(values["State"], "enroute")
        self.assertEqual(values["StreetName"], "Kurpfalzring")
        self.assertEqual(values["NextManeuver"], "roundabout_left_counterclockwise")
        self.assertEqual(values["NextManeuverRoundaboutExit"], 2)
        self.assertEqual(values["NextManeuverDistanceMeters"], 120.5)
        self.assertEqual(values["Lanes"], [[["slight_left", True], ["straight", False]]])
        self.assertEqual(values["ArrivalTimeUnixSeconds"], 1_700_000_061)
        self.assertEqual(values["PositionDegrees"], [49.5, 8.25])
        self.assertTrue(values["IsSpeedUnlimited"], "an explicit limit without a number is no limit")
        for name in ("SpeedLimitMetersPerSecond", "SpeedMetersPerSecond", "CourseDegrees", "FollowingManeuverDistanceMeters"):
            self.assertNotIn(name, values)

    def test_every_value_is_declared_and_has_its_type(self) -> None:
        types = Interface().properties
        info = guidance()
        info.next_step.maneuver = events_pb2.MANEUVER_TURN_LEFT
        info.maneuver_to_next_meters = 20
        info.speed_limit.meters_per_second = 14
        info.to_stopover.distance_meters = 3
        info.matched.position.latitude_degrees = 1
        for field in ("altitude_meters", "horizontal_accuracy_meters", "speed_meters_per_second", "course_degrees"):
            setattr(info.fix, field, 1)
        values = guidance_values(info)
        for name, value in values.items():
            Variant(types[name], value)
        self.assertEqual(set(types) - set(values), {"Session", "IsMuted"})

    def test_numbers_that_are_not_finite_are_absent_and_texts_cannot_break_a_message(self) -> None:
        info = guidance()
        info.current_street_name = "A\0\x1b[2J\nB"
        info.to_maneuver.distance_meters = float("nan")
        info.to_destination.duration_seconds = 1e300
        info.fix.smoothed_position.latitude_degrees = float("inf")
        values = guidance_values(info)
        self.assertEqual(values["StreetName"], "A??[2J?B")
        for name in ("NextManeuverDistanceMeters", "ArrivalTimeUnixSeconds", "PositionDegrees"):
            self.assertNotIn(name, values)

    def test_names_of_sessions_are_encoded_in_paths_and_bus_names(self) -> None:
        self.assertEqual(object_path("main"), "/org/navbus/Navigation1/main")
        self.assertEqual(object_path("bike-2_a"), "/org/navbus/Navigation1/bike_2d2_5fa")
        self.assertEqual(path_element("2nd"), "_32nd")
        self.assertEqual(default_name("main"), "org.navbus.Navigation1")
        self.assertEqual(default_name("2nd"), "org.navbus.Navigation1._32nd")


class BridgeTests(unittest.TestCase):
    def setUp(self) -> None:
        self.service = RecordingService()
        self.bridge = DBusBridge(navbus.Context(), self.service)  # type: ignore[arg-type]
        self.driver = navbus.Driver(self.bridge)
        self.bridge.start()

    def deliver(self, **event: Any) -> None:
        self.driver.deliver(navbus.Envelope(**event))

    def test_a_drive_begins_announces_each_stage_once_and_ends_without_guidance(self) -> None:
        self.deliver(navigation_started=navbus.Route(id="r", reason=events_pb2.ROUTE_REASON_REROUTED, distance_meters=9))
        info = guidance()
        info.cue.identity = 7
        info.cue.step_number = 2
        info.cue.subject = events_pb2.CUE_SUBJECT_MANEUVER
        info.cue.due_at_nanoseconds = info.fix.time_nanoseconds
        info.cue.valid_for_seconds = 5
        for stage in (events_pb2.CUE_STAGE_PREPARE, events_pb2.CUE_STAGE_PREPARE, events_pb2.CUE_STAGE_NOW):
            info.cue.stage = stage
            self.deliver(navigation=info)
        self.deliver(navigation_stopped=events_pb2.NavigationStopped(reason=events_pb2.STOP_REASON_DESTINATION_REACHED))
        maneuver = "roundabout_left_counterclockwise"
        self.assertEqual(
            self.service.signals,
            [
                ("Started", "r", "rerouted", 9, 0),
                ("Announced", "prepare", maneuver, "maneuver", 0),
                ("Announced", "now", maneuver, "maneuver", 0),
                ("Stopped", "destination_reached"),
            ],
        )
        expected = {**no_values("stopped"), "PositionDegrees": [49.5, 8.25], "Session": "main", "IsMuted": False}
        self.assertEqual(self.service.values, expected)

    def test_a_cue_that_is_no_longer_valid_is_not_announced(self) -> None:
        info = guidance()
        info.cue.identity = 7
        info.cue.due_at_nanoseconds = info.fix.time_nanoseconds - 6_000_000_000
        info.cue.valid_for_seconds = 5
        self.deliver(navigation=info)
        self.assertEqual(self.service.signals, [])

    def test_in_silence_nothing_is_known_but_the_mute_state(self) -> None:
        self.deliver(command=navbus.ControlCommand(is_muted=True))
        self.deliver(navigation=guidance())
        self.driver.fall_silent()
        self.assertEqual(self.service.values, {**no_values("unknown"), "Session": "main", "IsMuted": True})

    def test_without_navigation_the_position_is_shown(self) -> None:
        self.deliver(gps=guidance().fix)
        self.assertEqual(self.service.values["State"], "stopped")
        self.assertEqual(self.service.values["PositionDegrees"], [49.5, 8.25])

    def test_a_name_that_is_no_bus_name_is_refused(self) -> None:
        for name in ("navbus", "org..navbus", "org.navbus/x", ":1.5x", "org.navbus.ü"):
            with self.assertRaisesRegex(navbus.SettingsError, "is not a D-Bus name"):
                DBusBridge(navbus.Context(navbus.Settings(name=name)))


class CallerLimitTests(unittest.TestCase):
    def test_a_caller_is_limited_and_others_are_not(self) -> None:
        limits = CallerLimits(COMMANDS)
        self.assertEqual([limits.allows("a", 0.0) for _ in range(6)], [True] * 5 + [False])
        self.assertTrue(limits.allows("b", 0.0))
        self.assertTrue(limits.allows("a", 0.5))
        self.assertFalse(limits.allows("a", 0.5))

    def test_the_number_of_remembered_callers_is_limited(self) -> None:
        limits = CallerLimits(COMMANDS)
        for number in range(MAX_CALLERS * 3):
            limits.allows(f":1.{number}", 0.0)
        self.assertEqual(len(limits._buckets), MAX_CALLERS)


if __name__ == "__main__":
    unittest.main()
