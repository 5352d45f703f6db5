"""Frames become readings."""

from __future__ import annotations

import os
import tempfile
import unittest
from typing import Any

from navbus import Settings, SettingsError
from readings import Decoder, gear_of

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATABASE = os.path.join(FOLDER, "vehicle.dbc")
WHEELS, CHASSIS, TRANSMISSION = 416, 417, 418


class DecoderTests(unittest.TestCase):
    def decoder(self, **settings: Any) -> Decoder:
        return Decoder(Settings(settings), DATABASE)

    def test_the_units_and_the_direction_of_a_turn_are_converted(self) -> None:
        decoder = self.decoder()
        self.assertEqual(set(decoder.frame_ids), {WHEELS, CHASSIS, TRANSMISSION})
        # 36 km/h, 5 degrees a second to the left, reverse.
        self.assertTrue(decoder.note(WHEELS, (3600).to_bytes(2, "little") + bytes(6), 1.0))
        self.assertTrue(decoder.note(CHASSIS, (500).to_bytes(2, "little") + bytes(6), 1.0))
        self.assertTrue(decoder.note(TRANSMISSION, bytes([1, 0]), 1.0))
        reading = decoder.reading(1.5)
        self.assertAlmostEqual(reading.pop("speedMetersPerSecond"), 10)
        self.assertEqual(reading, {"yawRateDegreesPerSecond": -5, "gear": "reverse"})
        clockwise = self.decoder(isYawRateClockwise=True)
        clockwise.note(CHASSIS, (500).to_bytes(2, "little") + bytes(6), 1.0)
        self.assertEqual(clockwise.reading(1.0), {"yawRateDegreesPerSecond": 5})

    def test_an_old_value_is_not_part_of_a_reading(self) -> None:
        decoder = self.decoder()
        decoder.note(WHEELS, bytes(8), 1.0)
        self.assertEqual(decoder.reading(2.1), {})

    def test_other_and_short_frames_are_ignored(self) -> None:
        decoder = self.decoder()
        for id, data in [(1, bytes(8)), (WHEELS, b""), (WHEELS, b"\1"), (TRANSMISSION, bytes([15, 0]))]:
            decoder.note(id, data, 1.0)
            self.assertNotIn("speedMetersPerSecond", decoder.reading(1.0))

    def test_gears_have_names_or_numbers(self) -> None:
        names = ["P", "Reverse", "N", "D", "3", 2, -1, 0, "SNA?", "invalid"]
        wanted = ["park", "reverse", "neutral", "forward", "forward", "forward", "reverse", "neutral", "forward", None]
        self.assertEqual([gear_of(name) for name in names], wanted)

    def test_wrong_settings_are_named(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".dbc") as file:
            with open(DATABASE, encoding="utf-8") as original:
                file.write(original.read().replace('"km/h"', '"knots"'))
            file.flush()
            for settings, sentence in [
                ({"speed": "WHEELS.X"}, 'the setting "speed": the database has no signal "WHEELS.X"'),
                ({"speed": "X"}, "the database has no signal"),
                ({"database": "/nowhere.dbc"}, '"database": /nowhere.dbc cannot be read: No such file'),
                ({"database": os.path.join(FOLDER, "plugin.toml")}, "cannot be read"),
                ({"database": file.name}, 'has the unit "knots"; known are m/s'),
                ({"speed": "", "yawRate": "", "gear": ""}, "set one of them"),
            ]:
                with self.subTest(settings), self.assertRaises(SettingsError) as raised:
                    self.decoder(**settings)
                self.assertIn(sentence, str(raised.exception))
