"""The symbols of both kinds of devices for each maneuver."""

from __future__ import annotations

from typing import Dict, List, NamedTuple

import navbus


class Symbol(NamedTuple):
    """How the devices show a maneuver."""

    # Number of the arrow in komoot's BLE Connect; 0 is reserved there and has no picture.
    direction: int
    # Name of an icon in InfiniTime, which draws a flag for any name that it does not know.
    icon: str


NO_DIRECTION = 0
START = 2
FINISH = 3
ROUNDABOUT = 29
OFF_ROUTE = 30

NO_ICON = "flag"
OFF_ROUTE_ICON = "close"

# By the name of the maneuver in words. InfiniTime has no icons for sharp exits, and draws each ramp like a turn.
SYMBOLS: Dict[str, Symbol] = {
    "unknown": Symbol(NO_DIRECTION, NO_ICON),
    "depart": Symbol(START, "depart-straight"),
    "destination": Symbol(FINISH, "arrive"),
    "destination left": Symbol(FINISH, "arrive-left"),
    "destination right": Symbol(FINISH, "arrive-right"),
    "straight": Symbol(1, "continue-straight"),
    "turn left": Symbol(5, "turn-left"),
    "turn right": Symbol(8, "turn-right"),
    "turn keep left": Symbol(4, "turn-slight-left"),
    "turn keep right": Symbol(9, "turn-slight-right"),
    "turn slight left": Symbol(4, "turn-slight-left"),
    "turn slight right": Symbol(9, "turn-slight-right"),
    "turn sharp left": Symbol(6, "turn-sharp-left"),
    "turn sharp right": Symbol(7, "turn-sharp-right"),
    "turn u turn clockwise": Symbol(12, "uturn"),
    "turn u turn counterclockwise": Symbol(12, "uturn"),
    "merge unspecified": Symbol(1, "merge-straight"),
    "merge left": Symbol(4, "merge-slight-left"),
    "merge right": Symbol(9, "merge-slight-right"),
    "fork left": Symbol(11, "fork-left"),
    "fork right": Symbol(10, "fork-right"),
    # A ramp to an unknown side has no arrow: straight on would be the wrong road.
    "on ramp unspecified": Symbol(NO_DIRECTION, NO_ICON),
    "on ramp left": Symbol(5, "on-ramp-left"),
    "on ramp right": Symbol(8, "on-ramp-right"),
    "on ramp keep left": Symbol(4, "on-ramp-slight-left"),
    "on ramp keep right": Symbol(9, "on-ramp-slight-right"),
    "on ramp slight left": Symbol(4, "on-ramp-slight-left"),
    "on ramp slight right": Symbol(9, "on-ramp-slight-right"),
    "on ramp sharp left": Symbol(6, "on-ramp-sharp-left"),
    "on ramp sharp right": Symbol(7, "on-ramp-sharp-right"),
    "on ramp u turn clockwise": Symbol(12, "uturn"),
    "on ramp u turn counterclockwise": Symbol(12, "uturn"),
    "off ramp unspecified": Symbol(NO_DIRECTION, NO_ICON),
    "off ramp left": Symbol(5, "off-ramp-left"),
    "off ramp right": Symbol(8, "off-ramp-right"),
    "off ramp keep left": Symbol(4, "off-ramp-slight-left"),
    "off ramp keep right": Symbol(9, "off-ramp-slight-right"),
    "off ramp slight left": Symbol(4, "off-ramp-slight-left"),
    "off ramp slight right": Symbol(9, "off-ramp-slight-right"),
    "off ramp sharp left": Symbol(6, "turn-sharp-left"),
    "off ramp sharp right": Symbol(7, "turn-sharp-right"),
    "off ramp u turn clockwise": Symbol(12, "uturn"),
    "off ramp u turn counterclockwise": Symbol(12, "uturn"),
    "roundabout clockwise": Symbol(ROUNDABOUT, "roundabout"),
    "roundabout counterclockwise": Symbol(ROUNDABOUT, "roundabout"),
    "roundabout straight clockwise": Symbol(ROUNDABOUT, "roundabout-straight"),
    "roundabout straight counterclockwise": Symbol(ROUNDABOUT, "roundabout-straight"),
    "roundabout left clockwise": Symbol(ROUNDABOUT, "roundabout-left"),
    "roundabout left counterclockwise": Symbol(ROUNDABOUT, "roundabout-left"),
    "roundabout right clockwise": Symbol(ROUNDABOUT, "roundabout-right"),
    "roundabout right counterclockwise": Symbol(ROUNDABOUT, "roundabout-right"),
    "roundabout slight left clockwise": Symbol(ROUNDABOUT, "roundabout-slight-left"),
    "roundabout slight left counterclockwise": Symbol(ROUNDABOUT, "roundabout-slight-left"),
    "roundabout slight right clockwise": Symbol(ROUNDABOUT, "roundabout-slight-right"),
    "roundabout slight right counterclockwise": Symbol(ROUNDABOUT, "roundabout-slight-right"),
    "roundabout sharp left clockwise": Symbol(ROUNDABOUT, "roundabout-sharp-left"),
    "roundabout sharp left counterclockwise": Symbol(ROUNDABOUT, "roundabout-sharp-left"),
    "roundabout sharp right clockwise": Symbol(ROUNDABOUT, "roundabout-sharp-right"),
    "roundabout sharp right counterclockwise": Symbol(ROUNDABOUT, "roundabout-sharp-right"),
    "roundabout u turn clockwise": Symbol(ROUNDABOUT, "roundabout"),
    "roundabout u turn counterclockwise": Symbol(ROUNDABOUT, "roundabout"),
    "roundabout exit clockwise": Symbol(15, "roundabout"),
    "roundabout exit counterclockwise": Symbol(16, "roundabout"),
    "ferry boat": Symbol(1, "ferry"),
    "ferry train": Symbol(1, "continue-straight"),
    "name change": Symbol(1, "new-name-straight"),
}

