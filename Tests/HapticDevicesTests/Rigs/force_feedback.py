"""Simulated input devices for a program, by umockdev: the system calls of real ones are answered here.

force_feedback.py FOLDER COMMAND... runs the command, takes orders as lines from FOLDER/orders, and writes to
FOLDER/record the calls that the devices receive:

    plug NODE gamepad|vibrator|keyboard|dying SLOTS   a device with this number of effect slots
    forbid NODE                                       a device without permission
    vanish NODE                                       a device that is gone when it is opened
    unplug NODE                                       unplugged, also while it is open
    take NODE SLOTS                                   another program uses this number of slots
"""

import errno
import os
import pty
import shutil
import struct
import subprocess
import sys
import tty

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

EV_KEY, EV_FF = 0x01, 0x15
BTN_GAMEPAD, FF_RUMBLE = 0x130, 0x50
# The numbers of linux/input.h within the type of requests "E".
SET_EFFECT, ERASE_EFFECT, GET_SLOTS, GET_NAME, GET_BITS, SET_MASK = 0x80, 0x81, 0x84, 0x06, 0x20, 0x93
BITS = {"gamepad": {EV_KEY: BTN_GAMEPAD, EV_FF: FF_RUMBLE}, "vibrator": {EV_FF: FF_RUMBLE}, "keyboard": {EV_KEY: 30}}


class Device(UMockdev.IoctlBase):
    """One device, which records the calls it receives."""

    __gtype_name__ = "ForceFeedbackDevice"

    def set_up(self, node, kind, slots):
        self.node, self.kind, self.slots = node, kind, slots
        self.effects, self.is_gone = set(), kind == "dying"
        self.others = 0
        # Replaces the queue of events: it hangs up when the device is unplugged.
        self.queue, end = pty.openpty()
        tty.setraw(end)
        self.file = os.ttyname(end)
        self.end = end

    def say(self, *words):
        print(self.node, *words, file=record, flush=True)

    def do_handle_ioctl(self, client):
        request = client.get_request()
        if (request >> 8) & 0xFF != ord("E"):
            client.complete(-1, errno.ENOTTY)
            return True
        result = -errno.ENODEV if self.is_gone else self.answer(request & 0xFF, (request >> 16) & 0x3FFF, client)
        client.complete(-1 if result < 0 else result, max(0, -result))
        return True

    def answer(self, number, size, client):
        argument = client.get_arg()
        if number == ERASE_EFFECT:
            # The number of the effect is the argument itself.
            slot = struct.unpack("<q", bytes(argument.retrieve())[:8])[0]
            self.effects.discard(slot)
            self.say("erase", slot)
            return 0
        data = argument.resolve(0, size)
        if number == SET_EFFECT:
            return self.upload(data)
        if number == GET_SLOTS:
            data.update(0, struct.pack("<i", self.slots))
            return 0
        if number == GET_NAME:
            name = b"Mock " + self.kind.encode() + b"\0"
            data.update(0, name)
            return len(name)
        if number == SET_MASK:
            self.say("mute", struct.unpack_from("<I", bytes(data.retrieve()))[0])
            return 0
        if GET_BITS <= number < GET_BITS + 0x20:
            bits = bytearray(size)
            code = BITS[self.kind].get(number - GET_BITS)
            if code is not None:
                bits[code // 8] |= 1 << code % 8
            data.update(0, bytes(bits))
            return size
        return -errno.EINVAL

    def upload(self, data):
        effect = bytes(data.retrieve())
        kind, slot = struct.unpack_from("<Hh", effect)
        milliseconds, strong, weak = struct.unpack_from("<H", effect, 10) + struct.unpack_from("<HH", effect, 16)
        if kind != FF_RUMBLE or "gamepad" != self.kind != "vibrator":
            return -errno.EINVAL
        if slot == -1:
            free = [number for number in range(self.others, self.slots) if number not in self.effects]
            if not free:
                return -errno.ENOSPC
            slot = free[0]
            self.effects.add(slot)
            data.update(2, struct.pack("<h", slot))
        elif slot not in self.effects:
            return -errno.EINVAL
        self.say("upload", slot, strong, weak, milliseconds)
        return 0

    def do_handle_write(self, client):
        if self.is_gone:
            client.complete(-1, errno.ENODEV)
            return True
        event = bytes(client.get_arg().retrieve())
        kind, code, value = struct.unpack_from("<HHi", event, 16)
        if kind == EV_FF:
            self.say("play" if value else "stop", code)
        client.complete(len(event), 0)
        return True

    def do_handle_read(self, client):
        client.complete(-1, errno.ENODEV if self.is_gone else errno.EAGAIN)
        return True

    def unplug(self):
        self.is_gone = True
        os.close(self.queue)
        os.close(self.end)


def obey(line):
    order, node, *rest = line.split()
    path = f"{testbed.get_root_dir()}/dev/input/{node}"
    if order == "plug":
        device = Device()
        device.set_up(node, rest[0], int(rest[1]))
        testbed.add_from_string(
            f"P: /devices/virtual/input/{node}\nN: input/{node}\n"
            f"E: DEVNAME=/dev/input/{node}\nE: SUBSYSTEM=input\n"
        )
        testbed.attach_ioctl(f"/dev/input/{node}", device)
        os.remove(path)
        os.symlink(device.file, path)
        devices[node] = device
    elif order == "forbid":
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.close(os.open(path, os.O_CREAT, 0))
    elif order == "vanish":
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink("/nowhere", path)
    elif order == "unplug":
        os.remove(path)
        devices[node].unplug()
    elif order == "take":
        devices[node].others = int(rest[0])
    print("obeyed", line, file=record, flush=True)


def heard(source, _condition):
    """Carries out orders; each is written as a complete line."""
    for line in os.read(source, 4096).decode().splitlines():
        obey(line)
    return True


folder, command = sys.argv[1], sys.argv[2:]
record = open(f"{folder}/record", "w")
os.mkfifo(f"{folder}/orders")
orders = os.open(f"{folder}/orders", os.O_RDWR | os.O_NONBLOCK)
testbed = UMockdev.Testbed.new()
devices = {}
# Without these capabilities even root cannot open forbidden files. The command ends with this program at the latest.
bounds = ["--bounding-set", "-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
program = subprocess.Popen(
    ["setpriv", "--pdeathsig", "KILL", *bounds, "--", *command],
    env=os.environ
    | {
        "LD_PRELOAD": "libumockdev-preload.so.0",
        "UMOCKDEV_DIR": testbed.get_root_dir(),
        "NAVBUS_INPUT_DEVICES": folder,
    },
)
loop = GLib.MainLoop()
GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, orders, GLib.IOCondition.IN, heard)
status = []
GLib.child_watch_add(GLib.PRIORITY_DEFAULT, program.pid, lambda _pid, end: (status.append(end), loop.quit()))
loop.run()
shutil.rmtree(testbed.get_root_dir())
sys.exit(os.waitstatus_to_exitcode(status[0]) & 0xFF)
