"""The contract without the kit: next_step.py of examples/write-a-control, on a fake bus."""

from __future__ import annotations

import os
import shutil
import unittest
from typing import List, Optional

from navbus.topics import topic_of
from navbus.v1 import bus_pb2, events_pb2
from tests.fake_bus import FakeBus, folder_for_sockets, navigation, stopped
from tests.process import KIT, ControlProcess

PROGRAM = os.path.join(os.path.dirname(KIT), "write-a-control", "python", "next_step.py")


def step(number: int) -> events_pb2.Envelope:
    event = navigation(number)
    event.navigation.current_step.number = number
    return event


class NextStepTests(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = folder_for_sockets()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def joined(self, bus: FakeBus) -> ControlProcess:
        """Joins during a navigation: the line of the current state shows that the control has joined."""
        bus.publish(step(1))
        control = ControlProcess(bus.endpoint, [PROGRAM])
        self.addCleanup(control.__exit__)
        self.expect(control, [1])
        return control

    def expect(self, control: ControlProcess, steps: List[int], *end: str) -> None:
        lines = [*(f"step {number}: unnamed road in 300 m" for number in steps), *end]
        control.wait(lambda: len(control.lines) >= len(lines))
        self.assertEqual(control.lines, lines, control.errors)

    def test_lost_events_are_fetched_page_by_page(self) -> None:
        with FakeBus(self.folder) as bus:

            def pages_of_two(request: bus_pb2.Request) -> Optional[bus_pb2.Reply]:
                if request.WhichOneof("request") != "missed":
                    return bus_pb2.Reply()
                events = [
                    event
                    for event in bus.published
                    if topic_of(event) == request.missed.topic and event.topic_sequence >= request.missed.first
                ]
                return bus_pb2.Reply(events=bus_pb2.EventList(events=events[:2]))

            bus.answer = pages_of_two
            control = self.joined(bus)
            for number in range(2, 7):
                bus.publish(step(number), is_lost=number < 6)
            self.expect(control, [1, 2, 3, 4, 5, 6])

    def test_the_next_heartbeat_reveals_a_lost_end(self) -> None:
        with FakeBus(self.folder) as bus:
            control = self.joined(bus)
            bus.publish(stopped(), is_lost=True)
            self.expect(control, [1], "stopped")
            self.assertEqual(control.ends_with(), 0, control.errors)

    def test_permanently_lost_events_are_reported_and_the_current_state_follows(self) -> None:
        with FakeBus(self.folder) as bus:

            def gone(request: bus_pb2.Request) -> Optional[bus_pb2.Reply]:
                if request.WhichOneof("request") != "missed":
                    return bus_pb2.Reply()
                return bus_pb2.Reply(refused=bus_pb2.RequestError(code=bus_pb2.REQUEST_ERROR_CODE_UNAVAILABLE))

            bus.answer = gone
            control = self.joined(bus)
            bus.publish(step(2), is_lost=True)
            bus.publish(step(3))
            self.expect(control, [1, 3])
            self.assertIn("events lost: 1", control.errors)
            bus.publish(stopped(), is_lost=True)
            self.expect(control, [1, 3], "stopped")
            self.assertEqual(control.ends_with(), 0, control.errors)

    def test_a_wait_that_is_no_number_is_refused(self) -> None:
        with ControlProcess(f"ipc://{self.folder}/requests", [PROGRAM], NAVBUS_WAIT="soon") as control:
            self.assertEqual(control.ends_with(), 64)
            self.assertIn("NAVBUS_WAIT", control.errors)


if __name__ == "__main__":
    unittest.main()
