"""The attacked bus and its memory, as the kernel counts it."""

import json
import os
import pathlib
import random
import resource
import socket
import tempfile

import zmq
from stage import Bus, bus_pb2

RIGHTS = {"router": "operator,router", "phone": "tap"}


class Memory:
    """The maximum growth of the resident memory of a process since the creation of this object, bytes."""

    def __init__(self, process):
        self.place = pathlib.Path(f"/proc/{process}")
        (self.place / "clear_refs").write_text("5")
        self.before = self.read("VmHWM")

    def read(self, name):
        for line in (self.place / "status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1]) * 1024
        return 0

    @property
    def growth(self):
        return self.read("VmHWM") - self.before


class Target(Bus):
    """A bus with two allowed keys, one of which may send routes. Its ports are found without its help."""

    def __init__(self, allowed=RIGHTS, has_ports=True, limits=None, roles=None):
        self.keys_folder = tempfile.TemporaryDirectory(prefix="navbus-keys-")
        os.chmod(self.keys_folder.name, 0o700)
        self.pairs = {name: zmq.curve_keypair() for name in RIGHTS}
        self.allow(allowed)
        self.limits = limits or {}
        self.remote_requests, self.remote_events = (f"tcp://127.0.0.1:{free_port()}" for _ in range(2))
        remote = bus_pb2.LaunchEndpoints(requests=self.remote_requests, events=self.remote_events)
        access = {"remote": remote, "keys_folder": self.keys_folder.name} if has_ports else None
        super().__init__(access=access, roles=roles)
        self.events = self.plan.endpoints.events

    def start(self):
        # The bus inherits these limits.
        for kind, limit in self.limits.items():
            resource.setrlimit(kind, (limit, limit))
        super().start()

    def allow(self, names):
        allowed = pathlib.Path(self.keys_folder.name) / "allowed"
        allowed.touch(0o600)
        allowed.write_text("".join(f"{name} {self.pairs[name][0].decode()} {RIGHTS[name]} *\n" for name in names))

    def key(self, name):
        server = (pathlib.Path(self.keys_folder.name) / "bus.pub").read_text().strip().encode()
        return (*self.pairs[name], server)

    def remote(self, name, **more):
        return self.peer(endpoint=self.remote_requests, control=name, keys=self.key(name), **more)

    def __exit__(self, *arguments):
        super().__exit__(*arguments)
        self.keys_folder.cleanup()


def free_port():
    """A port that no program uses now, below those that the kernel gives to outgoing connections: another program could
    get such a port before its server has started."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def tell(**figures):
    print(json.dumps(figures), flush=True)
