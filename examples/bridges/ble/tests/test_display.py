"""This machine as the peripheral of a display, against a simulated BlueZ. No radio is used."""

from __future__ import annotations

import time
import unittest
from typing import Any, List, Tuple

from display import Display
from komoot import NO_ROUTE, Instruction
from tests.bluez_mock import CHARACTERISTIC, OLD_FLAGS, PROPERTIES
from tests.devices import decode
from tests.support import BluetoothTest

LEFT = Instruction(5, 300, "Hauptstraße am langen Namen")
RIGHT = Instruction(8, 80, "B 37")


class DisplayTest(BluetoothTest):
    def display(self, rate: int = 10, is_paired_only: bool = False, first_delay: float = 0.05) -> Display:
        display = Display(rate, is_paired_only, self.report)
        self.run_link(display, first_delay)
        return display

    def connected(self, rate: int = 10) -> Display:
        """A display that is subscribed."""
        self.bluez.start()
        display = self.display(rate)
        self.expect(lambda: self.bluez.advertisement)
        self.bluez.subscribe()
        return display

    def read(self) -> Instruction:
        frame = decode(self.bluez.read())
        return Instruction(frame.direction, frame.meters, frame.street)


class ServiceTests(DisplayTest):
    def test_a_display_finds_the_service_of_the_format(self) -> None:
        self.bluez.start()
        self.display()
        self.expect(lambda: self.bluez.advertisement)
        self.assertEqual(self.bluez.advertisement["ServiceUUIDs"], ["71c1e128-d92f-4fa8-a2b2-0f171db3436c"])  # type: ignore[index]
        about: Any = self.bluez.application
        self.assertEqual(about.objects[about.path][CHARACTERISTIC]["UUID"], "503dd605-9bcb-4f6e-b235-270a57483026")
        self.assertEqual(set(about.flags), {"read", "notify"})

    def test_without_a_route_the_frame_is_blank(self) -> None:
        self.connected()
        self.assertEqual(self.read(), NO_ROUTE)

    def test_the_value_can_be_read_at_any_time_and_is_the_newest(self) -> None:
        display = self.connected(rate=1)
        for meters in range(50):
            display.show(LEFT._replace(meters=meters), True)
            self.assertEqual(self.read().meters, meters)

    def test_a_long_value_is_of_one_frame_although_it_changes_during_the_reading(self) -> None:
        display = self.connected()
        display.show(LEFT, True)
        self.expect(lambda: self.read() == LEFT)
        first = self.bluez.read_at(0).body[0]
        display.show(RIGHT, True)
        self.expect(lambda: decode(self.bluez.read("another")).street == "B 37")
        self.assertEqual(self.bluez.read_at(20).body[0], first[20:])

    def test_an_offset_after_the_end_is_refused(self) -> None:
        self.connected()
        self.assertEqual(self.bluez.read_at(9).body[0], b"")
        self.assertEqual(self.bluez.read_at(10).error_name, "org.bluez.Error.InvalidOffset")

    def test_other_programs_on_the_bus_cannot_read(self) -> None:
        display = self.connected()
        display.show(LEFT, True)
        path = self.bluez.application.path  # type: ignore[union-attr]
        reply = self.bluez.call_from_outside(path, CHARACTERISTIC, "ReadValue", "a{sv}", [{}])
        self.assertIsNotNone(reply.error_name)
        reply = self.bluez.call_from_outside(path, PROPERTIES, "GetAll", "s", [CHARACTERISTIC])
        self.assertIsNotNone(reply.error_name)

    def test_malformed_calls_are_answered(self) -> None:
        self.connected()
        application: Any = self.bluez.application
        calls: List[Tuple[str, List[Any]]] = [("", []), ("s", ["x"]), ("a{sv}", [{}])]
        for signature, body in calls:
            call = self.bluez._call(application.sender, application.path, CHARACTERISTIC, "ReadValue", signature, body)
            self.assertEqual(self.bluez.do(call).body[0][4], 0)
        call = self.bluez._call(application.sender, application.path, CHARACTERISTIC, "WriteValue", "aya{sv}", [b"x", {}])
        self.assertEqual(self.bluez.do(call).error_name, "org.bluez.Error.NotSupported")
        self.assertEqual(self.read(), NO_ROUTE)

    def test_pairing_requires_encryption_of_readings_and_notifications(self) -> None:
        self.bluez.start()
        self.display(is_paired_only=True)
        self.expect(lambda: self.bluez.application)
        self.assertEqual(set(self.bluez.application.flags), {"encrypt-read", "encrypt-notify"})  # type: ignore[union-attr]

    def test_an_old_bluez_without_encrypted_notifications_gets_no_service(self) -> None:
        self.bluez.flags = OLD_FLAGS
        self.bluez.start()
        self.display(is_paired_only=True)
        self.expect(self.warnings)
        self.assertIn("encrypt-notify", self.warnings()[0])
        self.assertIsNone(self.bluez.application)


