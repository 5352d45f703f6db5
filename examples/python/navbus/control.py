"""The base class of a control: override the callbacks that you need. To override is to subscribe."""

from __future__ import annotations

from typing import Iterable, Optional

from navbus.context import Context
from navbus.finding import Finding
from navbus.settings import Settings
from navbus.v1 import events_pb2


class Control:
    """Turns guidance into an announcement, a display or a haptic cue.

    A control decides only *how*; guidance has already decided *what* and *when*. The callbacks are called one after
    another on the main thread, in the order of publishing, once for each event. A control that starts late first
    receives the current state as if it had just been published. The arguments are messages of
    proto/navbus/v1/events.proto; do not change them.

    A control that overrides `on_command`, `on_heading` or `on_report` receives these events; without the callback, its
    process does not subscribe to them. A control that overrides `on_event` receives the events of all topics.

    An exception in a callback ends the process: the kit prints the traceback and closes the device, and the launcher
    restarts the process.
    """

    # Whether the control carries out the commands of `on_command`. False: it only shows their state, and the bus still
    # refuses commands if no other control carries them out.
    accepts_commands = True

    def __init__(self, context: Context) -> None:
        """Reads the settings; must not open the device."""
        self.context = context

    def start(self) -> None:
        """Opens the device. An exception is reported and ends the process with exit code 74, or 78 for a
        `SettingsError`."""

    def stop(self) -> None:
        """Ends all effects and closes the device. May be called before `start`, and twice."""

    def on_gps(self, fix: events_pb2.Fix) -> None:
        """Called for each accepted fix, also while no navigation is active."""

    def on_navigation(self, info: events_pb2.NavigationInfo, fix: events_pb2.Fix) -> None:
        """Called with the complete state of guidance, and the fix that it was computed from. The last one of a
        navigation has the state `NAVIGATION_STATE_STOPPED` and no steps."""

    def on_navigation_started(self, route: events_pb2.Route) -> None:
        """Called when navigation along a route begins, and, without a stop in between, when another route replaces
        it."""

    def on_navigation_stopped(self) -> None:
        """Called once when navigation has ended, after its last `on_navigation`. Displays are cleared.

        An override with a parameter, `def on_navigation_stopped(self, reason: int = 0)`, gets the reason: a member of
        `events_pb2.StopReason`, `STOP_REASON_UNKNOWN` if the event of the end was missed.
        """

    def on_command(self, command: events_pb2.ControlCommand) -> None:
        """Called for each command; without an action (`WhichOneof("action")` is None) only its state counts. The bus
        refuses a command that no control of the session handles."""

    def on_heading(self, heading: events_pb2.Heading) -> None:
        """Called for each heading, up to fifty per second, also between fixes, and if there are no fixes."""

    def on_report(self, report: events_pb2.ControlReport) -> None:
        """Called for each report of another control or of the bus; never for reports of this process."""

    def on_event(self, event: events_pb2.Envelope) -> None:
        """Called for each event of all topics, with its numbers and times, before the callback of its topic: for bridges
        that pass events on.

        Includes the reports of this process: do not report each report that arrives.
        """

    def on_silence(self) -> None:
        """Called after five seconds without any event, not even a fix: end continuous effects, since the position is
        unknown. Called again every eight seconds while the silence lasts."""

    def stall(self) -> Optional[str]:
        """The operation in which the device hangs, as the rest of "failed to ..."; None while the device works.

        Called once a second; must not wait for the device. If it returns a text, the process ends with exit code 74,
        without `stop`, which would hang too.
        """
        return None

    @classmethod
    def doctor(cls, settings: Settings) -> Iterable[Finding]:
        """Checks without a bus whether the device or the other program is there, within a few seconds. `navbus doctor` shows
        the findings if the manifest has `doctor = true`. A `SettingsError` becomes a finding."""
        return []

    @classmethod
    def receives(cls, callback: str) -> bool:
        """Whether this class receives the events of a callback."""
        return cls.overrides(callback) or cls.overrides("on_event")

    @classmethod
    def overrides(cls, callback: str) -> bool:
        """Whether this class has a callback of its own."""
        return getattr(cls, callback) is not getattr(Control, callback)
