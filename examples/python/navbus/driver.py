"""Delivers events to a control: the runner delivers the events of the bus, a test its own.

    driver = navbus.Driver(MyControl(navbus.Context()))
    driver.deliver(navbus.Envelope(navigation=info))

The driver keeps the order of the contract: a navigation starts once and stops once, even if the source repeats events.
"""

from __future__ import annotations

import inspect

from navbus.control import Control
from navbus.topics import is_guidance, topic_of
from navbus.v1 import events_pb2


class Driver:
    """Calls the callbacks of a control."""

    def __init__(self, control: Control) -> None:
        self.control = control
        self._accepts_reason = bool(inspect.signature(control.on_navigation_stopped).parameters)
        # Whether any event of guidance has arrived.
        self._has_received_event = False
        self._is_navigating = False
        self._route_id = ""

    def deliver(self, event: events_pb2.Envelope) -> None:
        """Calls the callback for an event."""
        self._has_received_event = self._has_received_event or is_guidance(topic_of(event))
        self.control.on_event(event)
        kind = event.WhichOneof("event")
        if kind == "gps":
            self.control.on_gps(event.gps)
        elif kind == "navigation":
            self._is_navigating = True
            self.control.on_navigation(event.navigation, event.navigation.fix)
        elif kind == "navigation_started":
            self._start_navigation(event.navigation_started)
        elif kind == "navigation_stopped":
            self._end_navigation(event.navigation_stopped.reason)
        elif kind == "command":
            self.control.on_command(event.command)
        elif kind == "heading":
            self.control.on_heading(event.heading)
        elif kind == "control":
            self.control.on_report(event.control)

    def fall_silent(self) -> None:
        """Calls `on_silence`, unless no event has ever arrived."""
        if self._has_received_event:
            self.control.on_silence()

    def resynchronize(self, is_navigating: bool) -> None:
        """Handles permanently lost events: stops a navigation that ended in the meantime."""
        if not is_navigating:
            self._end_navigation()

    def restart(self, is_navigating: bool) -> None:
        """Handles another run of the bus, in which there have been no commands yet."""
        self.control.on_command(events_pb2.ControlCommand())
        self.resynchronize(is_navigating)

    def _start_navigation(self, route: events_pb2.Route) -> None:
        if self._is_navigating and self._route_id == route.id:
            return
        self._is_navigating = True
        self._route_id = route.id
        self.control.on_navigation_started(route)

    def _end_navigation(self, reason: int = events_pb2.STOP_REASON_UNKNOWN) -> None:
        if self._is_navigating:
            self._is_navigating = False
            self._route_id = ""
            self.control.on_navigation_stopped(*([reason] if self._accepts_reason else []))
