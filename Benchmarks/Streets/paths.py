"""Lines on a plane in metres, and the motion of a vehicle or a walker along them."""

import math

import numpy as np

TICK = 0.1
"""The time between two samples of a motion, in seconds."""

ON, OFF, UNJUDGED = 0, 1, 2
"""Whether the vehicle follows the route, has left it, or is where neither answer is wrong."""


class Line:
    """A polyline: points (east, north) in metres and the distance of each from the first."""

    def __init__(self, points):
        self.points = np.asarray(points, float)
        lengths = np.hypot(*np.diff(self.points, axis=0).T)
        self.distances = np.concatenate([[0.0], np.cumsum(lengths)])
        self.length = float(self.distances[-1])
        steps = np.diff(self.points, axis=0)
        self.headings = np.degrees(np.arctan2(steps[:, 0], steps[:, 1])) % 360

    def at(self, distance):
        """The points at these distances, and the headings there in degrees."""
        distance = np.asarray(distance, float)
        segment = np.clip(np.searchsorted(self.distances, distance, side="right") - 1, 0, len(self.headings) - 1)
        east = np.interp(distance, self.distances, self.points[:, 0])
        north = np.interp(distance, self.distances, self.points[:, 1])
        return np.stack([east, north], axis=-1), self.headings[segment]

    def project(self, point, low=-math.inf, high=math.inf):
        """The distance along the line of its nearest point between two distances, and how far away that is."""
        first = max(int(np.searchsorted(self.distances, low, side="right")) - 1, 0)
        last = min(int(np.searchsorted(self.distances, high, side="left")), len(self.points) - 1)
        first, last = min(first, len(self.points) - 2), max(last, 1)
        last = max(last, first + 1)
        start, end = self.points[first:last], self.points[first + 1:last + 1]
        span = end - start
        square = np.maximum((span**2).sum(axis=1), 1e-12)
        share = np.clip(((point - start) * span).sum(axis=1) / square, 0, 1)
        away = np.hypot(*(start + span * share[:, None] - point).T)
        best = int(np.argmin(away))
        return float(self.distances[first + best] + share[best] * math.sqrt(square[best])), float(away[best])

    def shifted(self, metres):
        """The line beside this one, to the right if positive."""
        along = np.gradient(self.points, axis=0)
        length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
        right = np.stack([along[:, 1], -along[:, 0]], axis=1) / length[:, None]
        return Line(self.points + right * metres)

    def resampled(self, spacing):
        """The same line with points at most this far apart."""
        wanted = np.arange(0, self.length, spacing)
        distances = np.unique(np.concatenate([wanted, self.distances]))
        return Line(self.at(distances)[0])


class Way:
    """Builds a line piece by piece, and notes where its maneuvers, stops and marks are."""

    def __init__(self, heading=90.0, east=0.0, north=0.0):
        self.points = [(east, north)]
        self.heading = heading
        self.turns = []
        self.marks = {}

    def ahead(self, metres, spacing=60.0):
        """Goes straight on."""
        count = max(1, round(metres / spacing))
        for _ in range(count):
            self._step(metres / count)
        return self

    def corner(self, degrees, maneuver=True):
        """Turns on the spot, to the right if positive."""
        self.heading = (self.heading + degrees) % 360
        if maneuver:
            self.maneuver()
        return self

    def bend(self, radius, degrees, spacing=8.0):
        """Follows an arc, to the right if the angle is positive."""
        length = abs(math.radians(degrees)) * radius
        count = max(2, math.ceil(length / spacing))
        for _ in range(count):
            self.heading = (self.heading + degrees / count / 2) % 360
            self._step(length / count)
            self.heading = (self.heading + degrees / count / 2) % 360
        return self

    def maneuver(self):
        self.turns.append(len(self.points) - 1)
        return self

    def mark(self, name):
        self.marks[name] = len(self.points) - 1
        return self

    def back(self):
        """Turns round and follows the whole line back to its start."""
        self.maneuver()
        last = len(self.points) - 1
        self.turns += [2 * last - turn for turn in reversed(self.turns[:-1])]
        self.points += self.points[-2::-1]
        self.heading = (self.heading + 180) % 360
        return self

    def line(self):
        return Line(self.points)

    def _step(self, metres):
        east, north = self.points[-1]
        angle = math.radians(self.heading)
        self.points.append((east + metres * math.sin(angle), north + metres * math.cos(angle)))


class Motion:
    """Where something truly was: time, position, heading, speed, distance along the route, state, ten times a second."""

    def __init__(self):
        self.time = 0.0
        self.speed = 0.0
        self.chunks = []

    def drive(self, line, start, end, speed, slow=(), state=ON, route_offset=0.0, beside=0.0, acceleration=1.8):
        """Moves along a line from one distance to another.

        `speed` is a number or a function of the distance; `slow` has pairs of a distance and the speed there;
        `route_offset` is added to the distance to get that along the route; `beside` is the distance to the right of
        the line, a number or a function of the distances.
        """
        goal = speed if callable(speed) else lambda _: speed
        slow = sorted(slow)
        distance, current, passed = start, self.speed, 0
        distances, speeds = [], []
        while distance < end - 1e-6:
            wanted = goal(distance)
            while passed < len(slow) and slow[passed][0] < distance - 12:
                passed += 1
            for place, allowed in slow[passed:passed + 4]:
                wanted = min(wanted, math.sqrt(allowed**2 + 2 * 1.5 * max(place - distance, 0)))
            rest = end - distance
            current += min(max(wanted - current, -4 * TICK), acceleration * TICK)
            current = max(current, 0.2)
            distance = min(distance + current * TICK, end)
            distances.append(distance)
            speeds.append(min(current, rest / TICK))
        if not distances:
            return self
        self.speed = current
        distances = np.array(distances)
        points, headings = line.at(distances)
        offset = beside(distances) if callable(beside) else np.full(len(distances), float(beside))
        angle = np.radians(headings + 90)
        points = points + np.stack([np.sin(angle), np.cos(angle)], axis=1) * offset[:, None]
        along = distances + route_offset if state == ON else np.full(len(distances), math.nan)
        self._append(points, headings, np.array(speeds), along, state)
        return self

    def stand(self, seconds, state=None):
        """Stays where it is."""
        last = self.chunks[-1][-1]
        count = max(1, round(seconds / TICK))
        along = last[5] if state in (None, ON) else math.nan
        self._append(np.tile(last[1:3], (count, 1)), np.full(count, last[3]), np.zeros(count), np.full(count, along),
                     int(last[6]) if state is None else state)
        self.speed = 0.0
        return self

    def wait_at(self, line, distance, seconds, state=ON):
        """Stands at a point of a line from the beginning."""
        point, heading = line.at([distance])
        self._append(point, heading, np.zeros(1), np.array([distance if state == ON else math.nan]), state)
        return self.stand(seconds)

    def table(self):
        """All samples: time, east, north, heading, speed, distance along the route, state."""
        return np.concatenate(self.chunks)

    def _append(self, points, headings, speeds, along, state):
        times = self.time + TICK * np.arange(1, len(points) + 1)
        self.chunks.append(np.column_stack([times, points, headings, speeds, along, np.full(len(points), state)]))
        self.time = float(times[-1])
