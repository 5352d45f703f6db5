"""What is decided without any bus: order, reports, heartbeat, memory, settings, words."""

from __future__ import annotations

import fcntl
import math
import os
import random
import stat
import tempfile
import unittest
from typing import Any, List, Tuple
from unittest import mock

import navbus
from navbus.delivery_order import DeliveryOrder, Verdict
from navbus.errors import NoAnswer, Refused
from navbus.finding import findings
from navbus.heartbeat import Heartbeat
from navbus.journal_client import JournalClient, Repair
from navbus.memory import Memory
from navbus.memory_facts import MemoryFacts
from navbus.memory_file import MemoryFile, MemoryProblem
from navbus.pending_actions import Action, PendingActions
from navbus.report_outbox import Entry, ReportOutbox
from navbus.request_channel import MAX_REQUESTS, RequestChannel, make_request
from navbus.topics import ALL
from navbus.v1 import bus_pb2, events_pb2


def event(sequence: int, topic_sequence: int, run: int = 1) -> events_pb2.Envelope:
    return events_pb2.Envelope(run=run, sequence=sequence, topic_sequence=topic_sequence, gps=events_pb2.Fix())


def cue(identity: int = 3, stage: int = 4, due: int = 1000, valid: float = 12) -> navbus.Cue:
    return navbus.Cue(
        identity=identity,
        stage=stage,
        due_at_nanoseconds=due,
        valid_for_seconds=valid,
    )


class DeliveryOrderTests(unittest.TestCase):
    def test_events_are_delivered_once_and_in_order_despite_losses_and_repetitions(self) -> None:
        seed = int(os.environ.get("NAVBUS_SEED", "0")) or random.randrange(1, 10**9)
        generator = random.Random(seed)
        order = DeliveryOrder(bus_pb2.Snapshot(run=1, session="main"))
        delivered: List[int] = []
        for number in range(1, 400):
            for sequence in [number] * generator.choice([0, 1, 1, 2]) + [generator.randint(1, number)]:
                verdict = order.accept("onGPS", event(sequence, sequence))
                if verdict is Verdict.DELIVER:
                    delivered.append(sequence)
                elif verdict is Verdict.GAP:
                    # The journal has the missed events.
                    for missing in range(order.sequence + 1, sequence + 1):
                        order.advance("onGPS", event(missing, missing))
                        delivered.append(missing)
        self.assertEqual(delivered, list(range(1, len(delivered) + 1)), f"NAVBUS_SEED={seed}")

    def test_an_event_of_another_run_is_recognized(self) -> None:
        order = DeliveryOrder(bus_pb2.Snapshot(run=1, session="main", sequence=4))
        self.assertIs(order.accept("onGPS", event(5, 1, run=2)), Verdict.OTHER_RUN)

    def test_a_subscriber_with_withheld_topics_uses_the_sequence_of_each_topic(self) -> None:
        order = DeliveryOrder(bus_pb2.Snapshot(run=1, session="main"), frozenset(["onGPS"]))
        self.assertIs(order.accept("onGPS", event(3, 1)), Verdict.DELIVER)
        self.assertIs(order.accept("onGPS", event(9, 2)), Verdict.DELIVER)
        self.assertIs(order.accept("onGPS", event(12, 4)), Verdict.GAP)
        self.assertIs(order.accept("onGPS", event(9, 2)), Verdict.REPEATED)

    def test_with_topics_of_a_later_version_the_sequence_of_each_topic_counts(self) -> None:
        order = DeliveryOrder(bus_pb2.Snapshot(run=1, session="main"), frozenset(ALL))
        self.assertIs(order.accept("onGPS", event(3, 1)), Verdict.DELIVER)
        self.assertFalse(order.is_behind(bus_pb2.Snapshot(run=1, session="main", sequence=9)))


