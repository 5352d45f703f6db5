"""This machine as the peripheral of komoot's BLE Connect: displays find it, connect, and read the instruction."""

from __future__ import annotations

import secrets
import time
from typing import Any, Dict, List, Optional

import navbus
from bluez import PROPERTIES, BlueZ
from dbus_fast import Message, Variant
from komoot import CHARACTERISTIC, NO_ROUTE, SERVICE, Instruction, frame, instruction
from link import Link, Report
from problem import CallFailure, Problem, problem_of

ROOT = "/org/navbus/ble"
SERVICE_PATH = f"{ROOT}/service0"
CHARACTERISTIC_PATH = f"{SERVICE_PATH}/char0"
ADVERTISEMENT_PATH = f"{ROOT}/advertisement0"

GATT_MANAGER = "org.bluez.GattManager1"
ADVERTISING_MANAGER = "org.bluez.LEAdvertisingManager1"
GATT_SERVICE = "org.bluez.GattService1"
GATT_CHARACTERISTIC = "org.bluez.GattCharacteristic1"
ADVERTISEMENT = "org.bluez.LEAdvertisement1"

# With the identifier of the service, a longer name would not fit into the 31 bytes of an advertisement.
LOCAL_NAME = "navbus"
# Seconds after which an unchanged frame is sent again during guidance, as komoot's app does: displays without a message for
# half a minute switch themselves off.
REPEAT_SECONDS = 2.0
# Readers with a reading in several parts that are remembered.
MAX_READERS = 16


