"""What is decided without any bus: order, reports, heart, memory, settings, words."""

from __future__ import annotations

import fcntl
import math
import os
import random
import stat
import tempfile
import unittest
from typing import Any, List
from unittest import mock

import navbus
from navbus.asking import Asking, make_request
from navbus.duties import Duties, Duty
from navbus.heart import Heart
from navbus.errors import NoAnswer, Refused
from navbus.journal import Journal, Repair
from navbus.memory import Memory
from navbus.memory_facts import MemoryFacts
from navbus.memory_file import MemoryFile, MemoryProblem
from navbus.order import Order, Verdict
from navbus.outbox import Entry, Outbox
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


class OrderTests(unittest.TestCase):
    def test_events_come_once_and_in_order_whatever_is_repeated_or_lost(self) -> None:
        seed = int(os.environ.get("NAVBUS_SEED", "0")) or random.randrange(1, 10**9)
        generator = random.Random(seed)
        order = Order(bus_pb2.Snapshot(run=1, session="main"))
        handed_out: List[int] = []
        for number in range(1, 400):
            for sequence in [number] * generator.choice([0, 1, 1, 2]) + [generator.randint(1, number)]:
                verdict = order.take("onGPS", event(sequence, sequence))
                if verdict is Verdict.DELIVER:
                    handed_out.append(sequence)
                elif verdict is Verdict.GAP:
                    # The journal fills it.
                    for missing in range(order.sequence + 1, sequence + 1):
                        order.advance("onGPS", event(missing, missing))
                        handed_out.append(missing)
        self.assertEqual(handed_out, list(range(1, len(handed_out) + 1)), f"NAVBUS_SEED={seed}")

    def test_another_run_is_told_apart(self) -> None:
        order = Order(bus_pb2.Snapshot(run=1, session="main", sequence=4))
        self.assertIs(order.take("onGPS", event(5, 1, run=2)), Verdict.OTHER_RUN)

    def test_who_has_topics_kept_back_goes_by_each_topic(self) -> None:
        order = Order(bus_pb2.Snapshot(run=1, session="main"), frozenset(["onGPS"]))
        self.assertIs(order.take("onGPS", event(3, 1)), Verdict.DELIVER)
        self.assertIs(order.take("onGPS", event(9, 2)), Verdict.DELIVER)
        self.assertIs(order.take("onGPS", event(12, 4)), Verdict.GAP)
        self.assertIs(order.take("onGPS", event(9, 2)), Verdict.REPEATED)


