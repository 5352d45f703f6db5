"""A real drive with the bridge and a D-Bus daemon, in a folder of its own."""

from __future__ import annotations

from typing import Any, Dict, List

import testing
from tests.private_bus import PrivateBus


class Drive(testing.Drive):
    """The drive, its D-Bus daemon and a tap."""

    def __init__(self) -> None:
        super().__init__("dbus")
        self.dbus = PrivateBus(self.folder)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.dbus.address
        self.tapped: testing.Tap

    def begin(self, speed: int, silent_seconds: float = testing.PATIENCE, **settings: object) -> None:
        """Starts the drive, and a tap that sees it from the beginning."""
        self.tapped = self.tap()
        lines = "\n".join(f"{name} = {value}" for name, value in settings.items())
        self.start(speed, lines, silent_seconds=silent_seconds)

    @property
    def log(self) -> str:
        """The output of the run."""
        return self.run.text

    def events(self, kind: str) -> List[Dict[str, Any]]:
        """The events of a kind that the tap has seen ("navigation")."""
        return self.tapped.events(kind)

    def reports(self, kind: str) -> List[str]:
        """The texts of the bridge's reports of a kind ("WARNING")."""
        reports = [report for report in self.events("control") if report["control"] == "dbus"]
        return [report.get("text", "") for report in reports if report["kind"] == f"REPORT_KIND_{kind}"]

    def close(self) -> None:
        super().close()
        self.dbus.kill()

    def is_guiding(self) -> bool:
        """Whether the object shows guidance."""
        return bool(testing.wait_for(lambda: self.dbus.value("State") == "enroute"))
