"""Publishes guidance and positions to an MQTT broker, with Home Assistant discovery."""

from __future__ import annotations

import time
from typing import Callable, List, Optional

import navbus
import state
from broker import Broker
from discovery import discovery
from link import Link
from navbus.v1 import events_pb2
from outbox import Outbox
from topics import Topics, checked_prefix

SVG, PNG = "image/svg+xml", "image/png"

# The picture while no sign is shown.
BLANK = {
    SVG: b'<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"/>',
    PNG: bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
        "0000000b4944415478da636000020000050001e9fadcd80000000049454e44ae426082"
    ),
}

# The control whose picture is published, and the effect in its reports.
SIGNS, SIGN = "signs", "sign"


class MQTT(navbus.Control):
    """Puts the newest state into the outbox; the link publishes it when the broker can accept it."""

    def __init__(
        self,
        context: navbus.Context,
        link: Optional[Link] = None,
        outbox: Optional[Outbox] = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(context)
        settings = context.settings
        broker = Broker.from_settings(settings)
        prefix = checked_prefix("topicPrefix", settings.text("topicPrefix", "navbus"))
        discovery_prefix = settings.text("discoveryPrefix", "homeassistant")
        if discovery_prefix:
            checked_prefix("discoveryPrefix", discovery_prefix)
        self.topics = Topics(prefix, context.session, discovery_prefix)
        self.interval = settings.number("positionSeconds", 5, least=0.1, most=3600)
        self.outbox = outbox or Outbox()
        self.link = link or Link(context, broker, self.topics, self.outbox)
        self._clock = clock
        self._media_type = SVG
        # The newest events that are not published yet, and the time from which they may be.
        self._fix: Optional[navbus.Fix] = None
        self._info: Optional[navbus.NavigationInfo] = None
        self._next_position = self._next_guidance = 0.0
        # The part of the guidance that is published immediately.
        self._shown: object = None
        self._last_fix: Optional[navbus.Fix] = None
        self._is_navigating = False
        # Whether the sign has ended, and no other one has begun yet.
        self._is_sign_over = False

    def start(self) -> None:
        self._publish_discovery()
        self._put(self.topics.guidance, state.encoded(state.no_guidance(state.IDLE)))
        self.link.start()

    def stop(self) -> None:
        self.link.stop()
        ignored = self.link.commands.summary()
        if ignored:
            self.context.report("note", text=f"ignored commands: {ignored}")

    @classmethod
    def doctor(cls, settings: navbus.Settings) -> List[navbus.Finding]:
        return [Broker.from_settings(settings).finding()]

    # ---- Events

    def on_gps(self, fix: navbus.Fix) -> None:
        self._fix = self._last_fix = fix
        self._publish_due()

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        self._is_navigating = info.state != events_pb2.NAVIGATION_STATE_STOPPED
        if not self._is_navigating:
            return  # on_navigation_stopped follows, with the reason.
        self._info = info
        shown = (state.state_of(info), info.current_step.number, info.current_step.maneuver)
        if shown != self._shown:
            self._shown = shown
            self._next_guidance = 0.0
        self._publish_due()

    def on_navigation_stopped(self, reason: int = events_pb2.STOP_REASON_UNKNOWN) -> None:
        has_arrived = reason in (
            events_pb2.STOP_REASON_DESTINATION_REACHED,
            events_pb2.STOP_REASON_ENDED_NEAR_DESTINATION,
        )
        self._is_navigating = False
        self._show_no_guidance(state.ARRIVED if has_arrived else state.IDLE)
        self._put(self.topics.sign, BLANK[self._media_type])

    def on_silence(self) -> None:
        # The last position stays, like that of a parked vehicle; all numbers that change with it are unknown.
        if self._is_navigating:
            self._show_no_guidance(state.NO_POSITION)
        self._fix = None
        self._put_position(self._last_fix, is_silent=True)

    def on_report(self, report: navbus.ControlReport) -> None:
        if report.control != SIGNS or report.effect != SIGN:
            return
        if report.kind == events_pb2.REPORT_KIND_BEGAN and report.picture.media_type in BLANK:
            self._is_sign_over = False
            if report.picture.media_type != self._media_type:
                self._media_type = report.picture.media_type
                self._publish_discovery()
            self._put(self.topics.sign, report.picture.data)
        elif report.kind in (events_pb2.REPORT_KIND_ENDED, events_pb2.REPORT_KIND_CANCELLED):
            # The next sign usually begins at the same moment.
            self._is_sign_over = True

    def stall(self) -> Optional[str]:
        """Called once a second: publishes the values that had to wait."""
        self._publish_due()
        is_unknown = not self._is_navigating and self.topics.sign not in self.outbox
        if self._is_sign_over or is_unknown:
            # A broker may still have the sign of an earlier drive.
            self._is_sign_over = False
            self._put(self.topics.sign, BLANK[self._media_type])
        return None

    # ---- Topics

    def _publish_due(self) -> None:
        now = self._clock()
        if self._fix is not None and now >= self._next_position:
            self._put_position(self._fix)
            self._fix, self._next_position = None, now + self.interval
        if self._info is not None and now >= self._next_guidance:
            self._put(self.topics.guidance, state.encoded(state.guidance(self._info, self._info.fix)))
            self._info, self._next_guidance = None, now + self.interval

    def _show_no_guidance(self, name: str) -> None:
        self._info = self._shown = None
        self._put(self.topics.guidance, state.encoded(state.no_guidance(name)))

    def _put_position(self, fix: Optional[navbus.Fix], is_silent: bool = False) -> None:
        position = None if fix is None else state.position(fix, is_silent)
        if position is not None:
            self._put(self.topics.position, state.encoded(position))

    def _publish_discovery(self) -> None:
        if self.topics.discovery:
            self._put(self.topics.discovery, discovery(self.topics, self.context.session, self._media_type))

    def _put(self, topic: str, payload: bytes) -> None:
        if self.outbox.put(topic, payload):
            self.link.wake()


if __name__ == "__main__":
    navbus.run("mqtt", MQTT, "Publishes guidance and positions to an MQTT broker, with Home Assistant discovery.")
