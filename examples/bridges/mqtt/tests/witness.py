"""A control that prints the commands that it receives."""

from __future__ import annotations

from typing import Optional

import navbus


class Witness(navbus.Control):
    """Prints also when its first heartbeat has been sent: from then on, the bus forwards commands to it."""

    is_heartbeat_due = is_heartbeat_sent = False

    def start(self) -> None:
        print("ready", flush=True)

    def stall(self) -> Optional[str]:
        # Called just before each heartbeat.
        self.is_heartbeat_due = True
        return None

    def on_gps(self, fix: navbus.Fix) -> None:
        if self.is_heartbeat_due and not self.is_heartbeat_sent:
            self.is_heartbeat_sent = True
            print("heartbeat", flush=True)

    def on_command(self, command: navbus.ControlCommand) -> None:
        print(f"command {command.WhichOneof('action')} muted={command.is_muted}", flush=True)


if __name__ == "__main__":
    navbus.run("witness", Witness)
