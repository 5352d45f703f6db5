"""The credentials of a control for a bus on another machine (CURVE over tcp://)."""

from __future__ import annotations

import os
import stat
from typing import NamedTuple, Optional

import zmq

from navbus.environment import Environment
from navbus.errors import EnvironmentProblem


class BusCredentials(NamedTuple):
    """The key pair of the control, and the public key of the bus."""

    secret: bytes
    public: bytes
    bus: bytes

    def prepare(self, socket: "zmq.Socket[bytes]") -> None:
        """Configures a socket to use the keys, and to detect a dead connection."""
        socket.curve_secretkey = self.secret
        socket.curve_publickey = self.public
        socket.curve_serverkey = self.bus
        socket.set(zmq.HEARTBEAT_IVL, 1000)
        socket.set(zmq.HEARTBEAT_TIMEOUT, 1500)
        socket.set(zmq.HANDSHAKE_IVL, 2000)


def credentials_of(environment: Environment) -> Optional[BusCredentials]:
    """The keys that NAVBUS_KEY and NAVBUS_BUS_KEY name; None for a bus on this machine, which needs none.

    Raises:
        EnvironmentProblem: The keys are missing or invalid.
    """
    if environment.is_on_this_machine:
        return None
    if not zmq.has("curve"):
        raise EnvironmentProblem(f"use {environment.endpoint}: this libzmq has no CURVE; install pyzmq from PyPI")
    if not environment.key_file or not environment.bus_key:
        raise EnvironmentProblem(
            f"use {environment.endpoint}: a bus over TCP accepts only peers with keys; set NAVBUS_KEY to the file of the "
            "control's key and NAVBUS_BUS_KEY to the public key of the bus (navbus keys)"
        )
    secret = _secret_key(environment.key_file)
    try:
        return BusCredentials(secret, zmq.curve_public(secret), _bus_key(environment.bus_key))
    except (ValueError, zmq.ZMQError) as error:
        raise EnvironmentProblem(f"use the keys: {error}; navbus keys creates and shows keys") from error


def _bus_key(key: str) -> bytes:
    if len(key) != 40 or not key.isascii():
        raise ValueError("NAVBUS_BUS_KEY is not a key of 40 characters")
    return key.encode()


def _secret_key(path: str) -> bytes:
    """Reads the key of a file that no other user can read; ignores lines with a space, and lines of a single `#`."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK), encoding="utf-8") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_uid not in (os.geteuid(), 0) or status.st_mode & 0o077:
                raise EnvironmentProblem(f"read {path}: it must be a file of this user that no other user can read; chmod 600")
            lines = file.read(1024 * 1024).split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise EnvironmentProblem(f"read {path}: {error}") from error
    keys = [line.strip() for line in lines if line.strip() and " " not in line.strip() and line.strip() != "#"]
    if len(keys) != 1 or len(keys[0]) != 40:
        raise EnvironmentProblem(f"read {path}: it contains no key; create one with navbus keys new")
    return keys[0].encode()
