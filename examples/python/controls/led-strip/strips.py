"""Where the light is made: small devices behind one interface."""

from __future__ import annotations

import os
import select
import sys
import termios
import time
from typing import List, Optional, TextIO

from light import Colour

# Seconds without a byte taken after which a device counts as hung.
PATIENCE = 3.0
# Seconds that the last picture may take: at 115200 baud the rest of one and a dark one are 0.2 s for 300 LEDs.
LAST_PATIENCE = 1.0


class Strip:
    """What a control needs of a device; a test has one that only remembers."""

    def open(self) -> None:
        """Opens the device; OSError if it cannot."""

    def show(self, colours: List[Colour]) -> None:
        """Shows the colours, left to right. Never waits."""

    def close(self) -> None:
        """Gives the device back, once it has taken the last picture. Safe before `open` and twice."""

    def stall(self) -> Optional[str]:
        """What hangs, as the rest of "failed to ..."."""
        return None


class TerminalStrip(Strip):
    """A character for each LED, a line for each picture: coloured in a terminal, else a letter."""

    def __init__(self, output: Optional[TextIO] = None) -> None:
        self._output = output or sys.stdout

    def show(self, colours: List[Colour]) -> None:
        if self._output.isatty():
            cells = "".join(f"\x1b[38;2;{red};{green};{blue}m●" for red, green, blue in colours)
            print(f"{cells}\x1b[0m", file=self._output, flush=True)
        else:
            print("".join(map(letter, colours)), file=self._output, flush=True)


def letter(colour: Colour) -> str:
    """A colour in a log: r, g, b, o(range), w, and a point for the dark; faint ones are x."""
    red, green, _ = colour
    most = max(colour)
    if most < 60:
        return "." if most == 0 else "x"
    if min(colour) * 2 > most:
        return "w"
    if red * 2 > most and green * 2 > most:
        return "o"
    return "rgb"[colour.index(most)]


class DeviceStrip(Strip):
    """A device that takes bytes. A picture that it cannot take now is dropped: the next one is newer."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._descriptor: Optional[int] = None
        self._rest = b""
        self._next: Optional[bytes] = None
        self._waits_since: Optional[float] = None

    def encoded(self, colours: List[Colour]) -> bytes:
        """The picture as the device wants it."""
        raise NotImplementedError

    def open(self) -> None:
        flags = os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC
        self._descriptor = os.open(self.path, flags)

    def show(self, colours: List[Colour]) -> None:
        self._next = self.encoded(colours)
        self._write()

    def close(self) -> None:
        if self._descriptor is None:
            return
        try:
            self._finish(self._descriptor)
        finally:
            os.close(self._descriptor)
            self._descriptor, self._rest, self._next = None, b"", None

    def _finish(self, descriptor: int) -> None:
        """The last picture is the dark one: without it the light would stay on."""
        deadline = time.monotonic() + LAST_PATIENCE
        room = select.poll()
        room.register(descriptor, select.POLLOUT)
        self._write()
        while (self._rest or self._next) and time.monotonic() < deadline:
            # Where there is room but not for all of it, a line is looked at again a little later.
            if room.poll(max(int((deadline - time.monotonic()) * 1000), 1)):
                time.sleep(0.005)
            self._write()

    def stall(self) -> Optional[str]:
        self._write()
        if self._waits_since is None or time.monotonic() - self._waits_since < PATIENCE:
            return None
        return f"write to {self.path}: it takes nothing any more; is the strip still there?"

    def _write(self) -> None:
        """A picture that was begun is ended first: its rest would be taken for colours."""
        while self._descriptor is not None and (self._rest or self._next):
            if not self._rest:
                self._rest, self._next = self._next or b"", None
            try:
                written = os.write(self._descriptor, self._rest)
            except BlockingIOError:
                if self._waits_since is None:
                    self._waits_since = time.monotonic()
                return
            self._waits_since = None
            self._rest = self._rest[written:]


class SerialStrip(DeviceStrip):
    """A strip behind a controller that speaks Adalight, as most Arduino sketches for LEDs do, at 115200 baud."""

    def open(self) -> None:
        super().open()
        assert self._descriptor is not None
        if not os.isatty(self._descriptor):
            self.close()
            raise OSError(f"{self.path} is no serial device")
        settings = termios.tcgetattr(self._descriptor)
        # Raw: eight bits, nothing translated, no modem lines.
        settings[0] = settings[1] = settings[3] = 0
        settings[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
        settings[4] = settings[5] = termios.B115200
        termios.tcsetattr(self._descriptor, termios.TCSANOW, settings)

    def encoded(self, colours: List[Colour]) -> bytes:
        high, low = divmod(len(colours) - 1, 256)
        return bytes([*b"Ada", high, low, high ^ low ^ 0x55]) + b"".join(map(bytes, colours))


class SPIStrip(DeviceStrip):
    """APA102 LEDs ("DotStar") at an SPI bus: blue, green, red behind a byte of brightness."""

    def encoded(self, colours: List[Colour]) -> bytes:
        leds = b"".join(bytes([0xFF, blue, green, red]) for red, green, blue in colours)
        return bytes(4) + leds + b"\xff" * ((len(colours) + 15) // 16)


def strip_of(output: str, device: str) -> Strip:
    """The device of a setting."""
    if output == "serial":
        return SerialStrip(device or "/dev/ttyUSB0")
    if output == "spi":
        return SPIStrip(device or "/dev/spidev0.0")
    return TerminalStrip()
