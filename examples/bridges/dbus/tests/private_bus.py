"""A D-Bus daemon of its own for a test, with independent programs that call and watch."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from typing import Any, Dict, List, Optional

import testing

NAME = "org.navbus.Navigation1"
PATH = "/org/navbus/Navigation1/main"


class PrivateBus(testing.PrivateBus):
    """The session bus of a test, with calls by busctl."""

    def call(self, *arguments: str, path: str = PATH, name: str = NAME) -> subprocess.CompletedProcess[str]:
        """Calls a method with busctl: the interface, the method, the types and the values of the arguments."""
        command = ["busctl", "--address", self.address, "--json=short", "call", name, path, *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)

    def properties(self) -> Dict[str, Dict[str, Any]]:
        """The type and the value of each property; empty while there is no object."""
        answer = self.call("org.freedesktop.DBus.Properties", "GetAll", "s", NAME)
        return json.loads(answer.stdout)["data"][0] if answer.returncode == 0 else {}

    def value(self, name: str) -> Any:
        """The value of a property; None if it has none."""
        return self.properties().get(name, {}).get("data")


class Lines:
    """A program whose output is a line of JSON for each event. It is killed at the end of the test."""

    def __init__(self, command: List[str], environment: Optional[Dict[str, str]] = None) -> None:
        self.events: List[Dict[str, Any]] = []
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.events.append({**json.loads(line), "read_at": time.monotonic()})

    def kill(self) -> None:
        """Ends the program."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        assert self._process.stdout is not None
        self._process.stdout.close()


class Monitor(Lines):
    """All signals of the object, as busctl sees them."""

    def __init__(self, bus: PrivateBus) -> None:
        super().__init__(
            ["stdbuf", "-oL", "busctl", "--address", bus.address, "--json=short", "--match", f"type=signal,path={PATH}", "monitor"]
        )

    def signals(self, member: str) -> List[List[Any]]:
        """The arguments of each signal with this name."""
        return [event["payload"]["data"] for event in list(self.events) if event.get("member") == member]
