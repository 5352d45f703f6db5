"""The messages that the bridge makes of events, the settings, and the layout."""

from __future__ import annotations

import json
import unittest
from typing import Any, List

import foxglove_live
import layout
import live_server
import messages
import navbus
from foxglove.messages import GeoJson, Log
from generated.LocationFix_pb2 import LocationFix
from google.protobuf import descriptor_pb2
from navbus.v1 import events_pb2

from tests.peer import Channel
from tests.running import BRIDGE, PACKAGE


def decoded(schema: Any, data: bytes) -> Any:
    """Decodes a message of the SDK with its own schema."""
    return Channel(0, "", schema.encoding, schema.name, schema.data, {}).decode(data)


class MessageTests(unittest.TestCase):
    def test_a_position_has_radians_and_variances_and_leaves_out_unknown_values(self) -> None:
        fix = navbus.Fix(time_nanoseconds=-1, course_degrees=90, horizontal_accuracy_meters=3.02)
        fix.smoothed_position.latitude_degrees = 49.5
        position = LocationFix.FromString(messages.location_fix(fix))
        self.assertEqual((position.timestamp.seconds, position.timestamp.nanos), (-1, 999_999_999))
        self.assertAlmostEqual(position.course, 1.5707963)
        self.assertAlmostEqual(position.position_covariance[4], 4)
        self.assertEqual(position.latitude, 49.5)
        self.assertFalse(position.HasField("speed") or position.HasField("heading"))

    def test_a_route_has_its_line_and_its_maneuvers_with_the_longitude_first(self) -> None:
        route = navbus.Route(id="a", provider="valhalla", latitudes_degrees=[49, 50], longitudes_degrees=[8, 9])
        steps = route.legs.add().steps
        steps.add(maneuver=navbus.Maneuver.Value("MANEUVER_TURN_LEFT"), geometry_index=1, simple_road_name="Weg")
        steps.add(geometry_index=7)
        map_message = decoded(GeoJson.get_schema(), messages.route_on_map(route))
        line, maneuver = json.loads(map_message.geojson)["features"]
        self.assertEqual(line["geometry"], {"type": "LineString", "coordinates": [[8, 49], [9, 50]]})
        self.assertEqual(line["properties"]["kind"], "route")
        self.assertEqual(maneuver["geometry"]["coordinates"], [9, 50])
        self.assertEqual(maneuver["properties"]["name"], "turn left Weg")

    def test_without_a_route_the_map_is_empty(self) -> None:
        map_message = decoded(GeoJson.get_schema(), messages.route_on_map(None))
        self.assertEqual(json.loads(map_message.geojson), {"type": "FeatureCollection", "features": []})

    def test_reports_and_commands_are_log_entries_with_levels(self) -> None:
        report = navbus.ControlReport(control="speech", effect="utterance", text="turn left")
        for kind, level in (("BEGAN", 2), ("FAILED", 4), ("WARNING", 3), ("PROGRESSED", 1)):
            report.kind = events_pb2.ReportKind.Value(f"REPORT_KIND_{kind}")
            event = navbus.Envelope(control=report, published_at_nanoseconds=1_500_000_000)
            entry = decoded(Log.get_schema(), messages.log_entry(event) or b"")
            self.assertEqual((entry.level, entry.name), (level, "speech"))
            self.assertEqual(entry.message, f"utterance {kind.lower()}: turn left")
            self.assertEqual((entry.timestamp.seconds, entry.timestamp.nanos), (1, 500_000_000))
        self.assertIsNone(messages.log_entry(navbus.Envelope(gps=navbus.Fix())))
        state = navbus.Envelope(command=navbus.ControlCommand(is_muted=True))
        self.assertIsNone(messages.log_entry(state))

    def test_commands_in_words(self) -> None:
        for words, action in (
            ("mute", {"mute": True}),
            ("unmute", {"mute": False}),
            ("set verbosity: all", {"set_verbosity": events_pb2.VERBOSITY_ALL}),
            ("repeat announcement", {"repeat_announcement": events_pb2.RepeatAnnouncement()}),
            ("say: hello", {"say": events_pb2.SpokenText(text="hello")}),
            ("playback: pause", {"playback": events_pb2.PLAYBACK_PAUSE}),
            ("turn page: next", {"turn_page": events_pb2.PageTurn(next=events_pb2.NextPage())}),
            ("turn page: 5", {"turn_page": events_pb2.PageTurn(page=5)}),
        ):
            self.assertEqual(messages.command_text(navbus.ControlCommand(**action)), words)

    def test_metrics_have_the_known_figures_only(self) -> None:
        fix = navbus.Fix(speed_meters_per_second=13.5)
        self.assertEqual(json.loads(messages.metrics(fix)), {"speed_meters_per_second": 13.5})
        info = navbus.NavigationInfo()
        info.to_maneuver.distance_meters = 300
        info.speed_limit.is_explicit = True
        figures = json.loads(messages.metrics(fix, info))
        self.assertEqual(figures, {"speed_meters_per_second": 13.5, "to_maneuver_meters": 300, "to_maneuver_seconds": 0})
        self.assertLessEqual(set(figures), set(messages.METRICS_SCHEMA["properties"]))  # type: ignore[call-overload]

    def test_the_generated_message_is_that_of_proto(self) -> None:
        described = descriptor_pb2.FileDescriptorSet.FromString(live_server.LOCATION_FIX.data).file[-1]
        self.assertEqual(described.name, "foxglove/LocationFix.proto")
        with open(f"{PACKAGE}/proto/{described.name}", encoding="utf-8") as file:
            proto = file.read()
        for field in described.message_type[0].field:
            self.assertRegex(proto, rf"\b{field.name} = {field.number};")
        self.assertEqual(proto.count(" = ") - 1, len(described.message_type[0].field) + len(described.message_type[0].enum_type[0].value))


