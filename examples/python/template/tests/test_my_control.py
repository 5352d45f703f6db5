"""Events in, lines out: no bus is needed."""

from __future__ import annotations

import contextlib
import io
import unittest
from typing import List

import my_control
import navbus


def guidance(meters: float, stage: int, seconds_late: int = 0) -> navbus.Envelope:
    """An onNavigation with a cue that is due."""
    event = navbus.Envelope(session="main")
    info = event.navigation
    info.fix.time_nanoseconds = 1_700_000_000_000_000_000 + seconds_late * 1_000_000_000
    info.current_step.maneuver = navbus.Maneuver.Value("MANEUVER_TURN_LEFT")
    info.current_step.simple_road_name = "Bismarckplatz"
    info.to_maneuver.distance_meters = meters
    info.cue.CopyFrom(
        navbus.Cue(identity=7, stage=stage, due_at_nanoseconds=1_700_000_000_000_000_000, valid_for_seconds=12)
    )
    return event


class MyControlTests(unittest.TestCase):
    def setUp(self) -> None:
        self.reports: List[navbus.ControlReport] = []

    def lines(self, *events: navbus.Envelope, settings: navbus.Settings = navbus.Settings()) -> List[str]:
        """The lines that the control prints for some events."""
        driver = navbus.Driver(my_control.MyControl(navbus.Context(settings, send_report=self.reports.append)))
        with contextlib.redirect_stdout(io.StringIO()) as output:
            for event in events:
                driver.deliver(event)
        return output.getvalue().splitlines()

    def test_each_cue_is_printed_and_reported_once(self) -> None:
        self.assertEqual(
            self.lines(guidance(302, stage=3), guidance(290, stage=3), guidance(32, stage=4)),
            ["turn left in 300 m: Bismarckplatz", "turn left in 30 m: Bismarckplatz"],
        )
        self.assertEqual(len(self.reports), 4)

    def test_the_setting_shout_prints_capitals(self) -> None:
        self.assertEqual(
            self.lines(guidance(302, stage=3), settings=navbus.Settings(shout=True)),
            ["TURN LEFT IN 300 M: BISMARCKPLATZ"],
        )

    def test_a_stale_cue_is_not_printed(self) -> None:
        self.assertEqual(self.lines(guidance(20, stage=4, seconds_late=13)), [])

    def test_an_invalid_setting_is_refused(self) -> None:
        with self.assertRaisesRegex(navbus.SettingsError, "true or false"):
            self.lines(settings=navbus.Settings(shout="loud"))


if __name__ == "__main__":
    unittest.main()
