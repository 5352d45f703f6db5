"""A D-Bus daemon of its own, which is the system bus of a test."""

from __future__ import annotations

import os
import subprocess
import time
from typing import Callable, Optional


def wait(condition: Callable[[], object], seconds: float = 30) -> bool:
    """Waits until a condition holds."""
    deadline = time.monotonic() + seconds
    while not (holds := bool(condition())) and time.monotonic() < deadline:
        time.sleep(0.005)
    return holds


class PrivateBus:
    """A bus in a folder; it can die and start again at the same address."""

    def __init__(self, folder: str) -> None:
        self._socket = os.path.join(folder, "dbus")
        self.address = f"unix:path={self._socket}"
        self._daemon: Optional[subprocess.Popen[str]] = None

    def start(self) -> None:
        """Starts the daemon, and waits until it accepts connections."""
        if os.path.exists(self._socket):
            os.unlink(self._socket)
        command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", f"--address={self.address}"]
        self._daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._daemon.stdout is not None
        self._daemon.stdout.readline()

    def kill(self) -> None:
        """Kills the daemon."""
        if self._daemon is not None:
            self._daemon.kill()
            self._daemon.wait()
            assert self._daemon.stdout is not None
            self._daemon.stdout.close()
            self._daemon = None
