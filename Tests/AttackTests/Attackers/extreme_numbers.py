"""A source of impossible numbers: python3 extreme_numbers.py ENDPOINT CONTROL...

It sends good positions, headings and motions first and last. In between, each number of them takes every extreme value,
long enough to affect all estimates, and motions arrive as fast as the bus answers. Then it kills the first of the controls, so that the control restarts from the resulting
state. The last line has the published numbers and the state of the controls.
"""

import json
import math
import os
import signal
import sys
import time

from navbus.v1 import bus_pb2, events_pb2
from peer import Peer, Silence

EXTREMES = [
    math.nan, math.inf, -math.inf, 1e18, -1e18, 1e308, -1e308, 2.0**63, -(2.0**63), 9.3e18, 5e-324, -0.0, -1e-9, -1.0,
    360.0, 361.0, 1e9]
TIMES = [-(2**63), 2**63 - 1, 0, -1, 2**62, -(2**62)]
COUNTS = [-1, -(2**31), 2**31 - 1]
OPTIONAL = [
    "altitude_meters", "horizontal_accuracy_meters", "speed_meters_per_second", "speed_accuracy_meters_per_second",
    "course_degrees", "heading_degrees", "heading_accuracy_degrees"]
RANGES = {
    "altitude_meters": (-12_000, 100_000), "horizontal_accuracy_meters": (0, 20_000_000),
    "speed_meters_per_second": (0, 1000), "speed_accuracy_meters_per_second": (0, 1000),
    "course_degrees": (0, math.nextafter(360, 0)), "heading_degrees": (0, math.nextafter(360, 0)),
    "heading_accuracy_degrees": (0, 180), "satellites_used": (0, 1000), "satellites_in_view": (0, 1000)}


class Source:
    """A movement to the north at 5.5 m/s, with a compass."""

    def __init__(self, peer):
        self.peer, self.seconds, self.start = peer, 0.0, time.time_ns()
        self.sent = self.refused = 0
        self.accepted_motions = {}

    def fix(self, **numbers):
        self.seconds += 0.5
        place = events_pb2.Coordinate(latitude_degrees=49.41 + self.seconds * 5e-5, longitude_degrees=8.69)
        fix = events_pb2.Fix(
            time_nanoseconds=self.now, position=place, smoothed_position=place, horizontal_accuracy_meters=4,
            speed_meters_per_second=5.5, course_degrees=0, quality=2)
        for name, value in numbers.items():
            setattr(fix, name, value)
        return fix

    @property
    def now(self):
        return self.start + int(self.seconds * 1e9)

    def send(self, fix):
        self.sent += 1
        self.take(position=bus_pb2.PositionRequest(session="main", fix=fix))

    def point(self, degrees=40.0, **numbers):
        reading = events_pb2.HeadingReading if hasattr(events_pb2, "HeadingReading") else bus_pb2.HeadingReading
        numbers = {"heading_degrees": degrees, "source": "wrist", "time_nanoseconds": self.now, **numbers}
        self.take(heading=bus_pb2.HeadingRequest(session="main", reading=reading(**numbers)))

    def roll(self, name="usual", **numbers):
        """Sends a motion, and counts it by `name` if the bus accepts it."""
        numbers = {"speed_meters_per_second": 5.5, "gear": bus_pb2.GEAR_FORWARD, "source": "can0", **numbers}
        request = bus_pb2.MotionRequest(session="main", reading=bus_pb2.MotionReading(**numbers))
        while (reply := self.peer.ask(motion=request)).refused.code == bus_pb2.REQUEST_ERROR_CODE_THROTTLED:
            time.sleep(0.1)
        self.accepted_motions[name] = self.accepted_motions.get(name, 0) + (reply.WhichOneof("reply") == "done")

    def take(self, **request):
        if self.peer.ask(**request).WhichOneof("reply") != "done":
            self.refused += 1

    def drive(self, count, **numbers):
        for _ in range(count):
            self.send(self.fix(**numbers))
            self.point()
            self.roll()


