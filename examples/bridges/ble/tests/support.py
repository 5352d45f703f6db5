"""A test with a private D-Bus and a simulated BlueZ; no radio is used."""

from __future__ import annotations

import os
import shutil
import tempfile
import unittest
from typing import List, Optional, Tuple

from link import Link
from tests.bluez_mock import BlueZMock
from testing import PATIENCE, PrivateBus, wait_for


class BluetoothTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="navbus-ble-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.dbus = PrivateBus(self.folder)
        self.dbus.start()
        self.addCleanup(self.dbus.kill)
        before = os.environ.get("DBUS_SYSTEM_BUS_ADDRESS")
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = self.dbus.address
        self.addCleanup(self.restore, before)
        self.bluez = BlueZMock(self.dbus.address)
        self.addCleanup(self.bluez.close)
        self.reports: List[Tuple[str, str]] = []

    @staticmethod
    def restore(before: Optional[str]) -> None:
        if before is None:
            del os.environ["DBUS_SYSTEM_BUS_ADDRESS"]
        else:
            os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = before

    def report(self, kind: str, text: str) -> None:
        self.reports.append((kind, text))

    def run_link(self, link: Link, first_delay: float = 0.05) -> None:
        """Starts a link, and stops it at the end of the test."""
        link.first_delay, link.max_delay = first_delay, first_delay * 4
        link.start()
        self.addCleanup(link.stop)

    def warnings(self) -> List[str]:
        return [text for kind, text in self.reports if kind == "warning"]

    def expect(self, condition: object, seconds: float = PATIENCE) -> None:
        """Waits for a condition that has to hold."""
        assert callable(condition)
        self.assertTrue(wait_for(condition, seconds), f"reports: {self.reports}")
