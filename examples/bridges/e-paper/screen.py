"""The pictures of the panel: the present state of guidance in, black and white pixels out. Pure functions."""

from __future__ import annotations

from typing import List, Tuple

import navbus
from arrows import CROSS, FLAG, NO_ENTRY, NO_SIGNAL, Figure, draw, draw_row, figure_of, lane_figures
from navbus.v1 import events_pb2
from one_bit import one_bit
from PIL import Image
from texts import Box, Typeface

Size = Tuple[int, int]

# Distance from which a maneuver is near, metres.
NEAR_METERS = 150.0
# More lanes are illegible, and left out.
MAX_LANES = 8


class Screen:
    """Draws pictures of one size."""

    def __init__(self, size: Size, typeface: Typeface) -> None:
        """
        Args:
            size: Width and height, pixels.
            typeface: The font of the texts.
        """
        self.size = size
        self._typeface = typeface

    def blank(self) -> Image.Image:
        """The picture without guidance: white."""
        return Image.new("1", self.size, 1)

    def no_signal(self) -> Image.Image:
        """The picture while the position is unknown."""
        return self._message(NO_SIGNAL, "No signal")

    def guidance(self, info: navbus.NavigationInfo) -> Image.Image:
        """The present state: the next maneuver, or the reason why there is none."""
        if info.is_destination_reached:
            return self._message(FLAG, "Arrived")
        if info.position_status == events_pb2.POSITION_STATUS_UNRELIABLE:
            return self.no_signal()
        if info.is_off_route or info.state == events_pb2.NAVIGATION_STATE_REROUTING:
            return self._message(CROSS, "Off route")
        if info.is_wrong_way:
            return self._message(NO_ENTRY, "Wrong way")
        if not info.HasField("current_step") or not info.HasField("to_maneuver"):
            return self.blank()
        return self.maneuver(info.current_step, info.to_maneuver.distance_meters)

    def _message(self, figure: Figure, text: str) -> Image.Image:
        picture = Image.new("L", self.size, 255)
        arrow, first, second, _ = self._areas(has_lanes=False)
        draw(picture, figure, arrow)
        self._typeface.draw(picture, text, (first[0], first[1], second[2], second[3]), max_lines=2)
        return one_bit(picture)

    def maneuver(self, step: navbus.Step, meters: float) -> Image.Image:
        """Arrow, distance, street and lanes of a maneuver."""
        width, height = self.size
        picture = Image.new("L", self.size, 255)
        arrow, distance, street, lanes = self._areas(2 <= len(step.lanes) <= MAX_LANES)
        self._draw_figure(picture, figure_of(step), arrow)
        self._typeface.draw(picture, navbus.distance_text(meters), distance)
        self._typeface.draw(picture, road_of(step), street, max_lines=3 if height > width else 2)
        if lanes is not None:
            draw_row(picture, lane_figures(step.lanes), lanes)
        return one_bit(picture)

    def _draw_figure(self, picture: Image.Image, figure: Figure, box: Box) -> None:
        """Draws a figure, and its text around its origin."""
        (x, y), unit = draw(picture, figure, box)
        size = round(unit * 0.6)
        half = self._typeface.width(figure.text, size) / 2
        if figure.text:
            self._typeface.draw(picture, figure.text, (x - half, y - size, x + half + 1, y + size), max_size=size)

    def _areas(self, has_lanes: bool) -> "Tuple[Box, Box, Box, Box | None]":
        """The areas of arrow, distance, street and lanes, for a broad and for an upright panel."""
        width, height = self.size
        margin = max(min(self.size) // 24, 3)
        if width > height:
            column = round(min(height, width * 0.42)) + margin
            arrow = (margin, margin, column - margin, height - margin)
            rows = [0.38, 0.68, 1.0] if has_lanes else [0.5, 1.0, 1.0]
            areas = _rows(column + margin, 0, width - margin, height, rows, margin)
            return (arrow, areas[0], areas[1], areas[2] if has_lanes else None)
        rows = [0.40, 0.57, 0.80, 1.0] if has_lanes else [0.45, 0.65, 1.0, 1.0]
        areas = _rows(margin, 0, width - margin, height, rows, margin)
        return (areas[0], areas[1], areas[2], areas[3] if has_lanes else None)


def _rows(left: float, top: float, right: float, bottom: float, ends: List[float], margin: int) -> List[Box]:
    """Rows that end at shares of the height, with a margin between them."""
    boxes: List[Box] = []
    start = top
    for end in ends:
        stop = top + (bottom - top) * end
        boxes.append((left, start + margin / 2, right, max(stop - margin / 2, start + margin / 2 + 1)))
        start = stop
    return boxes


def is_near(info: navbus.NavigationInfo) -> bool:
    """Whether a maneuver is so near that a full refresh would hide it."""
    return info.HasField("to_maneuver") and info.to_maneuver.distance_meters < NEAR_METERS


def road_of(step: navbus.Step) -> str:
    """The name on the panel: that of the road, or else the first destination on the sign; empty if there is none."""
    signs = [*step.signpost.destinations, *step.signpost.refs]
    return navbus.printable(step.simple_road_name or step.full_road_name or (signs[0] if signs else ""))