class NotificationTests(DisplayTest):
    def identifiers(self) -> List[bytes]:
        return [value[:4] for _, value in self.bluez.notifications]

    def test_each_change_is_notified_and_then_read(self) -> None:
        display = self.connected()
        display.show(LEFT, True)
        self.expect(lambda: self.bluez.values and decode(self.bluez.values[-1]).street == LEFT.street)
        # The packet of a display with the smallest MTU has the direction and the distance too.
        self.expect(lambda: len(self.bluez.notifications[-1][1]) == 20)
        packet = self.bluez.notifications[-1][1]
        self.assertEqual((packet[4], packet[5] + 256 * packet[6]), (5, 300))
        display.show(RIGHT, True)
        self.expect(lambda: decode(self.bluez.values[-1]).street == RIGHT.street)
        first, second = (value[:4] for _, value in self.bluez.notifications[-2:])
        self.assertNotEqual(first, second)

    def test_a_flood_is_notified_at_the_rate_and_ends_with_the_newest(self) -> None:
        display = self.connected(rate=10)
        end = time.monotonic() + 1
        while time.monotonic() < end:
            display.show(LEFT._replace(meters=round(time.monotonic() * 1000) % 1_000_000), True)
            time.sleep(0.002)
        last = display.value.meters
        self.expect(lambda: self.bluez.values and decode(self.bluez.values[-1]).meters == last)
        times = [at for at, _ in self.bluez.notifications]
        self.assertLessEqual(len(times), 14)
        self.assertGreaterEqual(len(times), 4)

    def test_an_unchanged_frame_is_repeated_only_during_guidance(self) -> None:
        display = self.connected()
        display.show(LEFT, True)
        self.expect(lambda: [value[4] for _, value in self.bluez.notifications].count(5) >= 2, 4)
        self.assertEqual(len(set(self.identifiers()[-2:])), 1)
        display.show(NO_ROUTE, False)
        self.expect(lambda: self.bluez.notifications[-1][1][4] == 0)
        count = len(self.bluez.notifications)
        time.sleep(2.3)
        self.assertEqual(len(self.bluez.notifications), count)

    def test_nothing_is_sent_without_a_subscription(self) -> None:
        self.bluez.start()
        display = self.display()
        self.expect(lambda: self.bluez.advertisement)
        display.show(LEFT, True)
        self.assertEqual(self.read(), LEFT)
        self.assertEqual(self.bluez.notifications, [])

    def test_the_end_blanks_the_display_and_ends_the_advertisement(self) -> None:
        display = self.connected()
        display.show(LEFT, True)
        self.expect(lambda: self.bluez.notifications and self.bluez.notifications[-1][1][4] == 5)
        began = time.monotonic()
        display.stop()
        self.assertLess(time.monotonic() - began, 1)
        self.expect(lambda: self.bluez.notifications[-1][1][4:] == bytes(5))
        self.expect(lambda: self.bluez.advertisement is None and self.bluez.application is None)


