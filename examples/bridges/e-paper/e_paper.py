"""Shows the next maneuver on an e-paper panel."""

from __future__ import annotations

from functools import partial
from typing import Callable, List, Optional

import navbus
from panel_thread import PanelThread
from panels import MODELS, FilePanel, Panel, WavesharePanel, load_driver
from PIL import Image
from refresh import RefreshPlanner
from screen import Screen, is_near
from texts import Typeface


class EPaper(navbus.Control):
    """Draws the present state; a thread of its own refreshes the panel with the newest picture."""

    def __init__(self, context: navbus.Context, panel: Optional[Panel] = None) -> None:
        super().__init__(context)
        settings = context.settings
        kind = settings.choice("panel", "file", ["file", "waveshare"])
        model = settings.choice("model", "epd2in9_V2", list(MODELS))
        self.rotation = settings.integer("rotation", 90, least=0, most=270)
        if self.rotation % 90:
            raise navbus.SettingsError("rotation", f"{self.rotation} is not 0, 90, 180 or 270")
        folder = settings.path("folder", "e-paper")
        self.font = settings.path("font", "")
        self.panel = panel or (WavesharePanel(model) if kind == "waveshare" else FilePanel(folder, MODELS[model]))
        self.thread = PanelThread(
            self.panel,
            RefreshPlanner(settings.integer("maxPartialRefreshes", 50, least=1, most=1000)),
            settings.number("refreshSeconds", 1.0, least=0, most=60),
        )
        self.screen: Optional[Screen] = None

    @classmethod
    def doctor(cls, settings: navbus.Settings) -> List[navbus.Finding]:
        if settings.choice("panel", "file", ["file", "waveshare"]) == "file":
            return []
        model = settings.choice("model", "epd2in9_V2", list(MODELS))
        try:
            load_driver(model)
        except OSError as error:
            return [navbus.Finding("fault", "panel", str(error))]
        return [navbus.Finding("fine", "panel", f"the library of Waveshare has {model}")]

    def start(self) -> None:
        width, height = self.panel.size
        self.screen = Screen((height, width) if self.rotation % 180 else (width, height), Typeface(self.font))
        self.panel.open()
        self.thread.start()
        # E-paper keeps its picture without power: it may show the guidance of an earlier drive.
        self.show(self.screen.blank)

    def stop(self) -> None:
        if self.screen is not None:
            self.thread.close(self.rotated(self.screen.blank()))
        self.screen = None

    def rotated(self, picture: Image.Image) -> Image.Image:
        """A picture in the orientation of the panel."""
        return picture.rotate(self.rotation, expand=True) if self.rotation else picture

    def show(self, draw: Callable[[], Image.Image], is_near: bool = False, is_full: bool = False) -> None:
        self.thread.show(lambda: self.rotated(draw()), is_near, is_full)

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        if self.screen is not None:
            self.show(partial(self.screen.guidance, info), is_near(info))

    def on_navigation_stopped(self) -> None:
        if self.screen is not None:
            self.show(self.screen.blank, is_full=True)

    def on_silence(self) -> None:
        # An instruction for a point that may already be passed is worse than none.
        if self.screen is not None:
            self.show(self.screen.no_signal)

    def stall(self) -> Optional[str]:
        return self.thread.stall()


if __name__ == "__main__":
    navbus.run("e-paper", EPaper, "Shows the next maneuver on an e-paper panel.")
