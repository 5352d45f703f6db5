"""The discovery message, checked against the schema of Home Assistant.

The tables repeat `DEVICE_DISCOVERY_SCHEMA`, `MQTT_ENTITY_DEVICE_INFO_SCHEMA` and `MQTT_ENTITY_COMMON_SCHEMA` of
homeassistant/components/mqtt/schemas.py, `DISCOVERY_SCHEMA` of its sensor.py, device_tracker.py, image.py and button.py,
`TOPIC_MATCHER` of its discovery.py, and the device classes of homeassistant/components/sensor/const.py, as of Home Assistant
2024.12 and later. The package itself (Python 3.12, 400 MB with its dependencies) is too large for the tests of navbus.
"""

from __future__ import annotations

import json
import re
import unittest
from typing import Any, Dict, Set

import tests.support  # noqa: F401  (finds the modules of the bridge)

import state
from discovery import discovery
from navbus import Fix, NavigationInfo
from navbus.v1 import events_pb2
from topics import Topics

DISCOVERY_TOPIC = re.compile(r"homeassistant/device/[a-zA-Z0-9_-]+/config")

MESSAGE = {"device", "origin", "components", "availability"}
DEVICE = {
    "identifiers", "connections", "manufacturer", "model", "model_id", "name", "hw_version", "serial_number",
    "sw_version", "via_device", "suggested_area", "configuration_url",
}  # fmt: skip
ORIGIN = {"name", "sw_version", "support_url"}
AVAILABILITY = {"topic", "payload_available", "payload_not_available", "value_template"}

COMMON = {
    "platform", "unique_id", "name", "icon", "entity_category", "enabled_by_default", "entity_picture",
    "json_attributes_topic", "json_attributes_template", "qos", "encoding", "default_entity_id",
}  # fmt: skip
# For each platform the keys that it requires, and those that it permits in addition. The state topic of a device tracker
# is deprecated, and is missing here.
PLATFORMS: Dict[str, Any] = {
    "sensor": (
        {"state_topic"},
        {
            "value_template", "device_class", "state_class", "unit_of_measurement", "suggested_display_precision",
            "options", "expire_after", "force_update", "last_reset_value_template",
        },
    ),
    "device_tracker": ({"json_attributes_topic"}, {"source_type"}),
    "image": ({"image_topic"}, {"content_type", "image_encoding"}),
    "button": ({"command_topic"}, {"command_template", "device_class", "payload_press", "retain"}),
}  # fmt: skip

# Units of the device classes in use; a timestamp and an enumeration have none.
UNITS = {
    "distance": {"km", "m", "cm", "mm", "mi", "nmi", "yd", "in", "ft"},
    "speed": {"ft/s", "in/d", "in/h", "in/s", "km/h", "kn", "m/s", "mph", "mm/d", "mm/h", "mm/s", "m/min", "Beaufort"},
    "timestamp": set(),
    "enum": set(),
}
STATE_CLASSES = {"measurement", "measurement_angle", "total", "total_increasing"}
SOURCE_TYPES = {"gps", "router", "bluetooth", "bluetooth_le"}

TOPICS = Topics("navbus", "main", "homeassistant")


def message(media_type: str = "image/svg+xml") -> Any:
    return json.loads(discovery(TOPICS, "main", media_type))


class DiscoveryTests(unittest.TestCase):
    def test_message(self) -> None:
        found = message()
        self.assertTrue(DISCOVERY_TOPIC.fullmatch(TOPICS.discovery))
        self.assertEqual(MESSAGE, set(found))
        self.assertLessEqual(set(found["device"]), DEVICE)
        self.assertEqual(["navbus_main"], found["device"]["identifiers"])
        self.assertLessEqual(set(found["origin"]), ORIGIN)
        self.assertTrue(found["origin"]["name"])
        for availability in found["availability"]:
            self.assertLessEqual(set(availability), AVAILABILITY)
            self.assertEqual("navbus/main/status", availability["topic"])
            self.assertEqual("online offline", f"{availability['payload_available']} {availability['payload_not_available']}")

    def test_entities_have_the_keys_of_their_platforms(self) -> None:
        entities = message()["components"]
        self.assertEqual(13, len(entities))
        for key, entity in entities.items():
            with self.subTest(key):
                required, permitted = PLATFORMS[entity["platform"]]
                self.assertLessEqual(required, set(entity))
                self.assertLessEqual(set(entity), COMMON | required | permitted)
                self.assertTrue({"unique_id", "name"} <= set(entity))
                self.assertTrue(re.fullmatch(r"mdi:[a-z-]+", entity.get("icon", "mdi:x")))
                for name in (name for name in entity if name.endswith("_topic")):
                    self.assertTrue(entity[name].startswith("navbus/main/"))
                    self.assertNotRegex(entity[name], r"[#+\0]")
        self.assertEqual(13, len({entity["unique_id"] for entity in entities.values()}))

    def test_classes_and_units(self) -> None:
        for key, entity in message()["components"].items():
            if entity["platform"] != "sensor":
                continue
            with self.subTest(key):
                self.assertIn(entity.get("state_class", "measurement"), STATE_CLASSES)
                kind, unit = entity.get("device_class"), entity.get("unit_of_measurement")
                if kind is not None:
                    self.assertTrue(unit in UNITS[kind] if UNITS[kind] else unit is None)
                self.assertEqual(unit is not None, "state_class" in entity, "numbers have a unit and a state class")
                self.assertEqual(kind == "enum", "options" in entity)

    def test_values(self) -> None:
        entities = message("image/png")["components"]
        self.assertEqual(list(state.STATES), entities["state"]["options"])
        self.assertIn(entities["position"]["source_type"], SOURCE_TYPES)
        self.assertEqual("image/png", entities["sign"]["content_type"])
        for name in ("mute", "unmute", "repeat", "stop"):
            self.assertEqual(("PRESS", False), (entities[name]["payload_press"], entities[name]["retain"]))

    def test_templates_read_keys_of_the_topics(self) -> None:
        fix = Fix(smoothed_position=events_pb2.Coordinate(latitude_degrees=1, longitude_degrees=2))
        keys: Dict[str, Set[str]] = {
            TOPICS.position: set(state.position(fix) or {}),
            TOPICS.guidance: set(state.guidance(NavigationInfo(), fix)),
        }
        used = set()
        for entity in message()["components"].values():
            if "value_template" in entity:
                match = re.fullmatch(r"\{\{ value_json\.(\w+) \}\}", entity["value_template"])
                assert match is not None
                self.assertIn(match[1], keys[entity["state_topic"]])
                used.add(match[1])
        self.assertLessEqual(keys[TOPICS.guidance], used, "each fact of the guidance is an entity")

    def test_the_session_is_the_only_name(self) -> None:
        text = discovery(Topics("p", "kitchen-van", "ha"), "kitchen-van", "image/svg+xml").decode()
        words = set(re.findall(r"[a-z]+", text.lower()))
        self.assertIn("navbus kitchen-van", text)
        for word in ("localhost", "password", "user", "route", "latitude"):
            self.assertNotIn(word, words)


if __name__ == "__main__":
    unittest.main()
