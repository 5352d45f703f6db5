"""The library of Waveshare itself, on a simulated SPI bus."""

from __future__ import annotations

import sys
import types
import unittest
from typing import Any, List, Tuple

from tests.support import guidance

import epaper  # type: ignore[import-untyped]
from panels import MODELS, WavesharePanel
from refresh import RefreshPlanner
from screen import Screen
from texts import Typeface

PACKAGE = ".".join(["epaper", *epaper.PATH])
# Commands of the controllers: the memory of the picture, of the earlier picture, and the start of a refresh.
WRITE_RAM, WRITE_OLD_RAM, REFRESH, DEEP_SLEEP = 0x24, 0x26, 0x20, 0x10


class SimulatedBus(types.ModuleType):
    """The module `epdconfig` of the library, with a panel that is always ready."""

    RST_PIN, DC_PIN, CS_PIN, BUSY_PIN, PWR_PIN = range(5)

    def __init__(self, is_open: bool = True) -> None:
        super().__init__(f"{PACKAGE}.epdconfig")
        self.is_open = is_open
        self.is_data = False
        # Each command with its data.
        self.commands: List[Tuple[int, bytearray]] = []

    def module_init(self, *options: Any) -> int:
        return 0 if self.is_open else -1

    def module_exit(self, *options: Any, **named: Any) -> None:
        self.is_open = False

    def digital_write(self, pin: int, value: int) -> None:
        if pin == self.DC_PIN:
            self.is_data = bool(value)

    def digital_read(self, pin: int) -> int:
        return 0

    def delay_ms(self, milliseconds: float) -> None:
        pass

    def spi_writebyte(self, data: Any) -> None:
        if self.is_data:
            self.commands[-1][1].extend(data)
        else:
            self.commands += [(command, bytearray()) for command in data]

    spi_writebyte2 = spi_writebyte

    @property
    def SPI(self) -> Any:
        """Some models write to the bus themselves."""
        return types.SimpleNamespace(writebytes2=self.spi_writebyte)

    def sent(self, command: int) -> List[bytes]:
        return [bytes(data) for number, data in self.commands if number == command]


class WaveshareTests(unittest.TestCase):
    def bus(self, is_open: bool = True) -> SimulatedBus:
        """A new bus; the modules of the models are imported again, since they keep the one of their import."""
        for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]:
            del sys.modules[name]
        # A model imports this module, which exists on a Raspberry Pi only, and does not use it.
        gpio = types.ModuleType("RPi.GPIO")
        sys.modules.update({"RPi": types.ModuleType("RPi"), "RPi.GPIO": gpio})
        sys.modules["RPi"].GPIO = gpio  # type: ignore[attr-defined]
        bus = SimulatedBus(is_open)
        sys.modules[bus.__name__] = bus
        package = sys.modules.get(PACKAGE)
        if package is not None:
            for name in ("epdconfig", *MODELS):
                package.__dict__.pop(name, None)
        self.addCleanup(sys.modules.pop, bus.__name__, None)
        return bus

    def test_each_model_gets_the_pixels_of_each_refresh(self) -> None:
        for model, size in MODELS.items():
            with self.subTest(model):
                bus = self.bus()
                panel = WavesharePanel(model)
                panel.open()
                self.assertEqual((panel._driver.width, panel._driver.height), size)
                screen, planner = Screen(size, Typeface("")), RefreshPlanner(10)
                for index, meters in enumerate((300, 250)):
                    refresh = planner.next(screen.guidance(guidance("TURN_LEFT", meters, "Ring")))
                    assert refresh is not None
                    self.assertEqual(refresh.is_full, index == 0)
                    del bus.commands[:]
                    panel.refresh(refresh)
                    self.assertEqual(bus.sent(WRITE_RAM), [refresh.picture.tobytes()])
                    self.assertEqual(bus.sent(WRITE_OLD_RAM), [refresh.picture.tobytes()] * (1 - index))
                    self.assertGreaterEqual(len(bus.sent(REFRESH)), 1)
                panel.close()
                self.assertEqual((len(bus.sent(DEEP_SLEEP)), bus.is_open), (1, False))

    def test_a_missing_bus_or_library_is_a_clear_error(self) -> None:
        self.bus(is_open=False)
        with self.assertRaisesRegex(OSError, "epd2in9_V2: the SPI bus does not open; is SPI enabled"):
            WavesharePanel("epd2in9_V2").open()
        for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]:
            del sys.modules[name]
        saved = sys.modules["epaper"]
        self.addCleanup(sys.modules.__setitem__, "epaper", saved)
        sys.modules["epaper"] = None  # type: ignore[assignment]
        with self.assertRaisesRegex(OSError, "the library of Waveshare is missing .*: pip install waveshare-epaper"):
            WavesharePanel("epd2in9_V2").open()
