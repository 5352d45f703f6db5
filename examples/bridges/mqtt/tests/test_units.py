"""The decisions of the bridge, without a bus and a broker; and its connection to servers that are no good brokers."""

from __future__ import annotations

import json
import os
import socket
import stat
import tempfile
import threading
import unittest
from typing import Any, Dict, List, Tuple
from unittest import mock

from testing import free_port, wait_for

import connection
import link as link_module
import navbus
import state
from broker import Broker
from commands import CommandHandler
from connection import MAX_PACKET_BYTES
from health import STABLE_SECONDS, Health
from link import Link
from mqtt import BLANK, MQTT, PNG, SVG
from navbus.v1 import events_pb2
from outbox import Outbox
from topics import Topics

TOPICS = Topics("navbus", "main", "homeassistant")


class FakeLink:
    """Counts the calls; the outbox keeps the values."""

    def __init__(self) -> None:
        self.wakes = 0
        self.commands = CommandHandler(navbus.Context(), TOPICS)

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def wake(self) -> None:
        self.wakes += 1


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def fix(latitude: float = 49.5, seconds: int = 1_700_000_000, **fields: Any) -> navbus.Fix:
    position = events_pb2.Coordinate(latitude_degrees=latitude, longitude_degrees=8.5)
    return navbus.Fix(
        time_nanoseconds=seconds * 1_000_000_000, position=position, smoothed_position=position, **fields
    )


def guidance(maneuver: str = "TURN_LEFT", number: int = 1, meters: float = 120.4) -> Any:
    info: Any = navbus.NavigationInfo(state=events_pb2.NAVIGATION_STATE_ENROUTE, fix=fix())
    info.current_step.maneuver = events_pb2.Maneuver.Value(f"MANEUVER_{maneuver}")
    info.current_step.number = number
    info.current_step.simple_road_name = "Bergstraße"
    info.to_maneuver.distance_meters = meters
    info.to_destination.distance_meters = 4_260
    info.to_destination.duration_seconds = 600
    return info


