"""A simulation of GeoClue for the tests, on a private D-Bus.

Arguments: the address of the bus, a named pipe for orders, and the plan of the simulation (JSON): "level" is the accuracy
that it can reach, "withoutAgent" lets requests for a client wait, "denies" refuses the start. Orders are lines of JSON;
events are printed as lines of JSON on standard output.
"""

import json
import os
import sys

import dbus
import dbus.bus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.GeoClue2"
PROPERTIES = "org.freedesktop.DBus.Properties"


def tell(what, **more):
    print(json.dumps({"what": what, **more}), flush=True)


def denied():
    error = dbus.DBusException("'navbus' disallowed by configuration")
    error._dbus_error_name = "org.freedesktop.DBus.Error.AccessDenied"
    return error


class Location(dbus.service.Object):
    def __init__(self, bus, path, values):
        super().__init__(bus, path)
        self.values = values

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        kept = {name: value for name, value in self.values.items() if name not in ("do", "Timestamp")}
        answer = {name: value if isinstance(value, str) else float(value) for name, value in kept.items()}
        if "Timestamp" in self.values:
            answer["Timestamp"] = dbus.Struct([dbus.UInt64(part) for part in self.values["Timestamp"]], signature="tt")
        return answer


class Client(dbus.service.Object):
    def __init__(self, world, path):
        super().__init__(world.bus, path)
        self.world, self.path, self.count, self.last = world, path, 0, "/"

    @dbus.service.method(PROPERTIES, in_signature="ssv")
    def Set(self, interface, name, value):
        tell("set", name=str(name), value=value if isinstance(value, str) else int(value))

    @dbus.service.method(NAME + ".Client")
    def Start(self):
        tell("start")
        if self.world.plan.get("denies"):
            raise denied()

    @dbus.service.signal(NAME + ".Client", signature="oo")
    def LocationUpdated(self, old, new):
        pass

    def move(self, values):
        path = f"{self.path}/Location/{self.count}"
        self.count += 1
        if not values.get("isGone"):
            Location(self.world.bus, path, values)
        self.LocationUpdated(self.last, path)
        self.last = path


class Manager(dbus.service.Object):
    def __init__(self, world):
        super().__init__(world.bus, "/org/freedesktop/GeoClue2/Manager")
        self.world = world

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return dbus.UInt32(self.world.plan.get("level", 8))

    @dbus.service.method(NAME + ".Manager", out_signature="o", async_callbacks=("answer", "refuse"))
    def GetClient(self, answer, refuse):
        tell("client")
        if self.world.plan.get("withoutAgent"):
            return
        self.world.client = self.world.client or Client(self.world, NAME_PATH)
        answer(dbus.ObjectPath(NAME_PATH))


NAME_PATH = "/org/freedesktop/GeoClue2/Client/1"


class World:
    def __init__(self, address, plan):
        self.bus = dbus.bus.BusConnection(address)
        self.plan, self.client = plan, None
        self.manager = Manager(self)
        self.name = dbus.service.BusName(NAME, self.bus)

    def order(self, line):
        words = json.loads(line)
        if words["do"] == "move":
            self.client.move(words)
        tell("done", do=words["do"])


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    loop = GLib.MainLoop()
    world = World(sys.argv[1], json.loads(sys.argv[3]))
    orders = b""

    def read(number, why):
        nonlocal orders
        more = os.read(number, 65536)
        *lines, orders = (orders + more).split(b"\n")
        for line in lines:
            world.order(line)
        return True

    # Opened for reading and writing, so that the pipe does not end with a writer.
    GLib.io_add_watch(os.open(sys.argv[2], os.O_RDWR), GLib.IO_IN, read)
    tell("ready")
    loop.run()


main()
