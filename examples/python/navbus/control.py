"""What a control is: override the callbacks that you need."""

from __future__ import annotations

from typing import Optional

from navbus.context import Context
from navbus.v1 import events_pb2


class Control:
    """Turns guidance into something a person hears, sees or feels.

    A control decides only *how*; guidance has already decided *what* and *when*. The callbacks come one after another on
    the main thread, in the order of publishing, each event once. A control that starts late first gets the present state as
    if it had just happened. What is handed over are the messages of proto/navbus/v1/events.proto; do not change them.

    An exception in a callback ends the process: the traceback is printed, the device closed, and the launcher starts it
    again.
    """

    # Whether it carries out what people ask (`on_command`): the bus refuses what nobody does.
    takes_commands = False
    # Whether it is told where the device points (`on_heading`), up to fifty times a second.
    takes_headings = False
    # Whether it is told what the other controls and the bus report (`on_report`).
    hears_reports = False

    def __init__(self, context: Context) -> None:
        """Reads the settings; touches no device here."""
        self.context = context

    def start(self) -> None:
        """Opens the device. An exception is reported, and ends the process with exit code 74; `SettingsError` with 78."""

    def stop(self) -> None:
        """Ends every effect and closes the device. Safe before `start` and twice."""

    def on_gps(self, fix: events_pb2.Fix) -> None:
        """A fix was accepted, also when no navigation is active."""

    def on_navigation(self, info: events_pb2.NavigationInfo, fix: events_pb2.Fix) -> None:
        """The whole present moment of guidance, and the very fix it was computed from."""

    def on_navigation_started(self, route: events_pb2.Route) -> None:
        """Navigation along a route begins; also called, without a stop in between, when another route replaces it."""

    def on_navigation_stopped(self) -> None:
        """Navigation has ended; comes once, after its last `on_navigation`. Displays go blank."""

    def on_command(self, command: events_pb2.ControlCommand) -> None:
        """A person asks for something; without an action (`WhichOneof("action")` is None) the state alone counts."""

    def on_heading(self, heading: events_pb2.Heading) -> None:
        """The device points elsewhere now, also between two fixes, and without any."""

    def on_report(self, report: events_pb2.ControlReport) -> None:
        """Another control, or the bus, reports; never what this process reports itself."""

    def on_silence(self) -> None:
        """Nothing has come for five seconds, not even a fix: what goes on without end is to end, since nobody knows where
        it leads. Called again every eight seconds while that lasts."""

    def standstill(self) -> Optional[str]:
        """What the device has hung in for too long, as the rest of "failed to ..."; None while it works.

        Asked once a second; it must not wait for the device. A control that names something ends with exit code 74, without
        `stop`, which would hang as well.
        """
        return None
