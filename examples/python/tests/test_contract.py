"""The generated messages and the rules of reading, held against proto/."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from typing import Dict, Set

from google.protobuf import descriptor_pb2
from navbus import reading
from navbus.errors import Unreadable
from navbus.v1 import bus_pb2, events_pb2
from tests.process import KIT

PROTO = os.path.join(os.path.dirname(os.path.dirname(KIT)), "proto")
SAMPLES = os.path.join(os.path.dirname(PROTO), "Tests", "Samples", "v1")
FILES = ["navbus/v1/events.proto", "navbus/v1/bus.proto"]


class ContractTests(unittest.TestCase):
    @unittest.skipUnless(shutil.which("protoc") and os.path.isdir(PROTO), "an installed kit has no proto/ beside it")
    def test_the_generated_messages_are_those_of_the_contract(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "set")
            subprocess.run(["protoc", "-I", PROTO, f"--descriptor_set_out={path}", *FILES], check=True)
            with open(path, "rb") as file:
                told = descriptor_pb2.FileDescriptorSet.FromString(file.read()).file
        for module, wanted in zip((events_pb2, bus_pb2), told):
            generated = descriptor_pb2.FileDescriptorProto()
            module.DESCRIPTOR.CopyToProto(generated)
            for file in (generated, wanted):
                _forget_json_names(file)
            self.assertEqual(generated, wanted, "scripts/python-messages.sh generates navbus/v1")

    @unittest.skipUnless(os.path.isdir(PROTO), "an installed kit has no proto/ beside it")
    def test_what_the_contract_requires_of_the_bus_is_required(self) -> None:
        required: Dict[str, Set[str]] = {}
        for name in FILES:
            with open(os.path.join(PROTO, name), encoding="utf-8") as file:
                _collect_required(file.read(), required)
        for message, parts in reading.REQUIRED.items():
            if message != "Envelope" or parts != ("session",):
                self.assertLessEqual(set(parts), required.get(message, set()), message)
        received = {"Envelope", "Fix", "NavigationInfo", "RouteRequest", "MatchedPosition", "LookaheadPoint", "Stopover"}
        for message in received | {"SpeedLimitSpan", "SpokenText", "Snapshot", "ReplyFrame", "SessionStatus"}:
            missing = required.get(message, set()) - set(reading.REQUIRED[message]) - {"event"}
            self.assertEqual(missing, set(), message)

    def test_an_unknown_number_of_an_enumeration_is_the_neutral_member(self) -> None:
        event = events_pb2.Envelope(session="main")
        event.navigation.fix.position.latitude_degrees = event.navigation.fix.smoothed_position.latitude_degrees = 1
        event.navigation.current_step.lanes.add().directions.add()
        # Numbers of a later version: state 99 of NavigationInfo, maneuver 99 of Step, shape 99 of LaneDirection.
        event.navigation.MergeFromString(b"\x08\x63")
        event.navigation.current_step.MergeFromString(b"\x10\x63")
        event.navigation.current_step.lanes[0].directions[0].MergeFromString(b"\x08\x63")
        info = reading.envelope(event.SerializeToString()).navigation
        self.assertEqual(info.state, events_pb2.NAVIGATION_STATE_UNKNOWN)
        self.assertEqual(info.current_step.maneuver, events_pb2.MANEUVER_UNKNOWN)
        self.assertEqual(info.current_step.lanes[0].directions[0].shape, events_pb2.LANE_SHAPE_UNKNOWN)

    @unittest.skipUnless(os.path.isdir(SAMPLES), "an installed kit has no samples beside it")
    def test_every_sample_of_the_contract_is_read_also_those_of_a_later_version(self) -> None:
        names = [name for name in os.listdir(SAMPLES) if name.endswith(".bin")]
        self.assertGreater(len(names), 200)
        for name in names:
            kind = getattr(events_pb2, name.split(".")[0], None) or getattr(bus_pb2, name.split(".")[0])
            with open(os.path.join(SAMPLES, name), "rb") as file, self.subTest(name):
                reading.read(kind, file.read())

    def test_what_means_nothing_is_unreadable(self) -> None:
        for data in (b"", b"\x22\x04main\x42\x00", b"\xff\xff", b"\x22\x01\xff"):
            with self.assertRaises(Unreadable):
                reading.envelope(data)

    def test_an_event_of_a_later_version_has_no_kind(self) -> None:
        event = reading.envelope(b"\x22\x04main\xaa\x06\x03abc")
        self.assertIsNone(event.WhichOneof("event"))


def _forget_json_names(file: descriptor_pb2.FileDescriptorProto) -> None:
    """Some protoc write them where they follow from the names."""
    messages = list(file.message_type)
    while messages:
        message = messages.pop()
        messages += message.nested_type
        for field in message.field:
            field.ClearField("json_name")


def _collect_required(text: str, required: Dict[str, Set[str]]) -> None:
    message, comment = "", ""
    for line in text.splitlines():
        words = line.strip()
        if words.startswith("message "):
            message = words.split()[1]
        elif words.startswith("//"):
            comment += words[2:]
            continue
        elif re.search(r"\bRequired\b", comment) and "=" in words:
            required.setdefault(message, set()).add(words.split("=")[0].split()[-1])
        elif re.search(r"\bRequired\b", comment) and words.startswith("oneof"):
            required.setdefault(message, set()).add(words.split()[1])
        comment = ""


if __name__ == "__main__":
    unittest.main()
