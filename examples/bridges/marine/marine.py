"""Sends position and route to chart plotters and autopilots, as NMEA 0183 sentences or Signal K deltas."""

from __future__ import annotations

import os
import re
import time
from collections import deque
from dataclasses import replace
from typing import Deque, List, Optional, Union

import navbus
from nmea0183 import MAX_SENTENCE_BYTES, NMEA0183
from outputs import BAUDS, Output, SerialOutput, TCPOutput, UDPOutput, parsed_address
from signal_k import SignalK
from vessel import NOTHING, Vessel, vessel_of, vessel_of_fix
from waypoints import Waypoints

# The sentences of the route are sent again after so many seconds: a receiver of datagrams may have been started later.
ROUTE_SECONDS = 60.0
# Maximum number of these sentences in one update.
ROUTE_SENTENCES = 20
# Bits of a byte on a serial line.
BITS = 10


class Marine(navbus.Control):
    """Sends an update for each event, but not more often than the setting `rate` allows."""

    def __init__(self, context: navbus.Context) -> None:
        super().__init__(context)
        settings = context.settings
        self.format = _format(settings)
        self.period = 1 / settings.number("rate", 1.0, least=0.1, most=10)
        self.arrival_meters = settings.number("arrivalMeters", 50.0, least=1, most=2000)
        self.outputs = self._outputs(settings)
        self.route_sentences = self._route_sentences(settings)
        self.is_navigating = False
        self.waypoints: Optional[Waypoints] = None
        self.route: Deque[bytes] = deque()
        self.route_due_at = 0.0
        self.due_at = 0.0
        self.last: Optional[Vessel] = None

    def _outputs(self, settings: navbus.Settings) -> List[Output]:
        outputs: List[Output] = []
        tcp, udp, serial = settings.text("tcp", ""), settings.text("udp", "127.0.0.1"), settings.path("serial", "")
        if tcp:
            outputs.append(TCPOutput(*parsed_address("tcp", tcp, self.format.port), self._warn))
        if udp:
            outputs.append(UDPOutput(*parsed_address("udp", udp, self.format.port), self._warn))
        if serial:
            outputs.append(SerialOutput(serial, _baud(settings), self._warn))
        if not outputs:
            raise navbus.SettingsError("udp", "it is empty, and so are tcp and serial: set one of them")
        return outputs

    def _route_sentences(self, settings: navbus.Settings) -> int:
        """The number of sentences of the route that fit into an update."""
        if not settings.path("serial", ""):
            return ROUTE_SENTENCES
        baud = _baud(settings)
        spare = int(baud / BITS * self.period) - self.format.max_update_bytes
        if spare < 0:
            needed = f"{1 / self.period:g} updates a second of up to {self.format.max_update_bytes} bytes"
            text = f"{needed} do not fit into {baud} baud"
            raise navbus.SettingsError("rate", f"{text}; set a lower rate, or a higher baud if the device allows it")
        return min(1 + spare // MAX_SENTENCE_BYTES, ROUTE_SENTENCES)

    def _warn(self, text: str) -> None:
        self.context.report("warning", "output", text=text)

    @classmethod
    def doctor(cls, settings: navbus.Settings) -> List[navbus.Finding]:
        path = settings.path("serial", "")
        if not path:
            return []
        if os.access(path, os.W_OK):
            return [navbus.Finding("fine", "serial port", path)]
        text = f"{path} cannot be written by this user" if os.path.exists(path) else f"there is no {path}"
        remedy = "plug the device in, or set serial in the section [marine]; sudo adduser $USER dialout, and log in again"
        return [navbus.Finding("fault", "serial port", text, remedy)]

    def start(self) -> None:
        for output in self.outputs:
            output.open()

    def stop(self) -> None:
        self.on_silence()
        for output in self.outputs:
            output.close()

    def on_gps(self, fix: navbus.Fix) -> None:
        # During navigation, each fix is also in the onNavigation event.
        if not self.is_navigating:
            self._send_if_due(vessel_of_fix(fix))

    def on_navigation_started(self, route: navbus.Route) -> None:
        self.is_navigating = True
        self.waypoints = Waypoints(route)
        self.route.clear()
        self.route_due_at = 0.0

    def on_navigation(self, info: navbus.NavigationInfo, fix: navbus.Fix) -> None:
        self.is_navigating = True
        self._send_if_due(vessel_of(info, self.waypoints, self.arrival_meters))

    def on_navigation_stopped(self) -> None:
        self.is_navigating = False
        self.waypoints = None
        self.route.clear()
        if self.last:
            # An autopilot must not follow the last leg until the next fix.
            self._send(replace(self.last, leg=None, arrival_nanoseconds=None))

    def on_silence(self) -> None:
        if self.last:
            self._send(NOTHING)

    def stall(self) -> Optional[str]:
        for output in self.outputs:
            output.poll()
        return None

    def _send_if_due(self, vessel: Vessel) -> None:
        now = time.monotonic()
        # Fixes of a receiver with the same rate come a little early or late.
        if now < self.due_at - self.period / 10:
            return
        self.due_at = max(self.due_at, now) + self.period
        self._send(vessel, self._next_route_sentences(now))

    def _next_route_sentences(self, now: float) -> List[bytes]:
        has_joined = any(output.has_joined for output in self.outputs)
        if self.waypoints and not self.route and (now >= self.route_due_at or has_joined):
            self.route_due_at = now + ROUTE_SECONDS
            self.route.extend(self.format.route(self.waypoints.all))
            for output in self.outputs:
                output.has_joined = False
        count = min(self.route_sentences, len(self.route))
        return [self.route.popleft() for _ in range(count)]

    def _send(self, vessel: Vessel, route: Optional[List[bytes]] = None) -> None:
        self.last = vessel
        lines = self.format.update(vessel) + (route or [])
        for output in self.outputs:
            output.send(lines)


def _format(settings: navbus.Settings) -> Union[NMEA0183, SignalK]:
    talker = settings.text("talker", "GP")
    if not re.fullmatch("[A-Z]{2}", talker):
        raise navbus.SettingsError("talker", f'"{talker}" is no talker id of two capital letters, such as GP or II')
    if settings.choice("format", "nmea0183", ["nmea0183", "signalk"]) == "signalk":
        return SignalK()
    return NMEA0183(talker)


def _baud(settings: navbus.Settings) -> int:
    baud = settings.integer("baud", 4800)
    if baud not in BAUDS:
        raise navbus.SettingsError("baud", f"{baud} is none of {', '.join(map(str, BAUDS))}")
    return baud


if __name__ == "__main__":
    navbus.run("marine", Marine, "Sends position and route to chart plotters and autopilots.")
