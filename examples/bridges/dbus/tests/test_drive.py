"""The bridge on a real drive, with a real D-Bus daemon; busctl and dbus-fast are the clients."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as ElementTree
from typing import Any, Dict, List, Tuple
from unittest import mock

import navbus
from caller_limits import CALLS
from dbus import DBusBridge
from dbus_fast import Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus
from guidance_properties import no_values
from interface import FILE
from testing import wait_for
from tests.drive import Drive
from tests.private_bus import NAME, PATH, Monitor, PrivateBus

PROPERTIES = "org.freedesktop.DBus.Properties"
# The properties that the test computes from the events of the tap.
COMPARED = (
    "State",
    "StreetName",
    "NextManeuver",
    "NextManeuverRoadName",
    "NextManeuverDistanceMeters",
    "FollowingManeuver",
    "Lanes",
    "DestinationDistanceMeters",
    "SpeedMetersPerSecond",
    "SpeedLimitMetersPerSecond",
    "IsInTunnel",
    "ArrivalTimeUnixSeconds",
)


def member(name: str, prefix: str) -> str:
    """A member of an enumeration in the JSON of the tap, as D-Bus has it."""
    return name[len(prefix) + 1 :].lower()


def expected(info: Dict[str, Any]) -> Dict[str, Any]:
    """The values that an event of the tap must have on D-Bus."""
    step, following = info.get("currentStep", {}), info.get("nextStep", {})
    limit = info.get("speedLimit")
    lanes = [
        [[member(one["shape"], "LANE_SHAPE"), one.get("isRecommended", False)] for one in lane["directions"]]
        for lane in step.get("lanes", [])
    ]
    values = {
        "State": member(info["state"], "NAVIGATION_STATE"),
        "StreetName": info.get("currentStreetName", ""),
        "NextManeuver": member(step["maneuver"], "MANEUVER") if step else "",
        "NextManeuverRoadName": step.get("simpleRoadName", ""),
        "NextManeuverDistanceMeters": info["toManeuver"].get("distanceMeters", 0) if "toManeuver" in info else None,
        "FollowingManeuver": member(following["maneuver"], "MANEUVER") if following else "",
        "Lanes": lanes,
        "DestinationDistanceMeters": info["toDestination"].get("distanceMeters", 0),
        "SpeedMetersPerSecond": info["fix"].get("speedMetersPerSecond"),
        "SpeedLimitMetersPerSecond": limit.get("metersPerSecond") if limit else None,
        "IsInTunnel": info.get("isInTunnel", False),
        "ArrivalTimeUnixSeconds": round(
            int(info["fix"]["timeNanoseconds"]) / 1e9 + info["toDestination"].get("durationSeconds", 0)
        ),
    }
    return {name: value for name, value in values.items() if value is not None}


def position_of(info: Dict[str, Any]) -> Tuple[float, float]:
    position = info["fix"]["smoothedPosition"]
    return position["latitudeDegrees"], position["longitudeDegrees"]


class WholeDriveTests(unittest.TestCase):
    """The drive from its start to its end, compared with the events of the tap."""

    def setUp(self) -> None:
        self.drive = Drive()
        self.addCleanup(self.drive.close)
        self.drive.dbus.start()
        self.monitor = Monitor(self.drive.dbus)
        self.addCleanup(self.monitor.kill)

    def states(self) -> List[Dict[str, Any]]:
        """The values after each PropertiesChanged, without their types."""
        states: List[Dict[str, Any]] = []
        state: Dict[str, Any] = no_values("unknown")
        for interface, changed, invalidated in self.monitor.signals("PropertiesChanged"):
            self.assertEqual(interface, NAME)
            for name, value in changed.items():
                self.assertNotEqual(state.get(name), value["data"], f"{name} has not changed")
            state = {**state, **{name: value["data"] for name, value in changed.items()}}
            state = {name: value for name, value in state.items() if name not in invalidated}
            states.append(state)
        return states

    def test_properties_and_signals_are_those_of_the_events(self) -> None:
        self.drive.begin(speed=100, maxUpdatesPerSecond=50)
        self.assertEqual(self.drive.run.wait(), 0, self.drive.log)
        self.assertTrue(wait_for(lambda: self.monitor.signals("Stopped")))
        events = self.drive.events("navigation")
        by_position: Dict[Tuple[float, float], List[Dict[str, Any]]] = {}
        for info in events[:-1]:
            by_position.setdefault(position_of(info), []).append(expected(info))
        compared = 0
        for state in self.states():
            if state.get("State") == "stopped":
                continue
            candidates = by_position[tuple(state["PositionDegrees"])]
            self.assertIn({name: state[name] for name in COMPARED if name in state}, candidates)
            compared += 1
        self.assertGreater(compared, 100)
        self.assertEqual(self.monitor.signals("Announced"), self.announcements(events))
        route = self.drive.events("navigationStarted")[0]
        started = [route["id"], "requested", route["distanceMeters"], route["durationSeconds"]]
        self.assertEqual(self.monitor.signals("Started"), [started])
        self.assertEqual(self.monitor.signals("Stopped"), [["destination_reached"]])
        self.assertEqual(self.drive.reports("WARNING"), [])

    @staticmethod
    def announcements(events: List[Dict[str, Any]]) -> List[List[Any]]:
        """Each cue of the events, once for each stage, as the signal has it."""
        announced: List[List[Any]] = []
        last = None
        for info in events:
            cue = info.get("cue")
            if cue is None or (cue["identity"], cue["stage"]) == last:
                continue
            last = (cue["identity"], cue["stage"])
            steps = [info.get("currentStep"), *info.get("remainingSteps", [])]
            step = next(step for step in steps if step and step.get("number", 0) == cue.get("stepNumber", 0))
            maneuver = member(step["maneuver"], "MANEUVER")
            stage, subject = member(cue["stage"], "CUE_STAGE"), member(cue["subject"], "CUE_SUBJECT")
            announced.append([stage, maneuver, subject, cue.get("distanceMeters", 0)])
        return announced

    def test_changes_are_published_at_the_permitted_rate_and_the_last_one_is_not_lost(self) -> None:
        self.drive.begin(speed=100, maxUpdatesPerSecond=3)
        self.assertEqual(self.drive.run.wait(), 0, self.drive.log)
        self.assertTrue(wait_for(lambda: self.monitor.signals("Stopped")))
        times = [event["read_at"] for event in self.monitor.events if event.get("member") == "PropertiesChanged"]
        self.assertGreater(len(times), 9)
        for first, fourth in zip(times, times[3:]):
            # The times are those of this process, which may read two of them late.
            self.assertGreater(fourth - first, 0.8)


class RunningDriveTests(unittest.TestCase):
    """Calls of other programs, good and hostile, during a drive."""

    drive: Drive
    dbus: PrivateBus

    @classmethod
    def setUpClass(cls) -> None:
        cls.drive = Drive()
        cls.addClassCleanup(cls.drive.close)
        cls.drive.dbus.start()
        cls.drive.begin(speed=4)
        assert cls.drive.is_guiding(), cls.drive.log
        cls.dbus = cls.drive.dbus

    def assert_error(self, name: str, *arguments: str, path: str = PATH) -> None:
        """A call must fail with this D-Bus error."""
        self.assertEqual(self.error(*arguments, path=path), name, arguments)

    def error(self, *arguments: str, path: str = PATH) -> str:
        """The name of the D-Bus error of a call; busctl prints only its text."""
        interface, method, *rest = arguments
        signature, values = (rest[0], rest[1:]) if rest else ("", [])
        body: List[Any] = [int(value) if letter in "iu" else value for letter, value in zip(signature, values)]
        if signature.endswith("v"):
            body[-1] = Variant("d", 1.0)
        if signature == "b":
            body = [True]
        reply = asyncio.run(self.ask(Message(NAME, path, interface, method, signature=signature, body=body)))
        return reply.error_name or ""

    async def ask(self, message: Message) -> Message:
        bus = await MessageBus(bus_address=self.dbus.address).connect()
        try:
            return await asyncio.wait_for(bus.call(message), 20)
        finally:
            bus.disconnect()

    def test_the_introspection_is_that_of_the_file_and_the_values_have_its_types(self) -> None:
        answer = self.dbus.call("org.freedesktop.DBus.Introspectable", "Introspect")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        node = ElementTree.fromstring(json.loads(answer.stdout)["data"][0])
        interfaces = {interface.get("name"): interface for interface in node.findall("interface")}
        in_file = ElementTree.parse(FILE).getroot().find("interface")
        assert in_file is not None
        self.assertEqual(self.shape(interfaces[NAME]), self.shape(in_file))
        self.assertEqual(len(interfaces), 4)
        types = {each.get("name"): each.get("type") for each in in_file.iter("property")}
        values = self.dbus.properties()
        self.assertGreater(len(values), 25)
        for name, value in values.items():
            self.assertEqual(value["type"], types[name], name)

    def shape(self, element: ElementTree.Element) -> Any:
        return element.tag, sorted(element.attrib.items()), [self.shape(child) for child in element]

    def test_the_object_is_found_from_the_root(self) -> None:
        path = "/"
        for child in ("org", "navbus", "Navigation1", "main"):
            answer = self.dbus.call("org.freedesktop.DBus.Introspectable", "Introspect", path=path)
            self.assertIn(f'name=\\"{child}\\"', answer.stdout)
            path = f"{path.rstrip('/')}/{child}"
        command = ["busctl", "--address", self.dbus.address, "introspect", NAME, PATH, "--no-pager"]
        shown = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout
        self.assertRegex(shown, r"\.NextManeuverDistanceMeters +property +d +[0-9.]+ +emits-change")

    def test_commands_of_dbus_reach_the_bus_and_its_answer_returns(self) -> None:
        # The bridge itself carries out no commands.
        answer = self.dbus.call(NAME, "Mute", "b", "true")
        self.assertIn("no control in session", answer.stderr)
        self.assert_error("org.navbus.Error.Refused", NAME, "Repeat")
        self.drive.witness()
        self.assertTrue(wait_for(lambda: self.dbus.call(NAME, "Mute", "b", "true").returncode == 0))
        self.assertTrue(wait_for(lambda: self.dbus.value("IsMuted") is True))
        self.assertEqual(self.dbus.call(NAME, "Repeat").returncode, 0)
        self.assertEqual(self.dbus.call(NAME, "Mute", "b", "false").returncode, 0)
        self.assertTrue(wait_for(lambda: self.dbus.value("IsMuted") is False))
        commands = self.drive.events("command")
        self.assertEqual([command.get("mute") for command in commands if "mute" in command], [True, False])
        self.assertEqual(sum("repeatAnnouncement" in command for command in commands), 1)

    def test_wrong_calls_are_answered_with_errors(self) -> None:
        error = "org.freedesktop.DBus.Error."
        self.assert_error(error + "UnknownMethod", NAME, "Explode")
        self.assert_error(error + "UnknownMethod", PROPERTIES, "Delete", "s", "State")
        self.assert_error(error + "UnknownInterface", "org.navbus.Other", "Mute")
        self.assert_error(error + "UnknownObject", NAME, "Stop", path=PATH + "/x")
        self.assert_error(error + "UnknownMethod", NAME, "Stop", path="/org/navbus")
        self.assert_error(error + "InvalidArgs", NAME, "Mute")
        self.assert_error(error + "InvalidArgs", NAME, "Mute", "s", "yes")
        self.assert_error(error + "InvalidArgs", NAME, "Stop", "s", "now")
        self.assert_error(error + "InvalidArgs", PROPERTIES, "Get", "s", "State")
        self.assert_error(error + "UnknownProperty", PROPERTIES, "Get", "ss", NAME, "x" * 60_000 + "\x1b[2J")
        self.assert_error(error + "UnknownInterface", PROPERTIES, "GetAll", "s", "org.navbus.Other")
        self.assert_error(error + "PropertyReadOnly", PROPERTIES, "Set", "ssv", NAME, "SpeedMetersPerSecond", "")
        self.assert_error(error + "UnknownProperty", PROPERTIES, "Set", "ssv", NAME, "Speed", "")
        self.assert_error("org.navbus.Error.Unknown", PROPERTIES, "Get", "ss", NAME, "NextManeuverRoundaboutExit")
        self.assertEqual(self.dbus.value("State"), "enroute")

    def test_a_flood_is_limited_and_hurts_nothing_else(self) -> None:
        before = len(self.drive.events("gps"))
        monitor = Monitor(self.dbus)
        self.addCleanup(monitor.kill)
        self.assertTrue(wait_for(lambda: monitor.signals("PropertiesChanged")))
        changes = len(monitor.signals("PropertiesChanged"))
        start = time.monotonic()
        replies = asyncio.run(self.floods(2, 1600))
        # Changes are published during the flood, at a rate of up to 4 a second.
        seconds = time.monotonic() - start
        self.assertGreater(len(monitor.signals("PropertiesChanged")) - changes, seconds)
        names = [reply.error_name for reply in replies if reply.message_type is MessageType.ERROR]
        self.assertEqual(set(names), {"org.freedesktop.DBus.Error.LimitsExceeded"})
        self.assertGreaterEqual(len(replies) - len(names), 2 * CALLS.burst)
        self.assertLess(len(replies) - len(names), 2 * (CALLS.burst + CALLS.per_second * seconds) + 1)
        # Another program is still answered, the drive continues, and the process is the same.
        self.assertEqual(self.dbus.value("State"), "enroute")
        self.assertTrue(wait_for(lambda: len(self.drive.events("gps")) > before + 8))
        self.assertEqual(self.drive.reports("WARNING"), [])
        self.assertEqual(len(self.drive.reports("READY")), 1)
        limited = asyncio.run(self.commands(20))
        self.assertGreaterEqual(limited.count("org.freedesktop.DBus.Error.LimitsExceeded"), 14)

    async def floods(self, clients: int, count: int) -> List[Message]:
        """Floods of several programs at the same time."""
        replies = await asyncio.gather(*(self.flood(count) for _ in range(clients)))
        return [reply for of_client in replies for reply in of_client]

    async def flood(self, count: int) -> List[Message]:
        """Calls as fast as possible, also without waiting for replies, and one that no reply is wanted for."""
        bus = await MessageBus(bus_address=self.dbus.address).connect()
        silent = Message(NAME, PATH, NAME, "Explode", flags=MessageFlag.NO_REPLY_EXPECTED)
        await bus.send(silent)
        replies: List[Message] = []
        # The library of this client cannot wait while its socket is full.
        for _ in range(count // 200):
            calls = [bus.call(Message(NAME, PATH, PROPERTIES, "GetAll", signature="s", body=[NAME])) for _ in range(200)]
            replies += await asyncio.wait_for(asyncio.gather(*calls), 60)
        bus.disconnect()
        return replies

    async def commands(self, count: int) -> List[str]:
        bus = await MessageBus(bus_address=self.dbus.address).connect()
        calls = [bus.call(Message(NAME, PATH, NAME, "Repeat")) for _ in range(count)]
        replies = await asyncio.wait_for(asyncio.gather(*calls), 20)
        bus.disconnect()
        return [reply.error_name or "" for reply in replies]


class DoctorTests(unittest.TestCase):
    def test_the_doctor_reports_the_daemon(self) -> None:
        drive = Drive()
        self.addCleanup(drive.close)
        with mock.patch.dict(os.environ, DBUS_SESSION_BUS_ADDRESS=drive.dbus.address):
            absent = DBusBridge.doctor(navbus.Settings())
            drive.dbus.start()
            present = DBusBridge.doctor(navbus.Settings(bus="session"))
        self.assertIn("failed to connect to the D-Bus session bus", absent[0].text)
        self.assertEqual([finding.grade for finding in absent + present], ["fault", "fine"])


class DaemonTests(unittest.TestCase):
    """The daemon is missing, dies, hangs, or gives the name to another program."""

    def setUp(self) -> None:
        self.drive = Drive()
        self.addCleanup(self.drive.close)

    def wait_for_report(self, kind: str, text: str) -> None:
        self.assertTrue(wait_for(lambda: any(text in report for report in self.drive.reports(kind))), self.drive.log)

    def test_a_daemon_that_comes_late_dies_and_returns_is_reported_once_each_time(self) -> None:
        self.drive.begin(speed=4)
        self.wait_for_report("WARNING", "failed to use the D-Bus session bus")
        self.drive.dbus.start()
        self.assertTrue(self.drive.is_guiding(), self.drive.log)
        self.drive.dbus.kill()
        self.assertTrue(wait_for(lambda: len(self.drive.reports("WARNING")) == 2))
        before = len(self.drive.events("navigation"))
        self.assertTrue(wait_for(lambda: len(self.drive.events("navigation")) > before + 8), "the drive continues")
        self.drive.dbus.start()
        monitor = Monitor(self.drive.dbus)
        self.addCleanup(monitor.kill)
        self.assertTrue(self.drive.is_guiding(), self.drive.log)
        self.assertTrue(wait_for(lambda: monitor.signals("PropertiesChanged")))
        self.assertEqual(len(self.drive.reports("WARNING")), 2)
        self.assertTrue(wait_for(lambda: len(self.drive.reports("NOTE")) == 2), self.drive.reports("NOTE"))
        self.assertEqual(len(self.drive.reports("READY")), 1, "the process is the same")

    def test_a_daemon_that_hangs_delays_nothing(self) -> None:
        self.drive.dbus.start()
        self.drive.begin(speed=4, silent_seconds=3)
        self.assertTrue(self.drive.is_guiding(), self.drive.log)
        assert self.drive.dbus.daemon is not None
        self.drive.dbus.daemon.send_signal(signal.SIGSTOP)
        # The launcher restarts a control without heartbeats after a few seconds.
        time.sleep(4)
        self.drive.dbus.daemon.send_signal(signal.SIGCONT)
        self.assertTrue(self.drive.is_guiding(), self.drive.log)
        newest = position_of(self.drive.events("navigation")[-1])
        self.assertTrue(wait_for(lambda: tuple(self.drive.dbus.value("PositionDegrees") or ()) != newest))
        self.assertEqual(self.drive.reports("WARNING"), [])
        self.assertEqual(len(self.drive.reports("READY")), 1, "the process is the same")

    def test_a_name_of_another_program_is_reported_with_its_process_and_taken_over_later(self) -> None:
        self.drive.dbus.start()

        async def own_meanwhile() -> None:
            bus = await MessageBus(bus_address=self.drive.dbus.address).connect()
            await bus.request_name(NAME)
            self.drive.begin(speed=4)
            await asyncio.get_running_loop().run_in_executor(None, self.wait_for_report, "WARNING", "owns the name")
            bus.disconnect()

        asyncio.run(own_meanwhile())
        report = self.drive.reports("WARNING")[0]
        self.assertIn(f"another program of process {os.getpid()} owns the name {NAME}", report)
        self.assertIn('name = "org.navbus.Navigation1.second"', report)
        self.assertTrue(self.drive.is_guiding(), self.drive.log)
        self.wait_for_report("NOTE", "belongs to this bridge now")


if __name__ == "__main__":
    unittest.main()
