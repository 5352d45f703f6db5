"""What receivers report of a motion: position, accuracy, course and speed with the errors of real ones."""

import json
import math
import pathlib
from dataclasses import dataclass, field

import numpy as np

NO_VALUE = -1.0
STANDING_SPEED = 0.12

NOISE = {
    # name: (standard deviation in metres, correlation time in seconds, reported accuracy in metres)
    "open": (2.5, 30, 5),
    "suburban": (5, 20, 8),
    "city": (8, 15, 14),
    "foot": (6, 20, 10),
    "weak": (14, 40, 56),
}


@dataclass
class Receiver:
    """How a receiver errs. `doppler` names how it measures speed and course: see `Measurement`."""

    noise: str = "suburban"
    doppler: str = "vector"
    sigma: float = 0.25
    bursts: bool = False
    interval: float = 1.0
    standing: list = None
    drift: float = 0.0
    gaps: list = field(default_factory=list)

    def record(self, motion, rng):
        """The fixes of a motion."""
        return Recording(motion.table(), self, rng)


class Recording:
    """The fixes of a drive, each with the true state at its time; `hidden` is the truth at seconds without a fix.

    Columns of `fixes`: time, east, north, accuracy, course, speed (-1 if unknown). Columns of `truth`: those of
    `Motion.table`.
    """

    def __init__(self, table, receiver, rng):
        self.rng = rng
        times = np.arange(table[0, 0], table[-1, 0], receiver.interval)
        rows = np.minimum(np.searchsorted(table[:, 0], times - 1e-9), len(table) - 1)
        truth = table[rows].copy()
        truth[:, 0] = times
        error = PositionError(receiver, rng)
        measured = Measurement(receiver, rng)
        fixes = []
        for sample in truth:
            still = sample[4] < STANDING_SPEED
            east, north, accuracy = error.next(receiver.interval, still)
            course, speed = measured.next(sample)
            if still and receiver.standing:
                east, north, accuracy, course, speed = error.standing(accuracy)
            else:
                error.moves(east, north)
            fixes.append([sample[0], sample[1] + error.east, sample[2] + error.north, accuracy, course, speed])
        fixes = np.array(fixes)
        silent = np.zeros(len(times), bool)
        for start, end in receiver.gaps:
            silent |= (times >= start) & (times < end)
        self.fixes, self.truth = fixes[~silent], truth[~silent]
        self.hidden = truth[silent] if receiver.interval <= 1 else self._between(table, times)

    @staticmethod
    def _between(table, times):
        """The truth at each second without a fix."""
        seconds = np.setdiff1d(np.round(np.arange(table[0, 0], times[-1], 1.0), 3), np.round(times, 3))
        hidden = table[np.minimum(np.searchsorted(table[:, 0], seconds - 1e-9), len(table) - 1)].copy()
        hidden[:, 0] = seconds
        return hidden

    def when(self, start, end):
        """The indexes of the fixes in a span of time."""
        return np.flatnonzero((self.fixes[:, 0] >= start) & (self.fixes[:, 0] < end))


class PositionError:
    """Correlated errors of the position, with bursts of multipath, drift while standing, and logs of real receivers."""

    def __init__(self, receiver, rng):
        self.receiver, self.rng = receiver, rng
        self.sigma, self.seconds, self.accuracy = NOISE[receiver.noise]
        self.slow = rng.normal(0, self.sigma * 0.7, 2)
        self.burst, self.reflection, self.bias = 0.0, np.zeros(2), np.zeros(2)
        self.wander = np.zeros(2)
        self.east = self.north = 0.0
        self.sequence, self.position, self.base = None, 0, None

    def next(self, interval, still):
        rng = self.rng
        keep = math.exp(-interval / self.seconds)
        self.slow = self.slow * keep + rng.normal(0, self.sigma * 0.7 * math.sqrt(1 - keep**2), 2)
        accuracy = self.accuracy * rng.uniform(0.8, 1.25)
        error = self.slow + rng.normal(0, self.sigma * 0.12, 2)
        if self.receiver.bursts:
            error, accuracy = self._burst(error, accuracy, interval)
        if self.receiver.drift:
            error = error + self._drift(interval, still)
        return error[0], error[1], accuracy

    def _drift(self, interval, still):
        """A random walk while standing, within a radius; it fades while driving."""
        if not still:
            self.wander *= 0.9**interval
            return self.wander
        pull, radius = interval / 700, self.receiver.drift
        self.wander = self.wander * (1 - pull) + self.rng.normal(0, radius * math.sqrt(2 * pull) / 1.5, 2)
        far = math.hypot(*self.wander)
        if far > radius:
            self.wander *= radius / far
        return self.wander

    def moves(self, east, north):
        if self.base is not None:
            # The error of a stand fades: a receiver does not jump back at once.
            rest = np.array([self.east - east, self.north - north]) * 0.85
            east, north = east + rest[0], north + rest[1]
            if math.hypot(*rest) < 0.5:
                self.base = None
        self.sequence = None
        self.east, self.north = east, north

    def standing(self, accuracy):
        """The next row of a sequence of a receiver that stands, from the error that it came with."""
        if self.sequence is None:
            name = self.rng.integers(len(self.receiver.standing))
            self.sequence = self.receiver.standing[name](self.rng)
            self.base = np.array([self.east, self.north]) - self.bias
        east, north, reported, course, speed = next(self.sequence)
        self.east, self.north = self.base + self.bias + (east, north)
        reported = None if self.burst > 0 else reported
        return self.east, self.north, reported or accuracy, course, speed

    def _burst(self, error, accuracy, interval):
        rng = self.rng
        if self.burst <= 0 and rng.random() < interval / 120:
            self.burst = rng.uniform(15, 35)
            angle, far = rng.uniform(0, 2 * math.pi), rng.uniform(18, 38)
            self.reflection = far * np.array([math.sin(angle), math.cos(angle)])
        self.bias = self.reflection if self.burst > 0 else np.zeros(2)
        if self.burst > 0:
            self.burst -= interval
            return error + self.bias, rng.uniform(15, 32)
        return error, accuracy


