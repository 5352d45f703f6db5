"""The discovery message of Home Assistant: one device with its entities, as of Home Assistant 2024.12."""

from __future__ import annotations

import json
from typing import Dict, Union

from commands import COMMANDS, PRESS
from state import STATES
from topics import OFFLINE, ONLINE, Topics

Entity = Dict[str, object]


def discovery(topics: Topics, session: str, media_type: str) -> bytes:
    """The message of the discovery topic.

    Args:
        topics: The topics of the session.
        session: The only name of the message.
        media_type: Media type of the sign.
    """
    entities = {"position": _tracker(topics), **_sensors(topics), "sign": _sign(topics, media_type), **_buttons(topics)}
    for key, entity in entities.items():
        entity["unique_id"] = f"{topics.id}_{key}"
    message = {
        "device": {"identifiers": [topics.id], "name": f"navbus {session}", "manufacturer": "navbus"},
        "origin": {"name": "navbus"},
        "availability": [
            {
                "topic": topics.status,
                "payload_available": ONLINE.decode(),
                "payload_not_available": OFFLINE.decode(),
            }
        ],
        "components": entities,
    }
    return json.dumps(message, separators=(",", ":")).encode()


def _tracker(topics: Topics) -> Entity:
    return {
        "platform": "device_tracker",
        "name": "Position",
        "source_type": "gps",
        "json_attributes_topic": topics.position,
    }


def _sensors(topics: Topics) -> Dict[str, Entity]:
    def sensor(name: str, topic: str, key: str, icon: str, **options: Union[str, int, list[str]]) -> Entity:
        # A null becomes "None", which Home Assistant shows as unknown.
        template = f"{{{{ value_json.{key} }}}}"
        return {
            "platform": "sensor",
            "name": name,
            "state_topic": topic,
            "value_template": template,
            "icon": icon,
            **options,
        }

    def quantity(name: str, topic: str, key: str, icon: str, kind: str, unit: str, precision: int) -> Entity:
        return sensor(
            name,
            topic,
            key,
            icon,
            device_class=kind,
            state_class="measurement",
            unit_of_measurement=unit,
            suggested_display_precision=precision,
        )

    guidance, position = topics.guidance, topics.position
    return {
        "state": sensor("State", guidance, "state", "mdi:navigation", device_class="enum", options=list(STATES)),
        "next_turn": sensor("Next turn", guidance, "maneuver", "mdi:directions"),
        "next_road": sensor("Next road", guidance, "road", "mdi:road"),
        "turn_distance": quantity(
            "Distance to turn", guidance, "distance_to_maneuver_meters", "mdi:arrow-up", "distance", "m", 0
        ),
        "destination_distance": quantity(
            "Distance to destination",
            guidance,
            "distance_to_destination_kilometers",
            "mdi:map-marker-distance",
            "distance",
            "km",
            1,
        ),
        "arrival": sensor("Arrival", guidance, "arrival", "mdi:flag-checkered", device_class="timestamp"),
        "speed": quantity("Speed", position, "speed_kilometers_per_hour", "mdi:speedometer", "speed", "km/h", 0),
    }


def _sign(topics: Topics, media_type: str) -> Entity:
    return {"platform": "image", "name": "Sign", "image_topic": topics.sign, "content_type": media_type}


def _buttons(topics: Topics) -> Dict[str, Entity]:
    return {
        key: {
            "platform": "button",
            "name": command.name,
            "icon": command.icon,
            "command_topic": topics.command(key),
            "payload_press": PRESS.decode(),
            "qos": 1,
            "retain": False,
        }
        for key, command in COMMANDS.items()
    }
