#!/usr/bin/env python3
"""Compares the results of navbus-scenario with the truth: a line for each class, and one for all."""

import argparse
import concurrent.futures
import json
import math
import pathlib
from dataclasses import dataclass, field

import numpy as np

from paths import OFF, ON, Line
from scenario import degree_lengths

STANDING_SPEED = 0.12
REJOIN_SECONDS = 10
"""After leaving, this much time passes until an answer is judged again."""
GROSS_METRES = 60
EARLY_METRES = 100
STOP_METRES = 40
"""A stopover may count as reached this far before it."""
COLUMNS = ["time", "along", "off", "arrived", "step", "stops", "status", "radius", "questions", "cue",
           "smoothed_latitude", "smoothed_longitude", "matched_latitude", "matched_longitude"]


def table(path, columns=0):
    """The numbers of a file; a row that is shorter than `columns` is filled up with NaN."""
    if not path.exists():
        return np.empty((0, columns))
    rows = []
    for line in path.read_text().splitlines():
        cells = [float(cell) if cell else math.nan for cell in line.split(",")]
        rows.append(cells + [math.nan] * (columns - len(cells)))
    return np.array(rows) if rows else np.empty((0, columns))


class Route:
    """The route of a scenario: distances on the ellipsoid, steps and stops."""

    def __init__(self, folder):
        degrees = table(folder / "route.csv")
        self.origin = degrees[0]
        self.scale = degree_lengths(degrees[0][0])
        self.line = Line(np.array([self.plane(*point) for point in degrees]))
        east, north = degree_lengths((degrees[1:, 0] + degrees[:-1, 0]) / 2)
        wide = (np.diff(degrees[:, 1]) + 180) % 360 - 180
        pieces = np.hypot(wide * east, np.diff(degrees[:, 0]) * north)
        self.distances = np.concatenate([[0.0], np.cumsum(pieces)])
        self.length = float(self.distances[-1])
        stops = [int(row[0]) for row in table(folder / "stops.csv")]
        self.stops = self.distances[stops]
        # On board, the line is drawn coarsely, so that a matched position says nothing of the ship's.
        self.ferries = [self.distances[[int(row[0]), int(row[1])]] for row in table(folder / "ferries.csv")]
        self.steps = self._steps([int(row[0]) for row in table(folder / "steps.csv")], stops)

    def _steps(self, ends, stops):
        """The distance and the number of each maneuver, numbered as navbus-scenario does: each leg departs and arrives."""
        steps, number, start = [], 0, 0
        for stop in stops:
            steps.append((self.distances[start], number))
            for end in ends:
                if start < end < stop:
                    number += 1
                    steps.append((self.distances[end], number))
            number += 1
            steps.append((self.distances[stop], number))
            number += 1
            start = stop
        return steps

    def plane(self, latitude, longitude):
        east = (longitude - self.origin[1] + 180) % 360 - 180
        return np.array([east * self.scale[0], (latitude - self.origin[0]) * self.scale[1]])

    def steps_ahead(self, along, tolerance=2.0):
        """The numbers that are right at a distance: several near a maneuver, or shortly before a stopover."""
        right = {self._next(along - tolerance), self._next(along + tolerance)}
        if any(0 < stop - along < STOP_METRES for stop in self.stops):
            right |= {self._next(along + STOP_METRES)}
        return right

    def _next(self, along):
        return next((number for distance, number in self.steps if distance > along), self.steps[-1][1])

    def projected(self, latitude, longitude, along, window=300):
        """The distance of the point of the route that is nearest to a position, within a window around the truth."""
        here = np.interp(along, self.distances, self.line.distances)
        found, _ = self.line.project(self.plane(latitude, longitude), here - window, here + window)
        return float(np.interp(found, self.line.distances, self.distances))


