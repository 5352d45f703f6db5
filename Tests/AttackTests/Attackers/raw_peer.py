"""ZMTP 3.0 over a plain socket, which a process can pass to others or keep open when it forks."""

import socket
import struct
import time

from navbus.v1 import bus_pb2


def frame(data, flags=0):
    if len(data) > 255:
        return bytes([flags | 2]) + struct.pack(">Q", len(data)) + data
    return bytes([flags, len(data)]) + data


def command(name, body=b""):
    return frame(bytes([len(name)]) + name + body, 4)


def metadata(name, value):
    return bytes([len(name)]) + name + struct.pack(">I", len(value)) + value


class RawPeer:
    """A connection to the request socket of a bus."""

    def __init__(self, endpoint, seconds=10):
        end = time.monotonic() + seconds
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(endpoint.removeprefix("ipc://"))
                self.introduce()
                return
            except OSError:
                # A bus that accepts no peer ends the connection; like libzmq, the peer tries again.
                self.socket.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def introduce(self):
        self.socket.settimeout(5)
        self.socket.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32))
        self.read(64)
        self.socket.sendall(command(b"READY", metadata(b"Socket-Type", b"DEALER") + metadata(b"Identity", b"")))
        flags, body = self.read_frame()
        if not flags & 4 or not body.startswith(b"\x05READY"):
            raise ConnectionError(body)

    def read(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise ConnectionError("the bus has ended the connection")
            data += piece
        return data

    def read_frame(self):
        flags, length = self.read(2)
        if flags & 2:
            length = struct.unpack(">Q", bytes([length]) + self.read(7))[0]
        return flags, self.read(length)

    def send(self, id=0, **request):
        message = bus_pb2.RequestFrame(id=id, request=bus_pb2.Request(**request))
        self.socket.sendall(frame(message.SerializeToString()))

    def ask(self, **request):
        self.send(1, **request)
        while True:
            flags, body = self.read_frame()
            if not flags & 4:
                return bus_pb2.ReplyFrame.FromString(body).reply
