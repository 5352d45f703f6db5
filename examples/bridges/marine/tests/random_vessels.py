"""Vessels with random values, also at the poles, at the antimeridian and at the limits of each field."""

from __future__ import annotations

from random import Random
from typing import Optional

from geodesy import Point
from tests.support import START
from vessel import ActiveLeg, Vessel
from waypoints import Waypoint


def random_point(source: Random) -> Point:
    special_latitudes = [90, -90, 0, -0.0, 89.9999999, -1e-9]
    special_longitudes = [180, -180, 179.9999999, -179.9999999, 0, -0.0, 1e-9]
    latitude = source.choice([source.uniform(-90, 90), *special_latitudes])
    longitude = source.choice([source.uniform(-180, 180), *special_longitudes])
    return Point(latitude, longitude)


def random_vessel(source: Random) -> Vessel:
    satellites = _maybe(source, 0, 1000)
    return Vessel(
        mode=source.choice("ADEN"),
        time_nanoseconds=source.choice([None, 0, START, source.randrange(0, 7_258_118_400 * 10**9)]),
        position=source.choice([None, random_point(source), random_point(source)]),
        altitude_meters=_maybe(source, -12_000, 100_000),
        speed=_maybe(source, 0, 1000),
        course_degrees=_maybe(source, 0, 359.9999999),
        satellites=None if satellites is None else int(satellites),
        leg=_random_leg(source),
        arrival_nanoseconds=source.choice([None, START]),
    )


def _random_leg(source: Random) -> Optional[ActiveLeg]:
    if source.random() < 0.3:
        return None
    names = [f"NB{number:04d}"[-6:] for number in source.sample(range(200_000), 2)]
    return ActiveLeg(
        origin=Waypoint(names[0], random_point(source), 0),
        destination=Waypoint(names[1], random_point(source), 1),
        cross_track_meters=_maybe(source, -1e6, 1e6) or 0.0,
        track_bearing=source.uniform(0, 359.9999999),
        bearing=source.choice([0, 359.9999999, source.uniform(0, 360)]),
        distance_meters=_maybe(source, 0, 2.1e7) or 0.0,
        closing_speed=_maybe(source, -1000, 1000),
        is_in_arrival_circle=source.random() < 0.5,
        is_route_completed=source.random() < 0.5,
    )


def _maybe(source: Random, least: float, most: float) -> Optional[float]:
    return source.choice([None, least, most, source.uniform(least, most)])
