"""The outputs: TCP clients, datagrams, a serial port.

No call waits for a peer: a peer that does not read fast enough loses data, or its connection.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import socket
import termios
import time
from typing import Callable, Dict, List, Optional, Tuple

import navbus

MAX_CLIENTS = 16
# Bytes that wait for a client, and seconds for which it may accept none: old positions are worse than a new connection.
MAX_QUEUED_BYTES = 16_384
STALL_SECONDS = 10.0
# Bytes of a client that are read, and ignored, at each poll.
IGNORED_BYTES = 4_096
# Seconds between two attempts to open a serial port that was disconnected.
REOPEN_SECONDS = 2.0

BAUDS = {
    4800: termios.B4800,
    9600: termios.B9600,
    19200: termios.B19200,
    38400: termios.B38400,
    57600: termios.B57600,
    115200: termios.B115200,
}

Warn = Callable[[str], None]


class OutputError(navbus.NavbusError):
    """An output cannot be opened; the text completes "failed to ..."."""


def parsed_address(key: str, text: str, default_port: int) -> Tuple[str, int]:
    """The host and the port of a setting."""
    match = re.fullmatch(r"(?:\[([0-9a-fA-F:.%\w]+)\]|([^\[\]:\s]+))(?::([0-9]{1,5}))?", text)
    port = int(match[3]) if match and match[3] else default_port
    if not match or not 0 < port < 65_536:
        raise navbus.SettingsError(key, f'"{text}" is no ADDRESS or ADDRESS:PORT, such as 127.0.0.1:{default_port}')
    return match[1] or match[2], port


class Output:
    """The interface of an output."""

    # Whether a receiver was connected since the flag was cleared: it does not know the route yet.
    has_joined = False

    def open(self) -> None:
        """Opens the output; raises `OutputError` if this fails."""

    def send(self, lines: List[bytes]) -> None:
        """Sends the lines of one update."""

    def poll(self) -> None:
        """Called at least once a second: accepts clients, continues to write, opens a device again."""

    def close(self) -> None:
        """Closes the output. May be called before `open`, and twice."""


class TCPOutput(Output):
    """Accepts clients; each gets all updates from its connection on."""

    def __init__(self, host: str, port: int, warn: Warn) -> None:
        self._address = (host, port)
        self._warn = warn
        self._listener: Optional[socket.socket] = None
        self._clients: Dict[socket.socket, Client] = {}
        self._has_refused = False

    def open(self) -> None:
        host, port = self._address
        try:
            family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
            self._listener = socket.create_server(self._address, family=family, backlog=MAX_CLIENTS)
        except OSError as error:
            raise OutputError(f"listen on {host} port {port}: {_reason(error)}; {self._remedy(error)}") from error
        self._listener.setblocking(False)

    @staticmethod
    def _remedy(error: OSError) -> str:
        if error.errno == errno.EADDRINUSE:
            return 'another program uses the port; end it, or choose another one: tcp = "ADDRESS:PORT" in the section [marine]'
        if error.errno == errno.EACCES:
            return "ports below 1024 need a privilege; choose a greater one"
        return 'tcp in the section [marine] must be an address of this machine, or "0.0.0.0" for all of them'

    def send(self, lines: List[bytes]) -> None:
        data = b"".join(lines)
        self.poll()
        for client in list(self._clients.values()):
            client.add(data)
            self._write(client)

    def poll(self) -> None:
        self._accept()
        for client in list(self._clients.values()):
            if client.is_gone():
                self._drop(client)
            else:
                self._write(client)

    def _accept(self) -> None:
        while self._listener:
            try:
                connection, peer = self._listener.accept()
            except OSError:
                return
            if len(self._clients) < MAX_CLIENTS:
                self._clients[connection] = Client(connection, peer[0])
                self._has_refused = False
                self.has_joined = True
                continue
            connection.close()
            if not self._has_refused:
                self._warn(f"refused the client {peer[0]}: {MAX_CLIENTS} clients are connected")
            self._has_refused = True

    def _write(self, client: "Client") -> None:
        try:
            client.write()
        except OSError:
            self._drop(client)
            return
        if client.is_stalled():
            self._drop(client)
            self._warn(f"disconnected the client {client.host}: it does not read")

    def _drop(self, client: "Client") -> None:
        self._clients.pop(client.connection, None)
        client.connection.close()

    def close(self) -> None:
        for client in list(self._clients.values()):
            self._drop(client)
        if self._listener:
            self._listener.close()
            self._listener = None


class Client:
    """A TCP client and the bytes that wait for it."""

    def __init__(self, connection: socket.socket, host: str) -> None:
        self.connection = connection
        self.host = host
        self._queue = bytearray()
        self._moved_at = time.monotonic()
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        # Small: the bytes in the buffer of the kernel are not seen by `is_stalled`.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MAX_QUEUED_BYTES)

    def add(self, data: bytes) -> None:
        if not self._queue:
            self._moved_at = time.monotonic()
        self._queue += data

    def write(self) -> None:
        """Writes as much as the kernel accepts; raises OSError if the client is gone."""
        with contextlib.suppress(BlockingIOError):
            while self._queue:
                written = self.connection.send(self._queue)
                del self._queue[:written]
                self._moved_at = time.monotonic()

    def is_stalled(self) -> bool:
        if not self._queue:
            return False
        return len(self._queue) > MAX_QUEUED_BYTES or time.monotonic() - self._moved_at > STALL_SECONDS

    def is_gone(self) -> bool:
        """Reads and ignores some bytes; whether the client has closed the connection."""
        try:
            return self.connection.recv(IGNORED_BYTES) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True


class UDPOutput(Output):
    """Sends each line as a datagram: a Signal K server reads one delta from each."""

    def __init__(self, host: str, port: int, warn: Warn) -> None:
        self._address = (host, port)
        self._warn = warn
        self._socket: Optional[socket.socket] = None
        self._is_failing = False

    def open(self) -> None:
        host, port = self._address
        try:
            family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
        except OSError as error:
            text = f"find the address {host} of the setting udp: {_reason(error)}; use the IP address of the receiver"
            raise OutputError(text) from error
        self._address = (str(address[0]), port)
        self._socket = socket.socket(family, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)

    def send(self, lines: List[bytes]) -> None:
        if self._socket is None:
            return
        try:
            for line in lines:
                self._socket.sendto(line, self._address)
            self._is_failing = False
        except ConnectionRefusedError:
            return  # No program receives there yet.
        except OSError as error:
            if not self._is_failing:
                self._warn(f"failed to send to {self._address[0]} port {self._address[1]}: {_reason(error)}")
            self._is_failing = True

    def close(self) -> None:
        if self._socket:
            self._socket.close()
            self._socket = None


class SerialOutput(Output):
    """A serial port with eight data bits, no parity and one stop bit. It may be disconnected and come back."""

    def __init__(self, path: str, baud: int, warn: Warn) -> None:
        self._path = path
        self._baud = baud
        self._warn = warn
        self._descriptor: Optional[int] = None
        self._rest = b""
        self._reopen_at = 0.0
        self._is_slow = False

    def open(self) -> None:
        try:
            self._descriptor = self._opened()
        except OSError as error:
            raise OutputError(f"open the serial port {self._path}: {_reason(error)}; {self._remedy(error)}") from error

    def _opened(self) -> int:
        descriptor = os.open(self._path, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            if not os.isatty(descriptor):
                raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
            settings = termios.tcgetattr(descriptor)
            # Raw: eight bits, no translation, no modem lines.
            settings[0] = settings[1] = settings[3] = 0
            settings[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
            settings[4] = settings[5] = BAUDS[self._baud]
            termios.tcsetattr(descriptor, termios.TCSANOW, settings)
        except termios.error as error:
            os.close(descriptor)
            raise OSError(*error.args) from error
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    @staticmethod
    def _remedy(error: OSError) -> str:
        if error.errno == errno.EACCES:
            return "add the user to the group dialout (sudo adduser USER dialout), and log in again"
        if error.errno == errno.ENOTTY:
            return "serial in the section [marine] must be the path of a serial port, such as /dev/ttyUSB0"
        return "connect the device, or set serial in the section [marine] to its path: ls /dev/serial/by-id shows the ports"

    def send(self, lines: List[bytes]) -> None:
        self.poll()
        if self._descriptor is None:
            return
        if self._rest:
            # Old positions in front of new ones would only grow older.
            if not self._is_slow:
                self._warn(f"the serial port {self._path} does not accept all data; updates are dropped")
            self._is_slow = True
            return
        self._is_slow = False
        self._rest = b"".join(lines)
        self._write()

    def poll(self) -> None:
        if self._descriptor is not None:
            self._write()
        elif self._reopen_at and time.monotonic() >= self._reopen_at:
            self._reopen_at = time.monotonic() + REOPEN_SECONDS
            with contextlib.suppress(OSError):
                self._descriptor = self._opened()
                self.has_joined = True
                self._warn(f"the serial port {self._path} is connected again")

    def _write(self) -> None:
        assert self._descriptor is not None
        try:
            while self._rest:
                self._rest = self._rest[os.write(self._descriptor, self._rest) :]
        except BlockingIOError:
            return
        except OSError as error:
            self.close()
            self._reopen_at = time.monotonic() + REOPEN_SECONDS
            self._warn(f"lost the serial port {self._path}: {_reason(error)}; it is opened again as soon as it is back")

    def close(self) -> None:
        if self._descriptor is not None:
            with contextlib.suppress(OSError):
                os.close(self._descriptor)
        self._descriptor, self._rest, self._reopen_at = None, b"", 0.0


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