class ControlTests(unittest.TestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.outbox = Outbox()
        self.link = FakeLink()
        self.control = self.make()
        self.driver = navbus.Driver(self.control)
        self.control.start()

    def make(self, **settings: Any) -> MQTT:
        link: Any = self.link
        return MQTT(navbus.Context(navbus.Settings(**settings)), link, self.outbox, self.clock)

    def published(self) -> Dict[str, bytes]:
        """The values since the last call."""
        values = {}
        item = self.outbox.take()
        while item is not None:
            values[item[0].replace("navbus/main/", "")] = item[1]
            item = self.outbox.take()
        return values

    def json(self, topic: str) -> Any:
        return json.loads(self.published()[topic])

    def test_all_facts(self) -> None:
        self.driver.deliver(navbus.Envelope(navigation=guidance()))
        self.assertEqual(
            {
                "state": "enroute",
                "maneuver": "turn left",
                "road": "Bergstraße",
                "distance_to_maneuver_meters": 120,
                "distance_to_destination_kilometers": 4.3,
                "arrival": "2023-11-14T22:23:00+00:00",
            },
            self.json("guidance"),
        )
        self.driver.deliver(navbus.Envelope(gps=fix(speed_meters_per_second=10, horizontal_accuracy_meters=4.44)))
        self.assertEqual(
            {
                "latitude": 49.5,
                "longitude": 8.5,
                "gps_accuracy": 4.4,
                "speed_kilometers_per_hour": 36.0,
                "course_degrees": None,
                "altitude_meters": None,
                "time": "2023-11-14T22:13:20+00:00",
            },
            self.json("position"),
        )

    def test_absent_facts_are_null(self) -> None:
        info = navbus.NavigationInfo(state=events_pb2.NAVIGATION_STATE_REROUTING, fix=fix())
        self.driver.deliver(navbus.Envelope(navigation=info))
        values = self.json("guidance")
        self.assertEqual("rerouting", values.pop("state"))
        self.assertEqual({None}, set(values.values()))
        self.assertEqual(5, len(values))
        self.driver.deliver(navbus.Envelope(gps=fix()))
        values = self.json("position")
        self.assertNotIn("gps_accuracy", values, "Home Assistant does not accept null here")
        self.assertIsNone(values["speed_kilometers_per_hour"])

    def test_numbers_that_are_none(self) -> None:
        nan = float("nan")
        self.driver.deliver(navbus.Envelope(gps=fix(latitude=nan)))
        self.driver.deliver(navbus.Envelope(gps=fix(latitude=123.0)))
        self.assertNotIn("position", self.published())
        info = guidance(meters=nan)
        info.to_destination.duration_seconds = 1e300
        self.driver.deliver(navbus.Envelope(navigation=info))
        values = self.json("guidance")
        self.assertIsNone(values["distance_to_maneuver_meters"])
        self.assertIsNone(values["arrival"])

    def test_rate_of_positions(self) -> None:
        self.control.interval = 1.0
        self.published()
        count = 0
        for number in range(80):
            self.driver.deliver(navbus.Envelope(gps=fix(latitude=49 + number / 1000)))
            count += "position" in self.published()
            self.clock.now += 0.125
        self.assertEqual(10, count)
        # The newest position is published also if no other follows.
        self.clock.now += 1
        self.control.stall()
        self.assertEqual(49.079, self.json("position")["latitude"])

    def test_another_maneuver_is_published_immediately(self) -> None:
        self.driver.deliver(navbus.Envelope(navigation=guidance()))
        self.published()
        self.driver.deliver(navbus.Envelope(navigation=guidance(meters=110)))
        self.assertEqual({}, self.published())
        self.driver.deliver(navbus.Envelope(navigation=guidance("TURN_RIGHT", 2, 500)))
        self.assertEqual("turn right", self.json("guidance")["maneuver"])

    def test_silence_and_end(self) -> None:
        self.driver.deliver(navbus.Envelope(gps=fix(speed_meters_per_second=10)))
        self.driver.deliver(navbus.Envelope(navigation=guidance()))
        self.published()
        self.driver.fall_silent()
        values = self.published()
        self.assertEqual(state.no_guidance("no_position"), json.loads(values["guidance"]))
        self.assertEqual(49.5, json.loads(values["position"])["latitude"])
        self.assertIsNone(json.loads(values["position"])["speed_kilometers_per_hour"])
        self.driver.deliver(navbus.Envelope(navigation=guidance()))
        self.assertEqual("enroute", self.json("guidance")["state"])
        stopped = events_pb2.NavigationStopped(reason=events_pb2.STOP_REASON_REQUESTED)
        self.driver.deliver(navbus.Envelope(navigation_stopped=stopped))
        self.assertEqual(state.no_guidance("idle"), self.json("guidance"))
        self.driver.fall_silent()
        self.assertNotIn("guidance", self.published(), "without navigation there is nothing to withdraw")

    def report(self, kind: str, control: str = "signs", media_type: str = SVG, data: bytes = b"<svg>x</svg>") -> None:
        report: Any = events_pb2.ControlReport(control=control, effect="sign")
        report.kind = events_pb2.ReportKind.Value(f"REPORT_KIND_{kind}")
        if kind == "BEGAN":
            report.picture.CopyFrom(events_pb2.ReportedPicture(media_type=media_type, data=data))
        self.driver.deliver(navbus.Envelope(control=report))

    def test_sign(self) -> None:
        self.published()
        self.report("BEGAN")
        self.assertEqual({"sign": b"<svg>x</svg>"}, self.published())
        self.report("BEGAN", control="other", data=b"<svg>foreign</svg>")
        self.report("BEGAN", media_type="image/gif", data=b"GIF")
        self.assertEqual({}, self.published())
        # A PNG: Home Assistant learns the type before the picture.
        self.report("ENDED")
        self.report("BEGAN", media_type=PNG, data=b"\x89PNG")
        self.control.stall()
        values = self.published()
        self.assertEqual(["homeassistant/device/navbus_main/config", "sign"], list(values))
        self.assertEqual(b"\x89PNG", values["sign"])
        self.assertEqual(PNG, json.loads(list(values.values())[0])["components"]["sign"]["content_type"])
        self.report("ENDED")
        self.control.stall()
        self.assertEqual({"sign": BLANK[PNG]}, self.published())

    def test_no_sign_at_the_start_replaces_that_of_an_earlier_drive(self) -> None:
        self.published()
        self.control.stall()
        self.assertEqual({"sign": BLANK[SVG]}, self.published())
        self.control.stall()
        self.assertEqual({}, self.published())

    def test_without_discovery(self) -> None:
        self.outbox = Outbox()
        self.make(discoveryPrefix="").start()
        self.assertEqual(["guidance"], list(self.published()))

    def test_other_prefix(self) -> None:
        topics = Topics("fleet/car-7", "main", "ha")
        self.assertEqual("fleet/car-7/main/status", topics.status)
        self.assertEqual("ha/device/fleet_car-7_main/config", topics.discovery)

    def test_equal_values_are_published_once(self) -> None:
        self.published()
        wakes = self.link.wakes
        for _ in range(3):
            self.clock.now += 10
            self.driver.deliver(navbus.Envelope(gps=fix()))
        self.assertEqual((1, ["position"]), (self.link.wakes - wakes, list(self.published())))


class SettingsTests(unittest.TestCase):
    def broker(self, **settings: Any) -> Broker:
        return Broker.from_settings(navbus.Settings(**settings))

    def test_ports(self) -> None:
        self.assertEqual(1883, self.broker().port)
        self.assertEqual(8883, self.broker(tls=True).port)
        self.assertEqual(1, self.broker(port=1, tls=True).port)

    def test_wrong_settings(self) -> None:
        cases: List[Tuple[Dict[str, Any], str]] = [
            ({"host": ""}, '"host"'),
            ({"host": "mqtt://a"}, "no host name"),
            ({"host": "a\nb"}, "a?b"),
            ({"port": 65536}, '"port"'),
            ({"tls": "yes"}, '"tls"'),
            ({"caFile": "x"}, "without TLS"),
            ({"passwordFile": "x"}, "needs a user"),
            ({"keepAliveSeconds": 1}, '"keepAliveSeconds"'),
        ]
        for settings, text in cases:
            with self.subTest(settings), self.assertRaisesRegex(navbus.SettingsError, text):
                self.broker(**settings)
        for settings in ({"topicPrefix": ""}, {"topicPrefix": "a/#"}, {"topicPrefix": "/a"}, {"discoveryPrefix": "a b"}):
            with self.subTest(settings), self.assertRaises(navbus.SettingsError):
                MQTT(navbus.Context(navbus.Settings(**settings)))

    def test_password_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "password")
            for content, mode, text in [
                (b"secret\nsecond line\n", 0o644, "chmod 600"),
                (b"", 0o600, "1 to 4096 bytes"),
                (b"x" * 5000, 0o600, "1 to 4096 bytes"),
                (b"\xff\xfe", 0o600, "UTF-8"),
            ]:
                with self.subTest(text):
                    self._write(path, content, mode)
                    with self.assertRaisesRegex(navbus.SettingsError, text):
                        self.broker(user="u", passwordFile=path).password()
            self._write(path, b"secret word\r\n", 0o600)
            self.assertEqual("secret word", self.broker(user="u", passwordFile=path).password())
            os.mkfifo(path + ".fifo", 0o600)
            with self.assertRaises(navbus.SettingsError):
                self.broker(user="u", passwordFile=path + ".fifo").password()
        with self.assertRaisesRegex(navbus.SettingsError, "No such file"):
            self.broker(user="u", passwordFile="/nowhere").password()
        self.assertIsNone(self.broker().password())

    @staticmethod
    def _write(path: str, content: bytes, mode: int) -> None:
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, mode)
        assert stat.S_IMODE(os.stat(path).st_mode) == mode

    def test_certificate_file(self) -> None:
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"no certificate")
            file.flush()
            with self.assertRaisesRegex(navbus.SettingsError, "cannot be read as a certificate"):
                self.broker(tls=True, caFile=file.name).tls_context()


