"""A control that writes down what it is called back with, and can be told to misbehave by its settings."""

from __future__ import annotations

import sys
import time

import navbus


class Witness(navbus.Control):
    def __init__(self, context: navbus.Context) -> None:
        super().__init__(context)
        self.fails_in = context.settings.text("failsIn", "")
        self.note("make")

    def note(self, text: str) -> None:
        print(text, flush=True)
        if self.fails_in == text:
            raise LookupError(f"no {text}")

    def start(self) -> None:
        self.note("start")

    def stop(self) -> None:
        self.note("stop")

    def on_gps(self, fix: navbus.Fix) -> None:
        self.note(f"gps {fix.time_nanoseconds}")

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        self.note(f"navigation {fix.time_nanoseconds}")
        if self.context.settings.bool("reports", False):
            self.context.report("began", "line", text=f"moment {fix.time_nanoseconds}")
        if self.context.settings.bool("asks", False):
            self.context.request("repeat_announcement")
        time.sleep(self.context.settings.number("sleepSeconds", 0))

    def on_navigation_started(self, route: navbus.Route) -> None:
        self.note(f"started {route.id}")

    def on_navigation_stopped(self) -> None:
        self.note("stopped")

    def on_command(self, command: navbus.ControlCommand) -> None:
        self.note(f"command {command.WhichOneof('action')} {command.is_muted}")

    def on_heading(self, heading: navbus.Heading) -> None:
        self.note("heading")

    def on_report(self, report: navbus.ControlReport) -> None:
        self.note(f"report {report.control} {report.text}")

    def on_silence(self) -> None:
        self.note("silence")


if __name__ == "__main__":
    is_observer = "--observer" in sys.argv
    navbus.run("witness", Witness, observer=is_observer, arguments=[a for a in sys.argv[1:] if a != "--observer"])