class SettingTests(unittest.TestCase):
    def bridge(self, **settings: Any) -> foxglove_live.FoxgloveLive:
        return foxglove_live.FoxgloveLive(navbus.Context(navbus.Settings(**settings)))

    def test_only_chooses_channels_in_their_order(self) -> None:
        self.assertEqual(self.bridge().names, list(live_server.CHANNELS))
        self.assertEqual(self.bridge(only=["route", "gps"]).names, ["gps", "route"])

    def test_invalid_settings_are_refused(self) -> None:
        for settings in ({"only": ["gps", "speed"]}, {"port": 65536}, {"port": -1}, {"port": "8765"}, {"host": 1}):
            with self.assertRaises(navbus.SettingsError):
                self.bridge(**settings)

    def test_only_addresses_of_this_machine_are_private(self) -> None:
        private = ["127.0.0.1", "127.1.2.3", "::1", "[::1]", "localhost"]
        public = ["0.0.0.0", "::", "192.168.1.2", "handlebar.local", ""]
        self.assertEqual([host for host in private + public if live_server.is_this_machine(host)], private)


class LayoutTests(unittest.TestCase):
    def test_the_layout_is_the_one_of_layout_py(self) -> None:
        with open(f"{BRIDGE}/navbus.layout.json", encoding="utf-8") as file:
            self.assertEqual(file.read(), layout.text(), "python3 layout.py > navbus.layout.json")

    def test_each_path_of_the_layout_is_a_field_of_a_channel(self) -> None:
        topics = {kind.prefix + "main": kind for kind in live_server.CHANNELS.values()}
        paths = list(values_of(json.loads(layout.text()), ("value", "topicPath", "followTopic", "topicToRender")))
        self.assertGreater(len(paths), 10)
        for path in paths:
            topic, *fields = path.split(".")
            self.assertIn(topic, topics)
            message = events_pb2.Envelope.DESCRIPTOR
            for field in fields:
                self.assertIn(field, message.fields_by_name, path)
                message = message.fields_by_name[field].message_type


def values_of(part: Any, keys: Any) -> List[str]:
    """All values of these keys, at every level."""
    if isinstance(part, list):
        return [value for element in part for value in values_of(element, keys)]
    if not isinstance(part, dict):
        return []
    own = [value for key, value in part.items() if key in keys and isinstance(value, str)]
    return own + values_of(list(part.values()), keys)


if __name__ == "__main__":
    unittest.main()