class HeartbeatTests(unittest.TestCase):
    def test_a_heartbeat_is_due_immediately_and_then_each_second_and_missed_ones_are_skipped(self) -> None:
        heartbeat = Heartbeat(100, is_on_this_machine=True)
        due = [heartbeat.is_due(at) for at in (100, 100.5, 100.9, 101, 101.5, 107, 107.5, 108)]
        self.assertEqual(due, [True, False, False, True, False, True, False, True])

    def test_silence_is_due_after_five_seconds_and_again_every_eight(self) -> None:
        heartbeat = Heartbeat(100, is_on_this_machine=True)
        heartbeat.note_event(101_000_000_000, 101, ends_silence=True)
        self.assertEqual([heartbeat.is_silence_due(at) for at in (105, 106, 110, 114)], [False, True, False, True])
        heartbeat.note_event(115_000_000_000, 115, ends_silence=False)
        self.assertTrue(heartbeat.is_silence_due(122), "a heading does not end a silence")

    def test_latency_is_measured_from_publishing_to_the_callback(self) -> None:
        heartbeat = Heartbeat(100, is_on_this_machine=True)
        heartbeat.note_event(101_000_000_000, 101.00008, ends_silence=True)
        heartbeat.note_event(99_000_000_000, 101, ends_silence=True)
        self.assertEqual(list(heartbeat.latency().counts)[:3], [0, 1, 0], "events of the snapshot are not measured")


class PendingActionsTests(unittest.TestCase):
    def test_a_silent_bus_gets_another_hello(self) -> None:
        actions = PendingActions()
        self.assertIsNone(actions.due(10))
        self.assertIs(actions.due(13), Action.SAY_HELLO)
        self.assertIsNone(actions.due(13.5))
        actions.has_received, actions.needs_hello, actions.is_repairing = True, False, True
        self.assertIs(actions.due(14), Action.REQUEST_BARRIER)

    def test_an_unanswered_repair_is_repeated_after_a_quarter_of_a_second_and_a_throttled_one_after_a_second(
        self,
    ) -> None:
        actions = PendingActions()
        self.assertTrue(actions.may_repair(10))
        for is_throttled, pause in ((False, 0.25), (True, 1.0)):
            actions.repair_failed(10, is_throttled)
            actions.has_received = True
            self.assertFalse(actions.may_repair(10 + pause - 0.01))
            self.assertIsNone(actions.due(10 + pause - 0.01))
            self.assertAlmostEqual(actions.seconds_to_wait(10), pause)
            self.assertTrue(actions.may_repair(10 + pause))
            self.assertIs(actions.due(10 + pause), Action.REQUEST_BARRIER)


class JournalClientTests(unittest.TestCase):
    def test_the_other_actions_are_performed_before_each_request_which_may_be_cancelled(self) -> None:
        requested: List[int] = []
        checks: List[int] = []

        def exchange(request: bus_pb2.Request, timeout: float) -> bus_pb2.Reply:
            requested.append(request.missed.first)
            raise NoAnswer("ipc:///nowhere", timeout)

        def may_continue() -> bool:
            checks.append(len(requested))
            return len(requested) < 2

        order = DeliveryOrder(bus_pb2.Snapshot(run=1, session="main"))
        journal = JournalClient(exchange, may_continue)
        self.assertEqual(journal.fetch("main", ["onGPS"], order, 5, timeout=0), (Repair.UNANSWERED, []))
        self.assertEqual(requested, [1], "one request without a timeout")
        self.assertEqual(journal.fetch("main", ["onGPS"], order, 5, timeout=9), (Repair.UNANSWERED, []))
        self.assertEqual((requested, checks), ([1, 1], [0, 1, 2]))

    def test_a_fetched_event_of_a_later_version_counts(self) -> None:
        def exchange(request: bus_pb2.Request, timeout: float) -> bus_pb2.Reply:
            later = events_pb2.Envelope(run=1, session="main", sequence=1, topic_sequence=1)
            return bus_pb2.Reply(events=bus_pb2.EventList(events=[later, event(2, 2)]))

        order = DeliveryOrder(bus_pb2.Snapshot(run=1, session="main"))
        outcome, fetched = JournalClient(exchange).fetch("main", ["onGPS"], order, 2)
        self.assertIs(outcome, Repair.FILLED)
        self.assertEqual([(topic, envelope.topic_sequence) for topic, envelope in fetched], [("onGPS", 1), ("onGPS", 2)])

    def test_an_impossible_sequence_is_not_requested(self) -> None:
        snapshot = bus_pb2.Snapshot(run=1, session="main")
        snapshot.topic_sequences.add(topic="onGPS", sequence=(1 << 64) - 1)
        journal = JournalClient(lambda request, timeout: bus_pb2.Reply())
        self.assertEqual(journal.fetch("main", ["onGPS"], DeliveryOrder(snapshot), 5), (Repair.GONE, []))

    def test_a_throttled_fetch_is_unanswered(self) -> None:
        def exchange(request: bus_pb2.Request, timeout: float) -> bus_pb2.Reply:
            raise Refused(bus_pb2.REQUEST_ERROR_CODE_THROTTLED, "slower")

        journal = JournalClient(exchange)
        order = DeliveryOrder(bus_pb2.Snapshot(run=1, session="main"))
        self.assertEqual(journal.fetch("main", ["onGPS"], order, 5), (Repair.UNANSWERED, []))
        self.assertTrue(journal.is_throttled)


