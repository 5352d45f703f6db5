"""The navigation service of InfiniTime: icon, narrative, distance and progress, each a characteristic of its own.

The identifiers are those of the firmware (src/components/ble/NavigationService.cpp); early versions of its documentation
name others.
"""

from __future__ import annotations

import unicodedata
from typing import Dict, NamedTuple

import navbus
from navbus.v1 import events_pb2
from symbols import NO_ICON, OFF_ROUTE_ICON, symbol_of
from texts import cut, road_name

SERVICE = "00010000-78fc-48fe-8e23-433b3a1942d0"
ICON = "00010001-78fc-48fe-8e23-433b3a1942d0"
NARRATIVE = "00010002-78fc-48fe-8e23-433b3a1942d0"
DISTANCE = "00010003-78fc-48fe-8e23-433b3a1942d0"
PROGRESS = "00010004-78fc-48fe-8e23-433b3a1942d0"

# Three lines of the watch.
MAX_NARRATIVE_BYTES = 60


class Screen(NamedTuple):
    """The content of the watch's screen."""

    icon: str = NO_ICON
    narrative: str = ""
    distance: str = ""
    # Percent of the route, 0 to 100.
    progress: int = 0


NO_ROUTE = Screen()


def screen(info: navbus.NavigationInfo) -> Screen:
    """The screen for the present state of guidance."""
    progress = percent(info)
    if info.is_destination_reached:
        step = info.current_step
        return Screen(symbol_of(step).icon if info.HasField("current_step") else "arrive", narrative(step), "", 100)
    if info.is_off_route or info.is_wrong_way or info.state == events_pb2.NAVIGATION_STATE_REROUTING:
        return Screen(OFF_ROUTE_ICON, "", "", progress)
    if not info.HasField("current_step") or not info.HasField("to_maneuver"):
        return NO_ROUTE
    step = info.current_step
    return Screen(symbol_of(step).icon, narrative(step), navbus.distance_text(info.to_maneuver.distance_meters), progress)


def narrative(step: navbus.Step) -> str:
    """The instruction of the router, in its language; without one, the road; without both, the maneuver in English."""
    text = navbus.printable(step.instruction) or road_name(step)
    return text or navbus.name_of(navbus.Maneuver, step.maneuver)


def percent(info: navbus.NavigationInfo) -> int:
    """The driven part of the route."""
    driven = info.matched.distance_along_route_meters
    whole = driven + info.to_destination.distance_meters
    return min(max(int(100 * driven / whole), 0), 100) if 0 < whole < float("inf") else 0


def values(screen: Screen) -> Dict[str, bytes]:
    """The values of the characteristics, the arrow first."""
    return {
        ICON: screen.icon.encode(),
        DISTANCE: screen.distance.encode(),
        NARRATIVE: cut(drawable(screen.narrative), MAX_NARRATIVE_BYTES),
        PROGRESS: bytes([screen.progress]),
    }


def drawable(text: str) -> str:
    """The text with letters that the font of the watch has: others lose their accents, or become question marks."""
    return "".join(letter if _has_glyph(letter) else _replaced(letter) for letter in text)


def _has_glyph(letter: str) -> bool:
    code = ord(letter)
    return 0x20 <= code <= 0x7E or 0xC0 <= code <= 0xFF or 0x410 <= code <= 0x44F or letter in "¡¿°"


def _replaced(letter: str) -> str:
    parts = [part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part)]
    return "".join(part if _has_glyph(part) else "?" for part in parts)