@dataclass
class Score:
    """The figures of one scenario, or the sum of several."""

    drives: int = 0
    seconds: float = 0.0
    errors: list = field(default_factory=list)
    gap_errors: list = field(default_factory=list)
    raw_errors: list = field(default_factory=list)
    worse: int = 0
    gross: float = 0.0
    unknown: float = 0.0
    standing: float = 0.0
    step_right: float = 0.0
    standing_errors: list = field(default_factory=list)
    moving: float = 0.0
    moving_step_right: float = 0.0
    false_alarms: int = 0
    false_seconds: float = 0.0
    leavings: int = 0
    missed: int = 0
    detections: list = field(default_factory=list)
    has_questions: int = 0
    asks_needed: int = 0
    asks_missed: int = 0
    ask_seconds: list = field(default_factory=list)
    wanted: int = 0
    unwanted: int = 0
    arrivals: int = 0
    arrivals_missed: int = 0
    arrivals_early: int = 0
    arrivals_late: int = 0
    stops_wrong: int = 0
    backward: int = 0
    forward: int = 0
    within: int = 0
    smoothed_within: int = 0
    radii: list = field(default_factory=list)
    has_status: int = 0
    confidently_wrong: float = 0.0

    def add(self, other):
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self

    def figures(self):
        """The figures by name; None where the results have no such column or the class no such event."""

        def percentile(values, share):
            return float(np.percentile(values, share)) if values else None

        def share(part, whole):
            return 100 * part / whole if whole else None

        def mean(values):
            return float(np.mean(values)) if values else None

        figures = {
            "drives": self.drives, "hours": self.seconds / 3600,
            "p50": percentile(self.errors, 50), "p95": percentile(self.errors, 95), "max": percentile(self.errors, 100),
            "gap_p50": percentile(self.gap_errors, 50), "gap_p95": percentile(self.gap_errors, 95),
            "gap_max": percentile(self.gap_errors, 100),
            "raw_p50": percentile(self.raw_errors, 50), "raw_p95": percentile(self.raw_errors, 95),
            "worse_than_raw_percent": share(self.worse, len(self.raw_errors)),
            "gross_seconds": self.gross, "without_position_seconds": self.unknown,
            "step_right_percent": share(self.step_right, self.standing), "standing_seconds": self.standing,
            "moving_step_right_percent": share(self.moving_step_right, self.moving),
            "standing_p5": percentile(self.standing_errors, 5), "standing_mean": mean(self.standing_errors),
            "standing_p95": percentile(self.standing_errors, 95),
            "false_alarms": self.false_alarms, "false_seconds": self.false_seconds,
            "false_alarms_per_hour": self.false_alarms / max(self.seconds / 3600, 1e-9),
            "leavings": self.leavings, "leavings_missed": self.missed,
            "detection_mean": mean(self.detections), "detection_max": percentile(self.detections, 100),
            "asks_needed": self.asks_needed,
            "asks_missed": self.asks_missed if self.has_questions else None, "ask_mean": mean(self.ask_seconds),
            "questions_wanted": self.wanted if self.has_questions else None,
            "questions_unwanted": self.unwanted if self.has_questions else None,
            "arrivals": self.arrivals, "arrivals_missed": self.arrivals_missed,
            "arrivals_early": self.arrivals_early, "arrivals_late": self.arrivals_late,
            "stops_wrong": self.stops_wrong,
            "backward_jumps": self.backward, "forward_jumps": self.forward,
            "within_radius_percent": share(self.within, len(self.radii)), "radius_mean": mean(self.radii),
            "within_radius_of_smoothed_percent": share(self.smoothed_within, len(self.radii)),
            "reliable_but_wrong_seconds": self.confidently_wrong if self.has_status else None,
        }
        return {name: float(value) if isinstance(value, np.floating) else value for name, value in figures.items()}