class TimeTests(unittest.TestCase):
    def test_it_beats_at_once_and_then_once_a_second_and_makes_up_for_nothing(self) -> None:
        heart = Heart(100, is_on_this_machine=True)
        beats = [heart.beats(at) for at in (100, 100.5, 100.9, 101, 101.5, 107, 107.5, 108)]
        self.assertEqual(beats, [True, False, False, True, False, True, False, True])

    def test_silence_is_told_after_five_seconds_and_again_every_eight(self) -> None:
        heart = Heart(100, is_on_this_machine=True)
        heart.note_event(101_000_000_000, 101, ends_silence=True)
        self.assertEqual([heart.tells_silence(at) for at in (105, 106, 110, 114)], [False, True, False, True])
        heart.note_event(115_000_000_000, 115, ends_silence=False)
        self.assertTrue(heart.tells_silence(122), "a compass ends no silence")

    def test_latency_is_measured_from_publishing_to_the_callback(self) -> None:
        heart = Heart(100, is_on_this_machine=True)
        heart.note_event(101_000_000_000, 101.00008, ends_silence=True)
        heart.note_event(99_000_000_000, 101, ends_silence=True)
        self.assertEqual(list(heart.latency().counts)[:3], [0, 1, 0], "the snapshot of a late joiner is no measure")

    def test_a_bus_that_is_silent_is_greeted_again(self) -> None:
        duties = Duties()
        self.assertIsNone(duties.due(10))
        self.assertIs(duties.due(13), Duty.SAY_HELLO)
        self.assertIsNone(duties.due(13.5))
        duties.has_heard, duties.owes_hello, duties.owes_repair = True, False, True
        self.assertIs(duties.due(14), Duty.ASK_FOR_MARK)

    def test_a_bus_that_does_not_answer_what_is_missing_is_asked_again_a_little_later_and_a_busy_one_after_a_second(
        self,
    ) -> None:
        duties = Duties()
        self.assertTrue(duties.lets_repair(10))
        for is_throttled, pause in ((False, 0.25), (True, 1.0)):
            duties.repair_failed(10, is_throttled)
            duties.has_heard = True
            self.assertFalse(duties.lets_repair(10 + pause - 0.01))
            self.assertIsNone(duties.due(10 + pause - 0.01))
            self.assertAlmostEqual(duties.seconds_to_wait(10), pause)
            self.assertTrue(duties.lets_repair(10 + pause))
            self.assertIs(duties.due(10 + pause), Duty.ASK_FOR_MARK)

    def test_who_fetches_what_it_missed_does_its_other_duties_before_each_question_and_may_give_up(self) -> None:
        asked: List[int] = []
        duties: List[int] = []

        def exchange(request: bus_pb2.Request, timeout: float) -> bus_pb2.Reply:
            asked.append(request.missed.first)
            raise NoAnswer("ipc:///nowhere", timeout)

        def goes_on() -> bool:
            duties.append(len(asked))
            return len(asked) < 2

        order = Order(bus_pb2.Snapshot(run=1, session="main"))
        journal = Journal(exchange, goes_on)
        self.assertEqual(journal.fetch("main", ["onGPS"], order, 5, patience=0), (Repair.UNANSWERED, []))
        self.assertEqual(asked, [1], "without patience it asks once")
        self.assertEqual(journal.fetch("main", ["onGPS"], order, 5, patience=9), (Repair.UNANSWERED, []))
        self.assertEqual((asked, duties), ([1, 1], [0, 1, 2]))

    def test_whose_bus_has_topics_of_a_later_version_goes_by_the_numbers_of_each(self) -> None:
        order = Order(bus_pb2.Snapshot(run=1, session="main"), frozenset(ALL))
        self.assertIs(order.take("onGPS", event(3, 1)), Verdict.DELIVER)
        self.assertFalse(order.is_behind(bus_pb2.Snapshot(run=1, session="main", sequence=9)))

    def test_an_event_of_a_later_version_counts_when_it_is_fetched(self) -> None:
        def exchange(request: bus_pb2.Request, timeout: float) -> bus_pb2.Reply:
            later = events_pb2.Envelope(run=1, session="main", sequence=1, topic_sequence=1)
            return bus_pb2.Reply(events=bus_pb2.EventList(events=[later, event(2, 2)]))

        order = Order(bus_pb2.Snapshot(run=1, session="main"))
        outcome, fetched = Journal(exchange).fetch("main", ["onGPS"], order, 2)
        self.assertIs(outcome, Repair.FILLED)
        self.assertEqual([(topic, envelope.topic_sequence) for topic, envelope in fetched], [("onGPS", 1), ("onGPS", 2)])

    def test_a_count_that_no_bus_can_have_reached_is_no_question(self) -> None:
        snapshot = bus_pb2.Snapshot(run=1, session="main")
        snapshot.topic_sequences.add(topic="onGPS", sequence=(1 << 64) - 1)
        journal = Journal(lambda request, timeout: bus_pb2.Reply())
        self.assertEqual(journal.fetch("main", ["onGPS"], Order(snapshot), 5), (Repair.GONE, []))

    def test_a_bus_that_asks_for_patience_has_lost_nothing(self) -> None:
        def exchange(request: bus_pb2.Request, timeout: float) -> bus_pb2.Reply:
            raise Refused(bus_pb2.REQUEST_ERROR_CODE_THROTTLED, "slower")

        journal = Journal(exchange)
        order = Order(bus_pb2.Snapshot(run=1, session="main"))
        self.assertEqual(journal.fetch("main", ["onGPS"], order, 5), (Repair.UNANSWERED, []))
        self.assertTrue(journal.is_throttled)

    def test_one_report_is_on_its_way_at_a_time_and_said_again_until_it_is_answered(self) -> None:
        outbox = Outbox()
        for id in (1, 2):
            outbox.add(Entry(id, b""))
        self.assertEqual(outbox.due(0), Entry(1, b""))
        outbox.tried(0, is_sent=True)
        self.assertIsNone(outbox.due(0.4))
        self.assertEqual(outbox.due(0.5), Entry(1, b""))
        self.assertFalse(outbox.acknowledge(2))
        self.assertTrue(outbox.acknowledge(1))
        self.assertEqual(outbox.due(0.5), Entry(2, b""))

    def test_too_many_reports_for_a_bus_that_is_away_lose_the_oldest_but_that_on_its_way(self) -> None:
        outbox = Outbox()
        outbox.add(Entry(0, b""))
        outbox.tried(0, is_sent=True)
        kept = [outbox.add(Entry(id, b"")) for id in range(1, 1025)]
        self.assertEqual(kept.count(False), 1)
        self.assertTrue(outbox.is_on_its_way(0))

    def test_what_is_asked_in_vain_is_given_up_after_two_seconds_and_told_once(self) -> None:
        told: List[str] = []
        asking = Asking(told.append)
        for start in (0.0, 10.0):
            asking.add(make_request("main", "mute", is_muted=True))
            self.assertIsNotNone(asking.due(start))
            asking.tried(start, 1, is_sent=False)
            self.assertIsNotNone(asking.due(start + 2))
            asking.tried(start + 2, 2, is_sent=False)
            self.assertIsNone(asking.due(start + 3))
        self.assertEqual(len(told), 1)


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

    def test_the_next_process_knows_what_was_rendered_and_what_was_noted(self) -> None:
        before = self.memory()
        before.rendered(cue())
        before.note("astray", 1)
        self.assertFalse(before.has_rendered(cue(), navbus.Fix()), "it asks for the processes before it alone")
        before.close()
        after = self.memory()
        self.assertTrue(after.is_inherited)
        self.assertTrue(after.has_rendered(cue(), navbus.Fix()))
        self.assertFalse(after.has_rendered(cue(stage=3), navbus.Fix()))
        self.assertEqual(after.number("astray"), 1)
        later = navbus.Fix(time_nanoseconds=2_000_000_000_000)
        self.assertFalse(after.has_rendered(cue(due=1_999_000_000_000), later), "a second lap is another occasion")
        self.assertEqual(self.complaints, [])

    def test_another_run_and_the_end_of_navigation_forget(self) -> None:
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

    def test_the_file_is_that_of_the_contract_and_what_was_cut_is_passed_over(self) -> None:
        memory = self.memory(run=17064505982736501911)
        memory.rendered(cue(due=1_700_000_000_250_000_000))
        memory.note("astray", -1)
        with open(self.path, encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(
            text,
            "navbus 1 run 17064505982736501911\ncue 3 4 1700000000250000000 1700000012250000000\nastray -1\n",
        )
        facts = MemoryFacts.parsed(text + "of a later version 1 2 3\nastray -\ncue 4 4 17000")
        assert facts is not None
        self.assertEqual((len(facts.renderings), facts.numbers), (1, {}))
        self.assertIsNone(MemoryFacts.parsed("something else\n"))

    def test_numbers_of_a_faulty_sender_are_remembered_as_what_can_be_meant(self) -> None:
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

    def test_a_second_process_that_comes_just_as_the_file_is_replaced_goes_without(self) -> None:
        first = MemoryFile(self.path)
        lock, held = fcntl.flock, [first]

        def replaced_meanwhile(descriptor: Any, operation: int) -> None:
            # The second one has opened the file, and not locked it yet.
            if len(held) == 1:
                held.append(first)
                held[0] = first.replaced("navbus 1 run 1\n")
            lock(descriptor, operation)

        with mock.patch("navbus.memory_file.fcntl.flock", replaced_meanwhile):
            with self.assertRaisesRegex(MemoryProblem, "another process of this control has it"):
                MemoryFile(self.path)
        self.assertEqual(held[0].read(), "navbus 1 run 1\n")
        held[0].close()
        MemoryFile(self.path).close()

    def test_a_file_that_is_not_ours_is_told_once_and_left_alone(self) -> None:
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

    def test_reports_are_cut_to_what_the_bus_takes(self) -> None:
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

    def test_words_for_people(self) -> None:
        told = [navbus.distance_text(meters) for meters in (12, 47, 302, 980, 1234, 14_200)]
        self.assertEqual(told, ["10 m", "50 m", "300 m", "1.0 km", "1.2 km", "14 km"])
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


class DriverTests(unittest.TestCase):
    def test_a_navigation_is_started_once_and_stopped_once(self) -> None:
        told: List[str] = []

        class Listener(navbus.Control):
            def on_navigation_started(self, route: navbus.Route) -> None:
                told.append(route.id)

            def on_navigation_stopped(self) -> None:
                told.append("stopped")

            def on_silence(self) -> None:
                told.append("silence")

        driver = navbus.Driver(Listener(navbus.Context()))
        driver.fall_silent()
        for route in ("a", "a", "b"):
            driver.deliver(navbus.Envelope(navigation_started=navbus.Route(id=route)))
        driver.fall_silent()
        driver.resynchronize(is_navigating=True)
        driver.resynchronize(is_navigating=False)
        driver.deliver(navbus.Envelope(navigation_stopped=events_pb2.NavigationStopped()))
        self.assertEqual(told, ["a", "b", "silence", "stopped"])

    def test_the_reason_of_a_stop_reaches_a_callback_with_a_parameter(self) -> None:
        reasons: List[int] = []

        class Listener(navbus.Control):
            def on_navigation_stopped(self, reason: int = events_pb2.STOP_REASON_UNKNOWN) -> None:
                reasons.append(reason)

        driver = navbus.Driver(Listener(navbus.Context()))
        started = navbus.Envelope(navigation_started=navbus.Route(id="a"))
        arrived = events_pb2.NavigationStopped(reason=events_pb2.STOP_REASON_DESTINATION_REACHED)
        driver.deliver(started)
        driver.deliver(navbus.Envelope(navigation_stopped=arrived))
        driver.deliver(started)
        driver.resynchronize(is_navigating=False)
        self.assertEqual(reasons, [events_pb2.STOP_REASON_DESTINATION_REACHED, events_pb2.STOP_REASON_UNKNOWN])


if __name__ == "__main__":
    unittest.main()
