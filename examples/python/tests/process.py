"""A control in a process of its own, for tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from typing import Callable, List, Optional

HERE = os.path.dirname(os.path.abspath(__file__))
KIT = os.path.dirname(HERE)


class ControlProcess:
    """A running control, whose output is read line by line. Use it in a `with`: it is killed at the end."""

    def __init__(
        self, endpoint: str, program: Optional[List[str]] = None, is_read: bool = True, **variables: str
    ) -> None:
        self.lines: List[str] = []
        self._errors = tempfile.TemporaryFile("w+")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NAVBUS_")}
        environment.update(
            NAVBUS_ENDPOINT=endpoint, NAVBUS_WAIT="20", PYTHONPATH=KIT, PYTHONDONTWRITEBYTECODE="1"
        )
        environment.update(variables)
        self.process = subprocess.Popen(
            [sys.executable, *(program or [os.path.join(HERE, "witness.py")])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
            text=True,
        )
        self._reader = threading.Thread(target=self._read if is_read else lambda: None, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def __enter__(self) -> "ControlProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self._errors):
            if pipe is not None:
                pipe.close()

    def waits_for(self, line: str, seconds: float = 20) -> bool:
        """Waits until the control has written this line."""
        return self.wait(lambda: line in self.lines, seconds)

    @staticmethod
    def wait(condition: Callable[[], object], seconds: float = 20) -> bool:
        """Waits until a condition holds."""
        deadline = time.monotonic() + seconds
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.005)
        return bool(condition())

    def ends_with(self, seconds: float = 20) -> int:
        """Waits for the end of the control; returns its exit code."""
        code = self.process.wait(seconds)
        self._reader.join()
        return code

    @property
    def errors(self) -> str:
        """The text that the control has written to standard error."""
        self._errors.seek(0)
        return self._errors.read()
