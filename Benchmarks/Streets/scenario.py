"""A scenario: a route, a motion and its fixes, written as a folder for navbus-scenario."""

import json
import math
import zlib

import numpy as np

import paths

SPEEDS = {"car": 13.0, "bike": 5.0, "ped": 1.35}
"""The speed by which the durations of the steps are computed."""

GUESS_SECONDS = 60
"""Within this time, a vehicle is not far from where it was."""

EQUATOR, FLATTENING = 6_378_137.0, 1 / 298.257223563


def degree_lengths(latitude):
    """The metres of a degree of longitude and of latitude on the WGS 84 ellipsoid."""
    square = FLATTENING * (2 - FLATTENING)
    sine = np.sin(np.radians(latitude))
    prime = EQUATOR / np.sqrt(1 - square * sine**2)
    meridian = EQUATOR * (1 - square) / (1 - square * sine**2) ** 1.5
    return np.radians(prime * np.cos(np.radians(latitude))), np.radians(meridian)


class Scenario:
    """The parts of a scenario; a function of `classes` fills it."""

    def __init__(self, name, seed, logs):
        self.name, self.seed = name, seed
        self.rng = np.random.default_rng([zlib.crc32(name.encode()), seed])
        self.mode = "car"
        self.latitude, self.longitude = 48.137 + 0.4 * self.rng.random(), 11.575 + 0.4 * self.rng.random()
        self.motion = paths.Motion()
        self.line, self.turns, self.stops = None, [], []
        self.tunnels, self.ferries = [], []
        # The speed of the ferry by its timetable.
        self.sailing = None
        self.recording = None
        # Time and speed, as the wheels report them.
        self.wheels = []
        self.standing = logs
        self.meta = {}

    def route(self, line, turns=(), stops=()):
        """Sets the route: its line, and the indexes of maneuvers and stopovers; the last point is the destination."""
        self.line = line
        last = len(line.points) - 1
        self.stops = [*stops, last]
        self.turns = sorted({turn for turn in turns if 0 < turn < last} | set(self.stops))
        return line

    def follow(self, way, stops=()):
        """Sets the route from a built way."""
        return self.route(way.line(), way.turns, stops)

    def arrive(self, seconds=30):
        """Notes that the destination was reached now, and stands there."""
        self.meta["arrives"] = self.motion.time
        if seconds:
            self.motion.stand(seconds)

    def record(self, receiver):
        self.recording = receiver.record(self.motion, self.rng)
        return self.recording

    def turn_wheels(self):
        """Records the speed of the wheels five times a second: like a speedometer, it is wrong by up to 4 %."""
        ticks = self.motion.table()[::2]
        speeds = ticks[:, 4] * self.rng.uniform(0.97, 1.04) + self.rng.normal(0, 0.03, len(ticks)) * (ticks[:, 4] > 0)
        self.wheels = np.column_stack([ticks[:, 0], np.maximum(speeds, 0)])

    def along_by_projection(self):
        """Computes the true distances by projecting the true positions, for a route that is not quite the way driven."""
        scale = self.meta.pop("scale", 1.0)
        for truth in (self.recording.truth, self.recording.hidden):
            last, when = None, -math.inf
            for row in truth:
                if row[6] != paths.ON:
                    continue
                # After a gap the last distance is no guess any more.
                guess = last if row[0] - when < GUESS_SECONDS else row[5] * scale
                last, when = self.line.project(row[1:3], guess - 60, guess + 60 + row[4] * 16)[0], row[0]
                row[5] = last

    def degrees(self, east, north):
        scale_east, scale_north = degree_lengths(self.latitude)
        return self.latitude + north / scale_north, (self.longitude + east / scale_east + 180) % 360 - 180

    def write(self, folder):
        """Writes the folder. Distances along the route are those on the ellipsoid."""
        folder.mkdir(parents=True, exist_ok=True)
        latitudes, longitudes = self.degrees(*self.line.points.T)
        scale_east, scale_north = degree_lengths((latitudes[1:] + latitudes[:-1]) / 2)
        pieces = np.hypot(np.diff(longitudes) * scale_east, np.diff(latitudes) * scale_north)
        real = np.concatenate([[0.0], np.cumsum(pieces)])
        self._table(folder / "route.csv", np.column_stack([latitudes, longitudes]), "%.7f,%.7f")
        starts = [0, *self.turns[:-1]]
        steps = [(end, (real[end] - real[start]) / self._speed(start)) for start, end in zip(starts, self.turns)]
        self._table(folder / "steps.csv", steps, "%d,%.2f")
        self._table(folder / "stops.csv", [[stop] for stop in self.stops], "%d")
        self._table(folder / "tunnels.csv", self.tunnels, "%d,%d")
        self._table(folder / "ferries.csv", self.ferries, "%d,%d")
        if len(self.wheels):
            self._table(folder / "wheels.csv", self.wheels, "%.3f,%.3f")
        fixes = self.recording.fixes
        latitudes, longitudes = self.degrees(fixes[:, 1], fixes[:, 2])
        self._table(folder / "fixes.csv", np.column_stack([fixes[:, 0], latitudes, longitudes, fixes[:, 3:]]),
                    "%.3f,%.7f,%.7f,%.1f,%.1f,%.2f")
        for name, truth in (("truth.csv", self.recording.truth), ("gaptruth.csv", self.recording.hidden)):
            latitudes, longitudes = self.degrees(truth[:, 1], truth[:, 2])
            along = np.interp(truth[:, 5], self.line.distances, real)
            along[np.isnan(truth[:, 5])] = math.nan
            columns = [truth[:, 0], along, truth[:, 6], latitudes, longitudes, truth[:, 4]]
            self._table(folder / name, np.column_stack(columns), "%.3f,%.3f,%d,%.7f,%.7f,%.2f")
        meta = {"mode": self.mode, "class": self.name.split("-")[0], "length": round(float(real[-1]), 1), **self.meta}
        (folder / "meta.json").write_text(json.dumps(meta, indent=1) + "\n")

    def _speed(self, start):
        """The speed by which the duration of a step from a vertex is computed."""
        on_board = any(first <= start < last for first, last in self.ferries)
        return self.sailing if on_board and self.sailing else SPEEDS[self.mode]

    @staticmethod
    def _table(path, rows, form):
        path.write_text("".join(form % tuple(row) + "\n" for row in rows))
