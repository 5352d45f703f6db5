"""Wakes the thread that owns the sockets, from any thread and from signal handlers."""

from __future__ import annotations

import os


class Bell:
    """A wake-up call through a pipe; it also ends a wait that begins later."""

    def __init__(self) -> None:
        self.descriptor, self._writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)

    def ring(self) -> None:
        """Ends the wait. Never blocks."""
        try:
            os.write(self._writer, b"!")
        except BlockingIOError:
            pass  # The pipe is full: the bell already rings.

    def clear(self) -> None:
        """Clears all rings."""
        try:
            while os.read(self.descriptor, 512):
                pass
        except BlockingIOError:
            pass
