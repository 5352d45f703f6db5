"""Guidance for the tests, and a panel that records."""

from __future__ import annotations

import os
import sys
import threading
from typing import List, Sequence, Tuple

BRIDGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, BRIDGE)

import navbus
from navbus.v1 import events_pb2
from panels import Panel
from PIL import Image
from refresh import Refresh


def guidance(maneuver: str, meters: float = 300, road: str = "", lanes: Sequence[str] = ()) -> navbus.NavigationInfo:
    """The guidance before a maneuver; lanes are directions such as "STRAIGHT", with a star if they are recommended."""
    info = navbus.NavigationInfo(state=events_pb2.NAVIGATION_STATE_ENROUTE)
    info.current_step.maneuver = navbus.Maneuver.Value(f"MANEUVER_{maneuver}")  # type: ignore[assignment]
    info.current_step.simple_road_name = road
    info.to_maneuver.distance_meters = meters
    for lane in lanes:
        info.current_step.lanes.add().directions.add(
            shape=events_pb2.LaneShape.Value(f"LANE_SHAPE_{lane.strip('*')}"), is_recommended=lane.startswith("*")
        )
    return info


def black(picture: Image.Image, box: Tuple[int, int, int, int]) -> float:
    """The share of black pixels in a part of a picture."""
    part = picture.crop(box).convert("L")
    return part.histogram()[0] / (part.width * part.height)


class RecordingPanel(Panel):
    """A panel that applies each refresh to its memory, as long as it is not blocked."""

    def __init__(self, size: Tuple[int, int] = (128, 296)) -> None:
        self.size = size
        self.memory = Image.new("1", size, 0)
        self.refreshes: List[Refresh] = []
        self.changed = threading.Condition()
        self.is_free = threading.Event()
        self.is_free.set()
        self.is_closed = False

    def refresh(self, refresh: Refresh) -> None:
        with self.changed:
            self.refreshes.append(refresh)
            self.memory.paste(refresh.picture.crop(refresh.region.box), refresh.region.box)
            self.changed.notify_all()
        self.is_free.wait(20)

    def hurry(self) -> None:
        self.is_free.set()

    def close(self) -> None:
        self.is_closed = True

    def wait_for(self, count: int) -> bool:
        """Waits for a number of refreshes."""
        with self.changed:
            return self.changed.wait_for(lambda: len(self.refreshes) >= count, 20)
