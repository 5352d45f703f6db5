"""The bridge on a real bus, along the first drive, and each picture of that drive."""

from __future__ import annotations

import base64
import json
import os
import time
import unittest
import zlib
from typing import Any, Callable, Dict, List

from tests.support import RecordingPanel, black

import navbus
from google.protobuf import json_format
from PIL import Image
from refresh import RefreshPlanner
from screen import Screen, is_near
from testing import Drive, wait_for
from texts import Typeface


class EPaperDrive(Drive):
    """The drive with the bridge, which shows it in a folder, and a tap."""

    def __init__(self, speed: int, settings: str) -> None:
        super().__init__("e-paper")
        self.tapped = self.tap()
        self.start(speed, f'folder = "{self.folder}/panel"\n{settings}')

    def refreshes(self) -> List[Dict[str, Any]]:
        """The complete lines of the log of the panel."""
        try:
            with open(os.path.join(self.folder, "panel", "refreshes.jsonl"), encoding="utf-8") as file:
                return [json.loads(line) for line in file.read().split("\n")[:-1]]
        except OSError:
            return []

    def guidance(self) -> List[navbus.NavigationInfo]:
        """The guidance until now, as the tap has printed it."""
        infos = self.tapped.events("navigation")
        return [json_format.ParseDict(info, navbus.NavigationInfo(), ignore_unknown_fields=True) for info in infos]


class DriveTests(unittest.TestCase):
    def drive(self, speed: int, settings: str) -> EPaperDrive:
        drive = EPaperDrive(speed, settings)
        self.addCleanup(drive.close)
        return drive

    def wait(self, condition: Callable[[], Any], drive: EPaperDrive) -> None:
        wait_for(lambda: condition() or drive.run.process.poll() not in (None, 0))
        self.assertTrue(condition(), drive.run.text)

    def test_each_picture_of_a_drive_reaches_the_panel_by_its_regions(self) -> None:
        drive = self.drive(150, "refreshSeconds = 0.0")
        self.wait(lambda: any(info.get("isDestinationReached") for info in drive.tapped.events("navigation")[-3:]), drive)
        events = drive.guidance()
        self.assertGreater(len(events), 500)
        self.follow(events, (296, 128))
        self.follow(events[::2], (122, 250))

    def follow(self, events: List[navbus.NavigationInfo], size: "tuple[int, int]") -> None:
        """Shows each event on a panel that can follow."""
        screen, panel, planner = Screen(size, Typeface("")), RecordingPanel(size), RefreshPlanner(30)
        kinds = []
        for info in events:
            picture = screen.guidance(info)
            refresh = planner.next(picture, is_near(info))
            if refresh is not None:
                panel.refresh(refresh)
                kinds.append(refresh)
            self.assertEqual(panel.memory.tobytes(), picture.tobytes())
            if info.HasField("current_step") and not info.is_off_route:
                self.assertGreater(black(picture, (0, 0, *size)), 0.04)
        partial = [refresh for refresh in kinds if not refresh.is_full]
        self.assertGreater(len(partial), 60)
        self.assertLess(len(kinds), len(events) * 0.75, "many fixes change no pixel")
        self.assertTrue(4 <= len(kinds) - len(partial) <= len(kinds) // 30 + 1)
        areas = [refresh.region.width * refresh.region.height for refresh in partial]
        self.assertLess(sum(areas) / len(areas), size[0] * size[1] / 3, "a change of the distance is a small region")

    def test_the_bridge_shows_a_drive_and_clears_the_panel_at_its_end(self) -> None:
        begin = time.monotonic()
        drive = self.drive(10, "refreshSeconds = 0.5\nmaxPartialRefreshes = 8")
        self.wait(lambda: len(drive.refreshes()) >= 14, drive)
        seconds = time.monotonic() - begin
        # Refreshes at a pace that the panel keeps: a full one takes two seconds, the others have a pause of a half.
        refreshes = drive.refreshes()
        full = sum(refresh["refresh"] == "full" for refresh in refreshes)
        self.assertGreaterEqual(full, 2)
        self.assertLessEqual((full - 1) * 2.0 + (len(refreshes) - full - 1) * 0.5, seconds)
        self.assertEqual(drive.run.end(), 0, drive.run.text)

        memory = Image.new("1", (128, 296), 1)
        for refresh in drive.refreshes():
            size = (refresh["width"], refresh["height"])
            memory.paste(Image.frombytes("1", size, base64.b64decode(refresh["data"])), (refresh["x"], refresh["y"]))
            self.assertEqual(refresh["crc32"], zlib.crc32(memory.tobytes()))
            self.assertEqual(refresh["x"] % 8, 0)
        with Image.open(os.path.join(drive.folder, "panel", "panel.png")) as picture:
            self.assertEqual((picture.mode, picture.size, picture.tobytes()), ("1", (128, 296), memory.tobytes()))
        self.assertEqual(black(memory, (0, 0, 128, 296)), 0)
        self.assertNotIn("warning", drive.run.text)

    def test_without_the_library_of_the_panel_the_control_ends_with_a_reason_and_the_drive_continues(self) -> None:
        drive = self.drive(60, 'panel = "waveshare"')
        self.wait(lambda: "failed to open the device: " in drive.run.text, drive)
        self.wait(lambda: "exit code 74" in drive.run.text, drive)
        self.wait(lambda: drive.guidance(), drive)
        self.assertNotIn("Traceback", drive.run.text)
