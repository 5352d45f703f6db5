"""Appends a row to a CSV file for each onNavigation, and for each fix without navigation. Any number may run."""

from __future__ import annotations

import csv
import io
import os
import sys
from typing import Dict, List, Optional, Union

import navbus
from navbus.v1 import events_pb2

COLUMNS = [
    "time_seconds",
    "event",
    "latitude_degrees",
    "longitude_degrees",
    "speed_meters_per_second",
    "state",
    "route",
    "street",
    "maneuver",
    "to_maneuver_meters",
    "to_destination_meters",
    "cue_stage",
]

Row = Dict[str, Union[str, float]]


def fix_row(fix: navbus.Fix) -> Row:
    """The columns of a fix."""
    row: Row = {
        "time_seconds": f"{fix.time_nanoseconds / 1e9:.3f}",
        "latitude_degrees": f"{fix.position.latitude_degrees:.7f}",
        "longitude_degrees": f"{fix.position.longitude_degrees:.7f}",
    }
    if fix.HasField("speed_meters_per_second"):
        row["speed_meters_per_second"] = f"{fix.speed_meters_per_second:.2f}"
    return row


def guidance_row(info: navbus.NavigationInfo) -> Row:
    """The columns of an onNavigation."""
    row = fix_row(info.fix)
    row.update(
        event="navigation",
        state=navbus.name_of(events_pb2.NavigationState, info.state),
        route=info.route_id,
        street=info.current_street_name,
    )
    if info.HasField("current_step"):
        row["maneuver"] = navbus.name_of(navbus.Maneuver, info.current_step.maneuver)
    if info.HasField("to_maneuver"):
        row["to_maneuver_meters"] = f"{info.to_maneuver.distance_meters:.1f}"
    if info.HasField("to_destination"):
        row["to_destination_meters"] = f"{info.to_destination.distance_meters:.1f}"
    if info.HasField("cue"):
        row["cue_stage"] = navbus.name_of(events_pb2.CueStage, info.cue.stage)
    return row


class CSVFile:
    """Writes each row as a whole, so that several taps may share a file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.lost = 0
        self._descriptor: Optional[int] = None

    def open(self) -> None:
        try:
            self._descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise OSError(f"{self.path}: {error.strerror}") from error
        if os.fstat(self._descriptor).st_size == 0:
            self.write({column: column for column in COLUMNS})

    def write(self, row: Row) -> None:
        """Appends a row; a row that cannot be written is counted and reported."""
        text = io.StringIO()
        csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n").writerow(row)
        data = text.getvalue().encode("utf-8", "replace")
        if self._descriptor is None:
            return
        try:
            is_whole = os.write(self._descriptor, data) == len(data)
            reason = "the disk is full"
        except BrokenPipeError:
            # The reader has ended: the kit ends the process.
            raise
        except OSError as error:
            is_whole, reason = False, str(error.strerror)
        if is_whole and self.lost:
            print(f"csv-tap: {navbus.printable(self.path)} accepts rows again; {self.lost} were lost", file=sys.stderr)
            self.lost = 0
        elif not is_whole:
            if self.lost == 0:
                problem = f"csv-tap: failed to write to {self.path}: {reason}; free some space, rows are lost"
                print(navbus.printable(problem), file=sys.stderr)
            self.lost += 1

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


class CSVTap(navbus.Control):
    """An observer; it has no name on the bus."""

    def __init__(self, context: navbus.Context, file: CSVFile) -> None:
        super().__init__(context)
        self.file = file
        self.is_navigating = False

    def start(self) -> None:
        self.file.open()

    def stop(self) -> None:
        self.file.close()

    def on_gps(self, fix: navbus.Fix) -> None:
        # During guidance, its rows have the fixes.
        if not self.is_navigating:
            self.file.write({**fix_row(fix), "event": "gps"})

    def on_navigation_started(self, route: navbus.Route) -> None:
        self.is_navigating = True
        self.file.write({"event": "started", "route": route.id, "to_destination_meters": f"{route.distance_meters:.1f}"})

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        self.file.write(guidance_row(info))

    def on_navigation_stopped(self) -> None:
        self.is_navigating = False
        self.file.write({"event": "stopped"})


def main(arguments: List[str]) -> None:
    """Reads the name of the file from the command line; the kit reads the options."""
    paths = [argument for argument in arguments if not argument.startswith("-")]
    options = [argument for argument in arguments if argument.startswith("-")]
    if len(paths) != 1 and not options:
        print("csv-tap: name one file: csv-tap FILE.csv", file=sys.stderr)
        sys.exit(64)
    navbus.run(
        "csv-tap",
        CSVTap,
        "Appends guidance to a CSV file, a row for each event.",
        observer=True,
        make=lambda context: CSVTap(context, CSVFile(paths[0])),
        arguments=options,
        usage="FILE.csv",
    )


if __name__ == "__main__":
    main(sys.argv[1:])
