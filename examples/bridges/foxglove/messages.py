"""The messages of the channels that are made from events, for the panels of Foxglove: pure functions."""

from __future__ import annotations

import json
import math
from typing import Dict, List, Optional, Union

import navbus
from foxglove.messages import GeoJson, Log, LogLevel, Timestamp
from navbus.v1 import events_pb2

from generated.LocationFix_pb2 import LocationFix

NANOSECONDS = 1_000_000_000
Object = Dict[str, object]


def location_fix(fix: navbus.Fix) -> bytes:
    """A foxglove.LocationFix of the smoothed position, byte for byte as in recordings (Sources/Recording/LocationFix.swift)."""
    position = LocationFix(
        latitude=fix.smoothed_position.latitude_degrees,
        longitude=fix.smoothed_position.longitude_degrees,
        altitude=fix.altitude_meters,
        frame_id="gps",
    )
    if fix.HasField("horizontal_accuracy_meters"):
        # The radius that contains 68 % of the positions in a plane is 1.51 standard deviations of one axis.
        accuracy = fix.horizontal_accuracy_meters
        variance = accuracy * accuracy / (1.51 * 1.51)
        position.position_covariance.extend([variance, 0, 0, 0, variance, 0, 0, 0, 0])
        position.position_covariance_type = LocationFix.APPROXIMATED
    position.timestamp.seconds, position.timestamp.nanos = divmod(fix.time_nanoseconds, NANOSECONDS)
    if fix.HasField("heading_degrees"):
        position.heading = fix.heading_degrees * math.pi / 180
    if fix.HasField("heading_accuracy_degrees"):
        position.heading_variance = (fix.heading_accuracy_degrees * math.pi / 180) ** 2
    if fix.HasField("speed_meters_per_second"):
        position.speed = fix.speed_meters_per_second
    if fix.HasField("course_degrees"):
        position.course = fix.course_degrees * math.pi / 180
    return bytes(position.SerializeToString())


def route_on_map(route: Optional[navbus.Route]) -> bytes:
    """A foxglove.GeoJSON of a route and its maneuvers, with the properties of `navbus export --geojson`; without a route it
    is empty, which clears the map."""
    features = [] if route is None else [_line(route), *_maneuvers(route)]
    text = json.dumps({"type": "FeatureCollection", "features": features}, separators=(",", ":"), ensure_ascii=False)
    return GeoJson(geojson=text).encode()


def _line(route: navbus.Route) -> Object:
    return _feature(
        "LineString",
        [[longitude, latitude] for latitude, longitude in zip(route.latitudes_degrees, route.longitudes_degrees)],
        {
            "kind": "route",
            "name": f"route from {route.provider}",
            "route": route.id,
            "provider": route.provider,
            "reason": navbus.name_of(events_pb2.RouteReason, route.reason),
            "distanceMeters": route.distance_meters,
            "durationSeconds": route.duration_seconds,
            "style": {"color": "#1a73e8", "weight": 5, "opacity": 0.8},
        },
    )


def _maneuvers(route: navbus.Route) -> List[Object]:
    return [
        _feature(
            "Point",
            [route.longitudes_degrees[step.geometry_index], route.latitudes_degrees[step.geometry_index]],
            {
                "kind": "maneuver",
                "name": f"{navbus.name_of(navbus.Maneuver, step.maneuver)} {step.simple_road_name}".rstrip(),
                "route": route.id,
                "maneuver": navbus.name_of(navbus.Maneuver, step.maneuver),
                "road": step.full_road_name,
                "instruction": step.instruction,
                "step": step.number,
            },
        )
        for leg in route.legs
        for step in leg.steps
        if 0 <= step.geometry_index < len(route.latitudes_degrees)
    ]


def _feature(geometry: str, coordinates: object, properties: Object) -> Object:
    return {
        "type": "Feature",
        "geometry": {"type": geometry, "coordinates": coordinates},
        "properties": properties,
    }


# Levels of reports in the log; all other kinds are information.
_LEVELS: Dict[int, LogLevel] = {
    events_pb2.REPORT_KIND_FAILED: LogLevel.Error,
    events_pb2.REPORT_KIND_WARNING: LogLevel.Warning,
    events_pb2.REPORT_KIND_PROGRESSED: LogLevel.Debug,
}


def log_entry(event: navbus.Envelope) -> Optional[bytes]:
    """A foxglove.Log of a report or a command; None for another event, and for a command without an action."""
    level = LogLevel.Info
    if event.HasField("control"):
        name, text = event.control.control, report_text(event.control)
        level = _LEVELS.get(event.control.kind, level)
    elif event.HasField("command"):
        name, text = "command", command_text(event.command)
    else:
        return None
    if not text:
        return None
    seconds, nanoseconds = divmod(event.published_at_nanoseconds, NANOSECONDS)
    return Log(timestamp=Timestamp(seconds, nanoseconds), level=level, name=name, message=text).encode()


def report_text(report: navbus.ControlReport) -> str:
    """A report in words: "utterance began: in 300 m turn left"."""
    words = f"{report.effect} {navbus.name_of(events_pb2.ReportKind, report.kind)}".lstrip()
    return f"{words}: {report.text}" if report.text else words


def command_text(command: navbus.ControlCommand) -> str:
    """A command in words: "set verbosity: all"; empty without an action."""
    action = command.WhichOneof("action")
    if action is None:
        return ""
    words = str(action).replace("_", " ")
    if action == "mute":
        return "mute" if command.mute else "unmute"
    if action == "set_verbosity":
        return f"{words}: {navbus.name_of(events_pb2.Verbosity, command.set_verbosity)}"
    if action == "playback":
        return f"{words}: {navbus.name_of(events_pb2.Playback, command.playback)}"
    if action == "say":
        return f"{words}: {command.say.text}"
    if action == "turn_page":
        turn = command.turn_page.WhichOneof("turn")
        return f"{words}: {command.turn_page.page if turn == 'page' else turn}"
    return words


# The figures of the channel of metrics; a figure that is unknown is absent.
METRICS_SCHEMA: Object = {
    "title": "navbus.Metrics",
    "type": "object",
    "properties": {
        name: {"type": "number"}
        for name in (
            "speed_meters_per_second",
            "speed_limit_meters_per_second",
            "horizontal_accuracy_meters",
            "to_maneuver_meters",
            "to_maneuver_seconds",
            "to_stopover_meters",
            "to_stopover_seconds",
            "to_destination_meters",
            "to_destination_seconds",
            "distance_along_route_meters",
            "distance_from_route_meters",
        )
    },
}


def metrics(fix: navbus.Fix, info: Optional[navbus.NavigationInfo] = None) -> bytes:
    """The figures of a fix, and those of the guidance that was computed from it."""
    values: Dict[str, Union[float, int]] = {}
    for name in ("speed_meters_per_second", "horizontal_accuracy_meters"):
        if fix.HasField(name):
            values[name] = getattr(fix, name)
    if info is not None:
        for part in ("to_maneuver", "to_stopover", "to_destination"):
            if info.HasField(part):
                remaining = getattr(info, part)
                values[f"{part}_meters"] = remaining.distance_meters
                values[f"{part}_seconds"] = remaining.duration_seconds
        if info.HasField("matched"):
            values["distance_along_route_meters"] = info.matched.distance_along_route_meters
            values["distance_from_route_meters"] = info.matched.distance_from_route_meters
        if info.speed_limit.HasField("meters_per_second"):
            values["speed_limit_meters_per_second"] = info.speed_limit.meters_per_second
    return json.dumps(values, separators=(",", ":")).encode()
