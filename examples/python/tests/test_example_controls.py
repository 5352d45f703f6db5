"""The three example controls: events in; lines, colours and rows out. A pseudo terminal replaces the strip."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import shutil
import signal
import sys
import tempfile
import threading
import time
import tty
import unittest
from typing import List

import navbus
from navbus.v1 import events_pb2
from tests.fake_bus import FakeBus, folder_for_sockets, gps, navigation, started, stopped
from tests.process import KIT, ControlProcess

CONTROLS = os.path.join(KIT, "controls")
for name in ("event-log", "led-strip", "csv-tap"):
    sys.path.insert(0, os.path.join(CONTROLS, name))

import csv_tap
import event_log
import light
import strips
from led_strip import LEDStrip


def guidance(maneuver: str, meters: float, lanes: str = "") -> navbus.NavigationInfo:
    """The guidance before a maneuver; lanes in capitals are recommended."""
    info = navigation(1).navigation
    info.current_step.maneuver = navbus.Maneuver.Value(f"MANEUVER_{maneuver}")
    info.to_maneuver.distance_meters = meters
    for lane in lanes:
        info.current_step.lanes.add().directions.add(is_recommended=lane.isupper())
    return info


def shown(info: navbus.NavigationInfo, count: int = 12) -> str:
    return "".join(map(strips.letter, light.light(info, count)))


class RecordingStrip(strips.Strip):
    def __init__(self) -> None:
        self.pictures: List[str] = []

    def show(self, colours: List[light.Colour]) -> None:
        self.pictures.append("".join(map(strips.letter, colours)))

    def close(self) -> None:
        self.pictures.append("closed")


class LightTests(unittest.TestCase):
    def test_the_bar_grows_from_the_side_of_the_turn_as_it_comes_nearer(self) -> None:
        self.assertEqual(shown(guidance("TURN_LEFT", 400)), "............")
        self.assertEqual(shown(guidance("TURN_LEFT", 300)), "o...........")
        self.assertEqual(shown(guidance("TURN_RIGHT", 170)), ".........ooo")
        self.assertEqual(shown(guidance("TURN_RIGHT", 10)), "......gggggg")

    def test_each_lane_has_a_part_of_the_strip_until_the_turn(self) -> None:
        self.assertEqual(shown(guidance("TURN_RIGHT", 120, lanes="aaB")), "xxxx.xxx.ooo")
        self.assertEqual(shown(guidance("TURN_RIGHT", 20, lanes="aaB")), "......gggggg")

    def test_straight_on_arrival_and_off_route_look_different(self) -> None:
        self.assertEqual(shown(guidance("STRAIGHT", 50)), ".....bb.....")
        off_route = guidance("TURN_LEFT", 50)
        off_route.is_off_route = True
        self.assertEqual(shown(off_route), "r..........r")
        arrived = guidance("DESTINATION", 0)
        arrived.is_destination_reached = True
        self.assertEqual(shown(arrived), "w" * 12)

    def test_the_number_of_colours_is_the_number_of_leds(self) -> None:
        for count in (4, 5, 24, 300):
            for meters in (0.0, 39.9, 40.1, 299.9, float("nan"), float("inf"), -3.0):
                for lanes in ("", "a", "aBc", "a" * 301):
                    self.assertEqual(len(light.light(guidance("TURN_LEFT", meters, lanes), count)), count)


def ring(info: navbus.NavigationInfo, count: int = 12) -> str:
    return "".join(map(strips.letter, light.ring(info, count)))


class RingTests(unittest.TestCase):
    def test_the_led_in_the_direction_of_the_turn_lights(self) -> None:
        self.assertEqual(ring(guidance("STRAIGHT", 100)), "o...........")
        self.assertEqual(ring(guidance("TURN_RIGHT", 100)), "...o........")
        self.assertEqual(ring(guidance("TURN_LEFT", 100)), ".........o..")
        self.assertEqual(ring(guidance("TURN_U_TURN_COUNTERCLOCKWISE", 100)), "......o.....")
        turn = guidance("TURN_RIGHT", 100)
        turn.current_step.turn_angle_degrees = 62
        self.assertEqual(ring(turn), "..o.........")
        self.assertEqual(ring(guidance("TURN_LEFT", 301)), "............")

    def test_the_led_becomes_brighter_and_at_the_turn_it_is_green_with_its_neighbours(self) -> None:
        brightness = [sum(light.ring(guidance("TURN_RIGHT", meters), 16)[4]) for meters in (300, 250, 200, 100, 41)]
        self.assertGreater(brightness[0], 0)
        self.assertEqual(brightness, sorted(set(brightness)))
        near = light.ring(guidance("TURN_RIGHT", 40), 16)
        self.assertEqual(near[4], light.NOW)
        self.assertEqual([index for index, colour in enumerate(near) if any(colour)], [3, 4, 5])
        self.assertLess(max(near[3]), max(light.NOW) / 2)

    def test_the_exit_of_a_roundabout_has_its_angle_and_the_other_arms_are_faint(self) -> None:
        info = guidance("ROUNDABOUT_LEFT_COUNTERCLOCKWISE", 100)
        self.assertEqual(ring(info), ".........o..", "without an angle, that of the maneuver")
        info.current_step.roundabout.exit_angle_degrees = 240
        info.current_step.roundabout.other_arm_angles_degrees.extend([0, 95, float("nan")])
        self.assertEqual(ring(info), "x..x....o...")

    def test_unknown_directions_arrival_and_off_route_look_different(self) -> None:
        self.assertEqual(ring(guidance("FERRY_BOAT", 50)), "b..b..b..b..")
        off_route = guidance("TURN_LEFT", 50)
        off_route.is_off_route = True
        self.assertEqual(ring(off_route), "r.r.r.r.r.r.")
        arrived = guidance("DESTINATION", 0)
        arrived.is_destination_reached = True
        self.assertEqual(ring(arrived), "w" * 12)

    def test_each_maneuver_at_each_distance_has_all_leds(self) -> None:
        for count in (4, 5, 24, 300):
            for maneuver in navbus.Maneuver.keys():
                for meters in (0.0, 40.1, 299.9, float("nan"), float("inf"), -3.0):
                    info = guidance(maneuver[len("MANEUVER_") :], meters)
                    self.assertEqual(len(light.ring(info, count)), count)

    def test_the_setting_chooses_the_ring(self) -> None:
        strip = RecordingStrip()
        control = LEDStrip(navbus.Context(navbus.Settings(leds=4, brightness=1.0, shape="ring")), strip)
        control.start()
        control.on_navigation(guidance("TURN_RIGHT", 45), navbus.Fix())
        self.assertEqual(strip.pictures, ["....", ".o.."])
        with self.assertRaises(navbus.SettingsError):
            LEDStrip(navbus.Context(navbus.Settings(shape="square")), strip)


class AngleTests(unittest.TestCase):
    def test_the_direction_of_each_maneuver_is_on_its_side(self) -> None:
        unknown = []
        for name, number in navbus.Maneuver.items():
            step = navbus.Step(maneuver=number)
            angle = navbus.angle_of(step)
            if angle is None:
                unknown.append(name[len("MANEUVER_") :])
                continue
            self.assertTrue(-180 < angle <= 180, name)
            side = navbus.side_of(step)
            if "U_TURN" not in name:
                self.assertEqual((angle > 0) - (angle < 0), side, name)
        self.assertEqual(
            unknown,
            ["UNKNOWN", "DESTINATION", "MERGE_UNSPECIFIED", "ON_RAMP_UNSPECIFIED", "OFF_RAMP_UNSPECIFIED"]
            + ["ROUNDABOUT_CLOCKWISE", "ROUNDABOUT_COUNTERCLOCKWISE", "ROUNDABOUT_EXIT_CLOCKWISE"]
            + ["ROUNDABOUT_EXIT_COUNTERCLOCKWISE", "FERRY_BOAT", "FERRY_TRAIN"],
        )

    def test_true_angles_are_limited_to_the_range_of_the_maneuver(self) -> None:
        for maneuver, true, angle in (
            ("TURN_LEFT", -75, -75), ("TURN_LEFT", -20, -60), ("TURN_LEFT", 80, -90), ("TURN_SHARP_RIGHT", 100, 130),
            ("TURN_SLIGHT_RIGHT", 80, 40), ("TURN_RIGHT", float("nan"), 90), ("TURN_KEEP_LEFT", -5, -20),
        ):  # fmt: skip
            step = navbus.Step(maneuver=navbus.Maneuver.Value(f"MANEUVER_{maneuver}"), turn_angle_degrees=true)
            self.assertEqual(navbus.angle_of(step), angle, maneuver)
        step = navbus.Step(maneuver=navbus.Maneuver.Value("MANEUVER_ROUNDABOUT_LEFT_COUNTERCLOCKWISE"))
        for exit_angle, angle in ((270, -90), (180, 180), (0, 0), (10, 10), (float("inf"), -90)):
            step.roundabout.exit_angle_degrees = exit_angle
            self.assertEqual(navbus.angle_of(step), angle)


class LEDStripTests(unittest.TestCase):
    def test_only_changes_are_shown_and_the_strip_is_dark_at_the_end_and_in_silence(self) -> None:
        strip = RecordingStrip()
        control = LEDStrip(navbus.Context(navbus.Settings(leds=4, brightness=1.0)), strip)
        control.start()
        driver = navbus.Driver(control)
        event = navigation(1)
        event.navigation.CopyFrom(guidance("TURN_LEFT", 30))
        for _ in range(3):
            driver.deliver(event)
        driver.fall_silent()
        driver.deliver(event)
        driver.deliver(stopped())
        control.stop()
        control.stop()
        self.assertEqual(strip.pictures, ["....", "gg..", "....", "gg..", "....", "closed", "closed"])

    def test_a_serial_strip_receives_adalight_frames(self) -> None:
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        tty.setraw(ours)
        strip = strips.SerialStrip(os.ttyname(theirs))
        strip.open()
        strip.show([(1, 2, 3), (10, 13, 17)])
        self.assertEqual(os.read(ours, 100), b"Ada\x00\x01\x54" + bytes([1, 2, 3, 10, 13, 17]))
        self.assertIsNone(strip.stall())
        strip.close()
        strip.close()

    def test_pictures_that_a_device_does_not_accept_are_dropped_and_a_hang_is_reported(self) -> None:
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        strip = strips.SerialStrip(os.ttyname(theirs))
        strip.open()
        for number in range(200):
            strip.show([(number, 0, 0)] * 300)
        self.assertIsNone(strip.stall())
        strip._blocked_since = time.monotonic() - strips.WRITE_TIMEOUT
        self.assertIn("accepts no data", strip.stall() or "")
        strip.close()

    def test_over_a_slow_connection_a_begun_picture_is_completed_and_the_last_one_is_dark(self) -> None:
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        tty.setraw(ours)
        received = bytearray()

        def drain() -> None:
            """Reads at 115200 baud, until the strip closes its end."""
            with contextlib.suppress(OSError):
                while True:
                    received.extend(os.read(ours, 115))
                    time.sleep(0.01)

        settings = navbus.Settings(leds=300, brightness=1.0)
        control = LEDStrip(navbus.Context(settings), strips.SerialStrip(os.ttyname(theirs)))
        control.start()
        os.close(theirs)
        reader = threading.Thread(target=drain)
        reader.start()
        for meters in range(290, 40, -8):
            control.on_navigation(guidance("TURN_LEFT", meters), navbus.Fix())
        control.on_navigation_stopped()
        control.stop()
        reader.join()
        self.assertEqual(bytes(received[-906:]), b"Ada\x01\x2b\x7f" + bytes(900))
        self.assertEqual(len(received) % 906, 0, "no picture is truncated")

    def test_a_strip_that_accepts_no_data_does_not_delay_the_end_of_the_control(self) -> None:
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        strip = strips.SerialStrip(os.ttyname(theirs))
        strip.open()
        for number in range(200):
            strip.show([(number, 0, 0)] * 300)
        strip.close()
        self.assertIsNone(strip._descriptor)

    def test_apa102_leds_receive_blue_green_red(self) -> None:
        data = strips.SPIStrip("/dev/null").encoded([(1, 2, 3)])
        self.assertEqual(data, bytes(4) + b"\xff\x03\x02\x01" + b"\xff")

    def test_a_file_that_is_no_device_is_refused(self) -> None:
        for path in ("/dev/null", "/nowhere"):
            with self.assertRaises(OSError):
                strips.SerialStrip(path).open()


class EventLogTests(unittest.TestCase):
    def test_each_event_is_a_line(self) -> None:
        driver = navbus.Driver(event_log.EventLog(navbus.Context()))
        report = events_pb2.ControlReport(control="speech", kind=events_pb2.REPORT_KIND_BEGAN, text="Turn left.")
        event = navigation(1)
        event.navigation.CopyFrom(guidance("TURN_LEFT", 302))
        with contextlib.redirect_stdout(io.StringIO()) as output:
            for other in (started(), event, navbus.Envelope(control=report), stopped()):
                driver.deliver(other)
        self.assertEqual(
            output.getvalue().splitlines(),
            [
                "started    , 0 m",
                "guidance   in 300 m: turn left, an unnamed road",
                "report     speech began Turn left.",
                "stopped",
            ],
        )

    def test_names_and_reports_cannot_control_the_terminal(self) -> None:
        info = guidance("TURN_LEFT", 50)
        info.current_step.simple_road_name = "A\x1b]0;owned\x07\nB"
        self.assertEqual(event_log.guidance_line(info), "guidance   in 50 m: turn left, A?]0;owned??B")
        report = events_pb2.ControlReport(control="x", kind=events_pb2.REPORT_KIND_NOTE, text="a\nstopped\x9b")
        self.assertEqual(event_log.report_line(report), "report     x note a?stopped?")


class CSVTapTests(unittest.TestCase):
    def test_two_taps_survive_the_death_of_the_bus_and_write_complete_files(self) -> None:
        folder = folder_for_sockets()
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        with tempfile.TemporaryDirectory() as files, FakeBus(folder) as bus:
            paths = [os.path.join(files, name) for name in ("one.csv", "two.csv")]
            program = os.path.join(CONTROLS, "csv-tap", "csv_tap.py")
            taps = [ControlProcess(bus.endpoint, [program, path]) for path in paths]
            for tap in taps:
                self.addCleanup(tap.__exit__)
            self.assertTrue(bus.wait(lambda: all(map(os.path.exists, paths))), taps[0].errors)
            for event in (gps(1), started(), navigation(2)):
                bus.publish(event)
            self.assertTrue(bus.wait(lambda: all(_rows(path) == 4 for path in paths)), taps[0].errors)
            bus.stop()
            bus.process_id += 1
            bus.start()
            self.assertTrue(bus.wait(lambda: len(bus.hellos) >= 4))
            for event in (navigation(3), stopped()):
                bus.publish(event)
            self.assertTrue(bus.wait(lambda: all(_rows(path) == 6 for path in paths)), taps[0].errors)
            for tap in taps:
                tap.process.send_signal(signal.SIGTERM)
                self.assertEqual(tap.ends_with(), 0, tap.errors)
            with open(paths[0], encoding="utf-8") as one, open(paths[1], encoding="utf-8") as two:
                text = one.read()
                self.assertEqual(text, two.read())
            self.assertTrue(text.startswith("time_seconds,event,"))

    def test_a_full_disk_is_reported_once(self) -> None:
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            file = csv_tap.CSVFile("/dev/full")
            file.open()
            file.write({"event": "gps"})
            self.assertEqual(file.lost, 2)
            file.close()
        self.assertEqual(errors.getvalue().count("free some space"), 1)


    def test_the_end_of_the_reader_ends_the_tap_without_a_warning(self) -> None:
        folder = folder_for_sockets()
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        program = os.path.join(CONTROLS, "csv-tap", "csv_tap.py")
        with FakeBus(folder) as bus, ControlProcess(bus.endpoint, [program, "/dev/stdout"], is_read=False) as tap:
            assert tap.process.stdout is not None
            self.assertTrue(tap.process.stdout.readline().startswith("time_seconds"))
            tap.process.stdout.close()
            bus.publish(gps(1))
            self.assertEqual(tap.process.wait(10), 0, tap.errors)
            self.assertEqual(tap.errors, "")

    def test_the_error_for_a_file_that_cannot_be_created_has_its_path_and_the_reason(self) -> None:
        with self.assertRaisesRegex(OSError, "^/nowhere/x.csv: No such file or directory$"):
            csv_tap.CSVFile("/nowhere/x.csv").open()


def _rows(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        return sum(1 for _ in file)


if __name__ == "__main__":
    unittest.main()