class Display(Link):
    """The GATT service and its advertisement."""

    def __init__(self, max_updates_per_second: int, is_paired_only: bool, report: Report) -> None:
        super().__init__(max_updates_per_second, report)
        self._is_paired_only = is_paired_only
        self._bluez: Optional[BlueZ] = None
        self._shown: Instruction = NO_ROUTE
        self._frame = frame(0, NO_ROUTE)
        # The last notification and its time; None before the first one to a display.
        self._sent: Optional[bytes] = None
        self._sent_at = 0.0
        self._is_notifying = False
        self._is_released = False
        # The frame that a reader reads in parts, by its path.
        self._readings: Dict[str, bytes] = {}

    def blank(self) -> Instruction:
        return NO_ROUTE

    def render(self, info: navbus.NavigationInfo) -> Instruction:
        return instruction(info)

    async def serve(self, bluez: BlueZ) -> None:
        adapter = bluez.adapter()
        self._bluez, self._sent = bluez, None
        self._is_notifying = self._is_released = False
        self._readings = {}
        bluez.handle_calls(self._answer)
        await self._register(bluez, adapter)
        self.note_ready("the display can connect")
        while not self.is_stopping:
            bluez.require(adapter)
            if self._is_released:
                raise Problem("BlueZ has ended the advertisement; bluetoothctl show lists the state of the adapter")
            await self.wait(self._update(time.monotonic()))
        self.value, self.is_guiding = NO_ROUTE, False
        self._refresh()
        if self._is_notifying:
            self._notify(time.monotonic())
        await self._unregister(bluez, adapter)

    # ---- Registration

    async def _register(self, bluez: BlueZ, adapter: str) -> None:
        for interface in (GATT_MANAGER, ADVERTISING_MANAGER):
            if interface not in bluez.objects.get(adapter, {}):
                raise Problem(f"the Bluetooth adapter offers no {interface}: use one with Bluetooth 4.0 or newer")
        await self._call_manager(
            bluez,
            adapter,
            GATT_MANAGER,
            "RegisterApplication",
            ROOT,
            "register the service for displays",
            "with pairing = true, BlueZ must know the flag encrypt-notify; update bluez" if self._is_paired_only
            else "systemctl restart bluetooth",
        )
        await self._call_manager(
            bluez,
            adapter,
            ADVERTISING_MANAGER,
            "RegisterAdvertisement",
            ADVERTISEMENT_PATH,
            "advertise the service for displays",
            "end another program that advertises: an adapter has few slots",
        )

    async def _call_manager(
        self, bluez: BlueZ, adapter: str, interface: str, member: str, path: str, task: str, remedy: str
    ) -> None:
        try:
            await bluez.call(adapter, interface, member, "oa{sv}", path, {})
        except CallFailure as failure:
            raise problem_of(failure, task, remedy) from failure

    async def _unregister(self, bluez: BlueZ, adapter: str) -> None:
        """Ends the advertisement at once; at the latest, it ends with the connection to D-Bus."""
        try:
            await bluez.call(adapter, ADVERTISING_MANAGER, "UnregisterAdvertisement", "o", ADVERTISEMENT_PATH, seconds=1)
            await bluez.call(adapter, GATT_MANAGER, "UnregisterApplication", "o", ROOT, seconds=1)
        except (CallFailure, Problem):
            pass

    # ---- Values

    def _refresh(self) -> None:
        """Makes the newest instruction readable; each has an identifier of its own."""
        if self.value != self._shown:
            self._shown = self.value
            self._frame = frame(secrets.randbits(32), self._shown)

    def _update(self, now: float) -> Optional[float]:
        """Notifies displays if it is time to; returns the seconds until the next time."""
        self._refresh()
        due = self._due()
        if due is not None and now >= due:
            self._notify(now)
            due = self._due()
        return None if due is None else max(due - now, 0.0)

    def _due(self) -> Optional[float]:
        if not self._is_notifying:
            return None
        if self._sent != self._frame:
            return self._sent_at + self.period
        return self._sent_at + REPEAT_SECONDS if self.is_guiding else None

    def _notify(self, now: float) -> None:
        self._sent, self._sent_at = self._frame, now
        if self._bluez is not None:
            changed = {"Value": Variant("ay", self._frame)}
            self._bluez.emit(
                CHARACTERISTIC_PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", GATT_CHARACTERISTIC, changed, []
            )

    # ---- Calls of BlueZ

    def _answer(self, call: Message) -> Optional[Message]:
        key = (call.path, call.interface, call.member)
        if key == (ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"):
            return Message.new_method_return(call, "a{oa{sa{sv}}}", [self._objects()])
        if key == (ADVERTISEMENT_PATH, PROPERTIES, "GetAll"):
            return Message.new_method_return(call, "a{sv}", [_ADVERTISEMENT])
        if key == (ADVERTISEMENT_PATH, ADVERTISEMENT, "Release"):
            self._is_released = True
            self.wake.set()
            return Message.new_method_return(call)
        if call.path == CHARACTERISTIC_PATH and call.interface == GATT_CHARACTERISTIC:
            return self._answer_characteristic(call)
        return None

    def _answer_characteristic(self, call: Message) -> Optional[Message]:
        if call.member == "ReadValue":
            return self._read(call)
        if call.member == "StartNotify":
            self._is_notifying, self._sent = True, None
        elif call.member == "StopNotify":
            self._is_notifying = False
        else:
            return Message.new_error(call, "org.bluez.Error.NotSupported", "only reading and notifications are supported")
        self.wake.set()
        return Message.new_method_return(call)

    def _read(self, call: Message) -> Message:
        """A long value is read in parts: all of them are of the frame of the first part."""
        options: Dict[str, Variant] = call.body[0] if call.signature == "a{sv}" else {}
        values: Dict[str, Any] = {name: option.value for name, option in options.items()}
        offset, reader = values.get("offset", 0), str(values.get("device", ""))
        if offset == 0:
            self._refresh()
            self._readings.pop(reader, None)
            self._readings[reader] = self._frame
            if len(self._readings) > MAX_READERS:
                self._readings.pop(next(iter(self._readings)))
        value = self._readings.get(reader, self._frame)
        if not isinstance(offset, int) or not 0 <= offset <= len(value):
            return Message.new_error(call, "org.bluez.Error.InvalidOffset", f"the value has {len(value)} bytes")
        return Message.new_method_return(call, "ay", [value[offset:]])

    def _objects(self) -> Dict[str, Dict[str, Dict[str, Variant]]]:
        flags: List[str] = ["encrypt-read", "encrypt-notify"] if self._is_paired_only else ["read", "notify"]
        return {
            SERVICE_PATH: {GATT_SERVICE: {"UUID": Variant("s", SERVICE), "Primary": Variant("b", True)}},
            CHARACTERISTIC_PATH: {
                GATT_CHARACTERISTIC: {
                    "UUID": Variant("s", CHARACTERISTIC),
                    "Service": Variant("o", SERVICE_PATH),
                    "Flags": Variant("as", flags),
                }
            },
        }


_ADVERTISEMENT = {
    "Type": Variant("s", "peripheral"),
    "ServiceUUIDs": Variant("as", [SERVICE]),
    "LocalName": Variant("s", LOCAL_NAME),
}
