"""Shows guidance as the object org.navbus.Navigation1 on D-Bus, and takes commands from there."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, List, Optional

import navbus
from dbus_fast.validators import is_bus_name_valid
from guidance_properties import Values, fix_values, guidance_values, member, no_values
from navbus.v1 import events_pb2
from service import Address, Service, connected, default_name

MAX_UPDATES_PER_SECOND = 50


class DBusBridge(navbus.Control):
    """Turns each event into the values of the properties; a thread of its own talks to D-Bus."""

    # It shows whether announcements are muted; it mutes none.
    accepts_commands = False

    def __init__(self, context: navbus.Context, service: Optional[Service] = None) -> None:
        super().__init__(context)
        settings = context.settings
        kind = settings.choice("bus", "session", ["session", "system"])
        name = settings.text("name", "") or default_name(context.session)
        rate = settings.integer("maxUpdatesPerSecond", 4, least=1, most=MAX_UPDATES_PER_SECOND)
        if not is_bus_name_valid(name) or name.startswith(":"):
            raise navbus.SettingsError("name", f'"{navbus.printable(name)}" is not a D-Bus name, such as org.navbus.Second')
        self.service = service or Service(context.session, Address(kind, name), rate, self.send_command, self.report)
        self.values: Values = no_values("unknown")
        self.is_muted = False
        self.is_navigating = False
        self.travel_mode = ""
        self.announced: Optional[navbus.CueKey] = None

    @classmethod
    def doctor(cls, settings: navbus.Settings) -> List[navbus.Finding]:
        address = Address(settings.choice("bus", "session", ["session", "system"]), "")
        try:
            asyncio.run(_connect(address))
        # dbus-fast raises errors of sockets, of addresses and of its own.
        except Exception as error:
            text = f"failed to connect to {address.description}: {error or type(error).__name__}"
            return [navbus.Finding("fault", "D-Bus", text, "start dbus-daemon, or set bus in the section [dbus]")]
        return [navbus.Finding("fine", "D-Bus", f"{address.description} accepts connections")]

    def start(self) -> None:
        self.show(self.values)
        self.service.start()

    def stop(self) -> None:
        self.service.stop()

    def show(self, values: Values) -> None:
        """Replaces all values."""
        self.values = values
        self.service.update(
            {**values, "Session": self.context.session, "IsMuted": self.is_muted, "TravelMode": self.travel_mode}
        )

    def send_command(self, kind: str, fields: Dict[str, Any], answer: Callable[[str], None]) -> None:
        """Sends a request of another program to the bus of navbus; called on the thread of D-Bus."""
        self.context.request(kind, on_answer=answer, **fields)

    def report(self, kind: str, text: str) -> None:
        """Reports a problem with D-Bus; called on the thread of D-Bus."""
        self.context.report(kind, text=text)

    # ---- Events

    def on_gps(self, fix: navbus.Fix) -> None:
        # During guidance, its event of the same fix follows.
        if not self.is_navigating:
            self.show({**no_values("stopped"), **fix_values(fix)})

    def on_navigation_started(self, route: navbus.Route) -> None:
        self.is_navigating = True
        self.travel_mode = member(events_pb2.TravelMode, route.travel_mode)
        reason = member(events_pb2.RouteReason, route.reason)
        self.service.emit(
            "Started", navbus.printable(route.id), reason, route.distance_meters, route.duration_seconds
        )

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        self.show(guidance_values(info))
        self.announce(info, fix)

    def on_navigation_stopped(self, reason: int = events_pb2.STOP_REASON_UNKNOWN) -> None:
        self.is_navigating = False
        self.travel_mode = ""
        self.announced = None
        position = {name: value for name, value in self.values.items() if name in POSITION}
        self.show({**no_values("stopped"), **position})
        self.service.emit("Stopped", member(events_pb2.StopReason, reason))

    def on_command(self, command: navbus.ControlCommand) -> None:
        self.is_muted = command.is_muted
        self.show(self.values)

    def on_silence(self) -> None:
        # Guidance for a point that may already be passed is worse than none.
        self.show(no_values("unknown"))

    def announce(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        """Sends the signal of a cue, once for each identity and stage, also if an earlier process has sent it."""
        key = navbus.cue_key(info)
        if key is None or key == self.announced:
            return
        self.announced = key
        cue = info.cue
        if navbus.is_stale(cue, fix) or self.context.memory.has_rendered(cue, fix):
            return
        self.service.emit(
            "Announced",
            member(events_pb2.CueStage, cue.stage),
            cue_maneuver(info),
            member(events_pb2.CueSubject, cue.subject),
            cue.distance_meters,
        )
        self.context.memory.rendered(cue)


async def _connect(address: Address) -> None:
    """Connects to D-Bus once; raises the error if that fails."""
    bus = await connected(address)
    bus.disconnect()


# The properties of the position, which remain when navigation has ended.
POSITION = frozenset(
    ("PositionDegrees", "SpeedMetersPerSecond", "CourseDegrees", "AltitudeMeters", "HorizontalAccuracyMeters")
)


def cue_maneuver(info: navbus.NavigationInfo) -> str:
    """The maneuver of the step of a cue; empty if the event does not have this step."""
    steps = [info.current_step] if info.HasField("current_step") else []
    for step in [*steps, *info.remaining_steps]:
        if step.number == info.cue.step_number:
            return member(navbus.Maneuver, step.maneuver)
    return ""


if __name__ == "__main__":
    navbus.run("dbus", DBusBridge, "Shows guidance on D-Bus.")