class Judge:
    """Walks through the results of one scenario."""

    def __init__(self, folder, result):
        self.route = Route(folder)
        self.meta = json.loads((folder / "meta.json").read_text())
        self.score = Score(drives=1)
        self.rows = self._joined(folder, table(result, len(COLUMNS)))
        self.episodes = self._episodes()

    def _joined(self, folder, results):
        """Pairs of a row of the results and the truth at its time: of the fixes in order, and in gaps between."""
        truth, fixes = table(folder / "truth.csv", 6), table(folder / "fixes.csv", 6)
        self.interval = float(np.median(np.diff(truth[:, 0])))
        hidden = table(folder / "gaptruth.csv", 6)
        joined, position, newest = [], 0, None
        keys = np.round(results[:, 0], 3)
        for number, true in enumerate(truth):
            found = np.flatnonzero(keys[position:] == round(true[0], 3))
            if not len(found):
                continue
            for between in results[position:position + found[0]]:
                if len(hidden):
                    near = hidden[np.argmin(np.abs(hidden[:, 0] - between[0]))]
                    if abs(near[0] - between[0]) < 0.3:
                        joined.append((dict(zip(COLUMNS, between)), near, None))
            position += int(found[0]) + 1
            if newest is None or true[0] >= newest[0] or "clock_set" in self.meta:
                newest = true
            # A late fix changes nothing: the newest truth still holds.
            true = newest
            joined.append((dict(zip(COLUMNS, results[position - 1])), true, fixes[number]))
        return joined

    def _episodes(self):
        """The spans of time in which the vehicle was truly off the route."""
        spans = []
        for index, (_, true, _) in enumerate(self.rows):
            if true[2] == OFF:
                if not spans or self.rows[index - 1][1][2] != OFF:
                    spans.append([true[0], true[0]])
                spans[-1][1] = true[0]
        return spans

    def judge(self):
        arrived, previous, quiet = False, None, -math.inf
        published = None
        self.changed, self.is_alarmed = None, False
        for index, (row, true, fix) in enumerate(self.rows):
            following = self.rows[index + 1][1][0] if index + 1 < len(self.rows) else true[0] + 1
            seconds = min(max(following - true[0], 0.0), 20.0)
            self.score.seconds += seconds
            if true[2] != ON:
                quiet = true[0] + REJOIN_SECONDS
            judged = true[2] == ON and (true[0] > quiet or true[0] < quiet - 1000)
            # A row that repeats the last one shows no new event; after the arrival there are none.
            values = [value for name, value in row.items() if name != "time"]
            if not arrived:
                self._position(row, true, seconds, is_new=not np.array_equal(values, published, equal_nan=True))
            published = values
            if row["arrived"] and not arrived:
                arrived = True
                self._arrival(true)
            if not arrived:
                if judged:
                    self._progress(row, true, fix, seconds, previous)
                self._alarm(row, judged, seconds)
            self._question(row, true, judged, previous)
            previous = (row, true, judged)
        self._finish(arrived)
        return self.score

    def _progress(self, row, true, fix, seconds, previous):
        """The distance along the route, the step shown while standing, and jumps."""
        score, error = self.score, row["along"] - true[1]
        if math.isnan(error):
            score.unknown += seconds
        standing = true[5] < STANDING_SPEED
        right = not row["off"] and int(row["step"]) in self.route.steps_ahead(true[1], 2 if standing else 20)
        if standing:
            score.standing += seconds
            score.step_right += seconds * right
        else:
            score.moving += seconds
            score.moving_step_right += seconds * right
        if not row["off"] and not math.isnan(error):
            (score.errors if fix is not None else score.gap_errors).append(abs(error))
            score.gross += seconds * (abs(error) > GROSS_METRES and (fix is not None or self.interval < 2))
            if standing:
                score.standing_errors.append(error)
            if fix is not None and abs(fix[1]) <= 90 and fix[3] < 1000 and "spoofed" not in self.meta:
                raw = abs(self.route.projected(fix[1], fix[2], true[1]) - true[1])
                score.raw_errors.append(raw)
                score.worse += int(abs(error) > raw + 5)
        self._jump(row["along"], true[1], previous)

    def _jump(self, along, true, previous):
        """Jumps, compared with the true movement since the position last changed: one that waits may catch up."""
        if not previous or not previous[2] or self.changed is None:
            self.changed = (along, true)
        if math.isnan(along) or abs(along - self.changed[0]) < 0.5:
            return
        moved, truly = along - self.changed[0], true - self.changed[1]
        self.score.backward += int(moved < min(truly, 0) - 25)
        self.score.forward += int(moved > max(truly, 0) + 60)
        self.changed = (along, true)

    def _alarm(self, row, judged, seconds):
        """An episode off the route without reason; one that began before it could be judged counts as well."""
        if judged and row["off"]:
            self.score.false_seconds += seconds
            self.score.false_alarms += int(not self.is_alarmed)
            self.is_alarmed = True
        elif not row["off"]:
            self.is_alarmed = False

    def _question(self, row, true, judged, previous):
        if math.isnan(row["questions"]):
            return
        self.score.has_questions = 1
        asked = int(row["questions"] - (previous[0]["questions"] if previous else 0))
        if asked <= 0:
            return
        if true[2] == OFF:
            self.score.wanted += asked
        elif judged or self.meta.get("no_questions"):
            self.score.unwanted += asked

    def _position(self, row, true, seconds, is_new):
        """The radius of the position that is published, and whether the one that is shown is called reliable."""
        if any(start <= true[1] <= end for start, end in self.route.ferries):
            return
        smoothed = self._far(row["smoothed_latitude"], row["smoothed_longitude"], true)
        matched = self._far(row["matched_latitude"], row["matched_longitude"], true)
        far = smoothed if math.isnan(matched) or row["off"] else matched
        if math.isnan(far):
            return
        if is_new and not math.isnan(row["radius"]):
            self.score.radii.append(row["radius"])
            self.score.within += int(far <= row["radius"])
            self.score.smoothed_within += int(smoothed <= row["radius"])
        if not math.isnan(row["status"]):
            self.score.has_status = 1
            self.score.confidently_wrong += seconds * (row["status"] == 1 and far > GROSS_METRES)

    def _far(self, latitude, longitude, true):
        return math.hypot(*(self.route.plane(latitude, longitude) - self.route.plane(true[3], true[4])))

    def _arrival(self, true):
        when = self.meta.get("arrives")
        early = when is None or (true[0] < when - 1 and not self.route.length - true[1] <= EARLY_METRES)
        self.score.arrivals_early += int(early)
        if when is not None and not early:
            self.score.arrivals_late += int(true[0] > self.meta.get("arrive_by", when + 30))

    def _finish(self, arrived):
        score = self.score
        if "arrives" in self.meta:
            score.arrivals = 1
            score.arrivals_missed = int(not arrived)
        if "stops" in self.meta and self.rows:
            early = any(row["stops"] > np.sum(self.route.stops <= true[1] + EARLY_METRES)
                        for row, true, _ in self.rows if true[2] == ON and not math.isnan(true[1]))
            score.stops_wrong += int(early or self.rows[-1][0]["stops"] != self.meta["stops"])
        if "ask" in self.meta:
            self._ask(*self.meta["ask"])
            return
        for start, end in self.episodes:
            score.leavings += 1
            found = next((row["time"] for row, true, _ in self.rows if start <= true[0] <= end + 5 and row["off"]), None)
            if found is None:
                score.missed += 1
            else:
                score.detections.append(found - start)

    def _ask(self, start, latest):
        self.score.asks_needed += 1
        if not self.score.has_questions:
            return
        when = next((true[0] for row, true, _ in self.rows if row["questions"] > 0 and true[0] >= start), None)
        if when is None or when > latest:
            self.score.asks_missed += 1
        if when is not None:
            self.score.ask_seconds.append(when - start)


