"""A watch with InfiniTime, simulated behind BlueZ. No radio is used."""

from __future__ import annotations

import time
import unittest

from infinitime import NO_ROUTE, Screen
from tests.devices import WatchScreen
from tests.support import BluetoothTest
from watch import Watch

ADDRESS = "f0:f1:f2:f3:f4:f5"
LEFT = Screen("turn-left", "Links abbiegen", "300 m", 10)
RIGHT = Screen("turn-right", "Rechts abbiegen", "50 m", 20)


class WatchTests(BluetoothTest):
    def watch(self, rate: int = 10) -> Watch:
        watch = Watch(ADDRESS, rate, self.report)
        watch.search_seconds = 0.2
        self.run_link(watch)
        return watch

    def connected(self, rate: int = 10) -> Watch:
        self.bluez.start()
        self.bluez.add_watch()
        watch = self.watch(rate)
        self.expect(lambda: self.shows(NO_ROUTE))
        return watch

    @property
    def screen(self) -> WatchScreen:
        assert self.bluez.watch is not None
        return self.bluez.watch

    def shows(self, screen: Screen) -> bool:
        return self.screen.shown == screen._asdict()

    def test_the_watch_shows_the_newest_state(self) -> None:
        watch = self.connected()
        watch.show(LEFT, True)
        self.expect(lambda: self.shows(LEFT))
        watch.show(RIGHT, True)
        self.expect(lambda: self.shows(RIGHT))
        self.assertEqual(self.bluez.rejected, [])
        self.assertEqual(self.reports, [])

    def test_only_changed_values_are_written(self) -> None:
        watch = self.connected()
        watch.show(LEFT, True)
        self.expect(lambda: self.shows(LEFT))
        count = len(self.bluez.writes)
        watch.show(LEFT._replace(distance="250 m"), True)
        self.expect(lambda: self.screen.shown["distance"] == "250 m")
        watch.show(LEFT._replace(distance="250 m"), True)
        time.sleep(0.3)
        self.assertEqual(len(self.bluez.writes), count + 1)

    def test_a_flood_is_written_at_the_rate_and_ends_with_the_newest(self) -> None:
        watch = self.connected(rate=10)
        count = len(self.bluez.writes)
        end = time.monotonic() + 1
        while time.monotonic() < end:
            watch.show(LEFT._replace(distance=f"{round(time.monotonic() * 1000)} m"), True)
            time.sleep(0.002)
        last = watch.value
        self.expect(lambda: self.shows(last))
        distances = [write for write in self.bluez.writes[count:] if write[1].startswith("00010003")]
        self.assertLessEqual(len(distances), 14)
        self.assertGreaterEqual(len(distances), 4)

    def test_an_unknown_watch_is_searched_for(self) -> None:
        self.bluez.start()
        self.bluez.add_watch(is_known=False)
        self.watch()
        self.expect(lambda: self.shows(NO_ROUTE))
        self.assertEqual(self.bluez.discoveries, 1)

    def test_a_watch_out_of_range_is_reported_once_and_connected_when_it_is_back(self) -> None:
        watch = self.connected()
        watch.show(LEFT, True)
        self.expect(lambda: self.shows(LEFT))
        self.bluez.lose_watch()
        self.expect(lambda: len(self.bluez.connects) >= 4)
        self.assertEqual(len(self.warnings()), 2, self.warnings())  # Lost, and then not to be connected.
        for text in self.warnings():
            self.assertIn("bring it near", text)
        watch.show(RIGHT, True)
        self.bluez.is_in_range = True
        self.expect(lambda: self.shows(RIGHT))
        self.expect(lambda: self.reports[-1][0] == "note")

    def test_a_watch_that_is_nowhere(self) -> None:
        self.bluez.start()
        self.watch()
        self.expect(self.warnings)
        self.assertIn("was not found", self.warnings()[0])

    def test_an_adapter_that_is_removed_and_back(self) -> None:
        watch = self.connected()
        self.bluez.remove_adapter()
        self.expect(self.warnings)
        watch.show(RIGHT, True)
        self.bluez.add_adapter()
        self.expect(lambda: self.shows(RIGHT))

    def test_a_restart_of_the_bus(self) -> None:
        watch = self.connected()
        self.dbus.kill()
        self.expect(self.warnings)
        self.bluez.quit()
        watch.show(RIGHT, True)
        self.dbus.start()
        self.bluez.start()
        self.expect(lambda: self.shows(RIGHT))

    def test_the_end_blanks_the_watch_and_ends_the_connection(self) -> None:
        watch = self.connected()
        watch.show(LEFT, True)
        self.expect(lambda: self.shows(LEFT))
        watch.stop()
        self.assertTrue(self.shows(NO_ROUTE))
        self.assertEqual(self.bluez.disconnects, 1)

    def test_a_watch_that_does_not_answer_does_not_delay_the_end(self) -> None:
        watch = self.connected()
        self.bluez.hangs_at_write = True
        watch.show(LEFT, True)
        time.sleep(0.2)
        began = time.monotonic()
        watch.stop()
        self.assertLess(time.monotonic() - began, 3.5)


if __name__ == "__main__":
    unittest.main()
