"""A simulation of BlueZ for the tests: adapters, and wristbands with Nordic UART, on a private D-Bus.

Arguments: the address of the bus, a named pipe for orders, and the plan of the simulation (JSON). Orders are lines of
JSON; events are printed as lines of JSON on standard output. Methods, properties, signals and errors are those that
BlueZ documents (org.bluez.Adapter, org.bluez.Device, org.bluez.GattCharacteristic).
"""

import json
import os
import socket
import sys

import dbus
import dbus.bus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

UART = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
RX = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
TX = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
PROPERTIES = "org.freedesktop.DBus.Properties"
MANAGER = "org.freedesktop.DBus.ObjectManager"
ADAPTER = "org.bluez.Adapter1"
DEVICE = "org.bluez.Device1"
SERVICE = "org.bluez.GattService1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
BATTERY = "org.bluez.Battery1"


def tell(what, **more):
    print(json.dumps({"what": what, **more}), flush=True)


def failure(name, text=""):
    error = dbus.DBusException(text)
    error._dbus_error_name = "org.bluez.Error." + name
    return error


class Known(dbus.service.Object):
    """An object with properties, which the manager announces."""

    def __init__(self, world, path, interfaces):
        super().__init__(world.bus, path)
        self.world, self.path, self.interfaces = world, path, interfaces
        world.objects[path] = self
        world.manager.InterfacesAdded(dbus.ObjectPath(path), interfaces)

    def forget(self):
        del self.world.objects[self.path]
        self.world.manager.InterfacesRemoved(dbus.ObjectPath(self.path), list(self.interfaces))
        self.remove_from_connection()

    def change(self, interface, **values):
        self.interfaces[interface].update(values)
        self.PropertiesChanged(interface, values, [])

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, gone):
        pass


class Manager(dbus.service.Object):
    def __init__(self, world):
        super().__init__(world.bus, "/")
        self.world = world

    @dbus.service.method(MANAGER, out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        return {dbus.ObjectPath(path): known.interfaces for path, known in self.world.objects.items()}

    @dbus.service.signal(MANAGER, signature="oa{sa{sv}}")
    def InterfacesAdded(self, path, interfaces):
        pass

    @dbus.service.signal(MANAGER, signature="oas")
    def InterfacesRemoved(self, path, interfaces):
        pass


class Adapter(Known):
    def __init__(self, world, name, powered):
        super().__init__(world, "/org/bluez/" + name, {ADAPTER: {"Powered": powered, "Address": "00:11:22:33:44:55"}})

    @dbus.service.method(ADAPTER, in_signature="a{sv}")
    def SetDiscoveryFilter(self, filter):
        tell("filter", transport=str(filter.get("Transport", "")), uuids=[str(u) for u in filter.get("UUIDs", [])])

    @dbus.service.method(ADAPTER)
    def StartDiscovery(self):
        if not self.interfaces[ADAPTER]["Powered"]:
            raise failure("NotReady", "Resource Not Ready")
        tell("discovery", on=True)
        for band in self.world.bands.values():
            if not band.known and "heardAfter" in band.plan:
                GLib.timeout_add(int(band.plan["heardAfter"] * 1000), band.appear)

    @dbus.service.method(ADAPTER)
    def StopDiscovery(self):
        tell("discovery", on=False)


class Device(Known):
    def __init__(self, band, properties):
        self.band = band
        super().__init__(band.world, band.path, {DEVICE: properties})

    @dbus.service.method(DEVICE, async_callbacks=("done", "failed"))
    def Connect(self, done, failed):
        self.band.connect(done, failed)

    @dbus.service.method(DEVICE)
    def Disconnect(self):
        tell("disconnect", address=self.band.address)
        self.band.drop()


class Characteristic(Known):
    def __init__(self, band, path, uuid, flags):
        self.band, self.uuid = band, uuid
        super().__init__(
            band.world,
            path,
            {CHARACTERISTIC: {"UUID": uuid, "Service": dbus.ObjectPath(band.path + "/service000e"), "Flags": flags}},
        )

    @dbus.service.method(CHARACTERISTIC, in_signature="a{sv}", out_signature="hq")
    def AcquireWrite(self, options):
        if self.uuid != RX or not self.band.plan.get("acquires", True):
            raise failure("NotSupported", "Operation is not supported")
        if self.band.plan.get("taken"):
            raise failure("NotPermitted", "Write acquired")
        ours, theirs = pair()
        self.band.reads(ours)
        return give(theirs), dbus.UInt16(self.band.plan.get("mtu", 247))

    @dbus.service.method(CHARACTERISTIC, in_signature="a{sv}", out_signature="hq")
    def AcquireNotify(self, options):
        if self.uuid != TX or not self.band.plan.get("acquires", True):
            raise failure("NotSupported", "Operation is not supported")
        if self.band.plan.get("paired") is False:
            raise failure("NotAuthorized", "Insufficient authentication")
        ours, theirs = pair()
        self.band.telling = ours
        return give(theirs), dbus.UInt16(self.band.plan.get("mtu", 247))

    @dbus.service.method(CHARACTERISTIC, in_signature="aya{sv}")
    def WriteValue(self, value, options):
        if self.uuid != RX:
            raise failure("NotSupported", "Operation is not supported")
        self.band.got(bytes(value), "value " + str(options.get("type", "")))

    @dbus.service.method(CHARACTERISTIC)
    def StartNotify(self):
        if self.uuid != TX:
            raise failure("NotSupported", "Operation is not supported")
        self.band.notifies = True


def pair():
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)


