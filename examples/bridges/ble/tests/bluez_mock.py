"""A simulation of BlueZ without a radio, on a private D-Bus: an adapter, displays that read, and a watch.

Methods, properties, signals and errors are those that BlueZ documents for org.bluez.Adapter, Device, GattManager,
GattService, GattCharacteristic, LEAdvertisingManager and LEAdvertisement.
"""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any, Coroutine, Dict, List, Optional, Tuple

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from tests.devices import WatchScreen

PROPERTIES = "org.freedesktop.DBus.Properties"
MANAGER = "org.freedesktop.DBus.ObjectManager"
ADAPTER = "org.bluez.Adapter1"
DEVICE = "org.bluez.Device1"
GATT_MANAGER = "org.bluez.GattManager1"
ADVERTISING_MANAGER = "org.bluez.LEAdvertisingManager1"
SERVICE = "org.bluez.GattService1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
ADVERTISEMENT = "org.bluez.LEAdvertisement1"

HCI = "/org/bluez/hci0"
# As BlueZ with flags for encrypted notifications.
FLAGS = {"read", "notify", "write", "write-without-response", "indicate", "encrypt-read", "encrypt-write", "encrypt-notify"}
OLD_FLAGS = FLAGS - {"encrypt-notify"}


class Refusal(Exception):
    """An error of BlueZ."""

    def __init__(self, name: str, text: str = "") -> None:
        super().__init__(text)
        self.name = f"org.bluez.Error.{name}"


class Application:
    """A registered GATT application, as BlueZ sees it."""

    def __init__(self, sender: str, root: str, objects: Dict[str, Any], flags: List[str], path: str) -> None:
        self.sender, self.root, self.objects, self.flags, self.path = sender, root, objects, flags, path