class Measurement:
    """Speed and course.

    - vector: true velocity and noise on each axis; the speed is the length of the sum, the course its direction;
    - zero: below 0.7 m/s speed 0 and no course;
    - frozen: below 0.7 m/s the last course stays, the speed errs by 0.1-0.3 m/s upward;
    - courseless: speed with noise, never a course;
    - none: neither.
    """

    def __init__(self, receiver, rng):
        self.kind, self.sigma, self.rng = receiver.doppler, receiver.sigma, rng
        self.course = NO_VALUE

    def next(self, sample):
        if self.kind == "none":
            return NO_VALUE, NO_VALUE
        slow = sample[4] < 0.7
        if self.kind == "zero" and slow:
            return NO_VALUE, 0.0
        if self.kind == "frozen" and slow and self.course >= 0:
            return self.course, sample[4] + self.rng.uniform(0.1, 0.3)
        sigma = self.sigma if self.kind == "vector" else 0.12
        angle = math.radians(sample[3])
        east = sample[4] * math.sin(angle) + self.rng.normal(0, sigma)
        north = sample[4] * math.cos(angle) + self.rng.normal(0, sigma)
        self.course = math.degrees(math.atan2(east, north)) % 360
        return (NO_VALUE if self.kind == "courseless" else self.course), math.hypot(east, north)


# Receivers that stand. Each is a generator of rows: east, north (from the error at the start), accuracy (None: that of
# the drive), course, speed. Parameters after common chips and phones; names say what they do.


def _wandering(tau, sigma, speed, course, accuracy=None):
    """A position that wanders with a correlation time, with independent functions for speed and course."""

    def rows(rng):
        position = np.zeros(2)
        keep = math.exp(-1 / tau)
        heading = rng.uniform(0, 360)
        while True:
            position = position * keep + rng.normal(0, sigma * math.sqrt(1 - keep**2), 2)
            heading = course(rng, heading)
            yield position[0], position[1], accuracy, heading, speed(rng)

    return rows


def _drifting(sigma, tau):
    """A receiver whose wrong velocity also moves the position: speed, course and position agree with each other."""

    def rows(rng):
        position, velocity = np.zeros(2), rng.normal(0, sigma, 2)
        keep = math.exp(-1 / tau)
        while True:
            velocity = velocity * keep + rng.normal(0, sigma * math.sqrt(1 - keep**2), 2) - position * 0.004
            position = position + velocity
            yield (position[0], position[1], None, math.degrees(math.atan2(velocity[0], velocity[1])) % 360,
                   math.hypot(*velocity))

    return rows


def _held(speed, course):
    """A receiver that holds its position while it believes to stand, and jumps from time to time."""

    def rows(rng):
        position, held = np.zeros(2), rng.uniform(0, 360)
        while True:
            if rng.random() < 1 / 40:
                position = np.clip(position + rng.normal(0, 4, 2), -18, 18)
            yield position[0], position[1], None, (held if course else NO_VALUE), speed(rng)

    return rows


def _jumping(rng):
    """Reflections: the position is elsewhere for 10-30 seconds at a time."""
    position, left = np.zeros(2), rng.uniform(10, 30)
    while True:
        left -= 1
        if left < 0:
            position, left = rng.normal(0, 9, 2), rng.uniform(10, 30)
        yield position[0], position[1], rng.uniform(10, 25), NO_VALUE, abs(rng.normal(0, 0.4))


