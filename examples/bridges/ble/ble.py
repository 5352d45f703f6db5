"""Shows the next maneuver over Bluetooth LE: on a display that reads komoot's BLE Connect, or on a watch with InfiniTime."""

from __future__ import annotations

import asyncio
import re
from typing import List, Optional

import navbus
from bluez import BlueZ
from display import Display
from link import Link
from navbus.v1 import events_pb2
from problem import Problem
from watch import Watch


class BLE(navbus.Control):
    """Passes each state of guidance to the thread of the device."""

    def __init__(self, context: navbus.Context, link: Optional[Link] = None) -> None:
        super().__init__(context)
        self.link = link or self._link_of_settings()

    def _link_of_settings(self) -> Link:
        settings = self.context.settings
        device = settings.choice("device", "display", ["display", "infinitime"])
        address = settings.text("address", "")
        is_paired_only = settings.bool("pairing", False)
        rate = settings.integer("maxUpdatesPerSecond", 2, least=1, most=10)
        if device == "display":
            return Display(rate, is_paired_only, self.report)
        if not re.fullmatch(r"[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}", address):
            raise navbus.SettingsError(
                "address", f'"{navbus.printable(address)}" is no Bluetooth address; bluetoothctl devices lists them'
            )
        return Watch(address, rate, self.report)

    @classmethod
    def doctor(cls, settings: navbus.Settings) -> List[navbus.Finding]:
        try:
            return [navbus.Finding("fine", "Bluetooth", f"{asyncio.run(_adapter())} is on")]
        except Problem as problem:
            return [navbus.Finding("fault", "Bluetooth", str(problem))]

    def report(self, kind: str, text: str) -> None:
        """Reports the state of the device; called on its thread."""
        self.context.report(kind, text=navbus.printable(text))

    def start(self) -> None:
        self.link.start()

    def stop(self) -> None:
        self.link.stop()

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        # The end of navigation follows with its reason.
        if info.state != events_pb2.NAVIGATION_STATE_STOPPED:
            self.link.show(self.link.render(info), is_guiding=True)

    def on_navigation_stopped(self, reason: int = events_pb2.STOP_REASON_UNKNOWN) -> None:
        # The destination is shown until the next navigation.
        is_arrival = reason == events_pb2.STOP_REASON_DESTINATION_REACHED
        self.link.show(self.link.value if is_arrival else self.link.blank(), is_guiding=False)

    def on_silence(self) -> None:
        # An instruction for a point that may already be passed is worse than none.
        self.link.show(self.link.blank(), is_guiding=False)

    def stall(self) -> Optional[str]:
        return self.link.stall()


async def _adapter() -> str:
    """The path of the Bluetooth adapter; raises Problem if there is none."""
    bluez = BlueZ(asyncio.Event())
    try:
        await bluez.connect()
        return bluez.adapter()
    finally:
        await bluez.close()


if __name__ == "__main__":
    navbus.run("ble", BLE, "Shows the next maneuver on a Bluetooth LE display or on a watch with InfiniTime.")
