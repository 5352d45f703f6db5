"""The decisions: symbols, frames and screens, without Bluetooth."""

from __future__ import annotations

import unittest
from typing import Any, Dict

import infinitime
import komoot
import navbus
from navbus.v1 import events_pb2
from symbols import OFF_ROUTE_ICON, SYMBOLS, symbol_of
from tests.devices import ARROWS, ICONS, RESERVED, decode
from texts import cut

ENROUTE = events_pb2.NAVIGATION_STATE_ENROUTE


def info(maneuver: Any, meters: float = 420, **step: Any) -> navbus.NavigationInfo:
    """Guidance before a maneuver."""
    return navbus.NavigationInfo(
        state=ENROUTE,
        current_step=navbus.Step(maneuver=maneuver, **step),
        to_maneuver=events_pb2.Remaining(distance_meters=meters),
    )


class SymbolTests(unittest.TestCase):
    def test_each_maneuver_has_a_symbol_that_both_devices_draw(self) -> None:
        names = {navbus.name_of(navbus.Maneuver, number) for number in navbus.Maneuver.values()}
        self.assertEqual(set(SYMBOLS), names)
        for name, symbol in SYMBOLS.items():
            self.assertIn(symbol.direction, ARROWS | {RESERVED}, name)
            self.assertIn(symbol.icon, ICONS, name)
        self.assertIn(OFF_ROUTE_ICON, ICONS)

    def test_the_side_of_each_symbol_is_the_side_of_the_maneuver(self) -> None:
        left, right = {4, 5, 6, 11}, {7, 8, 9, 10}
        for name, symbol in SYMBOLS.items():
            words, icon = name.split(), symbol.icon.split("-")
            if "destination" not in words and "roundabout" not in words:
                self.assertEqual("left" in words, symbol.direction in left, name)
                self.assertEqual("right" in words, symbol.direction in right, name)
            self.assertEqual("left" in words, "left" in icon, name)
            self.assertEqual("right" in words, "right" in icon, name)
            self.assertEqual("sharp" in words, "sharp" in icon, name)

    def test_only_an_unknown_maneuver_or_side_has_no_arrow(self) -> None:
        without = {name for name, symbol in SYMBOLS.items() if symbol.direction == RESERVED}
        self.assertEqual(without, {"unknown", "on ramp unspecified", "off ramp unspecified"})

    def test_a_later_maneuver_is_neutral(self) -> None:
        later: Any = 999
        self.assertEqual(symbol_of(navbus.Step(maneuver=later)), SYMBOLS["unknown"])

    def test_a_ramp_without_a_side_has_the_arrow_of_its_angle(self) -> None:
        for angle, expected in [(0, 1), (19, 1), (-30, 4), (30, 9), (-90, 5), (90, 8), (-150, 6), (150, 7), (float("nan"), 1)]:
            for name in ("ON_RAMP", "OFF_RAMP", "MERGE"):
                maneuver: Any = navbus.Maneuver.Value(f"MANEUVER_{name}_UNSPECIFIED")
                step = navbus.Step(maneuver=maneuver, turn_angle_degrees=angle)
                self.assertEqual(symbol_of(step).direction, expected, angle)

    def test_an_exit_has_the_arrow_of_its_number(self) -> None:
        counterclockwise: Any = navbus.Maneuver.Value("MANEUVER_ROUNDABOUT_LEFT_COUNTERCLOCKWISE")
        clockwise: Any = navbus.Maneuver.Value("MANEUVER_ROUNDABOUT_LEFT_CLOCKWISE")
        for maneuver, angle, others, expected in [
            # Right-hand traffic passes the arm on the right (90) first, then the one ahead (0), the one on the left (270).
            (counterclockwise, 90, [0, 270], 19),
            (counterclockwise, 0, [90, 270], 21),
            (counterclockwise, 270, [90, 0], 22),
            (counterclockwise, 0, [270], 18),
            (counterclockwise, 270, [0], 20),
            (counterclockwise, 180, [90], 20),
            (clockwise, 270, [0, 90], 25),
            (clockwise, 0, [270, 90], 27),
            (clockwise, 90, [270, 0], 28),
            # More arms than there are pictures, and unknown arms.
            (counterclockwise, 0, [90, 270, 300], 29),
            (counterclockwise, 0, [], 29),
        ]:
            shape = events_pb2.Roundabout(exit_angle_degrees=angle, other_arm_angles_degrees=others)
            step = navbus.Step(maneuver=maneuver, roundabout=shape)
            self.assertEqual(symbol_of(step).direction, expected, (angle, others))


