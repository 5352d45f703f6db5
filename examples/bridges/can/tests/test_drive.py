"""A vehicle in a tunnel, with and without the readings of its CAN bus. No hardware is used."""

from __future__ import annotations

import json
import math
import os
import threading
import time
import unittest
from typing import Any, Dict, List

import testing
from tests.can_server import CANServer

# A straight route to the north, with a tunnel.
LATITUDE, LONGITUDE = 49.4, 8.7
METERS_PER_DEGREE = 111_229.0
ROUTE_METERS = 2000
TUNNEL_METERS = (80, 1900)
# The vehicle drives at the first speed into the tunnel, and slows down to the second one there.
FAST, SLOW = 12.0, 4.0
SECONDS_BEFORE, SECONDS_IN_TUNNEL = 10, 14
# The speedometer shows 3 % more.
SPEED_RATIO = 1.03


def latitude(meters: float) -> float:
    return LATITUDE + meters / METERS_PER_DEGREE


def encoded(degrees: List[float]) -> str:
    """A polyline with six decimals of points on the meridian."""
    text, before = "", (0, 0)
    for value in degrees:
        point = (round(value * 1e6), round(LONGITUDE * 1e6))
        for delta in (point[0] - before[0], point[1] - before[1]):
            bits = ~(delta << 1) if delta < 0 else delta << 1
            while bits >= 0x20:
                text += chr((0x20 | (bits & 0x1F)) + 63)
                bits >>= 5
            text += chr(bits + 63)
        before = point
    return text


def route() -> Dict[str, Any]:
    """The route in the format of OSRM, as Valhalla writes it."""
    points = [0.0, *map(float, TUNNEL_METERS), float(ROUTE_METERS)]
    classes: List[List[str]] = [[], ["tunnel"], []]

    def crossing(index: int) -> Dict[str, Any]:
        has_entry = {} if index == 0 else {"in": 0}
        return {
            "location": [LONGITUDE, latitude(points[index])], "bearings": [0] if index == 0 else [180, 0],
            "entry": [True] if index == 0 else [False, True], "out": 0 if index == 0 else 1, "geometry_index": index,
            **has_entry, **({"classes": classes[index]} if classes[index] else {}),
        }  # fmt: skip

    steps = [
        {
            "maneuver": {"type": "depart", "location": [LONGITUDE, latitude(0)], "bearing_before": 0, "bearing_after": 0},
            "name": "Tunnel Road", "mode": "driving", "driving_side": "right", "weight": 1.0,
            "distance": ROUTE_METERS, "duration": ROUTE_METERS / FAST,
            "geometry": encoded([latitude(meters) for meters in points]), "intersections": [crossing(i) for i in range(3)],
        },
        {
            "maneuver": {
                "type": "arrive", "location": [LONGITUDE, latitude(ROUTE_METERS)], "bearing_before": 0, "bearing_after": 0,
            },
            "name": "Tunnel Road", "mode": "driving", "driving_side": "right", "weight": 0.0, "distance": 0, "duration": 0,
            "geometry": encoded([latitude(ROUTE_METERS)] * 2),
            "intersections": [
                {"location": [LONGITUDE, latitude(ROUTE_METERS)], "bearings": [180], "entry": [True], "in": 0,
                 "geometry_index": 3}
            ],
        },
    ]  # fmt: skip
    totals = {"distance": ROUTE_METERS, "duration": ROUTE_METERS / FAST, "weight": 1.0}
    return {
        "code": "Ok",
        "routes": [
            {**totals, "weight_name": "auto", "geometry": encoded([latitude(meters) for meters in points]),
             "legs": [{**totals, "summary": "", "steps": steps}]}
        ],
        "waypoints": [
            {"location": [LONGITUDE, latitude(0)], "name": ""}, {"location": [LONGITUDE, latitude(ROUTE_METERS)], "name": ""}
        ],
    }  # fmt: skip


class Truth:
    """Where the vehicle is: it begins at a time, and brakes in the tunnel."""

    def __init__(self, start: float) -> None:
        self.start = start

    def speed(self, time: float) -> float:
        # Two metres per second squared, from a second after the last fix on.
        return max(SLOW, min(FAST, FAST - 2 * (time - self.start - SECONDS_BEFORE - 1)))

    def meters(self, time: float) -> float:
        braking = (FAST - SLOW) / 2
        seconds = time - self.start
        free = min(seconds, SECONDS_BEFORE + 1)
        slow = max(seconds - SECONDS_BEFORE - 1 - braking, 0)
        middle = seconds - free - slow
        return FAST * free + FAST * middle - middle * middle + SLOW * slow


