"""ZMTP 3.1 (RFC 37) without libzmq, for messages that libzmq never sends."""

import errno
import selectors
import socket
import struct
import time

MORE, LONG, COMMAND = 1, 2, 4


def greeting(mechanism):
    return b"\xff" + bytes(7) + b"\x01\x7f\x03\x01" + mechanism.ljust(20, b"\0") + bytes(32)


def frame(flags, data):
    return header(flags, len(data)) + data


def header(flags, length):
    if length > 255:
        return struct.pack(">BQ", flags | LONG, length)
    return struct.pack(">BB", flags, length)


def ready(kind, identity=b""):
    words = b"\x05READY"
    for name, value in ((b"Socket-Type", kind), (b"Identity", identity)):
        words += bytes([len(name)]) + name + struct.pack(">I", len(value)) + value
    return frame(COMMAND, words)


def open_socket(endpoint):
    """A non-blocking connection."""
    kind, place = endpoint.split("://")
    if kind == "ipc":
        one = socket.socket(socket.AF_UNIX)
        one.settimeout(2)
        one.connect(place)
    else:
        host, port = place.rsplit(":", 1)
        one = socket.create_connection((host, int(port)), timeout=2)
    one.setblocking(False)
    return one


class Storm:
    """Keeps a number of connections, each of which sends the bytes of its script; ended ones are opened again."""

    def __init__(self, endpoint, count, script, pause=0.0):
        self.endpoint, self.count, self.script, self.pause = endpoint, count, script, pause
        self.opened = self.ended = self.sent = 0
        self.selector = selectors.DefaultSelector()
        self.rest = {}

    def open(self):
        try:
            one = open_socket(self.endpoint)
        except OSError:
            return False
        script = self.script()
        self.rest[one] = [script, memoryview(next(script))]
        self.selector.register(one, selectors.EVENT_WRITE | selectors.EVENT_READ)
        self.opened += 1
        return True

    def close(self, one):
        self.selector.unregister(one)
        del self.rest[one]
        one.close()
        self.ended += 1

    def turn(self, one, mask):
        state = self.rest[one]
        try:
            if mask & selectors.EVENT_READ and not one.recv(65536):
                return self.close(one)
            if mask & selectors.EVENT_WRITE:
                if not state[1]:
                    state[1] = memoryview(next(state[0]))
                count = one.send(state[1][:1 << 20])
                self.sent += count
                state[1] = state[1][count:]
        except StopIteration:
            self.selector.modify(one, selectors.EVENT_READ)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EINTR):
                self.close(one)

    def run(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            while len(self.rest) < self.count and time.monotonic() < end:
                if not self.open():
                    time.sleep(0.01)
                    break
            for key, mask in self.selector.select(0.02):
                if key.fileobj in self.rest:
                    self.turn(key.fileobj, mask)
            if self.pause:
                time.sleep(self.pause)
        return self

    @property
    def figures(self):
        return {"opened": self.opened, "ended": self.ended, "sent": self.sent}