class FrameTests(unittest.TestCase):
    def test_a_frame_has_the_bytes_of_the_format(self) -> None:
        instruction = komoot.instruction(info(events_pb2.MANEUVER_TURN_LEFT, 420.4, simple_road_name="Lennéstraße"))
        value = komoot.frame(0x01020304, instruction)
        self.assertEqual(value, bytes.fromhex("04030201 05 a4010000") + "Lennéstraße".encode())

    def test_a_sign_replaces_the_name_of_an_unnamed_road(self) -> None:
        step: Dict[str, Any] = {"signpost": events_pb2.Signpost(destinations=["Mannheim", "Worms"])}
        self.assertEqual(komoot.instruction(info(events_pb2.MANEUVER_TURN_LEFT, **step)).street, "Mannheim")

    def test_states_without_an_instruction(self) -> None:
        left = info(events_pb2.MANEUVER_TURN_LEFT, simple_road_name="A")
        for name in ("is_off_route", "is_wrong_way"):
            state = navbus.NavigationInfo()
            state.CopyFrom(left)
            setattr(state, name, True)
            self.assertEqual(komoot.instruction(state), komoot.Instruction(30), name)
            self.assertEqual(infinitime.screen(state).icon, "close")
        rerouting = navbus.NavigationInfo(state=events_pb2.NAVIGATION_STATE_REROUTING)
        self.assertEqual(komoot.instruction(rerouting).direction, 30)
        self.assertEqual(komoot.instruction(navbus.NavigationInfo(state=ENROUTE)), komoot.NO_ROUTE)
        self.assertEqual(infinitime.screen(navbus.NavigationInfo(state=ENROUTE)), infinitime.NO_ROUTE)
        left.is_destination_reached = True
        self.assertEqual(komoot.instruction(left), komoot.Instruction(3, 0, "A"))

    def test_hostile_values_make_valid_frames(self) -> None:
        for meters in (float("nan"), float("inf"), -5.0, 1e30):
            step = {"simple_road_name": "\x1b[31m\u202e" + "ß" * 5_000}
            guidance = info(events_pb2.MANEUVER_TURN_LEFT, meters, **step)
            frame = decode(komoot.frame(7, komoot.instruction(guidance)))
            self.assertNotIn("\x1b", frame.street)
            self.assertLessEqual(len(frame.street.encode()), 64)
            for value in infinitime.values(infinitime.screen(guidance)).values():
                self.assertLessEqual(len(value.decode("utf-8")), 60)

    def test_a_cut_never_splits_a_character(self) -> None:
        for count in range(12):
            self.assertLessEqual(len(cut("aß€😀b", count)), count)
            self.assertTrue("aß€😀b".startswith(cut("aß€😀b", count).decode()))


class ScreenTests(unittest.TestCase):
    def test_a_screen_has_icon_text_distance_and_progress(self) -> None:
        guidance = info(events_pb2.MANEUVER_TURN_SLIGHT_RIGHT, 423, instruction="Rechts halten", simple_road_name="B 37")
        guidance.matched.distance_along_route_meters = 750
        guidance.to_destination.distance_meters = 250
        screen = infinitime.screen(guidance)
        self.assertEqual(screen, infinitime.Screen("turn-slight-right", "Rechts halten", "400 m", 75))
        guidance.current_step.ClearField("instruction")
        self.assertEqual(infinitime.screen(guidance).narrative, "B 37")
        guidance.current_step.ClearField("simple_road_name")
        self.assertEqual(infinitime.screen(guidance).narrative, "turn slight right")

    def test_letters_outside_the_font_are_replaced(self) -> None:
        self.assertEqual(infinitime.drawable("Größe Łódź Ёлка 東 é"), "Größe ?ódz Елка ? é")

    def test_progress_stays_in_its_range(self) -> None:
        for driven, rest, expected in [(0, 0, 0), (5, 0, 100), (-5, 10, 0), (float("nan"), 1, 0), (1, float("inf"), 0)]:
            guidance = info(events_pb2.MANEUVER_STRAIGHT)
            guidance.matched.distance_along_route_meters = driven
            guidance.to_destination.distance_meters = rest
            self.assertEqual(infinitime.percent(guidance), expected)
