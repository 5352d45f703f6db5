"""Shows the drive live in Foxglove."""

from __future__ import annotations

from typing import List, Optional

import navbus
from live_server import CHANNELS, LiveServer, is_this_machine
from messages import location_fix, log_entry, metrics, route_on_map
from navbus.topics import topic_of

# The channel of each topic.
CHANNEL_OF_TOPIC = {kind.prefix[:-1]: name for name, kind in CHANNELS.items()}


class FoxgloveLive(navbus.Control):
    """Passes on every event, and makes the messages of Foxglove's own panels from them."""

    def __init__(self, context: navbus.Context) -> None:
        super().__init__(context)
        settings = context.settings
        self.host = settings.text("host", "127.0.0.1")
        self.port = settings.integer("port", 8765, least=0, most=65535)
        self.names = chosen_channels(settings)
        self.server = LiveServer(self.host, self.port, context.session, self.names, self.warn)
        self.is_navigating = False
        # When the latest event was published, nanoseconds since 1970.
        self.time = 0

    def warn(self, text: str) -> None:
        self.context.report("warning", text=text)

    def start(self) -> None:
        address = self.server.start()
        print(f"listening on {address}", flush=True)
        self.context.report("note", text=f"listening on {address}")
        if not is_this_machine(self.host):
            self.warn(f"everybody who can reach {address} can see the drive: the protocol has no password")

    def stop(self) -> None:
        self.server.stop()

    def stall(self) -> Optional[str]:
        self.server.keep_listening()
        return None

    def on_event(self, event: navbus.Envelope) -> None:
        topic = topic_of(event)
        if topic is None:
            return
        self.time = max(event.published_at_nanoseconds, 0)
        self.publish(CHANNEL_OF_TOPIC[topic], event.SerializeToString())
        entry = log_entry(event)
        if entry is not None:
            self.publish("log", entry)

    def on_gps(self, fix: navbus.Fix) -> None:
        self.publish("position", location_fix(fix))
        # During guidance, its metrics have the figures of the fix.
        if not self.is_navigating:
            self.publish("metrics", metrics(fix))

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        self.is_navigating = True
        self.publish("metrics", metrics(fix, info))

    def on_navigation_started(self, route: navbus.Route) -> None:
        self.is_navigating = True
        self.server.forget("stopped")
        self.publish("route", route_on_map(route))

    def on_navigation_stopped(self) -> None:
        self.is_navigating = False
        self.server.forget("started")
        self.publish("route", route_on_map(None))

    def publish(self, name: str, message: bytes) -> None:
        self.server.publish(name, message, self.time)


def chosen_channels(settings: navbus.Settings) -> List[str]:
    """The channels of the setting `only`, or all."""
    names = settings.list("only", [])
    for name in names:
        if name not in CHANNELS:
            raise navbus.NotAChoice("only", name, list(CHANNELS))
    return [name for name in CHANNELS if not names or name in names]


if __name__ == "__main__":
    navbus.run("foxglove", FoxgloveLive, "Shows the drive live in Foxglove.")
