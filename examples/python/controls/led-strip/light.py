"""The decision: the present state of guidance in, the colours of a strip or a ring out. Pure functions."""

from __future__ import annotations

import math
from typing import List, Tuple

import navbus
from navbus.v1 import events_pb2

Colour = Tuple[int, int, int]

DARK: Colour = (0, 0, 0)
GUIDE: Colour = (0, 90, 255)
SOON: Colour = (255, 140, 0)
NOW: Colour = (0, 255, 60)
OTHER_LANE: Colour = (40, 0, 0)
OFF_ROUTE: Colour = (255, 0, 0)
ARRIVED: Colour = (255, 255, 255)

# Distance from which a maneuver is shown, metres.
RANGE_METERS = 300.0
# Distance from which it is shown as immediate, metres.
NOW_METERS = 40.0
# Brightness of a direction on a ring when it is first shown.
MIN_BRIGHTNESS = 0.15


def light(info: navbus.NavigationInfo, count: int) -> List[Colour]:
    """The colours of `count` LEDs, left to right.

    - A bar begins at the side of the next maneuver, and grows to the middle as the maneuver comes nearer.
    - Before the maneuver, if lanes are known, each lane has a part of the strip; the recommended ones are bright.
    - Straight on is a spot in the middle; the destination is white; off route, both ends are red.
    """
    if info.is_destination_reached:
        return [ARRIVED] * count
    if info.is_off_route or info.is_wrong_way or info.state == events_pb2.NAVIGATION_STATE_REROUTING:
        return _ends(count, OFF_ROUTE)
    if not info.HasField("current_step") or not info.HasField("to_maneuver"):
        return [DARK] * count
    meters = info.to_maneuver.distance_meters
    if not meters <= RANGE_METERS:
        return [DARK] * count
    colour = NOW if meters <= NOW_METERS else SOON
    if info.current_step.lanes and meters > NOW_METERS:
        return _lanes(info.current_step, count, colour)
    side = navbus.side_of(info.current_step)
    if side == 0:
        return _spot(count, GUIDE)
    return _bar(count, side, meters, colour)


def ring(info: navbus.NavigationInfo, count: int) -> List[Colour]:
    """The colours of `count` LEDs of a ring, clockwise; the first one is at the top, which is straight ahead.

    - The LED in the direction of the next maneuver, or of the exit of a roundabout, becomes brighter as the maneuver comes
      nearer; at the maneuver, its neighbours light too. The other arms of a roundabout are faint.
    - A maneuver without a known direction lights four LEDs around the ring.
    - The destination is white; off route, every second LED is red.
    """
    if info.is_destination_reached:
        return [ARRIVED] * count
    if info.is_off_route or info.is_wrong_way or info.state == events_pb2.NAVIGATION_STATE_REROUTING:
        return [OFF_ROUTE if index % 2 == 0 else DARK for index in range(count)]
    ring = [DARK] * count
    if not info.HasField("current_step") or not info.HasField("to_maneuver"):
        return ring
    meters = info.to_maneuver.distance_meters
    if not meters <= RANGE_METERS:
        return ring
    angle = navbus.angle_of(info.current_step)
    if angle is None:
        for quarter in range(4):
            ring[quarter * count // 4] = GUIDE
        return ring
    for arm in info.current_step.roundabout.other_arm_angles_degrees:
        if math.isfinite(arm):
            ring[_index(arm, count)] = OTHER_LANE
    led = _index(angle, count)
    if meters <= NOW_METERS:
        for neighbour in (led - 1, led + 1):
            ring[neighbour % count] = dimmed([NOW], 0.3)[0]
    ring[led] = NOW if meters <= NOW_METERS else dimmed([SOON], max(_nearness(meters), MIN_BRIGHTNESS))[0]
    return ring


def _index(degrees: float, count: int) -> int:
    """The LED of a ring in a direction, degrees clockwise from the top."""
    return round(degrees / 360 * count) % count


def _nearness(meters: float) -> float:
    """0 at the distance from which a maneuver is shown, 1 at the maneuver."""
    return 1 - max(meters - NOW_METERS, 0) / (RANGE_METERS - NOW_METERS)


def _bar(count: int, side: int, meters: float, colour: Colour) -> List[Colour]:
    half = count // 2
    lit = max(1, round(half * _nearness(meters)))
    bar = [colour] * lit + [DARK] * (count - lit)
    return bar if side < 0 else bar[::-1]


def _lanes(step: navbus.Step, count: int, colour: Colour) -> List[Colour]:
    lanes = len(step.lanes)
    if lanes > count:
        return _spot(count, GUIDE)
    strip = []
    for index in range(count):
        lane = step.lanes[index * lanes // count]
        is_gap = index > 0 and index * lanes // count != (index - 1) * lanes // count and count >= lanes * 3
        is_recommended = any(direction.is_recommended for direction in lane.directions)
        strip.append(DARK if is_gap else colour if is_recommended else OTHER_LANE)
    return strip


def _spot(count: int, colour: Colour) -> List[Colour]:
    strip = [DARK] * count
    for index in ((count - 1) // 2, count // 2):
        strip[index] = colour
    return strip


def _ends(count: int, colour: Colour) -> List[Colour]:
    end = max(1, count // 8)
    return [colour] * end + [DARK] * (count - 2 * end) + [colour] * end


def dimmed(strip: List[Colour], brightness: float) -> List[Colour]:
    """The same colours with less brightness."""
    return [(int(red * brightness), int(green * brightness), int(blue * brightness)) for red, green, blue in strip]