# Arrows for exit n of m, m at most 3, by direction of the roundabout: "1 of 1", "1 of 2", "1 of 3", "2 of 2", ...
_EXITS = {(1, 1): 0, (1, 2): 1, (1, 3): 2, (2, 2): 3, (2, 3): 4, (3, 3): 5}
_FIRST_COUNTERCLOCKWISE, _FIRST_CLOCKWISE = 17, 23


def symbol_of(step: navbus.Step) -> Symbol:
    """The symbol of a step. A ramp without a side has the arrow of its angle; a roundabout with up to three known arms has
    that of its exit."""
    name = navbus.name_of(navbus.Maneuver, step.maneuver)
    if name.endswith("unspecified") and step.HasField("turn_angle_degrees"):
        name = turn_with_angle(step.turn_angle_degrees)
    symbol = SYMBOLS[name]
    roundabout = step.roundabout
    if symbol.direction != ROUNDABOUT or not roundabout.HasField("exit_angle_degrees"):
        return symbol
    is_clockwise = name.split()[-1] == "clockwise"
    others = list(roundabout.other_arm_angles_degrees)
    number = exit_number(roundabout.exit_angle_degrees, others, is_clockwise)
    offset = _EXITS.get((number, len(others) + 1)) if others else None
    if offset is None:
        return symbol
    return symbol._replace(direction=offset + (_FIRST_CLOCKWISE if is_clockwise else _FIRST_COUNTERCLOCKWISE))


def turn_with_angle(degrees: float) -> str:
    """The maneuver for a change of direction, positive to the right."""
    size = abs(degrees)
    if not size >= 20:
        return "straight"
    sharpness = "slight " if size < 45 else "" if size < 135 else "sharp "
    return f"turn {sharpness}{'left' if degrees < 0 else 'right'}"


def exit_number(exit_angle: float, others: List[float], is_clockwise: bool) -> int:
    """The number of the exit among all arms, from 1 in driving direction."""
    turned = _angle_driven(exit_angle, is_clockwise)
    return 1 + sum(_angle_driven(angle, is_clockwise) < turned for angle in others)


def _angle_driven(angle: float, is_clockwise: bool) -> float:
    """Degrees driven in the roundabout up to an arm; a full circle to the arm of the entry."""
    return ((angle - 180 if is_clockwise else 180 - angle) % 360) or 360.0
