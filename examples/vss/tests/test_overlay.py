"""The overlay is valid, has the names of the contract, and is described in docs/vehicles.md."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from typing import Any, Dict, Iterator, List, Tuple

from navbus.v1 import bus_pb2, events_pb2

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STANDARD = os.path.join(FOLDER, "tests", "standard")
DOCUMENT = os.path.join(os.path.dirname(os.path.dirname(FOLDER)), "docs", "vehicles.md")
GUIDANCE = "Vehicle.Cabin.Infotainment.Navigation.Guidance."
MESSAGES = {**bus_pb2.DESCRIPTOR.message_types_by_name, **events_pb2.DESCRIPTOR.message_types_by_name}
VSPEC = os.path.join(os.path.dirname(sys.executable), "vspec")


def leaves(children: Dict[str, Any], path: str = "") -> Iterator[Tuple[str, Dict[str, Any]]]:
    for name, node in children.items():
        if node["type"] == "branch":
            yield from leaves(node["children"], f"{path}{name}.")
        else:
            yield path + name, node


def rows() -> List[List[str]]:
    """The rows of the tables of the page: the field, the signal, and the conversion."""
    with open(DOCUMENT, encoding="utf-8") as file:
        lines = [line for line in file if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in line.strip().strip("|").split("|")] for line in lines]


class OverlayTests(unittest.TestCase):
    def export(self, overlay: str) -> "subprocess.CompletedProcess[str]":
        folder = tempfile.mkdtemp(prefix="navbus-vss-")
        self.addCleanup(shutil.rmtree, folder)
        self.output = os.path.join(folder, "vss.json")
        standard = [f"--vspec={STANDARD}/VehicleSignalSpecification.vspec", f"--units={STANDARD}/units.yaml"]
        return subprocess.run(
            [VSPEC, "export", "json", "--strict", *standard, f"--quantities={STANDARD}/quantities.yaml",
             f"--overlays={overlay}", f"--output={self.output}"],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip

    def signals(self) -> Dict[str, Dict[str, Any]]:
        result = self.export(os.path.join(FOLDER, "navigation.vspec"))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        with open(self.output, encoding="utf-8") as file:
            return dict(leaves(json.load(file)))

    def test_the_tool_of_vss_accepts_the_overlay(self) -> None:
        signals = self.signals()
        self.assertEqual(signals["Vehicle.Speed"]["unit"], "km/h")
        self.assertEqual(signals[GUIDANCE + "NextManeuver.Distance"]["unit"], "m")
        self.assertEqual({signals[path]["type"] for path in signals if path.startswith(GUIDANCE)}, {"sensor"})

    def test_the_tool_refuses_a_unit_that_vss_does_not_have(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".vspec") as copy:
            with open(os.path.join(FOLDER, "navigation.vspec"), encoding="utf-8") as file:
                copy.write(file.read().replace("unit: m\n", "unit: metres\n", 1))
            copy.flush()
            self.assertNotEqual(self.export(copy.name).returncode, 0)

    def test_the_values_of_enumerations_are_those_of_the_contract(self) -> None:
        signals = self.signals()
        for path, enumeration, prefix in [
            ("State", events_pb2.NavigationState, "NAVIGATION_STATE_"),
            ("PositionStatus", events_pb2.PositionStatus, "POSITION_STATUS_"),
            ("NextManeuver.Type", events_pb2.Maneuver, "MANEUVER_"),
            ("FollowingManeuver.Type", events_pb2.Maneuver, "MANEUVER_"),
        ]:
            names = [name[len(prefix) :] for name in enumeration.keys()]
            self.assertEqual(signals[GUIDANCE + path]["allowed"], names)
        shapes = [name[len("LANE_SHAPE_") :] for name in events_pb2.LaneShape.keys()]
        self.assertIn(", ".join(shapes), signals[GUIDANCE + "NextManeuver.Lanes"]["comment"])

    def test_the_page_has_each_signal_with_a_field_of_the_contract(self) -> None:
        signals = self.signals()
        documented = {row[1].replace("Guidance.", GUIDANCE, 1) if row[1].startswith("Guidance.") else row[1] for row in rows()}
        self.assertEqual({path for path in signals if path.startswith(GUIDANCE)} - documented, set())
        self.assertEqual(documented - set(signals), set())
        for row in rows():
            message, _, path = row[0].partition(".")
            descriptor = MESSAGES[message]
            for name in path.split("."):
                self.assertIn(name, descriptor.fields_by_name, row[0])
                descriptor = descriptor.fields_by_name[name].message_type or descriptor


if __name__ == "__main__":
    unittest.main()
