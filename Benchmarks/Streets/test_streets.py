#!/usr/bin/env python3
"""Checks the benchmark itself: a runner that knows the truth gets perfect figures, a bad one does not."""

import pathlib
import tempfile
import unittest

import numpy as np

import classes
import receivers
import score
from paths import OFF, ON, Line
from scenario import Scenario

NAMES = ["red_lights-real_12m", "walkers-turn_1.2", "stops-stands_near", "tunnels-silent", "car_parks-beside",
         "timing-late_batches", "no_speed-city_15s", "leavings-short_cut"]


def write(folder, name, seed=0):
    scenario = Scenario(name, seed, list(receivers.BUILT_IN))
    classes.VARIANTS[name](scenario)
    scenario.write(folder)


def results_of_truth(folder, shift=0.0, radius=5.0):
    """The rows of a runner that knows the truth, moved along the route by a distance."""
    route = score.Route(folder)
    truth = np.concatenate([score.table(folder / "truth.csv", 6), score.table(folder / "gaptruth.csv", 6)])
    if "late" not in folder.name:
        truth = truth[np.argsort(truth[:, 0], kind="stable")]
    last, asked, rows, newest = 0.0, 0, [], truth[0]
    for row in truth:
        newest = row if row[0] >= newest[0] else newest
        last = newest[1] if newest[2] == ON else last
        asked += newest[2] == OFF
        along = min(last + shift, route.length)
        arrived = route.length - last < 1
        step = max(route.steps_ahead(along, 0))
        cells = [row[0], along, int(newest[2] == OFF), int(arrived), step, int(np.sum(route.stops <= along)), 1, radius,
                 min(asked, 1), 0, newest[3], newest[4], newest[3], newest[4]]
        rows.append(",".join(map(str, cells)))
    return "\n".join(rows) + "\n"


class StreetsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def judged(self, name, **options):
        write(self.folder / name, name)
        result = self.folder / "result.csv"
        result.write_text(results_of_truth(self.folder / name, **options))
        return score.Judge(self.folder / name, result).judge().figures()

    def test_the_truth_gets_perfect_figures(self):
        for name in NAMES:
            with self.subTest(name):
                figures = self.judged(name)
                for key in ("false_alarms", "leavings_missed", "questions_unwanted", "arrivals_missed", "arrivals_early",
                            "arrivals_late", "asks_missed", "backward_jumps", "forward_jumps", "gross_seconds",
                            "stops_wrong", "reliable_but_wrong_seconds"):
                    self.assertEqual(figures[key], 0, key)
                for key in ("step_right_percent", "moving_step_right_percent", "within_radius_percent"):
                    self.assertIn(figures[key], (None, 100), key)
                self.assertLess(figures["max"] or 0, 0.01)

    def test_a_position_ahead_shows_the_wrong_step(self):
        figures = self.judged("red_lights-real_12m", shift=30.0)
        self.assertLess(figures["step_right_percent"], 20)
        self.assertAlmostEqual(figures["standing_mean"], 30, delta=0.1)

    def test_a_runner_without_the_appended_columns_is_scored(self):
        name = "walkers-turn_1.2"
        write(self.folder / name, name)
        result = self.folder / "result.csv"
        rows = results_of_truth(self.folder / name).splitlines()
        result.write_text("\n".join(",".join(row.split(",")[:6]) for row in rows) + "\n")
        figures = score.Judge(self.folder / name, result).judge().figures()
        self.assertIsNone(figures["questions_unwanted"])
        self.assertIsNone(figures["within_radius_percent"])
        self.assertEqual(figures["leavings_missed"], 0)

    def test_the_same_seed_writes_the_same_files(self):
        for name in ("jam-creep_real", "lines-gpx_walked"):
            write(self.folder / "one", name, 3)
            write(self.folder / "two", name, 3)
            write(self.folder / "three", name, 4)
            one, two, three = ((self.folder / each / "fixes.csv").read_bytes() for each in ("one", "two", "three"))
            self.assertEqual(one, two)
            self.assertNotEqual(one, three)

    def test_a_receiver_that_is_carried_does_not_stand(self):
        stands = [(float(second), 0.3 * (second % 3), 0.0, 5.0, 90.0, 0.4) for second in range(20)]
        carried = [(float(20 + second), 1.2 * second, 0.0, 5.0, 90.0, 1.1) for second in range(1, 20)]
        self.assertEqual([len(rows) for rows in receivers._still(stands + carried)], [20])
        self.assertEqual(list(receivers._still(carried)), [])

    def test_a_point_is_projected_within_its_window_only(self):
        line = Line([(0, 0), (100, 0), (100, 10), (0, 10)])
        self.assertEqual(line.project(np.array([50.0, 2.0])), (50.0, 2.0))
        self.assertEqual(line.project(np.array([50.0, 2.0]), 120, 210), (160.0, 8.0))


if __name__ == "__main__":
    unittest.main()
