"""The sentences, read by pynmea2, an independent parser."""

from __future__ import annotations

import random
import re
import unittest
from typing import Any, Dict, List

import pynmea2  # type: ignore[import-untyped]
from geodesy import Point
from navbus.v1 import events_pb2
from nmea0183 import MAX_SENTENCE_BYTES, MAX_UPDATE_BYTES, NMEA0183
from tests.random_vessels import random_point, random_vessel
from tests.support import START, fix, guidance, route
from vessel import NOTHING, Vessel, vessel_of, vessel_of_fix
from waypoints import Waypoint, Waypoints

ROAD = Waypoints(route([(49.40, 8.68), (49.42, 8.68), (49.44, 8.68)]))


def parsed(lines: List[bytes]) -> Dict[str, Any]:
    """The sentences by kind; pynmea2 checks each checksum."""
    return {line[3:6].decode(): pynmea2.parse(line.decode("ascii"), check=True) for line in lines}


class SentenceTests(unittest.TestCase):
    def test_a_vessel_on_its_route(self) -> None:
        info = guidance(step=1, off=185.2)
        info.fix.altitude_meters, info.fix.satellites_used = 103.46, 9
        found = parsed(NMEA0183("GP").update(vessel_of(info, ROAD, 50)))
        self.assertEqual(set(found), {"RMC", "GGA", "RMB", "APB", "XTE", "BWC"})
        rmc, gga, rmb, apb, xte, bwc = (found[kind] for kind in ("RMC", "GGA", "RMB", "APB", "XTE", "BWC"))
        self.assertEqual((rmc.status, rmc.mode_indicator, rmc.datetime.isoformat()), ("A", "A", "2026-05-04T08:00:00+00:00"))
        self.assertAlmostEqual(rmc.latitude, 49.41, places=5)
        self.assertAlmostEqual(rmc.longitude, info.fix.position.longitude_degrees, places=5)
        self.assertAlmostEqual(rmc.spd_over_grnd, 10 * 3600 / 1852, delta=0.01)
        self.assertEqual((rmc.true_course, rmc.mag_variation, rmc.mag_var_dir), (0.0, "", ""))
        self.assertEqual((gga.gps_qual, gga.num_sats, gga.altitude, gga.altitude_units), (1, "09", 103.5, "M"))
        self.assertEqual((gga.horizontal_dil, gga.geo_sep), ("", ""))
        self.assertAlmostEqual(gga.latitude, 49.41, places=5)
        self.assertEqual((rmb.status, rmb.cross_track_error, rmb.cte_correction_dir), ("A", "0.100", "L"))
        self.assertEqual((rmb.origin_waypoint_id, rmb.dest_waypoint_id), ("NB0000", "NB0001"))
        self.assertEqual((rmb.dest_lat, rmb.dest_lat_dir, rmb.dest_lon, rmb.dest_lon_dir), ("4925.2000", "N", "00840.8000", "E"))
        self.assertAlmostEqual(float(rmb.dest_range), 1112 / 1852, delta=0.01)
        self.assertAlmostEqual(float(rmb.dest_true_bearing), 350.55, delta=0.1)
        self.assertAlmostEqual(float(rmb.dest_velocity), 19.2, delta=0.1)
        self.assertEqual(rmb.arrival_alarm, "V")
        self.assertEqual((apb.status_gen, apb.status_cycle_lock), ("A", "A"))
        self.assertEqual((apb.cross_track_err_mag, apb.dir_steer), ("0.100", "L"))
        self.assertEqual((apb.cross_track_unit, apb.arr_circle_entered, apb.perp_passed), ("N", "V", "V"))
        self.assertEqual((apb.bearing_to_dest, apb.bearing_type, apb.dest_waypoint_id), ("0.0", "T", "NB0001"))
        self.assertEqual((apb.bearing_pres_dest, apb.bearing_pres_dest_type), (rmb.dest_true_bearing, "T"))
        self.assertEqual((apb.heading_to_dest, apb.heading_to_dest_type), (rmb.dest_true_bearing, "T"))
        self.assertEqual(xte.data[:4], ["A", "A", "0.100", "L"])
        self.assertEqual((bwc.true_track, bwc.range_next, bwc.waypoint_name), (rmb.dest_true_bearing, rmb.dest_range, "NB0001"))
        self.assertEqual((bwc.lat_next, bwc.lon_next, bwc.mag_track), (rmb.dest_lat, rmb.dest_lon, ""))

    def test_the_direction_to_steer_is_back_to_the_line(self) -> None:
        found = parsed(NMEA0183("GP").update(vessel_of(guidance(step=1, off=-37), ROAD, 50)))
        self.assertEqual([found[kind].data[3 if kind != "RMB" else 2] for kind in ("RMB", "APB", "XTE")], ["R"] * 3)
        self.assertEqual(found["XTE"].cross_track_err_dist, "0.020")

    def test_arrival(self) -> None:
        info = guidance(step=2, latitude=49.4399)
        found = parsed(NMEA0183("GP").update(vessel_of(info, ROAD, 50)))
        self.assertEqual((found["RMB"].arrival_alarm, found["APB"].arr_circle_entered, found["APB"].perp_passed), ("A", "A", "V"))
        info.is_destination_reached = True
        found = parsed(NMEA0183("GP").update(vessel_of(info, ROAD, 50)))
        self.assertEqual((found["RMB"].arrival_alarm, found["APB"].arr_circle_entered, found["APB"].perp_passed), ("A", "A", "A"))

    def test_without_a_route_the_position_is_valid_and_the_leg_is_not(self) -> None:
        self.assertStatus(vessel_of_fix(fix()), rmc="A", leg="V", mode="A", quality=1)

    def test_off_route_and_without_a_match_the_leg_is_not_valid(self) -> None:
        off_route = guidance(step=1)
        off_route.is_off_route = True
        rerouting = guidance(step=1)
        rerouting.ClearField("current_step")
        approach = guidance(step=1)
        approach.ClearField("matched")
        for info in (off_route, rerouting, approach):
            self.assertStatus(vessel_of(info, ROAD, 50), rmc="A", leg="V", mode="A", quality=1)
        self.assertStatus(vessel_of(guidance(step=1), None, 50), rmc="A", leg="V", mode="A", quality=1)

    def test_an_estimated_position_is_shown_but_not_valid(self) -> None:
        info = guidance(step=1, off=50)
        info.position_status = events_pb2.POSITION_STATUS_ESTIMATED
        vessel = vessel_of(info, ROAD, 50)
        self.assertStatus(vessel, rmc="V", leg="V", mode="E", quality=6)
        rmc = parsed(NMEA0183("GP").update(vessel))["RMC"]
        self.assertAlmostEqual(rmc.longitude, info.matched.position.longitude_degrees, places=5)
        self.assertEqual(rmc.timestamp, None)

    def test_an_unreliable_position_is_not_sent(self) -> None:
        info = guidance(step=1)
        info.position_status = events_pb2.POSITION_STATUS_UNRELIABLE
        for vessel in (vessel_of(info, ROAD, 50), NOTHING):
            self.assertStatus(vessel, rmc="V", leg="V", mode="N", quality=0)
            self.assertEqual(NMEA0183("GP").update(vessel)[0], b"$GPRMC,,V,,,,,,,,,,N*53\r\n")

    def test_the_quality_of_a_fix(self) -> None:
        for name, mode, number in (("NONE", "N", 0), ("DIFFERENTIAL", "D", 2), ("DEAD_RECKONING", "E", 6), ("UNKNOWN", "A", 1)):
            place = fix()
            place.quality = getattr(events_pb2, f"FIX_QUALITY_{name}")
            status = "A" if mode in "AD" else "V"
            self.assertStatus(vessel_of_fix(place), rmc=status, leg="V", mode=mode, quality=number)

    def assertStatus(self, vessel: Vessel, rmc: str, leg: str, mode: str, quality: int) -> None:
        found = parsed(NMEA0183("GP").update(vessel))
        self.assertEqual(set(found), {"RMC", "GGA", "RMB", "APB", "XTE"})
        self.assertEqual((found["RMC"].status, found["RMC"].mode_indicator), (rmc, mode))
        self.assertEqual(found["GGA"].gps_qual, quality)
        self.assertEqual((found["RMB"].status, found["RMB"].data[-1]), (leg, mode))
        self.assertEqual((found["APB"].status_gen, found["APB"].status_cycle_lock, found["APB"].data[-1]), (leg, leg, mode))
        self.assertEqual((found["XTE"].warning_flag, found["XTE"].lock_flag, found["XTE"].data[-1]), (leg, leg, mode))

    def test_no_value_is_rounded_into_the_next_unit(self) -> None:
        vessel = Vessel("A", START + 59_999_999_999, Point(-48.99999999, -179.99999999), speed=0.0, course_degrees=359.96)
        rmc = parsed(NMEA0183("II").update(vessel))["RMC"]
        self.assertEqual(rmc.data[:8], ["080059.99", "A", "4900.0000", "S", "18000.0000", "W", "0.00", "0.0"])
        self.assertEqual(rmc.talker, "II")

    def test_a_route_has_a_position_for_each_name_and_is_split(self) -> None:
        points = Waypoints(route([(49 + number / 100, 8) for number in range(30)])).all
        lines = NMEA0183("GP").route(points)
        found = [pynmea2.parse(line.decode(), check=True) for line in lines]
        positions = {wpl.waypoint_id: float(wpl.lat[:2]) + float(wpl.lat[2:]) / 60 for wpl in found if wpl.sentence_type == "WPL"}
        self.assertEqual(len(positions), 30)
        routes = [rte for rte in found if rte.sentence_type == "RTE"]
        self.assertEqual([rte.data[:3] for rte in routes], [["5", str(number), "c"] for number in range(1, 6)])
        self.assertEqual({rte.active_route_id for rte in routes}, {"NAVBUS"})
        names = [name for rte in routes for name in rte.waypoint_list]
        self.assertEqual(names, [waypoint.name for waypoint in points])
        for waypoint in points:
            self.assertAlmostEqual(positions[waypoint.name], waypoint.position.latitude, places=5)


