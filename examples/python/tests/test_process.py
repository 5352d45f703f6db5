"""Controls in processes of their own, on a fake bus."""

from __future__ import annotations

import shutil
import signal
import unittest
from typing import Sequence

from navbus.topics import ALL
from navbus.v1 import bus_pb2, events_pb2
from tests.fake_bus import FakeBus, folder_for_sockets, gps, navigation, started, stopped
from tests.process import HERE, KIT, ControlProcess

JOINED = ["make", "start"]


class ProcessTests(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = folder_for_sockets()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def bus(self, **settings: object) -> FakeBus:
        values = {}
        for key, value in settings.items():
            kind = {bool: "boolean", str: "text", float: "number"}[type(value)]
            values[key] = bus_pb2.SettingValue(**{kind: value})
        return FakeBus(self.folder, settings=values)

    def joined(self, bus: FakeBus, **variables: str) -> ControlProcess:
        control = ControlProcess(bus.endpoint, **variables)
        self.addCleanup(control.__exit__)
        self.assertTrue(control.waits_for("start"), control.errors)
        self.assertTrue(bus.wait(lambda: bus.reports), control.errors)
        return control

    def expect(self, control: ControlProcess, *lines: str, after: Sequence[str] = JOINED) -> None:
        control.wait(lambda: len(control.lines) >= len(lines) + len(after))
        self.assertEqual(control.lines, [*after, *lines], control.errors)

    # ---- Events

    def test_a_control_says_hello_receives_each_event_once_and_ends_cleanly_at_sigterm(self) -> None:
        with self.bus() as bus:
            control = self.joined(bus)
            self.assertEqual(bus.hellos[0].control, "witness")
            self.assertEqual(bus.hellos[0].process_id, control.process.pid)
            for event in (gps(1), started(), navigation(1), gps(2), navigation(2), stopped()):
                bus.publish(event)
            self.expect(control, "gps 1", "started a", "navigation 1", "gps 2", "navigation 2", "stopped")
            self.assertTrue(bus.wait(lambda: bus.heartbeats))
            control.process.send_signal(signal.SIGTERM)
            self.assertEqual(control.ends_with(), 0, control.errors)
            self.assertEqual(control.lines[-1], "stop")
            kinds = [report.kind for report in bus.reports]
            self.assertEqual(kinds, [events_pb2.REPORT_KIND_READY, events_pb2.REPORT_KIND_LEAVING])

    def test_a_late_joiner_receives_the_current_state_first(self) -> None:
        with self.bus() as bus:
            for event in (gps(1), started(), navigation(1), gps(2), navigation(2)):
                bus.publish(event)
            control = self.joined(bus)
            bus.publish(gps(3))
            self.expect(control, "started a", "gps 2", "navigation 2", "gps 3")

    def test_lost_events_are_fetched_and_delivered_in_order(self) -> None:
        with self.bus() as bus:
            control = self.joined(bus)
            bus.publish(gps(1))
            for number in (2, 3, 4):
                bus.publish(gps(number), is_lost=True)
                bus.publish(navigation(number), is_lost=True)
            bus.publish(gps(5))
            expected = ["gps 1", *(f"{kind} {n}" for n in (2, 3, 4) for kind in ("gps", "navigation")), "gps 5"]
            self.expect(control, *expected)
            self.assertTrue(bus.wait(lambda: bus.heartbeats[-1].repaired == 6), f"{bus.heartbeats[-1:]}")

    def test_the_heartbeat_of_the_bus_reveals_a_loss_at_the_end(self) -> None:
        with self.bus() as bus:
            control = self.joined(bus)
            bus.publish(gps(1))
            bus.publish(gps(2), is_lost=True)
            self.expect(control, "gps 1", "gps 2")

    def test_permanently_lost_events_are_reported_and_the_current_state_follows(self) -> None:
        with self.bus() as bus:
            control = self.joined(bus)
            bus.publish(started())
            bus.publish(navigation(1))
            self.assertTrue(control.waits_for("navigation 1"))
            bus.answer = lambda request: bus_pb2.Reply(
                **({"refused": bus_pb2.RequestError(text="gone")} if request.HasField("missed") else {})
            )
            for number in (2, 3):
                bus.publish(navigation(number), is_lost=True)
            bus.publish(navigation(4))
            self.expect(control, "started a", "navigation 1", "navigation 4")
            self.assertTrue(bus.wait(lambda: any("events were missed" in text for text in bus.report_texts())))

    def test_unknown_and_malformed_messages_are_harmless(self) -> None:
        with self.bus() as bus:
            control = self.joined(bus)
            bus.publish(gps(1))
            bus.send("onGPS/main", b"\xff\xff\xff")
            bus.send("onGPS/main", b"one", b"too many")
            bus.send("onGPS/main")
            bus.send("onGPS/mainly", b"of another session")
            # An event of a kind of a later version, on a known topic.
            later = events_pb2.Envelope.FromString(b"\xaa\x06\x03abc")
            bus.publish(later)
            newer = gps(3)
            newer.gps.MergeFromString(b"\x68\x63\xaa\x06\x03abc")
            bus.publish(newer)
            self.expect(control, "gps 1", "gps 3")
            self.assertTrue(bus.wait(lambda: any("could not be read" in text for text in bus.report_texts())))

    def test_while_missed_events_cannot_be_fetched_heartbeats_continue_and_then_the_events_follow_in_order(self) -> None:
        for refusal in (None, bus_pb2.RequestError(code=bus_pb2.REQUEST_ERROR_CODE_THROTTLED, text="slower")):
            with self.bus() as bus:
                control = self.joined(bus)
                bus.publish(gps(1))
                self.assertTrue(control.waits_for("gps 1"))
                answer = None if refusal is None else bus_pb2.Reply(refused=refusal)
                bus.answer = lambda request: answer if request.HasField("missed") else bus_pb2.Reply()
                bus.publish(gps(2), is_lost=True)
                number, heartbeats = 3, len(bus.heartbeats)
                while len(bus.heartbeats) < heartbeats + 4 and number < 400:
                    bus.publish(gps(number))
                    number += 1
                    bus.wait(lambda: len(bus.heartbeats) >= heartbeats + 4, 0.05)
                self.assertGreaterEqual(len(bus.heartbeats), heartbeats + 4, "heartbeats continue")
                self.assertNotIn("gps 3", control.lines)
                bus.answer = None
                self.expect(control, *(f"gps {n}" for n in range(1, number)))

    def test_a_snapshot_that_takes_long_is_awaited(self) -> None:
        with self.bus() as bus:
            bus.snapshot_delay = 3.5
            bus.publish(navigation(1))
            control = self.joined(bus)
            self.expect(control, "navigation 1")
            self.assertIn("waiting for the current state", control.errors)
            self.assertEqual(len({name.rpartition("-")[0] for name in bus.snapshot_requests}), 1, "the request is not made again with another tag")

    def test_a_snapshot_that_never_arrives_is_an_error_that_names_the_bus(self) -> None:
        with self.bus() as bus:
            bus.snapshot_delay = 1e9
            with ControlProcess(bus.endpoint, NAVBUS_WAIT="1") as control:
                self.assertEqual(control.ends_with(), 69)
                self.assertIn(f"get the current state within 1 s from the bus at {bus.endpoint}", control.errors)
                self.assertEqual(len(bus.hellos), 1)
            with ControlProcess(bus.endpoint) as control:
                self.assertTrue(bus.wait(lambda: len(bus.hellos) == 2))
                control.process.send_signal(signal.SIGTERM)
                self.assertEqual(control.ends_with(), 0, "SIGTERM still ends it")

    def test_an_invalid_events_endpoint_is_an_error(self) -> None:
        for endpoint in ("", "foo://bar", "ipc:///" + "x" * 200):
            with self.bus() as bus:
                welcome = bus_pb2.Welcome(run=11, events_endpoint=endpoint)
                bus.answer = lambda request: bus_pb2.Reply(welcome=welcome) if request.HasField("hello") else bus_pb2.Reply()
                with ControlProcess(bus.endpoint) as control:
                    self.assertEqual(control.ends_with(), 69, control.errors)
                    self.assertIn("where the bus says that its events are", control.errors)
                    self.assertNotIn("Traceback", control.errors)

    def test_after_a_move_to_an_invalid_endpoint_events_of_the_current_one_are_received(self) -> None:
        with self.bus() as bus:
            control = self.joined(bus)
            welcome = bus_pb2.Welcome(run=11, events_endpoint="foo://bar")
            bus.answer = lambda request: bus_pb2.Reply(welcome=welcome) if request.HasField("hello") else bus_pb2.Reply()
            bus.process_id += 1
            self.assertTrue(bus.wait(lambda: any("foo://bar" in text for text in bus.report_texts())), control.errors)
            bus.publish(gps(1))
            self.expect(control, "gps 1")

    def test_topics_and_events_of_a_later_version_are_skipped_without_a_request(self) -> None:
        with self.bus() as bus:
            names = bus_pb2.TopicList(topics=[*ALL, "onWeather"])
            welcome = bus_pb2.Welcome(run=11, events_endpoint=f"ipc://{self.folder}/events", topics=names)
            bus.answer = lambda request: bus_pb2.Reply(welcome=welcome) if request.HasField("hello") else bus_pb2.Reply()
            control = self.joined(bus)
            requests = len(bus.snapshot_requests)
            for number in range(1, 10):
                # Of three events, one is of an unknown topic, and one of an unknown kind on onGPS.
                topic = ("onWeather", "onGPS", "onGPS")[number % 3]
                event = gps(number) if number % 3 == 1 else events_pb2.Envelope()
                event.run, event.session, event.sequence = 11, "main", number
                event.topic_sequence = number // 3 if topic == "onWeather" else number - number // 3
                bus.send(f"{topic}/main", event.SerializeToString())
            self.expect(control, "gps 1", "gps 4", "gps 7")
            self.assertEqual((bus.missed, len(bus.snapshot_requests)), ([], requests))

    # ---- A restarted bus

    def test_a_restarted_bus_is_joined_again_and_no_event_is_lost(self) -> None:
        with self.bus() as bus:
            control = self.joined(bus)
            bus.publish(gps(1))
            self.assertTrue(control.waits_for("gps 1"))
            bus.stop()
            bus.process_id = 1001
            bus.published.append(gps(2))
            bus.published[-1].MergeFrom(events_pb2.Envelope(run=11, session="main", sequence=2, topic_sequence=2))
            bus.start()
            self.assertTrue(bus.wait(lambda: len(bus.hellos) > 1), control.errors)
            bus.publish(gps(3))
            self.expect(control, "gps 1", "gps 2", "gps 3")

    def test_another_run_begins_with_its_current_state(self) -> None:
        with self.bus() as bus:
            control = self.joined(bus)
            bus.publish(started())
            bus.publish(navigation(1))
            self.assertTrue(control.waits_for("navigation 1"))
            bus.stop()
            bus.run, bus.published = 12, []
            bus.publish(gps(7), is_lost=True)
            bus.start()
            self.expect(control, "started a", "navigation 1", "command None False", "stopped", "gps 7")
            self.assertTrue(bus.wait(lambda: len(bus.hellos) > 1))

    def test_a_report_is_repeated_until_it_is_acknowledged_and_reports_are_numbered(self) -> None:
        with self.bus(reports=True) as bus:
            control = self.joined(bus)
            bus.answer = lambda request: None if request.HasField("report") else bus_pb2.Reply()
            bus.publish(navigation(1))
            bus.publish(navigation(2))
            self.assertTrue(bus.wait(lambda: len(bus.reports) >= 3), control.errors)
            self.assertEqual(bus.reports[1].number, bus.reports[2].number, "the second waits for the first")
            bus.answer = None
            self.assertTrue(bus.wait(lambda: "announcement 2" in bus.report_texts()))
            numbers = {report.text: report.number for report in bus.reports}
            self.assertEqual(numbers["announcement 2"], numbers["announcement 1"] + 1)
            self.assertTrue(all(report.process_id == control.process.pid for report in bus.reports))

    def test_requests_of_the_control_are_sent_and_a_refusal_is_reported_once(self) -> None:
        with self.bus(sendsRequests=True) as bus:
            control = self.joined(bus)
            bus.answer = lambda request: bus_pb2.Reply(
                **(
                    {"refused": bus_pb2.RequestError(text="nothing is spoken")}
                    if request.HasField("repeat_announcement")
                    else {}
                )
            )
            bus.publish(navigation(1))
            bus.publish(navigation(2))
            self.assertTrue(bus.wait(lambda: len(bus.other_requests) == 2), control.errors)
            self.assertTrue(bus.wait(lambda: any("nothing is spoken" in text for text in bus.report_texts())))
            self.assertEqual(control.errors.count("nothing is spoken"), 1)

    # ---- Silence and the end

    def test_on_silence_is_called_after_five_seconds_without_an_event(self) -> None:
        with self.bus() as bus:
            control = self.joined(bus)
            bus.publish(gps(1))
            self.assertTrue(control.waits_for("silence"), control.errors)

    def test_the_end_of_the_launcher_and_ctrl_c_end_the_control_cleanly(self) -> None:
        with self.bus() as bus:
            control = self.joined(bus, NAVBUS_LIFELINE="stdin")
            assert control.process.stdin is not None
            control.process.stdin.close()
            self.assertEqual(control.ends_with(), 0, control.errors)
        with self.bus() as bus:
            control = self.joined(bus)
            control.process.send_signal(signal.SIGINT)
            self.assertEqual(control.ends_with(), 0)
            self.assertNotIn("Traceback", control.errors)

    def test_the_second_signal_ends_a_control_whose_callback_hangs(self) -> None:
        with self.bus(sleepSeconds=60.0) as bus:
            control = self.joined(bus)
            bus.publish(navigation(1))
            self.assertTrue(control.waits_for("navigation 1"))
            count = len(bus.heartbeats)
            self.assertFalse(bus.wait(lambda: len(bus.heartbeats) > count, 1.5), "a control that hangs sends no heartbeats")
            control.process.send_signal(signal.SIGTERM)
            control.process.send_signal(signal.SIGINT)
            self.assertIn(control.ends_with(), (128 + signal.SIGTERM, 128 + signal.SIGINT))

    def test_a_closed_output_ends_the_control_cleanly(self) -> None:
        with self.bus() as bus, ControlProcess(bus.endpoint, is_read=False) as control:
            self.assertTrue(bus.wait(lambda: bus.reports), control.errors)
            assert control.process.stdout is not None
            control.process.stdout.close()
            bus.publish(gps(1))
            self.assertEqual(control.process.wait(10), 0, control.errors)
            self.assertNotIn("Traceback", control.errors)

    # ---- Failures

    def test_an_exception_in_a_callback_prints_a_traceback_closes_the_device_and_ends_with_70(self) -> None:
        with self.bus(failsIn="gps 1") as bus:
            control = self.joined(bus)
            bus.publish(gps(1))
            self.assertEqual(control.ends_with(), 70)
            self.assertEqual(control.lines[-1], "stop")
            self.assertIn("Traceback", control.errors)
            self.assertIn("LookupError: no gps 1 (witness.py, line", control.errors)
            self.assertTrue(bus.wait(lambda: any("LookupError" in text for text in bus.report_texts())))

    def test_a_device_that_cannot_be_opened_ends_with_74_and_one_that_cannot_be_closed_with_70(self) -> None:
        for fails_in, code, lines in (("start", 74, ["make", "start", "stop"]), ("make", 70, ["make"])):
            with self.bus(failsIn=fails_in) as bus, ControlProcess(bus.endpoint) as control:
                self.assertEqual(control.ends_with(), code, control.errors)
                self.assertEqual(control.lines, lines)

    def test_an_invalid_setting_ends_with_78_and_a_message(self) -> None:
        with self.bus(failsIn=True) as bus, ControlProcess(bus.endpoint) as control:
            self.assertEqual(control.ends_with(), 78)
            self.assertIn('failed to use the setting "failsIn": it is True, but text is wanted', control.errors)
            self.assertNotIn("Traceback", control.errors)

    def test_another_contract_version_ends_with_69_and_a_message(self) -> None:
        with self.bus() as bus:
            refusal = bus_pb2.RequestError(
                code=bus_pb2.REQUEST_ERROR_CODE_CONTRACT_VERSION, text="this bus speaks version 2"
            )
            bus.answer = lambda request: bus_pb2.Reply(refused=refusal)
            with ControlProcess(bus.endpoint) as control:
                self.assertEqual(control.ends_with(), 69)
                self.assertRegex(control.errors, "speaks version 1 of the contract.*this bus speaks version 2")
                self.assertNotIn("Traceback", control.errors)

    def test_without_a_bus_the_control_ends_with_69_and_names_the_endpoint(self) -> None:
        with ControlProcess(f"ipc://{self.folder}/nowhere", NAVBUS_WAIT="0") as control:
            self.assertEqual(control.ends_with(), 69)
            self.assertIn(f"reach a bus at ipc://{self.folder}/nowhere within 0 s", control.errors)

    def test_environment_variables_are_validated(self) -> None:
        for variables in ({"NAVBUS_SESSION": "Über"}, {"NAVBUS_WAIT": "soon"}, {"NAVBUS_ENDPOINT": "here"}):
            endpoint = variables.pop("NAVBUS_ENDPOINT", f"ipc://{self.folder}/requests")
            with ControlProcess(endpoint, **variables) as control:
                self.assertEqual(control.ends_with(), 64)
                self.assertIn("use the environment variable", control.errors)

    def test_help_names_the_program_and_survives_a_closed_output(self) -> None:
        program = f"{KIT}/controls/csv-tap/csv_tap.py"
        with ControlProcess("ipc:///nowhere", [program, "--help"]) as control:
            self.assertEqual(control.ends_with(), 0, control.errors)
            self.assertIn("Usage: csv-tap FILE.csv [--help] [--version]", control.lines)
        with ControlProcess("ipc:///nowhere", [program, "--help"], is_read=False) as control:
            assert control.process.stdout is not None
            control.process.stdout.close()
            self.assertEqual(control.ends_with(), 0, control.errors)
            self.assertEqual(control.errors, "")
        with ControlProcess("ipc:///nowhere", [f"{HERE}/witness.py", "--loud"]) as control:
            self.assertEqual(control.ends_with(), 64)
            self.assertEqual(control.errors, f'witness: unknown argument "--loud"\ntry: {HERE}/witness.py --help\n')

    def test_on_event_receives_every_event_also_reports_of_the_own_process_and_accepts_no_commands(self) -> None:
        with self.bus() as bus, ControlProcess(bus.endpoint, [f"{HERE}/witness.py", "--mirror"]) as control:
            self.assertTrue(bus.wait(lambda: bus.reports), control.errors)
            self.assertEqual(sorted(bus.hellos[0].topics), sorted(ALL))
            self.assertFalse(bus.hellos[0].takes_commands)
            own = events_pb2.ControlReport(control="witness", process_id=control.process.pid)
            for event in (
                gps(1),
                started(),
                navigation(1),
                events_pb2.Envelope(heading=events_pb2.Heading()),
                events_pb2.Envelope(command=events_pb2.ControlCommand()),
                events_pb2.Envelope(control=own),
                stopped(),
            ):
                bus.publish(event)
            self.expect(
                control,
                "1 gps",
                "2 navigation_started",
                "3 navigation",
                "4 heading",
                "5 command",
                "6 control",
                "7 navigation_stopped",
                after=[],
            )

    def test_an_observer_has_no_name_and_reports_nothing(self) -> None:
        program = [f"{HERE}/witness.py", "--observer"]
        with self.bus(reports=True) as bus, ControlProcess(bus.endpoint, program) as control:
            self.assertTrue(control.waits_for("start"), control.errors)
            bus.publish(navigation(1))
            self.assertTrue(control.waits_for("navigation 1"), control.errors)
            self.assertEqual(bus.hellos[0].control, "")
            self.assertEqual((bus.reports, bus.heartbeats), ([], []))


if __name__ == "__main__":
    unittest.main()
