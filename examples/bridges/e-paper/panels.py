"""The outputs: a panel of Waveshare, and a folder with its picture, behind one interface."""

from __future__ import annotations

import base64
import importlib
import json
import os
import threading
import zlib
from typing import Any, Dict, Optional, TextIO, Tuple

from PIL import Image
from refresh import Refresh

# The models with a partial refresh of the whole picture, and their size in pixels. The others need other calls.
MODELS: Dict[str, Tuple[int, int]] = {
    "epd2in13_V3": (122, 250),
    "epd2in13_V4": (122, 250),
    "epd2in9_V2": (128, 296),
    "epd4in2_V2": (400, 300),
    "epd4in26": (800, 480),
}


class Panel:
    """The interface of a panel. All calls but `open` and `hurry` come from one thread, and may block it."""

    # Width and height as the panel itself has them, pixels.
    size: Tuple[int, int]

    def open(self) -> None:
        """Opens the panel; raises OSError if this fails."""

    def refresh(self, refresh: Refresh) -> None:
        """Shows a picture, and returns when the panel is ready again."""

    def hurry(self) -> None:
        """Ends waiting that the panel itself does not need."""

    def close(self) -> None:
        """Lets the panel sleep; its picture stays."""


class FilePanel(Panel):
    """A simulated panel: `panel.png` has its pixels, `refreshes.jsonl` a line for each refresh.

    It applies the region of each refresh to its own memory, and takes the time of a real panel.
    """

    PARTIAL_SECONDS, FULL_SECONDS = 0.3, 2.0

    def __init__(self, folder: str, size: Tuple[int, int]) -> None:
        self.size = size
        self._folder = folder
        self._memory = Image.new("1", size, 1)
        self._log: Optional[TextIO] = None
        self._hurry = threading.Event()

    def open(self) -> None:
        os.makedirs(self._folder, exist_ok=True)
        self._log = open(os.path.join(self._folder, "refreshes.jsonl"), "w", encoding="utf-8")

    def refresh(self, refresh: Refresh) -> None:
        part = refresh.picture.crop(refresh.region.box)
        self._memory.paste(part, refresh.region.box)
        self._write(refresh, part.tobytes())
        self._hurry.wait(self.FULL_SECONDS if refresh.is_full else self.PARTIAL_SECONDS)

    def hurry(self) -> None:
        self._hurry.set()

    def close(self) -> None:
        if self._log is not None:
            self._log.close()

    def _write(self, refresh: Refresh, data: bytes) -> None:
        """Writes the picture beside the old one and renames it, so that a viewer never reads half of it."""
        path = os.path.join(self._folder, "panel.png")
        self._memory.save(f"{path}.new", "PNG")
        os.replace(f"{path}.new", path)
        line = {
            "refresh": "full" if refresh.is_full else "partial",
            **refresh.region._asdict(),
            # The rows of the region, eight pixels a byte, 1 for white; and the check of the whole picture.
            "data": base64.b64encode(data).decode(),
            "crc32": zlib.crc32(refresh.picture.tobytes()),
        }
        assert self._log is not None
        self._log.write(json.dumps(line) + "\n")
        self._log.flush()


class WavesharePanel(Panel):
    """A panel of Waveshare, through the library of its vendor.

    The library transfers the whole picture also for a partial refresh; the panel changes only the pixels that differ.
    """

    def __init__(self, model: str) -> None:
        self.size = MODELS[model]
        self._model = model
        self._driver: Any = None

    def open(self) -> None:
        module = load_driver(self._model)
        try:
            self._driver = module.EPD()
            self._initialize()
        except Exception as error:
            raise _spi_error(self._model, error) from error

    def refresh(self, refresh: Refresh) -> None:
        # Rows of whole bytes, as Pillow has them in mode "1"; 1 is white.
        data = bytearray(refresh.picture.tobytes())
        if not refresh.is_full:
            self._first("displayPartial", "display_Partial")(data)
            return
        # A partial refresh has replaced the waveform of a full one.
        self._initialize()
        self._first("displayPartBaseImage", "display_Base", "display")(data)

    def close(self) -> None:
        # A panel that is not asleep wears out under its voltage.
        self._driver.sleep()

    def _initialize(self) -> None:
        if self._driver.init() == -1:
            raise OSError("the SPI bus does not open")

    def _first(self, *names: str) -> Any:
        """The method of the driver: models name it differently."""
        return next(getattr(self._driver, name) for name in names if hasattr(self._driver, name))


def load_driver(model: str) -> Any:
    """The module with the driver of a model, from the vendor's folder or from the package of PyPI.

    Raises:
        OSError: The library is missing, or refuses this machine.
    """
    try:
        try:
            return importlib.import_module(f"waveshare_epd.{model}")
        except ModuleNotFoundError:
            return importlib.import_module("epaper").epaper(model)
    except ImportError as error:
        raise OSError(
            f"the library of Waveshare is missing ({error}): pip install waveshare-epaper, or the folder "
            "waveshare_epd of github.com/waveshareteam/e-Paper on PYTHONPATH"
        ) from error
    except Exception as error:
        raise _spi_error(model, error) from error


def _spi_error(model: str, error: Exception) -> OSError:
    # Outside of a Raspberry Pi or Jetson Nano, and without SPI, the library raises any kind of error.
    return OSError(
        f"{model}: {error or type(error).__name__}; is SPI enabled (raspi-config), and the user in the groups spi and gpio?"
    )
