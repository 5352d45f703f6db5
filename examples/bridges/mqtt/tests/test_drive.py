"""The bridge on a real bus and a real broker, along the first drive."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from datetime import datetime, timedelta
from typing import Any, List

from testing import PATIENCE, Drive, Program, free_port, wait_for
from tests.support import Broker, Peer


class BridgeTest(unittest.TestCase):
    """Ends what a test has started, also after a failure."""

    def broker(self, *lines: str) -> Broker:
        broker = Broker(*lines)
        self.addCleanup(broker.close)
        return broker

    def peer(self, broker: Broker, **options: str) -> Peer:
        peer = Peer(broker, **options)
        self.addCleanup(peer.close)
        return peer

    def drive(self, settings: str, speed: float = 2, python: str = sys.executable, silent_seconds: float = PATIENCE) -> Drive:
        """Starts a drive; most tests need only its beginning."""
        drive = Drive("mqtt", python)
        self.addCleanup(drive.close)
        drive.start(speed, settings, silent_seconds=silent_seconds)
        return drive

    def witness(self, drive: Drive) -> Program:
        self.assertTrue(drive.run.says("navigation started"), drive.run.text)
        witness = drive.witness()
        self.assertTrue(witness.says("ready"), witness.text)
        return witness

    def press(self, peer: Peer, name: str, witness: Program) -> None:
        """Presses a button, when the bus forwards commands: after the first heartbeat of the witness."""
        self.assertTrue(witness.says("heartbeat"), witness.text)
        peer.publish(f"navbus/main/command/{name}", b"PRESS")

    def wait(self, condition: Any, what: str, *programs: Program) -> None:
        self.assertTrue(wait_for(condition), what + "".join(f"\n{program.text}" for program in programs))


def settings(broker: Broker, *lines: str) -> str:
    return "\n".join([f'host = "127.0.0.1"\nport = {broker.port}', *lines])


class DriveTests(BridgeTest):
    def test_topics_along_the_drive(self) -> None:
        broker = self.broker()
        peer = self.peer(broker)
        drive = Drive("mqtt")
        self.addCleanup(drive.close)
        section = f'[signs]\nfolder = "{drive.folder}/signs"\n'
        drive.start_held(60, settings(broker, "positionSeconds = 0.1"), ["signs"], section)
        self.wait(lambda: peer.last("status") == b"online", "online", drive.run)
        drive.release()
        self.wait(lambda: "arrived" in peer.states(), "no arrival", drive.run)
        self.wait(lambda: peer.last("sign") and b"path" not in peer.last("sign"), "the sign stays", drive.run)

        self.assertEqual(["idle", "enroute", "arrived"], [state for state in peer.states() if state != "rerouting"])
        guidance = [message.json for message in peer.all("guidance")]
        enroute = [state for state in guidance if state["state"] == "enroute"]
        self.assertEqual(("turn right", "Kurpfalzring"), (enroute[0]["maneuver"], enroute[0]["road"]))
        self.assertEqual(("destination right", "Am Hackteufel"), (enroute[-1]["maneuver"], enroute[-1]["road"]))
        turns = [state["maneuver"] for state in enroute]
        changes = sum(turn != before for turn, before in zip(turns, turns[1:]))
        self.assertGreaterEqual(changes, 9, "each change of the maneuver is published")
        remaining = [state["distance_to_destination_kilometers"] for state in enroute]
        self.assertEqual((8.0, sorted(remaining, reverse=True)), (remaining[0], remaining))
        self.assertLess(remaining[-1], 0.3)
        self.assertGreater(min(state["distance_to_maneuver_meters"] for state in enroute), -1)
        arrivals = [datetime.fromisoformat(state["arrival"]) for state in enroute]
        end = datetime.fromisoformat(peer.all("position")[-1].json["time"])
        self.assertLess(abs(arrivals[-1] - end), timedelta(minutes=1))
        self.assertEqual({None}, {value for key, value in guidance[-1].items() if key != "state"})

        positions = [message.json for message in peer.all("position")]
        self.assertGreater(len(positions), 20)
        self.assertLess(len(positions), 150, "fewer than the 785 fixes")
        self.assertAlmostEqual(49.4084, positions[0]["latitude"], 3)
        self.assertAlmostEqual(8.6418, positions[0]["longitude"], 3)
        self.assertEqual({float}, {type(position["gps_accuracy"]) for position in positions})
        speeds = [position["speed_kilometers_per_hour"] for position in positions]
        self.assertTrue(50 < max(speeds) < 130, max(speeds))

        signs = {message.payload for message in peer.all("sign")}
        self.assertGreater(len(signs), 8)
        self.assertTrue(all(sign.startswith(b"<svg") for sign in signs))

        # Retained: a late peer gets the newest value of each topic.
        late = self.peer(broker)
        self.wait(lambda: len(late.messages) >= 5, f"{[message.topic for message in late.messages]}")
        topics = {message.topic: message for message in reversed(late.messages)}
        names = ["guidance", "position", "sign", "status"]
        self.assertEqual(
            {"homeassistant/device/navbus_main/config", *(f"navbus/main/{name}" for name in names)}, set(topics)
        )
        self.assertTrue(all(message.is_retained for message in topics.values()))
        self.assertEqual(0, drive.run.end())
        self.wait(lambda: late.last("status") == b"offline", "offline at the end", drive.run)
        self.assertEqual([b"online", b"offline"], [message.payload for message in peer.all("status")])
        self.assertNotIn("warning", drive.run.text)

    def test_paho_of_debian(self) -> None:
        broker = self.broker()
        peer = self.peer(broker)
        drive = self.drive(settings(broker), python="/usr/bin/python3")
        witness = self.witness(drive)
        self.wait(lambda: peer.last("status") == b"online" and "enroute" in peer.states(), "online", drive.run)
        version = subprocess.run(
            [f"/proc/{drive.process_of('mqtt.py')}/exe", "-c", "import paho.mqtt; print(paho.mqtt.__version__)"],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        self.assertRegex(version.stdout, r"^1\.6\.")
        self.press(peer, "mute", witness)
        self.assertTrue(witness.says("command mute muted=True"), witness.text + drive.run.text)
        broker.stop()
        self.assertTrue(drive.run.says("no connection to the MQTT broker"), drive.run.text)
        peer.messages.clear()
        broker.start()
        self.wait(lambda: peer.last("status") == b"online", "online again", drive.run)
        self.assertEqual(0, drive.run.end())
        self.wait(lambda: peer.last("status") == b"offline", "offline", drive.run)

    def test_last_will_and_restart_of_the_bridge(self) -> None:
        broker = self.broker()
        peer = self.peer(broker)
        drive = self.drive(settings(broker))
        self.wait(lambda: peer.last("status") == b"online" and "enroute" in peer.states(), "online", drive.run)
        first = drive.process_of("mqtt.py")
        os.kill(first, signal.SIGKILL)
        self.wait(lambda: peer.last("status") == b"offline", "the last will", drive.run)
        self.wait(lambda: peer.last("status") == b"online", "online again", drive.run)
        self.assertNotIn(drive.process_of("mqtt.py"), (0, first))
        self.wait(lambda: b"enroute" in peer.last("guidance"), "the present state", drive.run)
        self.assertEqual(0, drive.run.end())

    def test_restart_of_the_broker(self) -> None:
        broker = self.broker()
        peer = self.peer(broker)
        drive = self.drive(settings(broker, "positionSeconds = 0.5"))
        self.wait(lambda: "enroute" in peer.states(), "guidance", drive.run)
        bridge = drive.process_of("mqtt.py")
        broker.stop()
        self.assertTrue(drive.run.says("no connection to the MQTT broker"), drive.run.text)
        time.sleep(1.5)  # More attempts, without another report.
        peer.messages.clear()
        broker.start()
        self.wait(lambda: peer.last("status") == b"online", "online again", drive.run)
        for topic in ("guidance", "position"):
            self.wait(lambda: peer.last(topic), f"{topic} again", drive.run)
        self.assertIn("homeassistant/device/navbus_main/config", [message.topic for message in peer.messages])
        self.assertEqual(bridge, drive.process_of("mqtt.py"))
        self.assertEqual(0, drive.run.end())
        self.assertEqual(1, drive.run.text.count("no connection to the MQTT broker"), drive.run.text)

    def test_broker_that_hangs(self) -> None:
        broker = self.broker()
        peer = self.peer(broker)
        drive = self.drive(settings(broker, "positionSeconds = 0.5", "keepAliveSeconds = 2"), silent_seconds=3)
        self.wait(lambda: "enroute" in peer.states(), "guidance", drive.run)
        bridge = drive.process_of("mqtt.py")
        broker.process.send_signal(signal.SIGSTOP)
        self.assertTrue(drive.run.says("no connection to the MQTT broker"), drive.run.text)
        broker.process.send_signal(signal.SIGCONT)
        self.wait(lambda: peer.last("status") == b"offline", "the last will", drive.run)
        self.wait(lambda: peer.last("status") == b"online", "online again", drive.run)
        self.assertEqual(bridge, drive.process_of("mqtt.py"), "the launcher did not restart the bridge")
        self.assertEqual(1, drive.run.text.count("no connection to the MQTT broker"), drive.run.text)

    def test_no_broker(self) -> None:
        drive = self.drive(f'host = "127.0.0.1"\nport = {free_port()}', speed=300)
        self.assertTrue(drive.run.says("navigation stopped: destination reached"), drive.run.text)
        start = time.monotonic()
        self.assertEqual(0, drive.run.end())
        self.assertLess(time.monotonic() - start, 5)
        self.assertEqual(1, drive.run.text.count("no connection to the MQTT broker"), drive.run.text)
        self.assertIn("Connection refused", drive.run.text)

    def test_wrong_settings(self) -> None:
        for lines, sentence in [
            ('host = "a b"', 'failed to use the setting "host": "a b" is no host name or address'),
            ('tls = true\ncaFile = "/nowhere"', "/nowhere cannot be read as a certificate: No such file"),
        ]:
            with self.subTest(lines):
                drive = self.drive(lines)
                self.assertTrue(drive.run.says(sentence), drive.run.text)
                self.assertTrue(drive.run.says("exit code 78"), drive.run.text)
                self.assertEqual(0, drive.run.end(), "the drive continues without the bridge")
                self.assertNotIn("Traceback", drive.run.text)


class DoctorTests(BridgeTest):
    def test_a_broker_that_is_absent_is_a_fault_with_a_remedy(self) -> None:
        drive = Drive("mqtt")
        self.addCleanup(drive.close)
        port = free_port()
        lines = drive.doctor(f'host = "127.0.0.1"\nport = {port}')
        self.assertIn(f"fault   mqtt: broker: no connection to 127.0.0.1:{port}: Connection refused", lines)
        after = lines[lines.index(f"fault   mqtt: broker: no connection to 127.0.0.1:{port}: Connection refused") + 1]
        self.assertIn("set host and port in the section [mqtt]", after)

    def test_a_broker_that_accepts_connections_is_reported(self) -> None:
        broker = self.broker()
        drive = Drive("mqtt")
        self.addCleanup(drive.close)
        self.assertIn(f"ok      mqtt: broker: 127.0.0.1:{broker.port} accepts connections", drive.doctor(settings(broker)))


class CommandTests(BridgeTest):
    def test_buttons(self) -> None:
        broker = self.broker()
        peer = self.peer(broker)
        drive = self.drive(settings(broker))
        witness = self.witness(drive)
        self.wait(lambda: peer.last("status") == b"online", "online", drive.run)
        self.press(peer, "mute", witness)
        self.assertTrue(witness.says("command mute muted=True"), witness.text + drive.run.text)
        peer.publish("navbus/main/command/repeat", b"PRESS")
        self.assertTrue(witness.says("command repeat_announcement muted=True"), witness.text + drive.run.text)
        peer.publish("navbus/main/command/unmute", b"PRESS")
        self.assertTrue(witness.says("command mute muted=False"), witness.text + drive.run.text)
        peer.publish("navbus/main/command/stop", b"PRESS")
        self.wait(lambda: peer.states()[-1] == "idle", "stopped", drive.run)
        self.assertNotIn("warning", drive.run.text)

    def test_hostile_commands(self) -> None:
        broker = self.broker()
        peer = self.peer(broker)
        peer.publish("navbus/main/command/mute", b"PRESS", is_retained=True)
        drive = self.drive(settings(broker))
        witness = self.witness(drive)
        self.wait(lambda: peer.last("status") == b"online", "online", drive.run)
        self.assertTrue(drive.run.says("ignored a command: the message on navbus/main/command/mute is retained"))
        bridge = drive.process_of("mqtt.py")
        self.assertTrue(witness.says("heartbeat"), witness.text)

        # Larger than the bridge accepts: the broker keeps it.
        peer.publish("navbus/main/command/mute", bytes(2_000_000))
        # A retained one that is published now.
        peer.publish("navbus/main/command/mute", b"PRESS", is_retained=True)
        for payload in (b"", b"\xff\xfe\0", b'{"a":1}', b"press", b"PRESS" * 100):
            peer.publish("navbus/main/command/mute", payload)
        peer.publish("navbus/main/command/nothing", b"PRESS")
        peer.publish("navbus/main/command/../../x", b"PRESS")
        start = time.monotonic()
        for _ in range(300):
            peer.publish("navbus/main/command/repeat", b"PRESS")
        self.assertTrue(drive.run.says("is one of more than 1 a second"), drive.run.text)
        seconds = time.monotonic() - start
        time.sleep(1.5)  # One more command is permitted.
        peer.publish("navbus/main/command/unmute", b"PRESS")
        self.assertTrue(witness.says("command mute muted=False"), witness.text + drive.run.text)

        self.assertNotIn("muted=True", witness.text)
        self.assertTrue(1 <= witness.text.count("repeat") <= 6 + seconds, witness.text)
        self.assertEqual(bridge, drive.process_of("mqtt.py"), "the same process")
        self.assertEqual(0, drive.run.end())
        self.assertEqual(3, drive.run.text.count("ignored a command:"), drive.run.text)

    def test_retained_command_after_the_broker_restarts(self) -> None:
        broker = self.broker()
        peer = self.peer(broker)
        drive = self.drive(settings(broker))
        witness = self.witness(drive)
        self.wait(lambda: peer.last("status") == b"online", "online", drive.run)
        broker.stop()
        broker.start()
        # The bridge may connect before or after this: both orders must be harmless.
        self.peer(broker).publish("navbus/main/command/mute", b"PRESS", is_retained=True)
        self.assertTrue(drive.run.says("is retained"), drive.run.text)
        self.assertNotIn("muted=True", witness.text)


class SecureBrokerTests(BridgeTest):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="navbus-mqtt-")
        self.addCleanup(folder.cleanup)
        self.ca, certificate, key = _certificates(folder.name)
        passwords = os.path.join(folder.name, "passwords")
        subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, "car", "secret word"], check=True)
        self.secure_broker = self.broker(
            "allow_anonymous false", f"password_file {passwords}", f"certfile {certificate}", f"keyfile {key}"
        )
        self.password_file = os.path.join(folder.name, "password")
        self._write_password("secret word")

    def _write_password(self, password: str) -> None:
        with open(os.open(self.password_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(f"{password}\n")

    def _settings(self) -> str:
        return (
            f'host = "localhost"\nport = {self.secure_broker.port}\ntls = true\ncaFile = "{self.ca}"\nuser = "car"\n'
            f'passwordFile = "{self.password_file}"'
        )

    def test_tls_and_password(self) -> None:
        peer = self.peer(self.secure_broker, user="car", password="secret word", ca_file=self.ca)
        drive = self.drive(self._settings())
        self.wait(lambda: peer.last("status") == b"online" and "enroute" in peer.states(), "online", drive.run)
        self.assertEqual(0, drive.run.end())
        self.wait(lambda: peer.last("status") == b"offline", "offline", drive.run)
        self.assertNotIn("warning", drive.run.text)
        self.assertNotIn(b"secret", b"".join(message.payload for message in peer.messages))

    def test_wrong_password(self) -> None:
        self._write_password("guess")
        drive = self.drive(self._settings())
        self.assertTrue(drive.run.says("it refuses the connection: not authorized"), drive.run.text)
        time.sleep(1.5)  # More attempts, without another report.
        self.assertEqual(0, drive.run.end())
        self.assertEqual(1, drive.run.text.count("no connection to the MQTT broker"), drive.run.text)
        self.assertNotIn("guess", drive.run.text)

    def test_unknown_authority(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            other, _, _ = _certificates(folder)
            drive = self.drive(self._settings().replace(self.ca, other))
            self.assertTrue(drive.run.says("certificate"), drive.run.text)
            self.assertEqual(0, drive.run.end())
            self.assertEqual(1, drive.run.text.count("no connection to the MQTT broker"), drive.run.text)


def _certificates(folder: str) -> List[str]:
    """An authority, and a certificate of localhost with its key, in files."""
    ca, ca_key = os.path.join(folder, "ca.pem"), os.path.join(folder, "ca.key")
    request, certificate, key = (os.path.join(folder, name) for name in ("server.csr", "server.pem", "server.key"))
    new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = os.path.join(folder, "names")
    with open(names, "w") as file:
        file.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    for command in (
        ["req", "-x509", *new_key, "-keyout", ca_key, "-out", ca, "-days", "2", "-subj", "/CN=navbus test"],
        ["req", *new_key, "-keyout", key, "-out", request, "-subj", "/CN=localhost"],
        ["x509", "-req", "-in", request, "-CA", ca, "-CAkey", ca_key, "-CAcreateserial", "-out", certificate]
        + ["-days", "2", "-extfile", names],
    ):
        subprocess.run(["openssl", *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return [ca, certificate, key]
