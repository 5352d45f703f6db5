"""Processes for tests: the bridge on a fake bus or in a real drive, and other programs of navbus beside it."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import Any, Dict, List, Optional

import navbus

from tests.peer import wait

BRIDGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(BRIDGE)))
KIT = os.path.dirname(os.path.dirname(os.path.abspath(navbus.__file__)))
FIRST_DRIVE = f"{PACKAGE}/examples/first-drive"


def _load_fake_bus() -> Any:
    """The fake bus of the kit's own tests, which is in a package of the same name as this one."""
    spec = importlib.util.spec_from_file_location("fake_bus", f"{KIT}/tests/fake_bus.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fake_bus = _load_fake_bus()


class Program:
    """A process whose output is kept in a file. It is killed at the end of a `with`."""

    def __init__(self, words: List[str], environment: Dict[str, str], errors_apart: bool = False) -> None:
        self._output = tempfile.TemporaryFile("w+", errors="replace")
        self._errors = tempfile.TemporaryFile("w+", errors="replace") if errors_apart else self._output
        self.process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=self._output, stderr=self._errors, env=environment
        )

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def end(self, number: int = signal.SIGINT, seconds: float = 20) -> int:
        """Asks the process to end; kills it if it does not. Returns its exit code."""
        try:
            if self.process.poll() is None:
                self.process.send_signal(number)
            return self.process.wait(seconds)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()

    def close(self) -> None:
        """Ends the process and forgets its output."""
        self.end()
        self._output.close()
        self._errors.close()

    @property
    def output(self) -> str:
        # pread leaves the shared offset alone, at which the process writes.
        size = os.fstat(self._output.fileno()).st_size
        return os.pread(self._output.fileno(), size, 0).decode(errors="replace")

    def url(self) -> str:
        """The address at which the bridge listens."""
        pattern = re.compile(r"listening on (ws://\S+)")
        wait(lambda: pattern.search(self.output) or self.process.poll() is not None)
        found = pattern.search(self.output)
        if found is None:
            raise AssertionError(f"the bridge does not listen: {self.output}")
        return found.group(1)


class Folder:
    """A folder for the sockets and files of a test, with the environment of a bus in it."""

    def __init__(self) -> None:
        self.path = fake_bus.folder_for_sockets()
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NAVBUS_")}
        self.environment = {
            **kept,
            "XDG_RUNTIME_DIR": self.path,
            "PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "NAVBUS_CONTROLS_PATH": os.path.dirname(BRIDGE),
            "NAVBUS_DATA": PACKAGE,
        }

    def __enter__(self) -> "Folder":
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.path, ignore_errors=True)

    def bridge(self, endpoint: str) -> Program:
        """The bridge alone, on a bus at this endpoint."""
        return Program([f"{BRIDGE}/foxglove_live"], {**self.environment, "NAVBUS_ENDPOINT": endpoint})

    def navbus(self, *words: str) -> Program:
        """A command of navbus that follows the bus of this folder."""
        endpoint = f"ipc://{self.path}/navbus/requests"
        return Program([_program(), *words], {**self.environment, "NAVBUS_ENDPOINT": endpoint}, errors_apart=True)

    def drive(self, speed: int, settings: str = "port = 0") -> Program:
        """The first drive with the bridge as its control, at a multiple of its speed."""
        path = f"{self.path}/drive.toml"
        with open(path, "w", encoding="utf-8") as file:
            file.write(
                f"""
controls = ["foxglove"]
[source]
kind = "nmea"
path = "{FIRST_DRIVE}/drive.nmea"
speed = {speed}
[route]
path = "{FIRST_DRIVE}/route.json"
[foxglove]
{settings}
"""
            )
        return Program([_program(), "run", "--config", path], self.environment)


def _program() -> str:
    return f"{os.environ['NAVBUS_PROGRAMS']}/navbus"


def child(parent: int, name: str) -> Optional[int]:
    """A child process of another process."""
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                head, _, tail = file.read().rpartition(")")
        except OSError:
            continue
        if head.endswith(f"({name}") and int(tail.split()[1]) == parent:
            return int(entry)
    return None
