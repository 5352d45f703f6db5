"""The generated messages and the rules of decoding, compared with proto/."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from typing import Dict, Set

from google.protobuf import descriptor_pb2
from navbus import decoding
from navbus.errors import MalformedMessage
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
                wanted_files = descriptor_pb2.FileDescriptorSet.FromString(file.read()).file
        for module, wanted in zip((events_pb2, bus_pb2), wanted_files):
            generated = descriptor_pb2.FileDescriptorProto()
            module.DESCRIPTOR.CopyToProto(generated)
            for file in (generated, wanted):
                _forget_json_names(file)
            self.assertEqual(generated, wanted, "scripts/python-messages.sh generates navbus/v1")

    @unittest.skipUnless(os.path.isdir(PROTO), "an installed kit has no proto/ beside it")
    def test_the_required_fields_are_those_of_the_contract(self) -> None:
        required: Dict[str, Set[str]] = {}
        for name in FILES:
            with open(os.path.join(PROTO, name), encoding="utf-8") as file:
                _collect_required(file.read(), required)
        for message, parts in decoding.REQUIRED.items():
            if message != "Envelope" or parts != ("session",):
                self.assertLessEqual(set(parts), required.get(message, set()), message)
        received = {"Envelope", "Fix", "NavigationInfo", "RouteRequest", "MatchedPosition", "LookaheadPoint", "Stopover"}
        for message in received | {"SpeedLimitSpan", "SpokenText", "Snapshot", "ReplyFrame", "SessionStatus"}:
            missing = required.get(message, set()) - set(decoding.REQUIRED[message]) - {"event"}
            self.assertEqual(missing, set(), message)

    def test_an_unknown_number_of_an_enumeration_is_the_neutral_member(self) -> None:
        event = events_pb2.Envelope(session="main")
        event.navigation.fix.position.latitude_degrees = event.navigation.fix.smoothed_position.latitude_degrees = 1
        event.navigation.current_step.lanes.add().directions.add()
        # Numbers of a later version: state 99 of NavigationInfo, maneuver 99 of Step, shape 99 of LaneDirection.
        event.navigation.MergeFromString(b"\x08\x63")
        event.navigation.current_step.MergeFromString(b"\x10\x63")
        event.navigation.current_step.lanes[0].directions[0].MergeFromString(b"\x08\x63")
        info = decoding.envelope(event.SerializeToString()).navigation
        self.assertEqual(info.state, events_pb2.NAVIGATION_STATE_UNKNOWN)
        self.assertEqual(info.current_step.maneuver, events_pb2.MANEUVER_UNKNOWN)
        self.assertEqual(info.current_step.lanes[0].directions[0].shape, events_pb2.LANE_SHAPE_UNKNOWN)

    @unittest.skipUnless(os.path.isdir(SAMPLES), "an installed kit has no samples beside it")
    def test_every_sample_of_the_contract_is_decoded_including_those_of_a_later_version(self) -> None:
        names = [name for name in os.listdir(SAMPLES) if name.endswith(".bin")]
        self.assertGreater(len(names), 200)
        for name in names:
            kind = getattr(events_pb2, name.split(".")[0], None) or getattr(bus_pb2, name.split(".")[0])
            with open(os.path.join(SAMPLES, name), "rb") as file, self.subTest(name):
                decoding.decode(kind, file.read())

    def test_a_malformed_message_is_refused(self) -> None:
        for data in (b"", b"\x22\x04main\x42\x00", b"\xff\xff", b"\x22\x01\xff"):
            with self.assertRaises(MalformedMessage):
                decoding.envelope(data)

    def test_an_event_of_a_later_version_has_no_kind(self) -> None:
        event = decoding.envelope(b"\x22\x04main\xaa\x06\x03abc")
        self.assertIsNone(event.WhichOneof("event"))


def _forget_json_names(file: descriptor_pb2.FileDescriptorProto) -> None:
    """Some versions of protoc write them even where they follow from the names."""
    messages = list(file.message_type)
    while messages:
        message = messages.pop()
        messages += message.nested_type
        for field in message.field:
            field.ClearField("json_name")


def _collect_required(source: str, required: Dict[str, Set[str]]) -> None:
    message, comment = "", ""
    for line in source.splitlines():
        text = line.strip()
        if text.startswith("message "):
            message = text.split()[1]
        elif text.startswith("//"):
            comment += text[2:]
            continue
        elif re.search(r"\bRequired\b", comment) and "=" in text:
            required.setdefault(message, set()).add(text.split("=")[0].split()[-1])
        elif re.search(r"\bRequired\b", comment) and text.startswith("oneof"):
            required.setdefault(message, set()).add(text.split()[1])
        comment = ""


if __name__ == "__main__":
    unittest.main()
