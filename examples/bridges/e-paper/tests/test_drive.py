"""The bridge on a real bus, along the first drive, and each picture of that drive."""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zlib
from typing import Any, Dict, List

from tests.support import BRIDGE, RecordingPanel, black

import navbus
from google.protobuf import json_format
from PIL import Image
from refresh import RefreshPlanner
from screen import Screen, is_near
from texts import Typeface

EXAMPLES = os.path.dirname(os.path.dirname(BRIDGE))
FIRST_DRIVE = os.path.join(EXAMPLES, "first-drive")
NAVBUS = os.path.join(os.environ.get("NAVBUS_PROGRAMS", ""), "navbus")
# Enough on a machine under load; no test waits that long if all is well.
PATIENCE = 60.0


class Drive:
    """`navbus run` along the first drive with the bridge, and a tap, in a folder of their own."""

    def __init__(self, speed: int, settings: str) -> None:
        self.folder = tempfile.mkdtemp(prefix="navbus-e-paper-")
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("NAVBUS_")},
            "XDG_RUNTIME_DIR": self.folder,
            "NAVBUS_CONTROLS_PATH": os.path.dirname(BRIDGE),
            "PATH": f"{os.path.dirname(sys.executable)}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        configuration = os.path.join(self.folder, "drive.toml")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(
                f'controls = ["e-paper"]\n[source]\nkind = "nmea"\npath = "{FIRST_DRIVE}/drive.nmea"\nspeed = {speed}\n'
                f'[route]\npath = "{FIRST_DRIVE}/route.json"\n[e-paper]\nfolder = "{self.folder}/panel"\n{settings}\n'
            )
        self.tap = self._start("tap", ["tap", "--json", "--only", "navigation"])
        self.run = self._start("run", ["run", "--config", configuration])

    def _start(self, name: str, arguments: List[str]) -> "subprocess.Popen[bytes]":
        with open(os.path.join(self.folder, name), "wb") as output:
            return subprocess.Popen([NAVBUS, *arguments], env=self.environment, stdout=output, stderr=subprocess.STDOUT)

    def text(self, name: str) -> str:
        """The content of a file; empty if it is missing."""
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError:
            return ""

    def refreshes(self) -> List[Dict[str, Any]]:
        """The complete lines of the log of the panel."""
        lines = self.text("panel/refreshes.jsonl").split("\n")[:-1]
        return [json.loads(line) for line in lines]

    def guidance(self) -> List[navbus.NavigationInfo]:
        """The guidance of the whole drive, as the tap has printed it."""
        events = [json.loads(line) for line in self.text("tap").splitlines() if line.startswith("{")]
        found = [event["navigation"] for event in events if "navigation" in event]
        return [json_format.ParseDict(info, navbus.NavigationInfo(), ignore_unknown_fields=True) for info in found]

    def close(self) -> None:
        for process in (self.run, self.tap):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class DriveTests(unittest.TestCase):
    def drive(self, speed: int, settings: str) -> Drive:
        drive = Drive(speed, settings)
        self.addCleanup(drive.close)
        return drive

    def wait(self, condition: Any, drive: Drive) -> None:
        end = time.monotonic() + PATIENCE
        while not condition() and drive.run.poll() in (None, 0) and time.monotonic() < end:
            time.sleep(0.02)
        self.assertTrue(condition(), drive.text("run"))

    def test_each_picture_of_a_drive_reaches_the_panel_by_its_regions(self) -> None:
        drive = self.drive(150, "refreshSeconds = 0.0")
        self.wait(lambda: '"isDestinationReached":true' in drive.text("tap").replace(" ", ""), drive)
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
        drive = self.drive(60, "refreshSeconds = 0.5\nmaxPartialRefreshes = 8")
        self.wait(lambda: len(drive.refreshes()) >= 14, drive)
        seconds = time.monotonic() - begin
        # Refreshes at a pace that the panel keeps: a full one takes two seconds, the others have a pause of a half.
        refreshes = drive.refreshes()
        full = sum(refresh["refresh"] == "full" for refresh in refreshes)
        self.assertGreaterEqual(full, 2)
        self.assertLessEqual((full - 1) * 2.0 + (len(refreshes) - full - 1) * 0.5, seconds)
        drive.run.send_signal(signal.SIGINT)
        self.assertEqual(drive.run.wait(PATIENCE), 0, drive.text("run"))

        memory = Image.new("1", (128, 296), 1)
        for refresh in drive.refreshes():
            size = (refresh["width"], refresh["height"])
            memory.paste(Image.frombytes("1", size, base64.b64decode(refresh["data"])), (refresh["x"], refresh["y"]))
            self.assertEqual(refresh["crc32"], zlib.crc32(memory.tobytes()))
            self.assertEqual(refresh["x"] % 8, 0)
        with Image.open(os.path.join(drive.folder, "panel", "panel.png")) as picture:
            self.assertEqual((picture.mode, picture.size, picture.tobytes()), ("1", (128, 296), memory.tobytes()))
        self.assertEqual(black(memory, (0, 0, 128, 296)), 0)
        self.assertNotIn("warning", drive.text("run"))

    def test_without_the_library_of_the_panel_the_control_ends_with_a_reason_and_the_drive_continues(self) -> None:
        drive = self.drive(60, 'panel = "waveshare"')
        self.wait(lambda: "failed to open the device: " in drive.text("run"), drive)
        self.wait(lambda: "exit code 74" in drive.text("run"), drive)
        self.wait(lambda: drive.guidance(), drive)
        self.assertNotIn("Traceback", drive.text("run"))