class RandomSentenceTests(unittest.TestCase):
    """Any values: each sentence is ASCII, has at most 82 characters and a correct checksum, and gives the values again."""

    def test_random_values(self) -> None:
        source = random.Random(8)
        for _ in range(3_000):
            vessel = random_vessel(source)
            lines = NMEA0183("GP").update(vessel)
            lines += NMEA0183("GP").route([Waypoint(f"NB{number:04d}", random_point(source), number) for number in range(9)])
            for line in lines:
                self.assertLessEqual(len(line), MAX_SENTENCE_BYTES, line)
                self.assertRegex(line, rb"^\$GP[A-Z]{3},[\x20-\x7e]*\*[0-9A-F]{2}\r\n$")
                self.assertNotRegex(line, rb"nan|inf|None|e[+-]")
            found = parsed(lines)
            self.assertLessEqual(sum(map(len, NMEA0183("GP").update(vessel))), MAX_UPDATE_BYTES - MAX_SENTENCE_BYTES)
            if vessel.position:
                self.assertAlmostEqual(found["RMC"].latitude, vessel.position.latitude, delta=1e-6)
                self.assertAlmostEqual(found["GGA"].longitude, vessel.position.longitude, delta=1e-6)
                self.assertTrue(re.fullmatch(r"[0-8]\d[0-5]\d\.\d{4}|9000\.0000", found["RMC"].lat))
            if vessel.speed is not None:
                self.assertAlmostEqual(found["RMC"].spd_over_grnd * 1852 / 3600, vessel.speed, delta=0.003)
            if vessel.leg:
                self.assertLessEqual(float(found["RMB"].cross_track_error), 9.99)
                self.assertLessEqual(float(found["RMB"].dest_range), 999.9)
                self.assertLess(float(found["APB"].bearing_to_dest), 360)


if __name__ == "__main__":
    unittest.main()
