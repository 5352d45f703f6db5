"""Wakes a thread that waits for a socket."""

from __future__ import annotations

import os


class WakePipe:
    """A pipe; its reading end becomes readable when another thread calls `wake`."""

    def __init__(self) -> None:
        self.reader, self._writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def wake(self) -> None:
        """Wakes the thread. Never waits; any thread."""
        try:
            os.write(self._writer, b"\0")
        except BlockingIOError:
            pass  # The pipe is full of earlier calls.

    def drain(self) -> None:
        """Forgets all calls so far."""
        try:
            while os.read(self.reader, 4096):
                pass
        except BlockingIOError:
            pass  # The pipe is empty.