class TroubleTests(DisplayTest):
    def test_without_bluez_there_is_a_single_warning(self) -> None:
        self.display()
        self.expect(self.warnings)
        time.sleep(0.5)
        self.assertEqual(len(self.warnings()), 1)
        self.assertIn("systemctl start bluetooth", self.warnings()[0])

    def test_bluez_that_appears_is_noticed_at_once(self) -> None:
        self.display(first_delay=60)
        self.expect(self.warnings)
        self.bluez.start()
        self.expect(lambda: self.bluez.advertisement)

    def test_an_adapter_that_is_switched_on_is_noticed_at_once(self) -> None:
        self.bluez.start(is_on=False)
        self.display(first_delay=60)
        self.expect(self.warnings)
        self.assertIn("bluetoothctl power on", self.warnings()[0])
        self.bluez.set_powered(True)
        self.expect(lambda: self.bluez.advertisement)
        self.expect(lambda: ("note", "the display can connect") in self.reports)

    def test_an_adapter_that_is_removed_and_back(self) -> None:
        display = self.connected()
        for round in range(3):
            display.show(LEFT._replace(meters=round), True)
            self.bluez.remove_adapter()
            self.expect(lambda: len(self.warnings()) == round + 1)
            self.assertIn("no Bluetooth adapter", self.warnings()[-1])
            self.bluez.add_adapter()
            self.expect(lambda: self.bluez.advertisement)
            self.bluez.subscribe()
            self.expect(lambda: self.read().meters == round)

    def test_a_refused_advertising_slot_is_reported_once_and_tried_again(self) -> None:
        self.bluez.slots = 0
        self.bluez.start()
        self.display()
        self.expect(self.warnings)
        time.sleep(0.6)
        self.assertEqual(len(self.warnings()), 1)
        self.assertIn("slots", self.warnings()[0])
        self.bluez.slots = 1
        self.expect(lambda: self.bluez.advertisement)

    def test_an_advertisement_that_bluez_ends_is_registered_again(self) -> None:
        self.connected()
        self.bluez.release_advertisement()
        self.expect(lambda: len(self.bluez.registrations) == 2)
        self.assertEqual(len(self.warnings()), 1)

    def test_a_restart_of_bluez(self) -> None:
        display = self.connected()
        display.show(LEFT, True)
        self.bluez.quit()
        self.expect(self.warnings)
        self.bluez.start()
        self.expect(lambda: self.bluez.advertisement)
        self.expect(lambda: self.read() == LEFT)

    def test_a_restart_of_the_bus(self) -> None:
        display = self.connected()
        display.show(LEFT, True)
        self.dbus.kill()
        self.expect(self.warnings)
        self.bluez.quit()
        self.dbus.start()
        self.bluez.start()
        self.expect(lambda: self.bluez.advertisement)
        self.bluez.subscribe()
        self.expect(lambda: self.read() == LEFT)
        self.assertIsNone(display.stall())

    def test_the_delay_between_attempts_grows(self) -> None:
        self.bluez.slots = 0
        self.bluez.start()
        attempts: List[float] = []
        display = Display(1, False, self.report)
        serve = display.serve

        async def counted(bluez: Any) -> None:
            attempts.append(time.monotonic())
            await serve(bluez)

        display.serve = counted  # type: ignore[method-assign]
        self.run_link(display, first_delay=0.1)
        self.expect(lambda: len(attempts) == 5)
        delays = [after - before for before, after in zip(attempts, attempts[1:])]
        for delay, expected in zip(delays, [0.1, 0.2, 0.4, 0.4]):
            self.assertGreaterEqual(delay, expected * 0.95)

    def test_a_stop_before_the_start_and_during_an_outage(self) -> None:
        Display(1, False, self.report).stop()
        display = self.display()
        self.expect(self.warnings)
        began = time.monotonic()
        display.stop()
        display.stop()
        self.assertLess(time.monotonic() - began, 1)


if __name__ == "__main__":
    unittest.main()