def route():
    steps = [
        events_pb2.Step(number=0, maneuver=1, driving_side=2),
        events_pb2.Step(
            number=1, maneuver=2, geometry_index=1, distance_from_previous_meters=11_119.0,
            duration_from_previous_seconds=2000.0, driving_side=2)]
    end = events_pb2.Coordinate(latitude_degrees=49.51, longitude_degrees=8.69)
    return events_pb2.Route(
        id="north", provider="test", reason=1, travel_mode=2, latitudes_degrees=[49.41, 49.51],
        longitudes_degrees=[8.69] * 2, legs=[events_pb2.Leg(steps=steps, distance_meters=11_119, duration_seconds=2000)],
        stopovers=[events_pb2.Stopover(position=end, geometry_index=1)], distance_meters=11_119, duration_seconds=2000)


def impossible(fix):
    """The names of the impossible numbers in a published fix."""
    names = [
        name for name, (least, most) in RANGES.items()
        if fix.HasField(name) and not least <= getattr(fix, name) <= most]
    for place in (fix.position, fix.smoothed_position):
        if not (abs(place.latitude_degrees) <= 90 and abs(place.longitude_degrees) <= 180):
            names.append("position")
    return names + ([] if 0 <= fix.time_nanoseconds < 7_258_118_400 * 10**9 else ["time_nanoseconds"])


def attack(source):
    for name in ("speed_meters_per_second", "yaw_rate_degrees_per_second"):
        for value in EXTREMES:
            source.roll(name, **{name: value})
            source.drive(1)
    for value in TIMES:
        source.roll("time_nanoseconds", time_nanoseconds=value)
    for text in ("", "x" * 65, "a\nb"):
        source.roll("source", source=text)
    for _ in range(500):
        source.roll("flood", speed_meters_per_second=1000, gear=bus_pb2.GEAR_REVERSE)
    for name in OPTIONAL:
        for value in EXTREMES:
            source.drive(13 if value in (1e18, math.inf) else 1, **{name: value})
    for name in ("satellites_used", "satellites_in_view"):
        for value in COUNTS:
            source.drive(1, **{name: value})
    for value in EXTREMES:
        for name in ("latitude_degrees", "longitude_degrees"):
            fix = source.fix()
            for place in (fix.position, fix.smoothed_position):
                setattr(place, name, value)
            source.send(fix)
        source.point(value)
        source.point(accuracy_degrees=value)
    for value in TIMES:
        source.point(time_nanoseconds=value)
        for _ in range(2):
            source.send(source.fix(time_nanoseconds=value))
            source.drive(2)


def until_running(peer, names, but=()):
    """Waits until all controls run and returns them by name; `but` are processes that have ended."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        status = peer.ask(status=bus_pb2.StatusRequest()).status
        controls = {control.control: control for control in status.controls if control.control in names}
        if all(name in controls and controls[name].state == 2 and controls[name].process_id not in but for name in names):
            return controls
        time.sleep(0.1)
    raise Silence(f"not all of {names} run: {controls}")


def main(endpoint, *names):
    follower = Peer(endpoint, control="witness")
    follower.join()
    source = Source(Peer(endpoint, control="source"))
    killed = until_running(source.peer, names)[names[0]].process_id
    source.peer.ask(start=bus_pb2.StartRequest(session="main", route=route()))
    source.drive(20)
    attack(source)
    source.drive(13, course_degrees=1e18)
    os.kill(killed, signal.SIGKILL)
    until_running(source.peer, names, but=[killed])
    # After the last impossible time, the clock counts as set; from here on all numbers are good.
    source.start += 3600 * 10**9
    good = source.now
    source.drive(20)
    figures = {"sent": source.sent, "refused": source.refused, "published": 0, "impossible": {}, "good": 0}
    figures["motions"] = source.accepted_motions
    try:
        for event in follower.follow(3):
            if event.HasField("gps"):
                figures["published"] += 1
                figures["good"] += event.gps.time_nanoseconds > good
                for name in impossible(event.gps):
                    figures["impossible"][name] = figures["impossible"].get(name, 0) + 1
    except Silence:
        pass
    figures["restarts"] = {
        name: control.restarts for name, control in until_running(source.peer, names).items()}
    print(json.dumps(figures))


if __name__ == "__main__":
    main(*sys.argv[1:])
