"""Sends speed, rate of turn and gear of the vehicle from its CAN bus to guidance: a control that writes lines of JSON."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import Any, Dict, List, NamedTuple

import can
from navbus import Finding, Settings, SettingsError, exit_code, printable
from navbus.finding import findings
from readings import Decoder

FOLDER = os.path.dirname(os.path.abspath(__file__))
# Seconds before an interface that failed is opened again; the delay doubles up to the maximum.
MIN_DELAY = 0.5
MAX_DELAY = 30.0


class Channel(NamedTuple):
    """The CAN bus of the settings."""

    interface: str
    name: str
    options: Dict[str, Any]

    @classmethod
    def of(cls, settings: Settings) -> "Channel":
        """Raises SettingsError for an option without a value."""
        options: Dict[str, Any] = {}
        for option in settings.list("options", []):
            key, equals, value = option.partition("=")
            if not key or not equals:
                raise SettingsError("options", f'"{printable(option)}" is not KEY=VALUE')
            options[key] = int(value) if value.isdecimal() else value
        return cls(settings.text("interface", "socketcan"), settings.text("channel", "can0"), options)

    def opened(self, decoder: Decoder) -> can.BusABC:
        """Opens it for the frames of the decoder."""
        filters: List[Any] = [
            {"can_id": id, "can_mask": 0x1FFFFFFF if extended else 0x7FF, "extended": extended}
            for id, extended in decoder.frame_ids.items()
        ]
        return can.Bus(interface=self.interface, channel=self.name, can_filters=filters, **self.options)

    def problem(self, error: Exception) -> str:
        return printable(f"failed to use {self.name} ({self.interface}): {str(error).splitlines()[0] if str(error) else error!r}")


class Sender:
    """Reads frames, and writes a line for each reading."""

    def __init__(self, settings: Settings) -> None:
        self.decoder = Decoder(settings, os.path.join(FOLDER, "vehicle.dbc"))
        self.channel = Channel.of(settings)
        self.interval = 1 / settings.integer("maxPerSecond", 10, least=1, most=50)
        self._due_at = 0.0

    def run(self) -> None:
        """Reads until the process is ended; opens the interface again whenever it fails."""
        delay, is_reported = MIN_DELAY, False
        while True:
            try:
                with self.channel.opened(self.decoder) as bus:
                    if is_reported:
                        write({"report": {"kind": "note", "text": f"{self.channel.name} works again"}})
                    delay, is_reported = MIN_DELAY, False
                    self._read(bus)
            # Each interface of python-can raises errors of its own.
            except Exception as error:
                if not is_reported:
                    write({"report": {"kind": "warning", "text": self.channel.problem(error)}})
                is_reported = True
            time.sleep(delay)
            delay = min(delay * 2, MAX_DELAY)

    def _read(self, bus: can.BusABC) -> None:
        while True:
            message = bus.recv(1.0)
            if message is None or message.is_error_frame or message.is_remote_frame:
                continue
            now = time.monotonic()
            if self.decoder.note(message.arbitration_id, bytes(message.data), now) and now >= self._due_at:
                self._due_at = now + self.interval
                # Without a time, a reading belongs to the moment of its arrival.
                write({"request": {"motion": {"reading": {**self.decoder.reading(now), "source": self.channel.name}}}})


def write(line: Dict[str, Any]) -> None:
    try:
        print(json.dumps(line), flush=True)
    except OSError:
        os._exit(exit_code.CLEAN)


def doctor(settings: Settings) -> List[Finding]:
    """Whether the database has the signals, and the interface can be opened."""
    sender = Sender(settings)
    try:
        sender.channel.opened(sender.decoder).shutdown()
    except Exception as error:
        return [Finding("fault", "CAN", sender.channel.problem(error), "ip link show; set interface and channel in [can]")]
    return [Finding("fine", "CAN", f"{sender.channel.name} ({sender.channel.interface}) can be opened")]


def end_with_input() -> None:
    """Ends the process when navbus closes its input; there are no events to read."""
    for _ in sys.stdin:
        pass
    os._exit(exit_code.CLEAN)


def main() -> None:
    if sys.argv[1:] == ["doctor"]:
        for line in findings(doctor):
            print(line)
        return
    try:
        # The first line has the settings.
        sender = Sender(Settings(json.loads(sys.stdin.readline() or "{}").get("settings", {})))
    except SettingsError as problem:
        write({"report": {"kind": "failed", "text": f"failed to {problem}"}})
        sys.exit(exit_code.SETTINGS)
    threading.Thread(target=end_with_input, daemon=True).start()
    sender.run()


if __name__ == "__main__":
    main()
