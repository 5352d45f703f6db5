"""The control: when it sends, and which settings it refuses."""

from __future__ import annotations

import unittest
from typing import List
from unittest import mock

import marine
import navbus
from outputs import Output
from tests.support import fix, guidance, route


class RecordingOutput(Output):
    def __init__(self) -> None:
        self.updates: List[List[str]] = []

    def send(self, lines: List[bytes]) -> None:
        self.updates.append([line.decode().split("*")[0] for line in lines])


class MarineTests(unittest.TestCase):
    def setUp(self) -> None:
        self.now = 100.0
        patch = mock.patch("time.monotonic", side_effect=lambda: self.now)
        patch.start()
        self.addCleanup(patch.stop)

    def control(self, **settings: object) -> marine.Marine:
        control = marine.Marine(navbus.Context(navbus.Settings(settings)))  # type: ignore[arg-type]
        self.output = RecordingOutput()
        control.outputs = [self.output]
        self.driver = navbus.Driver(control)
        control.start()
        return control

    def gps(self, seconds: int = 0) -> None:
        self.driver.deliver(navbus.Envelope(gps=fix(seconds=seconds)))

    def guide(self) -> None:
        self.driver.deliver(navbus.Envelope(navigation=guidance(step=1)))

    def kinds(self) -> List[str]:
        """The kinds of the sentences of the last update, with their status."""
        return [",".join(line.split(",")[:2])[3:] for line in self.output.updates[-1]]

    def test_without_a_fix_nothing_is_sent(self) -> None:
        control = self.control()
        self.driver.fall_silent()
        control.stall()
        self.driver.deliver(navbus.Envelope(navigation_started=route([(49, 8), (50, 8)])))
        control.on_silence()
        control.stop()
        self.assertEqual(self.output.updates, [])

    def test_the_rate_is_limited_but_a_fix_each_second_is_sent(self) -> None:
        self.control()
        for tenth in range(100):
            self.now = 100 + tenth / 10
            self.gps()
        self.assertIn(len(self.output.updates), (10, 11))
        self.control(rate=1.0)
        for second in range(20):
            self.now = 200 + second + (0.08 if second % 2 else 0)
            self.gps()
        self.assertEqual(len(self.output.updates), 20)

    def test_the_rate_is_a_setting(self) -> None:
        self.control(rate=0.5)
        for tenth in range(100):
            self.now = 100 + tenth / 10
            self.gps()
        self.assertIn(len(self.output.updates), (5, 6))

    def test_during_navigation_onGPS_and_onNavigation_are_one_update(self) -> None:
        self.control(rate=10.0)
        self.driver.deliver(navbus.Envelope(navigation_started=route([(49.40, 8.68), (49.42, 8.68)])))
        for second in range(3):
            self.now += 1
            self.gps(second)
            self.guide()
        self.assertEqual(len(self.output.updates), 3)
        self.assertEqual(self.kinds()[2:4], ["RMB,A", "APB,A"])

    def test_the_end_of_a_navigation_ends_the_leg_at_once(self) -> None:
        self.control()
        self.driver.deliver(navbus.Envelope(navigation_started=route([(49.40, 8.68), (49.42, 8.68)])))
        self.guide()
        self.now += 0.1
        self.driver.deliver(navbus.Envelope(navigation_stopped={"reason": 2}))
        self.assertEqual(len(self.output.updates), 2)
        self.assertEqual(self.kinds(), ["RMC,080000.00", "GGA,080000.00", "RMB,V", "APB,V", "XTE,V"])
        self.now += 1
        self.gps(1)
        self.assertEqual(self.kinds()[2:], ["RMB,V", "APB,V", "XTE,V"])

    def test_silence_and_the_end_say_that_nothing_is_valid(self) -> None:
        control = self.control()
        self.gps()
        self.driver.fall_silent()
        self.assertEqual(self.output.updates[-1][0], "$GPRMC,,V,,,,,,,,,,N")
        self.gps(1)
        self.assertEqual(len(self.output.updates), 2)
        control.stop()
        self.assertEqual(self.output.updates[-1][0], "$GPRMC,,V,,,,,,,,,,N")

    def test_the_route_is_sent_at_its_start_each_minute_and_to_each_new_client(self) -> None:
        self.control()
        self.driver.deliver(navbus.Envelope(navigation_started=route([(49.40, 8.68), (49.42, 8.68)])))
        whole = ["WPL", "WPL", "RTE"]
        for seconds, expected in ((0, whole), (1, []), (30, []), (61, whole), (62, [])):
            self.now = 100 + seconds
            self.guide()
            self.assertEqual([kind[:3] for kind in self.kinds()[6:]], expected, seconds)
        self.output.has_joined = True
        self.now += 1
        self.guide()
        self.assertEqual([kind[:3] for kind in self.kinds()[6:]], whole)
        self.assertFalse(self.output.has_joined)

    def test_at_4800_baud_the_route_is_sent_one_sentence_at_a_time(self) -> None:
        self.control(serial="/dev/ttyUSB0")
        self.driver.deliver(navbus.Envelope(navigation_started=route([(49.40, 8.68), (49.42, 8.68)])))
        found = []
        for _ in range(4):
            self.guide()
            found.append([kind[:3] for kind in self.kinds()[6:]])
            self.now += 1
        self.assertEqual(found, [["WPL"], ["WPL"], ["RTE"], []])

    def test_another_route_replaces_the_rest_of_the_last_one(self) -> None:
        self.control(serial="/dev/ttyUSB0")
        for latitude in (49.40, 49.405):
            answer = route([(latitude, 8.68), (49.42, 8.68)])
            answer.id = f"from {latitude}"
            self.driver.deliver(navbus.Envelope(navigation_started=answer))
            self.now += 1
            self.driver.deliver(navbus.Envelope(navigation=guidance(step=1)))
        self.assertEqual(self.output.updates[-1][-1], "$GPWPL,4924.3000,N,00840.8000,E,NB0000")

    def test_invalid_settings_are_refused_with_the_remedy(self) -> None:
        for settings, expected in (
            ({"format": "nmea2000"}, "nmea0183, signalk"),
            ({"talker": "gp"}, "two capital letters"),
            ({"rate": 0}, "between 0.1 and 10"),
            ({"arrivalMeters": 0}, "between 1 and 2000"),
            ({"udp": ""}, "set one of them"),
            ({"serial": "/dev/ttyUSB0", "baud": 1200}, "1200 is none of 4800, 9600"),
            ({"serial": "/dev/ttyUSB0", "rate": 5}, "5 updates a second of up to 480 bytes do not fit into 4800 baud"),
            ({"serial": "/dev/ttyUSB0", "format": "signalk"}, "2000 bytes do not fit into 4800 baud"),
            ({"tcp": "::1"}, "no ADDRESS or ADDRESS:PORT"),
        ):
            with self.assertRaisesRegex(navbus.SettingsError, expected):
                marine.Marine(navbus.Context(navbus.Settings(settings)))  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
