"""A watch with InfiniTime: this machine connects to it and writes its navigation service."""

from __future__ import annotations

import time
from typing import Dict, Optional

import navbus
from bluez import BlueZ
from dbus_fast import Variant
from infinitime import NO_ROUTE, SERVICE, Screen, screen, values
from link import Link, Report
from problem import CallFailure, Problem, problem_of

ADAPTER = "org.bluez.Adapter1"
DEVICE = "org.bluez.Device1"
GATT_CHARACTERISTIC = "org.bluez.GattCharacteristic1"

# Seconds that a search for an unknown watch, a connection and the discovery of its services may take.
SEARCH_SECONDS = 10.0
CONNECT_SECONDS = 40.0
RESOLVE_SECONDS = 15.0


class Watch(Link):
    """The watch with an address."""

    def __init__(self, address: str, max_updates_per_second: int, report: Report) -> None:
        super().__init__(max_updates_per_second, report)
        self.address = address.upper()
        self.search_seconds = SEARCH_SECONDS
        # The values that were written over the present connection.
        self._written: Dict[str, bytes] = {}

    def blank(self) -> Screen:
        return NO_ROUTE

    def render(self, info: navbus.NavigationInfo) -> Screen:
        return screen(info)

    async def serve(self, bluez: BlueZ) -> None:
        adapter = bluez.adapter()
        device = await self._find(bluez, adapter)
        is_connected = bool(bluez.property(device, DEVICE, "Connected"))
        if not is_connected:
            await self._connect(bluez, device)
        try:
            characteristics = await self._characteristics(bluez, adapter, device)
            self._written = {}
            self.note_ready(f"the watch {self.address} is connected")
            while not self.is_stopping:
                self._require(bluez, adapter, device)
                if self._written == values(self.value):
                    await self.wait(None)
                else:
                    began = time.monotonic()
                    await self._write(bluez, characteristics, self.value)
                    await self._rest(began)
            await self._write(bluez, characteristics, NO_ROUTE)
        finally:
            # A connection that existed before belongs to another program.
            if not is_connected:
                await self._disconnect(bluez, device)

    async def _rest(self, began: float) -> None:
        """Keeps the rate; a stop does not wait for it."""
        end = began + self.period
        while not self.is_stopping and time.monotonic() < end:
            await self.wait(end - time.monotonic())

    def _require(self, bluez: BlueZ, adapter: str, device: str) -> None:
        bluez.require(adapter)
        if not bluez.property(device, DEVICE, "Connected"):
            raise Problem(f"the connection to the watch {self.address} was lost; bring it near")

    # ---- Connection

    async def _find(self, bluez: BlueZ, adapter: str) -> str:
        device = self._known(bluez, adapter)
        if device is not None:
            return device
        try:
            await bluez.call(adapter, ADAPTER, "SetDiscoveryFilter", "a{sv}", {"Transport": Variant("s", "le")})
            await bluez.call(adapter, ADAPTER, "StartDiscovery")
        except CallFailure as failure:
            raise problem_of(failure, "search for the watch", "bluetoothctl scan le shows the reason") from failure
        try:
            end = time.monotonic() + self.search_seconds
            while device is None and not self.is_stopping and time.monotonic() < end:
                await self.wait(end - time.monotonic())
                bluez.require(adapter)
                device = self._known(bluez, adapter)
        finally:
            try:
                await bluez.call(adapter, ADAPTER, "StopDiscovery", seconds=1)
            except (CallFailure, Problem):
                pass  # It ends with the connection to D-Bus.
        if device is None:
            raise Problem(
                f"the watch {self.address} is unknown, and was not found within {self.search_seconds:.0f} s: "
                "bring it near, with Bluetooth on; bluetoothctl devices lists the known devices"
            )
        return device

    def _known(self, bluez: BlueZ, adapter: str) -> Optional[str]:
        for path, interfaces in bluez.objects.items():
            device = interfaces.get(DEVICE, {})
            if device.get("Adapter") == adapter and str(device.get("Address", "")).upper() == self.address:
                return path
        return None

    async def _connect(self, bluez: BlueZ, device: str) -> None:
        try:
            await bluez.call(device, DEVICE, "Connect", seconds=CONNECT_SECONDS)
        except CallFailure as failure:
            remedy = "bring it near; it may be connected to another machine"
            if "Authentication" in failure.name:
                remedy = f"pair it: bluetoothctl pair {self.address}"
            raise problem_of(failure, f"connect to the watch {self.address}", remedy) from failure

    async def _characteristics(self, bluez: BlueZ, adapter: str, device: str) -> Dict[str, str]:
        """The paths of the characteristics by identifier, after BlueZ has discovered them."""
        end = time.monotonic() + RESOLVE_SECONDS
        while not bluez.property(device, DEVICE, "ServicesResolved"):
            if time.monotonic() >= end:
                raise Problem(f"the watch {self.address} did not report its services: switch it off and on")
            await self.wait(end - time.monotonic())
            self._require(bluez, adapter, device)
        found = {
            str(interfaces[GATT_CHARACTERISTIC].get("UUID", "")).lower(): path
            for path, interfaces in bluez.objects.items()
            if path.startswith(f"{device}/") and GATT_CHARACTERISTIC in interfaces
        }
        if not found.keys() >= values(NO_ROUTE).keys():
            raise Problem(
                f"{self.address} has no navigation service ({SERVICE}): update InfiniTime"
            )
        return found

    async def _write(self, bluez: BlueZ, characteristics: Dict[str, str], screen: Screen) -> None:
        """Writes the values that differ from those that the watch shows."""
        for identifier, value in values(screen).items():
            if self._written.get(identifier) == value:
                continue
            self._written.pop(identifier, None)
            try:
                path = characteristics[identifier]
                options = {"type": Variant("s", "request")}
                await bluez.call(path, GATT_CHARACTERISTIC, "WriteValue", "aya{sv}", value, options)
            except CallFailure as failure:
                remedy = f"bring it near; if it asks for a code, pair it: bluetoothctl pair {self.address}"
                raise problem_of(failure, f"write to the watch {self.address}", remedy) from failure
            self._written[identifier] = value

    async def _disconnect(self, bluez: BlueZ, device: str) -> None:
        try:
            await bluez.call(device, DEVICE, "Disconnect", seconds=1)
        except (CallFailure, Problem):
            pass
