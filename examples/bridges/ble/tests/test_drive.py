"""A real drive along examples/first-drive, seen by a simulated display and a simulated watch. No radio is used."""

from __future__ import annotations

from collections import Counter
from typing import Any, Dict, List, Set

from ble import BLE
from navbus import Settings
from problem import NO_ADAPTER
from testing import Drive
from tests.devices import decode
from tests.support import BluetoothTest


class DriveTests(BluetoothTest):
    def setUp(self) -> None:
        super().setUp()
        self.drive = Drive("ble", DBUS_SYSTEM_BUS_ADDRESS=self.dbus.address)
        self.addCleanup(self.drive.close)

    def begin(self, speed: int, settings: str = "") -> None:
        """Starts a tap and the drive, which waits for `release`."""
        self.tap = self.drive.tap()
        self.drive.start_held(speed, f"maxUpdatesPerSecond = 10\n{settings}")

    def infos(self) -> List[Dict[str, Any]]:
        """The guidance that the tap has seen, with an instruction."""
        return [info for info in self.tap.events("navigation") if "currentStep" in info]

    def wait_for_end(self) -> None:
        self.assertEqual(self.drive.run.wait(120), 0, self.drive.run.text)

    def test_a_display_reads_every_maneuver_of_the_drive(self) -> None:
        self.bluez.start()
        self.begin(speed=40)
        self.expect(lambda: self.bluez.advertisement)
        self.bluez.subscribe()
        self.drive.release()
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
        reports = [report for report in self.tap.events("control") if report["control"] == "ble"]
        return [report["text"] for report in reports if report["kind"] == "REPORT_KIND_WARNING"]

    def test_guidance_does_not_wait_for_an_adapter_that_comes_and_goes(self) -> None:
        self.bluez.start(has_adapter=False)
        self.begin(speed=4)
        self.drive.release()
        self.expect(lambda: len(self.warnings()) == 1)
        count = len(self.infos())
        self.expect(lambda: len(self.infos()) > count + 5)
        self.bluez.add_adapter()
        self.expect(lambda: self.bluez.advertisement)
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
        self.begin(40, 'device = "infinitime"\naddress = "F0:F1:F2:F3:F4:F5"\n')
        self.expect(lambda: screen.states)
        self.drive.release()
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


class DoctorTests(BluetoothTest):
    def grades(self) -> List[str]:
        return [finding.grade for finding in BLE.doctor(Settings())]

    def test_the_doctor_reports_the_adapter(self) -> None:
        self.bluez.start(has_adapter=False)
        self.assertEqual([finding.text for finding in BLE.doctor(Settings())], [NO_ADAPTER])
        self.bluez.add_adapter()
        self.assertEqual(self.grades(), ["fine"])

    def test_the_doctor_reports_a_missing_bluez_and_a_missing_bus(self) -> None:
        self.assertIn("systemctl start bluetooth", BLE.doctor(Settings())[0].text)
        self.dbus.kill()
        self.assertIn("failed to connect to the system D-Bus", BLE.doctor(Settings())[0].text)


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
