"""NMEA 0183 sentences, version 2.3 and later (with the mode indicator). Unknown fields are empty."""

from __future__ import annotations

import time
from typing import List, Optional, Sequence, Tuple

from geodesy import Point
from vessel import ActiveLeg, Vessel
from waypoints import Waypoint

MAX_SENTENCE_BYTES = 82
# The longest update: the sentences RMC, GGA, RMB, APB, XTE and BWC, and one sentence of the route.
MAX_UPDATE_BYTES = 480
PORT = 10110

_METERS_PER_NAUTICAL_MILE = 1852.0
_KNOTS = 3600 / _METERS_PER_NAUTICAL_MILE


class NMEA0183:
    """Writes the state of the vessel as sentences."""

    port = PORT
    max_update_bytes = MAX_UPDATE_BYTES

    def __init__(self, talker: str) -> None:
        self._talker = talker

    def update(self, vessel: Vessel) -> List[bytes]:
        """The sentences of one update."""
        sentences = [self._rmc(vessel), self._gga(vessel), self._rmb(vessel), self._apb(vessel), self._xte(vessel)]
        return sentences + ([self._bwc(vessel, vessel.leg)] if vessel.leg else [])

    def route(self, waypoints: Sequence[Waypoint]) -> List[bytes]:
        """The positions of the waypoints, and then their names in the order of the route."""
        sentences = [self._sentence("WPL", *_position(waypoint.position), waypoint.name) for waypoint in waypoints]
        # Seven names of six characters are at most 76 bytes, also with 999 sentences.
        groups = [waypoints[start : start + 7] for start in range(0, len(waypoints), 7)]
        for number, group in enumerate(groups, start=1):
            names = [waypoint.name for waypoint in group]
            sentences.append(self._sentence("RTE", str(len(groups)), str(number), "c", "NAVBUS", *names))
        return sentences

    def _rmc(self, vessel: Vessel) -> bytes:
        clock, date = _time(vessel.time_nanoseconds)
        speed = "" if vessel.speed is None else f"{vessel.speed * _KNOTS:.2f}"
        course = _degrees(vessel.course_degrees)
        # The magnetic variation is unknown: all bearings are true.
        return self._sentence(
            "RMC", clock, _status(vessel.is_valid), *_position(vessel.position), speed, course, date, "", "", vessel.mode
        )

    def _gga(self, vessel: Vessel) -> bytes:
        quality = {"A": "1", "D": "2", "E": "6"}.get(vessel.mode, "0")
        # The standard limits the number of satellites to 12. Dilution and geoidal separation are unknown.
        satellites = "" if vessel.satellites is None else f"{min(vessel.satellites, 12):02d}"
        altitude = ["", ""] if vessel.altitude_meters is None else [f"{vessel.altitude_meters:.1f}", "M"]
        clock, _ = _time(vessel.time_nanoseconds)
        return self._sentence(
            "GGA", clock, *_position(vessel.position), quality, satellites, "", *altitude, "", "", "", ""
        )

    def _rmb(self, vessel: Vessel) -> bytes:
        leg = vessel.leg
        if leg is None:
            return self._sentence("RMB", "V", *[""] * 11, "V", vessel.mode)
        closing_speed = "" if leg.closing_speed is None else _speed(leg.closing_speed)
        return self._sentence(
            "RMB", "A", *_cross_track(leg), leg.origin.name, leg.destination.name, *_position(leg.destination.position),
            _miles(leg.distance_meters), _degrees(leg.bearing), closing_speed, _status(leg.is_in_arrival_circle), vessel.mode,
        )  # fmt: skip

    def _apb(self, vessel: Vessel) -> bytes:
        leg = vessel.leg
        if leg is None:
            return self._sentence("APB", "V", "V", "", "", "N", "V", "V", "", "T", "", "", "T", "", "T", vessel.mode)
        bearing = _degrees(leg.bearing)
        return self._sentence(
            "APB", "A", "A", *_cross_track(leg), "N", _status(leg.is_in_arrival_circle), _status(leg.is_route_completed),
            _degrees(leg.track_bearing), "T", leg.destination.name, bearing, "T", bearing, "T", vessel.mode,
        )  # fmt: skip

    def _xte(self, vessel: Vessel) -> bytes:
        if vessel.leg is None:
            return self._sentence("XTE", "V", "V", "", "", "N", vessel.mode)
        return self._sentence("XTE", "A", "A", *_cross_track(vessel.leg), "N", vessel.mode)

    def _bwc(self, vessel: Vessel, leg: ActiveLeg) -> bytes:
        clock, _ = _time(vessel.time_nanoseconds)
        return self._sentence(
            "BWC", clock, *_position(leg.destination.position), _degrees(leg.bearing), "T", "", "M",
            _miles(leg.distance_meters), "N", leg.destination.name, vessel.mode,
        )  # fmt: skip

    def _sentence(self, kind: str, *fields: str) -> bytes:
        text = ",".join((self._talker + kind, *fields)).encode("ascii")
        checksum = 0
        for byte in text:
            checksum ^= byte
        return b"$%s*%02X\r\n" % (text, checksum)


def _status(is_set: bool) -> str:
    return "A" if is_set else "V"


def _time(nanoseconds: Optional[int]) -> Tuple[str, str]:
    """The time of day and the date, UTC. Cut, not rounded: a second has no hundredth number 100."""
    if nanoseconds is None:
        return "", ""
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    utc = time.gmtime(seconds)
    return time.strftime("%H%M%S", utc) + f".{rest // 10_000_000:02d}", time.strftime("%d%m%y", utc)


def _position(point: Optional[Point]) -> List[str]:
    """Degrees and minutes: "4924.5010", "N", "00838.5073", "E"; 0.0001 minutes are 0.2 m."""
    if point is None:
        return ["", "", "", ""]
    # In units of 0.0001 minutes, so that no minute is rounded up to 60.
    degrees_north, minutes_north = divmod(round(abs(point.latitude) * 600_000), 600_000)
    degrees_east, minutes_east = divmod(round(abs(point.longitude) * 600_000), 600_000)
    return [
        f"{degrees_north:02d}{minutes_north / 10_000:07.4f}",
        "S" if point.latitude < 0 else "N",
        f"{degrees_east:03d}{minutes_east / 10_000:07.4f}",
        "W" if point.longitude < 0 else "E",
    ]


def _degrees(degrees: Optional[float]) -> str:
    return "" if degrees is None else f"{round(degrees, 1) % 360:.1f}"


def _speed(meters_per_second: float) -> str:
    """Knots in at most five characters, so that RMB has no more than 82: "-12.3", "-1944"."""
    knots = meters_per_second * _KNOTS
    return f"{knots:.1f}" if abs(knots) < 99 else f"{knots:.0f}"


def _miles(meters: float, most: float = 999.9) -> str:
    """Nautical miles in five characters: "0.123", "12.34", "999.9"; the standard has no greater range."""
    return f"{min(meters / _METERS_PER_NAUTICAL_MILE, most):.3f}"[:5]


def _cross_track(leg: ActiveLeg) -> Tuple[str, str]:
    """The distance from the line, and the direction in which to steer back to it."""
    return _miles(abs(leg.cross_track_meters), most=9.99), "L" if leg.cross_track_meters > 0 else "R"
