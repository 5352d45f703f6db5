"""A simulation of feedbackd with the Haptic interface of newer versions, on a private D-Bus.

Arguments: the address of the bus, a named pipe for orders, and the plan of the simulation (JSON: profile, refuses,
hangs). Events are printed as lines of JSON on standard output.
"""

import json
import os
import sys

import dbus
import dbus.bus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

FEEDBACK = "org.sigxcpu.Feedback"
HAPTIC = "org.sigxcpu.Feedback.Haptic"


def tell(what, **more):
    print(json.dumps({"what": what, **more}), flush=True)


class Feedback(dbus.service.Object):
    def __init__(self, bus, plan):
        super().__init__(bus, "/org/sigxcpu/Feedback")
        self.plan = plan

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.plan.get("profile", "full")

    @dbus.service.method(FEEDBACK, in_signature="ssa{sv}i", out_signature="u")
    def TriggerFeedback(self, application, event, hints, timeout):
        tell("event", event=str(event))
        return 1

    @dbus.service.method(HAPTIC, in_signature="sa(du)", out_signature="b", async_callbacks=("done", "failed"))
    def Vibrate(self, application, pattern, done, failed):
        tell("vibrate", application=str(application), pattern=[[float(s), int(ms)] for s, ms in pattern])
        if not self.plan.get("hangs"):
            done(not self.plan.get("refuses", False))


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(sys.argv[1])
    feedback = Feedback(bus, json.loads(sys.argv[3]))
    name = dbus.service.BusName(FEEDBACK, bus)

    def read(number, why):
        for line in os.read(number, 4096).splitlines():
            words = json.loads(line)
            feedback.plan.update(words.get("plan", {}))
            tell("done", do=words["do"])
        return True

    GLib.io_add_watch(os.open(sys.argv[2], os.O_RDWR), GLib.IO_IN, read)
    tell("ready", name=name.get_name())
    GLib.MainLoop().run()


main()