def give(end):
    """A descriptor for the caller. The own one is closed, so that a hangup is noticed."""
    number = dbus.types.UnixFd(end.fileno())
    end.close()
    return number


class Band:
    """A simulated wristband, with its answers."""

    def __init__(self, world, plan):
        self.world, self.plan = world, plan
        self.address = plan["address"]
        self.path = "/org/bluez/hci0/dev_" + self.address.replace(":", "_")
        self.known = self.telling = self.reading = self.watch = None
        self.notifies = False
        self.parts = []
        if "heardAfter" not in plan:
            self.appear()

    def appear(self):
        if self.known is None:
            self.known = Device(
                self,
                {
                    "Address": self.address,
                    "Name": self.plan.get("name", "band"),
                    "Alias": self.plan.get("name", "band"),
                    "Adapter": dbus.ObjectPath("/org/bluez/hci0"),
                    "Paired": self.plan.get("paired", True),
                    "Connected": False,
                    "ServicesResolved": False,
                    "RSSI": dbus.Int16(self.plan.get("rssi", -60)),
                    "UUIDs": dbus.Array([UART] if self.plan.get("advertises", True) else [], signature="s"),
                },
            )
        return False

    def connect(self, done, failed):
        tell("connect", address=self.address)
        if "refuses" in self.plan:
            failed(failure(*self.plan["refuses"]))
        elif not self.plan.get("hangs"):
            self.known.change(DEVICE, Connected=True)
            done()
            GLib.timeout_add(int(self.plan.get("resolvesAfter", 0.02) * 1000), self.resolve)

    def resolve(self):
        if not self.known.interfaces[DEVICE]["Connected"]:
            return False
        if self.plan.get("uart", True):
            service = self.path + "/service000e"
            about = {"UUID": UART, "Device": dbus.ObjectPath(self.path), "Primary": True}
            self.parts = [
                Known(self.world, service, {SERVICE: about}),
                # Not in the order of their numbers, so that the order cannot be relied on.
                Characteristic(self, service + "/char000f", TX, ["notify"]),
                Characteristic(self, service + "/char0012", RX, ["write", "write-without-response"]),
            ]
        if "battery" in self.plan:
            self.known.interfaces[BATTERY] = {"Percentage": dbus.Byte(self.plan["battery"])}
            self.world.manager.InterfacesAdded(
                dbus.ObjectPath(self.path), {BATTERY: self.known.interfaces[BATTERY]}
            )
        self.known.change(DEVICE, ServicesResolved=True)
        return False

    def reads(self, end):
        self.reading = end
        self.watch = GLib.io_add_watch(end.fileno(), GLib.IO_IN | GLib.IO_HUP, self.ready)

    def ready(self, number, why):
        packet = self.reading.recv(512) if self.reading else b""
        if packet:
            self.got(packet, "packet")
        else:
            self.watch = None
            tell("closed", address=self.address)
        return bool(packet)

    def got(self, packet, how):
        text = packet.decode("ascii", "replace")
        tell("line", address=self.address, text=text, bytes=len(packet), how=how)
        if text == "?\n":
            self.say(self.plan.get("answer", "N band 2\n"))

    def say(self, text):
        if self.telling:
            self.telling.send(text.encode())
        elif self.notifies:
            self.parts[1].change(CHARACTERISTIC, Value=dbus.Array(text.encode(), signature="y"))

    def drop(self):
        """Ends the connection and removes its services."""
        if self.watch:
            GLib.source_remove(self.watch)
            self.watch = None
        for end in (self.reading, self.telling):
            if end:
                end.close()
        self.reading = self.telling = None
        self.notifies = False
        self.known.change(DEVICE, Connected=False, ServicesResolved=False)
        for part in self.parts:
            part.forget()
        self.parts = []

    def battery(self, percent):
        self.known.change(BATTERY, Percentage=dbus.Byte(percent))


class World:
    def __init__(self, address, plan):
        self.bus = dbus.bus.BusConnection(address)
        self.objects = {}
        self.manager = Manager(self)
        for name, powered in plan.get("adapters", {"hci0": True}).items():
            Adapter(self, name, powered)
        self.bands = {}
        for band in plan.get("bands", []):
            self.bands[band["address"]] = Band(self, band)
        self.name = dbus.service.BusName("org.bluez", self.bus)

    def order(self, line):
        words = json.loads(line)
        band = self.bands.get(words.get("address"))
        if words["do"] == "say":
            band.say(words["text"])
        elif words["do"] == "drop":
            band.drop()
        elif words["do"] == "battery":
            band.battery(words["percent"])
        elif words["do"] == "power":
            self.objects["/org/bluez/hci0"].change(ADAPTER, Powered=words["on"])
        tell("done", do=words["do"])


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    loop = GLib.MainLoop()
    world = World(sys.argv[1], json.loads(sys.argv[3]))
    orders = b""

    def read(number, why):
        nonlocal orders
        more = os.read(number, 4096)
        *lines, orders = (orders + more).split(b"\n")
        for line in lines:
            world.order(line)
        return True

    # Opened for reading and writing, so that the pipe does not end with a writer.
    GLib.io_add_watch(os.open(sys.argv[2], os.O_RDWR), GLib.IO_IN, read)
    tell("ready")
    loop.run()


main()