class TunnelTests(unittest.TestCase):
    def player(self, drive: testing.Drive) -> str:
        """A control that sends the lines of a pipe; returns the path of the pipe."""
        folder = os.path.join(drive.folder, "player")
        os.mkdir(folder)
        os.mkfifo(f"{folder}/pipe")
        with open(f"{folder}/plugin.toml", "w", encoding="utf-8") as file:
            file.write(
                'id = "player"\nsummary = "Sends positions."\nexecutable = "player"\nprotocol = "jsonl"\ncontract = 1\n'
                'topics = []\nroles = ["control", "source"]\n'
            )
        with open(f"{folder}/player", "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nexec cat "{folder}/pipe"\n')
        os.chmod(f"{folder}/player", 0o755)
        return f"{folder}/pipe"

    def errors(self, has_can: bool, results: Dict[bool, List[float]]) -> None:
        """Drives, and stores the errors of the estimates in the tunnel, metres."""
        server = CANServer()
        self.addCleanup(server.close)
        drive = testing.Drive("can")
        self.addCleanup(drive.close)
        pipe = self.player(drive)
        with open(f"{drive.folder}/route.json", "w", encoding="utf-8") as file:
            json.dump(route(), file)
        with open(f"{drive.folder}/drive.toml", "w", encoding="utf-8") as file:
            file.write(
                f'controls = ["player"{", " if has_can else ""}{chr(34) + "can" + chr(34) if has_can else ""}]\n'
                f'[route]\npath = "{drive.folder}/route.json"\n[supervision]\nreadySeconds = 60\nsilentSeconds = 60\n'
                f'[can]\ninterface = "socketcand"\nchannel = "can0"\noptions = ["host=127.0.0.1", "port={server.port}"]\n'
            )
        tap = drive.tap()
        run = drive.start_program([testing.NAVBUS, "run", "--config", f"{drive.folder}/drive.toml"])
        self.assertTrue(testing.wait_for(lambda: server.has_client or not has_can), run.text)
        self.assertTrue(testing.wait_for(lambda: tap.events("navigationStarted")), run.text)
        with open(pipe, "w", encoding="utf-8") as positions:
            truth = Truth(time.time())
            self.play(truth, server, positions)
            results[has_can] = self.estimates(tap, truth)

    def play(self, truth: Truth, server: CANServer, positions: Any) -> None:
        """Sends a fix a second before the tunnel, and ten frames a second all the time."""
        next_fix = truth.start
        while (now := time.time()) < truth.start + SECONDS_BEFORE + SECONDS_IN_TUNNEL:
            server.send(416, round(truth.speed(now) * SPEED_RATIO * 360).to_bytes(2, "little") + bytes(6))
            server.send(418, bytes([3, 0]))
            if now >= next_fix and now <= truth.start + SECONDS_BEFORE:
                next_fix += 1
                fix = {
                    "timeNanoseconds": str(round(now * 1e9)),
                    "position": {"latitudeDegrees": latitude(truth.meters(now)), "longitudeDegrees": LONGITUDE},
                    "speedMetersPerSecond": truth.speed(now), "courseDegrees": 0, "horizontalAccuracyMeters": 3,
                }  # fmt: skip
                positions.write(json.dumps({"request": {"position": {"fix": fix}}}) + "\n")
                positions.flush()
            time.sleep(0.1)

    def estimates(self, tap: testing.Tap, truth: Truth) -> List[float]:
        """The error of each estimate in the second half of the tunnel."""
        errors = []
        for event in tap.envelopes("navigation"):
            # The time of the fix is that of the last one.
            info, at = event["navigation"], int(event["publishedAtNanoseconds"]) / 1e9
            if at > truth.start + SECONDS_BEFORE + SECONDS_IN_TUNNEL / 2:
                self.assertEqual(info["positionStatus"], "POSITION_STATUS_ESTIMATED")
                errors.append(abs(info["matched"].get("distanceAlongRouteMeters", 0) - truth.meters(at)))
        return errors

    def test_the_estimate_follows_the_wheels_through_a_tunnel(self) -> None:
        results: Dict[bool, List[float]] = {}
        drives = [threading.Thread(target=self.errors, args=(has_can, results)) for has_can in (True, False)]
        for drive in drives:
            drive.start()
        for drive in drives:
            drive.join()
        with_can, without = results[True], results[False]
        self.assertGreaterEqual(min(len(with_can), len(without)), 4, results)
        # Without the readings, the vehicle seems to drive on at the speed of the last fix.
        self.assertGreater(max(without), 40, results)
        self.assertLess(max(with_can), 10, results)


class TroubleTests(unittest.TestCase):
    def test_an_interface_that_is_missing_is_a_warning_and_a_fault_of_the_doctor(self) -> None:
        drive = testing.Drive("can")
        self.addCleanup(drive.close)
        settings = 'interface = "socketcan"\nchannel = "none0"'
        drive.start(2, settings)
        self.assertTrue(drive.run.says("failed to use none0 (socketcan)"), drive.run.text)
        self.assertEqual(drive.run.end(), 0)
        self.assertEqual(drive.run.text.count("failed to use none0"), 1, drive.run.text)
        lines = drive.doctor(settings)
        self.assertTrue(any(line.startswith("fault   can: CAN: failed to use none0 (socketcan)") for line in lines), lines)
        lines = drive.doctor('speed = "WHEELS.X"')
        self.assertTrue(any("settings: failed to use the setting \"speed\"" in line for line in lines), lines)
        self.assertIn("ok      can: CAN: can0 (virtual) can be opened", drive.doctor('interface = "virtual"'))


if __name__ == "__main__":
    unittest.main()
