"""A control that prints its callbacks, and fails as its settings say."""

from __future__ import annotations

import sys
import time

import navbus


class Witness(navbus.Control):
    def __init__(self, context: navbus.Context) -> None:
        super().__init__(context)
        self.fails_in = context.settings.text("failsIn", "")
        self.log("make")

    def log(self, text: str) -> None:
        print(text, flush=True)
        if self.fails_in == text:
            raise LookupError(f"no {text}")

    def start(self) -> None:
        self.log("start")

    def stop(self) -> None:
        self.log("stop")

    def on_gps(self, fix: navbus.Fix) -> None:
        self.log(f"gps {fix.time_nanoseconds}")

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        self.log(f"navigation {fix.time_nanoseconds}")
        if self.context.settings.bool("reports", False):
            self.context.report("began", "line", text=f"announcement {fix.time_nanoseconds}")
        if self.context.settings.bool("sendsRequests", False):
            self.context.request("repeat_announcement")
        time.sleep(self.context.settings.number("sleepSeconds", 0))

    def on_navigation_started(self, route: navbus.Route) -> None:
        self.log(f"started {route.id}")

    def on_navigation_stopped(self) -> None:
        self.log("stopped")

    def on_command(self, command: navbus.ControlCommand) -> None:
        self.log(f"command {command.WhichOneof('action')} {command.is_muted}")

    def on_heading(self, heading: navbus.Heading) -> None:
        self.log("heading")

    def on_report(self, report: navbus.ControlReport) -> None:
        self.log(f"report {report.control} {report.text}")

    def on_silence(self) -> None:
        self.log("silence")


class Mirror(navbus.Control):
    """Prints each event, whatever its topic."""

    def on_event(self, event: navbus.Envelope) -> None:
        print(f"{event.sequence} {event.WhichOneof('event')}", flush=True)


if __name__ == "__main__":
    if "--mirror" in sys.argv:
        navbus.run("witness", Mirror, arguments=[])
    is_observer = "--observer" in sys.argv
    navbus.run("witness", Witness, observer=is_observer, arguments=[a for a in sys.argv[1:] if a != "--observer"])
