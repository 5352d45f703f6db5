"""The bridge as a process: in a real drive beside a tap and a recording, and on a fake bus."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import unittest
from typing import Any, Dict, List

from google.protobuf import json_format
import testing
from mcap.reader import make_reader
from navbus.v1 import events_pb2

from tests.peer import Peer, Received, unfinished_message, wait
from tests.running import Folder, child, fake_bus, url

TOPICS = {
    "gps": "onGPS",
    "navigation": "onNavigation",
    "navigationStarted": "onNavigationStarted",
    "navigationStopped": "onNavigationStopped",
    "control": "onControl",
    "command": "onCommand",
    "heading": "onHeading",
}


def envelopes(messages: List[Received]) -> List[events_pb2.Envelope]:
    return [events_pb2.Envelope.FromString(message.data) for message in messages]


def routes(peer: Peer) -> List[Any]:
    """The GeoJSON objects that a client has received."""
    channel = peer.channels["/route/main"]
    return [json.loads(channel.decode(message.data).geojson) for message in peer.of(channel.topic)]


class DriveTests(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Folder()
        self.addCleanup(self.folder.close)

    def follow(self, drive: testing.Program) -> Peer:
        """A client of everything."""
        peer = Peer(url(drive))
        self.addCleanup(peer.__exit__)
        peer.subscribe()
        return peer

    def expect_complete(self, peer: Peer, tap: testing.Program) -> None:
        """Compares the events of a client with those of a tap: from the first on, none is lost, added or changed."""
        tapped: Dict[str, List[Any]] = {}

        def read_tap() -> Dict[str, List[Any]]:
            tapped.clear()
            for line in tap.text.splitlines(keepends=True):
                if line.endswith("\n"):
                    event = json.loads(line)
                    topic = next(topic for kind, topic in TOPICS.items() if kind in event)
                    tapped.setdefault(f"{topic}/main", []).append(event)
            return tapped

        wait(lambda: read_tap().get("onNavigationStopped/main"))
        compared = 0
        for topic, channel in peer.channels.items():
            if not topic.startswith("on") or not peer.of(topic):
                continue
            kind = channel.message_class()
            wanted = [json_format.ParseDict(event, kind()) for event in tapped[topic]]
            got = [kind.FromString(message.data) for message in peer.of(topic)]
            # A late client gets the latest event twice if it is published in the moment of its subscription.
            got = [each for each, next_one in zip(got, [*got[1:], None]) if each != next_one]
            last = min(got[-1].sequence, wanted[-1].sequence)
            wanted = [event for event in wanted if got[0].sequence <= event.sequence <= last]
            self.assertEqual([event for event in got if event.sequence <= last], wanted, topic)
            compared += len(wanted)
        self.assertGreater(compared, 400)

    def test_a_client_gets_the_events_of_a_tap_and_the_messages_of_a_recording(self) -> None:
        tap = self.folder.navbus("tap", "--json")
        recording = f"{self.folder.folder}/drive.mcap"
        recorder = self.folder.navbus("record", recording)
        drive = self.folder.start(100, "port = 0")
        peer = self.follow(drive)
        # Its joining is reported.
        self.folder.navbus("tap")
        self.assertTrue(peer.wait(lambda: peer.of("onNavigationStopped/main"), 60), drive.text)
        self.assertTrue(peer.wait(lambda: len(peer.of("/route/main")) >= 2))
        self.expect_complete(peer, tap)
        self.assertEqual(recorder.end(), 0, recorder.text)
        recorded = self.expect_recorded(peer, recording)
        self.assertEqual(drive.end(), 0, drive.text)

        # The messages that only the live connection has.
        first, last = routes(peer)[0], routes(peer)[-1]
        self.assertEqual(first["features"][0]["properties"]["kind"], "route")
        self.assertGreater(len(first["features"]), 5)
        self.assertEqual(last["features"], [])
        entries = [peer.channels["/log/main"].decode(message.data) for message in peer.of("/log/main")]
        self.assertEqual(len(entries), len(peer.of("onControl/main")))
        self.assertTrue(any((entry.name, entry.message) == ("tap", "ready") for entry in entries), entries)
        figures = [json.loads(message.data) for message in peer.of("/metrics/main")]
        self.assertTrue(any("to_maneuver_meters" in each and "speed_meters_per_second" in each for each in figures))
        self.assertGreater(recorded, 400)

    def expect_recorded(self, peer: Peer, path: str) -> int:
        """Compares a client with a recording: same topics, schemas, bytes and times. Returns the number of positions."""
        recorded: Dict[str, List[Received]] = {}
        with open(path, "rb") as file:
            for schema, channel, message in make_reader(file).iter_messages():
                own = peer.channels[channel.topic]
                self.assertIsNotNone(schema)
                self.assertEqual((own.schema_name, own.encoding), (schema and schema.name, channel.message_encoding))
                self.assertEqual(own.metadata, channel.metadata)
                recorded.setdefault(channel.topic, []).append(Received(channel.topic, message.log_time, message.data))
        self.assertIn("/position/main", recorded)
        for topic, messages in recorded.items():
            live = peer.of(topic)
            if live:
                last = min(live[-1].log_time, messages[-1].log_time)
                wanted = [each for each in messages if live[0].log_time <= each.log_time <= last]
                self.assertEqual(sorted(set(live) & set(wanted)), sorted(wanted), topic)
        return len(peer.of("/position/main"))

    def test_clients_stay_connected_when_the_bus_is_killed_and_no_event_is_lost(self) -> None:
        tap = self.folder.navbus("tap", "--json")
        drive = self.folder.start(100, "port = 0")
        peer = self.follow(drive)
        self.assertTrue(peer.wait(lambda: len(peer.of("onNavigation/main")) > 20), drive.text)
        bus = child(drive.process.pid, "navbus-bus")
        assert bus is not None
        os.kill(bus, signal.SIGKILL)
        self.assertTrue(peer.wait(lambda: peer.of("onNavigationStopped/main"), 60), drive.text)
        self.assertTrue(peer.is_connected)
        self.assertNotIn(child(drive.process.pid, "navbus-bus"), (bus, None))
        self.expect_complete(peer, tap)
        self.assertEqual(drive.end(), 0, drive.text)

    def test_a_port_in_use_ends_the_bridge_with_an_error_and_the_drive_continues(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            drive = self.folder.start(200, f"port = {port}")
            self.assertTrue(wait(lambda: "exit code 78" in drive.text), drive.text)
            self.assertIn(f'the setting "port": {port} of 127.0.0.1 is in use', drive.text)
            self.assertIn("another port, or 0 for a free one", drive.text)
            self.assertNotIn("Traceback", drive.text)
            self.assertTrue(wait(lambda: "navigation stopped" in drive.text, 60), drive.text)
            self.assertEqual(drive.end(), 0, drive.text)

    def test_clients_that_fill_the_memory_cost_a_restart_of_the_bridge_but_not_the_drive(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        drive = self.folder.start(20, f"port = {port}")
        address = url(drive)
        with contextlib.ExitStack() as connections:
            try:
                for _ in range(6):
                    connections.enter_context(unfinished_message(port, 60))
            except OSError:
                pass  # The bridge has reached its limit.
        self.assertTrue(wait(lambda: "it is started again" in drive.text), drive.text)
        self.assertTrue(wait(lambda: drive.text.count("listening on ws://") == 2), drive.text)
        with Peer(address) as peer:
            peer.subscribe()
            self.assertTrue(peer.wait(lambda: len(peer.of("onGPS/main")) > 2), drive.text)
            self.assertTrue(peer.of("/route/main"))
        self.assertEqual(drive.end(), 0, drive.text)

    def test_the_doctor_names_a_missing_module_and_how_to_install_it(self) -> None:
        # The Python of Debian has no foxglove-sdk.
        programs = os.path.join(self.folder.folder, "programs")
        os.mkdir(programs)
        with open(os.path.join(programs, "python3"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexit 1\n")
        os.chmod(os.path.join(programs, "python3"), 0o755)
        lines = self.folder.doctor("port = 0", PATH=f"{programs}:/usr/bin:/bin:/usr/sbin")
        found = [line for line in lines if line.startswith("fault   control foxglove:")]
        self.assertEqual(len(found), 1, lines)
        self.assertIn("failed to find the Python modules foxglove.websocket", found[0])
        self.assertIn("pip install foxglove-sdk", found[0])

    def test_other_networks_are_warned_about(self) -> None:
        drive = self.folder.start(1, 'host = "0.0.0.0"\nport = 0')
        self.assertTrue(wait(lambda: "everybody who can reach ws://0.0.0.0:" in drive.text), drive.text)


class FakeBusTests(unittest.TestCase):
    """The present state for a late client, while nothing else is published."""

    def setUp(self) -> None:
        folder = Folder()
        self.addCleanup(folder.close)
        bus_pb2 = fake_bus.bus_pb2
        self.bus = fake_bus.FakeBus(folder.folder, settings={"port": bus_pb2.SettingValue(integer=0)})
        self.bus.__enter__()
        self.addCleanup(self.bus.__exit__)
        for event in (fake_bus.gps(1), fake_bus.started(), fake_bus.navigation(1), fake_bus.gps(2), fake_bus.navigation(2)):
            self.bus.publish(event)
        self.bridge = folder.bridge_alone(self.bus.endpoint)

    def late(self) -> Peer:
        peer = Peer(url(self.bridge))
        self.addCleanup(peer.__exit__)
        peer.subscribe()
        return peer

    def test_a_late_client_gets_the_route_the_position_and_the_guidance_at_once(self) -> None:
        peer = self.late()
        topics = {"onGPS", "onNavigation", "onNavigationStarted", "/position", "/route", "/metrics"}
        self.assertTrue(peer.wait(lambda: len(peer.messages) >= len(topics)), self.bridge.text)
        self.assertEqual({message.topic for message in peer.messages}, {f"{topic}/main" for topic in topics})
        self.assertEqual(envelopes(peer.of("onGPS/main"))[0].gps.time_nanoseconds, 2)
        route = routes(peer)[0]
        self.assertEqual(route["features"][0]["properties"]["route"], "a")

    def test_after_the_end_of_navigation_a_late_client_gets_no_route(self) -> None:
        with Peer(url(self.bridge)) as first:
            first.subscribe()
            self.assertTrue(first.wait(lambda: first.of("onNavigationStarted/main")))
            self.bus.publish(fake_bus.stopped())
            self.assertTrue(first.wait(lambda: len(first.of("/route/main")) == 2))
        peer = self.late()
        self.assertTrue(peer.wait(lambda: len(peer.messages) >= 6), self.bridge.text)
        self.assertEqual(peer.of("onNavigationStarted/main"), [])
        self.assertEqual(len(peer.of("onNavigationStopped/main")), 1)
        route = routes(peer)[0]
        self.assertEqual(route["features"], [])

    def test_the_server_stays_while_the_bus_restarts(self) -> None:
        peer = self.late()
        self.assertTrue(peer.wait(lambda: peer.of("onNavigation/main")))
        self.bus.stop()
        self.bus.start()
        self.bus.publish(fake_bus.gps(3))
        self.assertTrue(
            peer.wait(lambda: any(event.gps.time_nanoseconds == 3 for event in envelopes(peer.of("onGPS/main"))))
        )
        self.assertTrue(peer.is_connected)


if __name__ == "__main__":
    unittest.main()