class ReportOutboxTests(unittest.TestCase):
    def test_one_report_is_in_flight_and_is_repeated_until_it_is_acknowledged(self) -> None:
        outbox = ReportOutbox()
        for id in (1, 2):
            outbox.add(Entry(id, b""))
        self.assertEqual(outbox.due(0), Entry(1, b""))
        outbox.tried(0, is_sent=True)
        self.assertIsNone(outbox.due(0.4))
        self.assertEqual(outbox.due(0.5), Entry(1, b""))
        self.assertFalse(outbox.acknowledge(2))
        self.assertTrue(outbox.acknowledge(1))
        self.assertEqual(outbox.due(0.5), Entry(2, b""))

    def test_a_full_outbox_drops_the_oldest_report_that_is_not_in_flight(self) -> None:
        outbox = ReportOutbox()
        outbox.add(Entry(0, b""))
        outbox.tried(0, is_sent=True)
        kept = [outbox.add(Entry(id, b"")) for id in range(1, 1025)]
        self.assertEqual(kept.count(False), 1)
        self.assertTrue(outbox.is_in_flight(0))


class RequestChannelTests(unittest.TestCase):
    def test_an_unsent_request_is_dropped_after_two_seconds_and_reported_once(self) -> None:
        warnings: List[str] = []
        channel = RequestChannel(warnings.append)
        for start in (0.0, 10.0):
            channel.add(make_request("main", "mute", is_muted=True))
            self.assertIsNotNone(channel.due(start))
            channel.tried(start, 1, is_sent=False)
            self.assertIsNotNone(channel.due(start + 2))
            channel.tried(start + 2, 2, is_sent=False)
            self.assertIsNone(channel.due(start + 3))
        self.assertEqual(len(warnings), 1)

    def test_a_request_with_a_callback_is_answered_in_any_case_and_causes_no_warning(self) -> None:
        warnings: List[str] = []
        answers: List[str] = []
        channel = RequestChannel(warnings.append)

        def reply(id: int, reply: bus_pb2.Reply) -> None:
            channel.add(make_request("main", "mute", is_muted=True), answers.append)
            channel.tried(0.0, id, is_sent=channel.due(0.0) is not None)
            self.assertTrue(channel.handle(bus_pb2.ReplyFrame(id=id, reply=reply)))

        reply(1, bus_pb2.Reply(done=bus_pb2.Done()))
        reply(2, bus_pb2.Reply(refused=bus_pb2.RequestError(text="no control handles commands")))
        for _ in range(2):
            channel.add(make_request("main", "mute", is_muted=True), answers.append)
        self.assertIsNotNone(channel.due(10.0))
        channel.tried(10.0, 3, is_sent=True)
        self.assertIsNone(channel.due(12.0), "the bus did not answer; the queued request is too old")
        for _ in range(MAX_REQUESTS + 1):
            channel.add(make_request("main", "mute", is_muted=True), answers.append)
        late = "the bus did not answer within 2 s"
        full = f"the bus does not respond, and {MAX_REQUESTS} requests already wait for it"
        self.assertEqual(answers, ["", "no control handles commands", late, late, full])
        self.assertEqual(warnings, [])


    def test_a_query_for_words_has_its_description_or_the_reason(self) -> None:
        warnings: List[str] = []
        words: List[Tuple[str, str]] = []
        channel = RequestChannel(warnings.append)
        context = navbus.Context(send_request=channel.add)

        def ask(id: int, reply: bus_pb2.Reply) -> bus_pb2.DescribeRequest:
            context.describe(
                lambda description, reason: words.append(("" if description is None else description.text, reason)),
                cue=navbus.CueKey(2**64 - 1, 4), language="de", style="instruction", units="uk",
            )
            request = channel.due(0.0)
            channel.tried(0.0, id, is_sent=True)
            self.assertTrue(channel.handle(bus_pb2.ReplyFrame(id=id, reply=reply)))
            return bus_pb2.DescribeRequest() if request is None else request.describe

        query = ask(1, bus_pb2.Reply(description=bus_pb2.Description(text="Links abbiegen")))
        ask(2, bus_pb2.Reply(refused=bus_pb2.RequestError(text="no navigation is active")))
        self.assertEqual((query.session, query.cue.identity, query.language), ("main", 2**64 - 1, "de"))
        self.assertEqual((query.style, query.units), (bus_pb2.DESCRIPTION_STYLE_INSTRUCTION, bus_pb2.UNITS_UK))
        self.assertEqual(words, [("Links abbiegen", ""), ("", "no navigation is active")])
        self.assertEqual(warnings, [])
        context.describe(lambda description, reason: None, step_number=0)
        zero = channel.due(1.0)
        self.assertIsNotNone(zero)
        self.assertEqual(zero and zero.describe.WhichOneof("subject"), "step_number")
        with self.assertRaises(ValueError):
            context.describe(lambda description, reason: None, style="loud")

    def test_the_next_steps_are_as_many_as_wanted(self) -> None:
        steps = [events_pb2.Step(number=number) for number in range(12)]
        route = events_pb2.Route(id="r", legs=[events_pb2.Leg(steps=steps[:5]), events_pb2.Leg(steps=steps[5:])])
        info = events_pb2.NavigationInfo(route_id="r", current_step=steps[2], remaining_steps=steps[3:8])
        self.assertEqual([step.number for step in navbus.next_steps(route, info, 7)], [3, 4, 5, 6, 7, 8, 9])
        self.assertEqual([step.number for step in navbus.next_steps(route, info, 99)], list(range(3, 12)))
        self.assertEqual([step.number for step in navbus.next_steps(None, info, 99)], [3, 4, 5, 6, 7])
        route.id = "another"
        self.assertEqual([step.number for step in navbus.next_steps(route, info, 2)], [3, 4])


class MemoryTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "led-strip-main.memory")
        self.complaints: List[str] = []

    def memory(self, run: int = 1) -> Memory:
        memory = Memory(self.path, run, self.complaints.append)
        self.addCleanup(memory.close)
        return memory

    def test_the_next_process_recovers_the_rendered_cues_and_the_numbers(self) -> None:
        before = self.memory()
        before.rendered(cue())
        before.note("page", 1)
        self.assertFalse(before.has_rendered(cue(), navbus.Fix()), "only the cues of earlier processes count")
        before.close()
        after = self.memory()
        self.assertTrue(after.is_inherited)
        self.assertTrue(after.has_rendered(cue(), navbus.Fix()))
        self.assertFalse(after.has_rendered(cue(stage=3), navbus.Fix()))
        self.assertEqual(after.number("page"), 1)
        later = navbus.Fix(time_nanoseconds=2_000_000_000_000)
        self.assertFalse(after.has_rendered(cue(due=1_999_000_000_000), later), "a second pass is another occasion")
        self.assertEqual(self.complaints, [])

    def test_another_run_and_the_end_of_navigation_empty_the_memory(self) -> None:
        first = self.memory()
        first.rendered(cue())
        first.close()
        other = self.memory(run=2)
        self.assertFalse(other.is_inherited)
        other.rendered(cue())
        other.close()
        memory = self.memory(run=2)
        self.assertTrue(memory.has_rendered(cue(), navbus.Fix()))
        memory.forget()
        self.assertFalse(memory.has_rendered(cue(), navbus.Fix()))
        self.assertTrue(memory.is_inherited)

    def test_the_file_has_the_format_of_the_contract_and_a_truncated_line_is_ignored(self) -> None:
        memory = self.memory(run=17064505982736501911)
        memory.rendered(cue(due=1_700_000_000_250_000_000))
        memory.note("page", -1)
        with open(self.path, encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(
            text,
            "navbus 1 run 17064505982736501911\ncue 3 4 1700000000250000000 1700000012250000000\npage -1\n",
        )
        facts = MemoryFacts.parsed(text + "of a later version 1 2 3\npage -\ncue 4 4 17000")
        assert facts is not None
        self.assertEqual((len(facts.renderings), facts.numbers), (1, {}))
        self.assertIsNone(MemoryFacts.parsed("something else\n"))

    def test_an_invalid_validity_is_limited(self) -> None:
        day = 86_400_000_000_000
        for valid, kept in ((1e300, day), (-1e300, 0), (math.inf, 0), (-math.inf, 0), (math.nan, 0), (1e5, day)):
            memory = self.memory()
            memory.rendered(cue(due=7, valid=valid))
            memory.close()
            with open(self.path, encoding="utf-8") as file:
                self.assertIn(f"cue 3 4 7 {7 + kept}\n", file.read())
            os.remove(self.path)
            late = navbus.Fix(time_nanoseconds=7 + day + 1)
            self.assertTrue(navbus.is_stale(cue(due=7, valid=valid), late))

    def test_a_process_that_opens_the_file_while_it_is_replaced_gets_no_memory(self) -> None:
        first = MemoryFile(self.path)
        lock, held = fcntl.flock, [first]

        def replace_and_lock(descriptor: Any, operation: int) -> None:
            # The second process has opened the file, and has not locked it yet.
            if len(held) == 1:
                held.append(first)
                held[0] = first.replaced("navbus 1 run 1\n")
            lock(descriptor, operation)

        with mock.patch("navbus.memory_file.fcntl.flock", replace_and_lock):
            with self.assertRaisesRegex(MemoryProblem, "another process of this control has it"):
                MemoryFile(self.path)
        self.assertEqual(held[0].read(), "navbus 1 run 1\n")
        held[0].close()
        MemoryFile(self.path).close()

    def test_a_link_is_reported_once_and_not_followed(self) -> None:
        os.symlink("/etc/hostname", self.path)
        memory = self.memory()
        memory.rendered(cue())
        memory.rendered(cue(identity=4))
        self.assertEqual(len(self.complaints), 1)
        self.assertTrue(stat.S_ISLNK(os.lstat(self.path).st_mode))


class ContextTests(unittest.TestCase):
    def test_settings_have_their_types_and_ranges(self) -> None:
        settings = navbus.Settings({"shout": True, "leds": 24, "rate": 0.5, "names": ["a"], "kind": "spi"})
        self.assertEqual(settings.integer("leds", 1, least=4, most=300), 24)
        self.assertEqual(settings.number("leds", 1), 24.0)
        self.assertEqual(settings.list("names", []), ["a"])
        self.assertEqual(settings.text("absent", "default"), "default")
        for wrong in (
            lambda: settings.integer("shout", 1),
            lambda: settings.integer("leds", 1, most=10),
            lambda: settings.bool("leds", True),
            lambda: settings.choice("kind", "terminal", ["terminal", "serial"]),
            lambda: settings.number("rate", 1, least=0.6),
            lambda: settings.text("names", ""),
        ):
            with self.assertRaises(navbus.SettingsError):
                wrong()

    def test_reports_are_shortened_to_the_limits_of_the_bus(self) -> None:
        reports: List[navbus.ControlReport] = []
        context = navbus.Context(control="led-strip", send_report=reports.append)
        picture = events_pb2.ReportedPicture(media_type="image/png", data=bytes(16_385))
        context.report("began", "sign", cue(), "ä" * 2000, picture=picture)
        self.assertLessEqual(len(("led-strip" + "sign" + reports[0].text).encode()), 2048)
        self.assertTrue(reports[0].text.endswith("ä…"))
        self.assertEqual(reports[0].cue.identity, 3)
        self.assertFalse(reports[0].HasField("picture"))
        self.assertEqual(reports[1].kind, events_pb2.REPORT_KIND_WARNING)

    def test_requests_have_the_names_of_the_contract(self) -> None:
        requests: List[bus_pb2.Request] = []
        context = navbus.Context(session="van", send_request=requests.append)
        context.request("mute", is_muted=True)
        context.request("repeat_announcement")
        self.assertEqual((requests[0].mute.session, requests[0].mute.is_muted), ("van", True))
        self.assertEqual(requests[1].WhichOneof("request"), "repeat_announcement")
        with self.assertRaisesRegex(ValueError, "there is no request"):
            context.request("dance")
        with self.assertRaises(ValueError):
            context.request("mute", loud=True)

    def test_text_for_people(self) -> None:
        texts = [navbus.distance_text(meters) for meters in (12, 47, 302, 980, 1234, 14_200)]
        self.assertEqual(texts, ["10 m", "50 m", "300 m", "1.0 km", "1.2 km", "14 km"])
        odd = [navbus.distance_text(meters) for meters in (math.nan, math.inf, -math.inf, -1e308, -0.0)]
        self.assertEqual(odd, ["? m", "? m", "? m", "0 m", "0 m"])
        self.assertEqual(navbus.printable("A\x1b]0;x\x07\n\x9b1mß\u2028東\x7f"), "A?]0;x???1mß?東?")
        self.assertEqual(navbus.printable("a\u202eb\u2066c\ufeffd\udc9b\u200de\u0301"), "a?b?c?d?\u200de\u0301")
        self.assertEqual(navbus.name_of(navbus.Maneuver, events_pb2.MANEUVER_TURN_SLIGHT_LEFT), "turn slight left")
        self.assertEqual(navbus.name_of(events_pb2.CueStage, 99), "unknown")
        sides = {
            events_pb2.MANEUVER_TURN_KEEP_RIGHT: 1,
            events_pb2.MANEUVER_TURN_U_TURN_COUNTERCLOCKWISE: -1,
            events_pb2.MANEUVER_STRAIGHT: 0,
        }
        for maneuver, side in sides.items():
            self.assertEqual(navbus.side_of(navbus.Step(maneuver=maneuver)), side)
        self.assertTrue(navbus.is_stale(cue(due=0), navbus.Fix(time_nanoseconds=13_000_000_000)))
        self.assertIsNone(navbus.cue_key(navbus.NavigationInfo()))


class FindingTests(unittest.TestCase):
    def check(self, settings: navbus.Settings) -> List[navbus.Finding]:
        port = settings.integer("port", 1, least=1, most=9)
        return [navbus.Finding("fine", "port", f"{port}"), navbus.Finding("fault", "a\tb", "x\ny", "try")]

    def test_a_doctor_gets_the_settings_of_the_configuration(self) -> None:
        lines = findings(self.check, {"NAVBUS_SETTINGS": '{"port":7}'})
        self.assertEqual(lines[0], "fine\tport\t7\t")
        self.assertEqual([len(line.split("\t")) for line in lines], [4, 4])
        self.assertTrue(lines[1].startswith("fault\ta b\t") and "\n" not in lines[1], lines)

    def test_without_a_configuration_a_fault_is_absent(self) -> None:
        self.assertEqual([line.split("\t")[0] for line in findings(self.check, {})], ["fine", "absent"])

    def test_a_wrong_setting_is_a_finding(self) -> None:
        lines = findings(self.check, {"NAVBUS_SETTINGS": '{"port":70}'})
        self.assertEqual(len(lines), 1)
        self.assertIn('failed to use the setting "port"', lines[0])


class DriverTests(unittest.TestCase):
    def test_a_navigation_is_started_once_and_stopped_once(self) -> None:
        calls: List[str] = []

        class Recorder(navbus.Control):
            def on_navigation_started(self, route: navbus.Route) -> None:
                calls.append(route.id)

            def on_navigation_stopped(self) -> None:
                calls.append("stopped")

            def on_silence(self) -> None:
                calls.append("silence")

        driver = navbus.Driver(Recorder(navbus.Context()))
        driver.fall_silent()
        for route in ("a", "a", "b"):
            driver.deliver(navbus.Envelope(navigation_started=navbus.Route(id=route)))
        driver.fall_silent()
        driver.resynchronize(is_navigating=True)
        driver.resynchronize(is_navigating=False)
        driver.deliver(navbus.Envelope(navigation_stopped=events_pb2.NavigationStopped()))
        self.assertEqual(calls, ["a", "b", "silence", "stopped"])

    def test_the_reason_of_a_stop_reaches_a_callback_with_a_parameter(self) -> None:
        reasons: List[int] = []

        class Recorder(navbus.Control):
            def on_navigation_stopped(self, reason: int = events_pb2.STOP_REASON_UNKNOWN) -> None:
                reasons.append(reason)

        driver = navbus.Driver(Recorder(navbus.Context()))
        started = navbus.Envelope(navigation_started=navbus.Route(id="a"))
        arrived = events_pb2.NavigationStopped(reason=events_pb2.STOP_REASON_DESTINATION_REACHED)
        driver.deliver(started)
        driver.deliver(navbus.Envelope(navigation_stopped=arrived))
        driver.deliver(started)
        driver.resynchronize(is_navigating=False)
        self.assertEqual(reasons, [events_pb2.STOP_REASON_DESTINATION_REACHED, events_pb2.STOP_REASON_UNKNOWN])


if __name__ == "__main__":
    unittest.main()