def judge(pair):
    folder, result = pair
    return folder.name, Judge(folder, result).judge()


def line(name, figures):
    """One line of the table."""

    def text(value, digits=0):
        return "-" if value is None else f"{value:.{digits}f}"

    f = figures
    cells = [
        f"{name:34.34}", f"{f['drives']:4}", f"{text(f['hours'], 1):>5}",
        f"{text(f['p50'], 1):>6} {text(f['p95'], 1):>6} {text(f['max']):>6}",
        f"{text(f['gap_p95']):>5} {text(f['gap_max']):>5}",
        f"{text(f['raw_p50'], 1):>5} {text(f['raw_p95'], 1):>5} {text(f['worse_than_raw_percent']):>3}",
        f"{text(f['step_right_percent'], 1):>5} {text(f['standing_p5']):>4} {text(f['standing_p95']):>4}",
        f"{f['false_alarms']:6} {text(f['false_alarms_per_hour'], 2):>6}",
        f"{f['leavings_missed']:3}/{f['leavings']:<4} {text(f['detection_mean'], 1):>5} {text(f['detection_max']):>4}",
        f"{text(f['asks_missed']):>4}/{f['asks_needed']:<3} {text(f['questions_unwanted']):>4}",
        f"{f['arrivals_missed']:3} {f['arrivals_early']:5} {f['arrivals_late']:4} {f['arrivals']:3} {f['stops_wrong']:4}",
        f"{f['backward_jumps']:4} {f['forward_jumps']:4} {text(f['gross_seconds']):>5}",
        f"{text(f['within_radius_percent'], 1):>5} {text(f['radius_mean'], 1):>6} "
        f"{text(f['reliable_but_wrong_seconds']):>5}",
    ]
    return " |".join(cells)


HEADER = " |".join([
    f"{'class':34}", "   n", "hours", "   p50    p95    max", "gap95   max", "raw50 raw95 wor%", "step%   e5  e95",
    "alarms  per h", " missed   mean  max", " no ask  unw", " no early late of  stop", "back  fwd gross", "with% radius wrong"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", type=pathlib.Path, help="the folder that generate.py wrote")
    parser.add_argument("results", type=pathlib.Path, help="the folder that run.py wrote")
    parser.add_argument("--only", default="", help="only scenarios whose name begins with this; several by comma")
    parser.add_argument("--variants", action="store_true", help="a line for each variant as well")
    parser.add_argument("--drives", action="store_true", help="a line for each scenario as well")
    parser.add_argument("--json", type=pathlib.Path, help="write all figures to a file")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (default 2)")
    options = parser.parse_args()
    pairs = [(path, options.results / f"{path.name}.csv") for path in sorted(options.scenarios.iterdir())
             if path.name.startswith(tuple(options.only.split(",")))]
    missing = [path.name for path, result in pairs if not result.exists()]
    pairs = [pair for pair in pairs if pair[1].exists()]
    totals = {}
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for name, score in pool.map(judge, pairs, chunksize=4):
            variant = name.rsplit(".", 1)[0]
            keys = [variant.split("-")[0], "all"]
            keys += [variant] if options.variants or options.json else []
            keys += [name] if options.drives else []
            for key in keys:
                totals.setdefault(key, Score()).add(score)
    figures = {key: score.figures() for key, score in sorted(totals.items(), key=lambda item: (item[0] == "all", item[0]))}
    print(HEADER)
    for key, values in figures.items():
        if "-" not in key or options.variants or options.drives:
            print(line(key, values))
    if missing:
        print(f"without results: {len(missing)}, such as {missing[0]}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
