"""A real drive along examples/first-drive, seen by a simulated display and a simulated watch. No radio is used."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from typing import Any, Dict, List, Set

from tests.devices import decode
from tests.private_bus import wait
from tests.support import BluetoothTest

BRIDGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FIRST_DRIVE = os.path.join(os.path.dirname(os.path.dirname(BRIDGE)), "first-drive")
NAVBUS = os.path.join(os.environ.get("NAVBUS_PROGRAMS", ""), "navbus")


class DriveTests(BluetoothTest):
    def drive(self, speed: int, settings: str = "") -> None:
        """Starts the drive, and a tap that sees it from the beginning."""
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("NAVBUS_")},
            "XDG_RUNTIME_DIR": self.folder,
            "DBUS_SYSTEM_BUS_ADDRESS": self.dbus.address,
            "NAVBUS_CONTROLS_PATH": os.path.dirname(BRIDGE),
            "PATH": f"{os.path.dirname(sys.executable)}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        configuration = os.path.join(self.folder, "drive.toml")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(
                f'controls = ["ble"]\n[source]\nkind = "nmea"\npath = "{FIRST_DRIVE}/drive.nmea"\nspeed = {speed}\n'
                f'[route]\npath = "{FIRST_DRIVE}/route.json"\n'
                # On a busy machine, Python starts slowly.
                "[supervision]\nreadySeconds = 60\nsilentSeconds = 60\n"
                f'[ble]\nmaxUpdatesPerSecond = 10\n{settings}'
            )
        self.events: List[Dict[str, Any]] = []
        tap = self.start([NAVBUS, "tap", "--json"], stdout=subprocess.PIPE, text=True)
        reader = threading.Thread(target=self.read, args=[tap], daemon=True)
        reader.start()
        self.addCleanup(reader.join, 5)
        self.log = open(os.path.join(self.folder, "run.log"), "w+b")
        self.addCleanup(self.log.close)
        self.run = self.start([NAVBUS, "run", "--config", configuration], stdout=self.log, stderr=self.log)  # type: ignore[assignment]

    def start(self, command: List[str], **more: Any) -> subprocess.Popen[Any]:
        process = subprocess.Popen(command, env=self.environment, **more)

        def end() -> None:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(20)

        self.addCleanup(end)
        return process

    def read(self, tap: subprocess.Popen[str]) -> None:
        assert tap.stdout is not None
        with tap.stdout:
            for line in tap.stdout:
                self.events.append(json.loads(line))

    def infos(self) -> List[Dict[str, Any]]:
        """The guidance that the tap has seen, with an instruction."""
        infos = [event["navigation"] for event in list(self.events) if "navigation" in event]
        return [info for info in infos if "currentStep" in info]

    def wait_for_end(self) -> None:
        code = self.run.wait(90)  # type: ignore[attr-defined]
        self.log.seek(0)
        self.assertEqual(code, 0, self.log.read())

    def test_a_display_reads_every_maneuver_of_the_drive(self) -> None:
        self.bluez.start()
        self.drive(speed=40)
        self.expect(lambda: self.bluez.advertisement, 30)
        self.bluez.subscribe()
        self.wait_for_end()
        self.expect(lambda: self.bluez.advertisement is None)

        frames = [decode(value) for value in self.bluez.values]
        shown = [frame for frame in frames if frame.direction != 0]
        self.assertGreater(len(shown), 50)
        # Each frame is an instruction that guidance has published.
        published = {
            (round(info["toManeuver"]["distanceMeters"]), info["currentStep"].get("simpleRoadName", ""))
            for info in self.infos()
            if "toManeuver" in info
        }
        for frame in shown:
            if frame.direction not in (3, 30):
                self.assertIn((frame.meters, frame.street), published)
        # The roads appear in the order of the route, and each maneuver with an arrow to its side. At this speed, a step of a
        # few fixes passes between two notifications.
        roads = _without_repeats([info["currentStep"].get("simpleRoadName", "") for info in self.infos()])
        remaining = iter(roads)
        for street in _without_repeats([frame.street for frame in shown if frame.direction != 30]):
            self.assertIn(street, remaining)
        steps = Counter(
            (info["currentStep"]["maneuver"], info["currentStep"].get("simpleRoadName", "")) for info in self.infos()
        )
        for (maneuver, road), fixes in steps.items():
            if fixes >= 40:
                self.assertTrue(
                    _arrows(maneuver) & {frame.direction for frame in shown if frame.street == road}, (maneuver, road)
                )
        self.assertEqual((shown[-1].direction, shown[-1].meters), (3, 0))
        # The identifier changes exactly with the content.
        for before, after in zip(frames, frames[1:]):
            self.assertEqual(before.identifier == after.identifier, before[1:] == after[1:])
        # The end of the bridge blanks the display.
        self.assertEqual(self.bluez.notifications[-1][1][4:], bytes(5))

    def warnings(self) -> List[str]:
        """The warnings of the bridge that the tap has seen."""
        reports = [event["control"] for event in list(self.events) if "control" in event]
        return [
            report["text"] for report in reports if report["control"] == "ble" and report["kind"] == "REPORT_KIND_WARNING"
        ]

    def test_guidance_does_not_wait_for_an_adapter_that_comes_and_goes(self) -> None:
        self.bluez.start(has_adapter=False)
        self.drive(speed=5)
        self.expect(lambda: len(self.warnings()) == 1, 60)
        count = len(self.infos())
        self.expect(lambda: len(self.infos()) > count + 5)
        self.bluez.add_adapter()
        self.expect(lambda: self.bluez.advertisement, 30)
        self.bluez.subscribe()
        self.expect(lambda: self.bluez.values and decode(self.bluez.values[-1]).street)
        self.bluez.remove_adapter()
        self.expect(lambda: len(self.warnings()) == 2)
        count = len(self.infos())
        self.expect(lambda: len(self.infos()) > count + 5)
        self.assertTrue(all("no Bluetooth adapter" in text for text in self.warnings()))

    def test_a_watch_shows_every_maneuver_of_the_drive(self) -> None:
        self.bluez.start()
        screen = self.bluez.add_watch()
        self.drive(40, 'device = "infinitime"\naddress = "F0:F1:F2:F3:F4:F5"\n')
        self.wait_for_end()
        self.assertEqual(self.bluez.rejected, [])
        icons = _without_repeats([str(state["icon"]) for state in screen.states])
        self.assertGreater(len(icons), 5, icons)
        sides = {info["currentStep"]["maneuver"] for info in self.infos()}
        for name, icon in [("MANEUVER_TURN_LEFT", "turn-left"), ("MANEUVER_TURN_RIGHT", "turn-right")]:
            self.assertEqual(name in sides, icon in icons, sides)
        distances = {str(state["distance"]) for state in screen.states}
        self.assertLess(distances, {"", "--M"} | {f"{meters} m" for meters in range(0, 1000, 10)} | {
            f"{tenths / 10:.1f} km" for tenths in range(0, 100)
        })
        progress = [int(str(state["progress"])) for state in screen.states]
        self.assertGreaterEqual(max(progress), 98)  # the frame rate may skip the last value
        driven = progress[: progress.index(max(progress))]
        self.assertEqual(driven, sorted(driven))
        self.assertEqual(screen.shown, {"icon": "flag", "narrative": "", "distance": "", "progress": 0})
        self.assertEqual(self.bluez.disconnects, 1)


def _without_repeats(values: List[str]) -> List[str]:
    return [value for index, value in enumerate(values) if index == 0 or values[index - 1] != value]


def _arrows(maneuver: str) -> Set[int]:
    """The arrows of the format that lead to the side of a maneuver."""
    if "ROUNDABOUT" in maneuver:
        return set(range(15, 30))
    if "DESTINATION" in maneuver:
        return {3}
    if "UNSPECIFIED" in maneuver:
        return {1, 4, 5, 6, 7, 8, 9}
    return {4, 5, 6, 11} if "LEFT" in maneuver else {7, 8, 9, 10} if "RIGHT" in maneuver else {0, 1, 2, 12}