class BlueZMock:
    """BlueZ, on a thread of its own. Times are seconds of the monotonic clock."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.flags = FLAGS
        self.slots = 1
        self.application: Optional[Application] = None
        # Properties of the advertisement that displays in range hear.
        self.advertisement: Optional[Dict[str, Any]] = None
        self.registrations: List[float] = []
        # The notifications that the display has received, cut to its packets, and the value that it then read.
        self.notifications: List[Tuple[float, bytes]] = []
        self.values: List[bytes] = []
        self.mtu = 23
        self.is_subscribed = False
        self.reads_after_notification = True
        self.watch: Optional[WatchScreen] = None
        self.watch_address = "F0:F1:F2:F3:F4:F5"
        self.is_in_range = True
        self.connects: List[float] = []
        self.disconnects = 0
        self.writes: List[Tuple[float, str, bytes]] = []
        self.rejected: List[str] = []
        self.discoveries = 0
        self.hangs_at_write = False
        self.objects: Dict[str, Dict[str, Dict[str, Variant]]] = {}
        self._advertiser: Optional[Tuple[str, str]] = None
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda loop, context: None)
        self._bus: Optional[MessageBus] = None
        self._tasks: List[asyncio.Future[Any]] = []
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    # ---- For tests

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Runs a coroutine on the thread of the simulation."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def start(self, has_adapter: bool = True, is_on: bool = True) -> None:
        """Appears on the bus."""
        self.do(self._start(has_adapter, is_on))

    def quit(self) -> None:
        """Leaves the bus, as a killed daemon does."""
        self.do(self._quit())

    def close(self) -> None:
        """Ends the thread."""
        self.quit()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def set_powered(self, is_on: bool) -> None:
        self.do(self._set_powered(is_on))

    def remove_adapter(self) -> None:
        self.do(self._remove_adapter())

    def add_adapter(self) -> None:
        self.do(self._add_adapter(True))

    def release_advertisement(self) -> None:
        self.do(self._release())

    def subscribe(self) -> None:
        """The display connects and subscribes."""
        self.do(self._subscribe())

    def read(self, reader: str = "display", pause: float = 0) -> bytes:
        """Reads the whole value as a display does: in parts of at most MTU - 1 bytes."""
        result: bytes = self.do(self._read(reader, pause))
        return result

    def read_at(self, offset: int) -> Message:
        result: Message = self.do(self._read_part("display", offset))
        return result

    def call_from_outside(self, sender_path: str, interface: str, member: str, signature: str, body: List[Any]) -> Message:
        """A call of another program on the bus."""
        result: Message = self.do(self._call_from_outside(sender_path, interface, member, signature, body))
        return result

    def add_watch(self, is_known: bool = True) -> WatchScreen:
        """A watch that BlueZ knows, or discovers later."""
        self.watch = WatchScreen()
        if is_known:
            self.do(self._add_device())
        return self.watch

    def lose_watch(self) -> None:
        """The watch goes out of range."""
        self.do(self._lose_watch())

    # ---- Life

    async def _start(self, has_adapter: bool, is_on: bool) -> None:
        self._bus = await MessageBus(bus_address=self.address).connect()
        self._bus.add_message_handler(self._handle)
        rule = f"type='signal',interface='{PROPERTIES}'"
        await self._bus.call(_call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "AddMatch", "s", [rule]))
        rule = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'"
        await self._bus.call(_call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "AddMatch", "s", [rule]))
        self.objects = {}
        if has_adapter:
            await self._add_adapter(is_on)
        if self.watch is not None:
            await self._add_device()
        await self._bus.call(
            _call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName", "su", ["org.bluez", 0])
        )

    async def _quit(self) -> None:
        if self._bus is not None:
            self._forget_application()
            self._forget_advertisement()
            self._bus.disconnect()
            self._bus = None
        for task in self._tasks:
            task.cancel()

    async def _add_adapter(self, is_on: bool) -> None:
        adapter = {"Powered": Variant("b", is_on), "Address": Variant("s", "00:11:22:33:44:55")}
        self._add(HCI, {ADAPTER: adapter, GATT_MANAGER: {}, ADVERTISING_MANAGER: {}})

    async def _remove_adapter(self) -> None:
        self._forget_application()
        self._forget_advertisement()
        for path in sorted(self.objects, reverse=True):
            self._remove(path)

    async def _set_powered(self, is_on: bool) -> None:
        if not is_on:
            self.is_subscribed = False
            await self._lose_watch()
        self._change(HCI, ADAPTER, {"Powered": Variant("b", is_on)})

    def _forget_application(self) -> None:
        self.application, self.is_subscribed = None, False

    def _forget_advertisement(self) -> None:
        self.advertisement = self._advertiser = None

    # ---- Objects

    def _signal(self, path: str, interface: str, member: str, signature: str, body: List[Any]) -> None:
        if self._bus is not None:
            self._bus.send(Message.new_signal(path, interface, member, signature, body))

    def _add(self, path: str, interfaces: Dict[str, Dict[str, Variant]]) -> None:
        self.objects[path] = interfaces
        self._signal("/", MANAGER, "InterfacesAdded", "oa{sa{sv}}", [path, interfaces])

    def _remove(self, path: str) -> None:
        interfaces = self.objects.pop(path)
        self._signal("/", MANAGER, "InterfacesRemoved", "oas", [path, list(interfaces)])

    def _change(self, path: str, interface: str, values: Dict[str, Variant]) -> None:
        self.objects[path][interface].update(values)
        self._signal(path, PROPERTIES, "PropertiesChanged", "sa{sv}as", [interface, values, []])

    def _is_on(self) -> bool:
        return bool(self.objects[HCI][ADAPTER]["Powered"].value)

    # ---- Messages

    def _handle(self, message: Message) -> Any:
        if message.message_type == MessageType.SIGNAL:
            self._handle_signal(message)
            return None
        if message.message_type != MessageType.METHOD_CALL:
            return None
        work = asyncio.ensure_future(self._answer(message))
        self._tasks = [task for task in self._tasks if not task.done()] + [work]
        return True

    def _handle_signal(self, message: Message) -> None:
        application = self.application
        if message.member == "NameOwnerChanged" and message.body[2] == "":
            # The program that registered has gone.
            if application is not None and message.body[0] == application.sender:
                self._forget_application()
            if self._advertiser is not None and message.body[0] == self._advertiser[0]:
                self._forget_advertisement()
        is_value = (
            application is not None
            and message.member == "PropertiesChanged"
            and message.sender == application.sender
            and message.path == application.path
            and message.body[0] == CHARACTERISTIC
        )
        if is_value and self.is_subscribed and "Value" in message.body[1]:
            value = bytes(message.body[1]["Value"].value)
            self.notifications.append((time.monotonic(), value[: self.mtu - 3]))
            if self.reads_after_notification:
                self._tasks.append(asyncio.ensure_future(self._read_after_notification()))

    async def _answer(self, call: Message) -> None:
        try:
            signature, body = await self._result(call)
            reply = Message.new_method_return(call, signature, body)
        except Refusal as refusal:
            reply = Message.new_error(call, refusal.name, str(refusal))
        if self._bus is not None:
            self._bus.send(reply)

    async def _result(self, call: Message) -> Tuple[str, List[Any]]:
        key = (call.interface, call.member)
        if key == (MANAGER, "GetManagedObjects"):
            return "a{oa{sa{sv}}}", [self.objects]
        if call.path not in self.objects:
            raise Refusal("DoesNotExist", "Does Not Exist")
        if call.path == HCI and not self._is_on() and call.member != "UnregisterAdvertisement":
            raise Refusal("NotReady", "Resource Not Ready")
        if key == (GATT_MANAGER, "RegisterApplication"):
            await self._register_application(call)
        elif key == (GATT_MANAGER, "UnregisterApplication"):
            self._forget_application()
        elif key == (ADVERTISING_MANAGER, "RegisterAdvertisement"):
            await self._register_advertisement(call)
        elif key == (ADVERTISING_MANAGER, "UnregisterAdvertisement"):
            if self._advertiser != (call.sender, call.body[0]):
                raise Refusal("DoesNotExist", "Does Not Exist")
            self._forget_advertisement()
        elif key == (ADAPTER, "StartDiscovery"):
            self.discoveries += 1
            if self.watch is not None and self.is_in_range:
                await self._add_device()
        elif key == (DEVICE, "Connect"):
            await self._connect()
        elif key == (DEVICE, "Disconnect"):
            self.disconnects += 1
            await self._drop_watch()
        elif key == (CHARACTERISTIC, "WriteValue"):
            await self._write(call)
        elif key not in {(ADAPTER, "SetDiscoveryFilter"), (ADAPTER, "StopDiscovery")}:
            raise Refusal("NotSupported", f"{key}")
        return "", []

    # ---- The peripheral

    async def _register_application(self, call: Message) -> None:
        if self.application is not None:
            raise Refusal("AlreadyExists", "Already Exists")
        root = call.body[0]
        reply = await self._call(call.sender, root, MANAGER, "GetManagedObjects", "", [])
        objects = {
            path: {name: {key: value.value for key, value in values.items()} for name, values in interfaces.items()}
            for path, interfaces in reply.body[0].items()
        }
        (service,) = [path for path, interfaces in objects.items() if SERVICE in interfaces]
        (path,) = [path for path, interfaces in objects.items() if CHARACTERISTIC in interfaces]
        about = objects[path][CHARACTERISTIC]
        if about["Service"] != service or not path.startswith(f"{service}/") or not service.startswith(f"{root}/"):
            raise Refusal("Failed", "No object received")
        if set(about["Flags"]) - self.flags:
            raise Refusal("Failed", "Failed to create entry in database")
        self.application = Application(call.sender or "", root, objects, about["Flags"], path)

    async def _register_advertisement(self, call: Message) -> None:
        if self.slots < 1:
            raise Refusal("NotPermitted", "Maximum advertisements reached")
        reply = await self._call(call.sender, call.body[0], PROPERTIES, "GetAll", "s", [ADVERTISEMENT])
        about = {name: value.value for name, value in reply.body[0].items()}
        # Flags 3 bytes; 128-bit identifiers and a name with 2 bytes of head each.
        size = 3 + 2 + 16 * len(about["ServiceUUIDs"]) + 2 + len(about.get("LocalName", "").encode())
        if about["Type"] != "peripheral" or size > 31:
            raise Refusal("InvalidLength", "Invalid Length")
        self.advertisement = about
        self._advertiser = (call.sender or "", call.body[0])
        self.registrations.append(time.monotonic())

    async def _release(self) -> None:
        assert self._advertiser is not None
        sender, path = self._advertiser
        self._forget_advertisement()
        await self._call(sender, path, ADVERTISEMENT, "Release", "", [])

    async def _subscribe(self) -> None:
        assert self.application is not None
        self.is_subscribed = True
        await self._call(self.application.sender, self.application.path, CHARACTERISTIC, "StartNotify", "", [])

    async def _read_after_notification(self) -> None:
        try:
            self.values.append(await self._read("display", 0))
        except (AssertionError, EOFError, OSError):
            pass  # The connection has ended in the meantime.

    async def _read(self, reader: str, pause: float) -> bytes:
        value = b""
        while True:
            reply = await self._read_part(reader, len(value))
            assert reply.message_type == MessageType.METHOD_RETURN, reply.error_name
            part = bytes(reply.body[0])[: self.mtu - 1]
            value += part
            if len(part) < self.mtu - 1:
                return value
            await asyncio.sleep(pause)

    async def _read_part(self, reader: str, offset: int) -> Message:
        assert self.application is not None
        options = {"device": Variant("o", f"{HCI}/dev_{reader}"), "mtu": Variant("q", self.mtu)}
        if offset:
            options["offset"] = Variant("q", offset)
        path = self.application.path
        return await self._call(self.application.sender, path, CHARACTERISTIC, "ReadValue", "a{sv}", [options])

    # ---- The watch

    @property
    def _device(self) -> str:
        return f"{HCI}/dev_{self.watch_address.replace(':', '_')}"

    async def _add_device(self) -> None:
        about = {
            "Address": Variant("s", self.watch_address),
            "Adapter": Variant("o", HCI),
            "Connected": Variant("b", False),
            "ServicesResolved": Variant("b", False),
        }
        if HCI in self.objects:
            self._add(self._device, {DEVICE: about})

    async def _connect(self) -> None:
        self.connects.append(time.monotonic())
        if not self.is_in_range:
            raise Refusal("Failed", "le-connection-abort-by-local")
        self._change(self._device, DEVICE, {"Connected": Variant("b", True)})
        self._tasks.append(asyncio.ensure_future(self._resolve()))

    async def _resolve(self) -> None:
        await asyncio.sleep(0.02)
        service = f"{self._device}/service0036"
        identifier = "0001000{}-78fc-48fe-8e23-433b3a1942d0"
        about = {"UUID": Variant("s", identifier.format(0)), "Device": Variant("o", self._device)}
        self._add(service, {SERVICE: about})
        for number in (3, 1, 4, 2):
            uuid = Variant("s", identifier.format(number))
            values = {"UUID": uuid, "Service": Variant("o", service), "Flags": Variant("as", ["read", "write"])}
            self._add(f"{service}/char00{number}", {CHARACTERISTIC: values})
        self._change(self._device, DEVICE, {"ServicesResolved": Variant("b", True)})

    async def _write(self, call: Message) -> None:
        assert self.watch is not None
        if self.hangs_at_write:
            await asyncio.sleep(3600)
        value, options = bytes(call.body[0]), call.body[1]
        uuid = self.objects[call.path or ""][CHARACTERISTIC]["UUID"].value
        if options["type"].value != "request":
            raise Refusal("NotSupported", "Operation is not supported")
        try:
            self.watch.write(uuid, value)
        except (ValueError, KeyError) as error:
            self.rejected.append(str(error))
            raise Refusal("Failed", f"rejected: {error}") from error
        self.writes.append((time.monotonic(), uuid, value))

    async def _lose_watch(self) -> None:
        self.is_in_range = False
        await self._drop_watch()

    async def _drop_watch(self) -> None:
        if self._device not in self.objects:
            return
        for path in sorted(self.objects, reverse=True):
            if path.startswith(f"{self._device}/"):
                self._remove(path)
        values = {"Connected": Variant("b", False), "ServicesResolved": Variant("b", False)}
        self._change(self._device, DEVICE, values)

    # ---- Calls

    async def _call(
        self, destination: Optional[str], path: str, interface: str, member: str, signature: str, body: List[Any]
    ) -> Message:
        assert self._bus is not None
        reply: Message = await self._bus.call(_call(destination or "", path, interface, member, signature, body))
        return reply

    async def _call_from_outside(
        self, path: str, interface: str, member: str, signature: str, body: List[Any]
    ) -> Message:
        assert self.application is not None
        other = await MessageBus(bus_address=self.address).connect()
        reply: Message = await other.call(_call(self.application.sender, path, interface, member, signature, body))
        other.disconnect()
        return reply


def _call(destination: str, path: str, interface: str, member: str, signature: str, body: List[Any]) -> Message:
    return Message(
        destination=destination, path=path, interface=interface, member=member, signature=signature, body=body
    )
