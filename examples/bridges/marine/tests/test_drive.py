"""A real drive: navbus, this bridge, and gpsd or a plain client as the receiver."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
import unittest
from typing import Any, Dict, List, Optional

import pynmea2  # type: ignore[import-untyped]
from geodesy import Point, distance
from testing import FIRST_DRIVE, free_port, wait_for
from tests.support import NavbusRun, connected, end, sentences
from tests.test_signal_k import checked


def recorded() -> Dict[str, Any]:
    """The RMC sentences of the recorded drive by time: "2026-05-04T08:00:00"."""
    with open(os.path.join(FIRST_DRIVE, "drive.nmea"), encoding="ascii") as file:
        found = [pynmea2.parse(line) for line in file if line.startswith("$GPRMC")]
    return {rmc.datetime.isoformat()[:19]: rmc for rmc in found}


class Receiver:
    """Reads a stream until its end, or until enough lines have arrived."""

    def __init__(self, port: int, max_lines: int) -> None:
        self._connection = connected(port)
        self._max_lines = max_lines
        self.data = b""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while self.data.count(b"\n") < self._max_lines:
            part = self._connection.recv(65_536)
            if not part:
                return
            self.data += part

    def finish(self) -> bytes:
        self._thread.join(60)
        self._connection.close()
        return self.data


class GPSD:
    """A real gpsd that reads from the bridge; used in a `with`, it is ended at the end."""

    def __init__(self, source: str) -> None:
        self.port = free_port()
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._source = source

    def __enter__(self) -> "GPSD":
        self._process = subprocess.Popen(
            ["gpsd", "-N", "-n", "-S", str(self.port), self._source],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin"},
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        end(self._process)

    def positions(self, count: int) -> List[Dict[str, Any]]:
        """Reports of positions with a time."""
        found: List[Dict[str, Any]] = []
        with connected(self.port) as connection, connection.makefile("rb") as lines:
            connection.sendall(b'?WATCH={"enable":true,"json":true};\n')
            for line in lines:
                report = json.loads(line)
                if report["class"] == "TPV" and report["mode"] >= 2 and "time" in report and "speed" in report:
                    found.append(report)
                if len(found) == count:
                    break
        return found


class DriveTests(unittest.TestCase):
    def assertMatches(self, positions: List[Dict[str, Any]]) -> None:
        """Compares positions and speeds of gpsd with those of the recorded drive."""
        drive = recorded()
        for report in positions:
            rmc = drive[report["time"][:19]]
            self.assertLess(distance(Point(report["lat"], report["lon"]), Point(rmc.latitude, rmc.longitude)), 0.5, report)
            self.assertAlmostEqual(report["speed"], rmc.spd_over_grnd * 1852 / 3600, delta=0.02)

    def test_a_whole_drive_over_tcp_with_gpsd_as_a_second_client(self) -> None:
        port = free_port()
        with NavbusRun(100, f'tcp = "127.0.0.1:{port}"\nudp = ""\nrate = 10') as run:
            # gpsd ends if it cannot connect at its start: first wait until the bridge listens.
            receiver = Receiver(port, max_lines=100_000)
            with GPSD(f"tcp://127.0.0.1:{port}") as gpsd:
                self.assertMatches(gpsd.positions(10))
            lines = sentences(receiver.finish())
            self.assertIn("destination reached", run.log)
        found = [pynmea2.parse(line, check=True) for line in lines]
        self.assertFollowsTheRoute(found)
        # In the two tunnels the position is estimated, and at the end nothing is valid.
        self.assertIn(("V", "E"), {(rmc.status, rmc.mode_indicator) for rmc in found if rmc.sentence_type == "RMC"})
        self.assertEqual([line.split("*")[0] for line in lines[-5:-3]], ["$GPRMC,,V,,,,,,,,,,N", "$GPGGA,,,,,,0,,,,,,,,"])
        self.assertEqual([line[:9] for line in lines[-3:]], ["$GPRMB,V,", "$GPAPB,V,", "$GPXTE,V,"])

    def assertFollowsTheRoute(self, found: List[Any]) -> None:
        positions = {wpl.waypoint_id: (wpl.lat, wpl.lon) for wpl in found if wpl.sentence_type == "WPL"}
        routes = [rte for rte in found if rte.sentence_type == "RTE"]
        names = [name for rte in routes[: int(routes[0].num_in_seq)] for name in rte.waypoint_list]
        self.assertEqual(sorted(positions), names)
        legs = [rmb for rmb in found if rmb.sentence_type == "RMB" and rmb.status == "A"]
        self.assertGreater(len(legs), 20)
        for rmb in legs:
            self.assertEqual(positions[rmb.dest_waypoint_id], (rmb.dest_lat, rmb.dest_lon))
            self.assertEqual(names.index(rmb.origin_waypoint_id) + 1, names.index(rmb.dest_waypoint_id))
            self.assertLess(float(rmb.cross_track_error) * 1852, 40)
        destinations = [rmb.dest_waypoint_id for rmb in legs]
        self.assertEqual(destinations, sorted(destinations))
        self.assertGreater(len(set(destinations)), 5)

    def test_gpsd_over_udp(self) -> None:
        port = free_port(socket.SOCK_DGRAM)
        with GPSD(f"udp://127.0.0.1:{port}") as gpsd, NavbusRun(20, f'udp = "127.0.0.1:{port}"\nrate = 10'):
            self.assertMatches(gpsd.positions(10))

    def test_signal_k_over_tcp_along_the_drive(self) -> None:
        port = free_port()
        with NavbusRun(20, f'format = "signalk"\ntcp = "127.0.0.1:{port}"\nudp = ""\nrate = 10'):
            data = Receiver(port, max_lines=20).finish()
        drive = recorded()
        lines = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
        self.assertGreaterEqual(len(lines), 20)
        for line in lines:
            values = checked(self, line)
            rmc = drive[json.loads(line)["updates"][0]["timestamp"][:19]]
            place = values["navigation.position"]
            self.assertLess(distance(Point(place["latitude"], place["longitude"]), Point(rmc.latitude, rmc.longitude)), 0.1)
        self.assertLess(abs(values["navigation.courseGreatCircle.crossTrackError"]), 40)
        self.assertIsNotNone(values["navigation.courseGreatCircle.nextPoint.position"])

    def test_a_port_in_use_is_shown_to_the_user(self) -> None:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            with NavbusRun(1, f'tcp = "127.0.0.1:{port}"') as run:
                expected = f"failed to listen on 127.0.0.1 port {port}"
                self.assertTrue(wait_for(lambda: expected in run.log), run.log)


if __name__ == "__main__":
    unittest.main()
