"""A real drive with the bridge, in a folder of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import Any, Dict, List, Optional

from tests.private_bus import Lines, PrivateBus, wait

BRIDGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXAMPLES = os.path.dirname(os.path.dirname(BRIDGE))
FIRST_DRIVE = os.path.join(EXAMPLES, "first-drive")
NAVBUS = os.path.join(os.environ.get("NAVBUS_PROGRAMS", ""), "navbus")


class Drive:
    """The folder, the D-Bus daemon, the run of navbus and its tap. `close` ends all of them."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="navbus-dbus-")
        self.dbus = PrivateBus(self.folder)
        self.tap: Optional[Lines] = None
        self._run: Optional[subprocess.Popen[bytes]] = None
        self._others: List[subprocess.Popen[bytes]] = []
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("NAVBUS_")},
            "XDG_RUNTIME_DIR": self.folder,
            "DBUS_SESSION_BUS_ADDRESS": self.dbus.address,
            "NAVBUS_CONTROLS_PATH": os.path.dirname(BRIDGE),
            "PATH": f"{os.path.dirname(sys.executable)}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def start(self, speed: int, **settings: object) -> None:
        """Starts the drive, and a tap that sees it from the beginning."""
        lines = [f"{name} = {value!r}".replace("'", '"') for name, value in settings.items()]
        configuration = os.path.join(self.folder, "drive.toml")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(
                f'controls = ["dbus"]\n[source]\nkind = "nmea"\npath = "{FIRST_DRIVE}/drive.nmea"\nspeed = {speed}\n'
                f'[route]\npath = "{FIRST_DRIVE}/route.json"\n[dbus]\n' + "\n".join(lines)
            )
        self.tap = Lines([NAVBUS, "tap", "--json"], self.environment)
        with open(os.path.join(self.folder, "run.log"), "wb") as log:
            self._run = subprocess.Popen([NAVBUS, "run", "--config", configuration], env=self.environment, stdout=log, stderr=log)

    @property
    def log(self) -> str:
        """The output of the run."""
        with open(os.path.join(self.folder, "run.log"), encoding="utf-8") as file:
            return file.read()

    def run_beside(self, program: str) -> None:
        """Runs a program of these tests on the bus of the drive."""
        path = os.path.join(BRIDGE, "tests", program)
        environment = {**self.environment, "NAVBUS_ENDPOINT": f"ipc://{self.folder}/navbus/requests"}
        output = subprocess.DEVNULL
        self._others.append(subprocess.Popen([sys.executable, path], env=environment, stdout=output, stderr=output))

    def events(self, kind: str) -> List[Dict[str, Any]]:
        """The events of a kind that the tap has seen ("navigation")."""
        assert self.tap is not None
        return [event[kind] for event in list(self.tap.events) if kind in event]

    def reports(self, kind: str) -> List[str]:
        """The texts of the bridge's reports of a kind ("WARNING")."""
        reports = [report for report in self.events("control") if report["control"] == "dbus"]
        return [report.get("text", "") for report in reports if report["kind"] == f"REPORT_KIND_{kind}"]

    def wait_for_end(self) -> int:
        """Waits for the end of the drive; returns the exit code."""
        assert self._run is not None
        return self._run.wait(60)

    def close(self) -> None:
        """Ends all programs, and removes the folder."""
        for process in [*self._others, self._run]:
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(20)
        if self.tap is not None:
            self.tap.kill()
        self.dbus.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def is_guiding(self) -> bool:
        """Whether the object shows guidance."""
        return wait(lambda: self.dbus.value("State") == "enroute")