class CommandHandlerTests(unittest.TestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.requests: List[Any] = []
        self.reports: List[Any] = []
        context = navbus.Context(send_report=self.reports.append, send_request=self.requests.append)
        self.handler = CommandHandler(context, TOPICS, self.clock)

    def press(self, name: str = "repeat", payload: bytes = b"PRESS", is_retained: bool = False) -> None:
        self.handler.handle(TOPICS.command(name), payload, is_retained)

    def test_requests(self) -> None:
        for name in ("mute", "unmute", "repeat", "stop"):
            self.press(name)
        kinds = [request.WhichOneof("request") for request in self.requests]
        self.assertEqual(["mute", "mute", "repeat_announcement", "stop"], kinds)
        self.assertEqual([True, False], [request.mute.is_muted for request in self.requests[:2]])
        self.assertEqual("main", self.requests[3].stop.session)

    def test_hostile_messages(self) -> None:
        for _ in range(3):
            self.press(is_retained=True)
            for payload in (b"", b"press", b"PRESS ", bytes(10_000), b"\xff"):
                self.press(payload=payload)
        self.handler.handle("navbus/main/command/other", b"PRESS", False)
        self.handler.handle("navbus/other/command/stop", b"PRESS", False)
        self.assertEqual(([], 2), (self.requests, len(self.reports)))
        self.assertEqual("15 other payload, 3 retained", self.handler.summary())

    def test_too_many(self) -> None:
        for _ in range(1000):
            self.press()
        self.assertEqual(5, len(self.requests))
        self.assertEqual(1, len(self.reports))
        self.clock.now += 2
        for _ in range(10):
            self.press()
        self.assertEqual(7, len(self.requests))
        self.assertEqual("1003 too many", self.handler.summary())
        self.clock.now += 3600
        for _ in range(10):
            self.press()
        self.assertEqual(12, len(self.requests))


class HealthTests(unittest.TestCase):
    def test_an_outage_is_reported_once(self) -> None:
        clock = Clock()
        reports: List[Any] = []
        health = Health(navbus.Context(send_report=reports.append), "host:1883", clock)

        def kinds() -> List[str]:
            return [navbus.name_of(events_pb2.ReportKind, report.kind) for report in reports]

        for _ in range(5):
            self.assertFalse(health.lost("Connection refused"))
        self.assertEqual(["warning"], kinds())
        # A broker that closes each connection after a moment.
        for _ in range(5):
            clock.now += 5
            health.connected()
            health.lost("the connection was lost")
        self.assertEqual(["warning", "note"], kinds())
        health.lost("bad user name or password", is_refusal=True)
        self.assertEqual(2, kinds().count("warning"))
        health.connected()
        clock.now += STABLE_SECONDS
        self.assertTrue(health.lost("the connection was lost"))
        self.assertEqual(3, kinds().count("warning"))


class OutboxTests(unittest.TestCase):
    def test_the_newest_value_of_each_topic(self) -> None:
        outbox = Outbox()
        for number in range(1000):
            outbox.put("a", str(number).encode())
            outbox.put("b", b"same")
        self.assertEqual([("a", b"999"), ("b", b"same"), None], [outbox.take() for _ in range(3)])
        outbox.repeat_all()
        self.assertEqual([("a", b"999"), ("b", b"same"), None], [outbox.take() for _ in range(3)])


class Server:
    """Accepts connections, answers, and never reads or closes."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.peers: List[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            self.peers.append(peer)
            peer.sendall(self._answer)

    def close(self) -> None:
        self._listener.close()
        for peer in self.peers:
            peer.close()


# CONNACK of MQTT 5: accepted, without properties; of MQTT 3.1.1: another version is wanted.
ACCEPTED, OTHER_VERSION = b"\x20\x03\x00\x00\x00", b"\x20\x02\x00\x01"


class ConnectionTests(unittest.TestCase):
    def setUp(self) -> None:
        self.reports: List[Any] = []
        for module, name, value in (
            (connection, "CONNECT_TIMEOUT", 0.4),
            (connection, "WRITE_TIMEOUT", 0.4),
            (link_module, "MIN_DELAY", 0.05),
            (link_module, "MAX_DELAY", 0.1),
        ):
            patch = mock.patch.object(module, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def link(self, port: int, outbox: Outbox, **settings: Any) -> Link:
        context = navbus.Context(send_report=self.reports.append)
        broker = Broker.from_settings(navbus.Settings(host="127.0.0.1", port=port, **settings))
        link = Link(context, broker, TOPICS, outbox)
        link.start()
        self.addCleanup(link.stop)
        return link

    def server(self, answer: bytes) -> Server:
        server = Server(answer)
        self.addCleanup(server.close)
        return server

    def outage(self, answer: bytes, **settings: Any) -> Tuple[str, Server]:
        """The report about a server, after the third attempt."""
        server = self.server(answer)
        self.link(server.port, Outbox(), **settings)
        self.assertTrue(wait_for(lambda: len(server.peers) > 2), f"{len(server.peers)} attempts, {self.reports}")
        warnings = [report.text for report in self.reports if report.kind == events_pb2.REPORT_KIND_WARNING]
        self.assertEqual(1, len(warnings), warnings)
        return warnings[0], server

    def test_no_answer(self) -> None:
        self.assertIn("it accepts the connection, but does not answer", self.outage(b"")[0])

    def test_servers_that_are_no_brokers(self) -> None:
        for answer in (b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 400 Bad Request\r\n\r\n", bytes(100), b"\xff" * 100):
            with self.subTest(answer):
                self.reports.clear()
                self.outage(answer)

    def test_broker_without_mqtt_5(self) -> None:
        self.assertIn("unsupported protocol version", self.outage(OTHER_VERSION)[0])

    def test_server_without_tls(self) -> None:
        self.outage(b"HTTP/1.1 400 Bad Request\r\n\r\n", tls=True)

    def test_malformed_packets_after_the_connection(self) -> None:
        for packet in (b"\x30\x05\x00\xffabc", b"\x30\x04\x00\x01a\xff", b"\x90\x01\x00", b"\xf0\x00"):
            with self.subTest(packet):
                self.reports.clear()
                self.outage(ACCEPTED + packet)

    def test_broker_that_accepts_no_data(self) -> None:
        server = self.server(ACCEPTED)
        outbox = Outbox()
        outbox.put("first", b"1")
        link = self.link(server.port, outbox)
        self.assertTrue(wait_for(lambda: outbox.take() is None and server.peers))
        # Much more than the buffers of the kernel; the queue keeps one value of each topic.
        for number in range(200):
            outbox.put(f"topic {number % 4}", bytes([number]) * 1_000_000)
            link.wake()
        text = wait_for(lambda: [report.text for report in self.reports if "accepts no data" in report.text])
        self.assertTrue(text, self.reports)
        self.assertTrue(wait_for(lambda: len(server.peers) > 1), "it connects again")

    def test_limit_for_packets_is_in_the_first_packet(self) -> None:
        server = self.server(b"")
        self.link(server.port, Outbox())
        self.assertTrue(wait_for(lambda: server.peers))
        data = server.peers[0].recv(1000)
        self.assertIn(b"\x27" + MAX_PACKET_BYTES.to_bytes(4, "big"), data, "the property Maximum Packet Size")
        self.assertIn(b"navbus/main/status\x00\x07offline", data, "the last will")

    def test_end_while_nothing_answers(self) -> None:
        link = self.link(free_port(), Outbox())
        self.assertTrue(wait_for(lambda: self.reports))
        link.stop()
        self.assertFalse(link._thread.is_alive())


if __name__ == "__main__":
    unittest.main()