BUILT_IN = [
    _wandering(60, 3, lambda r: math.hypot(*r.normal(0, 0.06, 2)), lambda r, _: r.uniform(0, 360)),
    _wandering(25, 4, lambda r: math.hypot(*r.normal(0, 0.25, 2)), lambda r, _: r.uniform(0, 360)),
    _wandering(40, 5, lambda r: math.hypot(*r.normal(0, 0.5, 2)), lambda r, c: (c + r.normal(0, 25)) % 360),
    _wandering(90, 6, lambda r: round(abs(r.normal(0, 0.15)) / 0.0514) * 0.0514, lambda _, c: c),
    _wandering(20, 4, lambda r: abs(r.normal(0, 0.4)), lambda *_: NO_VALUE),
    _drifting(0.25, 8),
    _drifting(0.5, 4),
    _held(lambda _: 0.0, False),
    _held(lambda _: 0.0, True),
    _jumping,
]
"""Standing receivers for machines without logs of real ones."""


def replay(rows):
    """A standing receiver that repeats a log, forwards and backwards."""

    def generate(_):
        index, way = 0, 1
        first = rows[0]
        while True:
            row = rows[index]
            yield row[0] - first[0], row[1] - first[1], row[2], row[3], row[4]
            if len(rows) > 1:
                if not 0 <= index + way < len(rows):
                    way = -way
                index += way

    return generate


def standing_logs(folder):
    """The stretches of logs below a folder in which the receiver stands: pairs of a name and its rows, one a second."""
    found = []
    for path in sorted(pathlib.Path(folder).rglob("*")):
        rows = []
        if path.suffix in (".log", ".nmea", ".txt"):
            rows = _nmea(path)
        elif path.suffix in (".chk", ".json", ".jsonl"):
            rows = _gpsd(path)
        for stretch in _still(_each_second(rows)):
            found.append((path.name, stretch))
    return found


def _each_second(rows):
    """The first row of each second, on a plane around the first: time, east, north, accuracy, course, speed."""
    kept, last = [], None
    for row in rows:
        if last is not None and not row[0] - last >= 0.95:
            continue
        last = row[0]
        kept.append(row)
    if not kept:
        return []
    north_scale, east_scale = 111_200.0, 111_320.0 * math.cos(math.radians(kept[0][1]))
    return [(r[0], (r[2] - kept[0][2]) * east_scale, (r[1] - kept[0][1]) * north_scale, *r[3:]) for r in kept]


def _still(rows, seconds=12, extent=15.0, pace=0.6):
    """The stretches in which the position stays within an extent, and the net speed is that of a drift.

    A stretch ends where position and speed agree on a movement: there the receiver is carried.
    """
    start = 0
    while start < len(rows):
        end = start + 1
        while end < len(rows) and rows[end][0] - rows[end - 1][0] < 3:
            part = np.array([row[1:3] for row in rows[max(start, end - seconds):end + 1]])
            net = math.hypot(*(part[-1] - part[0])) / len(part)
            if (net > pace and len(part) >= 5) or math.hypot(*(np.array(rows[end][1:3]) - rows[start][1:3])) > extent:
                break
            step = math.hypot(*(np.array(rows[end][1:3]) - rows[end - 1][1:3]))
            if min(step, rows[end][5]) > pace:
                break
            end += 1
        speeds = [row[5] for row in rows[start:end]]
        if end - start >= seconds and np.median(speeds) < 1.2:
            yield [row[1:] for row in rows[start:end]]
        start = end


def _gpsd(path):
    """The positions of a log of gpsd in JSON: time, latitude, longitude, accuracy, course, speed."""
    rows = []
    for line in path.read_text(errors="replace").splitlines():
        try:
            report = json.loads(line)
        except ValueError:
            continue
        if not isinstance(report, dict) or report.get("class") != "TPV" or not {"lat", "lon", "time"} <= report.keys():
            continue
        clock = report["time"][11:19].split(":")
        time = int(clock[0]) * 3600 + int(clock[1]) * 60 + float(report["time"][17:-1])
        rows.append((time, report["lat"], report["lon"], report.get("eph"), report.get("track", NO_VALUE),
                     report.get("speed", 0.0)))
    return rows


def _nmea(path):
    """The positions of a log of NMEA 0183 (RMC)."""

    def degrees(text, side):
        value = float(text)
        whole = int(value / 100)
        return (whole + (value - whole * 100) / 60) * (-1 if side in "SW" else 1)

    rows = []
    for line in path.read_bytes().decode("ascii", "replace").splitlines():
        cells = line.split(",")
        if len(cells) < 9 or not cells[0].endswith("RMC") or cells[2] != "A":
            continue
        try:
            time = int(cells[1][:2]) * 3600 + int(cells[1][2:4]) * 60 + float(cells[1][4:])
            rows.append((time, degrees(cells[3], cells[4]), degrees(cells[5], cells[6]), None,
                         float(cells[8]) if cells[8] else NO_VALUE, float(cells[7] or 0) * 0.514444))
        except ValueError:
            continue
    return rows
