"""Prints each maneuver when it is due."""

from __future__ import annotations

from typing import Optional

import navbus


def line(info: navbus.NavigationInfo, shout: bool) -> str:
    """The decision: the present state in, a line out."""
    step = info.current_step
    text = f"{navbus.name_of(navbus.Maneuver, step.maneuver)} in {navbus.distance_text(info.to_maneuver.distance_meters)}"
    if step.simple_road_name:
        # A name is external text: it must not control the terminal.
        text += f": {navbus.printable(step.simple_road_name)}"
    return text.upper() if shout else text


class MyControl(navbus.Control):
    """Prints on standard output; a real device is opened in `start` and closed in `stop`."""

    def __init__(self, context: navbus.Context) -> None:
        super().__init__(context)
        self.shout = context.settings.bool("shout", False)
        self.last_cue: Optional[navbus.CueKey] = None

    def on_navigation_started(self, route: navbus.Route) -> None:
        self.last_cue = None
        print("started", flush=True)

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        cue = navbus.cue_key(info)
        # A cue stays in the events until the next one: it is rendered once.
        if cue is None or cue == self.last_cue or not info.HasField("current_step"):
            return
        self.last_cue = cue
        # An earlier process may have rendered the cue, or it may be too late.
        if self.context.memory.has_rendered(info.cue, fix) or navbus.is_stale(info.cue, fix):
            return
        text = line(info, self.shout)
        self.context.report("began", "line", info.cue, text)
        print(text, flush=True)
        self.context.memory.rendered(info.cue)
        self.context.report("ended", "line", info.cue)

    def on_navigation_stopped(self) -> None:
        print("stopped", flush=True)


if __name__ == "__main__":
    navbus.run("my-control", MyControl, "Prints each maneuver when it is due.")
