"""The outputs: small devices behind one interface."""

from __future__ import annotations

import os
import select
import sys
import termios
import time
from typing import List, Optional, TextIO

from light import Colour

# Seconds without an accepted byte after which a device counts as hung.
WRITE_TIMEOUT = 3.0
# Seconds that the last picture may take: at 115200 baud the rest of one and a dark one are 0.2 s for 300 LEDs.
CLOSE_TIMEOUT = 1.0


class Strip:
    """The interface of a device; a test has one that only records."""

    def open(self) -> None:
        """Opens the device; raises OSError if this fails."""

    def show(self, colours: List[Colour]) -> None:
        """Shows the colours, left to right. Never waits."""

    def close(self) -> None:
        """Closes the device after it has accepted the last picture. May be called before `open`, and twice."""

    def stall(self) -> Optional[str]:
        """The operation that hangs, as the rest of "failed to ..."."""
        return None


class TerminalStrip(Strip):
    """A character for each LED, a line for each picture: coloured points in a terminal, otherwise letters."""

    def __init__(self, output: Optional[TextIO] = None) -> None:
        self._output = output or sys.stdout

    def show(self, colours: List[Colour]) -> None:
        if self._output.isatty():
            cells = "".join(f"\x1b[38;2;{red};{green};{blue}m●" for red, green, blue in colours)
            print(f"{cells}\x1b[0m", file=self._output, flush=True)
        else:
            print("".join(map(letter, colours)), file=self._output, flush=True)


def letter(colour: Colour) -> str:
    """A colour as a letter: r, g, b, o(range), w; x for a faint one, and a point for a dark one."""
    red, green, _ = colour
    brightest = max(colour)
    if brightest < 60:
        return "." if brightest == 0 else "x"
    if min(colour) * 2 > brightest:
        return "w"
    if red * 2 > brightest and green * 2 > brightest:
        return "o"
    return "rgb"[colour.index(brightest)]


class DeviceStrip(Strip):
    """A device that is written to. A picture that it cannot accept yet is replaced by the next one."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._descriptor: Optional[int] = None
        self._remaining = b""
        self._next: Optional[bytes] = None
        self._blocked_since: Optional[float] = None

    def encoded(self, colours: List[Colour]) -> bytes:
        """The picture in the format of the device."""
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
            self._descriptor, self._remaining, self._next = None, b"", None

    def _finish(self, descriptor: int) -> None:
        """Writes the last, dark picture: without it, the LEDs would stay on."""
        deadline = time.monotonic() + CLOSE_TIMEOUT
        poller = select.poll()
        poller.register(descriptor, select.POLLOUT)
        self._write()
        while (self._remaining or self._next) and time.monotonic() < deadline:
            # If there is space, but not for all of it, try again a little later.
            if poller.poll(max(int((deadline - time.monotonic()) * 1000), 1)):
                time.sleep(0.005)
            self._write()

    def stall(self) -> Optional[str]:
        self._write()
        if self._blocked_since is None or time.monotonic() - self._blocked_since < WRITE_TIMEOUT:
            return None
        return f"write to {self.path}: it accepts no data; is the strip still connected?"

    def _write(self) -> None:
        """Completes a begun picture first: the device would read a new one as its rest."""
        while self._descriptor is not None and (self._remaining or self._next):
            if not self._remaining:
                self._remaining, self._next = self._next or b"", None
            try:
                written = os.write(self._descriptor, self._remaining)
            except BlockingIOError:
                if self._blocked_since is None:
                    self._blocked_since = time.monotonic()
                return
            self._blocked_since = None
            self._remaining = self._remaining[written:]


class SerialStrip(DeviceStrip):
    """A strip at a controller with the Adalight protocol, as in most Arduino sketches for LEDs, at 115200 baud."""

    def open(self) -> None:
        super().open()
        assert self._descriptor is not None
        if not os.isatty(self._descriptor):
            self.close()
            raise OSError(f"{self.path} is no serial device")
        settings = termios.tcgetattr(self._descriptor)
        # Raw: eight bits, no translation, no modem lines.
        settings[0] = settings[1] = settings[3] = 0
        settings[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
        settings[4] = settings[5] = termios.B115200
        termios.tcsetattr(self._descriptor, termios.TCSANOW, settings)

    def encoded(self, colours: List[Colour]) -> bytes:
        high, low = divmod(len(colours) - 1, 256)
        return bytes([*b"Ada", high, low, high ^ low ^ 0x55]) + b"".join(map(bytes, colours))


class SPIStrip(DeviceStrip):
    """APA102 LEDs ("DotStar") at an SPI bus: a byte of brightness, then blue, green, red."""

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
