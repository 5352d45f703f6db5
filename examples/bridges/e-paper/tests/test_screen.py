"""The pictures, pixel by pixel."""

from __future__ import annotations

import unittest

from tests.support import black, guidance

import navbus
from arrows import GREY
from navbus.v1 import events_pb2
from one_bit import one_bit
from panels import MODELS
from PIL import Image, ImageDraw
from screen import Screen
from texts import MIN_SIZE, Typeface

TYPEFACE = Typeface("")
SIZES = sorted({*MODELS.values(), *((height, width) for width, height in MODELS.values())})
BROAD = Screen((296, 128), TYPEFACE)


def levels(picture: Image.Image) -> "set[int]":
    return {index for index, count in enumerate(picture.convert("L").histogram()) if count}


class OneBitTests(unittest.TestCase):
    def test_black_and_white_remain_and_only_areas_of_grey_are_dithered(self) -> None:
        grey = Image.new("L", (64, 32), 255)
        canvas = ImageDraw.Draw(grey)
        canvas.rectangle((8, 8, 23, 23), fill=0)
        canvas.rectangle((40, 8, 55, 23), fill=GREY)
        picture = one_bit(grey)
        self.assertEqual(picture.mode, "1")
        self.assertEqual(black(picture, (8, 8, 24, 24)), 1)
        for white in ((0, 0, 40, 8), (24, 0, 40, 32), (56, 0, 64, 32)):
            self.assertEqual(black(picture, white), 0)
        self.assertAlmostEqual(black(picture, (41, 9, 55, 23)), 1 - GREY / 255, delta=0.05)

    def test_a_smoothed_edge_is_sharp_and_not_dithered(self) -> None:
        grey = Image.new("L", (40, 40), 255)
        ImageDraw.Draw(grey).polygon([(0, 0), (40, 13), (40, 40), (0, 40)], fill=0)
        smooth = grey.resize((20, 20), Image.Resampling.BOX)
        self.assertGreater(len(levels(smooth)), 2, "the picture has smoothed pixels")
        sharp = smooth.point([255 if level >= 128 else 0 for level in range(256)])
        self.assertEqual(one_bit(smooth).convert("L").tobytes(), sharp.tobytes())

    def test_a_change_of_one_area_changes_no_pixel_elsewhere(self) -> None:
        first = Image.new("L", (64, 32), GREY)
        second = first.copy()
        ImageDraw.Draw(second).rectangle((8, 8, 15, 15), fill=255)
        one, other = one_bit(first), one_bit(second)
        for box in ((0, 0, 64, 7), (0, 17, 64, 32), (17, 0, 64, 32)):
            self.assertEqual(one.crop(box).tobytes(), other.crop(box).tobytes())


