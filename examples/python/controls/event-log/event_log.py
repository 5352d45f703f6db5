"""Prints every event of the bus on one line."""

from __future__ import annotations

import navbus
from navbus.v1 import events_pb2


def fix_line(fix: navbus.Fix) -> str:
    """The line of a fix: position and speed."""
    position = fix.position
    text = f"{position.latitude_degrees:.5f}, {position.longitude_degrees:.5f}"
    if fix.HasField("speed_meters_per_second"):
        text += f"  {fix.speed_meters_per_second * 3.6:.0f} km/h"
    return f"gps        {text}"


def guidance_line(info: navbus.NavigationInfo) -> str:
    """The line of an onNavigation: the next maneuver, and the cue that is due."""
    text = navbus.name_of(events_pb2.NavigationState, info.state)
    if info.HasField("current_step") and info.HasField("to_maneuver"):
        maneuver = navbus.name_of(navbus.Maneuver, info.current_step.maneuver)
        road = navbus.printable(info.current_step.simple_road_name) or "an unnamed road"
        text = f"in {navbus.distance_text(info.to_maneuver.distance_meters)}: {maneuver}, {road}"
    if info.HasField("cue"):
        text += f"  [{navbus.name_of(events_pb2.CueStage, info.cue.stage)}]"
    return f"guidance   {text}"


def report_line(report: navbus.ControlReport) -> str:
    """The line of a report."""
    parts = [report.control, navbus.name_of(events_pb2.ReportKind, report.kind), report.effect, report.text]
    return f"report     {navbus.printable(' '.join(part for part in parts if part))}"


class EventLog(navbus.Control):
    """Prints the events; it has no device and no memory."""

    def __init__(self, context: navbus.Context) -> None:
        super().__init__(context)
        self.prints_fixes = context.settings.bool("fixes", True)

    def on_gps(self, fix: navbus.Fix) -> None:
        if self.prints_fixes:
            print(fix_line(fix), flush=True)

    def on_heading(self, heading: navbus.Heading) -> None:
        if self.prints_fixes:
            print(f"heading    {heading.heading_degrees:.0f}°  ({navbus.printable(heading.source)})", flush=True)

    def on_navigation_started(self, route: navbus.Route) -> None:
        print(f"started    {navbus.printable(route.provider)}, {navbus.distance_text(route.distance_meters)}", flush=True)

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        print(guidance_line(info), flush=True)

    def on_navigation_stopped(self, reason: int = events_pb2.STOP_REASON_UNKNOWN) -> None:
        text = "" if reason == events_pb2.STOP_REASON_UNKNOWN else navbus.name_of(events_pb2.StopReason, reason)
        print(f"stopped    {text}".rstrip(), flush=True)

    def on_report(self, report: navbus.ControlReport) -> None:
        print(report_line(report), flush=True)


if __name__ == "__main__":
    navbus.run("event-log", EventLog, "Prints every event on one line.")
