"""Shows the side, the lanes and the distance of the next maneuver on a strip or a ring of LEDs."""

from __future__ import annotations

from typing import List, Optional

import navbus
from light import DARK, Colour, dimmed, light, ring
from strips import Strip, strip_of


class LEDStrip(navbus.Control):
    """Shows the present state; equal pictures in a row are written once."""

    def __init__(self, context: navbus.Context, strip: Optional[Strip] = None) -> None:
        super().__init__(context)
        settings = context.settings
        self.count = settings.integer("leds", 24, least=4, most=300)
        self.brightness = settings.number("brightness", 0.5, least=0, most=1)
        self.light = ring if settings.choice("shape", "strip", ["strip", "ring"]) == "ring" else light
        output = settings.choice("output", "terminal", ["terminal", "serial", "spi"])
        self.strip = strip or strip_of(output, settings.path("device", ""))
        self.shown: Optional[List[Colour]] = None

    def start(self) -> None:
        self.strip.open()
        self.show([DARK] * self.count)

    def stop(self) -> None:
        if self.shown is not None:
            self.show([DARK] * self.count)
        self.shown = None
        self.strip.close()

    def show(self, colours: List[Colour]) -> None:
        colours = dimmed(colours, self.brightness)
        if colours != self.shown:
            self.shown = colours
            self.strip.show(colours)

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        self.show(self.light(info, self.count))

    def on_navigation_stopped(self) -> None:
        self.show([DARK] * self.count)

    def on_silence(self) -> None:
        # An instruction for a point that may already be passed is worse than none.
        self.show([DARK] * self.count)

    def stall(self) -> Optional[str]:
        return self.strip.stall()


if __name__ == "__main__":
    navbus.run("led-strip", LEDStrip, "Shows the next maneuver on a strip or a ring of LEDs.")