class ScreenTests(unittest.TestCase):
    def test_each_maneuver_fits_on_each_panel(self) -> None:
        road = "Bürgermeister-Grünzweig-Straße / Ludwigshafen"
        for size in SIZES:
            screen = Screen(size, TYPEFACE)
            width, height = size
            for maneuver in navbus.Maneuver.keys() if width * height < 50_000 else ["MANEUVER_TURN_LEFT"]:
                lanes = ["STRAIGHT", "*NORMAL_LEFT", "U_TURN_LEFT"]
                info = guidance(maneuver[len("MANEUVER_") :], 1234, road, lanes)
                picture = screen.guidance(info)
                self.assertEqual((picture.mode, picture.size), ("1", size))
                edges = [(0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height)]
                self.assertEqual([black(picture, edge) for edge in edges], [0] * 4, f"{maneuver} {size}")
                self.assertGreater(black(picture, (0, 0, width, height)), 0.04, maneuver)

    def test_the_head_of_the_arrow_is_on_the_side_of_the_turn(self) -> None:
        left, right = (BROAD.guidance(guidance(f"TURN_{side}")) for side in ("LEFT", "RIGHT"))
        # The shaft begins opposite to the side to which the head points; the head is the higher part.
        self.assertGreater(black(right, (10, 70, 61, 105)), 0.2)
        self.assertEqual(black(right, (61, 80, 122, 128)), 0)
        self.assertGreater(black(right, (80, 20, 110, 70)), 0.25)
        self.assertEqual(black(left, (0, 80, 61, 128)), 0)
        self.assertGreater(black(left, (12, 20, 42, 70)), 0.25)
        for picture in (left, right):
            self.assertGreater(black(picture, (0, 0, 122, 128)), 0.12, "visible from a distance")

    def test_all_directions_look_different(self) -> None:
        pictures = {}
        for maneuver in (
            "STRAIGHT", "TURN_SLIGHT_LEFT", "TURN_LEFT", "TURN_SHARP_LEFT", "TURN_U_TURN_COUNTERCLOCKWISE", "FORK_LEFT",
            "TURN_U_TURN_CLOCKWISE", "TURN_SHARP_RIGHT", "TURN_RIGHT", "TURN_SLIGHT_RIGHT", "FORK_RIGHT", "DESTINATION",
            "DESTINATION_LEFT", "DESTINATION_RIGHT", "FERRY_BOAT", "ROUNDABOUT_LEFT_CLOCKWISE",
            "ROUNDABOUT_LEFT_COUNTERCLOCKWISE", "ROUNDABOUT_RIGHT_CLOCKWISE", "ROUNDABOUT_STRAIGHT_CLOCKWISE", "ROUNDABOUT_U_TURN_CLOCKWISE",
        ):  # fmt: skip
            pictures[BROAD.guidance(guidance(maneuver)).tobytes()] = maneuver
        self.assertEqual(len(pictures), 20)

    def test_traffic_in_a_roundabout_takes_the_side_of_its_direction(self) -> None:
        for direction, passed, other in (("CLOCKWISE", (20, 48), (74, 102)), ("COUNTERCLOCKWISE", (74, 102), (20, 48))):
            picture = BROAD.guidance(guidance(f"ROUNDABOUT_STRAIGHT_{direction}"))
            shares = [black(picture, (left, 40, right, 90)) for left, right in (passed, other)]
            self.assertGreater(shares[0], 2 * shares[1], direction)

    def test_the_number_of_the_exit_is_in_the_circle(self) -> None:
        info = guidance("ROUNDABOUT_LEFT_COUNTERCLOCKWISE")
        without = BROAD.guidance(info)
        info.current_step.roundabout.exit_count = 3
        self.assertNotEqual(BROAD.guidance(info).tobytes(), without.tobytes())

    def test_the_distance_is_large_and_the_street_legible(self) -> None:
        size, lines = TYPEFACE.fitted("300 m", 160, 64, 1, 200)
        self.assertEqual((size >= 40, lines), (True, ["300 m"]))
        size, lines = TYPEFACE.fitted("Berliner Straße", 160, 64, 2, 200)
        self.assertEqual((size >= 24, lines), (True, ["Berliner", "Straße"]))
        self.assertEqual(TYPEFACE.fitted("A 656", 118, 90, 2, 200)[1], ["A 656"])

    def test_a_name_of_any_length_fits_and_is_cut_at_its_end(self) -> None:
        for name in ("Donaudampfschifffahrtsgesellschaft" * 3, "A " * 90, "/" * 90, "-", " ", "ß", "東京都" * 30):
            for width in (40, 110, 160):
                size, lines = TYPEFACE.fitted(name, width, 50, 2, 200)
                self.assertLessEqual(len(lines), 2)
                self.assertGreaterEqual(size, MIN_SIZE)
                self.assertTrue(all(TYPEFACE.width(line, size) <= width for line in lines), lines)
        self.assertTrue(TYPEFACE.fitted("A " * 90, 110, 50, 2, 200)[1][-1].endswith("…"))

    def test_the_recommended_lane_is_broad(self) -> None:
        picture = BROAD.guidance(guidance("TURN_RIGHT", 300, "Ring", ["STRAIGHT", "STRAIGHT", "*NORMAL_RIGHT"]))
        row = picture.crop((130, 90, 296, 125))
        columns = [black(row, (index * 42, 0, index * 42 + 42, 35)) for index in range(3)]
        self.assertGreater(columns[2], 1.5 * max(columns[:2]))
        self.assertGreater(min(columns[:2]), 0.02)

    def test_only_the_branch_that_is_not_taken_is_grey(self) -> None:
        def isolated(picture: Image.Image) -> int:
            """The number of black pixels without a black neighbour at their sides."""
            pixels, count = picture.load(), 0
            assert pixels is not None
            for x in range(1, picture.width - 1):
                for y in range(1, picture.height - 1):
                    sides = (pixels[x - 1, y], pixels[x + 1, y], pixels[x, y - 1], pixels[x, y + 1])
                    count += pixels[x, y] == 0 and all(sides)
            return count

        self.assertEqual(isolated(BROAD.guidance(guidance("TURN_LEFT", 300, "Ring"))), 0)
        self.assertGreater(isolated(BROAD.guidance(guidance("FORK_LEFT", 300, "Ring"))), 20)

    def test_there_is_no_arrow_without_a_valid_instruction(self) -> None:
        pictures = set()
        for change in (
            {"is_off_route": True}, {"is_wrong_way": True}, {"is_destination_reached": True},
            {"position_status": events_pb2.POSITION_STATUS_UNRELIABLE},
        ):  # fmt: skip
            one = guidance("TURN_LEFT", 300, "Ring")
            other = guidance("TURN_RIGHT", 80)
            for info in (one, other):
                info.MergeFrom(navbus.NavigationInfo(**change))
            self.assertEqual(BROAD.guidance(one).tobytes(), BROAD.guidance(other).tobytes())
            pictures.add(BROAD.guidance(one).tobytes())
        self.assertEqual(len(pictures), 4)
        self.assertEqual(BROAD.guidance(navbus.NavigationInfo()).tobytes(), BROAD.blank().tobytes())
        self.assertIn(BROAD.no_signal().tobytes(), pictures)

    def test_distances_that_are_no_numbers_are_drawn(self) -> None:
        for meters in (float("nan"), float("inf"), -1.0, 1e300):
            self.assertEqual(BROAD.guidance(guidance("TURN_LEFT", meters)).size, (296, 128))

    def test_a_file_that_is_no_font_is_refused(self) -> None:
        for path in ("/nowhere.ttf", __file__):
            with self.assertRaisesRegex(OSError, "fonts-dejavu-core"):
                Typeface(path)
